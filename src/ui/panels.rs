//! What lies over the page: help and the link; and what is said for a moment.

use super::{browser, icons, send, words, Send};
use crate::app::model::{Model, Notice, Panel};
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::Words;
use yew::prelude::*;

/// The open panel, if any. `copy` puts the link into the clipboard.
pub fn panel(model: &Model, to: &Send, copy: Callback<MouseEvent>) -> Html {
    let words = words(model);
    let Some(open) = model.panel else { return html! {} };
    let close = send(to, Msg::Show(None));
    let (title, body) = match open {
        Panel::Help => (words.help_title, help(words)),
        Panel::Share => (words.share_title, share(words, copy)),
    };
    html! {
        <div class="veil" onclick={close.clone()}>
            <div class="panel" role="dialog" aria-modal="true" aria-label={title}
                onclick={Callback::from(|event: MouseEvent| event.stop_propagation())}>
                <div class="panel-head"><h2>{ title }</h2>
                    <button class="btn ghost" onclick={close} aria-label={words.close}>{ icons::close() }</button></div>
                { body }
            </div>
        </div>
    }
}

fn share(words: &Words, copy: Callback<MouseEvent>) -> Html {
    html! {
        <>
            <p>{ words.share_text }</p>
            <div class="share-row">
                <input class="btn" readonly=true value={browser::address()} aria-label={words.share_title} />
                <button class="btn play" onclick={copy}>{ words.copy }</button>
            </div>
        </>
    }
}

fn help(words: &Words) -> Html {
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
            <p>{ words.help_intro }</p>
            <ul class="legend">
                <li><span class="sample durable"></span>{ words.help_durable }</li>
                <li><span class="sample volatile"></span>{ words.help_volatile }</li>
                <li><span class="tok k0"><i>{ "a" }</i>{ "5" }</span><span class="tok k0 re"><i>{ "a" }</i>{ "5" }</span>
                    { words.help_token }</li>
                <li><span class="sample-bar"></span>{ words.help_barrier }</li>
                <li><span class="sample-line"></span>{ words.help_line }</li>
            </ul>
            <dl class="keys">
                for (key, what) in keys { <div><dt><kbd>{ key }</kbd></dt><dd>{ what }</dd></div> }
            </dl>
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
    };
    let undo = matches!(notice, Notice::Forked { .. }).then(|| {
        html! { <button class="btn" onclick={send(to, Msg::Undo)}>{ icons::undo() }{ words.undo }</button> }
    });
    html! {
        <div class={classes!("notice", is_bad.then_some("bad"))} role="status">
            <div><span>{ text }</span>if let Some(detail) = detail { <small>{ detail }</small> }</div>
            { undo.unwrap_or_default() }
            <button class="btn ghost" onclick={send(to, Msg::Dismiss)} aria-label={words.close}>{ icons::close() }</button>
        </div>
    }
}
