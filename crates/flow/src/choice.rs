//! One choice: what can be answered, how an answer is written, and what a written answer means.

use std::ops::RangeInclusive;

use parlor_core::Rejection;
use parlor_table::{Handle, Packed, Piece, Table, Word, Zone};
use parlor_tabletop::mix;

use crate::action::{Among, Choice, Kind};
use crate::args::{Amount, Resolved};
use crate::question::Options;
use crate::ways::LISTED_NUMBERS;
use crate::{At, Input, Target};

/// So many numbers of a range are tried against a condition.
const TRIED_NUMBERS: u64 = 1_000_000;

/// Whether a range of numbers is too long to be listed in full.
pub(crate) fn is_long(range: &RangeInclusive<i64>) -> bool {
    range.start() <= range.end() && range.end().abs_diff(*range.start()) >= 2 * LISTED_NUMBERS
}

/// What the numbers that stand for answers are.
#[derive(Clone, Copy)]
pub(crate) enum Shape<'a> {
    Piece,
    Cell(Zone),
    Zone,
    Seat,
    Target,
    Number,
    Word(&'a [Word]),
}

impl Choice {
    /// What its answers are.
    #[inline]
    pub(crate) fn shape<'a>(&'a self, at: &'a At<'_>) -> Shape<'a> {
        match &self.kind {
            Kind::Piece { .. } | Kind::Pieces(_) => Shape::Piece,
            Kind::Cell { zone, .. } => Shape::Cell(*zone),
            Kind::Zones(_) => Shape::Zone,
            Kind::Seat(_) => Shape::Seat,
            Kind::Targets(_) => Shape::Target,
            Kind::Words(words) => Shape::Word(words),
            Kind::Number(_) | Kind::List(_) | Kind::Text { .. } => Shape::Number,
            Kind::Asked => match at.question().map(|question| &question.among) {
                Some(Options::Pieces(_)) => Shape::Piece,
                Some(Options::Cells(zone, _)) => Shape::Cell(*zone),
                Some(Options::Zones(_)) => Shape::Zone,
                Some(Options::Seats(_)) => Shape::Seat,
                Some(Options::Targets(_)) => Shape::Target,
                Some(Options::Words(words)) => Shape::Word(words),
                Some(Options::Number(_)) | None => Shape::Number,
            },
        }
    }

    /// How many different answers it takes; nothing where it takes one.
    pub(crate) fn amount(&self, at: &At<'_>) -> Option<Amount> {
        match &self.kind {
            Kind::Asked => at.question()?.amount(at),
            _ => self.amount.clone(),
        }
    }

    /// What can be chosen, each as a number; of a long range, some.
    pub(crate) fn candidates(&self, at: &At<'_>, out: &mut Vec<i64>) {
        let start = out.len();
        if let Kind::Number(range) = &self.kind
            && (self.only.is_some() || self.valid.is_some())
        {
            // A condition may hold of few numbers only: look at many, and list as many as of other ranges.
            let range = range(at);
            let mut found: Vec<i64> = self.allowed(at, &range).collect();
            if is_long(&range) {
                // And what a quick look finds.
                self.base_candidates(at, out);
                let quick = out.drain(start..).filter(|raw| self.allows(at, *raw));
                found.extend(quick);
                found.sort_unstable();
                found.dedup();
            }
            let listed = found.len().min(LISTED_NUMBERS as usize);
            return out.extend((0..listed).map(|index| found[index * found.len() / listed]));
        }
        self.base_candidates(at, out);
        if self.only.is_some() || self.valid.is_some() {
            keep(out, start, |raw| self.allows(at, raw));
        }
    }

    /// The numbers of a range that fulfil the conditions; where there are too many to look at, some from all over it.
    fn allowed(&self, at: &At<'_>, range: &RangeInclusive<i64>) -> impl Iterator<Item = i64> {
        let low = *range.start();
        let numbers = match range.is_empty() {
            true => 0,
            false => range.end().abs_diff(low).saturating_add(1),
        };
        let every = numbers.div_ceil(TRIED_NUMBERS).max(1);
        let tried = (0..numbers.div_ceil(every)).map(move |step| {
            // Not in equal steps, which a condition could always miss.
            let first = step * every;
            let many = every.min(numbers - first);
            low.wrapping_add((first + mix(step) % many) as i64)
        });
        tried.filter(|raw| self.allows(at, *raw))
    }

    /// What could be chosen if there were no conditions on the answer.
    fn base_candidates(&self, at: &At<'_>, out: &mut Vec<i64>) {
        let start = out.len();
        let viewer = at.viewer();
        match &self.kind {
            Kind::Piece { from, filter } => {
                // Nobody can point at a piece that it cannot tell from others.
                let pieces = at.zone(from(at)).pieces();
                let pieces = pieces.filter(|piece| at.can_follow(*piece, viewer));
                out.extend(pieces.map(Piece::pack).filter(|raw| filter(at, *raw)));
                self.forget_order(at, &mut out[start..]);
            }
            Kind::Pieces(pieces) => {
                pieces(at, out);
                keep(out, start, |raw| at.can_follow(Piece::unpack(raw), viewer));
                self.forget_order(at, &mut out[start..]);
            }
            Kind::Cell { zone, among } => match among {
                Among::All(filter) => {
                    let cells = 0..at.place_count(*zone) as i64;
                    out.extend(cells.filter(|raw| filter(at, *raw)));
                }
                Among::These(cells) => cells(at, out),
            },
            Kind::Zones(zones) => zones(at, out),
            Kind::Seat(filter) => {
                let seats = at.seat_set().minus(at.out());
                out.extend(
                    seats
                        .iter()
                        .map(Packed::pack)
                        .filter(|raw| filter(at, *raw)),
                );
            }
            Kind::Number(range) => {
                let range = range(at);
                let (low, high) = (*range.start(), *range.end());
                let every = match is_long(&range) {
                    true => high.abs_diff(low) / LISTED_NUMBERS,
                    false => 1,
                };
                out.extend((low..=high).step_by(every as usize));
                if every > 1 && out.last() != Some(&high) {
                    out.push(high);
                }
            }
            Kind::List(list) => {
                list(at, out);
                // Each once.
                let mut index = start;
                while index < out.len() {
                    match out[start..index].contains(&out[index]) {
                        true => drop(out.remove(index)),
                        false => index += 1,
                    }
                }
            }
            Kind::Targets(targets) => {
                targets(at, out);
                keep(out, start, |raw| match Target::unpack(raw) {
                    Target::Piece(piece) => at.can_follow(piece, viewer),
                    Target::Seat(_) => true,
                });
                self.forget_order(at, &mut out[start..]);
            }
            Kind::Words(words) => out.extend(0..words.len() as i64),
            Kind::Asked => {
                let question = at.question();
                out.extend(question.iter().flat_map(|question| question.candidates(at)));
            }
            Kind::Text { .. } => {}
        }
    }

    /// Where a seat does not see in which order pieces lie, a list of them tells nothing of it.
    fn forget_order(&self, at: &At<'_>, pieces: &mut [i64]) {
        let viewer = at.viewer();
        let is_target = matches!(self.kind, Kind::Targets(_));
        let in_order = |raw: &i64| {
            let piece = match is_target {
                true => Target::unpack(*raw),
                false => Target::Piece(Piece::unpack(*raw)),
            };
            let sight = |piece| at.sight(at.zone_of(piece));
            !matches!(piece, Target::Piece(piece) if !sight(piece).tracked().see(viewer))
        };
        if !pieces.iter().all(in_order) {
            pieces.sort_by_cached_key(|raw| self.key(at, *raw));
        }
    }

    /// All answers, written out; where there are too many, some.
    pub(crate) fn answers(&self, at: &At<'_>) -> Vec<Resolved> {
        let mut answers = Vec::new();
        if let Kind::Text { .. } = &self.kind {
            answers.extend(self.optional.then_some(Resolved::Nothing));
            answers.extend(self.texts(at).into_iter().map(Resolved::Text));
            return answers;
        }
        let mut candidates = Vec::new();
        let last = self.last(at, &mut candidates);
        if last.sure {
            answers.extend(last.listed().map(|number| last.answer(&candidates, number)));
            return answers;
        }
        self.candidates(at, &mut candidates);
        answers.extend(self.optional.then_some(Resolved::Nothing));
        answers.extend(candidates.into_iter().map(Resolved::One));
        answers
    }

    /// The texts that are worth a try. Where no example fits, some text has to: whoever must write one has to find one.
    pub(crate) fn texts(&self, at: &At<'_>) -> Vec<Box<str>> {
        let Kind::Text { examples, length } = &self.kind else {
            return Vec::new();
        };
        let fits = |text: &String| length.contains(&text.chars().count());
        let texts = examples(at).into_iter().filter(fits).map(Into::into);
        let mut texts: Vec<Box<str>> = texts.collect();
        if texts.is_empty() && !self.optional {
            let (least, most) = (*length.start(), *length.end());
            texts.extend((least <= most).then(|| "a".repeat(least).into()));
            if at
                .args()
                .action
                .is_some_and(|action| action.check.is_some())
            {
                // Nobody knows what the check wants.
                let others = ["1".repeat(least.max(1)), "yes".into(), "no".into()];
                texts.extend(others.into_iter().filter(fits).map(Into::into));
            }
        }
        texts
    }

    /// Whether an answer that was given before is still one.
    pub(crate) fn takes(&self, at: &At<'_>, answer: &Resolved) -> bool {
        let (Resolved::One(_) | Resolved::Many(_)) = answer else {
            return true;
        };
        let mut candidates = Vec::new();
        self.candidates(at, &mut candidates);
        let in_range = |raw: &i64| match &self.kind {
            // Long ranges are listed in part.
            Kind::Number(range) => range(at).contains(raw) && self.allows(at, *raw),
            _ => candidates.contains(raw),
        };
        match answer {
            Resolved::One(raw) => in_range(raw),
            Resolved::Many(raws) => raws.iter().all(in_range),
            Resolved::Nothing | Resolved::Text(_) => true,
        }
    }

    /// Whether the conditions on an answer hold.
    #[inline]
    pub(crate) fn allows(&self, at: &At<'_>, raw: i64) -> bool {
        self.only.as_ref().is_none_or(|only| (only.holds)(at, raw))
            && self
                .valid
                .as_ref()
                .is_none_or(|valid| valid(at, raw).is_ok())
    }

    /// By what several answers are put in order: the same in every list and every command of a seat.
    pub(crate) fn key(&self, at: &At<'_>, raw: i64) -> i64 {
        let rank = |piece| at.rank(piece, at.viewer()) as i64;
        match self.shape(at) {
            Shape::Piece => rank(Piece::unpack(raw)),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => rank(piece),
                Target::Seat(_) => raw,
            },
            _ => raw,
        }
    }

    /// Whether the candidates come in the order of their keys, because they are listed as they lie and the seat sees how.
    pub(crate) fn lists_in_order(&self, at: &At<'_>) -> bool {
        match &self.kind {
            Kind::Piece { from, .. } => {
                let tracked = at.sight(from(at)).tracked();
                tracked.see(at.viewer())
            }
            _ => false,
        }
    }

    /// An answer as it is written in a command.
    pub(crate) fn input(&self, at: &At<'_>, resolved: &Resolved) -> Input {
        match resolved {
            Resolved::Nothing => Input::Nothing,
            Resolved::One(raw) => self.input_of(at, *raw),
            Resolved::Many(raws) => {
                let mut inputs: Vec<Input> =
                    raws.iter().map(|raw| self.input_of(at, *raw)).collect();
                // However the pieces lie by then, the same ones are the same command.
                if let Shape::Piece | Shape::Target = self.shape(at) {
                    inputs.sort_by_key(|input| match input {
                        Input::Number(number) => *number,
                        _ => -1,
                    });
                }
                Input::Many(inputs.into())
            }
            Resolved::Text(text) => (&**text).into(),
        }
    }

    /// One answer as it is written.
    pub(crate) fn input_of(&self, at: &At<'_>, raw: i64) -> Input {
        let handle = |piece| {
            let handle = at.handle_of(piece);
            Input::Number(handle.map_or(-1, |handle| handle.0.into()))
        };
        match self.shape(at) {
            Shape::Piece => handle(Piece::unpack(raw)),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => handle(piece),
                Target::Seat(seat) => seat.touch().as_str().into(),
            },
            Shape::Cell(zone) => Input::Word(at.schema().place_word(zone.at(Packed::unpack(raw)))),
            Shape::Zone => zone_input(at, Zone::unpack(raw)),
            Shape::Word(words) => Input::Word(words[raw as usize]),
            Shape::Seat | Shape::Number => Input::Number(raw),
        }
    }

    /// What is meant by a written answer, if it is the name of anything.
    fn raw(&self, at: &At<'_>, input: &Input) -> Option<i64> {
        let piece = |number: &i64| {
            let handle = Handle(u32::try_from(*number).ok()?);
            at.by_handle(handle, at.viewer())
        };
        match (self.shape(at), input) {
            (Shape::Piece, Input::Number(number)) => piece(number).map(Piece::pack),
            (Shape::Target, Input::Number(number)) => {
                piece(number).map(|piece| Target::Piece(piece).pack())
            }
            (Shape::Target, Input::Word(word)) => {
                let mut seats = at.seats();
                let named = seats.find(|seat| seat.touch() == word.as_str());
                named.map(|seat| Target::Seat(seat).pack())
            }
            (Shape::Cell(zone), Input::Word(word)) => {
                at.schema().cell_called(zone, *word).map(Packed::pack)
            }
            (Shape::Zone, Input::Word(word)) => {
                let mut raws = Vec::new();
                self.base_candidates(at, &mut raws);
                let input = Input::Word(*word);
                raws.into_iter()
                    .find(|raw| zone_input(at, Zone::unpack(*raw)) == input)
            }
            (Shape::Word(words), Input::Word(word)) => words
                .iter()
                .position(|known| known == word)
                .map(Packed::pack),
            (Shape::Seat | Shape::Number, Input::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// What an answer means, or why it is none.
    pub(crate) fn resolve(&self, at: &At<'_>, input: &Input) -> Result<Resolved, Rejection> {
        match (&self.kind, input, self.amount(at)) {
            (_, Input::Nothing, _) if self.optional => Ok(Resolved::Nothing),
            (Kind::Text { length, .. }, Input::Word(_) | Input::Text(_), _) => {
                let text = match input {
                    Input::Text(text) => text.to_string(),
                    Input::Word(word) => word.to_string(),
                    _ => String::new(),
                };
                match length.contains(&text.chars().count()) {
                    true => Ok(Resolved::Text(text.into())),
                    false => Err(Rejection::new(
                        "wrong_length",
                        "{choice} takes {least} to {most} characters",
                    )
                    .with("choice", self.name.to_string())
                    .with("least", *length.start() as u64)
                    .with("most", *length.end() as u64)),
                }
            }
            (_, Input::Many(inputs), Some(amount)) => {
                if !amount.contains(&inputs.len()) {
                    return Err(Rejection::new(
                        "wrong_number",
                        "{choice} takes {least} to {most} answers, not {given}",
                    )
                    .with("choice", self.name.to_string())
                    .with("least", *amount.start() as u64)
                    .with("most", *amount.end() as u64)
                    .with("given", inputs.len() as u64));
                }
                let mut raws = Vec::new();
                let base = self.base(at);
                for input in inputs {
                    let raw = self.resolve_one(at, input, &base)?;
                    if raws.contains(&raw) {
                        return Err(Rejection::new("twice", "{choice}: {answer} is there twice")
                            .with("choice", self.name.to_string())
                            .with("answer", input.to_string()));
                    }
                    raws.push(raw);
                }
                raws.sort_by_key(|raw| self.key(at, *raw));
                Ok(Resolved::Many(raws.into()))
            }
            (_, _, None) => {
                let base = self.base(at);
                self.resolve_one(at, input, &base).map(Resolved::One)
            }
            _ => Err(self.refuse(input)),
        }
    }

    /// What could be chosen if there were no conditions on the answer.
    fn base(&self, at: &At<'_>) -> Vec<i64> {
        let mut base = Vec::new();
        // Numbers of a range need no list.
        if !matches!(self.kind, Kind::Number(_)) {
            self.base_candidates(at, &mut base);
        }
        base
    }

    fn resolve_one(&self, at: &At<'_>, input: &Input, base: &[i64]) -> Result<i64, Rejection> {
        let raw = self.raw(at, input).ok_or_else(|| self.refuse(input))?;
        let is_there = match &self.kind {
            Kind::Number(range) => range(at).contains(&raw),
            _ => base.contains(&raw),
        };
        if !is_there {
            return Err(self.refuse(input));
        }
        let holds = self.only.as_ref().is_none_or(|only| (only.holds)(at, raw));
        let valid = self.valid.as_ref().map_or(Ok(()), |valid| valid(at, raw));
        if holds && valid.is_ok() {
            return Ok(raw);
        }
        // A reason may speak only of what the seat sees: it can point at any back of a crib or deck, and must not learn
        // from the answer what lies there.
        let known = match self.shape(at) {
            Shape::Piece => at.sees_face(Piece::unpack(raw)),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => at.sees_face(piece),
                Target::Seat(_) => true,
            },
            _ => true,
        };
        match (&self.only, valid) {
            _ if !known => Err(self.refuse(input)),
            (Some(only), _) if !holds => Err(Rejection::new(only.code.clone(), only.text.clone())),
            (_, reason) => reason.and_then(|()| Err(self.refuse(input))),
        }
    }

    fn refuse(&self, input: &Input) -> Rejection {
        let text: String = input.to_string().chars().take(40).collect();
        Rejection::new("not_a_choice", "{answer} cannot be chosen as {choice} now")
            .with("answer", text)
            .with("choice", self.name.to_string())
    }
}

/// A zone by its name, or by a number where that is too long for a word.
fn zone_input(table: &Table, zone: Zone) -> Input {
    match Word::new(&table.schema().zone_name(zone)) {
        Some(word) => Input::Word(word),
        None => Input::Number(zone.pack()),
    }
}

/// Keeps those from `start` on for which this holds.
fn keep(raws: &mut Vec<i64>, start: usize, holds: impl Fn(i64) -> bool) {
    let mut kept = start;
    for index in start..raws.len() {
        if holds(raws[index]) {
            raws.swap(kept, index);
            kept += 1;
        }
    }
    raws.truncate(kept);
}
