//! [`Line`]: whose work comes next, when more is asked for than can be done at once.
//!
//! Weighted fair queueing in two levels. Every address that waits gets the same share, and within an address every account
//! does; a share that nobody uses is the others'. A piece of work is stamped with the time at which it would be done if its
//! account had that share to itself: cheap work is done soon, dear work later, and because the stamps of newcomers grow with
//! what is done meanwhile, everybody's turn comes. Work for which nobody waits at a table counts as if it were much dearer,
//! and never takes the last place.
//!
//! No clock and no hash order: the same calls in the same order lead to the same order of work.

use std::collections::BTreeMap;

/// Work for which nobody waits counts this many times.
const PATIENT: u64 = 8;
/// Stamps count in thousandths of the unit of costs, so that shares of small costs are not lost.
const FINE: u64 = 1000;
/// The marks of those who have nothing waiting are looked through when there are so many more of them than of others.
const STALE: usize = 256;

/// Who asks for work, and how much it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// The address from which it is asked for, as limits count it; nothing where nobody is connected.
    pub address: Option<[u8; 16]>,
    /// Whose it is.
    pub account: String,
    /// About how long it takes, in milliseconds.
    pub cost_ms: u32,
    /// Whether nobody sits and waits for it.
    pub patient: bool,
}

impl Work {
    fn cost(&self) -> u64 {
        let times = if self.patient { PATIENT } else { 1 };
        u64::from(self.cost_ms.max(1)) * FINE * times
    }

    /// Those without an address do not share one.
    fn group(&self) -> Group {
        match self.address {
            Some(address) => Group::Address(address),
            None => Group::Account(self.account.clone()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Address([u8; 16]),
    Account(String),
}

/// The time of one level: how far everybody's share has come, and those who have got more than that already.
#[derive(Debug)]
struct Shares<K> {
    now: u64,
    ahead: BTreeMap<K, u64>,
}

impl<K: Ord + Clone> Shares<K> {
    fn new() -> Shares<K> {
        Shares {
            now: 0,
            ahead: BTreeMap::new(),
        }
    }

    /// From when on the next work of this one would be done.
    fn start(&self, key: &K) -> u64 {
        self.ahead
            .get(key)
            .map_or(self.now, |ahead| self.now.max(*ahead))
    }

    /// Work was given out, while so many had some.
    fn spend(&mut self, cost: u64, active: usize) {
        self.now += cost / active.max(1) as u64;
        let now = self.now;
        if self.ahead.len() > STALE + 2 * active {
            self.ahead.retain(|_, ahead| *ahead > now);
        }
    }
}

/// Those of one address.
#[derive(Debug)]
struct Members {
    /// From when on the next work of this address would be done.
    start: u64,
    accounts: Shares<String>,
    waiting: Vec<Waiting>,
    /// How much of its work is being done.
    running: usize,
}

#[derive(Debug)]
struct Waiting {
    ticket: u64,
    /// When it would be done.
    done: u64,
    work: Work,
}

/// Those who wait, and those whose work is being done.
#[derive(Debug)]
pub(crate) struct Line {
    places: usize,
    next_ticket: u64,
    groups: BTreeMap<Group, Members>,
    shares: Shares<Group>,
    running: BTreeMap<u64, Work>,
}

impl Line {
    /// A line for so many places.
    pub fn new(places: usize) -> Line {
        Line {
            places: places.max(1),
            next_ticket: 0,
            groups: BTreeMap::new(),
            shares: Shares::new(),
            running: BTreeMap::new(),
        }
    }

    /// Gets in line.
    pub fn join(&mut self, work: Work) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        let group = work.group();
        let start = self.shares.start(&group);
        let members = self.groups.entry(group).or_insert_with(|| Members {
            start,
            accounts: Shares::new(),
            waiting: Vec::new(),
            running: 0,
        });
        if members.waiting.is_empty() {
            members.start = start;
        }
        let done = members.accounts.start(&work.account) + work.cost();
        members.accounts.ahead.insert(work.account.clone(), done);
        members.waiting.push(Waiting { ticket, done, work });
        ticket
    }

    /// How much of an account's work waits.
    pub fn waiting_of(&self, account: &str) -> usize {
        let waiting = self.groups.values().flat_map(|members| &members.waiting);
        waiting.filter(|one| one.work.account == account).count()
    }

    /// Whose work begins now, if there is a place for it.
    pub fn take(&mut self) -> Option<u64> {
        if self.running.len() >= self.places {
            return None;
        }
        let patient = self.running.values().filter(|work| work.patient).count();
        // The last place is kept for those who wait at a table, where there is more than one.
        let for_patient = patient < (self.places - 1).max(1);
        let mut best: Option<(u64, u64, Group)> = None;
        for (group, members) in &self.groups {
            let may = |one: &&Waiting| {
                let busy = self
                    .running
                    .values()
                    .any(|work| work.account == one.work.account);
                !busy && (for_patient || !one.work.patient)
            };
            let first = members.waiting.iter().filter(may);
            let Some(first) = first.min_by_key(|one| (one.done, one.ticket)) else {
                continue;
            };
            let done = members.start + first.work.cost();
            let is_better = |(best_done, best_ticket, _): &(u64, u64, Group)| {
                (done, first.ticket) < (*best_done, *best_ticket)
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((done, first.ticket, group.clone()));
            }
        }
        let (done, ticket, group) = best?;
        let active = self.groups.len();
        let members = self.groups.get_mut(&group)?;
        let at = (members.waiting.iter()).position(|one| one.ticket == ticket)?;
        let taken = members.waiting.remove(at);
        let mut accounts: Vec<&str> = (members.waiting.iter())
            .map(|one| &*one.work.account)
            .chain([&*taken.work.account])
            .collect();
        accounts.sort_unstable();
        accounts.dedup();
        let accounts = accounts.len() + members.running;
        members.accounts.spend(taken.work.cost(), accounts);
        members.running += 1;
        self.shares.ahead.insert(group, done);
        self.shares.spend(taken.work.cost(), active);
        members.start = done.max(self.shares.now);
        self.running.insert(ticket, taken.work);
        Some(ticket)
    }

    /// Work is done, or nobody waits for it any more.
    pub fn leave(&mut self, ticket: u64) {
        if let Some(work) = self.running.remove(&ticket) {
            if let Some(members) = self.groups.get_mut(&work.group()) {
                members.running -= 1;
            }
        } else {
            for members in self.groups.values_mut() {
                members.waiting.retain(|one| one.ticket != ticket);
            }
        }
        self.groups
            .retain(|_, members| members.running > 0 || !members.waiting.is_empty());
        if self.groups.is_empty() {
            // Nobody is owed anything.
            self.shares = Shares::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work as `address/account cost`, with `~` in front where nobody waits for it.
    fn work(text: &str) -> Work {
        let (who, cost) = text.trim_start_matches('~').split_once(' ').unwrap();
        let (address, account) = who.split_once('/').unwrap();
        let mut key = [0; 16];
        key[..address.len()].copy_from_slice(address.as_bytes());
        Work {
            address: (!address.is_empty()).then_some(key),
            account: account.into(),
            cost_ms: cost.parse().unwrap(),
            patient: text.starts_with('~'),
        }
    }

    /// The order in which work begins on so many places, each of which is free again when its work is done.
    struct Bench {
        line: Line,
        names: BTreeMap<u64, String>,
        running: Vec<(u64, u64)>,
        now_ms: u64,
        begun: Vec<String>,
    }

    impl Bench {
        fn new(places: usize) -> Bench {
            Bench {
                line: Line::new(places),
                names: BTreeMap::new(),
                running: Vec::new(),
                now_ms: 0,
                begun: Vec::new(),
            }
        }

        fn join(&mut self, text: &str) {
            let ticket = self.line.join(work(text));
            self.names.insert(ticket, text.into());
            self.begin();
        }

        fn begin(&mut self) {
            while let Some(ticket) = self.line.take() {
                let text = self.names[&ticket].clone();
                let cost = u64::from(work(&text).cost_ms);
                self.running.push((self.now_ms + cost, ticket));
                self.begun.push(text);
            }
        }

        /// Lets the next work end; gives what has begun by then.
        fn step(&mut self) -> bool {
            let Some(next) = self.running.iter().min().copied() else {
                return false;
            };
            self.running.retain(|one| *one != next);
            self.now_ms = next.0;
            self.line.leave(next.1);
            self.begin();
            true
        }

        fn rest(&mut self) -> Vec<&str> {
            while self.step() {}
            self.begun.iter().map(String::as_str).collect()
        }
    }

    #[test]
    fn cheap_work_comes_before_dear_work() {
        let mut bench = Bench::new(1);
        for text in ["a/x 3000", "b/y 3000", "c/z 50", "d/w 500"] {
            bench.join(text);
        }
        assert_eq!(bench.rest(), ["a/x 3000", "c/z 50", "d/w 500", "b/y 3000"]);
    }

    #[test]
    fn many_accounts_of_one_address_share_what_one_address_gets() {
        let mut bench = Bench::new(1);
        for number in 0..40 {
            bench.join(&format!("a/x{number} 1000"));
        }
        for number in 0..3 {
            bench.join(&format!("b/y{number} 1000"));
        }
        let order = bench.rest();
        let last = order
            .iter()
            .rposition(|text| text.starts_with("b/"))
            .unwrap();
        assert!(last <= 6, "{:?}", &order[..12]);
    }

    #[test]
    fn one_account_gets_no_more_of_its_address_than_another() {
        let mut bench = Bench::new(1);
        for _ in 0..20 {
            bench.join("a/greedy 100");
        }
        for _ in 0..3 {
            bench.join("a/modest 100");
        }
        let order = bench.rest();
        let last = order
            .iter()
            .rposition(|text| *text == "a/modest 100")
            .unwrap();
        assert!(last <= 6, "{:?}", &order[..10]);
    }

    #[test]
    fn an_account_has_one_place_at_a_time() {
        let mut bench = Bench::new(3);
        for _ in 0..3 {
            bench.join("a/x 100");
        }
        bench.join("a/y 100");
        assert_eq!(bench.begun, ["a/x 100", "a/y 100"]);
    }

    #[test]
    fn bots_without_a_human_yield_and_leave_a_place_free() {
        for (crowd, human) in [("a", "h"), ("h", "h"), ("", "h"), ("", "")] {
            let mut bench = Bench::new(2);
            for number in 0..40 {
                bench.join(&format!("~{crowd}/x{number} 3000"));
            }
            // One of the two places is theirs.
            assert_eq!(bench.begun.len(), 1);
            bench.join(&format!("{human}/ann 100"));
            assert_eq!(bench.begun.len(), 2, "it begins at once");
            for _ in 0..30 {
                bench.step();
            }
            bench.join(&format!("{human}/bob 3000"));
            assert_eq!(bench.begun.last().unwrap(), &format!("{human}/bob 3000"));
        }
        // Where there is one place, they have it while nobody else waits.
        let mut bench = Bench::new(1);
        for number in 0..5 {
            bench.join(&format!("~a/x{number} 3000"));
        }
        bench.join("h/ann 100");
        bench.step();
        assert_eq!(bench.begun[1], "h/ann 100");
    }

    #[test]
    fn everybodys_turn_comes() {
        // A stream of cheap work, always of somebody new, does not keep dear work waiting for ever.
        for dear in ["a/dear 3000", "~a/dear 3000"] {
            let mut bench = Bench::new(1);
            bench.join("s/first 50");
            bench.join(dear);
            let mut steps = 0;
            while !bench.begun.contains(&dear.to_string()) {
                bench.join(&format!("{}/{steps} 50", steps % 9));
                assert!(bench.step());
                steps += 1;
                assert!(steps < 5000, "{dear}");
            }
            assert!(steps > 5, "{dear} came after {steps}");
        }
    }

    #[test]
    fn nothing_is_remembered_of_those_who_are_gone() {
        let mut bench = Bench::new(2);
        for number in 0..5000 {
            bench.join(&format!("{}/x{number} 10", number % 7));
            if number % 2 == 0 {
                let ticket = bench.line.join(work("q/gone 10"));
                bench.line.leave(ticket);
            }
            if number % 4 == 3 {
                bench.step();
                bench.step();
                bench.step();
                bench.step();
            }
        }
        bench.rest();
        assert!(bench.line.groups.is_empty() && bench.line.running.is_empty());
        assert!(bench.line.shares.ahead.is_empty());
    }
}
