//! Imagining what a viewer cannot see, as far as it fits what everybody who followed the match knows.

use parlor_core::prelude::*;
use parlor_table::{Dealer, MayBeAt, Packed, Piece, Place, Schema, ShownAs, Table, Zone, ZoneKind};
use parlor_tabletop::Secrets;

use crate::action::Kind;
use crate::advance::Asked;
use crate::args::Resolved;
use crate::brings::Bring;
use crate::state::{Chosen, Round};
use crate::{At, FlowGame, Position, Said, State};

/// How many small changes are tried so that a deal fits what everybody knows.
const MOST_CHANGES: usize = 1000;

impl Hidden for FlowGame {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        parlor_tabletop::resample(self, state, viewer, rng)
    }

    fn redraw(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        if viewer == Viewer::Referee {
            return;
        }
        let may_be_at = |zone| self.may_be_at(zone);
        sample.table.redraw_where(viewer, &may_be_at, rng);
        self.imagine_brings(sample, viewer, rng);
        self.follow(sample, viewer, rng);
        self.settle(sample, viewer, rng);
        sample.table.imagine_sight(&self.sights, viewer);
        self.choose_for_others(sample, viewer, rng);
    }

    fn mistake(&self, state: &State) -> Option<String> {
        state.table.sight_mistake(&self.sights)
    }

    fn renumbered(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(parlor_tabletop::renumbered(self, state, rng))
    }

    fn scrambled(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> Option<State> {
        // What others think that somebody brought is no matter of what lies on the table.
        if self.brings.iter().any(Bring::is_imagined) {
            return None;
        }
        let mut other = state.clone();
        let could_lie = |table: &Table, piece: Piece, place: Place| match self.may_be_at(place.zone)
        {
            Some(rule) => rule(table, viewer, piece, place),
            None => table.count_at(place) == 0,
        };
        other.table.scramble(&could_lie, rng);
        self.follow(&mut other, viewer, rng);
        other.table.imagine_sight(&self.sights, viewer);
        (self.wrong(&other, viewer) == 0).then_some(other)
    }
}

impl Secrets for FlowGame {
    fn hide_progress(&self, at: &mut Position, viewer: Viewer) {
        for chosen in &mut at.chosen {
            if !viewer.sees(chosen.seat) {
                *chosen = Chosen::impossible(chosen.seat);
            }
        }
    }

    fn hide_said(&self, said: &mut Said, schema: &Schema, viewer: Viewer) {
        said.hide_from(viewer, schema);
    }

    fn renumber(&self, at: &mut Position, number: &[Piece]) {
        let renumber = |kind: ShownAs, value: &mut i64| {
            let known = usize::try_from(*value).ok();
            if let (ShownAs::Piece, Some(new)) = (kind, known.and_then(|old| number.get(old))) {
                *value = new.pack();
            }
        };
        let each = |kinds: &[ShownAs], values: &mut [i64]| {
            let kinds = kinds.iter().chain(kinds.last().into_iter().cycle());
            for (kind, value) in kinds.zip(values) {
                renumber(*kind, value);
            }
        };
        for frame in &mut at.frames {
            let op = &self.ops[usize::from(frame.node)];
            match &mut frame.round {
                Some(Round::Items(items)) => each(op.kinds(), items),
                Some(Round::Values(values)) => each(op.kinds(), values),
                Some(Round::Program(program)) => {
                    let Some(programs) = &self.programs else {
                        continue;
                    };
                    let locals = 0..program.locals.len();
                    let kinds: Vec<ShownAs> =
                        locals.map(|local| programs.shows(program, local)).collect();
                    for (kind, value) in kinds.into_iter().zip(&mut program.locals) {
                        renumber(kind, value);
                    }
                }
                Some(Round::Times(_) | Round::Seats(_)) | None => {}
            }
        }
        for scheduled in &mut at.scheduled {
            let node = self.procedures[usize::from(scheduled.procedure)];
            each(self.ops[usize::from(node)].kinds(), &mut scheduled.values);
            if let Some(source) = &mut scheduled.source {
                *source = number[usize::from(source.0)];
            }
        }
        for chosen in &mut at.chosen {
            let Some(action) = self.actions.get(usize::from(chosen.action)) else {
                continue;
            };
            for (choice, arg) in action.choices.iter().zip(&mut chosen.args) {
                let kind = match choice.kind {
                    Kind::Piece { .. } | Kind::Pieces(_) | Kind::Targets(_) => ShownAs::Piece,
                    _ => continue,
                };
                match arg {
                    Resolved::One(raw) => renumber(kind, raw),
                    Resolved::Many(raws) => each(&[kind], raws),
                    Resolved::Nothing | Resolved::Text(_) => {}
                }
            }
        }
    }
}

impl FlowGame {
    /// How many things in a position contradict what everybody knows who has followed the match, as
    /// [`GameBuilder::contradictions`](crate::GameBuilder::contradictions) counts them. In play there are none.
    ///
    /// ```
    /// use parlor_core::{Hidden, Rng, Viewer};
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("seven", "Who has the seven?", 2..=2);
    /// game.chance();
    /// let hand = game.zone("hand").owner_sees().each_seat();
    /// let deck = game.zone("deck").hidden().stacked().add();
    /// let rank = Cards::standard(game.schema(), deck).rank;
    /// let denied = game.value("denied", false).each_seat();
    /// game.opening(move |play| {
    ///     play.shuffle(deck);
    ///     play.deal(deck, hand, 5);
    /// });
    /// game.action("deny")
    ///     .when(
    ///         move |at| at.zone(hand.of(at.seat())).pieces().with(rank, Rank(7)).count() == 0,
    ///         "has_seven",
    ///         "you have a seven",
    ///     )
    ///     .run(move |play, _| play.set_of(play.seat(), denied, true));
    /// game.action("pass").run(|_, _| {});
    /// game.contradictions(move |at| {
    ///     let sevens = |seat| at.zone(hand.of(seat)).pieces().with(rank, Rank(7)).count();
    ///     at.seats().filter(|seat| at.of(*seat, denied)).map(sevens).sum()
    /// });
    /// let game = game.flow(each_seat(step(["deny", "pass"])));
    ///
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// scenario.arrange("rest: deck\nhand-0: 2♣ 3♣ 4♣ 5♣ 6♣\nhand-1: 7♦ 8♦");
    /// scenario.play("deny").unwrap();
    /// assert_eq!(game.contradictions(scenario.state()), 0);
    /// let mut rng = Rng::fast(1, 0);
    /// for _ in 0..100 {
    ///     let sample = game.resample(scenario.state(), Viewer::Seat(Seat(1)), &mut rng);
    ///     assert_eq!(game.contradictions(&sample), 0, "seat 0 has said that it has no seven");
    /// }
    /// ```
    pub fn contradictions(&self, state: &State) -> usize {
        let count = self.contradictions.as_ref();
        count.map_or(0, |count| count(&At::new(self, state, state.at.turn)))
    }

    /// What contradicts what a viewer knows: what the author counts, and other seats that are asked and could do nothing, though
    /// whoever can do nothing is not asked.
    fn wrong(&self, sample: &State, viewer: Viewer) -> usize {
        let stuck = |asked: &Asked<'_>| {
            let seats = asked.seats.iter().filter(|seat| !viewer.sees(*seat));
            seats
                .filter(|seat| !self.can_act(&asked.actions, &At::new(self, sample, *seat)))
                .count()
        };
        let asked = self.asked(sample).filter(|asked| !asked.done);
        let unseen = sample.table.sight_contradictions(&self.sights, viewer);
        self.contradictions(sample) + unseen + asked.as_ref().map_or(0, stuck)
    }

    /// Hidden pieces become each other, or lie elsewhere, for as long as something contradicts what the viewer knows.
    fn settle(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        let mut wrong = self.wrong(sample, viewer);
        if wrong == 0 {
            return;
        }
        let unknown = sample.table.unknown(viewer);
        let may_be_at = |zone| self.may_be_at(zone);
        for _ in 0..MOST_CHANGES {
            let Some(change) = unknown.pick(&sample.table, &may_be_at, rng) else {
                continue;
            };
            let back = sample.table.redeal(&unknown, change);
            self.follow(sample, viewer, rng);
            let now = self.wrong(sample, viewer);
            if now > wrong {
                sample.table.redeal(&unknown, back);
                self.follow(sample, viewer, rng);
            } else {
                wrong = now;
            }
            if wrong == 0 {
                return;
            }
        }
    }

    /// The rule for where hidden pieces of a zone could lie.
    fn may_be_at(&self, zone: Zone) -> Option<&MayBeAt> {
        let mut rules = self.may_be_at.iter();
        let (_, rule) = rules.find(|(kind, _)| *kind == ZoneKind::from(zone))?;
        Some(&**rule)
    }

    /// What follows from hidden pieces is worked out anew.
    fn follow(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        if let Some(resample) = &self.resample {
            resample(&mut Dealer::new(&mut sample.table, rng), viewer);
        }
    }

    /// What others have chosen in secret could be anything that they can choose.
    fn choose_for_others(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        let Some(asked) = self.asked(sample) else {
            return;
        };
        for index in 0..sample.at.chosen.len() {
            let seat = sample.at.chosen[index].seat;
            if viewer.sees(seat) {
                continue;
            }
            let at = At::new(self, sample, seat);
            let mut leaves = self.leaves(&asked.actions, &at, false);
            sample.at.chosen[index] = match leaves.draw(self, &at, rng) {
                Some((action, args)) => Chosen { seat, action, args },
                None => Chosen::impossible(seat),
            };
        }
    }
}
