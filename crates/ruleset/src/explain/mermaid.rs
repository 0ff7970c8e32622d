//! The phases as a Mermaid diagram.

use std::fmt::Write;

use super::graph::Graph;
use crate::document::PhaseKind;

pub(super) fn draw(graph: &Graph) -> String {
    let mut out = String::from("stateDiagram-v2\n");
    // Writing to a string cannot fail.
    for (number, node) in graph.nodes.iter().enumerate() {
        let _ = writeln!(out, "    state \"{}\" as p{number}", label(&node.name));
    }
    out.push_str("    [*] --> p0\n");
    for (number, node) in graph.nodes.iter().enumerate() {
        for edge in &node.edges {
            let when = edge
                .when
                .as_ref()
                .map_or(String::new(), |when| format!(": {}", label(when)));
            let _ = writeln!(out, "    p{number} --> p{}{when}", edge.to);
        }
        if node.ends || node.edges.is_empty() {
            let _ = writeln!(out, "    p{number} --> [*]");
        }
    }
    for (kind, class, style) in [
        (
            PhaseKind::TurnBased,
            "turns",
            "fill:#cfe3ff,stroke:#3b6fb6,color:#14263f",
        ),
        (
            PhaseKind::AllPlayers,
            "together",
            "fill:#d9f2d5,stroke:#4a8f43,color:#16301a",
        ),
    ] {
        let of_kind = (0..)
            .zip(&graph.nodes)
            .filter(|(_, node)| node.kind == kind);
        let nodes: Vec<String> = of_kind
            .map(|(number, _): (usize, _)| format!("p{number}"))
            .collect();
        if !nodes.is_empty() {
            let _ = writeln!(
                out,
                "    classDef {class} {style}\n    class {} {class}",
                nodes.join(",")
            );
        }
    }
    out
}

/// Words without what means something to Mermaid.
fn label(text: &str) -> String {
    let safe = |letter: char| match letter {
        '"' | '“' | '”' | '`' => '\'',
        ':' | ';' | '#' | '{' | '}' | '[' | ']' | '<' | '>' | '\\' => ' ',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(safe).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
