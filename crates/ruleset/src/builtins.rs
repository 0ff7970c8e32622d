//! The builtins of the language: what they take, what they give, and what they do in a sentence.

/// A builtin of the expression language.
///
/// ```
/// use parlor_ruleset::{Gives, builtins};
/// let count = builtins().iter().find(|builtin| builtin.name == "card_count").unwrap();
/// assert_eq!(count.signature(), "card_count(zone)");
/// assert_eq!(count.gives, Gives::Number);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static [Takes],
    /// How many of these must be there.
    pub needs: usize,
    /// What it gives.
    pub gives: Gives,
    /// What it does.
    pub about: &'static str,
    /// An expression with it.
    pub example: &'static str,
}

/// What an argument of a builtin is.
///
/// ```
/// assert_eq!(parlor_ruleset::Takes::Zone.word(), "zone");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A zone: `draw_pile`, `current_player.hand`, `hand:0`.
    Zone,
    /// A zone that each player has, by its name alone.
    EachZone,
    /// A zone, or all players' zones of a name.
    ZoneOrEach,
    /// A number.
    Number,
    /// The position of a card in a zone; 0 is the top.
    Index,
    /// How many cards.
    Count,
    /// The number of a player, from 0.
    Player,
    /// A text: a rank.
    Rank,
    /// A text: a suit.
    Suit,
    /// A text: the name of a variable for numbers.
    Variable,
    /// A text: the name of a variable for texts.
    TextVariable,
    /// A text: the name of a parameter.
    Parameter,
    /// A text.
    Text,
    /// True or false.
    Condition,
    /// Anything.
    Anything,
}

impl Takes {
    /// What a signature calls it.
    pub fn word(self) -> &'static str {
        match self {
            Takes::Zone | Takes::ZoneOrEach => "zone",
            Takes::EachZone => "zones",
            Takes::Number => "number",
            Takes::Index => "index",
            Takes::Count => "count",
            Takes::Player => "player",
            Takes::Rank => "rank",
            Takes::Suit => "suit",
            Takes::Variable | Takes::TextVariable => "variable",
            Takes::Parameter => "name",
            Takes::Text => "text",
            Takes::Condition => "condition",
            Takes::Anything => "value",
        }
    }
}

/// What a builtin gives.
///
/// ```
/// assert_eq!(parlor_ruleset::Gives::Effect.word(), "an effect");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A number.
    Number,
    /// True or false.
    Bool,
    /// A text.
    Text,
    /// A number or a text.
    Anything,
    /// Nothing: it changes the game.
    Effect,
}

impl Gives {
    /// What messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Gives::Number => "a number",
            Gives::Bool => "true or false",
            Gives::Text => "a text",
            Gives::Anything => "a number or a text",
            Gives::Effect => "an effect",
        }
    }
}

impl Builtin {
    /// How it is called: `hand_value(zone, [number])`.
    pub fn signature(&self) -> String {
        let takes = self.takes.iter().enumerate();
        let words: Vec<String> = takes
            .map(|(index, takes)| match index < self.needs {
                true => takes.word().into(),
                false => format!("[{}]", takes.word()),
            })
            .collect();
        format!("{}({})", self.name, words.join(", "))
    }
}

/// All builtins: first those that ask, then those that change the game.
///
/// ```
/// assert!(parlor_ruleset::builtins().len() > 60);
/// ```
pub fn builtins() -> &'static [Builtin] {
    BUILTINS
}

/// The builtin with this name.
pub(crate) fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}

macro_rules! table {
    ($($name:ident ($($takes:ident),*) $needs:literal $gives:ident $about:literal $example:literal;)*) => {
        &[$(Builtin {
            name: stringify!($name),
            takes: &[$(Takes::$takes),*],
            needs: $needs,
            gives: Gives::$gives,
            about: $about,
            example: $example,
        }),*]
    };
}

const BUILTINS: &[Builtin] = table! {
    card_count(Zone) 1 Number "How many cards lie in a zone." "card_count(draw_pile) > 0";
    hand_value(Zone, Number) 1 Number "The values of a zone's cards together. Cards with two values count high, and the largest difference is given up first, while the sum is over the number (21 if none is given)." "hand_value(current_player.hand) <= 21";
    sum_card_values(Zone, Number) 2 Number "The values of a zone's cards together, as `hand_value` works them out, with the number said by `prefer_high_under`." "sum_card_values(dealer_hand, prefer_high_under(21))";
    prefer_high_under(Number) 1 Number "The number itself, said so that it reads well in `sum_card_values`." "prefer_high_under(21)";
    card_rank(Zone, Index) 2 Number "The value of the card at an index; the high one of two." "card_rank(current_player.hand, 0)";
    card_rank_name(Zone, Index) 2 Text "The rank of the card at an index." "card_rank_name(discard, 0) == \"8\"";
    card_suit(Zone, Index) 2 Text "The suit of the card at an index." "card_suit(discard, 0) == \"hearts\"";
    top_card_rank(Zone) 1 Number "The value of the top card; the high one of two." "top_card_rank(discard)";
    top_card_rank_name(Zone) 1 Text "The rank of the top card." "top_card_rank_name(discard) == \"Q\"";
    top_card_suit(Zone) 1 Text "The suit of the top card." "top_card_suit(discard)";
    max_card_rank(Zone) 1 Number "The highest value among the cards of a zone; 0 if it is empty." "max_card_rank(current_player.hand)";
    count_rank(Zone, Rank) 2 Number "How many cards of a rank lie in a zone." "count_rank(current_player.hand, \"8\")";
    count_cards_by_suit(Zone, Suit) 2 Number "How many cards of a suit lie in a zone." "count_cards_by_suit(current_player.hand, \"hearts\")";
    sum_zone_values_by_suit(Zone, Suit) 2 Number "The values of a zone's cards of a suit together; the high ones of two." "sum_zone_values_by_suit(current_player.hand, \"hearts\")";
    has_card_matching_suit(Zone, Suit) 2 Bool "Whether a card of a suit lies in a zone." "has_card_matching_suit(current_player.hand, \"spades\")";
    has_card_matching_rank(Zone, Rank) 2 Bool "Whether a card of a rank lies in a zone." "has_card_matching_rank(current_player.hand, \"A\")";
    has_card_with(Zone, Rank, Suit) 3 Bool "Whether this very card lies in a zone." "has_card_with(current_player.hand, \"Q\", \"spades\")";
    card_matches_top(Zone, Index, Zone) 3 Bool "Whether the card at an index of the first zone has the suit or the rank of the second zone's top card. A text variable `active_suit` that is not empty stands for the top card's suit." "card_matches_top(current_player.hand, 0, discard)";
    has_playable_card(Zone, Zone) 2 Bool "Whether any card of the first zone matches the second zone's top card in that way; false if the second one is empty." "!has_playable_card(current_player.hand, discard)";
    played_card_matches_top(Zone) 1 Bool "Whether the card that is about to be played matches a zone's top card. Only in the condition of `play_card`." "played_card_matches_top(discard)";
    count_sets(Zone, Number) 2 Number "How many ranks have at least so many cards in a zone." "count_sets(current_player.hand, 4)";
    max_set_size(Zone) 1 Number "How many cards the most frequent rank of a zone has." "max_set_size(current_player.hand) >= 3";
    has_flush(Zone, Count) 2 Bool "Whether a suit has at least so many cards in a zone." "has_flush(current_player.hand, 5)";
    has_straight(Zone, Count) 2 Bool "Whether so many values of a zone follow each other. Cards with two values count as both." "has_straight(current_player.hand, 5)";
    count_runs(Zone, Count) 2 Number "How many rows of at least so many values that follow each other a zone has." "count_runs(current_player.hand, 3)";
    max_run_length(Zone) 1 Number "How many values follow each other at most in a zone." "max_run_length(current_player.hand)";
    poker_hand(Zone, Zone) 1 Number "How good the best five cards of a zone, or of two zones together, are at poker: a number that is the higher the better they are. With fewer than five cards only high cards, pairs, threes and fours count." "poker_hand(current_player.hand, board) > best";
    trick_winner(EachZone) 1 Number "The player whose top card wins the trick: the highest of the suit led, or of the text variable `trump_suit` if somebody played it. The player who led is in the variable `lead_player`; -1 if there is no such card." "trick_winner(\"trick\")";
    led_card_suit(EachZone) 1 Text "The suit that was led to a trick; empty if nothing was." "led_card_suit(\"trick\")";
    trick_card_count(EachZone) 1 Number "How many cards lie in all players' zones of a name." "trick_card_count(\"trick\") == player_count";
    turn_direction() 0 Number "1 if turns go clockwise, -1 if they go the other way." "turn_direction() == 1";
    all_players_done() 0 Bool "Whether as many turns were ended in this phase as there are players." "all_players_done()";
    all_hands_dealt() 0 Bool "Whether cards were dealt." "all_hands_dealt()";
    scores_calculated() 0 Bool "Whether scores were calculated." "scores_calculated()";
    continue_game() 0 Bool "Whether there is to be another round: until the game has ended, or as many rounds were played as the match was set up for." "continue_game()";
    get_var(Variable) 1 Number "A variable's number. It must be there." "get_var(\"running_total\") > 99";
    get_str_var(TextVariable) 1 Text "A variable's text; empty if there is no such variable." "get_str_var(\"active_suit\") == \"\"";
    get_param(Parameter) 1 Anything "What the player chose with the action; 0 if nothing." "get_param(\"color\")";
    is_availability_check() 0 Bool "Whether it is only asked if an action is possible at all, before the player has chosen anything." "is_availability_check()";
    get_cumulative_score(Player) 1 Number "A player's score over all rounds; 0 if none was added up yet." "get_cumulative_score(current_player_index)";
    max_cumulative_score() 0 Number "The highest score over all rounds; never below 0." "max_cumulative_score() >= 100";
    min_cumulative_score() 0 Number "The lowest score over all rounds." "min_cumulative_score()";
    poker_hand_name(Number) 1 Text "What people call a hand that `poker_hand` found so good: `a flush`, `two pair`, `high card`." "poker_hand_name(poker_hand(current_player.hand, board))";
    concat(Anything, Anything) 2 Text "Two values as one text." "concat(\"won:\", current_player_index)";

    shuffle(Zone) 1 Effect "Shuffles a zone." "shuffle(draw_pile)";
    deal(Zone, ZoneOrEach, Count) 3 Effect "Moves so many cards from a zone to each player's zone of a name, one player after the other, or to one zone." "deal(draw_pile, hand, 5)";
    draw(Zone, ZoneOrEach, Count) 3 Effect "Moves so many cards from a zone to another one. The name of a zone that each player has means that of the player whose turn it is." "draw(draw_pile, current_player.hand, 1)";
    move_top(Zone, Zone, Count) 3 Effect "Moves so many cards from the top of a zone to the bottom of another one." "move_top(draw_pile, discard, 1)";
    move_all(Zone, Zone) 2 Effect "Moves all cards of a zone to another one." "move_all(discard, draw_pile)";
    move_rank(Zone, Zone, Rank) 3 Effect "Moves all cards of a rank from a zone to another one." "move_rank(current_player.hand, discard, \"8\")";
    collect_all_to(Zone) 1 Effect "Moves all cards of all other zones to a zone, face down." "collect_all_to(draw_pile)";
    collect_trick(EachZone, Zone) 2 Effect "Moves the cards of all players' zones of a name to a zone, face down." "collect_trick(\"trick\", concat(\"won:\", trick_winner(\"trick\")))";
    flip_top(Zone, Count) 2 Effect "Turns so many cards from the top of a zone face up." "flip_top(discard, 1)";
    set_face_up(Zone, Index, Condition) 3 Effect "Turns the card at an index face up or down." "set_face_up(dealer_hand, 0, true)";
    reveal_all(Zone) 1 Effect "Turns all cards of a zone face up." "reveal_all(dealer_hand)";
    end_turn() 0 Effect "Ends the turn: the next player's begins." "end_turn()";
    reverse_turn_order() 0 Effect "Turns go the other way from now on." "reverse_turn_order()";
    skip_next_player() 0 Effect "Goes on by one player, without ending a turn." "skip_next_player()";
    set_next_player(Player) 1 Effect "Makes it a player's turn." "set_next_player(0)";
    set_lead_player(Player) 1 Effect "Makes it a player's turn, and notes in the variable `lead_player` that this player leads." "set_lead_player(trick_winner(\"trick\"))";
    set_var(Variable, Number) 2 Effect "Sets a variable to a number." "set_var(\"running_total\", 99)";
    inc_var(Variable, Number) 2 Effect "Adds a number to a variable, which begins at 0 if it is not there." "inc_var(\"running_total\", -10)";
    set_str_var(TextVariable, Text) 2 Effect "Sets a variable to a text." "set_str_var(\"active_suit\", \"hearts\")";
    calculate_scores() 0 Effect "Works out the score of each player and of each role that people do not play." "calculate_scores()";
    determine_winners() 0 Effect "Works out for each player whether the round is won, tied or lost." "determine_winners()";
    accumulate_scores() 0 Effect "Adds each player's score to the score over all rounds." "accumulate_scores()";
    reset_round() 0 Effect "Begins another round: player 0, clockwise, without scores, variables as at first. Scores over all rounds stay." "reset_round()";
    end_game() 0 Effect "Ends the game." "end_game()";
    say(Text) 1 Effect "Says something to everybody in the log of the match (an addition of Parlor's). `{player}` in it is the name of the current player, `{player:0}` that of player 0." "say(\"{player} wins the pot\")";
};
