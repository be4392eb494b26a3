use super::data::{Export, Format};
use super::draw::{escape, Palette, DARK, LIGHT};
use super::file;
use super::picture::svg;
use super::tables::tables;
use crate::app::model::Model;
use crate::app::presets::PRESETS;
use crate::app::session::{self, SessionError};
use crate::app::share::Link;
use crate::app::update::{update, Msg};
use crate::i18n::Lang;
use crate::run::outcome::Outcome;
use crate::scene::outside::OutsideView;
use crate::scene::Moment;
use crate::sim::fact::Fact;
use crate::sim::id::Time;

fn model(link: &str) -> Model {
    session::opened(Link::parse(link).expect("a link"), false)
}

/// Every preset at the beginning, the end, and wherever it is worth stopping, in both languages.
fn moments(mut each: impl FnMut(&Model)) {
    for preset in PRESETS {
        let mut model = Model::open(preset.scenario(), Some(preset.id));
        for turn in 0..60 {
            model.lang = Lang::ALL[turn % 2];
            each(&model);
            if model.is_at_end() {
                break;
            }
            update(&mut model, if turn % 3 == 0 { Msg::Step(true) } else { Msg::Leap(true) });
        }
    }
}

/// Does every element end, is every attribute in quotes, and does no text have a mark in it?
fn well_formed(xml: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').ok_or_else(|| format!("no end: {part}"))?;
        if text.contains('"')
            || text.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "").contains('&')
        {
            return Err(format!("a mark in a text: {text}"));
        }
        if text.chars().any(|c| (c < ' ' && c != '\n') || c == '\u{fffe}' || c == '\u{ffff}') {
            return Err(format!("a character that no XML may have: {text:?}"));
        }
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or_default();
        if tag.matches('"').count() % 2 != 0 {
            return Err(format!("quotes: {tag}"));
        }
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return Err(format!("{tag} ends what is not open"));
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty().then_some(()).ok_or_else(|| format!("open: {open:?}"))
}

#[test]
fn every_picture_is_well_formed_and_shows_what_readers_get() {
    moments(|model| {
        let picture = svg(model, model.lang == Lang::Zh);
        assert_eq!(well_formed(&picture), Ok(()), "{:?} {}", model.preset, model.at());
        assert!(!picture.contains("NaN") && !picture.contains("=\"-"), "{:?} {}", model.preset, model.at());
        let drawn = picture.matches(r#"height="20" rx="10""#).count();
        let readable: usize =
            model.computed.runs.iter().map(|run| OutsideView::new(&Moment::new(run, model.at())).readable.len()).sum();
        assert!(drawn >= readable, "{drawn} records are drawn, readers get {readable}");
        assert!(picture.contains(model.lang.words().sinks));
    });
}

/// Held against what the job then does: where the table says that a crash goes back to, the next attempt reads first.
#[test]
fn a_table_says_where_reading_starts_again() {
    let mut checked = 0;
    for preset in PRESETS.iter().filter(|preset| preset.id != "socket-source") {
        let model = Model::open(preset.scenario(), Some(preset.id));
        let run = &model.computed.runs[0];
        let (mut model, words) = (model.clone(), model.lang.words());
        for (n, noted) in run.facts.iter().enumerate() {
            let Fact::Crashed { .. } = noted.fact else { continue };
            let again = run.facts[n..].iter().find_map(|noted| match noted.fact {
                Fact::RecordRead { record, .. } => Some(record),
                _ => None,
            });
            let Some(back) = run.facts[n..].iter().find(|noted| matches!(noted.fact, Fact::JobRunning { .. })) else {
                continue;
            };
            // A checkpoint may become complete while the job is down.
            let at = Time(back.at.0 - 1);
            update(&mut model, Msg::Seek(at));
            let store = Moment::new(run, at).world.store.newest.clone();
            let (Some(record), Some(_)) = (again, store) else { continue };
            let log = &tables(&model)[1 + record.source.index()];
            let told: Vec<_> = log.rows.iter().filter(|row| row[4].contains(words.crash_returns_here)).collect();
            assert_eq!(told.len(), 1, "{}: {log:?}", preset.id);
            assert_eq!(told[0][0], record.offset.to_string(), "{}", preset.id);
            checked += 1;
        }
    }
    assert!(checked > 8, "{checked}");
}

#[test]
fn what_is_covered_is_neither_in_the_picture_nor_in_a_table() {
    let mut model = model("s=running-example&t=17");
    let words = model.lang.words();
    let told = |model: &Model| {
        let tables: Vec<String> = tables(model).into_iter().flat_map(|table| table.rows.concat()).collect();
        [svg(model, false), tables.join("\n")]
    };
    for text in told(&model) {
        assert!(text.contains(words.v_twice) && !text.contains(words.hidden));
    }
    model.hides = true;
    for text in told(&model) {
        assert!(!text.contains(words.v_twice) && !text.contains(words.v_once) && text.contains(words.hidden));
    }
}

#[test]
fn no_text_of_a_stranger_ends_a_text_of_the_picture() {
    let hostile = "</text><script>alert(1)</script>\"&amp;\u{1}\u{fffe}]]>";
    assert!(!escape(hostile).contains(['<', '>', '"', '\u{1}', '\u{fffe}']));
    let mut model = Model::default();
    let record = serde_json::json!([{"t": 1, "key": "<b>&\"", "value": 1}]);
    update(&mut model, Msg::Edit("records".into(), Some(record.into())));
    update(&mut model, Msg::Edit("title".into(), Some(serde_json::Value::from(hostile).into())));
    update(&mut model, Msg::ToEnd);
    assert_eq!(model.refused, None);
    let picture = svg(&model, false);
    assert_eq!(well_formed(&picture), Ok(()));
    assert!(!picture.contains("<script") && !picture.contains("<b>"));
}

#[test]
fn the_colours_are_those_of_the_style_sheet() {
    let css = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/www/style.css")).expect("a style sheet");
    let block =
        |from: &str| css.split(from).nth(1).and_then(|rest| rest.split('}').next()).expect("colours").to_string();
    let check = |palette: &Palette, block: &str| {
        let of = |name: &str| {
            let value = block.split(&format!("--{name}: ")).nth(1).and_then(|rest| rest.split(';').next());
            value.unwrap_or_else(|| panic!("--{name}")).to_string()
        };
        let named = [
            ("bg", palette.bg),
            ("panel", palette.panel),
            ("ink", palette.ink),
            ("soft", palette.soft),
            ("line", palette.line),
            ("hair", palette.hair),
            ("accent", palette.accent),
            ("crash", palette.crash),
            ("durable", palette.durable),
            ("volatile", palette.volatile),
            ("volatile-line", palette.volatile_line),
            ("on-key", palette.on_key),
        ];
        for (name, colour) in named {
            assert_eq!(of(name), colour, "--{name}");
        }
        for (index, colour) in palette.keys.iter().enumerate() {
            assert_eq!(of(&format!("k{index}")), *colour);
        }
        for (name, (ink, ground)) in ["ok", "dup", "lost", "stale", "wait"].into_iter().zip(palette.verdicts) {
            assert_eq!((of(name).as_str(), of(&format!("{name}-bg")).as_str()), (ink, ground), "{name}");
        }
    };
    check(&LIGHT, &block(":root {"));
    check(&DARK, &block("[data-theme=\"dark\"] {"));
}

#[test]
fn tables_are_as_wide_as_their_heads_and_there_is_a_row_a_sink() {
    moments(|model| {
        let tables = tables(model);
        assert_eq!(tables[0].rows.len(), model.scenario.sinks.len());
        for table in &tables {
            assert!(!table.caption.is_empty());
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.caption);
        }
    });
}

#[test]
fn a_table_says_what_the_lab_shows() {
    let model = model("s=running-example&t=13.4");
    let sinks = &tables(&model)[0].rows;
    assert!(sinks[0][3].starts_with("a 1, b 3, a 5, a 8") && sinks[0][5].starts_with("Duplicates"), "{:?}", sinks[0]);
    assert_eq!(sinks[3][3], "a 1, b 3", "what is stored is not what readers get");
    assert!(sinks[3][4].contains("T1 aborted: a 5, a 8") && sinks[3][5].starts_with("Waiting"), "{:?}", sinks[3]);
}

fn export(model: &Model, format: Format, at_once: usize) -> String {
    let mut export = Export::new(&model.scenario, format, model.lang);
    let mut before = 0;
    while !export.advance(at_once) {
        assert!((before..=1_000).contains(&export.progress()), "progress never falls");
        before = export.progress();
    }
    assert_eq!(export.progress(), 1_000);
    export.into_text()
}

#[test]
fn the_json_is_the_outcome_with_every_fact_however_it_is_cut() {
    let model = model("s=running-example");
    let text = export(&model, Format::Json, 7);
    assert_eq!(text, export(&model, Format::Json, 100_000));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let outcome = serde_json::to_value(Outcome::of(&model.scenario)).expect("JSON");
    for (lane, run) in model.computed.runs.iter().enumerate() {
        assert_eq!(json["lanes"][lane]["outcome"], outcome["lanes"][lane]);
        assert_eq!(json["lanes"][lane]["facts"].as_array().map(Vec::len), Some(run.facts.len()));
    }
    assert_eq!(json["scenario"], model.scenario.to_value());
}

#[test]
fn the_csv_has_a_line_a_fact_and_a_sentence_in_the_language() {
    let mut model = model("s=running-example");
    model.lang = Lang::Zh;
    let text = export(&model, Format::Csv, 50);
    let facts: usize = model.computed.runs.iter().map(|run| run.facts.len()).sum();
    assert_eq!(text.matches("\r\n").count(), facts + 1);
    assert!(text.starts_with("lane,sink,time,") && text.contains("作业"));
}

#[test]
fn a_session_file_is_read_back_as_written() {
    let mut model = model("s=mid-flush&t=4");
    update(&mut model, Msg::Seek(Time(4_100)));
    let kept = |name: &str| match name {
        "session" => Some(session::write(&model, &model.link().to_text())),
        "theme" => Some("dark".to_string()),
        "lang" => Some("zh".to_string()),
        "keys" => Some("exactly-once-lab keys 1\ncrash x\n".to_string()),
        _ => None,
    };
    let items = file::read(&file::write(kept)).expect("a file");
    let wanted: Vec<(&str, String)> =
        ["session", "keys", "lang", "theme"].map(|name| (name, kept(name).unwrap_or_default())).into();
    assert_eq!(items, wanted);
    assert_eq!(file::read(&session::write(&model, &model.link().to_text())).expect("the session alone").len(), 1);
}

#[test]
fn a_bad_file_is_refused_and_a_bad_part_left_out() {
    let good = session::write(&Model::default(), "");
    let with = |items: serde_json::Value| {
        file::read(&serde_json::json!({"format": "exactly-once-lab session file 1", "items": items}).to_string())
    };
    assert_eq!(file::read("{}"), Err(SessionError::NoSession));
    assert_eq!(file::read("\u{0}\u{0}PNG"), Err(SessionError::NoSession));
    assert_eq!(file::read("{\"format\": \"another\"}"), Err(SessionError::OtherVersion("another".into())));
    assert_eq!(with(serde_json::json!({"theme": "dark"})), Err(SessionError::NoSession));
    assert_eq!(with(serde_json::json!({"session": "nonsense"})), Err(SessionError::NoSession));
    assert_eq!(with(serde_json::json!(7)), Err(SessionError::NoSession));
    assert_eq!(file::read(&" ".repeat(file::MAX_FILE_BYTES + 1)), Err(SessionError::TooLong));
    let items = with(
        serde_json::json!({"session": good, "theme": "url(evil)", "lang": "xx", "keys": "x".repeat(file::MAX_ITEM_BYTES + 1), "other": "x"}),
    );
    assert_eq!(items, Ok(vec![("session", good)]));
}
