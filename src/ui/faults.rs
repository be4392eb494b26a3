//! The faults of the scenario, in short words.

use crate::i18n::format_words::format_word;
use crate::i18n::places::{fact_words, point_words};
use crate::i18n::{pair, Lang};
use crate::sim::id::Time;
use crate::sim::scenario::{Expire, Fault, How, InFlight, Named, OutageOf, When};

/// A crash takes nothing of its own millisecond with it, so one that comes after what happens at a moment is a millisecond
/// later: that moment.
#[must_use]
pub fn before_right_after(at: Time) -> Option<Time> {
    (at.0 > 1 && at.0 % 10 == 1).then(|| Time(at.0 - 1))
}

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
                When::At(at) => match before_right_after(*at) {
                    Some(before) => format!("{} {before} {s}", words.f_crash_after),
                    None => format!("{} {at} {s}", words.f_crash_at),
                },
                When::Point { point, skip } => {
                    let skip = if *skip > 0 { format!(" (+{skip})") } else { String::new() };
                    pair(words.f_crash, format_args!("{}{skip}", point_words(lang, *point)))
                }
                When::Fact { fact, checkpoint, .. } => {
                    let of = checkpoint.map(|id| format!(" {id}")).unwrap_or_default();
                    pair(words.f_crash_when, format_args!("{}{of}", fact_words(lang, *fact)))
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
