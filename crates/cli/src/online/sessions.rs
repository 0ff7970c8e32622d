//! Who we are on which server, kept between sittings: whoever loses a guest's token has lost the guest.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;
use parlor_client::Api;
use parlor_protocol::Session;

use super::failure;
use crate::saves;

/// So many of one server are kept.
const MOST: usize = 20;

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
            api.guest(&name).await.map_err(failure)?
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

/// What the system calls whoever sits here.
fn user() -> String {
    let set = |name| std::env::var(name).ok().filter(|name| !name.is_empty());
    set("USER")
        .or_else(|| set("USERNAME"))
        .unwrap_or_else(|| "Guest".into())
}
