//! What zones are for, what values are and what people call them: from `ui`, and from what the rest of the file says.

use parlor_core::{Face, Layout, Ranking, Role, Shape, Stands, ValueType};
use parlor_table::ZoneBuilder;

use crate::document::{Preset, ShownAs, ZoneLayout, ZoneUi};
use crate::{Code, Place, Problem, document};

use super::Compiler;

/// What all rulesets show besides their variables.
const ROUND: &str = "round";

/// The attribute of cards that people sort them by, where the file brings its own deck.
pub(crate) const ORDER: &str = "order";

impl Compiler<'_> {
    /// Values and cards, for those who look at the table.
    pub(super) fn declare_looks(&mut self) {
        let ui = &self.document.ui;
        let better = match self.document.scoring.ranking {
            Some(document::Ranking::Lowest) => Ranking::Lowest,
            _ => Ranking::Highest,
        };
        let mut values: Vec<(&str, ValueType, Option<&str>, Option<u8>)> = Vec::new();
        for (name, value) in ui.values.iter().flatten() {
            let shown_as = match value.shown_as {
                ShownAs::Counter => ValueType::Counter,
                ShownAs::Points => ValueType::Points { better },
                ShownAs::Money => ValueType::Money,
                ShownAs::Player => ValueType::Seat,
                ShownAs::YesNo => ValueType::YesNo,
                ShownAs::Suit => ValueType::Suit,
                ShownAs::Rank => ValueType::Rank,
                ShownAs::Word => ValueType::Word,
                ShownAs::Hidden => ValueType::Hidden,
            };
            values.push((name, shown_as, value.label.as_deref(), value.order));
        }
        let said = |name: &str| ui.values.iter().flatten().any(|(known, _)| known == name);
        let variables = self.document.variables.iter().flatten();
        let public = variables.filter(|(_, variable)| variable.public == Some(true));
        // Who says what some values are has said which ones are for people.
        let says = ui.values.iter().flatten().next().is_some();
        for (name, variable) in public.filter(|(name, _)| !said(name)) {
            let shown_as = match variable.initial {
                _ if says => ValueType::Hidden,
                document::Scalar::Number(_) => ValueType::Counter,
                document::Scalar::Text(_) => ValueType::Word,
            };
            values.push((name, shown_as, None, None));
        }
        let points = || ValueType::Points { better };
        let usual = [
            (ROUND, ValueType::Counter),
            ("score", points()),
            ("points", points()),
            ("balance", ValueType::points()),
            ("result", ValueType::Word),
        ];
        let usual = usual.into_iter().filter(|(name, _)| !said(name));
        values.extend(usual.map(|(name, shown_as)| (name, shown_as, None, None)));
        let legend = self.program.schema.legend();
        for role in self.document.roles.iter().filter(|role| !role.is_human) {
            legend.value(&format!("{} score", role.name), points());
        }
        for (name, shown_as, label, order) in values {
            let look = legend.value(name, shown_as);
            if let Some(label) = label {
                look.label(label.to_owned());
            }
            if let Some(order) = order {
                look.order(order);
            }
        }
        self.check_ui();
    }

    /// Cards are sorted by suit and rank in hands; suits that are colors color them.
    ///
    /// Everybody has the legend, so it lists only what everybody knows: the cards of a preset. Of a deck that the file brings,
    /// each card that a viewer sees says itself where it belongs.
    pub(super) fn declare_face(&mut self, ranks: &[&str], suits: &[&str]) {
        let french = matches!(
            self.document.deck.preset,
            Preset::Standard52 | Preset::Standard54
        );
        let mut face = Face::new().shape(Shape::Card);
        // As people hold them: red and black in turn, the ace above the king.
        let (suits, ranks) = match french {
            true => (
                vec!["spades", "hearts", "clubs", "diamonds"],
                ranks[1..].iter().chain(&ranks[..1]).copied().collect(),
            ),
            false => (suits.to_vec(), ranks.to_vec()),
        };
        if !french {
            face = face.color("suit");
        }
        let face = match self.document.deck.preset {
            Preset::Custom => face.sort_by(ORDER, []),
            _ => face.sort_by("suit", suits).sort_by("rank", ranks),
        };
        let legend = self.program.schema.legend();
        legend.pieces.insert("card".into(), face);
    }

    fn check_ui(&mut self) {
        let ui = &self.document.ui;
        for name in ui.zones.iter().flatten().map(|(name, _)| name) {
            if !self.zones.contains_key(&**name) {
                let place = Place::of("/ui").field("zones").field(name);
                let message = format!("there is no zone '{}'", name.escape_debug());
                let names: Vec<&str> = self.zones.keys().copied().collect();
                let problem = Problem::new(Code::UnknownZone, place, message);
                self.report(problem.near(name, names));
            }
        }
        for (name, value) in ui.values.iter().flatten() {
            let known =
                |name: &str| self.vars.contains_key(name) || self.text_vars.contains_key(name);
            let is_known = match value.each_player {
                Some(true) => known(&format!("{name}_0")) || known(name),
                _ => known(name) || name == ROUND,
            };
            if !is_known && !["score", "points", "balance", "result"].contains(&&**name) {
                let place = Place::of("/ui").field("values").field(name);
                let message = format!("there is no variable '{}'", name.escape_debug());
                let names: Vec<String> = self.vars.keys().map(ToString::to_string).collect();
                let problem = Problem::new(Code::UnknownVariable, place, message);
                self.report(problem.near(name, names.iter().map(|name| &**name)));
            }
        }
    }
}

/// What the file says of how a zone looks.
pub(super) fn look<'s>(mut zone: ZoneBuilder<'s>, said: Option<&ZoneUi>) -> ZoneBuilder<'s> {
    let Some(said) = said else { return zone };
    if let Some(role) = &said.role {
        zone = zone.role(Role::from(&**role));
    }
    if let Some(label) = &said.label {
        zone = zone.label(label.clone());
    }
    if let Some(layout) = said.layout {
        zone = zone.layout(match layout {
            ZoneLayout::Row => Layout::Row,
            ZoneLayout::Fan => Layout::Fan,
            ZoneLayout::Spread => Layout::Spread,
            ZoneLayout::Overlap => Layout::Overlap,
            ZoneLayout::Pile => Layout::Pile,
        });
    }
    match said.in_the_middle {
        Some(true) => zone.stands(Stands::Middle),
        Some(false) => zone.stands(Stands::Seat),
        None => zone,
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Seat, Seed, Setup, ValueType, Viewer, erase};

    use crate::Ruleset;

    #[test]
    fn once_a_file_says_which_values_are_for_people_the_others_are_not() {
        let seen = |file: &[u8]| {
            let game = erase(Ruleset::load(file).unwrap());
            let setup = Setup::new(game.info(), usize::from(game.info().min_seats)).unwrap();
            let play = game.begin(setup, Seed::Integer(7), 0).unwrap();
            play.view(Viewer::Spectator)
        };
        let hearts = seen(include_bytes!("../../../../rulesets/hearts.cardgame.json"));
        let kind = |name: &str| hearts.legend.values[name].shown_as.clone();
        assert_eq!(kind("lead_player"), ValueType::Seat);
        assert_eq!(kind("pass_by"), ValueType::Hidden);
        // Programs have it all the same. Nothing begins another round there.
        assert!(hearts.values.contains_key("pass_by"));
        assert!(!hearts.values.contains_key("round"));
        let blackjack = seen(include_bytes!(
            "../../../../rulesets/blackjack.cardgame.json"
        ));
        assert!(blackjack.values.contains_key("round"));
        // What the file says of a usual value holds.
        let holdem = seen(include_bytes!("../../../../rulesets/holdem.cardgame.json"));
        assert_eq!(holdem.legend.values["points"].shown_as, ValueType::Money);
    }

    #[test]
    fn cards_of_a_deck_of_its_own_say_where_they_belong_and_the_legend_names_none() {
        let file = include_bytes!("../../../../rulesets/old-maid.cardgame.json");
        let game = erase(Ruleset::load(file).unwrap());
        let setup = Setup::new(game.info(), 2).unwrap();
        let play = game.begin(setup, Seed::Integer(7), 0).unwrap();
        let view = play.view(Viewer::Seat(Seat(0)));
        let legend = serde_json::to_string(&*view.legend).unwrap();
        assert!(
            !legend.contains("Sailor") && !legend.contains("red"),
            "{legend}"
        );
        let pieces = view.zones.iter().flat_map(|zone| &zone.pieces);
        let (mut seen, mut hidden) = (Vec::new(), 0);
        for piece in pieces {
            match &piece.face {
                Some(face) => seen.push((piece.attributes["order"].as_u64().unwrap(), face)),
                None => {
                    assert!(!piece.attributes.contains_key("order"));
                    hidden += 1;
                }
            }
        }
        assert!(seen.len() > 8 && hidden > 8, "{seen:?} {hidden}");
        seen.sort();
        // Red ones first, as the file lists them.
        let colors: Vec<&str> = seen
            .iter()
            .filter_map(|(_, face)| face.split(' ').next_back())
            .collect();
        let turns = colors.windows(2).filter(|two| two[0] != two[1]).count();
        assert!(turns <= 2, "{seen:?}");
    }
}
