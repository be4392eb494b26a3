//! The desk at which a scenario is written: the draft, how it is being looked at, and what is said about it. Pure: what
//! comes from the browser comes as a message.

use super::complete::{self, About, Completion, Suggestion};
use super::kept::Kept;
use super::preview::Preview;
use super::table::{self, LogTable, COLUMNS};
use super::tree::Node;
use super::{place, story, Draft, Reading, Site, MAX_TEXT_BYTES};
use crate::sim::scenario::limits::MAX_JSON_BYTES;
use crate::sim::scenario::{Allowed, ErrorCode, Scenario, ScenarioError, Unit};
use place::Place;
use std::rc::Rc;

/// Rows of a table that are shown at once.
pub const ROWS_A_PAGE: usize = 100;

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The records, as tables.
    #[default]
    Records,
    /// The story.
    Story,
    /// Everything, as JSON text.
    Text,
}

/// Where the mistake of a draft is to be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In a row of a table, and in which column if it is about one.
    Row {
        /// The path of the records.
        path: String,
        /// The row.
        row: usize,
        /// The column.
        column: Option<usize>,
    },
    /// In the story.
    Story(Place),
    /// In the text.
    Text(Place),
}

/// Something to be said for a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A file of this name was opened, and whether something that was written before is kept aside for it.
    Opened(String, bool),
    /// A file was not opened, and why.
    NotOpened(String, ScenarioError),
    /// What was typed or pasted was not taken: the text would be too long.
    TooLong(ScenarioError),
    /// The link is in the clipboard.
    Copied,
}

/// Something that the person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The text was typed.
    Text(String),
    /// The story was typed.
    Story(String),
    /// A cell was typed: the path of the records, row, column, and what is in it now.
    Cell(String, usize, usize, String),
    /// Put a row in before this one.
    AddRow(String, usize),
    /// Take a row out.
    RemoveRow(String, usize),
    /// Rows were pasted at this one.
    Paste(String, usize, String),
    /// Put records in order of time.
    Sort(String),
    /// Drive it by a story; its faults go.
    BeginStory,
    /// Drive it by time; its story goes.
    EndStory,
    /// Lay the text out anew.
    Format,
    /// A suggestion was taken, at this place of the cursor.
    Accept(usize, Suggestion),
    /// Back.
    Undo,
    /// Forward.
    Redo,
    /// The person rests: time to run it.
    Rest,
    /// Look at something else.
    Show(Tab),
    /// Show another page of rows.
    Page(usize),
    /// Go where the mistake is.
    ShowMistake,
    /// A file: its name and its text, or why it could not be read.
    File(String, Result<String, ScenarioError>),
    /// Take an earlier draft off the shelf.
    Earlier(usize),
    /// Show the story's steps as in this lane.
    Lane(usize),
    /// The link is in the clipboard.
    Copied,
    /// Nothing more to be said.
    Dismiss,
}

/// The desk.
#[derive(Debug)]
pub struct Desk {
    /// The text.
    pub draft: Draft,
    /// What is kept in the browser.
    pub kept: Kept,
    /// What the text says.
    pub reading: Reading,
    /// What is looked at.
    pub tab: Tab,
    /// The page of rows that is shown.
    pub page: usize,
    /// The lane whose steps are shown.
    pub lane: usize,
    /// What the last text that could be read comes to, with the scenario.
    pub preview: Option<(Rc<Preview>, Scenario)>,
    /// Something to be said.
    pub notice: Option<Notice>,
}

impl Desk {
    /// Opens a scenario for writing, or goes on with what is kept.
    #[must_use]
    pub fn open(kept: Kept, scenario: &Scenario) -> Desk {
        let kept = kept.opened(scenario);
        let draft = Draft::new(&kept.text);
        let mut desk = Desk {
            reading: Reading::of(draft.text()),
            draft,
            kept,
            tab: Tab::default(),
            page: 0,
            lane: 0,
            preview: None,
            notice: None,
        };
        if desk.story().is_some() {
            desk.tab = Tab::Story;
        }
        if matches!(desk.spot(), Some(Spot::Text(_))) {
            desk.tab = Tab::Text;
        }
        desk.run();
        desk
    }

    /// The address has another scenario than what is written: it is opened, and what was written is kept aside. Undo brings
    /// it back too. Nothing happens if the address has what is written.
    pub fn address(&mut self, scenario: &Scenario) {
        if scenario.to_json() != self.kept.origin {
            self.kept = std::mem::take(&mut self.kept).opened(scenario);
            let text = self.kept.text.clone();
            self.draft.edit(&text, Site::Whole);
            self.changed(false);
            self.run();
        }
    }

    /// The draft as text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.draft.text()
    }

    /// The tables of records; `None` while the text is not JSON.
    #[must_use]
    pub fn tables(&self) -> Option<Vec<LogTable>> {
        self.reading.tree.as_ref().map(|tree| table::tables(self.text(), tree))
    }

    /// The story, if it is driven by one.
    #[must_use]
    pub fn story(&self) -> Option<String> {
        self.reading.tree.as_ref().and_then(|tree| story::of(self.text(), tree))
    }

    /// What can stand at the cursor of the story.
    #[must_use]
    pub fn completion(&self, cursor: usize) -> Option<Completion> {
        let tree = self.reading.tree.as_ref()?;
        Some(complete::complete(&self.story()?, cursor, &About::of(self.text(), tree)))
    }

    /// Where the mistake is to be mended; `None` if there is none.
    #[must_use]
    pub fn spot(&self) -> Option<Spot> {
        let (error, place) = self.reading.scenario.as_ref().err()?;
        Some(self.row_of(error).or_else(|| self.story_place(error).map(Spot::Story)).unwrap_or(Spot::Text(*place)))
    }

    fn row_of(&self, error: &ScenarioError) -> Option<Spot> {
        let start = error.field.find("records[")? + "records".len();
        let (row, rest) = error.field[start + 1..].split_once(']')?;
        let column = COLUMNS.iter().position(|name| rest.strip_prefix('.') == Some(name));
        Some(Spot::Row { path: error.field[..start].to_string(), row: row.parse().ok()?, column })
    }

    fn story_place(&self, error: &ScenarioError) -> Option<Place> {
        let tree = self.reading.tree.as_ref()?;
        let (sources, named) = place::sources(self.text(), tree);
        let is_of_story = error.field.starts_with("story") && error.code != ErrorCode::NotTogether;
        is_of_story.then(|| place::of_story_error(&self.story()?, error, &sources, named)).flatten()
    }

    /// The scenario's canonical link text belongs into the address: the scenario that was read last.
    #[must_use]
    pub fn scenario(&self) -> Option<&Scenario> {
        self.reading.scenario.as_ref().ok()
    }

    /// A name for the file to save it in.
    #[must_use]
    pub fn file_name(&self) -> String {
        let title = self.preview.as_ref().and_then(|(_, scenario)| scenario.title.clone()).unwrap_or_default();
        let mut name = String::new();
        for c in title.chars() {
            if c.is_alphanumeric() {
                name.extend(c.to_lowercase());
            } else if !name.is_empty() && !name.ends_with('-') {
                name.push('-');
            }
        }
        let name = name.trim_end_matches('-');
        format!("{}.json", if name.is_empty() { "scenario" } else { name })
    }

    /// Does something. Answers where the cursor of the story goes, if it has to be put somewhere.
    pub fn update(&mut self, msg: Msg) -> Option<usize> {
        match msg {
            Msg::Text(text) => self.take(Some(text), Site::Text),
            Msg::Story(text) => self.change(Site::Story, |all, tree| story::with(all, tree, &text)),
            Msg::Cell(path, row, column, entered) => {
                let site = Site::Cell(path.clone(), row, column);
                self.change(site, |text, tree| table::with_cell(text, tree, &path, row, column, &entered));
            }
            Msg::AddRow(path, row) => self.change(Site::Whole, |text, tree| {
                let tables = table::tables(text, tree);
                let rows = &tables.iter().find(|table| table.path == path)?.rows;
                table::with_rows(text, tree, &path, row, &[table::next_row(rows, row)])
            }),
            Msg::RemoveRow(path, row) => {
                self.change(Site::Whole, |text, tree| table::without_row(text, tree, &path, row));
            }
            Msg::Paste(path, row, pasted) => self
                .change(Site::Whole, |text, tree| table::with_rows(text, tree, &path, row, &table::rows_of(&pasted)?)),
            Msg::Sort(path) => self.change(Site::Whole, |text, tree| table::sorted(text, tree, &path)),
            Msg::BeginStory => self.change(Site::Whole, story::begun),
            Msg::EndStory => self.change(Site::Whole, |text, tree| story::without(text, tree, "story")),
            Msg::Format => {
                let text = self.scenario().map(Scenario::to_json_pretty);
                self.take(text, Site::Whole);
            }
            Msg::Accept(cursor, item) => return self.accept(cursor, &item),
            Msg::Undo => self.wind(Draft::undo),
            Msg::Redo => self.wind(Draft::redo),
            Msg::Rest => self.run(),
            Msg::Show(tab) => self.tab = tab,
            Msg::Page(page) => self.page = page,
            Msg::ShowMistake => self.show_mistake(),
            Msg::File(name, text) => self.open_file(name, text),
            Msg::Earlier(index) => {
                if let Some(text) = self.kept.take(index) {
                    self.draft.edit(&text, Site::Whole);
                    self.changed(true);
                    self.run();
                }
            }
            Msg::Lane(lane) => self.lane = lane,
            Msg::Copied => self.notice = Some(Notice::Copied),
            Msg::Dismiss => self.notice = None,
        }
        None
    }

    fn wind(&mut self, wind: fn(&mut Draft)) {
        wind(&mut self.draft);
        self.changed(true);
        self.run();
    }

    /// Changes a part of the text; nothing while it is not JSON.
    fn change(&mut self, site: Site, change: impl FnOnce(&str, &Node) -> Option<String>) {
        let text = self.reading.tree.as_ref().and_then(|tree| change(self.text(), tree));
        self.take(text, site);
    }

    /// Takes a text in place of the one that is there.
    fn take(&mut self, text: Option<String>, site: Site) {
        let Some(text) = text else { return };
        if self.draft.edit(&text, site) {
            self.notice = None;
            self.changed(true);
        } else {
            self.notice = Some(Notice::TooLong(too_long(text.len(), MAX_TEXT_BYTES)));
        }
    }

    fn changed(&mut self, is_written: bool) {
        self.reading = Reading::of(self.draft.text());
        self.kept.text = self.draft.text().to_string();
        self.kept.is_written |= is_written;
    }

    /// The person rests: what is typed next is a step of its own, and what can be read is run.
    fn run(&mut self) {
        self.draft.rest();
        let Ok(scenario) = &self.reading.scenario else { return };
        self.kept.origin = scenario.to_json();
        if self.preview.as_ref().is_none_or(|(_, previewed)| previewed != scenario) {
            self.preview = Some((Rc::new(Preview::new(scenario)), scenario.clone()));
            self.lane = self.lane.min(scenario.sinks.len() - 1);
        }
    }

    fn accept(&mut self, cursor: usize, item: &Suggestion) -> Option<usize> {
        let completion = self.completion(cursor)?;
        let (text, cursor) = complete::accept(&self.story()?, &completion, item);
        self.change(Site::Story, |all, tree| story::with(all, tree, &text));
        Some(cursor)
    }

    fn show_mistake(&mut self) {
        match self.spot() {
            Some(Spot::Row { row, .. }) => {
                self.tab = Tab::Records;
                self.page = row / ROWS_A_PAGE;
            }
            Some(Spot::Story(_)) => self.tab = Tab::Story,
            Some(Spot::Text(_)) => self.tab = Tab::Text,
            None => {}
        }
    }

    /// Opens a file, mistakes and all: they are mended here. What was written before is kept aside.
    fn open_file(&mut self, name: String, text: Result<String, ScenarioError>) {
        let text = match text.and_then(readable) {
            Ok(text) => text,
            Err(error) => {
                self.notice = Some(Notice::NotOpened(name, error));
                return;
            }
        };
        let was_written = self.kept.is_written;
        self.kept.begin(&text);
        self.draft.edit(&text, Site::Whole);
        self.changed(true);
        self.page = 0;
        self.run();
        match self.spot() {
            None if self.story().is_some() => self.tab = Tab::Story,
            None => self.tab = Tab::Records,
            Some(_) => self.show_mistake(),
        }
        self.notice = Some(Notice::Opened(name, was_written));
    }
}

/// The error for a file or a text of so many bytes.
#[must_use]
pub fn too_long(bytes: usize, limit: usize) -> ScenarioError {
    let allowed = Allowed::AtMost { limit: limit as u32, unit: Unit::Bytes };
    ScenarioError { code: ErrorCode::TooLong, field: String::new(), value: bytes.to_string(), allowed }
}

/// A file's text, if it is one and not too long.
///
/// # Errors
/// That it is too long or not a text at all.
pub fn readable(text: String) -> Result<String, ScenarioError> {
    if text.len() > MAX_JSON_BYTES {
        return Err(too_long(text.len(), MAX_JSON_BYTES));
    }
    // What is not UTF-8 was read as U+FFFD.
    if text.contains(['\0', '\u{fffd}']) {
        return Err(Scenario::from_json(&text).err().unwrap_or_else(|| too_long(text.len(), MAX_JSON_BYTES)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;

    fn preset(id: &str) -> Scenario {
        Preset::find(id).expect("a preset").scenario()
    }

    fn desk(id: &str) -> Desk {
        Desk::open(Kept::default(), &preset(id))
    }

    fn does(desk: &mut Desk, messages: impl IntoIterator<Item = Msg>) {
        for message in messages {
            desk.update(message);
        }
    }

    fn cell(row: usize, column: usize, entered: &str) -> Msg {
        Msg::Cell("records".into(), row, column, entered.into())
    }

    #[test]
    fn a_mistake_in_a_cell_is_shown_there_and_nothing_typed_is_lost() {
        let mut desk = desk("running-example");
        does(&mut desk, [cell(3, 0, "soon"), Msg::Rest]);
        assert_eq!(desk.spot(), Some(Spot::Row { path: "records".into(), row: 3, column: Some(0) }));
        assert_eq!(desk.tables().expect("JSON")[0].rows[3][0], "soon");
        // What it came to before stays in sight.
        assert_eq!(desk.preview.as_ref().map(|(_, scenario)| scenario.clone()), Some(preset("running-example")));
        let again = Desk::open(Kept::parse(&desk.kept.to_text()), &preset("running-example"));
        assert_eq!((again.text(), again.spot()), (desk.text(), desk.spot()));
        does(&mut desk, [cell(3, 0, "8.5"), Msg::Rest]);
        assert_eq!(desk.spot(), None);
        assert_eq!(desk.preview.as_ref().map(|(_, scenario)| scenario), desk.scenario());
    }

    #[test]
    fn undo_and_redo_go_over_all_views() {
        let mut desk = desk("running-example");
        let start = desk.text().to_string();
        does(
            &mut desk,
            [cell(0, 2, "1"), cell(0, 2, "11"), Msg::Rest, Msg::AddRow("records".into(), 6), Msg::BeginStory],
        );
        does(
            &mut desk,
            [Msg::Story("emit 7; x".into()), Msg::Rest, Msg::Format, Msg::EndStory, Msg::Sort("records".into())],
        );
        let end = desk.text().to_string();
        let mut texts = vec![end.clone()];
        while desk.draft.can().0 {
            desk.update(Msg::Undo);
            texts.push(desk.text().to_string());
        }
        assert_eq!((texts.last(), texts.len()), (Some(&start), 6));
        while desk.draft.can().1 {
            desk.update(Msg::Redo);
        }
        assert_eq!(desk.text(), end);
    }

    #[test]
    fn a_mistake_in_a_story_is_shown_in_the_story() {
        let mut desk = desk("running-example");
        does(&mut desk, [Msg::BeginStory, Msg::Story("emit 3;\n  jump".into()), Msg::ShowMistake]);
        let Some(Spot::Story(place)) = desk.spot() else { panic!("in the story") };
        assert_eq!((place.line, place.column, desk.tab), (2, 3, Tab::Story));
        assert_eq!(desk.story().as_deref(), Some("emit 3;\n  jump"));
    }

    #[test]
    fn a_story_and_faults_exclude_one_another_and_that_is_shown_in_the_text() {
        let mut desk = desk("running-example");
        let text = desk.text().replacen('{', "{\"story\": \"crash\",", 1);
        does(&mut desk, [Msg::Text(text), Msg::ShowMistake]);
        assert!(matches!(desk.spot(), Some(Spot::Text(_))) && desk.tab == Tab::Text);
    }

    #[test]
    fn text_that_is_not_json_leaves_the_other_views_alone() {
        let mut desk = desk("running-example");
        let broken = desk.text().replacen("\"records\"", "\"records", 1);
        does(
            &mut desk,
            [Msg::Text(broken.clone()), cell(0, 0, "9"), Msg::Story("x".into()), Msg::BeginStory, Msg::Format],
        );
        assert_eq!((desk.text(), desk.tables(), desk.story()), (broken.as_str(), None, None));
        assert!(matches!(desk.spot(), Some(Spot::Text(_))));
        does(&mut desk, [Msg::Undo]);
        assert_eq!(desk.spot(), None);
    }

    #[test]
    fn a_suggestion_is_put_in_and_the_cursor_stands_behind_it() {
        let mut desk = desk("running-example");
        does(&mut desk, [Msg::BeginStory, Msg::Story("em".into())]);
        let completion = desk.completion(2).expect("a story");
        let cursor = desk.update(Msg::Accept(2, completion.items[0].clone()));
        assert_eq!((desk.story().as_deref(), cursor), (Some("emit "), Some(5)));
        let numbers: Vec<String> = desk.completion(5).expect("a story").items.into_iter().map(|i| i.insert).collect();
        assert_eq!(numbers, ["1", "2", "3", "4", "6"]);
    }

    #[test]
    fn a_file_is_opened_with_its_mistakes_and_what_was_written_is_kept_aside() {
        let mut desk = desk("running-example");
        desk.update(cell(0, 2, "77"));
        let mine = desk.text().to_string();
        let file = "{\"format\": 1, \"records\": [{\"t\": 1, \"key\": \"a\", \"value\": \"x\"}], \"sinks\": [{\"kind\": \"append\"}]}";
        desk.update(Msg::File("a.json".into(), Ok(file.into())));
        assert_eq!((desk.text(), desk.tab), (file, Tab::Records));
        assert_eq!(desk.notice, Some(Notice::Opened("a.json".into(), true)));
        assert!(matches!(desk.spot(), Some(Spot::Row { row: 0, column: Some(2), .. })));
        assert_eq!(desk.kept.shelf, std::slice::from_ref(&mine));
        desk.update(Msg::Earlier(0));
        assert_eq!(desk.text(), mine);
        desk.update(Msg::Undo);
        assert_eq!(desk.text(), file);
    }

    #[test]
    fn a_file_that_is_too_large_or_no_text_is_refused_and_changes_nothing() {
        let mut desk = desk("running-example");
        let before = desk.text().to_string();
        for (text, code) in
            [(" ".repeat(MAX_JSON_BYTES + 1), ErrorCode::TooLong), ("\u{fffd}PNG\0\0".to_string(), ErrorCode::BadJson)]
        {
            desk.update(Msg::File("b".into(), Ok(text)));
            let Some(Notice::NotOpened(_, error)) = &desk.notice else { panic!("refused") };
            assert_eq!(error.code, code);
        }
        desk.update(Msg::File("c".into(), Err(too_long(5_000_000, MAX_JSON_BYTES))));
        assert_eq!(desk.text(), before);
        let longest = format!("{before}{}", " ".repeat(MAX_JSON_BYTES - before.len()));
        desk.update(Msg::File("d".into(), Ok(longest.clone())));
        assert_eq!((desk.text(), desk.spot()), (longest.as_str(), None), "at the limit it is taken");
    }

    #[test]
    fn the_limits_of_scenarios_are_said_where_they_are_passed() {
        let mut desk = desk("no-crash");
        let rows: String = (0..2_001).map(|n| format!("{n}\ta\t1\n")).collect();
        let path = "records".to_string();
        does(&mut desk, [Msg::Paste(path.clone(), 6, rows), Msg::Rest]);
        let error = desk.reading.error().expect("too many").clone();
        assert_eq!((error.code, error.value.as_str()), (ErrorCode::TooMany, "2007"));
        for _ in 0..7 {
            desk.update(Msg::RemoveRow(path.clone(), 6));
        }
        does(&mut desk, [Msg::Sort(path), Msg::Rest]);
        assert_eq!(desk.reading.error(), None, "2,000 records are taken");
        assert_eq!(desk.preview.as_ref().map(|(_, s)| s.sources[0].records.len()), Some(2_000));
        does(&mut desk, [Msg::BeginStory, Msg::Story("crash;".repeat(501)), Msg::ShowMistake]);
        assert!(matches!(desk.spot(), Some(Spot::Story(_))), "{:?}", desk.reading.error());
        assert_eq!(desk.tab, Tab::Story);
        does(&mut desk, [Msg::Story("emit 1;".repeat(500)), Msg::Rest]);
        assert_eq!(desk.reading.error(), None, "500 steps are taken");
    }

    #[test]
    fn what_is_pasted_beyond_all_limits_is_told_and_changes_nothing() {
        let mut desk = desk("no-crash");
        let before = desk.text().to_string();
        desk.update(Msg::Text("x".repeat(MAX_TEXT_BYTES + 1)));
        assert!(
            matches!(&desk.notice, Some(Notice::TooLong(error)) if error.value == (MAX_TEXT_BYTES + 1).to_string())
        );
        assert_eq!(desk.text(), before);
    }

    #[test]
    fn another_address_is_opened_and_the_own_one_changes_nothing() {
        let mut desk = desk("running-example");
        does(&mut desk, [cell(0, 2, "77"), Msg::Rest]);
        let mine = desk.text().to_string();
        let own = desk.scenario().expect("a scenario").clone();
        desk.address(&own);
        assert_eq!(desk.text(), mine);
        desk.address(&preset("surge"));
        assert_eq!(desk.scenario(), Some(&preset("surge")));
        assert_eq!(desk.kept.shelf, std::slice::from_ref(&mine));
        desk.update(Msg::Undo);
        assert_eq!(desk.text(), mine);
    }

    #[test]
    fn the_file_has_the_scenarios_name() {
        assert_eq!(desk("running-example").file_name(), "checkpoint-at-3-crash-at-10.json");
        let untitled = r#"{"format": 1, "title": "·", "records": [], "sinks": [{"kind": "append"}]}"#;
        let untitled = Scenario::from_json(untitled).expect("a scenario");
        assert_eq!(Desk::open(Kept::default(), &untitled).file_name(), "scenario.json");
    }
}
