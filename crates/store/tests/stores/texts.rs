//! Match files on their way in and out.

use std::sync::Arc;

use parlor_store::{Append, Appended, NewMatch, Store};

pub async fn a_file_goes_in_and_out_unchanged(store: Arc<dyn Store>) {
    let text = "{\"parlor\":1,\"game\":\"hex\"}\n\
        {\"version\":1,\"actor\":\"system\",\"system\":\"open\",\"key\":\"a\"}\n\
        {\"version\":2,\"actor\":1,\"command\":{ \"key\": \"x\"},\"key\":\"a/\\u00e9\",\"hash\":\"00\"}\n\
        {\"version\":3,\"actor\":0,\"command\":\"c4\",\"key\":\"b\"}\n\
        {\"version\":4,\"actor\":0,\"command\":\"d4\",\"key\":\"b\"}\n\
        {\"seed\":7}\n";
    let without = text.replace("{\"seed\":7}\n", "");
    for (id, text) in [("m", text), ("n", &without)] {
        let new = NewMatch::from_text(id, "hex", text).unwrap();
        store.create(new).await.unwrap();
        let stored = store.read(id, 0).await.unwrap();
        assert_eq!((stored.text().as_str(), stored.version), (text, 4));
    }
    // Its keys are known, each to its seat.
    let again = async |key: &str| {
        let append = Append::new("m", 4, "{\"version\":5}").key(key);
        store.append(append).await.unwrap()
    };
    let repeated = |version| Appended::Repeated {
        version,
        answer: String::new(),
    };
    assert_eq!(again("1/a/é").await, repeated(2));
    assert_eq!(again("0/b").await, repeated(3));
    assert_eq!(again("0/a/é").await, Appended::New);
}

#[test]
fn what_is_no_match_is_refused_with_its_line() {
    let refused = |text: &str| {
        NewMatch::from_text("m", "hex", text)
            .unwrap_err()
            .to_string()
    };
    let header = "{\"parlor\":1}\n";
    let begins =
        "line 1 of the match: a match begins with a line that has \"parlor\" with a format number";
    assert_eq!(refused(""), begins);
    assert_eq!(refused("{\"version\":1}\n"), begins);
    assert_eq!(
        refused(&format!("{header}{{\"version\":2}}\n")),
        "line 2 of the match: it says that it is record 2, and record 1 belongs here"
    );
    let blank = refused(&format!("{header}{{\"version\":1}}\n\n{{\"seed\":7}}\n"));
    assert!(
        blank.starts_with("line 3 of the match: it is no record: "),
        "{blank}"
    );
    assert_eq!(
        refused(&format!("{header}{{\"seed\":7}}\n{{\"version\":1}}\n")),
        "line 3 of the match: there is more after the seed"
    );
}
