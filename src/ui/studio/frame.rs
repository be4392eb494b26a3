//! What all rooms have around them: the title, the ways to the other rooms and back, the language.

use super::compare::Compare;
use super::explore::Explore;
use super::keys::Keys;
use super::take::Take;
use super::write::Write;
use super::RoomProps;
use crate::app::room::Room;
use crate::app::share::{Link, LinkError};
use crate::i18n::errors::say;
use crate::i18n::studio::{words, Words};
use crate::i18n::Lang;
use crate::ui::browser;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use gloo_events::EventListener;
use std::rc::Rc;
use yew::prelude::*;

/// The studio.
pub struct Studio {
    hash: String,
    link: Result<Rc<Link>, LinkError>,
    lang: Lang,
    _listener: Option<EventListener>,
}

/// What reaches the studio.
pub enum StudioMsg {
    /// The address has changed.
    Address,
    /// Speak this language.
    Speak(Lang),
}

impl Component for Studio {
    type Message = StudioMsg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let window = web_sys::window();
        let listen =
            |w: web_sys::Window| EventListener::new(&w, "hashchange", move |_| link.send_message(StudioMsg::Address));
        let mut studio = Studio {
            hash: String::new(),
            link: Link::parse("").map(Rc::new),
            lang: browser::chosen_language(),
            _listener: window.map(listen),
        };
        studio.read();
        studio
    }

    fn update(&mut self, _: &Context<Self>, msg: StudioMsg) -> bool {
        match msg {
            StudioMsg::Address => self.read(),
            StudioMsg::Speak(lang) => {
                self.lang = lang;
                browser::keep_setting("lang", lang.code());
                // The lab goes by the address, and so does whoever gets this link. Rooms have parameters of their own in it.
                // A room may have put more into it since it was read.
                browser::go(&in_language(browser::hash().trim_start_matches('#'), lang));
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let words = words(self.lang);
        let room = match Room::of(&self.hash) {
            Ok(None) => return Html::default(),
            Ok(Some(room)) => Some(room),
            Err(_) => None,
        };
        let body = match (&self.link, room) {
            (Err(error), _) => el("p", "wrong")
                .attr("role", "alert")
                .text(words.bad_link)
                .child(el("br", ""))
                .text(say(self.lang, &error.error))
                .done(),
            (_, None) => el("p", "wrong").attr("role", "alert").text(words.no_such_room).done(),
            (Ok(link), Some(room)) => {
                let props = RoomProps { link: link.clone(), hash: self.hash.clone().into(), lang: self.lang };
                body(room, props)
            }
        };
        el("div", "studio").child(self.head(ctx, words, room)).child(el("main", "room").child(body)).done()
    }
}

/// What is in a room.
fn body(room: Room, props: RoomProps) -> Html {
    match room {
        Room::Keys => html! { <Keys ..props /> },
        Room::Take => html! { <Take ..props /> },
        Room::Table => super::table::table(&props),
        Room::Write => html! { <Write ..props /> },
        Room::Compare => html! { <Compare ..props /> },
        Room::Explore => html! { <Explore ..props /> },
        Room::Code => super::code::code(&props),
    }
}

/// A link in another language, whatever else it says.
fn in_language(hash: &str, lang: Lang) -> String {
    let others = hash.split('&').filter(|parameter| !parameter.is_empty() && !parameter.starts_with("lang="));
    others.chain([format!("lang={}", lang.code()).as_str()]).collect::<Vec<_>>().join("&")
}

impl Studio {
    /// Reads the address.
    fn read(&mut self) {
        self.hash = browser::hash().trim_start_matches('#').to_string();
        self.link = Link::parse(&self.hash).map(Rc::new);
        if let Some(lang) = self.link.as_ref().ok().and_then(|link| link.lang) {
            self.lang = lang;
        }
    }

    fn head(&self, ctx: &Context<Self>, words: &Words, open: Option<Room>) -> El {
        let link = self.link.as_ref().map_or_else(|_| Link::parse("").map(Rc::new), |link| Ok(link.clone()));
        let to = |room: Option<Room>| {
            let text = link
                .as_ref()
                .map_or_else(|_| String::new(), |link| room.map_or_else(|| link.to_text(), |room| room.link(link)));
            format!("#{text}")
        };
        let tab = |room: Room| {
            el("a", "tab")
                .attr("href", to(Some(room)))
                .attr_if(open == Some(room), "aria-current", "page")
                .text(name(words, room))
                .done()
        };
        let other = if self.lang == Lang::En { Lang::Zh } else { Lang::En };
        el("header", "")
            .child(leaf("h1", "", words.title))
            .child(el("nav", "room-tabs").attr("aria-label", words.rooms).children(Room::ALL.map(tab)))
            .child(el("span", "grow"))
            .child(
                el("button", "btn ghost")
                    .attr("lang", other.code())
                    .click(ctx.link().callback(move |_: Event| StudioMsg::Speak(other)))
                    .text(other.name()),
            )
            .child(el("a", "btn play").attr("href", to(None)).text(words.back))
    }
}

/// What a room is called.
fn name(words: &Words, room: Room) -> &'static str {
    match room {
        Room::Explore => words.explore,
        Room::Write => words.write,
        Room::Compare => words.compare,
        Room::Take => words.take,
        Room::Table => words.table,
        Room::Keys => words.keys,
        Room::Code => words.code,
    }
}
