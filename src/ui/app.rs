//! The page as a whole: one model, one loop of frames while it plays, one address that holds the state.

use super::crash_map::{self, CrashMapProps};
use super::el::{el, when};
use super::leaf::leaf;
use super::listeners::listeners;
use super::memo::{address, memo};
use super::narration::{self, NarrationProps};
use super::picture::{short_names, stage};
use super::still::Stills;
use super::timeline::{timeline, TimelineProps};
use super::{browser, doors, files, header, keys, more, panels, present, side, texts, transport, words, Send};
use crate::app::crash_maps::{CrashMaps, LaneMap, MS_A_FRAME, MS_BESIDE};
use crate::app::doors as app_doors;
use crate::app::embed;
use crate::app::keys::KeyMap;
use crate::app::learn::{self as app_learn, LearnMsg};
use crate::app::model::{Computed, Model, Notice, Panel, Side};
use crate::app::room::Room;
use crate::app::update::{self, Msg};
use crate::app::{said, session};
use crate::cut::cut;
use crate::i18n::Lang;
use crate::scene::moving::{movers, Mover};
use crate::sim::id::Time;
use crate::sim::scenario::Drive;
use gloo_events::EventListener;
use gloo_render::{request_animation_frame, AnimationFrame};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// The address follows the state this long after it came to rest.
const ADDRESS_DELAY_MS: u32 = 250;

/// While it plays the address follows more seldom: a long one takes longer than a frame, and some browsers refuse a
/// hundred changes in half a minute.
const ADDRESS_DELAY_PLAYING_MS: u32 = 2_000;

/// The setting that holds what was learned. A later version that writes it otherwise has another name for it.
const PROGRESS: &str = "progress.1";
/// The setting that holds what keys do.
const KEYS: &str = "keys";

/// What reaches the page.
pub enum PageMsg {
    /// Something for the model.
    Model(Msg),
    /// A frame is to be drawn; the time in milliseconds.
    Frame(f64),
    /// A key was pressed.
    Key(web_sys::KeyboardEvent),
    /// Someone changed the address; what stands after its `#` now.
    Address(String),
    /// The wish for less motion has changed.
    Motion,
    /// The state goes into the address now.
    KeepAddress,
    /// Go on with the crash maps, as nothing else is to be done.
    Map,
    /// Light or dark.
    Theme,
    /// Put the link into the clipboard.
    Copy,
    /// A pointer is at this lane's crash map, at this part of its width.
    Point(Option<(usize, f64)>),
    /// A scenario file was dropped.
    Given(web_sys::File),
    /// Open a room of the studio.
    Enter(Room),
    /// A command of the page around this one.
    Command(String),
    /// The studio has changed what is kept.
    Kept,
    /// The second part of the page has come, or could not be had. This has waited for it.
    More(Option<Box<PageMsg>>),
}

/// The page.
pub struct App {
    model: Model,
    stills: RefCell<Stills>,
    frame: Option<AnimationFrame>,
    last_frame: Option<f64>,
    keeper: Option<Timeout>,
    /// The runs that the crash maps are of, and the maps.
    maps_of: Rc<Computed>,
    mapping: Option<CrashMaps>,
    maps: Rc<Vec<LaneMap>>,
    mapper: Option<Timeout>,
    /// Are the maps to be begun as soon as the picture is drawn?
    is_unmapped: bool,
    /// Where a pointer is on the crash map.
    hover: Option<(usize, f64)>,
    /// The dialog of the panel, and the panel that it was shown for.
    dialog: NodeRef,
    dialog_of: Option<Panel>,
    /// What the page itself last put into the address.
    address: String,
    /// What was last told the page around.
    reported: String,
    /// Which lesson was open when it was drawn last, and was its question answered?
    learned: (app_learn::Open, bool),
    /// The session as it was last kept.
    session: String,
    _listeners: Vec<EventListener>,
}

impl Component for App {
    type Message = PageMsg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let model = first_model(&browser::hash(), &browser::sessions());
        apply_theme();
        let mut app = App {
            maps_of: model.computed.clone(),
            mapping: None,
            maps: Rc::default(),
            mapper: None,
            is_unmapped: false,
            hover: None,
            dialog: NodeRef::default(),
            dialog_of: None,
            model,
            stills: RefCell::default(),
            frame: None,
            last_frame: None,
            keeper: None,
            address: String::new(),
            reported: String::new(),
            learned: Default::default(),
            session: String::new(),
            _listeners: listeners(ctx),
        };
        app.wait_for_language(ctx, Lang::En);
        apply_language(app.model.lang);
        app.keep_address();
        app.fetch_texts(ctx);
        app.fetch_what_is_shown(ctx);
        app.begin_maps();
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: PageMsg) -> bool {
        match msg {
            PageMsg::Model(msg) => self.update_model(ctx, msg),
            PageMsg::Frame(now) => {
                let passed = self.last_frame.map_or(0.0, |last| now - last);
                self.last_frame = Some(now);
                update::update(&mut self.model, Msg::Tick(passed));
                self.advance_maps(MS_BESIDE);
                self.go_on(ctx);
            }
            PageMsg::Key(event) => {
                if browser::in_room() {
                    return false;
                }
                let Some(msg) = keys::message(&self.model, &event) else { return false };
                if self.model.frame.is_some_and(|frame| !frame.allows(&msg)) {
                    return false;
                }
                event.prevent_default();
                self.update_model(ctx, msg);
            }
            PageMsg::Address(hash) => {
                if hash == self.address {
                    return false;
                }
                if !more::is_there() {
                    fetch_more(ctx, Some(PageMsg::Address(hash)));
                    return false;
                }
                // What was to go into the address is older than what stands there now.
                self.keeper = None;
                self.address.clone_from(&hash);
                if browser::in_room() {
                    self.model.is_playing = false;
                    // An open dialog would keep the room from being used, although it is not seen.
                    self.model.panel = None;
                }
                self.update_model(ctx, Msg::OpenLink(Box::new(app_doors::link(&hash))));
            }
            PageMsg::Motion => self.update_model(ctx, Msg::SetStill(browser::wants_less_motion())),
            PageMsg::KeepAddress => {
                self.keep_address();
                // An open share panel shows the address.
                return self.model.panel.is_some();
            }
            PageMsg::Map => {
                let is_more = self.advance_maps(MS_A_FRAME);
                self.map_soon(ctx);
                return is_more;
            }
            PageMsg::Theme => {
                toggle_theme();
                return false;
            }
            PageMsg::Enter(room) => {
                self.model.is_playing = false;
                self.go_on(ctx);
                self.keeper = None;
                browser::go(&room.link(&self.model.link()));
            }
            PageMsg::Command(text) => {
                for msg in embed::command(&self.model, &text).into_iter().flatten() {
                    self.update_model(ctx, msg);
                }
            }
            PageMsg::Point(hover) => {
                let is_other = self.hover != hover;
                self.hover = hover;
                return is_other;
            }
            PageMsg::More(waiting) => {
                self.fetch_texts(ctx);
                match waiting {
                    Some(waiting) if more::is_there() => ctx.link().send_message(*waiting),
                    Some(_) => self.model.notice = Some(Notice::NotLoaded),
                    None => {}
                }
            }
            PageMsg::Kept if !more::is_there() => fetch_more(ctx, Some(PageMsg::Kept)),
            PageMsg::Kept => {
                if let Some(session) = browser::setting("import").filter(|text| !text.is_empty()) {
                    browser::hand_over("import", "");
                    self.model = first_model("", &[session]);
                    self.model.notice = None;
                    browser::keep_session(&session::write(&self.model, &self.model.link().to_text()));
                }
                apply_language(self.model.lang);
                apply_theme();
                self.update_model(ctx, Msg::SetKeys(Box::new(kept_keys())));
            }
            PageMsg::Copy => {
                let link = ctx.link().clone();
                browser::copy(&browser::address(), move |is_there| {
                    link.send_message_batch(is_there.then_some(PageMsg::Model(Msg::Copied)).into_iter().collect());
                });
            }
            PageMsg::Given(file) if !more::is_there() => fetch_more(ctx, Some(PageMsg::Given(file))),
            PageMsg::Given(file) => files::read(
                &file,
                ctx.link().callback(|(_, text)| PageMsg::Model(Msg::OpenFile(Box::new(doors::file(text))))),
            ),
        }
        true
    }

    fn rendered(&mut self, ctx: &Context<Self>, is_first: bool) {
        if is_first && self.model.is_playing {
            self.go_on(ctx);
        }
        // Only when it was opened: the browser may have closed it since, and the message of that be on its way.
        if self.dialog_of.is_none() && self.model.panel.is_some() {
            panels::show(&self.dialog);
        }
        self.dialog_of = self.model.panel;
        // It asks the browser for sizes, which a moving picture has no time for.
        if !self.model.is_playing {
            browser::let_keys_scroll();
        }
        let learned = (self.model.learn.open, self.model.learn.given.is_some());
        if learned != self.learned {
            browser::scroll_within("aside", learned.1.then_some(".learn .said"));
            self.learned = learned;
        }
        self.report();
        if std::mem::take(&mut self.is_unmapped) {
            ctx.link().send_message(PageMsg::Map);
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let model = &self.model;
        let send: Send = ctx.link().callback(PageMsg::Model);
        let computed = &model.computed;
        let mut stills = self.stills.borrow_mut();
        let lanes = stills.lanes(model, computed);
        let followed = stills.followed(model, model.lane, &lanes);
        let moving: Vec<Rc<Vec<Mover>>> = lanes.iter().map(|(moment, _)| Rc::new(movers(moment))).collect();
        let told = computed.account.partition_point(|told| told.noted.at <= model.at());
        let say = said::latest(computed, told, model).filter(|_| model.at() > Time::ZERO);
        let timeline = timeline(&TimelineProps {
            computed: computed.clone(),
            lane: model.lane,
            shown: model.shown as u32,
            at: model.at(),
            glides: model.glides(),
            hides_future: model.learn.asks().is_some(),
            lang: model.lang,
            send: send.clone(),
        });
        let names = short_names(model);
        let has_job = lanes.iter().any(|(moment, _)| moment.world.job.is_some());
        let frame = model.frame;
        let is_whole = frame.is_none() && !present::is_on(model);
        let aside = || {
            let beside = match model.side {
                Side::Account => self.narration(&send, told, &names),
                side => more::or_waiting(model, &send, Msg::Beside(side), || doors::beside(model, &send)),
            };
            el("aside", "").attr("aria-label", words(model).what_happened).child(side::tabs(model, &send)).child(beside)
        };
        let footer = el("footer", "")
            .child(transport::transport(model, &send, say, has_job))
            .child(timeline)
            .maybe((!present::is_on(model)).then(|| self.crash_map(ctx, &send)))
            .maybe(frame.is_some().then(|| self.whole_page()));
        let head = || {
            let theme = ctx.link().callback(|_| PageMsg::Theme);
            header::header(model, &send, theme, ctx.link().callback(PageMsg::Enter))
        };
        let copy = ctx.link().callback(|_| PageMsg::Copy);
        let main = el("main", "")
            .maybe(frame.map(|_| leaf("h1", "unseen", words(model).title)))
            .child(stage(model, &send, &names, &followed, &lanes, &moving))
            .maybe(when(is_whole || (frame.is_none() && model.side == Side::Learn), aside));
        let page = match frame {
            Some(frame) => el("div", "app embed").attr("data-controls", frame.controls.name()),
            None => el("div", "app").also(present::is_on(model), "presents"),
        };
        page.maybe(is_whole.then(head))
            .child(main)
            .child(footer)
            .child(panels::panel(model, &send, copy, &self.dialog))
            .child(panels::notice(model, &send))
            .maybe(present::presented(model, &send))
            .done()
    }
}

impl App {
    /// The way from a page inside another one to the whole page, at the same place.
    fn whole_page(&self) -> Html {
        // What a frame adds stands at the end of the address.
        let address = cut(&self.address, "&embed=").map_or(&*self.address, |(before, _)| before);
        el("a", "whole")
            .attr("href", format!("#{address}"))
            .attr("target", "_blank")
            .attr("rel", "noopener")
            .text(words(&self.model).open_whole)
            .done()
    }

    /// Tells the page around what is seen.
    fn report(&mut self) {
        if self.model.frame.is_none() {
            return;
        }
        let report = embed::report(&self.model, self.stills.borrow().words());
        if report != self.reported {
            browser::set_root_attribute("data-report", &report);
            self.reported = report;
        }
    }

    fn update_model(&mut self, ctx: &Context<Self>, msg: Msg) {
        if !more::is_there() && app_doors::are_passed_by(&msg) {
            // Shows that it is on its way.
            if matches!(msg, Msg::Learn(_)) {
                self.model.side = Side::Learn;
            }
            return fetch_more(ctx, Some(PageMsg::Model(msg)));
        }
        let lang = self.model.lang;
        let progress = self.model.learn.progress.clone();
        update::update(&mut self.model, msg);
        if self.model.learn.progress != progress {
            browser::keep_setting(PROGRESS, &app_doors::progress_text(&self.model.learn.progress));
        }
        self.wait_for_language(ctx, lang);
        self.fetch_texts(ctx);
        self.fetch_what_is_shown(ctx);
        if self.model.lang != lang {
            browser::keep_setting("lang", self.model.lang.code());
            apply_language(self.model.lang);
        }
        let is_another = !Rc::ptr_eq(&self.maps_of, &self.model.computed);
        // What is shown of the maps is made first, so that they are begun anew when something else is shown of them.
        if is_another || self.mapping.as_ref().is_some_and(|mapping| mapping.how() != self.model.how) {
            self.begin_maps();
        }
        self.go_on(ctx);
        if is_another {
            // What cannot be made again by a click is kept at once: the tab may crash the next moment.
            self.keep_address();
        }
    }

    /// Goes on in this language as long as the texts of the one that was chosen are not there.
    fn wait_for_language(&mut self, ctx: &Context<Self>, now: Lang) {
        if texts::are_there(self.model.lang) {
            return;
        }
        let chosen = std::mem::replace(&mut self.model.lang, now);
        let link = ctx.link().clone();
        wasm_bindgen_futures::spawn_local(async move {
            if texts::load().await {
                link.send_message(PageMsg::Model(Msg::SetLang(chosen)));
            }
        });
    }

    /// Asks for the texts that what is open beside the picture needs.
    fn fetch_texts(&mut self, ctx: &Context<Self>) {
        if self.model.side != Side::Learn || !more::is_there() {
            return;
        }
        let lang = self.model.lang;
        for name in app_doors::wanted_texts(&mut self.model) {
            let link = ctx.link().clone();
            wasm_bindgen_futures::spawn_local(async move {
                let text = browser::file(&format!("lessons/{}/{name}.md", lang.code())).await;
                link.send_message(PageMsg::Model(Msg::Learn(LearnMsg::Came(lang, name, text.ok_or(())))));
            });
        }
    }

    /// Asks for the second part of the page if something is shown that is in it.
    fn fetch_what_is_shown(&self, ctx: &Context<Self>) {
        if self.model.shows_more() && !more::is_there() {
            fetch_more(ctx, None);
        }
    }

    /// Another scenario: its crash maps are made anew, right after the picture has been drawn. Not before: Yew lets the browser
    /// go on when it has been at work for 16 ms, and then parts of the picture may still be those of the run before. Until
    /// then the old maps stay.
    fn begin_maps(&mut self) {
        self.maps_of = self.model.computed.clone();
        self.mapping = Some(CrashMaps::new(&self.maps_of, self.model.how));
        self.is_unmapped = true;
    }

    /// Asks for the maps to be gone on with when nothing else is to be done. While it plays each frame takes them a little
    /// further instead.
    fn map_soon(&mut self, ctx: &Context<Self>) {
        let waits = self.mapping.is_some() && !self.is_unmapped && !self.model.is_playing;
        self.mapper = waits.then(|| {
            let link = ctx.link().clone();
            Timeout::new(0, move || link.send_message(PageMsg::Map))
        });
    }

    /// True when there is more of the maps to see.
    fn advance_maps(&mut self, ms: f64) -> bool {
        let Some(mapping) = &mut self.mapping else { return false };
        let is_done = mapping.advance_for(ms, browser::now);
        if !is_done && !mapping.is_worth_showing() {
            return false;
        }
        self.maps = Rc::new(mapping.lanes(&self.maps_of));
        if is_done {
            self.mapping = None;
        }
        true
    }

    fn narration(&self, send: &Send, told: usize, names: &Rc<Vec<String>>) -> Html {
        let model = &self.model;
        let props = NarrationProps {
            computed: model.computed.clone(),
            told,
            lane: model.lane,
            lang: model.lang,
            details: model.details,
            hides: model.hides_answers(),
            covered: model.covered(),
            names: names.clone(),
            send: send.clone(),
        };
        let flags = usize::from(model.details) | usize::from(model.hides_answers()) << 1;
        let on = vec![address(&model.computed), told, model.lane, model.lang as usize, flags, props.covered as usize];
        memo(on, move || narration::narration(&props))
    }

    fn crash_map(&self, ctx: &Context<Self>, send: &Send) -> Html {
        let model = &self.model;
        if matches!(model.scenario.drive, Drive::Story(_)) {
            return Html::default();
        }
        crash_map::strips(&CrashMapProps {
            computed: model.computed.clone(),
            maps: self.maps.clone(),
            is_done: self.mapping.as_ref().is_none_or(CrashMaps::is_seen) || self.is_unmapped,
            how: model.how,
            covered: model.covered_map(),
            at: model.at(),
            glides: model.glides(),
            lang: model.lang,
            hover: self.hover,
            point: ctx.link().callback(PageMsg::Point),
            send: send.clone(),
        })
    }

    /// Asks for the next frame while it plays, and lets the address follow when it comes to rest.
    fn go_on(&mut self, ctx: &Context<Self>) {
        if self.model.is_playing {
            let link = ctx.link().clone();
            self.frame = Some(request_animation_frame(move |now| link.send_message(PageMsg::Frame(now))));
        } else {
            self.frame = None;
            self.last_frame = None;
        }
        let is_playing = self.model.is_playing;
        if self.keeper.is_none() || !is_playing {
            let link = ctx.link().clone();
            let delay = if is_playing { ADDRESS_DELAY_PLAYING_MS } else { ADDRESS_DELAY_MS };
            self.keeper = Some(Timeout::new(delay, move || link.send_message(PageMsg::KeepAddress)));
        }
        self.map_soon(ctx);
    }

    /// Puts the state into the address and the session into the browser's storage.
    fn keep_address(&mut self) {
        self.keeper = None;
        // The address is the studio's while one of its rooms is open.
        if browser::in_room() {
            return;
        }
        self.address = self.model.link().to_text();
        // Inside another page it is that one's matter what is kept.
        let is_kept = self.model.frame.is_none();
        let session = if is_kept { session::write(&self.model, &self.address) } else { String::new() };
        browser::set_hash(&self.address, &session);
        if is_kept && session != self.session {
            browser::keep_session(&session);
            self.session = session;
        }
    }
}

/// Asks for the second part of the page, for which something may wait.
fn fetch_more(ctx: &Context<App>, waiting: Option<PageMsg>) {
    let link = ctx.link().clone();
    wasm_bindgen_futures::spawn_local(async move {
        more::load().await;
        link.send_message(PageMsg::More(waiting.map(Box::new)));
    });
}

/// The state that the address, the last session, the settings and the browser ask for.
fn first_model(hash: &str, sessions: &[String]) -> Model {
    let (lang, still) = (Some(browser::chosen_language()), browser::wants_less_motion());
    if !more::is_there() {
        return session::first(lang, still); // nothing is asked for and nothing was kept
    }
    let (mut model, is_bad) = app_doors::begin(hash, sessions, lang, still);
    if let Some(bad) = sessions.first().filter(|_| is_bad) {
        browser::keep_setting("session.aside", bad);
    }
    model.keys = kept_keys();
    app_doors::remember(&mut model, &browser::setting(PROGRESS).unwrap_or_default());
    model
}

fn kept_keys() -> KeyMap {
    app_doors::keys(&browser::setting(KEYS).unwrap_or_default())
}

/// Is nothing asked for, and was nothing kept that the page would begin with?
pub fn is_first_visit() -> bool {
    browser::hash().is_empty()
        && browser::sessions().is_empty()
        && [KEYS, PROGRESS].into_iter().all(|name| browser::setting(name).is_none())
}

fn apply_language(lang: Lang) {
    browser::set_root_attribute("lang", if lang == Lang::Zh { "zh-CN" } else { "en" });
    browser::set_title(lang.words().title);
}

fn apply_theme() {
    if let Some(theme) = browser::setting("theme") {
        browser::set_root_attribute("data-theme", &theme);
    }
}

fn toggle_theme() {
    let theme = if browser::is_dark() { "light" } else { "dark" };
    browser::set_root_attribute("data-theme", theme);
    browser::keep_setting("theme", theme);
}
