//! Records as a table: read from the JSON text, and changed in it without touching anything else.
//!
//! A cell holds what was typed, number or not: what is no number goes into the text as a JSON text, and the scenario's
//! reader says what is allowed there.

use super::tree::{self, Kind, Node};
use crate::sim::id::Time;
use crate::sim::scenario::limits::MAX_SECONDS;
use serde_json::Value;

/// The cells of a record in the order of the columns: time, key, value.
pub type Cells = [String; 3];

/// The fields of a record, a column each.
pub const COLUMNS: [&str; 3] = ["t", "key", "value"];

/// The log of a source as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogTable {
    /// The source's name; empty for the single nameless one.
    pub name: String,
    /// The path of its list of records: `records` or `sources[1].records`.
    pub path: String,
    /// Its records.
    pub rows: Vec<Cells>,
}

/// The tables of all sources that the text has.
#[must_use]
pub fn tables(text: &str, tree: &Node) -> Vec<LogTable> {
    if let Some(list) = tree.get("records") {
        return vec![LogTable { name: String::new(), path: "records".to_string(), rows: rows(text, list) }];
    }
    let sources = tree.get("sources").map_or(&[] as &[Node], Node::items);
    let table = |(index, source): (usize, &Node)| LogTable {
        name: source.get("name").map(|name| name.shown(text)).unwrap_or_default(),
        path: format!("sources[{index}].records"),
        rows: source.get("records").map(|list| rows(text, list)).unwrap_or_default(),
    };
    sources.iter().enumerate().map(table).collect()
}

fn rows(text: &str, list: &Node) -> Vec<Cells> {
    let cell = |record: &Node, field| record.get(field).map(|node| node.shown(text)).unwrap_or_default();
    list.items().iter().map(|record| COLUMNS.map(|field| cell(record, field))).collect()
}

/// The text with a cell changed. `None` if there is no such row.
#[must_use]
pub fn with_cell(text: &str, tree: &Node, path: &str, row: usize, column: usize, entered: &str) -> Option<String> {
    let record = list(tree, path)?.items().get(row)?;
    let literal = literal(column, entered);
    let Kind::Object(members) = &record.kind else {
        // Not a record at all: it becomes one.
        let mut cells = Cells::default();
        cells[column] = entered.to_string();
        return Some(spliced(text, record.span.start, record.span.end, &record_of(&cells)));
    };
    if let Some(value) = record.get(COLUMNS[column]) {
        return Some(spliced(text, value.span.start, value.span.end, &literal));
    }
    let comma = if members.is_empty() { "" } else { ", " };
    let end = members.last().map_or(record.span.start + 1, |member| member.value.span.end);
    Some(spliced(text, end, end, &format!("{comma}\"{}\": {literal}", COLUMNS[column])))
}

/// The text with records put in before a row, or at the end. `None` if there is no list of records.
#[must_use]
pub fn with_rows(text: &str, tree: &Node, path: &str, row: usize, rows: &[Cells]) -> Option<String> {
    let list = list(tree, path)?;
    let Kind::List(items) = &list.kind else { return None };
    if rows.is_empty() {
        return Some(text.to_string());
    }
    let records: Vec<String> = rows.iter().map(record_of).collect();
    let Some(first) = items.first() else {
        let indent = indent_of(text, list.span.start);
        let gap = format!("\n{indent}  ");
        let all = format!("[{gap}{}\n{indent}]", records.join(&format!(",{gap}")));
        return Some(spliced(text, list.span.start, list.span.end, &all));
    };
    // What stands between two records, or before the first one.
    let between = match items.get(1) {
        Some(second) => text.get(first.span.end as usize..second.span.start as usize)?.to_string(),
        None => format!(",{}", text.get(list.span.start as usize + 1..first.span.start as usize)?),
    };
    let new = records.join(&between);
    Some(match items.get(row) {
        Some(item) => spliced(text, item.span.start, item.span.start, &format!("{new}{between}")),
        None => {
            let end = items.last().map_or(first.span.end, |last| last.span.end);
            spliced(text, end, end, &format!("{between}{new}"))
        }
    })
}

/// The text without a row. `None` if there is no such row.
#[must_use]
pub fn without_row(text: &str, tree: &Node, path: &str, row: usize) -> Option<String> {
    let list = list(tree, path)?;
    let items = list.items();
    let item = items.get(row)?;
    let (start, end) = match (row.checked_sub(1).and_then(|before| items.get(before)), items.get(row + 1)) {
        (_, Some(next)) => (item.span.start, next.span.start),
        (Some(before), None) => (before.span.end, item.span.end),
        (None, None) => (list.span.start + 1, list.span.end - 1),
    };
    Some(spliced(text, start, end, ""))
}

/// The text with the records of a log in order of time; those of one time stay as they are, and what is no time goes to
/// the end. `None` if there is no such list.
#[must_use]
pub fn sorted(text: &str, tree: &Node, path: &str) -> Option<String> {
    let list = list(tree, path)?;
    let items = list.items();
    let time = |item: &Node| item.get("t").and_then(|t| milliseconds(t.span.of(text))).unwrap_or(u64::MAX);
    let mut order: Vec<&Node> = items.iter().collect();
    order.sort_by_key(|item| time(item));
    // From the end to the beginning, so that the spans before stay true.
    let mut out = text.to_string();
    for (place, item) in items.iter().zip(order).rev() {
        out = spliced(&out, place.span.start, place.span.end, item.span.of(text));
    }
    Some(out)
}

/// The record that *add a row* begins with: a second later than the one before, with its key and value.
#[must_use]
pub fn next_row(rows: &[Cells], row: usize) -> Cells {
    let Some([t, key, value]) = row.checked_sub(1).and_then(|before| rows.get(before)) else {
        return ["1", "a", "10"].map(str::to_string);
    };
    let later = milliseconds(t).map_or(1_000, |t| t + 1_000).min(u64::from(MAX_SECONDS) * 1_000);
    // The limit fits.
    let later = Time(later as u32);
    let later = match rows.get(row).and_then(|[next, ..]| milliseconds(next)) {
        // Between two records: not later than the next.
        Some(next) => later.min(Time(next.min(u64::from(u32::MAX)) as u32)),
        None => later,
    };
    [later.to_string(), key.clone(), value.clone()]
}

/// Rows of a text from elsewhere, as a spreadsheet puts it into the clipboard: a record a line, cells apart by tabs,
/// semicolons, commas or spaces. A first line with the names of the columns says their order.
///
/// `None` if the text is a single cell. Nothing is lost: what does not fit stands in the last cell, where its error is
/// shown.
#[must_use]
pub fn rows_of(pasted: &str) -> Option<Vec<Cells>> {
    let mut lines = pasted.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let first = *lines.peek()?;
    let mark = ['\t', ';', ','].into_iter().find(|mark| first.contains(*mark));
    if mark.is_none() && lines.clone().count() == 1 && first.split_whitespace().count() == 1 {
        return None;
    }
    let cells = |line: &str| -> Vec<String> {
        let clean = |cell: &str| cell.trim().trim_matches('"').to_string();
        match mark {
            Some(mark) => line.split(mark).map(clean).collect(),
            None => line.split_whitespace().map(clean).collect(),
        }
    };
    let header = cells(first);
    let is_header = COLUMNS.iter().all(|name| header.iter().any(|cell| cell.eq_ignore_ascii_case(name)));
    let order: Vec<usize> = if is_header {
        lines.next();
        let of = |cell: &String| COLUMNS.iter().position(|name| cell.eq_ignore_ascii_case(name)).unwrap_or(2);
        header.iter().map(of).collect()
    } else {
        vec![0, 1, 2]
    };
    let row = |line: &str| {
        let mut row = Cells::default();
        for (index, cell) in cells(line).into_iter().enumerate() {
            let column = &mut row[order.get(index).copied().unwrap_or(2)];
            if !column.is_empty() {
                column.push(' ');
            }
            column.push_str(&cell);
        }
        row
    };
    Some(lines.map(row).collect())
}

fn list<'a>(tree: &'a Node, path: &str) -> Option<&'a Node> {
    let (node, _, rest) = tree.nearest(path);
    rest.is_empty().then_some(node)
}

fn record_of(cells: &Cells) -> String {
    let [t, key, value] = [0, 1, 2].map(|column| literal(column, &cells[column]));
    format!("{{\"t\": {t}, \"key\": {key}, \"value\": {value}}}")
}

/// What was entered into a cell as JSON: a number as it was typed, anything else as text.
fn literal(column: usize, entered: &str) -> String {
    if COLUMNS[column] == "key" {
        return tree::encoded(entered);
    }
    let plain: String = entered.trim().chars().map(half_width).collect();
    match serde_json::from_str::<Value>(&plain) {
        Ok(Value::Number(_)) => plain,
        _ => tree::encoded(entered),
    }
}

/// Digits as Chinese and Japanese keyboards may enter them.
fn half_width(c: char) -> char {
    match c {
        // The difference is that of the two blocks.
        '０'..='９' => char::from(b'0' + (u32::from(c) - u32::from('０')) as u8),
        '．' | '。' => '.',
        '－' | '−' => '-',
        _ => c,
    }
}

/// Seconds as milliseconds, roughly: to order by.
fn milliseconds(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then_some((seconds * 1_000.0).round() as u64)
}

fn indent_of(text: &str, at: u32) -> &str {
    let before = &text[..at as usize];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    &line[..line.len() - line.trim_start().len()]
}

/// The text with a part replaced.
pub(super) fn spliced(text: &str, start: u32, end: u32, new: &str) -> String {
    let (before, after) = (&text[..start as usize], &text[end as usize..]);
    [before, new, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::{Preset, PRESETS};
    use crate::sim::scenario::Scenario;

    fn read(text: &str) -> Node {
        tree::read(text).expect("JSON")
    }

    const TEXT: &str = r#"{
  "format": 1,
  "records": [
    {"t": 1,   "key": "a", "value": 10},
    {"t": 3, "key": "b", "value": 20}
  ],
  "sinks": [{"kind": "append"}]
}"#;

    #[test]
    fn the_tables_of_every_preset_are_its_records() {
        for preset in PRESETS {
            let scenario = preset.scenario();
            let tables = tables(preset.json(), &read(preset.json()));
            assert_eq!(tables.len(), scenario.sources.len(), "{}", preset.id);
            for (table, source) in tables.iter().zip(&scenario.sources) {
                let records = source.records.iter().map(|r| (u64::from(r.t.0), r.key.clone(), r.value.to_string()));
                let row = |[t, key, value]: &Cells| (milliseconds(t).expect("a time"), key.clone(), value.clone());
                let rows: Vec<_> = table.rows.iter().map(row).collect();
                assert_eq!((&table.name, rows), (&source.name, records.collect()), "{}", preset.id);
            }
        }
    }

    #[test]
    fn a_cell_changes_nothing_but_itself() {
        let text = with_cell(TEXT, &read(TEXT), "records", 1, 2, "-5").expect("a row");
        assert_eq!(text, TEXT.replace("\"value\": 20", "\"value\": -5"));
        let text = with_cell(TEXT, &read(TEXT), "records", 0, 1, "说\"").expect("a row");
        assert_eq!(text, TEXT.replace("\"a\"", "\"说\\\"\""));
        assert_eq!(with_cell(TEXT, &read(TEXT), "records", 2, 0, "1"), None);
    }

    #[test]
    fn a_cell_shows_what_was_typed() {
        let mut text = TEXT.to_string();
        for typed in ["", "1", "1.", "1.5", "1.50", "-", "1e1", "soon", "\"", "\\", "2 "] {
            text = with_cell(&text, &read(&text), "records", 0, 0, typed).expect("a row");
            assert_eq!(tables(&text, &read(&text))[0].rows[0][0], typed.trim(), "{typed}");
        }
        text = with_cell(&text, &read(&text), "records", 0, 0, "１．５").expect("a row");
        assert_eq!(tables(&text, &read(&text))[0].rows[0][0], "1.5");
    }

    #[test]
    fn a_missing_field_is_put_in() {
        let text = TEXT.replace(", \"value\": 20", "");
        assert_eq!(with_cell(&text, &read(&text), "records", 1, 2, "20").as_deref(), Some(TEXT));
        let odd = TEXT.replace("{\"t\": 3, \"key\": \"b\", \"value\": 20}", "7");
        let mended = with_cell(&odd, &read(&odd), "records", 1, 1, "b").expect("a row");
        assert_eq!(tables(&mended, &read(&mended))[0].rows[1], ["", "b", ""]);
    }

    #[test]
    fn rows_come_and_go_and_the_text_is_as_before() {
        let row = |t: &str| [t, "c", "7"].map(str::to_string);
        for at in 0..=2 {
            let longer = with_rows(TEXT, &read(TEXT), "records", at, &[row("3"), row("3")]).expect("a list");
            let rows = &tables(&longer, &read(&longer))[0].rows;
            assert_eq!((rows.len(), &rows[at], &rows[at + 1]), (4, &row("3"), &row("3")));
            assert_eq!(longer.lines().count(), TEXT.lines().count() + 2);
            let once = without_row(&longer, &read(&longer), "records", at).expect("a row");
            let twice = without_row(&once, &read(&once), "records", at).expect("a row");
            assert_eq!(twice, TEXT);
        }
    }

    #[test]
    fn the_last_row_can_go_and_a_first_one_come() {
        let mut text = TEXT.to_string();
        for _ in 0..2 {
            text = without_row(&text, &read(&text), "records", 0).expect("a row");
        }
        assert!(tables(&text, &read(&text))[0].rows.is_empty());
        let first = next_row(&[], 0);
        let text = with_rows(&text, &read(&text), "records", 0, &[first]).expect("a list");
        assert!(Scenario::from_json(&text).is_ok(), "{text}");
        assert!(text.contains("\n    {\"t\": 1, \"key\": \"a\", \"value\": 10}\n"), "{text}");
    }

    #[test]
    fn rows_go_to_the_source_that_they_are_meant_for() {
        let json = Preset::find("alignment").expect("a preset").json();
        let before = tables(json, &read(json));
        let longer = with_rows(json, &read(json), &before[1].path, 99, &[next_row(&[], 0)]).expect("a list");
        let after = tables(&longer, &read(&longer));
        assert_eq!((after[0].rows.len(), after[1].rows.len()), (before[0].rows.len(), before[1].rows.len() + 1));
    }

    #[test]
    fn records_are_sorted_by_time_and_keep_their_form() {
        let rows = [["5", "a", "1"], ["2.5", "b", "2"], ["x", "c", "3"], ["2.5", "d", "4"]];
        let rows = rows.map(|row| row.map(str::to_string));
        let text = with_rows(TEXT, &read(TEXT), "records", 0, &rows).expect("a list");
        let sorted = sorted(&text, &read(&text), "records").expect("a list");
        let keys: String = tables(&sorted, &read(&sorted))[0].rows.iter().map(|row| row[1].as_str()).collect();
        assert_eq!(keys, "abdbac");
        assert!(sorted.contains("{\"t\": 1,   \"key\""), "{sorted}");
    }

    #[test]
    fn a_new_row_is_later_than_the_one_before_but_not_than_the_next() {
        let rows = [["1", "a", "5"], ["1.25", "b", "6"]].map(|row| row.map(str::to_string));
        assert_eq!(next_row(&rows, 2), ["2.25", "b", "6"]);
        assert_eq!(next_row(&rows, 1), ["1.25", "a", "5"]);
        assert_eq!(next_row(&rows, 0), ["1", "a", "10"]);
    }

    #[test]
    fn rows_come_from_a_spreadsheet() {
        let rows = |pasted| rows_of(pasted).expect("rows");
        let wanted = vec![["1", "a", "10"].map(str::to_string), ["2.5", "b", "-3"].map(str::to_string)];
        assert_eq!(rows("1\ta\t10\r\n2.5\tb\t-3\r\n"), wanted);
        assert_eq!(rows("1;a;10\n\n2.5 ; b ; -3"), wanted);
        assert_eq!(rows("1, \"a\", 10\n2.5, \"b\", -3"), wanted);
        assert_eq!(rows("1 a 10\n2.5 b -3"), wanted);
        assert_eq!(rows("key,value,t\na,10,1\nb,-3,2.5"), wanted);
        assert_eq!(rows("1 a 10 again"), [["1", "a", "10 again"].map(str::to_string)]);
        assert_eq!(rows("1\n2"), [["1", "", ""].map(str::to_string), ["2", "", ""].map(str::to_string)]);
        for single in ["", " ", "12", " word "] {
            assert_eq!(rows_of(single), None, "{single}");
        }
    }
}
