//! What CI needs and cannot have is a failure, unless somebody allows it.
#![cfg(unix)]

use std::{
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A folder of programs that has a shell and what the scripts are written with, but no Node, browser, server or package manager.
fn bare_programs(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let everywhere = std::env::var_os("PATH").unwrap();
    for program in ["bash", "dirname", "id", "cat", "mktemp", "cmp", "echo"] {
        let found = std::env::split_paths(&everywhere)
            .map(|path| path.join(program))
            .find(|path| path.exists());
        symlink(found.expect(program), folder.join(program)).unwrap();
    }
    folder
}

fn run(name: &str, script: &[&str], without: &str, node: Option<&str>) -> Output {
    let programs = bare_programs(name);
    if let Some(version) = node {
        let text = format!("#!/bin/sh\necho {version}\n");
        for program in ["node", "npm"] {
            std::fs::write(programs.join(program), &text).unwrap();
            let status = Command::new("chmod")
                .arg("+x")
                .arg(programs.join(program))
                .status();
            assert!(status.unwrap().success());
        }
    }
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    Command::new("bash")
        .arg(scripts.join(script[0]))
        .args(&script[1..])
        .env_clear()
        .env("PATH", programs)
        .env("POSTGRES_BIN", "/nowhere")
        .env("PARLOR_WITHOUT", without)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_missing_node_is_a_failure() {
    let output = run("no-node", &["web", "check"], "", None);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("PARLOR_WITHOUT=node"),
        "{}",
        text(&output)
    );
}

#[test]
fn an_old_node_is_a_failure() {
    let output = run(
        "old-node",
        &["web", "check"],
        "chromium postgres",
        Some("18"),
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("this is Node 18"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_missing_node_may_be_allowed() {
    let output = run("without-node", &["web", "check"], "chromium node", None);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("SKIPPED"), "{}", text(&output));
}

#[test]
fn a_missing_postgres_is_a_failure() {
    let output = run("no-postgres", &["with-postgres", "echo", "ran"], "", None);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(!text(&output).contains("ran\n"), "{}", text(&output));
}

#[test]
fn a_missing_postgres_may_be_allowed() {
    let output = run(
        "without-postgres",
        &["with-postgres", "echo", "ran"],
        "postgres",
        None,
    );
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("ran\n"), "{}", text(&output));
}
