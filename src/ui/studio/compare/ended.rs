//! What is set differently, how the two end, and what stands outside.

use super::NAMES;
use crate::app::compare::align::Aligned;
use crate::app::compare::{About, Cell, Comparison, Contents, Label, Line, Outside, Side};
use crate::i18n::compare::{outcome_word, Words};
use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::run::outcome::Row;
use crate::ui::el::{el, several, El};
use crate::ui::leaf::leaf;
use crate::ui::studio::write::verdict;
use yew::prelude::*;

/// Lines, records or rows that are shown of a long list.
const SHOWN: usize = 400;

/// Characters that are shown of a value that is set.
const VALUE: usize = 240;

/// What is set differently.
pub fn set(words: &Words, lang: Lang, comparison: &Comparison) -> Html {
    let value = |value: &Option<String>| match value {
        Some(json) => leaf("td", "", readable(lang, json)),
        None => leaf("td", "soft", words.default),
    };
    let rows = comparison.set.iter().take(SHOWN).map(|setting| {
        let name = setting.path.rsplit('.').next().unwrap_or_default();
        let title = if name == "sink" { words.sink.to_string() } else { format_word(lang, name).to_string() };
        let path = el("th", "").attr("scope", "row").child(leaf("span", "", title));
        let path = path.child(leaf("small", "mono", setting.path.clone()));
        el("tr", "").child(path).children(setting.values.iter().map(value)).done()
    });
    let body = if comparison.set.is_empty() { leaf("p", "note", words.set_none) } else { table(rows) };
    part(words.set).child(body).done()
}

/// A value of the scenario's JSON as people read it: `{"kind":"append","buffer":2}` as "append, buffer: 2".
fn readable(lang: Lang, json: &str) -> String {
    use serde_json::Value;
    fn text(lang: Lang, value: &Value) -> String {
        match value {
            Value::String(word) => format_word(lang, word).to_string(),
            Value::Array(items) => items.iter().map(|item| text(lang, item)).collect::<Vec<_>>().join("; "),
            Value::Object(fields) => {
                let field = |(name, value): (&String, &Value)| match (name.as_str(), value) {
                    ("kind", value) => text(lang, value),
                    (name, Value::Bool(true)) => format_word(lang, name).to_string(),
                    (name, value) => format!("{}: {}", format_word(lang, name), text(lang, value)),
                };
                fields.iter().map(field).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        }
    }
    let whole = serde_json::from_str(json).map_or_else(|_| json.to_string(), |value| text(lang, &value));
    // Two logs of different lengths would fill the page.
    match whole.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", &whole[..end]),
        None => whole,
    }
}

fn part(title: &'static str) -> El {
    el("section", "part").child(leaf("h2", "", title))
}

fn table(rows: impl IntoIterator<Item = Html>) -> Html {
    let head = NAMES.map(|name| el("th", "").attr("scope", "col").text(name).done());
    el("table", "two-sides")
        .child(el("thead", "").child(el("tr", "").child(el("td", "")).children(head)))
        .child(el("tbody", "").children(rows))
        .done()
}

/// A row of a table, marked if the two differ.
fn two(words: &Words, differs: bool, name: Html, cells: [Html; 2]) -> Html {
    // Colour is not the only sign.
    let sign = differs
        .then(|| el("b", "not-equal").attr("title", words.differs).attr("aria-label", words.differs).text("≠").done());
    el("tr", if differs { "differs" } else { "" })
        .child(el("th", "").attr("scope", "row").child(name).maybe(sign))
        .children(cells.map(|cell| el("td", "").child(cell).done()))
        .done()
}

/// How the two end.
pub fn ended(words: &Words, lang: Lang, comparison: &Comparison) -> Html {
    let row = |line: &Line| {
        let cells = [0, 1].map(|side| cell(words, lang, &line.values[side]));
        two(words, line.differs(), leaf("span", "", name(words, line.about)), cells)
    };
    part(words.ended).child(table(comparison.ended.iter().map(row))).done()
}

fn name(words: &Words, about: About) -> &'static str {
    match about {
        About::Verdict => words.verdict,
        About::Job => words.job,
        About::Twice => words.twice,
        About::Lost => words.lost,
        About::WentBack => words.went_back,
        About::Completed => words.completed,
        About::Aborted => words.aborted,
        About::Attempts => words.attempts,
        About::ReadAgain => words.read_again,
        About::Latency => words.latency,
        About::Duration => words.duration,
        About::Transactions => words.transactions,
        About::Skipped => words.skipped,
    }
}

fn cell(words: &Words, lang: Lang, cell: &Cell) -> Html {
    let list = |mut names: Vec<String>| {
        if names.is_empty() {
            return leaf("span", "soft", words.none);
        }
        let more = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        if more > 0 {
            names.push(format!("… +{more}"));
        }
        leaf("span", "", names.join(", "))
    };
    match cell {
        Cell::None => leaf("span", "soft", "-"),
        Cell::Verdict(found) => {
            let (class, icon, word) = verdict(lang, *found);
            el("span", "").class(format!("tag {class}")).child(icon).text(word).done()
        }
        Cell::Word(word) => leaf("span", "", outcome_word(lang, word)),
        Cell::Number(number) => leaf("span", "", number.to_string()),
        Cell::Time(time) => leaf("span", "", time.to_string()),
        Cell::Names(names) => list(names.clone()),
        Cell::States(all) => {
            list(all.iter().map(|(name, state)| format!("{name} {}", outcome_word(lang, state))).collect())
        }
    }
}

/// What stands outside.
pub fn outside(words: &Words, runs: &[Side; 2], comparison: &Comparison) -> Html {
    let body = match &comparison.outside {
        Outside::Lists(list) => lists(words, runs, list),
        Outside::Tables(rows) => {
            let row = |(name, cells): &(String, [Option<Row>; 2])| {
                let cell = |row: &Option<Row>| match row {
                    Some(row) => leaf("span", "mono", format!("{} / {}", row.count, row.sum)),
                    None => leaf("span", "soft", words.nothing),
                };
                two(words, cells[0] != cells[1], leaf("b", "mono", name.clone()), [cell(&cells[0]), cell(&cells[1])])
            };
            several([leaf("p", "note", words.outside_table), table(rows.iter().take(SHOWN).map(row))])
        }
        Outside::Apart(both) => el("div", "")
            .child(leaf("p", "note", words.outside_apart))
            .child(leaf("p", "note", words.outside_table))
            .child(el("div", "sides").children([0, 1].map(|side| apart(words, &runs[side], &both[side], side))))
            .done(),
    };
    part(words.outside).child(body).done()
}

/// Two lists, a column for each place in either.
fn lists(words: &Words, runs: &[Side; 2], list: &[(Aligned, Label)]) -> Html {
    if list.is_empty() {
        return leaf("p", "note", words.nothing);
    }
    let line = |side: usize| {
        let cells = list.iter().take(SHOWN).map(|(aligned, label)| {
            let is_here = match aligned {
                Aligned::Both(..) => true,
                Aligned::Left(_) => side == 0,
                Aligned::Right(_) => side == 1,
            };
            let only = [words.only_a, words.only_b][side];
            let is_only = !matches!(aligned, Aligned::Both(..));
            let place = el(
                "li",
                if is_only && is_here {
                    "only"
                } else if is_only {
                    "gap"
                } else {
                    ""
                },
            );
            if is_here {
                place.attr_if(is_only, "title", only).child(token(&runs[side], label)).done()
            } else {
                place.attr("aria-hidden", "true").done()
            }
        });
        el("li", "").child(leaf("b", "", NAMES[side])).child(el("ol", "").children(cells)).done()
    };
    el("ul", "two-lists").attr("tabindex", "0").children([line(0), line(1)]).done()
}

/// A record as the lab draws it: colour and letter by key, the time on it.
fn token(side: &Side, label: &Label) -> Html {
    let key = side.run.plan.keys.iter().position(|key| *key == label.key).unwrap_or_default();
    let source = if label.source.is_empty() { String::new() } else { format!("{} ", label.source) };
    el("span", "")
        .class(format!("tok k{}", key % 6))
        .child(leaf("i", "", label.key.clone()))
        .text(format!("{source}{}", label.t))
        .done()
}

fn apart(words: &Words, run: &Side, contents: &Contents, side: usize) -> Html {
    let body = match contents {
        Contents::List(list) if list.is_empty() => leaf("p", "note", words.nothing),
        Contents::List(list) => {
            el("p", "tokens").children(list.iter().take(SHOWN).map(|label| token(run, label))).done()
        }
        Contents::Table(rows) => {
            let row = |(name, row): &(String, Row)| {
                el("tr", "")
                    .child(leaf("th", "mono", name.clone()))
                    .child(leaf("td", "mono", format!("{} / {}", row.count, row.sum)))
                    .done()
            };
            el("table", "two-sides").child(el("tbody", "").children(rows.iter().take(SHOWN).map(row))).done()
        }
    };
    el("div", "").child(leaf("b", "", NAMES[side])).child(body).done()
}
