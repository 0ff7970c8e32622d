//! [`Pages`]: all documents of a kind, a few at a time.

use parlor_store::{Document, Store, StoreError};

/// So many documents are looked at at once.
const AT_ONCE: usize = 256;

/// All documents of a kind, one page after the other.
pub(crate) struct Pages<'a> {
    store: &'a dyn Store,
    kind: &'a str,
    after: String,
}

impl<'a> Pages<'a> {
    pub fn of(store: &'a dyn Store, kind: &'a str) -> Pages<'a> {
        Pages {
            store,
            kind,
            after: String::new(),
        }
    }

    /// The next page; nothing after the last one.
    pub async fn next(&mut self) -> Result<Option<Vec<Document>>, StoreError> {
        let page = self.store.list(self.kind, &self.after, AT_ONCE).await?;
        match page.last() {
            Some(last) => self.after.clone_from(&last.id),
            None => return Ok(None),
        }
        Ok(Some(page))
    }
}

#[cfg(test)]
mod tests {
    use parlor_store::{Memory, Put};

    use super::*;

    #[tokio::test]
    async fn every_document_is_on_one_page() {
        let store = Memory::new();
        let count = AT_ONCE * 2 + 3;
        let puts = (0..count).map(|number| Put::new("kind", format!("{number:05}"), "{}"));
        store.put(puts.collect()).await.unwrap();
        let mut pages = Pages::of(&store, "kind");
        let mut seen = Vec::new();
        while let Some(page) = pages.next().await.unwrap() {
            seen.extend(page.into_iter().map(|document| document.id));
        }
        let all: Vec<String> = (0..count).map(|number| format!("{number:05}")).collect();
        assert_eq!(seen, all);
    }
}
