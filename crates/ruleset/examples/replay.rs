//! Replays recorded games.
use parlor_ruleset::*;
use serde_json::Value;
use std::collections::HashMap;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(format!("{dir}/traces.jsonl")).unwrap();
    let mut rulesets: HashMap<String, Ruleset> = HashMap::new();
    let lines: Vec<Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    for line in &lines {
        if line["t"] == "game" {
            let name = line["ruleset"].as_str().unwrap().to_owned();
            rulesets.entry(name.clone()).or_insert_with(|| {
                let doc = std::fs::read_to_string(format!("{dir}/{name}.cardgame.json")).unwrap();

                match Ruleset::load(doc.as_bytes()) {
                    Ok(r) => r,
                    Err(p) => {
                        println!("{p}");
                        panic!()
                    }
                }
            });
        }
    }
    let mut trace: Option<Trace> = None;
    let (mut good, mut bad) = (0, 0);
    for line in &lines {
        match line["t"].as_str().unwrap() {
            "game" => {
                let r = &rulesets[line["ruleset"].as_str().unwrap()];
                let t = Trace::new(
                    r,
                    line["players"].as_u64().unwrap() as u8,
                    line["seed"].as_u64().unwrap() as u32,
                )
                .unwrap();
                if let Some(deck) = line.get("deck") {
                    if serde_json::to_value(t.deck()).unwrap() != *deck {
                        println!("deck differs {}", line["id"]);
                        bad += 1;
                    }
                }
                trace = Some(t);
            }
            "step" => {
                let t = trace.as_mut().unwrap();
                let out = t.act(&line["action"].to_string());
                let mut want = line["state"].clone();
                let scores = want["scores"].as_object().unwrap().clone();
                want["scores"] = scores
                    .into_iter()
                    .map(|(k, v)| {
                        (
                            k.replace("player_score:", "player:").replace("_score", ""),
                            v,
                        )
                    })
                    .collect::<serde_json::Map<_, _>>()
                    .into();
                if out["state"] == want
                    && out["valid"] == line["valid"]
                    && out.get("rejected").is_none()
                {
                    good += 1
                } else {
                    bad += 1;
                    if bad < 4 {
                        println!(
                            "{} {}\nwant {}\n{}\ngot {}",
                            line["id"], line["action"], want, line["valid"], out
                        );
                    }
                }
            }
            _ => {}
        }
    }
    println!("{good} good {bad} bad");
}
