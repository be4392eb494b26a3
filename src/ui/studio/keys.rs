//! The room in which keys are changed.

use super::RoomProps;
use crate::app::keys::{Action, KeyMap, Press, Taken};
use crate::i18n::studio::keys::{words, Words};
use crate::ui::browser;
use crate::ui::el::{el, El};
use crate::ui::keys::{key, shown};
use crate::ui::leaf::leaf;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// The room.
pub struct Keys {
    map: KeyMap,
    /// The action whose new key is waited for, and who listens.
    waits: Option<(Action, EventListener)>,
    /// What came of the last change.
    said: Option<Said>,
    is_kept: bool,
}

/// What came of a change.
pub enum Said {
    /// It holds.
    Changed(Action),
    /// It does not.
    Taken(Taken),
}

/// What a person does in the room.
pub enum KeysMsg {
    /// Switch all keys on or off.
    Toggle,
    /// Wait for another key.
    Wait(Action),
    /// A key was pressed while one was waited for; `None` for the one that leaves it as it is.
    Pressed(Option<String>),
    /// No key for it.
    Remove(Action),
    /// Its usual keys.
    Usual(Action),
    /// The usual keys for all.
    AllUsual,
}

impl Component for Keys {
    type Message = KeysMsg;
    type Properties = RoomProps;

    fn create(_: &Context<Self>) -> Self {
        let map = browser::setting("keys").map_or_else(KeyMap::default, |text| KeyMap::parse(&text));
        Keys { map, waits: None, said: None, is_kept: true }
    }

    fn update(&mut self, ctx: &Context<Self>, msg: KeysMsg) -> bool {
        self.said = None;
        match msg {
            KeysMsg::Toggle => self.map.is_on = !self.map.is_on,
            KeysMsg::Wait(action) => {
                self.waits = Some((action, listener(ctx)));
                return true;
            }
            KeysMsg::Pressed(key) => {
                let Some((action, _)) = self.waits.take() else { return false };
                let Some(key) = key else { return true };
                let mut changed = self.map.clone();
                changed.clear(action);
                self.said = Some(match changed.give(action, &key) {
                    Ok(()) => {
                        self.map = changed;
                        Said::Changed(action)
                    }
                    Err(taken) => Said::Taken(taken),
                });
            }
            KeysMsg::Remove(action) => {
                self.map.clear(action);
                self.said = Some(Said::Changed(action));
            }
            KeysMsg::Usual(action) => {
                self.map.restore(action);
                self.said = Some(Said::Changed(action));
            }
            KeysMsg::AllUsual => self.map = KeyMap::default(),
        }
        self.is_kept = browser::keep_setting("keys", &self.map.to_text());
        browser::tell_kept();
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let words = words(ctx.props().lang);
        let link = ctx.link();
        let head = |text: &'static str| leaf("th", "", text);
        let status = match (&self.waits, &self.said) {
            (Some((action, _)), _) => format!("{}: {}", name(words, *action), words.press),
            (None, Some(Said::Changed(action))) => {
                format!("{} {}: {}", words.changed, name(words, *action), self.keys_of(words, *action))
            }
            (None, Some(Said::Taken(Taken::Reserved))) => words.reserved.to_string(),
            (None, Some(Said::Taken(Taken::By(action)))) => format!("{} {}", words.taken, name(words, *action)),
            (None, None) => String::new(),
        };
        el("div", "keys-room")
            .child(leaf("h2", "", words.title))
            .child(leaf("p", "", words.intro))
            .child(
                el("label", "check")
                    .child(
                        el("input", "")
                            .attr("type", "checkbox")
                            .checked(self.map.is_on)
                            .click(link.callback(|_: Event| KeysMsg::Toggle)),
                    )
                    .text(words.on),
            )
            .child(leaf("p", "note", words.always))
            .child(el("p", "status").attr("role", "status").text(status))
            .child(
                el("table", "")
                    .child(
                        el("thead", "")
                            .child(el("tr", "").child(head(words.what)).child(head(words.which)).child(el("td", ""))),
                    )
                    .child(
                        el("tbody", "").children(Action::ALL.iter().map(|action| self.row(ctx, words, *action).done())),
                    ),
            )
            .child(button(link.callback(|_: Event| KeysMsg::AllUsual), words.all_usual))
            .maybe((!self.is_kept).then(|| leaf("p", "note", words.not_kept)))
            .done()
    }
}

impl Keys {
    fn keys_of(&self, words: &Words, action: Action) -> String {
        let keys: Vec<String> = self.map.keys_of(action).map(|key| shown(key, words.space)).collect();
        if keys.is_empty() {
            words.none.to_string()
        } else {
            keys.join("  ")
        }
    }

    fn row(&self, ctx: &Context<Self>, words: &'static Words, action: Action) -> El {
        let link = ctx.link();
        let waits = self.waits.as_ref().is_some_and(|(other, _)| *other == action);
        let named = |msg: fn(Action) -> KeysMsg, text: &'static str| {
            button(link.callback(move |_: Event| msg(action)), text)
                .attr("aria-label", format!("{text}: {}", name(words, action)))
        };
        let change = named(KeysMsg::Wait, words.change).attr("aria-pressed", if waits { "true" } else { "false" });
        el("tr", if waits { "waits" } else { "" })
            .child(el("th", "").attr("scope", "row").text(name(words, action)))
            .child(el("td", "").child(leaf("kbd", "", self.keys_of(words, action))))
            .child(
                el("td", "")
                    .maybe((action != Action::Tenth).then(|| change.done()))
                    .child(
                        named(KeysMsg::Remove, words.remove)
                            .flag("disabled", self.map.keys_of(action).next().is_none()),
                    )
                    .child(named(KeysMsg::Usual, words.usual).flag("disabled", self.map.is_usual(action))),
            )
    }
}

fn button(click: Callback<Event>, text: &'static str) -> El {
    el("button", "btn").click(click).text(text)
}

/// Listens for one key. In the capturing phase: the button that has the focus is not to be pressed by it.
fn listener(ctx: &Context<Keys>) -> EventListener {
    let link = ctx.link().clone();
    let options = EventListenerOptions { phase: gloo_events::EventListenerPhase::Capture, passive: false };
    let window = web_sys::window().expect("a page has a window");
    EventListener::new_with_options(&window, "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
        let name = Press { key: &key(event), shift: event.shift_key(), ..Press::default() }.name();
        let is_modifier = ["shift", "control", "alt", "meta", "shift+shift"].contains(&name.as_str());
        if is_modifier || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        link.send_message(KeysMsg::Pressed((name != "escape").then_some(name)));
    })
}

fn name(words: &'static Words, action: Action) -> &'static str {
    match action {
        Action::Play => words.play,
        Action::StepBack => words.step_back,
        Action::StepForward => words.step_forward,
        Action::LeapBack => words.leap_back,
        Action::LeapForward => words.leap_forward,
        Action::Start => words.start,
        Action::End => words.end,
        Action::Tenth => words.tenth,
        Action::Slower => words.slower,
        Action::Faster => words.faster,
        Action::Crash => words.crash,
        Action::Hide => words.hide,
        Action::Help => words.help,
        Action::Present => words.present,
        Action::Blank => words.blank,
    }
}
