//! The room in which scenarios are written. The desk (`app::draft::desk`) has the state and what changes it; here it meets
//! the browser: fields, files, the clipboard, storage, the address.

mod editor;
mod preview;
mod storage;
mod story;
mod table;

pub use preview::verdict;

use super::RoomProps;
use crate::app::draft::brief::brief;
use crate::app::draft::desk::{Desk, Msg, Notice, Spot, Tab};
use crate::app::draft::kept::name_of;
use crate::app::draft::place;
use crate::app::room::Room;
use crate::app::share::Link;
use crate::i18n::errors::say;
use crate::i18n::write::{place as place_words, words, Words};
use crate::i18n::Lang;
use crate::ui::el::{el, several, El};
use crate::ui::leaf::leaf;
use crate::ui::{browser, files, icons};
use editor::Editor;
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use story::Open;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// A person rests when nothing was typed for so long.
const REST_MS: u32 = 350;

const TEXT_ID: &str = "text-field";
const PICKER_ID: &str = "file-picker";

/// What reaches the room.
pub enum WriteMsg {
    /// Something for the desk.
    Desk(Msg),
    /// Something for the desk, and then the element of this id gets the focus.
    Then(Msg, Option<String>),
    /// The element of this id gets the focus.
    Focus(Option<String>),
    /// The story was typed, and the cursor stands at this byte.
    Told(String, usize),
    /// Suggestions are opened, changed or closed.
    Suggest(Option<Open>),
    /// A suggestion is taken.
    Take(Msg),
    /// Go where the mistake is.
    ShowMistake,
    /// Files are dragged over the room, or no longer.
    Dragged(bool),
    /// A file was picked or dropped.
    Given(web_sys::File),
    /// A file was read.
    Read(files::Read),
    /// Save the draft as a file.
    Save,
    /// Put the link into the clipboard.
    Copy,
    /// The clipboard did not take it: the link is shown.
    ByHand,
    /// Nothing was typed for a while.
    Rest,
    /// The page is left.
    Leave,
}

/// The room.
pub struct Write {
    desk: Desk,
    lang: Lang,
    open: Option<Open>,
    /// What gets the focus once it is drawn, and where its cursor goes, in units of UTF-16.
    focus: Option<(String, Option<(u32, u32)>)>,
    is_dragged: bool,
    is_kept: bool,
    by_hand: bool,
    rest: Option<Timeout>,
    _listeners: Vec<EventListener>,
}

impl Component for Write {
    type Message = WriteMsg;
    type Properties = RoomProps;

    fn create(ctx: &Context<Self>) -> Self {
        let mut write = Write {
            desk: Desk::open(storage::load(), &ctx.props().link.scenario),
            lang: ctx.props().lang,
            open: None,
            focus: None,
            is_dragged: false,
            is_kept: true,
            by_hand: false,
            rest: None,
            _listeners: listeners(ctx.link()),
        };
        write.keep();
        write
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &RoomProps) -> bool {
        self.lang = ctx.props().lang;
        self.desk.address(&ctx.props().link.scenario);
        self.keep();
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: WriteMsg) -> bool {
        match msg {
            WriteMsg::Desk(msg) => self.does(ctx, msg),
            WriteMsg::Then(msg, id) => {
                self.does(ctx, msg);
                self.focus = id.map(|id| (id, None));
            }
            WriteMsg::Focus(id) => self.focus = id.map(|id| (id, None)),
            WriteMsg::Told(text, cursor) => {
                self.does(ctx, Msg::Story(text));
                self.open = Some(Open { cursor, chosen: None });
            }
            WriteMsg::Suggest(open) => {
                if self.open == open {
                    return false;
                }
                self.open = open;
            }
            WriteMsg::Take(msg) => self.take(ctx, msg),
            WriteMsg::ShowMistake => self.show_mistake(ctx),
            WriteMsg::Dragged(is_dragged) => {
                if self.is_dragged == is_dragged {
                    return false;
                }
                self.is_dragged = is_dragged;
            }
            WriteMsg::Given(file) => {
                self.is_dragged = false;
                files::read(&file, ctx.link().callback(WriteMsg::Read));
            }
            WriteMsg::Read((name, text)) => self.does(ctx, Msg::File(name, text)),
            WriteMsg::Save => {
                files::save(&self.desk.file_name(), self.desk.text());
                return false;
            }
            WriteMsg::Copy => {
                self.settle(ctx);
                let (done, failed) = (ctx.link().clone(), ctx.link().clone());
                browser::copy(&self.lab_address(ctx), move |is_copied| {
                    if is_copied {
                        done.send_message(WriteMsg::Desk(Msg::Copied));
                    } else {
                        failed.send_message(WriteMsg::ByHand);
                    }
                });
                return false;
            }
            WriteMsg::ByHand => self.by_hand = true,
            WriteMsg::Rest => self.settle(ctx),
            WriteMsg::Leave => {
                self.keep();
                return false;
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (link, words) = (ctx.link(), words(self.lang));
        let body = match self.desk.tab {
            Tab::Records => table::records(self, link, words),
            Tab::Story => story::story(self, link, words),
            Tab::Text => self.text(link, words),
        };
        el("div", if self.is_dragged { "write dragged" } else { "write" })
            .child(leaf("p", "room-intro", words.intro))
            .child(self.tools(ctx, words))
            .child(self.notice(ctx, words))
            .child(
                el("div", "write-halves")
                    .child(
                        el("section", "write-edit")
                            .attr("aria-label", words.views)
                            .child(self.tabs(link, words))
                            .child(self.mistake(link, words))
                            .child(
                                el("div", if self.desk.tab == Tab::Story { "write-body story" } else { "write-body" })
                                    .child(body),
                            ),
                    )
                    .child(preview::preview(self, link, words)),
            )
            .child(el("div", "drop-here").flag("hidden", !self.is_dragged).text(words.drop_here))
            .done()
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        if let Some((id, cursor)) = self.focus.take() {
            focus(&id, cursor);
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.keep();
    }
}

impl Write {
    fn does(&mut self, ctx: &Context<Self>, msg: Msg) {
        let waits = matches!(msg, Msg::Text(_) | Msg::Story(_) | Msg::Cell(..));
        self.open = None;
        self.by_hand = false;
        self.desk.update(msg);
        if waits {
            let link = ctx.link().clone();
            self.rest = Some(Timeout::new(REST_MS, move || link.send_message(WriteMsg::Rest)));
        } else {
            self.settle(ctx);
        }
    }

    /// Runs what is written, keeps it, and puts it into the address.
    fn settle(&mut self, ctx: &Context<Self>) {
        self.rest = None;
        self.desk.update(Msg::Rest);
        self.keep();
        if let Some(scenario) = self.desk.scenario() {
            let before = &ctx.props().link;
            if *scenario != before.scenario {
                let link = Link { scenario: scenario.clone(), at: None, preset: None, ..(**before).clone() };
                browser::replace(&Room::Write.link(&link));
            }
        }
    }

    fn keep(&mut self) {
        self.is_kept = storage::save(&self.desk.kept);
    }

    fn take(&mut self, ctx: &Context<Self>, msg: Msg) {
        let cursor = self.desk.update(msg);
        self.does(ctx, Msg::Rest);
        if let (Some(cursor), Some(story)) = (cursor, self.desk.story()) {
            let units = place::to_utf16(&story, cursor);
            self.focus = Some((story::ID.to_string(), Some((units, units))));
            // What can come next is shown at once where more has to come.
            let goes_on = story[..cursor].ends_with([' ', '@']);
            self.open = goes_on.then_some(Open { cursor, chosen: None });
        }
    }

    fn show_mistake(&mut self, ctx: &Context<Self>) {
        self.does(ctx, Msg::ShowMistake);
        let units = |text: &str, place: &place::Place| {
            let [start, end] = [place.span.start, place.span.end].map(|byte| place::to_utf16(text, byte as usize));
            Some((start, end))
        };
        self.focus = match self.desk.spot() {
            Some(Spot::Row { path, row, column }) => Some((table::cell_id(&path, row, column.unwrap_or(0)), None)),
            Some(Spot::Story(place)) => {
                let story = self.desk.story().unwrap_or_default();
                Some((story::ID.to_string(), units(&story, &place)))
            }
            Some(Spot::Text(place)) => Some((TEXT_ID.to_string(), units(self.desk.text(), &place))),
            None => None,
        };
    }

    /// The address at which the lab opens what was read last.
    fn lab_link(&self, ctx: &Context<Self>) -> String {
        let before = &ctx.props().link;
        let scenario = self.desk.preview.as_ref().map_or(&before.scenario, |(_, scenario)| scenario);
        Link { scenario: scenario.clone(), at: None, preset: None, ..(**before).clone() }.to_text()
    }

    fn lab_address(&self, ctx: &Context<Self>) -> String {
        let address = browser::address();
        let page = address.split('#').next().unwrap_or_default();
        format!("{page}#{}", self.lab_link(ctx))
    }

    fn tools(&self, ctx: &Context<Self>, words: &'static Words) -> Html {
        let link = ctx.link();
        let (can_undo, can_redo) = self.desk.draft.can();
        let button = |text: &'static str, icon: Option<Html>, is_on: bool, click: Callback<Event>| {
            el("button", "btn").flag("disabled", !is_on).click(click).maybe(icon).text(text).done()
        };
        let pick = Callback::from(|_: Event| {
            if let Some(picker) = element(PICKER_ID).and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
                picker.click();
            }
        });
        let picked = link.batch_callback(|event: Event| {
            let input = event.target()?.dyn_into::<web_sys::HtmlInputElement>().ok()?;
            let file = input.files()?.get(0)?;
            // The same file can be picked again.
            input.set_value("");
            Some(WriteMsg::Given(file))
        });
        let does = |msg: Msg| link.callback(move |_: Event| WriteMsg::Desk(msg.clone()));
        let picker = el("input", "")
            .attr("type", "file")
            .attr("id", PICKER_ID)
            .attr("accept", ".json,application/json")
            .attr("hidden", "")
            .attr("aria-label", words.open_file)
            .on(ListenerKind::onchange, picked);
        let can_open = self.desk.preview.is_some();
        let has_mistake = self.desk.reading.error().is_some();
        let to_lab = if has_mistake { words.to_lab_old } else { words.to_lab };
        el("div", "write-tools")
            .attr("role", "group")
            .attr("aria-label", words.tools)
            .child(button(words.undo, Some(icons::undo()), can_undo, does(Msg::Undo)))
            .child(button(words.redo, Some(icons::redo()), can_redo, does(Msg::Redo)))
            .child(el("span", "gap"))
            .child(button(words.open_file, None, true, pick))
            .child(picker)
            .child(button(words.save_file, None, true, link.callback(|_: Event| WriteMsg::Save)))
            .child(button(words.copy_link, Some(icons::share()), can_open, link.callback(|_: Event| WriteMsg::Copy)))
            .child(self.earlier(link, words))
            .child(el("span", "grow"))
            .child(el("a", "btn play").attr("href", format!("#{}", self.lab_link(ctx))).text(to_lab))
            .done()
    }

    /// Earlier drafts; hidden while there are none, so that nothing beside it is drawn anew when there is one.
    fn earlier(&self, link: &Scope<Self>, words: &Words) -> Html {
        let shelf = &self.desk.kept.shelf;
        let choose = link.batch_callback(|event: Event| {
            let select = event.target()?.dyn_into::<web_sys::HtmlSelectElement>().ok()?;
            let index = select.value().parse().ok()?;
            select.set_selected_index(0);
            Some(WriteMsg::Desk(Msg::Earlier(index)))
        });
        let option = |(index, text): (usize, &String)| {
            el("option", "").attr("value", index.to_string()).text(name_of(text)).done()
        };
        el("select", "btn earlier")
            .flag("hidden", shelf.is_empty())
            .attr("aria-label", words.earlier)
            .on(ListenerKind::onchange, choose)
            .child(el("option", "").attr("value", "").flag("selected", true).text(words.earlier))
            .children(shelf.iter().enumerate().map(option))
            .done()
    }

    fn tabs(&self, link: &Scope<Self>, words: &'static Words) -> Html {
        let spot = self.desk.spot();
        let tab = |(tab, name): (Tab, &'static str)| {
            let has_mistake = matches!(
                (&spot, tab),
                (Some(Spot::Row { .. }), Tab::Records)
                    | (Some(Spot::Story(_)), Tab::Story)
                    | (Some(Spot::Text(_)), Tab::Text)
            );
            let is_open = self.desk.tab == tab;
            el("button", "tab")
                .attr("role", "tab")
                .attr("aria-selected", if is_open { "true" } else { "false" })
                .click(link.callback(move |_: Event| WriteMsg::Desk(Msg::Show(tab))))
                .text(name)
                .maybe(has_mistake.then(|| leaf("b", "bad-dot", "!")))
                .done()
        };
        let tabs = [(Tab::Records, words.records), (Tab::Story, words.story), (Tab::Text, words.text)];
        el("div", "write-tabs").attr("role", "tablist").attr("aria-label", words.views).children(tabs.map(tab)).done()
    }

    /// What is wrong and where, in the person's language; or that nothing is.
    fn mistake(&self, link: &Scope<Self>, words: &Words) -> Html {
        let Err((error, text_place)) = &self.desk.reading.scenario else {
            return el("p", "fine").attr("role", "status").child(icons::tick()).text(words.fine).done();
        };
        let spot = self.desk.spot();
        let is_in_table = matches!(spot, Some(Spot::Row { .. })) && self.desk.tab == Tab::Records;
        let place = match &spot {
            Some(Spot::Story(place)) if self.desk.tab == Tab::Story => place,
            _ => text_place,
        };
        let show = link.callback(|_: Event| WriteMsg::ShowMistake);
        let show = el("button", "btn").click(show).text(words.show_mistake);
        if is_in_table {
            // It is said below its row.
            return el("p", "wrong mistake").child(leaf("span", "", words.in_a_row)).child(show).done();
        }
        el("p", "wrong mistake")
            .attr("role", "status")
            .attr("id", "mistake")
            .child(leaf("b", "", place_words(self.lang, place.line, place.column)))
            .child(leaf("span", "", say(self.lang, &brief(error))))
            .child(show)
            .done()
    }

    fn notice(&self, ctx: &Context<Self>, words: &Words) -> Html {
        let mut lines = Vec::new();
        let line = |class: &'static str, role: &'static str| el("p", class).attr("role", role);
        let close = |to: El| {
            let dismiss = ctx.link().callback(|_: Event| WriteMsg::Desk(Msg::Dismiss));
            let button = el("button", "btn ghost").attr("aria-label", words.close).click(dismiss).child(icons::close());
            to.child(button).done()
        };
        if !self.is_kept {
            lines.push(line("wrong said", "alert").text(words.not_kept).done());
        }
        if self.by_hand {
            let field = el("input", "btn").attr("type", "text").attr("readonly", "").value(self.lab_address(ctx));
            lines.push(el("label", "said by-hand").text(words.link_by_hand).child(field).done());
        }
        match &self.desk.notice {
            Some(Notice::Opened(name, was_written)) => {
                let aside = if *was_written { words.kept_aside } else { "" };
                lines.push(close(line("said", "status").text(format!("{} {name}. {aside}", words.opened))));
            }
            Some(Notice::NotOpened(name, error)) => {
                let text = format!("{} {name}. {}", words.not_opened, say(self.lang, error));
                lines.push(close(line("wrong said", "alert").text(text)));
            }
            Some(Notice::TooLong(error)) => {
                let text = format!("{} {}", words.too_long, say(self.lang, error));
                lines.push(close(line("wrong said", "alert").text(text)));
            }
            Some(Notice::Copied) => lines.push(close(line("said", "status").text(words.copied))),
            None => {}
        }
        el("div", "notices").children(lines).done()
    }

    fn text(&self, link: &Scope<Self>, words: &'static Words) -> Html {
        let wrong = self
            .desk
            .reading
            .scenario
            .as_ref()
            .err()
            .map(|(_, place)| place.span.start as usize..place.span.end as usize);
        let typed = link.batch_callback(|event: Event| {
            let area = event.target()?.dyn_into::<web_sys::HtmlTextAreaElement>().ok()?;
            Some(WriteMsg::Desk(Msg::Text(area.value())))
        });
        let editor = Editor { id: TEXT_ID, label: words.text, text: self.desk.text(), wrong, at: None };
        let format = link.callback(|_: Event| WriteMsg::Desk(Msg::Format));
        let can_format = self.desk.scenario().is_some();
        several([
            editor.view(|area| area.attr("rows", "10").on(editor::INPUT, typed)),
            leaf("p", "note", words.text_note),
            el("p", "")
                .child(el("button", "btn").flag("disabled", !can_format).click(format).text(words.format))
                .done(),
        ])
    }
}

fn element(id: &str) -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

/// Gives an element the focus, its cursor a place, and brings what is marked in it into sight.
fn focus(id: &str, cursor: Option<(u32, u32)>) {
    let Some(element) = element(id) else { return };
    if let (Some(area), Some((start, end))) = (element.dyn_ref::<web_sys::HtmlTextAreaElement>(), cursor) {
        let _ = area.set_selection_range(start, end);
    }
    if let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() {
        let _ = element.focus();
    }
    if let Some(part) = cursor.filter(|(start, end)| start != end).and_then(|_| self::element("wrong-part")) {
        part.scroll_into_view_with_bool(false);
    }
}

/// Files dropped anywhere, undo by key, and the page being left.
fn listeners(link: &Scope<Write>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    let listen = |name: &'static str, react: fn(&Scope<Write>, &Event)| {
        let (link, options) = (link.clone(), EventListenerOptions::enable_prevent_default());
        EventListener::new_with_options(&window, name, options, move |event| react(&link, event))
    };
    vec![
        listen("dragover", |link, event| {
            if files::are_dragged(event) {
                event.prevent_default();
                link.send_message(WriteMsg::Dragged(true));
            }
        }),
        listen("dragleave", |link, event| {
            // Of the window itself, not from one element to the next.
            if event.dyn_ref::<web_sys::DragEvent>().is_some_and(|event| event.related_target().is_none()) {
                link.send_message(WriteMsg::Dragged(false));
            }
        }),
        listen("drop", |link, event| {
            link.send_message(WriteMsg::Dragged(false));
            if let Some(file) = files::dropped(event) {
                event.prevent_default();
                link.send_message(WriteMsg::Given(file));
            }
        }),
        listen("keydown", |link, event| {
            let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
            if !(key.ctrl_key() || key.meta_key()) || key.alt_key() {
                return;
            }
            let msg = match (key.key().as_str(), key.shift_key()) {
                ("z" | "Z", true) | ("y", false) => Msg::Redo,
                ("z", false) => Msg::Undo,
                _ => return,
            };
            // In place of the browser's own, which knows nothing of what the table changed.
            event.prevent_default();
            link.send_message(WriteMsg::Desk(msg));
        }),
        listen("pagehide", |link, _| link.send_message(WriteMsg::Leave)),
        listen("beforeunload", |link, event| {
            let is_lost = link.get_component().is_some_and(|write| !write.is_kept && write.desk.kept.is_written);
            if is_lost {
                event.prevent_default();
            }
        }),
    ]
}
