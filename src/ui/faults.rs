//! The faults of the scenario, in short words.

use crate::i18n::format_words::format_word;
use crate::i18n::{pair, Lang};
use crate::sim::scenario::{Expire, Fault, How, InFlight, Named, OutageOf, When};

/// A fault in a few words.
#[must_use]
pub fn fault_name(lang: Lang, fault: &Fault) -> String {
    let words = lang.words();
    let s = words.seconds;
    let comma = if lang == Lang::Zh { "，" } else { ", " };
    match fault {
        Fault::Crash { when, how, in_flight } => {
            let how = if *how == How::Kill { words.how_kill } else { words.how_fail };
            let when = match when {
                When::At(at) => format!("{} {at} {s}", words.f_crash_at),
                When::Point { point, skip: 0 } => pair(words.f_crash_when, point),
                When::Point { point, skip } => pair(words.f_crash_when, format_args!("{point} +{skip}")),
                When::Fact { fact, checkpoint, .. } => {
                    let of = checkpoint.map(|id| format!(" {id}")).unwrap_or_default();
                    pair(words.f_crash_when, format_args!("{}{of}", fact.as_str()))
                }
            };
            match in_flight {
                InFlight::Late(by) => format!("{when}{comma}{how}{comma}{} +{by} {s}", words.f_late),
                _ => format!("{when}{comma}{how}"),
            }
        }
        Fault::AbortCheckpoint(id) => pair(words.f_decline, id),
        Fault::LoseNotification(id) => pair(words.f_unnotified, id),
        Fault::DelayNotification { checkpoint, by } => pair(words.f_delayed, format_args!("{checkpoint} +{by} {s}")),
        Fault::LoseReply { request, nth } => {
            pair(words.f_no_reply, format_args!("{} {nth}", format_word(lang, request.name())))
        }
        Fault::Expire { what, at } => {
            let what = if *what == Expire::All { words.state_open } else { words.state_prepared };
            format!("{} {at} {s} ({what})", words.f_expire)
        }
        Fault::Outage { what, from, to } => {
            let what = if *what == OutageOf::External { words.external } else { words.checkpoint_store_short };
            pair(words.f_outage, format_args!("{what}{comma}{from}–{to} {s}"))
        }
        Fault::Surge { from, to, factor } => format!("{} ×{factor}{comma}{from}–{to} {s}", words.f_surge),
        Fault::Jitter { up_to, .. } => format!("{} {up_to} {s}", words.f_jitter),
    }
}
