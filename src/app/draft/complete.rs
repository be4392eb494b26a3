//! What can come next in a story: from the text and the place of the cursor to suggestions.

use super::tree::Node;
use super::{place, table};
use crate::sim::point::Point;
use crate::sim::scenario::story::{ArmKind, Span, SYNTAX};
use crate::sim::scenario::{Named, OutageOf, RequestKind};

/// What a story is about: as much of the scenario as completion needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The sources' names and the number of their records.
    pub sources: Vec<(String, u32)>,
    /// Have the sources names?
    pub is_named: bool,
    /// The kinds of the sinks.
    pub sinks: Vec<String>,
}

impl About {
    /// What a text says about it, however much of it is wrong.
    #[must_use]
    pub fn of(text: &str, tree: &Node) -> About {
        let (_, is_named) = place::sources(text, tree);
        let tables = table::tables(text, tree);
        let sinks = tree.get("sinks").map_or(&[] as &[Node], Node::items);
        let kind = |sink: &Node| sink.get("kind").map(|kind| kind.shown(text));
        About {
            // Texts are bounded far below this.
            sources: tables.into_iter().map(|table| (table.name, table.rows.len() as u32)).collect(),
            is_named,
            sinks: sinks.iter().filter_map(kind).collect(),
        }
    }
}

/// What can stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What a suggestion takes the place of: the word that the cursor is in or behind.
    pub word: Span,
    /// The suggestions, the best first.
    pub items: Vec<Suggestion>,
}

/// One suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is put in.
    pub insert: String,
    /// What it is, to be explained in words.
    pub what: What,
}

/// What a suggestion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A step, by its name in [`SYNTAX`].
    Step(&'static str),
    /// A source's name.
    Source,
    /// An offset to go on to: up to and with this record, counted from 1.
    UpTo(u32),
    /// The offset at the end of a log.
    ToTheEnd,
    /// A named point, without its offset.
    Point(&'static str),
    /// What an armed point does.
    Kind(ArmKind),
    /// `all` of `expire`.
    AllTransactions,
    /// A word of the format: a kind of request, what can be away.
    Word(&'static str),
}

/// What can stand at the cursor, a byte of the story's text. Nothing where only a number of one's own can.
#[must_use]
pub fn complete(story: &str, cursor: usize, about: &About) -> Completion {
    let cursor = (0..=cursor.min(story.len())).rev().find(|at| story.is_char_boundary(*at)).unwrap_or_default();
    let step_start = story[..cursor].rfind(';').map_or(0, |at| at + 1);
    let before = &story[step_start..cursor];
    let is_space = |c: char| c.is_whitespace();
    let word_start = before.rfind(is_space).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let words: Vec<&str> = before[..word_start].split_whitespace().collect();
    let written = &before[word_start..];
    let rest = &story[cursor..];
    let word_end = cursor + rest.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(rest.len());
    let start = step_start + word_start;
    let mut items = candidates(&words, &story[..step_start], about);
    // What is written whole needs no suggestion, unless there is more that begins so.
    let whole = &story[start..word_end];
    items.retain(|item| item.insert.starts_with(written));
    if items.len() == 1 && items[0].insert == whole {
        items.clear();
    }
    // Stories are short: their text is bounded by that of the scenario.
    Completion { word: Span { start: start as u32, end: word_end as u32 }, items }
}

/// The text with a suggestion put in, and the cursor behind it. A space follows where another word has to.
#[must_use]
pub fn accept(story: &str, completion: &Completion, item: &Suggestion) -> (String, usize) {
    let (start, end) = (completion.word.start as usize, completion.word.end as usize);
    let goes_on = match item.what {
        What::Step(name) => {
            let syntax = SYNTAX.iter().find(|(known, _)| *known == name).map_or("", |(_, syntax)| syntax);
            syntax.len() > name.len() && !syntax[name.len()..].starts_with(" [")
        }
        What::Source | What::Point(_) => true,
        _ => false,
    };
    let (before, after) = (&story[..start], &story[end..]);
    // A source behind `barrier` and an offset behind `@` end differently.
    let goes_on = goes_on && !item.insert.ends_with('@') && !(item.what == What::Source && is_barrier(before));
    let space = if goes_on && !after.starts_with(' ') { " " } else { "" };
    let skip = usize::from(goes_on && after.starts_with(' '));
    let text = [before, &item.insert, space, after].concat();
    (text, start + item.insert.len() + space.len() + skip)
}

fn is_barrier(before: &str) -> bool {
    before.rsplit(';').next().is_some_and(|step| step.trim() == "barrier")
}

/// Everything that may stand after these words of a step.
fn candidates(words: &[&str], steps_before: &str, about: &About) -> Vec<Suggestion> {
    let source_names = || about.sources.iter().map(|(name, _)| suggestion(name, What::Source)).collect();
    match *words {
        [] => SYNTAX.iter().map(|(name, _)| suggestion(name, What::Step(name))).collect(),
        ["emit"] if about.is_named => source_names(),
        ["emit"] => offsets("", steps_before, about.sources.first().map_or(0, |(_, length)| *length)),
        ["emit", source] if about.is_named => {
            let found = about.sources.iter().find(|(name, _)| name == source);
            found.map_or_else(Vec::new, |(name, length)| offsets(name, steps_before, *length))
        }
        ["barrier"] if about.is_named => source_names(),
        ["arm"] => points(&about.sinks),
        ["arm", point] => {
            let takes_signal = Point::parse(point).is_some_and(Point::takes_signal);
            // A branch is there to be taken: that comes first.
            let kinds = ArmKind::NAMES.iter().filter(|(_, kind)| takes_signal == (*kind == ArmKind::Signal));
            let others = ArmKind::NAMES.iter().filter(|(_, kind)| takes_signal && *kind != ArmKind::Signal);
            kinds.chain(others).map(|(name, kind)| suggestion(name, What::Kind(*kind))).collect()
        }
        ["expire"] => vec![suggestion("all", What::AllTransactions)],
        ["hold" | "lose_reply"] => names::<RequestKind>(),
        ["away" | "back"] => names::<OutageOf>(),
        _ => Vec::new(),
    }
}

/// The names of an enumeration.
fn names<T: Named>() -> Vec<Suggestion> {
    T::NAMES.iter().map(|(name, _)| suggestion(name, What::Word(name))).collect()
}

fn suggestion(insert: &str, what: What) -> Suggestion {
    Suggestion { insert: insert.to_string(), what }
}

/// The next few offsets behind those that earlier steps went to, and the end of the log.
fn offsets(source: &str, steps_before: &str, length: u32) -> Vec<Suggestion> {
    /// So many single records are offered.
    const NEXT: u32 = 4;
    let emitted = steps_before.split(';').filter_map(|step| {
        let words: Vec<&str> = step.split_whitespace().collect();
        match *words {
            ["emit", to] if source.is_empty() => to.parse::<u32>().ok(),
            ["emit", of, to] if of == source => to.parse().ok(),
            _ => None,
        }
    });
    let from = emitted.max().unwrap_or_default().min(length);
    let next = (from + 1..length).take(NEXT as usize).map(|to| suggestion(&to.to_string(), What::UpTo(to)));
    let end = (from < length).then(|| suggestion(&length.to_string(), What::ToTheEnd));
    next.chain(end).collect()
}

/// Every point: those around records, then those that these sinks pass, then the others.
fn points(sinks: &[String]) -> Vec<Suggestion> {
    let passed = |name: &str| {
        let has = |kind| sinks.iter().any(|sink| sink == kind);
        match name.split('.').next().unwrap_or_default() {
            "2pc" => has("two_phase_commit"),
            "committer" => has("committer"),
            "wal" => has("write_ahead_log"),
            _ => true,
        }
    };
    let all = || {
        Point::all().map(|(name, with_offset)| (name, if with_offset { format!("{name}@") } else { name.to_string() }))
    };
    let (first, rest): (Vec<_>, Vec<_>) = all().partition(|(name, _)| passed(name));
    first.into_iter().chain(rest).map(|(name, insert)| suggestion(&insert, What::Point(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::draft::tree;
    use crate::sim::scenario::story::parse;
    use crate::sim::scenario::SourceLog;

    fn about(kinds: &[&str]) -> About {
        let sinks = kinds.iter().map(|kind| kind.to_string()).collect();
        About { sources: vec![(String::new(), 6)], is_named: false, sinks }
    }

    fn named() -> About {
        About { sources: vec![("A".into(), 2), ("B".into(), 3)], is_named: true, sinks: vec!["append".into()] }
    }

    /// The suggestions at the mark `|`.
    fn at(story: &str, about: &About) -> Vec<String> {
        let cursor = story.find('|').expect("a cursor");
        let completion = complete(&story.replace('|', ""), cursor, about);
        completion.items.into_iter().map(|item| item.insert).collect()
    }

    /// The text after the first suggestion at `|` was taken, with the cursor.
    fn taken(story: &str, about: &About) -> String {
        let cursor = story.find('|').expect("a cursor");
        let story = story.replace('|', "");
        let completion = complete(&story, cursor, about);
        let (mut text, cursor) = accept(&story, &completion, &completion.items[0]);
        text.insert(cursor, '|');
        text
    }

    #[test]
    fn a_step_begins_with_its_name() {
        let about = about(&["append"]);
        assert_eq!(at("|", &about).len(), SYNTAX.len());
        assert_eq!(at("emit 3; c|", &about), ["complete", "checkpoint", "crash", "complete_final", "cancel"]);
        assert_eq!(at("emit 3;\n  cr|ash", &about), [] as [&str; 0], "it is written already");
        assert_eq!(at("cr|; finish", &about), ["crash"]);
        assert_eq!(at("complete|", &about), ["complete", "complete_final"]);
        assert_eq!(at("x|", &about), [] as [&str; 0]);
    }

    #[test]
    fn what_can_be_held_lost_or_away_is_offered() {
        let about = about(&["append"]);
        assert_eq!(at("hold pr|", &about), ["prepare"]);
        assert_eq!(at("lose_reply c|", &about), ["commit"]);
        assert_eq!(at("away |", &about), ["external", "checkpoint_store"]);
        assert_eq!(at("back ch|", &about), ["checkpoint_store"]);
    }

    #[test]
    fn offsets_go_on_where_the_story_is() {
        let about = about(&["append"]);
        assert_eq!(at("emit |", &about), ["1", "2", "3", "4", "6"]);
        assert_eq!(at("emit 3; crash; emit |", &about), ["4", "5", "6"]);
        assert_eq!(at("emit 6; emit |", &about), [] as [&str; 0]);
        assert_eq!(at("emit |; emit 4", &about), ["1", "2", "3", "4", "6"], "only what comes before counts");
        assert_eq!(at("emit A 2; emit |", &named()), ["A", "B"]);
        assert_eq!(at("emit A 2; emit B |", &named()), ["1", "2", "3"]);
        assert_eq!(at("emit A 1; emit A |", &named()), ["2"]);
        assert_eq!(at("barrier |", &named()), ["A", "B"]);
        assert_eq!(at("barrier |", &about), [] as [&str; 0]);
    }

    #[test]
    fn points_of_the_own_sinks_come_first() {
        let points = at("arm |", &about(&["write_ahead_log"]));
        let place = |name: &str| points.iter().position(|point| point.as_str() == name).expect(name);
        assert_eq!(points.len(), Point::names().count());
        assert!(place("sink.after@") < place("wal.send.mid") && place("wal.iscommitted") < place("2pc.begin"));
        assert_eq!(at("arm wal.c|", &about(&[])), ["wal.commit.before", "wal.commit.after"]);
        assert_eq!(at("arm wal.send.mid |", &about(&[])), ["exception", "error"]);
        assert_eq!(at("arm committer.retry |", &about(&[])), ["signal", "exception", "error"]);
        assert_eq!(at("arm wal.send.mid error |", &about(&[])), [] as [&str; 0]);
        assert_eq!(at("expire |", &about(&[])), ["all"]);
    }

    #[test]
    fn what_is_taken_stands_in_place_of_the_word() {
        let about = about(&["append"]);
        assert_eq!(taken("em|", &about), "emit |");
        assert_eq!(taken("em| 3", &about), "emit |3");
        assert_eq!(taken("emit 3; chec|k; finish", &about), "emit 3; checkpoint|; finish");
        assert_eq!(taken("emit |", &about), "emit 1|");
        assert_eq!(taken("arm sink.b|", &about), "arm sink.before@|");
        assert_eq!(taken("arm wal.send.m|", &about), "arm wal.send.mid |");
        assert_eq!(taken("emit |", &named()), "emit A |");
        assert_eq!(taken("barrier |", &named()), "barrier A|");
        let odd = About { sources: vec![("数据".into(), 1)], ..named() };
        assert_eq!(taken("emit 数|; 完", &odd), "emit 数据 |; 完");
    }

    #[test]
    fn whatever_is_taken_can_be_gone_on_with_to_a_story() {
        // From nothing, always the suggestion at a place that moves on: every story made so can be read.
        for (about, seed) in [(about(&["two_phase_commit"]), 3), (named(), 5), (about(&[]), 7), (named(), 11)] {
            let sources: Vec<SourceLog> =
                about.sources.iter().map(|(name, _)| SourceLog { name: name.clone(), records: vec![] }).collect();
            let mut story = String::new();
            for turn in 0..400 {
                let completion = complete(&story, story.len(), &about);
                match completion.items.get(turn * seed % completion.items.len().max(1)) {
                    Some(item) => {
                        let (text, cursor) = accept(&story, &completion, item);
                        assert_eq!(cursor, text.len());
                        story = text;
                        if story.ends_with('@') {
                            story.push_str("1 ");
                        }
                    }
                    None if story.ends_with("wait ") => story.push('5'),
                    None => {}
                }
                if parse(&story, &sources, about.is_named).is_ok() {
                    story.push(';');
                }
            }
            let story = story.rsplit_once(';').expect("steps").0;
            let steps = parse(story, &sources, about.is_named).expect(story);
            assert!(steps.len() > 12, "{story}");
        }
    }

    #[test]
    fn the_cursor_may_stand_anywhere() {
        let story = "emit 3;\u{3000}检查 点; arm sink.before@1  error 1; ";
        for cursor in 0..story.len() + 5 {
            let completion = complete(story, cursor, &named());
            for item in &completion.items {
                let (text, cursor) = accept(story, &completion, item);
                assert!(text.is_char_boundary(cursor));
            }
        }
    }

    #[test]
    fn it_knows_what_a_text_says_however_wrong() {
        let text =
            r#"{"sources": [{"name": "A", "records": [1, 2]}, {"records": 5}], "sinks": [{"kind": "kafka"}, 3]}"#;
        let about = About::of(text, &tree::read(text).expect("JSON"));
        assert_eq!(about.sources, [("A".to_string(), 2), (String::new(), 0)]);
        assert_eq!((about.is_named, about.sinks), (true, vec!["kafka".to_string()]));
    }
}
