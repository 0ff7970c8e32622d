//! Calls of builtins, `if` and `while`.

use super::Compiler;
use super::arguments::Variable;
use super::typed::Typed;
use crate::builtins::{Builtin, Gives, builtin, builtins};
use crate::expression::{Expr, Kind};
use crate::program::*;
use crate::{Code, Problem};

impl Compiler<'_> {
    pub(super) fn call(&mut self, expr: &Expr, name: &str, args: &[Expr]) -> Typed {
        match name {
            "if" => return self.call_if(expr, args),
            "while" => return self.call_while(expr, args),
            _ => {}
        }
        let Some(builtin) = builtin(name) else {
            let message = format!("there is no builtin '{}'", name.escape_debug());
            let names = builtins().iter().map(|builtin| builtin.name);
            let names = names.chain(["if", "while"]);
            let problem: Problem = self
                .problem(Code::UnknownBuiltin, expr, message)
                .near(name, names);
            self.report(problem);
            return Typed::Bad;
        };
        if !(builtin.needs..=builtin.takes.len()).contains(&args.len()) {
            self.wrong_arguments(expr, name, args.len(), &builtin.signature());
            return Typed::Bad;
        }
        if builtin.gives == Gives::Effect {
            return self.effect(expr, builtin, args);
        }
        match builtin.gives {
            Gives::Number => match self.number_call(expr, name, args) {
                Some(node) => self.typed_num(node),
                None => Typed::Bad,
            },
            Gives::Bool => match self.bool_call(expr, name, args) {
                Some(node) => self.typed_bool(node),
                None => Typed::Bad,
            },
            Gives::Text => match self.text_call(name, args) {
                Some(node) => self.typed_text(node),
                None => Typed::Bad,
            },
            Gives::Anything | Gives::Effect => {
                let name = self.text(&args[0]);
                Typed::Any(self.add_any(Any::Param(name)))
            }
        }
    }

    fn wrong_arguments(&mut self, expr: &Expr, name: &str, count: usize, signature: &str) {
        let message = format!(
            "{name} does not take {count} argument{}",
            if count == 1 { "" } else { "s" }
        );
        let problem = self.problem(Code::WrongArguments, expr, message);
        self.report(problem.expected(signature.to_owned()));
    }

    fn call_if(&mut self, expr: &Expr, args: &[Expr]) -> Typed {
        if !(2..=3).contains(&args.len()) {
            self.wrong_arguments(expr, "if", args.len(), "if(condition, then, [else])");
            return Typed::Bad;
        }
        let condition = self.bool(&args[0]);
        let branch = self.branch(expr);
        let context = self.context;
        let effects = args[1..].iter().any(super::typed::changes_game);
        self.know_players(&args[0], true);
        if effects && !context.pure {
            let then = self.act(&args[1]);
            self.context = context;
            self.know_players(&args[0], false);
            // A branch that is just `true` is how people write "nothing".
            let other = args
                .get(2)
                .filter(|other| !matches!(other.kind, Kind::Bool(_)));
            let other = other.map(|other| self.act(other));
            self.context = context;
            let condition = self.flatten(condition);
            return Typed::Act(self.add_act(Act::If(condition, then, other, branch)));
        }
        let then = self.typed(&args[1]);
        self.context = context;
        self.know_players(&args[0], false);
        let other = match args.get(2) {
            Some(other) => self.typed(other),
            None => self.typed_bool(Bool::Const(true)),
        };
        self.context = context;
        match (then, other) {
            (Typed::Bad, _) | (_, Typed::Bad) => Typed::Bad,
            (Typed::Num(a), Typed::Num(b)) => self.typed_num(Num::If(condition, a, b, branch)),
            (Typed::Bool(a), Typed::Bool(b)) => self.typed_bool(Bool::If(condition, a, b, branch)),
            (Typed::Text(a), Typed::Text(b)) => self.typed_text(Text::If(condition, a, b, branch)),
            (
                Typed::Zone(_) | Typed::Each(_) | Typed::Text(_),
                Typed::Zone(_) | Typed::Each(_) | Typed::Text(_),
            ) => {
                let a = self.text(&args[1]);
                let b = args.get(2).map_or(a, |other| self.text(other));
                self.typed_text(Text::If(condition, a, b, branch))
            }
            _ => {
                let a = self.any(&args[1]);
                let b = match args.get(2) {
                    Some(other) => self.any(other),
                    None => {
                        let yes = self.add_bool(Bool::Const(true));
                        self.add_any(Any::Bool(yes))
                    }
                };
                Typed::Any(self.add_any(Any::If(condition, a, b, branch)))
            }
        }
    }

    fn call_while(&mut self, expr: &Expr, args: &[Expr]) -> Typed {
        let [condition, body] = args else {
            self.wrong_arguments(expr, "while", args.len(), "while(condition, effect)");
            return Typed::Bad;
        };
        if self.context.pure {
            let problem = self.problem(Code::EffectInCondition, expr, "a loop changes the game");
            self.report(problem.help("put it into a list of effects"));
            return Typed::Bad;
        }
        let asked = self.bool(condition);
        if self.program.bools[asked.0 as usize] == Bool::Const(true) {
            let problem = self.problem(Code::NeverEnds, condition, "this loop never ends");
            self.report(problem.expected("a condition that becomes false"));
        }
        let body = self.act(body);
        let asked = self.flatten(asked);
        Typed::Act(self.add_act(Act::While(asked, body)))
    }

    fn number_call(&mut self, expr: &Expr, name: &str, args: &[Expr]) -> Option<Num> {
        Some(match name {
            "card_count" => Num::CardCount(self.zone(&args[0])),
            "hand_value" | "sum_card_values" => {
                let zone = self.zone(&args[0]);
                let target = match args.get(1) {
                    Some(target) => self.num(target),
                    None => self.add_num(Num::Const(21.0)),
                };
                Num::HandValue(zone, target)
            }
            "prefer_high_under" => {
                let number = self.num(&args[0]);
                self.program.nums[number.0 as usize]
            }
            "card_rank" => Num::CardRank(self.zone(&args[0]), self.num(&args[1])),
            "top_card_rank" => Num::CardRank(self.zone(&args[0]), self.add_num(Num::Const(0.0))),
            "max_card_rank" => Num::MaxCardRank(self.zone(&args[0])),
            "count_rank" => Num::CountRank(self.zone(&args[0]), self.text(&args[1])),
            "count_cards_by_suit" => Num::CountSuit(self.zone(&args[0]), self.text(&args[1])),
            "sum_zone_values_by_suit" => Num::SumSuit(self.zone(&args[0]), self.text(&args[1])),
            "count_sets" => Num::CountSets(self.zone(&args[0]), self.num(&args[1])),
            "max_set_size" => Num::MaxSetSize(self.zone(&args[0])),
            "count_runs" => Num::CountRuns(self.zone(&args[0]), self.num(&args[1])),
            "max_run_length" => Num::MaxRunLength(self.zone(&args[0])),
            "poker_hand" => {
                let zone = self.zone(&args[0]);
                let other = args.get(1).map(|other| self.zone(other));
                Num::PokerHand(zone, other.unwrap_or(zone))
            }
            "trick_winner" => Num::TrickWinner(self.each_zone(&args[0])),
            "trick_card_count" => Num::TrickCardCount(self.each_zone(&args[0])),
            "turn_direction" => Num::Direction,
            "get_var" => match self.variable(&args[0]) {
                Variable::Known(var) => Num::Var(var),
                Variable::Named(name) => Num::VarNamed(name),
                Variable::Bad => return None,
            },
            "get_cumulative_score" => Num::Cumulative(self.num(&args[0])),
            "max_cumulative_score" => Num::MaxCumulative,
            "min_cumulative_score" => Num::MinCumulative,
            _ => return self.forgotten(expr, name),
        })
    }

    fn bool_call(&mut self, expr: &Expr, name: &str, args: &[Expr]) -> Option<Bool> {
        Some(match name {
            "has_card_matching_suit" => Bool::HasSuit(self.zone(&args[0]), self.text(&args[1])),
            "has_card_matching_rank" => Bool::HasRank(self.zone(&args[0]), self.text(&args[1])),
            "has_card_with" => Bool::HasCard(
                self.zone(&args[0]),
                self.text(&args[1]),
                self.text(&args[2]),
            ),
            "card_matches_top" => {
                Bool::CardMatchesTop(self.zone(&args[0]), self.num(&args[1]), self.zone(&args[2]))
            }
            "has_playable_card" => Bool::HasPlayable(self.zone(&args[0]), self.zone(&args[1])),
            "played_card_matches_top" => {
                if !self.context.played {
                    let message = "no card is about to be played here";
                    let problem = self.problem(Code::UnknownName, expr, message);
                    self.report(problem.help("it is known in the condition of play_card"));
                    return None;
                }
                Bool::PlayedMatchesTop(self.zone(&args[0]))
            }
            "has_flush" => Bool::HasFlush(self.zone(&args[0]), self.num(&args[1])),
            "has_straight" => Bool::HasStraight(self.zone(&args[0]), self.num(&args[1])),
            "all_players_done" => Bool::AllPlayersDone,
            "all_hands_dealt" => Bool::Dealt,
            "scores_calculated" => Bool::Scored,
            "continue_game" => Bool::Continue,
            "is_availability_check" => Bool::IsAvailabilityCheck,
            _ => return self.forgotten(expr, name),
        })
    }

    fn text_call(&mut self, name: &str, args: &[Expr]) -> Option<Text> {
        Some(match name {
            "card_suit" => Text::CardSuit(self.zone(&args[0]), self.num(&args[1])),
            "top_card_suit" => Text::CardSuit(self.zone(&args[0]), self.add_num(Num::Const(0.0))),
            "card_rank_name" => Text::CardRankName(self.zone(&args[0]), self.num(&args[1])),
            "top_card_rank_name" => {
                Text::CardRankName(self.zone(&args[0]), self.add_num(Num::Const(0.0)))
            }
            "led_card_suit" => Text::LedSuit(self.each_zone(&args[0])),
            "get_str_var" => match self.text_variable(&args[0]) {
                Variable::Known(var) => Text::Var(var),
                Variable::Named(name) => Text::VarNamed(name),
                Variable::Bad => return None,
            },
            "poker_hand_name" => Text::PokerName(self.num(&args[0])),
            "concat" => Text::Concat(self.any(&args[0]), self.any(&args[1])),
            _ => return None,
        })
    }

    /// What is put together of what never changes is put together once, and not whenever it is said.
    fn put_together(&mut self, text: TextId) -> TextId {
        match (self.program.texts[text.0 as usize], self.fixed_text(text)) {
            (Text::Concat(..), Some(fixed)) => {
                let word = self.word(&fixed);
                self.add_text(Text::Const(word))
            }
            _ => text,
        }
    }

    fn fixed_text(&self, text: TextId) -> Option<String> {
        let fixed = |any: AnyId| match self.program.anys[any.0 as usize] {
            Any::Text(text) => self.fixed_text(text),
            Any::Num(number) => match self.program.nums[number.0 as usize] {
                Num::Const(number) if number.fract() == 0.0 && number.abs() < 1e9 => {
                    Some((number as i64).to_string())
                }
                _ => None,
            },
            _ => None,
        };
        match self.program.texts[text.0 as usize] {
            Text::Const(word) => Some(self.program.word(word).to_owned()),
            Text::Concat(first, second) => Some(fixed(first)? + &fixed(second)?),
            _ => None,
        }
    }

    /// A builtin of the table that is not compiled: a test makes sure that there is none.
    fn forgotten<T>(&mut self, expr: &Expr, name: &str) -> Option<T> {
        let problem = self.problem(
            Code::UnknownBuiltin,
            expr,
            format!("'{name}' is not there yet"),
        );
        self.report(problem);
        None
    }

    fn effect(&mut self, expr: &Expr, builtin: &Builtin, args: &[Expr]) -> Typed {
        if self.context.pure {
            let message = format!(
                "{} changes the game, and a condition must not",
                builtin.name
            );
            let problem = self.problem(Code::EffectInCondition, expr, message);
            self.report(problem.help("put it into a list of effects"));
            return Typed::Bad;
        }
        let effect = match builtin.name {
            "shuffle" => Effect::Shuffle(self.zone(&args[0])),
            "deal" => {
                let from = self.zone(&args[0]);
                match self.zone_or_each(&args[1]) {
                    Ok(to) => Effect::Deal(from, to, self.num(&args[2])),
                    Err(each) => Effect::DealAll(from, each, self.num(&args[2])),
                }
            }
            "draw" => {
                let from = self.zone(&args[0]);
                let to = match self.zone_or_each(&args[1]) {
                    Ok(to) => to,
                    Err(each) => self.add_zone(ZoneExpr::Current(each)),
                };
                Effect::Draw(from, to, self.num(&args[2]))
            }
            "move_top" => {
                Effect::MoveTop(self.zone(&args[0]), self.zone(&args[1]), self.num(&args[2]))
            }
            "move_all" => Effect::MoveAll(self.zone(&args[0]), self.zone(&args[1])),
            "move_rank" => Effect::MoveRank(
                self.zone(&args[0]),
                self.zone(&args[1]),
                self.text(&args[2]),
            ),
            "collect_all_to" => Effect::CollectAllTo(self.zone(&args[0])),
            "collect_trick" => Effect::CollectTrick(self.each_zone(&args[0]), self.zone(&args[1])),
            "flip_top" => Effect::FlipTop(self.zone(&args[0]), self.num(&args[1])),
            "set_face_up" => {
                Effect::SetFaceUp(self.zone(&args[0]), self.num(&args[1]), self.bool(&args[2]))
            }
            "reveal_all" => Effect::RevealAll(self.zone(&args[0])),
            "end_turn" => Effect::EndTurn,
            "reverse_turn_order" => Effect::Reverse,
            "skip_next_player" => Effect::SkipNext,
            "set_next_player" => Effect::SetNext(self.num(&args[0])),
            "set_lead_player" => Effect::SetLead(self.num(&args[0])),
            "set_var" => match (self.variable(&args[0]), self.num(&args[1])) {
                (Variable::Known(var), value) => Effect::SetVar(var, value),
                (Variable::Named(name), value) => Effect::SetVarNamed(name, value),
                (Variable::Bad, _) => return Typed::Bad,
            },
            "inc_var" => match (self.variable(&args[0]), self.num(&args[1])) {
                (Variable::Known(var), value) => Effect::IncVar(var, value),
                (Variable::Named(name), value) => Effect::IncVarNamed(name, value),
                (Variable::Bad, _) => return Typed::Bad,
            },
            "set_str_var" => match (self.text_variable(&args[0]), self.text(&args[1])) {
                (Variable::Known(var), value) => Effect::SetText(var, value),
                (Variable::Named(name), value) => Effect::SetTextNamed(name, value),
                (Variable::Bad, _) => return Typed::Bad,
            },
            "calculate_scores" => Effect::CalculateScores,
            "determine_winners" => Effect::DetermineWinners,
            "accumulate_scores" => Effect::AccumulateScores,
            "reset_round" => Effect::ResetRound,
            "end_game" => Effect::EndGame,
            "say" => {
                let text = self.text(&args[0]);
                Effect::Say(self.put_together(text))
            }
            name => {
                let _: Option<()> = self.forgotten(expr, name);
                return Typed::Bad;
            }
        };
        self.check_move(expr, effect);
        Typed::Act(self.add_act(Act::Do(effect)))
    }

    /// Cards that are moved onto their own zone would be doubled or lost.
    fn check_move(&mut self, expr: &Expr, effect: Effect) {
        let (from, to) = match effect {
            Effect::Deal(from, to, _)
            | Effect::Draw(from, to, _)
            | Effect::MoveTop(from, to, _)
            | Effect::MoveAll(from, to)
            | Effect::MoveRank(from, to, _) => (from, to),
            _ => return,
        };
        let zone = |id: ZoneId| self.program.zone_exprs[id.0 as usize];
        let same = match (zone(from), zone(to)) {
            (ZoneExpr::Mine(a), ZoneExpr::Mine(b)) => {
                let kind = |mine: u16| self.program.mine[usize::from(mine)].kind;
                kind(a).is_some() && kind(a) == kind(b)
            }
            (ZoneExpr::Named(_), _) | (ZoneExpr::OfSeat(..), _) => false,
            (a, b) => a == b,
        };
        if same {
            let message = "the cards already lie in this zone";
            let problem = self.problem(Code::OntoItself, expr, message);
            self.report(problem.expected("two different zones"));
        }
    }
}
