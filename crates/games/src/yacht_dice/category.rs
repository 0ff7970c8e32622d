//! The thirteen boxes, and what five dice are worth in each.

use parlor_table::Packed;

/// A box of the score sheet.
///
/// ```
/// use parlor_games::yacht_dice::Category;
/// assert_eq!(Category::FullHouse.name(), "full-house");
/// assert_eq!(Category::FullHouse.points([0, 2, 0, 0, 3, 0], false), 25);
/// assert_eq!(Category::Chance.points([0, 2, 0, 0, 3, 0], false), 19);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// The ones, added up. The first six are the upper boxes.
    Ones,
    /// The twos.
    Twos,
    /// The threes.
    Threes,
    /// The fours.
    Fours,
    /// The fives.
    Fives,
    /// The sixes.
    Sixes,
    /// All dice, if at least three show the same. Here the lower boxes begin.
    ThreeAlike,
    /// All dice, if at least four show the same.
    FourAlike,
    /// 25 for three of one face and two of another.
    FullHouse,
    /// 30 for four faces in a row.
    SmallStraight,
    /// 40 for five faces in a row.
    LargeStraight,
    /// 50 for five of a kind.
    Yacht,
    /// All dice, whatever they show.
    Chance,
}

/// How many of five dice show each face, from one to six.
pub type Counts = [u8; 6];

impl Category {
    /// All of them, as they stand on the sheet.
    pub const ALL: [Category; 13] = [
        Category::Ones,
        Category::Twos,
        Category::Threes,
        Category::Fours,
        Category::Fives,
        Category::Sixes,
        Category::ThreeAlike,
        Category::FourAlike,
        Category::FullHouse,
        Category::SmallStraight,
        Category::LargeStraight,
        Category::Yacht,
        Category::Chance,
    ];

    /// The name, as commands and positions write it.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Ones => "ones",
            Category::Twos => "twos",
            Category::Threes => "threes",
            Category::Fours => "fours",
            Category::Fives => "fives",
            Category::Sixes => "sixes",
            Category::ThreeAlike => "three-of-a-kind",
            Category::FourAlike => "four-of-a-kind",
            Category::FullHouse => "full-house",
            Category::SmallStraight => "small-straight",
            Category::LargeStraight => "large-straight",
            Category::Yacht => "yacht",
            Category::Chance => "chance",
        }
    }

    /// The name as people read it.
    pub fn title(self) -> String {
        self.name().replace('-', " ")
    }

    /// The name of its box on the sheet.
    pub(super) fn box_id(self) -> String {
        format!("box.{}", self.name())
    }

    /// The upper box for a face from 1 to 6.
    pub const fn upper(face: usize) -> Category {
        Category::ALL[face - 1]
    }

    /// Whether it is one of the six upper boxes.
    pub const fn is_upper(self) -> bool {
        (self as usize) < 6
    }

    /// What these dice are worth here. Jokers are five of a kind that stand for a full house or a straight.
    pub fn points(self, counts: Counts, joker: bool) -> i64 {
        let most = counts.iter().copied().max().unwrap_or(0);
        let sum = || {
            (1..)
                .zip(counts)
                .map(|(face, count)| face * i64::from(count))
                .sum()
        };
        let worth = |points, earned| if earned { points } else { 0 };
        match self {
            Category::ThreeAlike if most >= 3 => sum(),
            Category::FourAlike if most >= 4 => sum(),
            Category::ThreeAlike | Category::FourAlike => 0,
            Category::FullHouse => worth(25, joker || most == 3 && counts.contains(&2)),
            Category::SmallStraight => worth(30, joker || longest_row(counts) >= 4),
            Category::LargeStraight => worth(40, joker || longest_row(counts) == 5),
            Category::Yacht => worth(50, most == 5),
            Category::Chance => sum(),
            upper => (upper as i64 + 1) * i64::from(counts[upper as usize]),
        }
    }

    /// Whether some five dice are worth so much here.
    pub(super) fn can_be_worth(self, points: i64) -> bool {
        let upper = self as i64 + 1;
        match self {
            // Four of a face and one more die make every sum that five dice make.
            Category::ThreeAlike | Category::FourAlike => points == 0 || (5..=30).contains(&points),
            Category::FullHouse => points == 0 || points == 25,
            Category::SmallStraight => points == 0 || points == 30,
            Category::LargeStraight => points == 0 || points == 40,
            Category::Yacht => points == 0 || points == 50,
            Category::Chance => (5..=30).contains(&points),
            _ => points % upper == 0 && (0..=5).contains(&(points / upper)),
        }
    }
}

/// How many faces in a row there are.
fn longest_row(counts: Counts) -> usize {
    let rows = counts.split(|count| *count == 0);
    rows.map(<[u8]>::len).max().unwrap_or(0)
}

impl Packed for Category {
    fn pack(self) -> i64 {
        self as i64
    }

    fn unpack(number: i64) -> Category {
        Category::ALL[number as usize]
    }
}
