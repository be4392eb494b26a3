//! What lies over the page: help and the link; and what is said for a moment.

use super::el::{el, several, El};
use super::header::key;
use super::keys::shown;
use super::leaf::leaf;
use super::{browser, doors, icons, more, send, words, Send};
use crate::app::keys::Action;
use crate::app::model::{Model, Notice, Panel};
use crate::app::presets::PRESETS;
use crate::app::room::Room;
use crate::app::session;
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::Words;
use web_sys::HtmlDialogElement;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The open panel, if any, in a dialog of the browser's own: focus moves in, stays in and goes back, and Escape closes
/// it. `copy` puts the link into the clipboard; `dialog` is to be [shown](show) once it is there.
pub fn panel(model: &Model, to: &Send, copy: Callback<Event>, dialog: &NodeRef) -> Html {
    let words = words(model);
    let Some(open) = model.panel else { return Html::default() };
    let title = match open {
        Panel::Help => words.help_title,
        Panel::Share => words.share_title,
    };
    let body = more::or_waiting(model, to, Msg::Show(Some(open)), || doors::panel(open, model, to, copy));
    // Closed by the browser, which gives the focus back; only then is it taken away.
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |_| close(&dialog))
    };
    // A click on the veil lands on the dialog itself.
    let veil = {
        let dialog = dialog.clone();
        Callback::from(move |event: Event| {
            if event.target().zip(dialog.get()).is_some_and(|(target, dialog)| target == dialog.into()) {
                self::close(&dialog);
            }
        })
    };
    let close = el("button", "btn ghost").attr("aria-label", words.close).click(close).child(icons::close());
    let head = el("div", "panel-head").child(leaf("h2", "", title)).child(close);
    el("dialog", "")
        .node(dialog.clone())
        .attr("aria-label", title)
        .on(ListenerKind::onclose, send(to, Msg::Show(None)))
        .click(veil)
        .child(el("div", "panel").child(head).child(body))
        .done()
}

/// Shows a dialog that is there and not shown yet.
pub fn show(dialog: &NodeRef) {
    if let Some(dialog) = dialog.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open()) {
        let _ = dialog.show_modal();
    }
}

fn close(dialog: &NodeRef) {
    if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
        dialog.close();
    }
}

/// The link, and ways to hand it on.
pub fn share(model: &Model, to: &Send, copy: Callback<Event>) -> Html {
    let words = words(model);
    let link =
        el("input", "btn").attr("readonly", "readonly").attr("aria-label", words.share_title).value(browser::address());
    let copy = el("button", "btn play").click(copy).text(words.copy);
    let present =
        el("button", "btn").click(send(to, Msg::Present)).text(words.present).maybe(key(model, Action::Present));
    several([
        leaf("p", "", words.share_text),
        el("div", "share-row").child(link).child(copy).done(),
        el("p", "note")
            .attr("role", "status")
            .text(if model.notice == Some(Notice::Copied) { words.copied } else { "" })
            .done(),
        el("div", "share-row").child(way(model, Room::Code, words.share_code)).child(present).done(),
        leaf("p", "note", words.present_what),
        el("p", "ways").child(way(model, Room::Take, words.take)).child(way(model, Room::Table, words.as_table)).done(),
    ])
}

/// Keys and signs.
pub fn help(model: &Model, to: &Send) -> Html {
    let (words, lang) = (words(model), model.lang);
    let meaning = |samples: El, text: &'static str| samples.text(text).done();
    let sample = |class: &'static str| el("li", "").child(el("span", class));
    let token = |class: &'static str| el("span", class).child(leaf("i", "", "a")).text("5");
    let request = leaf("span", "request", format!("{} 0", format_word(lang, "commit")));
    let legend = [
        meaning(sample("sample durable"), words.help_durable),
        meaning(sample("sample volatile"), words.help_volatile),
        meaning(el("li", "").child(token("tok k0")).child(token("tok k0 re")), words.help_token),
        meaning(sample("sample-bar"), words.help_barrier),
        meaning(sample("sample-line"), words.help_line),
        meaning(el("li", "").child(request).child(icons::tick()), words.help_request),
        meaning(el("li", "").child(el("span", "news").child(icons::letter()).text("1")), words.help_news),
        meaning(el("li", "").child(el("span", "txn prepared").child(leaf("b", "", "T0"))), words.help_txn),
        meaning(el("li", "").child(leaf("b", "stop", "T0")).child(token("tok k0 behind")), words.help_stop),
        leaf("li", "note", words.stretched),
    ];
    let tour = el("button", "btn").attr("data-tour", "").click(send(to, Msg::Show(None))).text(words.tour);
    several([
        leaf("p", "", words.help_intro),
        el("p", "").child(tour).done(),
        el("ul", "legend").children(legend).done(),
        keys(model),
        // Filled by www/terms.js when it is opened, and anew in another language.
        el("details", "glossary")
            .key(lang.code())
            .child(leaf("summary", "", words.glossary))
            .child(leaf("p", "note", words.glossary_what))
            .child(el("dl", ""))
            .done(),
        super::about::about(words),
    ])
}

/// What keys do, and the way to where that can be changed.
fn keys(model: &Model) -> Html {
    let words = words(model);
    let row = |keys: String, what: &'static str| {
        el("div", "").child(el("dt", "").child(leaf("kbd", "", keys))).child(leaf("dd", "", what)).done()
    };
    let names = |actions: &[Action]| {
        let keys = actions.iter().flat_map(|action| model.keys.keys_of(*action));
        keys.map(|key| shown(key, words.key_space)).collect::<Vec<_>>().join(" ")
    };
    let known: [(&[Action], &'static str); 10] = [
        (&[Action::Play], words.key_play),
        (&[Action::StepBack, Action::StepForward], words.key_step),
        (&[Action::LeapBack, Action::LeapForward], words.key_leap),
        (&[Action::Start, Action::End], words.key_ends),
        (&[Action::Tenth], words.key_tenths),
        (&[Action::Slower, Action::Faster], words.key_speed),
        (&[Action::Crash], words.key_crash),
        (&[Action::Hide], words.key_hide),
        (&[Action::Present], words.key_present),
        (&[Action::Blank], words.key_blank),
    ];
    let known = known.into_iter().map(|(actions, what)| (names(actions), what)).filter(|(keys, _)| !keys.is_empty());
    let undo = ("Ctrl Z  Ctrl ⇧Z".to_string(), words.key_undo);
    let rows = known.filter(|_| model.keys.is_on).chain([undo]).map(|(keys, what)| row(keys, what));
    several([
        el("dl", "keys").children(rows).done(),
        el("p", "").child(way(model, Room::Keys, words.key_change)).done(),
    ])
}

/// A link into a room of the studio.
fn way(model: &Model, room: Room, text: &'static str) -> Html {
    // With the page's own address before the `#`: what begins with it is taken for a link that skips to a part of the page.
    let address = browser::address();
    let page = address.split('#').next().unwrap_or_default();
    el("a", "link").attr("href", [page, "#", &room.link(&model.link())].concat()).text(text).done()
}

/// Why something could not be opened.
pub fn reason(model: &Model, notice: &Notice) -> Option<String> {
    Some(match notice {
        Notice::BadSession(error) => session::say(model.lang, error),
        Notice::BadLink(error) => say(model.lang, &error.error),
        Notice::BadFile(error) => say(model.lang, error),
        _ => return None,
    })
}

/// What could not be opened, over the page until it is closed.
pub fn notice(model: &Model, to: &Send) -> Html {
    let Some(notice) = model.notice.as_ref().filter(|notice| !notice.is_passing()) else { return Html::default() };
    let reason = if notice.has_reason() && more::is_there() { doors::reason(model, notice) } else { None };
    let said = el("div", "")
        .child(leaf("span", "", notice_text(words(model), notice)))
        .maybe(reason.map(|reason| leaf("small", "", reason)));
    el("div", "notice bad").attr("role", "status").child(said).child(dismiss(model, to)).done()
}

/// A word in passing, for the place of the sentence of the moment.
pub fn passing(model: &Model, to: &Send) -> Option<Html> {
    let words = words(model);
    // In an open panel it is said there.
    let notice = model.notice.as_ref().filter(|notice| notice.is_passing() && model.panel.is_none())?;
    let offered = match notice {
        Notice::Forked { .. } => Some((Msg::Undo, words.undo)),
        Notice::Back => Some((Msg::OpenPreset(PRESETS[0].id), words.afresh)),
        _ => None,
    };
    let offered = offered.map(|(msg, name)| el("button", "link").click(send(to, msg)).text(name).done());
    let said = el("b", "notice").child(leaf("span", "", notice_text(words, notice)));
    Some(said.maybe(offered).child(dismiss(model, to)).done())
}

fn notice_text(words: &Words, notice: &Notice) -> &'static str {
    match notice {
        Notice::Forked { .. } => words.forked,
        Notice::Back => words.back,
        Notice::BadSession(_) => words.bad_session,
        Notice::BadLink(_) => words.bad_link,
        Notice::BadFile(_) => words.bad_file,
        Notice::NotLoaded => words.failed,
        Notice::Copied => words.copied,
        Notice::TooManyFaults => words.too_many_faults,
        Notice::IsStory => words.is_story,
        Notice::NoJob => words.no_job,
    }
}

fn dismiss(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let close = el("button", "btn ghost").attr("aria-label", words.close).attr("title", words.close);
    close.click(send(to, Msg::Dismiss)).child(icons::close()).done()
}
