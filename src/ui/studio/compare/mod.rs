//! The room in which two runs are compared. Which two stands in the address; what differs is worked out by `app::compare`.

mod account;
mod ended;
mod sides;

use super::RoomProps;
use crate::app::compare::sides::Sides;
use crate::app::compare::{Comparison, Side};
use crate::app::share::LinkError;
use crate::i18n::compare::{words, Words};
use crate::i18n::errors::say;
use crate::i18n::Lang;
use crate::sim::scenario::{Scenario, ScenarioError};
use crate::ui::el::el;
use crate::ui::leaf::leaf;
use crate::ui::{browser, files};
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;

/// The names of the sides.
const NAMES: [&str; 2] = ["A", "B"];

/// What reaches the room.
pub enum CompareMsg {
    /// A side gets what was asked for, or this field says why not: side, field, what was entered.
    Put(usize, &'static str, String, Result<Scenario, ScenarioError>),
    /// A side shows this sink.
    Lane(usize, usize),
    /// This setting of a side is to be changed.
    Setting(usize, String),
    /// B becomes what A is.
    AsLeft,
    /// A and B change places.
    Swap,
    /// A file was given for a side.
    Given(usize, web_sys::File),
    /// A file was read.
    Read(usize, files::Read),
    /// Tell every detail, or only what matters.
    Details,
    /// Put the link into the clipboard.
    Copy,
    /// It is there, or not.
    Copied(bool),
}

/// Something that a side did not take.
#[derive(Clone, Debug, PartialEq)]
struct Refused {
    side: usize,
    field: &'static str,
    entered: String,
    error: ScenarioError,
}

/// The two runs and what came of comparing them.
struct Compared {
    sides: Sides,
    runs: [Side; 2],
    comparison: Rc<Comparison>,
}

/// The room.
pub struct Compare {
    compared: Result<Compared, LinkError>,
    lang: Lang,
    settings: [String; 2],
    refused: Option<Refused>,
    details: bool,
    copied: Option<bool>,
    _listeners: Vec<EventListener>,
}

impl Compared {
    fn new(sides: Sides) -> Compared {
        let runs = [0, 1].map(|side| Side::new(&sides.scenarios[side], sides.lanes[side]));
        let comparison = Comparison::new([&sides.scenarios[0], &sides.scenarios[1]], sides.lanes, [&runs[0], &runs[1]]);
        Compared { comparison: Rc::new(comparison), runs, sides }
    }
}

impl Component for Compare {
    type Message = CompareMsg;
    type Properties = RoomProps;

    fn create(ctx: &Context<Self>) -> Self {
        let props = ctx.props();
        Compare {
            compared: Sides::of(&props.link, &props.hash).map(Compared::new),
            lang: props.lang,
            settings: Default::default(),
            refused: None,
            details: false,
            copied: None,
            _listeners: listeners(ctx.link()),
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &RoomProps) -> bool {
        let props = ctx.props();
        self.lang = props.lang;
        let sides = Sides::of(&props.link, &props.hash);
        let is_same = matches!((&self.compared, &sides), (Ok(before), Ok(now)) if before.sides == *now);
        if !is_same {
            self.compared = sides.map(Compared::new);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: CompareMsg) -> bool {
        let Ok(Compared { sides, .. }) = &self.compared else { return false };
        let mut sides = sides.clone();
        self.copied = None;
        match msg {
            CompareMsg::Put(side, _, _, Ok(scenario)) => {
                sides.put(side, scenario);
                self.go(ctx, sides);
            }
            CompareMsg::Put(side, field, entered, Err(error)) => {
                self.refused = Some(Refused { side, field, entered, error });
            }
            CompareMsg::Lane(side, lane) => {
                sides.lanes[side] = lane;
                self.go(ctx, sides);
            }
            CompareMsg::Setting(side, path) => self.settings[side] = path,
            CompareMsg::AsLeft => {
                sides.put(1, sides.scenarios[0].clone());
                sides.lanes[1] = sides.lanes[0];
                self.go(ctx, sides);
            }
            CompareMsg::Swap => {
                sides.scenarios.swap(0, 1);
                sides.lanes.swap(0, 1);
                self.settings.swap(0, 1);
                self.go(ctx, sides);
            }
            CompareMsg::Given(side, file) => {
                files::read(&file, ctx.link().callback(move |read| CompareMsg::Read(side, read)));
                return false;
            }
            CompareMsg::Read(side, (name, text)) => {
                let scenario = files::scenario(text);
                ctx.link().send_message(CompareMsg::Put(side, sides::FILE, name, scenario));
                return false;
            }
            CompareMsg::Details => self.details = !self.details,
            CompareMsg::Copy => {
                let link = ctx.link().clone();
                browser::copy(&browser::address(), move |is_there| link.send_message(CompareMsg::Copied(is_there)));
                return false;
            }
            CompareMsg::Copied(is_there) => self.copied = Some(is_there),
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (link, words) = (ctx.link(), words(self.lang));
        let compared = match &self.compared {
            Ok(compared) => compared,
            Err(error) => return el("p", "wrong").attr("role", "alert").text(say(self.lang, &error.error)).done(),
        };
        let comparison = &compared.comparison;
        el("div", "compare")
            .child(leaf("p", "room-intro", words.intro))
            .child(sides::sides(self, compared, ctx, words))
            .child(self.tools(link, words))
            .child(if self.refused.is_some() { leaf("p", "old-note", words.old) } else { Html::default() })
            .child(if comparison.is_same() { leaf("p", "fine same", words.same) } else { Html::default() })
            .child(ended::set(words, self.lang, comparison))
            .child(ended::ended(words, self.lang, comparison))
            .child(ended::outside(words, &compared.runs, comparison))
            .child(account::account(self, compared, link, words))
            .done()
    }
}

impl Compare {
    /// Compares these two from now on, and says so in the address.
    fn go(&mut self, ctx: &Context<Self>, sides: Sides) {
        self.refused = None;
        let text = sides.to_text(&ctx.props().link);
        self.compared = Ok(Compared::new(sides));
        browser::replace(&text);
    }

    fn tools(&self, link: &Scope<Self>, words: &Words) -> Html {
        let said = self.copied.map(|is_there| if is_there { words.copied } else { words.not_copied });
        el("div", "write-tools")
            .child(el("button", "btn").click(link.callback(|_: Event| CompareMsg::AsLeft)).text(words.as_left))
            .child(el("button", "btn").click(link.callback(|_: Event| CompareMsg::Swap)).text(words.swap))
            .child(el("button", "btn").click(link.callback(|_: Event| CompareMsg::Copy)).text(words.copy_link))
            .child(el("span", "note").attr("role", "status").text(said.unwrap_or_default()))
            .done()
    }
}

/// Files that are dropped: onto the left half for A, onto the right for B.
fn listeners(link: &Scope<Compare>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    let options = EventListenerOptions::enable_prevent_default();
    let over = EventListener::new_with_options(&window, "dragover", options, |event| {
        if files::are_dragged(event) {
            event.prevent_default();
        }
    });
    let link = link.clone();
    let width = window.clone();
    let drop = EventListener::new_with_options(&window, "drop", options, move |event| {
        let (Some(file), Some(drag)) = (files::dropped(event), event.dyn_ref::<web_sys::DragEvent>()) else { return };
        event.prevent_default();
        let middle = width.inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default() / 2.0;
        link.send_message(CompareMsg::Given(usize::from(f64::from(drag.client_x()) > middle), file));
    });
    vec![over, drop]
}
