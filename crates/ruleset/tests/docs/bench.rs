//! Blocks of expressions: each line is worked out on the workbench of chapter 4, and must come to what the text says.

use parlor_ruleset::{Ruleset, Trace};
use serde_json::{Value, json};

use crate::blocks::{Block, blocks, json as read};

/// A line of a block, with its number in the page.
struct Line<'b> {
    number: usize,
    task: Task<'b>,
}

enum Task<'b> {
    /// `do EFFECT; EFFECT`: this list happens, and the lines below see it.
    Do(&'b str),
    /// `EXPRESSION => VALUE`.
    Is(&'b str, &'b str),
}

/// What is wrong with a block of expressions, a text for each wrong line.
pub fn wrong_with(block: &Block) -> Vec<String> {
    let lines = match lines(block) {
        Ok(lines) => lines,
        Err(wrong) => return vec![wrong],
    };
    let mut before: Vec<&str> = Vec::new();
    let mut wrong = Vec::new();
    for line in lines {
        match line.task {
            Task::Do(effect) => before.push(effect),
            Task::Is(expression, expected) => {
                let found = worth(&before, expression, expected);
                if found != expected {
                    wrong.push(format!(
                        "docs/rulesets/{}:{}: {expression} is {found}, but the page says {expected}",
                        block.page, line.number
                    ));
                }
            }
        }
    }
    wrong
}

fn lines(block: &Block) -> Result<Vec<Line<'_>>, String> {
    let mut lines = Vec::new();
    for (text, number) in block.text.lines().zip(block.line..) {
        let text = text.trim();
        let task = match (text.strip_prefix("do "), text.split_once("=>")) {
            (Some(effect), _) => Task::Do(effect.trim()),
            (None, Some((expression, value))) => Task::Is(expression.trim(), value.trim()),
            (None, None) if text.is_empty() => continue,
            (None, None) => {
                return Err(format!(
                    "docs/rulesets/{}:{number}: here should be 'EXPRESSION => VALUE' or 'do EFFECT'",
                    block.page
                ));
            }
        };
        lines.push(Line { number, task });
    }
    Ok(lines)
}

/// The ruleset of the workbench.
fn workbench() -> Value {
    let all = blocks();
    let mut benches = all
        .iter()
        .filter(|block| block.is("json") && block.says("workbench"));
    let bench = benches.next().expect("chapter 4 has its ```json workbench");
    assert!(benches.next().is_none(), "there is one ```json workbench");
    read(bench, &bench.text)
}

/// What an expression comes to: a value, the code of the problem, or why it is refused.
fn worth(before: &[&str], expression: &str, expected: &str) -> String {
    // Whether a text, a number or a truth is meant is seen from what is expected.
    let set = if expected.starts_with('"') {
        format!("set_str_var(\"answer_text\", {expression})")
    } else if matches!(expected, "true" | "false") {
        format!("set_var(\"answer\", if({expression}, 1, 0))")
    } else {
        format!("set_var(\"answer\", {expression})")
    };
    let mut game = workbench();
    let actions = game["phases"][1]["actions"].as_array_mut();
    let actions = actions.expect("the second phase of the workbench has actions");
    let lists = before
        .iter()
        .map(|list| list.split(';').map(str::trim).collect());
    let all: Vec<Vec<&str>> = lists.chain([vec![&*set]]).collect();
    for (effect, number) in all.iter().zip(0..) {
        actions.push(json!({ "name": format!("try_{number}"), "label": "Try", "effect": effect }));
    }
    let report = Ruleset::check(game.to_string().as_bytes());
    let Some(ruleset) = report.ruleset else {
        let first = report.problems.first();
        return first.map_or("wrong".into(), |problem| match expected.starts_with('R') {
            true => problem.code.to_string(),
            false => problem.to_string(),
        });
    };
    let mut trace = Trace::new(&ruleset, 2, 1).expect("the workbench is for two");
    trace.act(r#"{"kind":"start_game"}"#);
    let mut line = Value::Null;
    for number in 0..all.len() {
        let player = trace.state()["cur"].clone();
        let name = format!("try_{number}");
        let act = json!({ "kind": "declare", "player": player, "declaration": name });
        line = trace.act(&act.to_string());
        if let Some(why) = line["rejected"].as_str() {
            return format!("refused: {why}");
        }
    }
    let state = &line["state"];
    match expected {
        expected if expected.starts_with('"') => state["svars"]["answer_text"].to_string(),
        "true" | "false" => (state["vars"]["answer"] == 1).to_string(),
        _ => state["vars"]["answer"].to_string(),
    }
}
