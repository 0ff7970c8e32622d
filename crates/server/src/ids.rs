//! Names that nobody can guess: ids of rooms and guests, codes that people can read out, bytes for secrets.

use parlor_protocol::Problem;

use crate::failure::Failure;

/// Lower case without what looks alike: 32 letters, five bits each.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// For people to read out and type in: no 0 and O, no 1, I and L.
const CODE_LETTERS: &[u8; 30] = b"ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LENGTH: usize = 6;

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "this system gives no random numbers");
        Failure::internal()
    })?;
    Ok(bytes)
}

/// An id of 80 random bits.
pub(crate) fn new_id() -> Result<String, Failure> {
    let bytes: [u8; 16] = random()?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect())
}

/// A code for a room.
pub(crate) fn new_code() -> Result<String, Failure> {
    let mut code = String::with_capacity(CODE_LENGTH);
    while code.len() < CODE_LENGTH {
        let bytes: [u8; 8] = random()?;
        // What is left over beyond a multiple of 30 would make some letters likelier than others.
        let fair = bytes.into_iter().filter(|byte| *byte < 240);
        let letters = fair.map(|byte| char::from(CODE_LETTERS[usize::from(byte % 30)]));
        code.extend(letters.take(CODE_LENGTH - code.len()));
    }
    Ok(code)
}

/// What somebody may have meant for a code: upper case, without blanks and hyphens; nothing if it can be none.
pub(crate) fn as_code(text: &str) -> Option<String> {
    let code: String = text
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-'))
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let fits = code.len() == CODE_LENGTH && code.bytes().all(|byte| CODE_LETTERS.contains(&byte));
    fits.then_some(code)
}

/// Whether a text can be the id of a room.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// There is no such room, or none that whoever asks may know of: both sound the same.
pub(crate) fn no_such_room(text: &str) -> Failure {
    let text: String = text.chars().take(32).collect();
    Failure::not_found(
        Problem::new("no_such_room", format!("there is no room '{text}'"))
            .hint("ask for its code or link again"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_can_be_typed_in_as_people_do() {
        let code = new_code().unwrap();
        assert_eq!(as_code(&code), Some(code.clone()));
        let typed = format!(" {}-{}", &code[..3].to_lowercase(), &code[3..]);
        assert_eq!(as_code(&typed), Some(code));
        assert_eq!(as_code("ABC1EF"), None);
        assert_eq!(as_code("ABCDEFG"), None);
    }

    #[test]
    fn ids_are_not_codes_and_differ() {
        let (one, other) = (new_id().unwrap(), new_id().unwrap());
        assert_ne!(one, other);
        assert!(is_id(&one) && as_code(&one).is_none() && !is_id("ABCDEF"));
    }
}
