//! The explorer's room: every crash, alone and together, and what comes of it.

mod export;
mod hunt;
mod pairs;
mod runs;
mod table;

use super::RoomProps;
use crate::app::explore_room::{timings_of, Example, ExploreRoom, Msg};
use crate::explore::{Harm, Refused, Timings};
use crate::i18n::explore::{self, words, Words};
use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::sim::scenario::{Named, Profile, SinkSpec};
use crate::ui::browser;
use crate::ui::crash_map::harm_word;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use export::File;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// Milliseconds of work before the browser may draw.
const SLICE_MS: f64 = 12.0;
/// The address follows a cursor that is being moved after so many milliseconds: browsers take offence at more.
const ADDRESS_MS: u32 = 250;
/// The matrix is drawn anew after so many milliseconds at the soonest while it fills.
const PICTURE_MS: f64 = 250.0;

/// The room.
pub struct Explore {
    room: ExploreRoom,
    worker: Option<Timeout>,
    address: Option<Timeout>,
    /// The matrix as it was drawn last, of which lane and state, and when.
    picture: Html,
    picture_of: (usize, u32, bool),
    picture_at: f64,
}

/// What reaches the room.
pub enum ExploreMsg {
    /// Something for the room.
    Room(Msg),
    /// Put what is asked into the address.
    Address,
    /// Open the run under the cursor.
    Open,
    /// Go on with the work.
    Work,
    /// Hand out a file.
    Save(File),
}

impl Component for Explore {
    type Message = ExploreMsg;
    type Properties = RoomProps;

    fn create(ctx: &Context<Self>) -> Self {
        let props = ctx.props();
        let mut explore = Explore {
            room: ExploreRoom::enter(props.link.clone(), &props.hash),
            worker: None,
            address: None,
            picture: Html::default(),
            picture_of: (usize::MAX, 0, false),
            picture_at: 0.0,
        };
        explore.go_on(ctx);
        explore
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &RoomProps) -> bool {
        self.room.update(Msg::Link(ctx.props().link.clone()));
        self.keep_address();
        self.go_on(ctx);
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: ExploreMsg) -> bool {
        match msg {
            ExploreMsg::Room(msg) => {
                let is_moving = matches!(msg, Msg::Move(..) | Msg::NextHarm);
                self.room.update(msg);
                if is_moving {
                    let link = ctx.link().clone();
                    self.address = Some(Timeout::new(ADDRESS_MS, move || link.send_message(ExploreMsg::Address)));
                } else {
                    self.keep_address();
                }
            }
            ExploreMsg::Address => {
                self.keep_address();
                return false;
            }
            ExploreMsg::Open => {
                if let Some(example) = self.room.example_here() {
                    self.keep_address();
                    browser::go(&self.room.link_to(&example, ctx.props().lang));
                }
                return false;
            }
            ExploreMsg::Work => {
                let begin = browser::now();
                let is_exploring = self.room.is_exploring();
                while self.room.is_working() && browser::now() - begin < SLICE_MS {
                    self.room.advance();
                }
                if is_exploring {
                    self.room.spent += browser::now() - begin;
                }
                self.worker = None;
            }
            ExploreMsg::Save(file) => {
                export::save(file, &self.room, ctx.props().lang);
                return false;
            }
        }
        self.go_on(ctx);
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let lang = ctx.props().lang;
        let words = words(lang);
        let (to, open) = (ctx.link().callback(ExploreMsg::Room), ctx.link().callback(|()| ExploreMsg::Open));
        let page = Page { room: &self.room, lang, words, to, open };
        let body = el("div", "explore")
            .child(leaf("p", "lead", words.intro))
            .child(self.controls(&page))
            .child(hunt::hunt(&page));
        if let Some(refused) = self.room.refused() {
            let why = if refused == Refused::Story { words.story } else { words.too_many };
            return body.child(el("p", "wrong").attr("role", "alert").text(why)).done();
        }
        body.child(runs::runs(&page))
            .child(pairs::pairs(&page, &self.picture))
            .child(table::table(&page))
            .child(export::files(&page, &ctx.link().callback(ExploreMsg::Save)))
            .child(leaf("p", "note", words.sampled))
            .done()
    }
}

/// What every part of the room is drawn from.
struct Page<'a> {
    room: &'a ExploreRoom,
    lang: Lang,
    words: &'static Words,
    to: Callback<Msg>,
    /// Opens the run under the cursor of the matrix.
    open: Callback<()>,
}

impl Page<'_> {
    /// A callback that sends always the same message.
    fn send(&self, msg: Msg) -> Callback<Event> {
        let to = self.to.clone();
        Callback::from(move |_: Event| to.emit(msg.clone()))
    }

    /// A sink's name with its place among those of the scenario.
    fn sink(&self, sinks: &[SinkSpec], lane: usize) -> String {
        let name = explore::sink(self.lang, sinks[lane]);
        let is_alone = sinks.iter().filter(|sink| sink.kind() == sinks[lane].kind()).count() == 1;
        if is_alone {
            name.to_string()
        } else {
            format!("{} {name}", lane + 1)
        }
    }

    /// A link that opens a run in the lab.
    fn open(&self, example: &Example) -> Html {
        // What is seen comes first: who says it aloud is understood.
        let harm = explore::harm(self.lang, example.harm);
        let label = format!("{}: {}, {harm}", self.words.open, self.words.open_label);
        el("a", "open")
            .attr("href", format!("#{}", self.room.link_to(example, self.lang)))
            .attr("aria-label", label)
            .text(self.words.open)
            .done()
    }

    /// A harm in a word, with its sign.
    fn harm(&self, harm: Harm) -> Html {
        el("span", "").class(format!("harm {}", harm_class(harm))).text(explore::harm(self.lang, harm)).done()
    }
}

impl Explore {
    /// Sees to it that the address leads back to what is shown.
    fn keep_address(&mut self) {
        self.address = None;
        browser::set_hash(&self.room.address(), "");
    }

    /// Sees to it that the work goes on, and that the picture follows it.
    fn go_on(&mut self, ctx: &Context<Self>) {
        if self.room.is_working() && self.worker.is_none() {
            let link = ctx.link().clone();
            self.worker = Some(Timeout::new(0, move || link.send_message(ExploreMsg::Work)));
        }
        let is_filling = self.room.is_exploring();
        let state = (self.room.lane, self.room.drawn, is_filling);
        let is_due = is_filling && browser::now() - self.picture_at > PICTURE_MS;
        if state != self.picture_of || is_due {
            self.picture = self.room.matrix().map(pairs::picture).unwrap_or_default();
            self.picture_of = state;
            self.picture_at = browser::now();
        }
    }

    fn controls(&self, page: &Page) -> El {
        let (words, room) = (page.words, page.room);
        let choose = |make: fn(&str) -> Option<Msg>| {
            let to = page.to.clone();
            Callback::from(move |event: Event| {
                let select = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok());
                if let Some(msg) = select.and_then(|select| make(&select.value())) {
                    to.emit(msg);
                }
            })
        };
        let crashes = [("2", words.two), ("3", words.three)]
            .map(|(value, text)| option(value, text.to_string(), value == room.crashes.to_string()));
        let profiles = Profile::NAMES
            .iter()
            .map(|(name, profile)| option(name, format_word(page.lang, name), room.timings == Timings::One(*profile)));
        let timings = [("own", words.timing_own, Timings::Own), ("all", words.timing_all, Timings::All)];
        let timings = timings.map(|(value, text, timings)| option(value, text.to_string(), room.timings == timings));
        let button = |msg: Msg, text: &'static str| el("button", "btn").click(page.send(msg)).text(text).done();
        let buttons = match (room.is_done(), room.is_cancelled()) {
            (false, _) => vec![button(Msg::Cancel, words.cancel)],
            (true, true) => vec![button(Msg::GoOn, words.go_on), button(Msg::Start, words.again)],
            (true, false) => vec![button(Msg::Start, words.again)],
        };
        el("div", "controls")
            .child(el("div", "field").child(leaf("span", "", words.scenario)).child(leaf(
                "b",
                "scenario",
                room.title(page.lang),
            )))
            .child(field(words.crashes, select(choose(|value| value.parse().ok().map(Msg::Crashes))).children(crashes)))
            .child(field(
                words.timings,
                select(choose(|value| timings_of(value).map(Msg::Timings))).children(timings).children(profiles),
            ))
            .child(el("div", "row").children(buttons))
            .child(self.progress(page))
    }

    fn progress(&self, page: &Page) -> El {
        let (words, progress) = (page.words, self.room.progress());
        let counts = explore::counts(page.lang, u64::from(progress.runs), progress.steps, self.room.spent as u64);
        let bar = el("progress", "")
            .attr("max", "1000")
            .attr("value", progress.per_mille.to_string())
            .attr("aria-label", words.progress);
        let is_cut = self.room.reports().iter().any(|report| report.is_cut);
        let row = el("div", "counts").child(bar).child(leaf("span", "mono", counts));
        let row = if self.room.is_cancelled() { row.child(leaf("b", "", words.cancelled)) } else { row };
        if is_cut {
            row.child(leaf("span", "soft", words.cut))
        } else {
            row
        }
    }
}

/// Something wide that scrolls by itself, by keyboard too.
fn scrolls(label: &'static str, what: El) -> El {
    el("div", "sideways").attr("tabindex", "0").attr("role", "group").attr("aria-label", label).child(what)
}

fn select(choose: Callback<Event>) -> El {
    el("select", "").on(ListenerKind::onchange, choose)
}

fn option(value: &str, text: String, is_chosen: bool) -> Html {
    el("option", "").attr("value", value.to_string()).flag("selected", is_chosen).text(text).done()
}

fn field(label: &'static str, input: El) -> Html {
    el("label", "field").child(leaf("span", "", label)).child(input).done()
}

/// The class that draws a harm.
fn harm_class(harm: Harm) -> &'static str {
    harm_word(Lang::En.words(), harm).1
}
