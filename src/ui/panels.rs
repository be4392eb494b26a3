//! What lies over the page: help and the link; and what is said for a moment.

use super::leaf::leaf;
use super::{browser, icons, send, words, Send};
use crate::app::model::{Model, Notice, Panel};
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::{Lang, Words};
use yew::prelude::*;

/// The open panel, if any. `copy` puts the link into the clipboard.
pub fn panel(model: &Model, to: &Send, copy: Callback<MouseEvent>) -> Html {
    let words = words(model);
    let Some(open) = model.panel else { return html! {} };
    let close = send(to, Msg::Show(None));
    let (title, body) = match open {
        Panel::Help => (words.help_title, help(model.lang)),
        Panel::Share => (words.share_title, share(words, copy)),
    };
    html! { <Dialog {title} close={words.close} on_close={close}>{ body }</Dialog> }
}

/// What a dialog is made of.
#[derive(Properties, PartialEq)]
pub struct DialogProps {
    /// Its title.
    pub title: &'static str,
    /// The word on the button that closes it.
    pub close: &'static str,
    /// It was closed.
    pub on_close: Callback<()>,
    /// What is in it.
    pub children: Html,
}

/// A dialog of the browser's own: focus moves in, stays in and goes back, and Escape closes it.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>() {
                let _ = dialog.show_modal();
            }
        });
    }
    // Closed by the browser, which gives the focus back; only then is it taken away.
    let close = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let closed = {
        let on_close = props.on_close.clone();
        Callback::from(move |_: Event| on_close.emit(()))
    };
    // A click on the veil lands on the dialog itself.
    let veil = {
        let node = node.clone();
        Callback::from(move |event: MouseEvent| {
            let Some(dialog) = node.cast::<web_sys::HtmlDialogElement>() else { return };
            if event.target().as_ref() == Some(dialog.as_ref()) {
                dialog.close();
            }
        })
    };
    html! {
        <dialog ref={node} aria-label={props.title} onclose={closed} onclick={veil}>
            <div class="panel">
                <div class="panel-head">{ leaf("h2", "", props.title) }
                    <button class="btn ghost" onclick={close} aria-label={props.close}>{ icons::close() }</button></div>
                { props.children.clone() }
            </div>
        </dialog>
    }
}

fn share(words: &Words, copy: Callback<MouseEvent>) -> Html {
    html! {
        <>
            { leaf("p", "", words.share_text) }
            <div class="share-row">
                <input class="btn" readonly=true value={browser::address()} aria-label={words.share_title} />
                <button class="btn play" onclick={copy}>{ words.copy }</button>
            </div>
        </>
    }
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
    html! {
        <>
            { leaf("p", "", words.help_intro) }
            <ul class="legend">
                <li><span class="sample durable"></span>{ words.help_durable }</li>
                <li><span class="sample volatile"></span>{ words.help_volatile }</li>
                <li><span class="tok k0">{ leaf("i", "", "a") }{ "5" }</span><span class="tok k0 re">{ leaf("i", "", "a") }{ "5" }</span>
                    { words.help_token }</li>
                <li><span class="sample-bar"></span>{ words.help_barrier }</li>
                <li><span class="sample-line"></span>{ words.help_line }</li>
                <li>{ leaf("span", "request", format!("{} 0", format_word(lang, "commit"))) }{ icons::tick() }{ words.help_request }</li>
                <li><span class="news">{ icons::letter() }{ "1" }</span>{ words.help_news }</li>
                <li><span class="txn prepared">{ leaf("b", "", "T0") }</span>{ words.help_txn }</li>
                { leaf("li", "note", words.stretched) }
            </ul>
            <dl class="keys">
                for (key, what) in keys { <div><dt>{ leaf("kbd", "", key) }</dt>{ leaf("dd", "", what) }</div> }
            </dl>
            { super::about::about(words) }
        </>
    }
}

/// What is to be said for a moment.
pub fn notice(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let Some(notice) = &model.notice else { return html! {} };
    let (text, detail, is_bad) = match notice {
        Notice::Forked { .. } => (words.forked, None, false),
        Notice::BadLink(error) => (words.bad_link, Some(say(model.lang, &error.error)), true),
        Notice::Copied => (words.copied, None, false),
        Notice::TooManyFaults => (words.too_many_faults, None, true),
        Notice::IsStory => (words.is_story, None, true),
        Notice::NoJob => (words.no_job, None, true),
    };
    let undo = matches!(notice, Notice::Forked { .. }).then(|| {
        html! { <button class="btn" onclick={send(to, Msg::Undo)}>{ icons::undo() }{ words.undo }</button> }
    });
    html! {
        <div class={classes!("notice", is_bad.then_some("bad"))} role="status">
            <div>{ leaf("span", "", text) }if let Some(detail) = detail { { leaf("small", "", detail) } }</div>
            { undo.unwrap_or_default() }
            <button class="btn ghost" onclick={send(to, Msg::Dismiss)} aria-label={words.close}>{ icons::close() }</button>
        </div>
    }
}
