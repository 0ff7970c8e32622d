//! Who we are on which server, kept between sittings: whoever loses a guest's token has lost the guest.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;
use parlor_client::Api;
use parlor_protocol::Session;

use super::failure;
use crate::failure::Failure;
use crate::saves;

/// So many of one server are kept.
const MOST: usize = 20;

/// A name has so many characters at least, and so many at most.
const SHORTEST: usize = 2;
const LONGEST: usize = 24;

/// By server, the latest first.
type Sessions = BTreeMap<String, Vec<Session>>;

/// The session of this name, or of the latest; a new guest if there is none, or if the server knows it no longer.
pub async fn session(api: &Api, name: Option<&str>) -> Result<Session> {
    let path = saves::private_file("sessions.json")?;
    let text = fs::read_to_string(&path).unwrap_or_default();
    // A file that cannot be read is as good as none.
    let mut sessions: Sessions = serde_json::from_str(&text).unwrap_or_default();
    let own = sessions.entry(api.address().to_string()).or_default();
    let wanted = |session: &&Session| name.is_none_or(|name| session.account.name == name);
    let kept = own.iter().find(wanted).cloned();
    let session = match kept {
        Some(session) if is_known(api, &session).await? => session,
        _ => {
            let usual = kept.map_or_else(user, |session| session.account.name);
            let name = name.map_or(usual, String::from);
            api.guest(&name).await.map_err(named)?
        }
    };
    own.retain(|other| other.account.name != session.account.name);
    own.insert(0, session.clone());
    own.truncate(MOST);
    saves::write(&path, &serde_json::to_string(&sessions)?)?;
    Ok(session)
}

async fn is_known(api: &Api, session: &Session) -> Result<bool> {
    match api.with_token(&session.token).me().await {
        Ok(_) => Ok(true),
        Err(parlor_client::Error::Problem { status: 401, .. }) => Ok(false),
        Err(error) => Err(failure(error)),
    }
}

/// What the system calls whoever sits here, as a name that a server takes.
fn user() -> String {
    let set = |name| std::env::var(name).ok();
    let called = [set("USER"), set("USERNAME")];
    let mut names = called.iter().flatten().filter_map(|called| name_of(called));
    names.next().unwrap_or_else(|| "Guest".into())
}

/// A text without all that names do not have, if enough is left of it.
fn name_of(text: &str) -> Option<String> {
    let letters = text
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    let words: String = letters.take(LONGEST).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = name.chars().count() >= SHORTEST && name.contains(char::is_alphanumeric);
    fits.then_some(name)
}

/// A name that was refused can be given by hand.
fn named(error: parlor_client::Error) -> anyhow::Error {
    let told = error
        .problem()
        .filter(|problem| ["bad_name", "name_taken"].contains(&&*problem.code));
    match told {
        Some(problem) => Failure::failed(&problem.text)
            .hint("choose a name with --name NAME")
            .into(),
        None => failure(error),
    }
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn the_systems_name_becomes_one_that_a_server_takes() {
        for (called, name) in [
            ("ada", Some("ada")),
            ("j.doe", Some("jdoe")),
            ("DOMAIN\\j.doe", Some("DOMAINjdoe")),
            (" Ada  Lovelace ", Some("Ada Lovelace")),
            ("ada@example.org", Some("adaexampleorg")),
            ("zoë", Some("zoë")),
            ("x", None),
            ("..", None),
            ("--", None),
            ("", None),
            (
                "a-name-that-never-seems-to-end",
                Some("a-name-that-never-seems-"),
            ),
        ] {
            assert_eq!(name_of(called).as_deref(), name, "{called}");
        }
    }
}
