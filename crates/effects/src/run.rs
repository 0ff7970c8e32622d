//! Programs at work: step by step, on a frame that is plain data.

use parlor_core::{Rejection, Seat};
use parlor_flow::{Ask, At, Next, Play, ProgramFrame, Programs, Target};
use parlor_table::{Changes, End, Eyes, Piece, ShownAs};

use crate::code::{Find, Program, Ref, Slot, Step, Verb, Whereto, packed};
use crate::effect::Which;
use crate::look::Look;
use crate::registers;

/// All that was compiled.
#[derive(Debug)]
pub(crate) struct Code {
    pub programs: Vec<Program>,
    pub kinds: Vec<Vec<bool>>,
}

/// The most entries that a program may keep.
const MOST_KEPT: usize = 10_000;
/// The most pieces that one step creates.
const MOST_CREATED: i64 = 1_000;

impl Programs for Code {
    fn run(&self, play: &mut Play<'_, '_>, frame: &mut ProgramFrame) -> Next {
        let Some(step) = self.step(frame) else {
            return Next::Done;
        };
        frame.counter += 1;
        let locals = &mut frame.locals;
        let go = |counter: &mut u32, to: usize| *counter = to as u32;
        match step {
            Step::Jump(to) => go(&mut frame.counter, *to),
            Step::Unless(holds, to) => {
                if !self.look(&play.at(), locals).holds(holds) {
                    go(&mut frame.counter, *to);
                }
            }
            Step::Find { find, into } => {
                if let Some(answer) = frame.answer.take() {
                    registers::put(locals, *into, &answer);
                } else {
                    match self.find(play, locals, find) {
                        Some(found) => registers::put(locals, *into, &found),
                        None => {
                            frame.counter -= 1;
                            return Next::Ask;
                        }
                    }
                }
            }
            Step::May { otherwise, .. } => match frame.answer.take() {
                Some(answer) if answer.first() == Some(&0) => go(&mut frame.counter, *otherwise),
                Some(_) => {}
                None if self.seat(&play.at(), locals, step).is_none() => {
                    go(&mut frame.counter, *otherwise)
                }
                None => {
                    frame.counter -= 1;
                    return Next::Ask;
                }
            },
            Step::OneOf { ways, .. } => match frame.answer.take() {
                Some(answer) => {
                    let way = answer.first().map_or(0, |way| *way as usize);
                    go(&mut frame.counter, ways[way.min(ways.len() - 1)]);
                }
                None if self.seat(&play.at(), locals, step).is_none() => {
                    go(&mut frame.counter, ways[0])
                }
                None => {
                    frame.counter -= 1;
                    return Next::Ask;
                }
            },
            Step::Next { list, into, end } => {
                match registers::get(locals, *list).to_vec().split_first() {
                    Some((first, rest)) => {
                        registers::put(locals, *list, rest);
                        registers::put(locals, *into, &[*first]);
                    }
                    None => go(&mut frame.counter, *end),
                }
            }
            Step::Note { number, into } => {
                let number = self.look(&play.at(), locals).number(number);
                registers::put(locals, *into, &[number]);
            }
            Step::Down { count, end } => match registers::get(locals, *count).first() {
                Some(left @ 1..) => {
                    let left = left - 1;
                    registers::put(locals, *count, &[left]);
                }
                _ => go(&mut frame.counter, *end),
            },
            Step::Do(verb) => self.act(play, locals, verb),
        }
        if frame.locals.len() > MOST_KEPT {
            play.refuse(
                Rejection::new(
                    "effect_too_large",
                    "an effect keeps more than {limit} things in mind",
                )
                .with("limit", MOST_KEPT as u64),
            );
            return Next::Done;
        }
        Next::Again
    }

    fn question(&self, at: &At<'_>, frame: &ProgramFrame) -> Ask {
        let look = self.look(at, &frame.locals);
        let Some(step) = self.step(frame) else {
            return Ask::yes_no(look.you()).untyped();
        };
        let seat = self.seat(at, &frame.locals, step).unwrap_or(look.you());
        match step {
            Step::Find {
                find: Find::Those(draw),
                ..
            } => {
                let count = draw
                    .count
                    .as_ref()
                    .map_or(1, |count| look.number(count))
                    .max(0) as usize;
                let least = if draw.up_to { 0 } else { count };
                Ask::pieces(seat, look.fitting(&draw.those))
                    .many(least..=count)
                    .untyped()
            }
            Step::OneOf { labels, .. } => {
                let words: Vec<&str> = labels.iter().map(|label| label.as_str()).collect();
                Ask::words(seat, words).untyped()
            }
            Step::May { prompt, .. } => {
                Ask::yes_no(seat).prompt_by(prompt.clone().into()).untyped()
            }
            _ => Ask::yes_no(seat).untyped(),
        }
    }

    fn shows(&self, frame: &ProgramFrame, local: usize) -> ShownAs {
        let program = self.programs.get(frame.program as usize);
        let register = registers::owner(&frame.locals, local);
        let targets = register.zip(program);
        match targets.and_then(|(register, program)| program.targets.get(register)) {
            Some(true) => ShownAs::Piece,
            Some(false) | None => ShownAs::Number,
        }
    }
}

impl Code {
    /// The step that comes next, if there is one: what a file says may be wrong.
    fn step(&self, frame: &ProgramFrame) -> Option<&Step> {
        let program = self.programs.get(frame.program as usize)?;
        program.steps.get(frame.counter as usize)
    }

    fn look<'a>(&'a self, at: &'a At<'a>, locals: &'a [i64]) -> Look<'a> {
        Look {
            at,
            locals,
            kinds: &self.kinds,
            candidate: None,
        }
    }

    /// Who is asked by a step: the first that it names, as long as that seat plays.
    fn seat(&self, at: &At<'_>, locals: &[i64], step: &Step) -> Option<Seat> {
        let who = match step {
            Step::May { who, .. } | Step::OneOf { who, .. } => who,
            Step::Find {
                find: Find::Those(draw),
                ..
            } => &draw.chooser,
            _ => return None,
        };
        let seats = self.look(at, locals).seats(who);
        seats.into_iter().find(|seat| !at.out().contains(*seat))
    }

    /// What is found without a question; nothing if somebody has to choose.
    fn find(&self, play: &mut Play<'_, '_>, locals: &[i64], find: &Find) -> Option<Vec<i64>> {
        let draw = match find {
            Find::Named(named) => {
                let targets = self.look(&play.at(), locals).targets(named);
                return Some(targets.into_iter().map(packed).collect());
            }
            Find::Those(draw) => draw,
        };
        let at = play.at();
        let look = self.look(&at, locals);
        let mut found = look.fitting(&draw.those);
        let count = match &draw.count {
            Some(count) => look.number(count).clamp(0, found.len() as i64) as usize,
            None => found.len(),
        };
        let asked = look
            .seats(&draw.chooser)
            .into_iter()
            .any(|seat| !at.out().contains(seat));
        drop(at);
        match draw.which {
            Which::Random => play.rng().shuffle(&mut found),
            Which::Top => found.reverse(),
            Which::Bottom => {}
            Which::Chosen if asked && count > 0 && (draw.up_to || count < found.len()) => {
                return None;
            }
            Which::Chosen => {}
        }
        found.truncate(count);
        Some(found.into_iter().map(packed).collect())
    }

    fn pieces(&self, play: &Play<'_, '_>, locals: &[i64], of: &Ref) -> Vec<Piece> {
        self.look(&play.at(), locals).pieces(of)
    }

    fn act(&self, play: &mut Play<'_, '_>, locals: &mut Vec<i64>, verb: &Verb) {
        match verb {
            Verb::Move {
                pieces,
                to,
                of,
                bottom,
                openly,
                because,
            } => {
                let pieces = self.pieces(play, locals, pieces);
                let whose = of.as_ref().and_then(|of| self.first_seat(play, locals, of));
                let end = if *bottom { End::Bottom } else { End::Top };
                let seen = if *openly { Eyes::ALL } else { Eyes::NOBODY };
                let moves = |play: &mut Play<'_, '_>| {
                    for piece in pieces {
                        let to = match to {
                            Whereto::One(zone) => Some(*zone),
                            Whereto::Each(each) => {
                                whose.or(play.owner(piece)).map(|seat| each.of(seat))
                            }
                        };
                        if let Some(to) = to {
                            play.bring(piece, to.into(), end, seen);
                        }
                    }
                };
                match because {
                    Some(cause) => play.because(cause.as_str(), moves),
                    None => moves(play),
                }
            }
            Verb::Create {
                definition,
                to,
                count,
                of,
            } => {
                let at = play.at();
                let look = self.look(&at, locals);
                let count = look.number(count);
                let places: Vec<_> = look
                    .seats(of)
                    .into_iter()
                    .map(|seat| match to {
                        Whereto::One(zone) => (*zone, seat),
                        Whereto::Each(each) => (each.of(seat), seat),
                    })
                    .collect();
                drop(at);
                if count > MOST_CREATED {
                    play.refuse(
                        Rejection::new(
                            "too_many_created",
                            "an effect creates more than {limit} pieces at once",
                        )
                        .with("limit", MOST_CREATED as u64),
                    );
                }
                for (zone, seat) in places {
                    for _ in 0..count.min(MOST_CREATED) {
                        play.create(*definition, zone, Some(seat));
                    }
                }
            }
            Verb::Shuffle { zone, of } => {
                let zones = self.look(&play.at(), locals).zones(*zone, of);
                zones.into_iter().for_each(|zone| play.shuffle(zone));
            }
            Verb::Reveal { pieces, to } => {
                let at = play.at();
                let look = self.look(&at, locals);
                let eyes = match to {
                    Some(to) => look
                        .seats(to)
                        .into_iter()
                        .fold(Eyes::NOBODY, |eyes, seat| eyes.or(Eyes::of(seat))),
                    None => Eyes::ALL,
                };
                let pieces = look.pieces(pieces);
                drop(at);
                pieces
                    .into_iter()
                    .for_each(|piece| play.reveal(piece, eyes));
            }
            Verb::Attach { pieces, to } => {
                let host = self.pieces(play, locals, to).first().copied();
                let pieces = self.pieces(play, locals, pieces);
                if let Some(host) = host {
                    pieces
                        .into_iter()
                        .for_each(|piece| play.attach(piece, host));
                }
            }
            Verb::Control { pieces, by } => {
                let by = self.first_seat(play, locals, by);
                let pieces = self.pieces(play, locals, pieces);
                for piece in pieces {
                    let controller = by.filter(|seat| play.owner(piece) != Some(*seat));
                    play.control(piece, controller);
                }
            }
            Verb::Write { slot, amount, add } => {
                let amount = self.look(&play.at(), locals).number(amount);
                let result = |old: i64| {
                    if *add {
                        old.saturating_add(amount)
                    } else {
                        amount
                    }
                };
                match slot {
                    Slot::Table(value) => {
                        let new = result(play.value(*value));
                        play.set_value(*value, new);
                    }
                    Slot::Seats(of, value) => {
                        let seats = self.look(&play.at(), locals).seats(of);
                        for seat in seats {
                            let new = result(play.of(seat, *value));
                            play.set_of(seat, *value, new);
                        }
                    }
                    Slot::Pieces(of, stat) => {
                        for piece in self.pieces(play, locals, of) {
                            let new = result(play.get(piece, *stat));
                            play.set(piece, *stat, new);
                        }
                    }
                }
            }
            Verb::Roll { dice, sides, into } => {
                let sum = (0..*dice)
                    .map(|_| i64::from(play.rng().below(*sides)) + 1)
                    .sum();
                registers::put(locals, *into, &[sum]);
            }
        }
    }

    fn first_seat(&self, play: &Play<'_, '_>, locals: &[i64], of: &Ref) -> Option<Seat> {
        self.look(&play.at(), locals).seats(of).first().copied()
    }
}

/// What a program begins with: whose effect it is, who controls that, what it is about, and what was chosen for it.
pub(crate) fn start(
    this: Option<Piece>,
    you: Seat,
    it: Option<Target>,
    chosen: &[&[Target]],
) -> Vec<i64> {
    let mut locals = Vec::new();
    let own: Vec<i64> = this.into_iter().map(packed).collect();
    let about: Vec<i64> = it.into_iter().map(packed).collect();
    registers::put(&mut locals, registers::THIS, &own);
    registers::put(&mut locals, registers::YOU, &[packed(you)]);
    registers::put(&mut locals, registers::IT, &about);
    for (index, targets) in chosen.iter().enumerate() {
        let targets: Vec<i64> = targets.iter().copied().map(packed).collect();
        registers::put(&mut locals, registers::IT + 1 + index, &targets);
    }
    locals
}
