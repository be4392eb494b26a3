//! What lies over the page: help and the link; and what is said for a moment.

use super::el::{el, several, when, El};
use super::leaf::leaf;
use super::{browser, icons, send, words, Send};
use crate::app::model::{Model, Notice, Panel};
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::{Lang, Words};
use web_sys::HtmlDialogElement;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The open panel, if any, in a dialog of the browser's own: focus moves in, stays in and goes back, and Escape closes
/// it. `copy` puts the link into the clipboard; `dialog` is to be [shown](show) once it is there.
pub fn panel(model: &Model, to: &Send, copy: Callback<Event>, dialog: &NodeRef) -> Html {
    let words = words(model);
    let Some(open) = model.panel else { return Html::default() };
    let (title, body) = match open {
        Panel::Help => (words.help_title, help(model.lang)),
        Panel::Share => (words.share_title, share(words, copy)),
    };
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

fn share(words: &Words, copy: Callback<Event>) -> Html {
    let link =
        el("input", "btn").attr("readonly", "readonly").attr("aria-label", words.share_title).value(browser::address());
    let copy = el("button", "btn play").click(copy).text(words.copy);
    several([leaf("p", "", words.share_text), el("div", "share-row").child(link).child(copy).done()])
}

fn help(lang: Lang) -> Html {
    let words = lang.words();
    let keys = [
        (words.key_space, words.key_play),
        ("← →", words.key_step),
        ("⇧← ⇧→  PgUp PgDn", words.key_leap),
        ("Home End", words.key_ends),
        ("0–9", words.key_tenths),
        (", .", words.key_speed),
        ("C", words.key_crash),
        ("H", words.key_hide),
        ("Ctrl Z  Ctrl ⇧Z", words.key_undo),
    ];
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
        leaf("li", "note", words.stretched),
    ];
    let keys = keys.map(|(key, what)| {
        el("div", "").child(el("dt", "").child(leaf("kbd", "", key))).child(leaf("dd", "", what)).done()
    });
    several([
        leaf("p", "", words.help_intro),
        el("ul", "legend").children(legend).done(),
        el("dl", "keys").children(keys).done(),
        super::about::about(words),
    ])
}

/// What is to be said for a moment.
pub fn notice(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let Some(notice) = &model.notice else { return Html::default() };
    let (text, detail, is_bad) = match notice {
        Notice::Forked { .. } => (words.forked, None, false),
        Notice::BadLink(error) => (words.bad_link, Some(say(model.lang, &error.error)), true),
        Notice::Copied => (words.copied, None, false),
        Notice::TooManyFaults => (words.too_many_faults, None, true),
        Notice::IsStory => (words.is_story, None, true),
        Notice::NoJob => (words.no_job, None, true),
    };
    let undo = || el("button", "btn").click(send(to, Msg::Undo)).child(icons::undo()).text(words.undo);
    let said = el("div", "").child(leaf("span", "", text)).maybe(detail.map(|detail| leaf("small", "", detail)));
    let close =
        el("button", "btn ghost").attr("aria-label", words.close).click(send(to, Msg::Dismiss)).child(icons::close());
    el("div", "notice")
        .also(is_bad, "bad")
        .attr("role", "status")
        .child(said)
        .maybe(when(matches!(notice, Notice::Forked { .. }), undo))
        .child(close)
        .done()
}
