//! The language that games are read in, with their words in it.

use std::sync::Arc;

use parlor_core::{Guide, Rejection, Told, View, Words};
use serde_json::Value;

/// The language that games are read in; without one everything stays as it came.
#[derive(Default)]
pub(crate) struct Speech(pub Option<(String, Words)>);

impl Speech {
    pub fn view(&self, view: &Arc<View>) -> Arc<View> {
        match &self.0 {
            Some((language, words)) => Arc::new(words.translated_view(language, View::clone(view))),
            None => view.clone(),
        }
    }

    pub fn told(&self, mut told: Vec<Told>) -> Vec<Told> {
        if let Some((language, words)) = &self.0 {
            for told in &mut told {
                told.message = words.translated(language, &told.message);
            }
        }
        told
    }

    pub fn refused(&self, rejection: Rejection) -> Rejection {
        match &self.0 {
            Some((language, words)) => words.translated_rejection(language, rejection),
            None => rejection,
        }
    }

    pub fn asked(&self, guide: Guide<Value>) -> Guide<Value> {
        match (guide, &self.0) {
            (Guide::Ask(question), Some((language, words))) => {
                Guide::Ask(words.translated_question(language, question))
            }
            (guide, _) => guide,
        }
    }
}
