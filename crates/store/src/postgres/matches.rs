//! Matches, in SQL.

use std::collections::HashMap;

use tokio_postgres::Error;

use super::link::{Link, broken, signed};
use super::writer::Tried;
use crate::text::with_keys;
use crate::{Append, Appended, Due, NewMatch, Note, Snapshot, StoreError, Stored};

fn text_of(note: &Option<Note>) -> Option<&str> {
    note.as_ref().map(|note| note.text.as_str())
}

fn due_of(note: &Option<Note>) -> Option<i64> {
    note.as_ref()?.due_ms.map(signed)
}

pub(super) async fn create(link: &Link, new: &NewMatch) -> Tried<()> {
    let sql = "INSERT INTO matches (id, game, header, secret) VALUES ($1, $2, $3, $4) \
               ON CONFLICT DO NOTHING RETURNING number";
    let rows = link
        .query(sql, &[&new.id, &new.game, &new.header, &new.secret])
        .await?;
    let Some(number) = rows.first().map(|row| row.get::<_, i64>(0)) else {
        return Ok(Err(StoreError::MatchExists(new.id.clone())));
    };
    let version = new.records.len() as i64;
    let sql = "INSERT INTO latest (match, version, note, due_ms) VALUES ($1, $2, $3, $4)";
    let (text, due_ms) = (text_of(&new.note), due_of(&new.note));
    link.execute(sql, &[&number, &version, &text, &due_ms])
        .await?;
    if version > 0 {
        let (keys, records): (Vec<_>, Vec<_>) = with_keys(new.records.clone()).unzip();
        let sql = "INSERT INTO records (match, version, key, record, answer) \
                   SELECT $1, version, key, record, '' \
                   FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new (key, record, version)";
        link.execute(sql, &[&number, &keys, &records]).await?;
    }
    super::documents::put(link, &new.puts).await
}

/// What is known of a match whose row is locked.
struct Locked<'a> {
    number: i64,
    version: u64,
    /// The latest note that came with a record.
    note: Option<&'a Note>,
    moved: bool,
}

/// Records of any matches, in their order, without a look at the documents that come with them.
///
/// First all of their matches are locked (in one order, so that two servers do not wait for each other), then nothing more can
/// happen to them: what each record meets is known, and all that are right are added at once.
pub(super) async fn append(
    link: &Link,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, StoreError>>, Error> {
    let mut locked = lock(link, appends).await?;
    let mut known = known_keys(link, appends, &locked).await?;
    let mut added = Added::default();
    let mut outcomes = Vec::with_capacity(appends.len());
    for append in appends {
        let Some(at) = locked.get_mut(append.id.as_str()) else {
            outcomes.push(Err(StoreError::NoMatch(append.id.clone())));
            continue;
        };
        let key = append.key.as_deref();
        if let Some(repeated) = key.and_then(|key| known.get(&(at.number, key))) {
            outcomes.push(Ok(repeated.clone()));
            continue;
        }
        if at.version != append.after {
            let version = at.version;
            outcomes.push(Err(StoreError::Stale { version }));
            continue;
        }
        at.version += 1;
        at.moved = true;
        at.note = append.note.as_ref().or(at.note);
        if let Some(key) = key {
            let repeated = Appended::Repeated {
                version: at.version,
                answer: append.answer.clone(),
            };
            known.insert((at.number, key), repeated);
        }
        added.push(at, append);
        outcomes.push(Ok(Appended::New));
    }
    if !added.records.is_empty() {
        added.insert(link).await?;
        move_on(link, locked.values().filter(|at| at.moved)).await?;
    }
    Ok(outcomes)
}

async fn lock<'a>(
    link: &Link,
    appends: &[&'a Append],
) -> Result<HashMap<&'a str, Locked<'a>>, Error> {
    let mut ids: Vec<&str> = appends.iter().map(|append| append.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let sql = "SELECT id, number, version FROM latest JOIN matches ON number = match \
               WHERE id = ANY ($1) ORDER BY number FOR UPDATE OF latest";
    let rows = link.query(sql, &[&ids]).await?;
    let locked = rows.iter().filter_map(|row| {
        let id: &str = row.get(0);
        let place = ids.binary_search(&id).ok()?;
        let locked = Locked {
            number: row.get(1),
            version: row.get::<_, i64>(2) as u64,
            note: None,
            moved: false,
        };
        Some((*ids.get(place)?, locked))
    });
    Ok(locked.collect())
}

/// What was answered to those of the keys that were used before.
async fn known_keys<'a>(
    link: &Link,
    appends: &[&'a Append],
    locked: &HashMap<&str, Locked<'_>>,
) -> Result<HashMap<(i64, &'a str), Appended>, Error> {
    let asked = appends.iter().filter_map(|append| {
        let at = locked.get(append.id.as_str())?;
        Some((at.number, append.key.as_deref()?))
    });
    let (numbers, keys): (Vec<i64>, Vec<&str>) = asked.unzip();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = "SELECT place, version, answer \
               FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (match, key, place) \
               JOIN records USING (match, key)";
    let rows = link.query(sql, &[&numbers, &keys]).await?;
    let known = rows.iter().filter_map(|row| {
        let place = row.get::<_, i64>(0) as usize - 1;
        let repeated = Appended::Repeated {
            version: row.get::<_, i64>(1) as u64,
            answer: row.get(2),
        };
        Some(((*numbers.get(place)?, *keys.get(place)?), repeated))
    });
    Ok(known.collect())
}

/// Records to be added, column by column.
#[derive(Default)]
struct Added<'a> {
    numbers: Vec<i64>,
    versions: Vec<i64>,
    keys: Vec<Option<&'a str>>,
    records: Vec<&'a str>,
    answers: Vec<&'a str>,
}

impl<'a> Added<'a> {
    fn push(&mut self, at: &Locked<'_>, append: &'a Append) {
        self.numbers.push(at.number);
        self.versions.push(signed(at.version));
        self.keys.push(append.key.as_deref());
        self.records.push(&append.record);
        self.answers.push(&append.answer);
    }

    async fn insert(&self, link: &Link) -> Result<(), Error> {
        let sql = "INSERT INTO records (match, version, key, record, answer) \
                   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])";
        let Added {
            numbers,
            versions,
            keys,
            records,
            answers,
        } = self;
        link.execute(sql, &[numbers, versions, keys, records, answers])
            .await?;
        Ok(())
    }
}

/// Tells where the matches are now.
async fn move_on<'a>(
    link: &Link,
    moved: impl Iterator<Item = &'a Locked<'a>>,
) -> Result<(), Error> {
    let (mut numbers, mut versions) = (Vec::new(), Vec::new());
    let (mut noted, mut notes, mut due_ms) = (Vec::new(), Vec::new(), Vec::new());
    for at in moved {
        numbers.push(at.number);
        versions.push(signed(at.version));
        noted.push(at.note.is_some());
        notes.push(at.note.map(|note| note.text.as_str()));
        due_ms.push(at.note.and_then(|note| note.due_ms).map(signed));
    }
    let sql = "UPDATE latest SET version = new.version, \
                   note = CASE WHEN noted THEN new.note ELSE latest.note END, \
                   due_ms = CASE WHEN noted THEN new.due_ms ELSE latest.due_ms END \
               FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::text[], $5::bigint[]) \
                   AS new (match, version, noted, note, due_ms) \
               WHERE latest.match = new.match";
    link.execute(sql, &[&numbers, &versions, &noted, &notes, &due_ms])
        .await?;
    Ok(())
}

pub(super) async fn note(link: &Link, id: &str, note: &Note) -> Tried<()> {
    let sql = "UPDATE latest SET note = $2, due_ms = $3 \
               WHERE match = (SELECT number FROM matches WHERE id = $1)";
    let due_ms = note.due_ms.map(signed);
    let updated = link.execute(sql, &[&id, &note.text, &due_ms]).await?;
    Ok(there(updated, id))
}

pub(super) async fn keep_snapshot(link: &Link, id: &str, snapshot: &Snapshot) -> Tried<()> {
    let sql = "INSERT INTO snapshots (match, version, data) \
               SELECT number, $2, $3 FROM matches WHERE id = $1 \
               ON CONFLICT (match) DO UPDATE SET version = excluded.version, data = excluded.data";
    let version = signed(snapshot.version);
    let kept = link.execute(sql, &[&id, &version, &snapshot.data]).await?;
    Ok(there(kept, id))
}

/// Whether there was a match to change.
fn there(changed: u64, id: &str) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::NoMatch(id.into())),
        _ => Ok(()),
    }
}

pub(super) async fn read(link: &Link, id: &str, after: u64) -> Result<Stored, StoreError> {
    // What is read together belongs together: one statement sees one moment.
    let sql = "SELECT game, header, secret, version, note, due_ms, ARRAY( \
                   SELECT record FROM records \
                   WHERE records.match = number AND records.version > $2 ORDER BY records.version) \
               FROM matches JOIN latest ON match = number WHERE id = $1";
    let rows = link.query(sql, &[&id, &signed(after)]).await;
    let rows = rows.map_err(broken)?;
    let row = rows.first();
    let row = row.ok_or_else(|| StoreError::NoMatch(id.into()))?;
    let due_ms: Option<i64> = row.get(5);
    let note = |text| Note {
        text,
        due_ms: due_ms.map(|due_ms| due_ms as u64),
    };
    Ok(Stored {
        game: row.get(0),
        header: row.get(1),
        secret: row.get(2),
        version: row.get::<_, i64>(3) as u64,
        note: row.get::<_, Option<String>>(4).map(note),
        records: row.get(6),
    })
}

pub(super) async fn due(link: &Link, until_ms: u64, most: usize) -> Result<Vec<Due>, StoreError> {
    let sql = "SELECT id, due_ms FROM latest JOIN matches ON number = match \
               WHERE due_ms <= $1 ORDER BY due_ms LIMIT $2";
    let (until_ms, most) = (signed(until_ms), signed(most as u64));
    let rows = link.query(sql, &[&until_ms, &most]).await;
    let rows = rows.map_err(broken)?;
    let due = rows.iter().map(|row| Due {
        id: row.get(0),
        due_ms: row.get::<_, i64>(1) as u64,
    });
    Ok(due.collect())
}

pub(super) async fn snapshot(link: &Link, id: &str) -> Result<Option<Snapshot>, StoreError> {
    let sql = "SELECT snapshots.version, data FROM matches \
               LEFT JOIN snapshots ON match = number WHERE id = $1";
    let rows = link.query(sql, &[&id]).await.map_err(broken)?;
    let row = rows.first();
    let row = row.ok_or_else(|| StoreError::NoMatch(id.into()))?;
    let version: Option<i64> = row.get(0);
    Ok(version.map(|version| Snapshot {
        version: version as u64,
        data: row.get(1),
    }))
}
