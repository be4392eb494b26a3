//! The faults of the scenario, in short words.

use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::sim::scenario::{Expire, Fault, How, InFlight, Named, OutageOf, When};

/// A fault in a few words.
#[must_use]
pub fn fault_name(lang: Lang, fault: &Fault) -> String {
    let words = lang.words();
    let s = words.seconds;
    match fault {
        Fault::Crash { when, how, in_flight } => {
            let how = if *how == How::Kill { words.how_kill } else { words.how_fail };
            let when = match when {
                When::At(at) => format!("{} {at} {s}", words.f_crash_at),
                When::Point { point, skip: 0 } => format!("{} {point}", words.f_crash_when),
                When::Point { point, skip } => format!("{} {point} +{skip}", words.f_crash_when),
                When::Fact { fact, checkpoint, .. } => {
                    let of = checkpoint.map(|id| format!(" {id}")).unwrap_or_default();
                    format!("{} {}{of}", words.f_crash_when, fact.as_str())
                }
            };
            match in_flight {
                InFlight::Late(by) => format!("{when}, {how}, {} +{by} {s}", words.f_late),
                _ => format!("{when}, {how}"),
            }
        }
        Fault::AbortCheckpoint(id) => format!("{} {id}", words.f_decline),
        Fault::LoseNotification(id) => format!("{} {id}", words.f_unnotified),
        Fault::DelayNotification { checkpoint, by } => format!("{} {checkpoint} +{by} {s}", words.f_delayed),
        Fault::LoseReply { request, nth } => {
            format!("{} {} {nth}", words.f_no_reply, format_word(lang, request.name()))
        }
        Fault::Expire { what, at } => {
            let what = if *what == Expire::All { words.state_open } else { words.state_prepared };
            format!("{} {at} {s} ({what})", words.f_expire)
        }
        Fault::Outage { what, from, to } => {
            let what = if *what == OutageOf::External { words.external } else { words.checkpoint_store_short };
            format!("{} {what}, {from}–{to} {s}", words.f_outage)
        }
        Fault::Surge { from, to, factor } => format!("{} ×{factor}, {from}–{to} {s}", words.f_surge),
        Fault::Jitter { up_to, .. } => format!("{} {up_to} {s}", words.f_jitter),
    }
}
