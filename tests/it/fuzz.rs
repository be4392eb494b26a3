//! Whatever text is handed in is read or refused: no panic, no limit passed, and what was read can be run to its end,
//! written and read again. `scripts/fuzz` does this for millions of texts.

use crate::random::{cases, scenarios, tape::Tape};
use exactly_once_lab::app::keys::KeyMap;
use exactly_once_lab::app::presets::PRESETS;
use exactly_once_lab::app::session;
use exactly_once_lab::app::share::Link;
use exactly_once_lab::app::take::file;
use exactly_once_lab::run::outcome::LaneOutcome;
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::scenario::limits::{MAX_FAULTS, MAX_JSON_BYTES, MAX_RECORDS, MAX_SINKS, MAX_STORY_STEPS};
use exactly_once_lab::sim::scenario::{story, Drive, Scenario};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};

#[path = "../shared/damage.rs"]
mod damage;

use damage::{damaged, Numbers};

impl Numbers for Tape {
    fn below(&mut self, end: u32) -> u32 {
        Tape::below(self, end)
    }
}

/// Hands so many damaged texts to a reader; answers how many it took. A panic is shown with its seed and its text.
fn survives(what: &str, share: f64, text: impl Fn(&mut Tape) -> String, take: impl Fn(&str) -> bool) {
    let (count, taken) = (cases(share), Cell::new(0u64));
    for seed in 0..count {
        let mut tape = Tape::random(seed ^ 0x00fa_22ed);
        let text = text(&mut tape);
        match catch_unwind(AssertUnwindSafe(|| take(&text))) {
            Ok(is_taken) => taken.set(taken.get() + u64::from(is_taken)),
            Err(_) => panic!("{what}, seed {seed}: it panics on {text:?}"),
        }
    }
    println!("{what}: {count} texts, {} of them taken", taken.get());
    // A fuzzer whose texts are all refused at the first mark tests nothing behind it.
    assert!(taken.get() * 200 >= count, "{what}: only {} of {count} texts were taken", taken.get());
}

/// A valid scenario's text: a preset's or a random one's.
fn valid(tape: &mut Tape) -> String {
    if tape.once_in(3) {
        PRESETS[tape.below(PRESETS.len() as u32) as usize].json().to_string()
    } else {
        scenarios::any(tape).to_json()
    }
}

/// Within the limits, run to its end, judged, written, and read back as the same.
fn lives(scenario: &Scenario) {
    let records: usize = scenario.sources.iter().map(|source| source.records.len()).sum();
    assert!(records <= MAX_RECORDS && scenario.sinks.len() <= MAX_SINKS);
    if let Drive::Time(faults) = &scenario.drive {
        assert!(faults.len() <= MAX_FAULTS);
    }
    for run in Run::lanes(scenario) {
        // Where the limit stops the job, the rest of a story is still gone through, and nothing comes of it.
        let limit = exactly_once_lab::sim::world::MAX_STEPS as usize + 1 + MAX_STORY_STEPS;
        assert!(run.len() <= limit, "{} steps", run.len());
        let outcome = LaneOutcome::of(&run);
        assert!(!serde_json::to_string(&outcome).expect("JSON").is_empty());
    }
    assert_eq!(Scenario::from_json(&scenario.to_json()).as_ref(), Ok(scenario));
}

#[test]
fn any_text_is_a_scenario_or_refused() {
    survives(
        "scenario",
        1.0,
        |tape| damaged(&valid(tape), 3, tape),
        |text| {
            let read = Scenario::from_json(text);
            match &read {
                Ok(scenario) => lives(scenario),
                Err(error) => {
                    // The sentence is short, whatever the value was.
                    assert!(error.to_string().len() < 4_000);
                }
            }
            read.is_ok()
        },
    );
    assert!(Scenario::from_json(&"[".repeat(MAX_JSON_BYTES)).is_err());
    assert!(Scenario::from_json(&"{\"a\":".repeat(MAX_JSON_BYTES / 5)).is_err());
}

#[test]
fn any_text_is_a_story_or_refused() {
    let story_of = |tape: &mut Tape| {
        let scenario = scenarios::by_story(tape);
        match &scenario.drive {
            Drive::Story(steps) => story::print(steps, &scenario.sources, false),
            Drive::Time(_) => String::new(),
        }
    };
    survives(
        "story",
        1.0,
        |tape| damaged(&story_of(tape), 3, tape),
        |text| {
            let json = serde_json::json!({
                "format": 1, "records": [{"t": 1, "key": "a", "value": 1}], "sinks": [{"kind": "two_phase_commit"}], "story": text
            });
            let read = Scenario::from_value(&json);
            read.iter().for_each(lives);
            read.is_ok()
        },
    );
}

#[test]
fn any_text_is_a_link_or_refused() {
    let link = |tape: &mut Tape| {
        let scenario = scenarios::any(tape);
        if tape.once_in(2) {
            format!("#s=running-example&t=4.65&lang=zh&hide=1&embed=1&start=2&end=6&loop=1&faults=[{{\"crash\":true,\"at\":{}}}]", tape.below(20))
        } else {
            Link::to(scenario).to_text()
        }
    };
    survives(
        "link",
        1.0,
        |tape| damaged(&link(tape), 3, tape),
        |text| {
            let read = Link::parse(text);
            if let Ok(link) = &read {
                let again = Link::parse(&link.to_text()).expect("what was written");
                assert_eq!(again.scenario, link.scenario);
            }
            read.is_ok()
        },
    );
}

#[test]
fn whatever_was_kept_the_page_begins() {
    let kept = |tape: &mut Tape| {
        let link = Link::to(scenarios::any(tape)).to_text();
        format!("exactly-once-lab session 1\nnow {link}\nview side=job&lane=3&speed=1\npast s=no-crash\npast {link}\nfuture {link}\n")
    };
    survives(
        "session",
        0.3,
        |tape| damaged(&kept(tape), 4, tape),
        |text| {
            let (model, is_bad) = session::begin("", &[text.to_string()], None, false);
            assert!(session::read(&session::write(&model, &model.link().to_text())).is_ok());
            !is_bad
        },
    );
    let file = |tape: &mut Tape| {
        let session = kept(tape);
        file::write(|name| (name == "session" || name == "keys").then(|| session.clone()))
    };
    survives("session file", 0.3, |tape| damaged(&file(tape), 3, tape), |text| file::read(text).is_ok());
    let keys = "exactly-once-lab keys 1\noff\ncrash x\nhide\nleap_forward shift+arrowright\ntenth 0-9\n";
    survives(
        "keys",
        0.3,
        |tape| damaged(keys, 4, tape),
        |text| {
            let map = KeyMap::parse(text);
            assert_eq!(KeyMap::parse(&map.to_text()), map);
            map != KeyMap::default()
        },
    );
}

#[test]
fn nothing_is_ever_inserted_as_html() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let forbidden = [
        "inner_html",
        "innerHTML",
        "insertAdjacentHTML",
        "insert_adjacent_html",
        "from_html_unchecked",
        "outerHTML",
        "outer_html",
        "document.write",
        "createContextualFragment",
        "srcdoc",
        "eval(",
        "new Function",
    ];
    let mut folders = vec![root.join("src"), root.join("www"), root.join("package")];
    let mut files = vec![root.join("index.html")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() && !path.ends_with("node_modules") => folders.push(path),
                Some("rs" | "js" | "mjs" | "html") => files.push(path),
                _ => {}
            }
        }
    }
    assert!(files.len() > 150, "only {} files were looked at", files.len());
    // The matrix of pairs has tens of thousands of places; its SVG is made by the engine of numbers and names of colours
    // alone, and no text of anybody can get into it.
    let matrix = root.join("src/ui/studio/explore/pairs.rs");
    for file in files {
        let mut text = std::fs::read_to_string(&file).expect("a text");
        if file == matrix {
            text = text.replacen("Html::from_html_unchecked(picture.clone())", "", 1);
        }
        for word in forbidden {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
}
