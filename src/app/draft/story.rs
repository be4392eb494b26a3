//! The story as a part of the JSON text.

use super::table::spliced;
use super::tree::{self, Kind, Member, Node};

/// The story that a text has; `None` if it goes by time, or if what stands there is no text.
#[must_use]
pub fn of(text: &str, tree: &Node) -> Option<String> {
    let story = tree.get("story")?;
    (story.kind == Kind::Text).then(|| story.shown(text))
}

/// The text with this story, in place of the one that is there or as the last field. `None` if the text is no object.
#[must_use]
pub fn with(text: &str, tree: &Node, story: &str) -> Option<String> {
    let encoded = tree::encoded(story);
    if let Some(before) = tree.get("story") {
        return Some(spliced(text, before.span.start, before.span.end, &encoded));
    }
    let Kind::Object(members) = &tree.kind else { return None };
    let field = format!("\"story\": {encoded}");
    let Some(last) = members.last() else {
        return Some(spliced(text, tree.span.start, tree.span.end, &format!("{{{field}}}")));
    };
    // As the field before stands: on a line of its own, or not.
    let before = &text[..last.name_span.start as usize];
    let gap = &before[before.trim_end().len()..];
    Some(spliced(text, last.value.span.end, last.value.span.end, &format!(",{gap}{field}")))
}

/// The text without a field of the scenario. `None` if it is no object.
#[must_use]
pub fn without(text: &str, tree: &Node, field: &str) -> Option<String> {
    let Kind::Object(members) = &tree.kind else { return None };
    let Some(index) = members.iter().rposition(|member| member.name == field) else { return Some(text.to_string()) };
    let end = |member: &Member| member.value.span.end;
    let (start, end) = match (index.checked_sub(1), members.get(index + 1)) {
        (_, Some(next)) => (members[index].name_span.start, next.name_span.start),
        (Some(before), None) => (end(&members[before]), end(&members[index])),
        (None, None) => (members[index].name_span.start, end(&members[index])),
    };
    Some(spliced(text, start, end, ""))
}

/// The text driven by a story instead of by time: its faults go, and a story to begin with comes. `None` if the text is no
/// object.
#[must_use]
pub fn begun(text: &str, tree: &Node) -> Option<String> {
    let text = without(text, tree, "faults")?;
    let tree = tree::read(&text)?;
    let story = first_story(&text, &tree);
    with(&text, &tree, &story)
}

/// A story to begin with: a checkpoint after the first half of the records, a crash after the second.
fn first_story(text: &str, tree: &Node) -> String {
    let tables = super::table::tables(text, tree);
    let emit = |up_to: fn(usize) -> usize| -> String {
        let step = |table: &super::table::LogTable| {
            let name = if table.name.is_empty() { String::new() } else { format!("{} ", table.name) };
            format!("emit {name}{};\n", up_to(table.rows.len()))
        };
        tables.iter().map(step).collect()
    };
    format!("{}checkpoint;\n{}crash;\nfinish", emit(|all| all.div_ceil(2)), emit(|all| all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::{Preset, PRESETS};
    use crate::sim::scenario::{Drive, Scenario};

    fn read(text: &str) -> Node {
        tree::read(text).expect("JSON")
    }

    #[test]
    fn every_preset_can_be_told_as_a_story_and_back() {
        for preset in PRESETS {
            let story = begun(preset.json(), &read(preset.json())).expect("an object");
            let scenario = Scenario::from_json(&story).expect(preset.id);
            assert!(matches!(&scenario.drive, Drive::Story(steps) if steps.len() >= 5), "{}", preset.id);
            let back = Scenario::from_json(&without(&story, &read(&story), "story").expect("an object"));
            let calm = Scenario { drive: Drive::Time(Vec::new()), ..preset.scenario() };
            assert_eq!(back, Ok(calm), "{}", preset.id);
        }
    }

    #[test]
    fn a_story_changes_nothing_but_itself_and_shows_what_was_typed() {
        let json = Preset::find("no-crash").expect("a preset").json();
        let mut text = begun(json, &read(json)).expect("an object");
        for typed in ["emit 3; ", "", "emit 3;\n\t\"crash\"\\", "检查点;;", "emit"] {
            let next = with(&text, &read(&text), typed).expect("an object");
            assert_eq!(of(&next, &read(&next)).as_deref(), Some(typed));
            assert_eq!(without(&next, &read(&next), "story"), without(&text, &read(&text), "story"));
            text = next;
        }
    }

    #[test]
    fn fields_go_from_everywhere() {
        let text = r#"{"story": "a", "b": 1, "story": "c"}"#;
        let once = without(text, &read(text), "story").expect("an object");
        assert_eq!(once, r#"{"story": "a", "b": 1}"#);
        let twice = without(&once, &read(&once), "story").expect("an object");
        assert_eq!(twice, r#"{"b": 1}"#);
        assert_eq!(without(&twice, &read(&twice), "b").as_deref(), Some("{}"));
        assert_eq!(with("{}", &read("{}"), "x").as_deref(), Some(r#"{"story": "x"}"#));
        assert_eq!((with("[]", &read("[]"), "x"), without("[]", &read("[]"), "x")), (None, None));
    }
}
