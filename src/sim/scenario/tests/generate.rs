//! Random valid scenarios, with every field and every value that the format has.

use crate::sim::fact::FactName;
use crate::sim::id::{CheckpointId, Offset, SourceId, Time};
use crate::sim::point::Point;
use crate::sim::scenario::limits::{
    MAX_CONCURRENT, MAX_COUNT, MAX_DELAY_SECONDS, MAX_NAME_BYTES, MAX_PARALLELISM, MAX_SECONDS, MAX_SINKS, MAX_SOURCES,
    MAX_SURGE_FACTOR, MAX_TITLE_BYTES, MAX_VALUE, MAX_WAIT_MS,
};
use crate::sim::scenario::story::{Arm, ArmKind, Step};
use crate::sim::scenario::{
    Checkpointing, Delays, Drive, Fault, InFlight, Mode, Named, Parallelism, Record, Restart, Scenario, SinkSpec,
    SourceLog, Timing, When,
};
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::sample::select;

/// Any valid scenario of moderate size.
pub(super) fn scenarios() -> impl Strategy<Value = Scenario> {
    let job = (parallelisms(), checkpointings(), restarts(), timings());
    let rest = (
        option::of(texts(MAX_TITLE_BYTES)),
        one_of(),
        one_of(),
        vec(sinks(), 1..=MAX_SINKS),
        one_of(),
        option::of(one_of()),
    );
    sources().prop_flat_map(move |(sources, named_sources)| {
        let drive = drives(sources.len(), named_sources);
        (Just(sources), job.clone(), rest.clone(), drive).prop_map(
            move |(sources, (parallelism, checkpointing, restart, timing), rest, drive)| {
                let (title, source, operator, sinks, failure, mutant) = rest;
                Scenario {
                    title,
                    sources,
                    named_sources,
                    source,
                    operator,
                    parallelism,
                    checkpointing,
                    restart,
                    timing,
                    sinks,
                    failure,
                    mutant,
                    drive,
                }
            },
        )
    })
}

fn one_of<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> + Clone {
    select(T::NAMES).prop_map(|(_, value)| value)
}

/// Times up to so many seconds; whole seconds and the smallest ones more often than by chance.
fn times(min_ms: u32, max_seconds: u32) -> impl Strategy<Value = Time> + Clone {
    let whole = (min_ms.div_ceil(1000)..=max_seconds).prop_map(|s| s * 1000);
    prop_oneof![whole, min_ms..=max_seconds * 1000, min_ms..=2000].prop_map(Time)
}

fn moments() -> impl Strategy<Value = Time> + Clone {
    times(0, MAX_SECONDS)
}

fn spans() -> impl Strategy<Value = (Time, Time)> {
    (0..MAX_SECONDS * 1000).prop_flat_map(|from| (Just(Time(from)), (from + 1..=MAX_SECONDS * 1000).prop_map(Time)))
}

fn counts() -> impl Strategy<Value = u32> + Clone {
    prop_oneof![0..=3u32, 0..=MAX_COUNT]
}

/// Any text of at most so many bytes.
fn texts(max_bytes: usize) -> impl Strategy<Value = String> + Clone {
    vec(any::<char>(), 0..=max_bytes / 4).prop_map(String::from_iter)
}

/// Names without control characters and without those that `forbidden` refuses.
fn names(forbidden: fn(char) -> bool) -> impl Strategy<Value = String> {
    let char = prop_oneof![select(vec!['a', 'b', ' ', '"']), any::<char>()];
    let char = char.prop_map(move |c| if c.is_control() || forbidden(c) { 'x' } else { c });
    vec(char, 1..=MAX_NAME_BYTES / 4).prop_map(String::from_iter)
}

fn logs() -> impl Strategy<Value = Vec<Record>> {
    let key = prop_oneof![select(&["a", "b", "c"]).prop_map(str::to_string), names(|c| matches!(c, '@' | '#'))];
    vec((moments(), key, -MAX_VALUE..=MAX_VALUE), 0..12).prop_map(|mut records| {
        records.sort_by_key(|(t, ..)| *t);
        records.into_iter().map(|(t, key, value)| Record { t, key, value }).collect()
    })
}

fn sources() -> impl Strategy<Value = (Vec<SourceLog>, bool)> {
    let nameless = logs().prop_map(|records| (vec![SourceLog { name: String::new(), records }], false));
    let names = btree_set(names(|c| matches!(c, ';' | '\u{feff}') || c.is_whitespace()), 1..=MAX_SOURCES);
    let named = names.prop_flat_map(|names| {
        let logs = vec(logs(), names.len());
        (Just(names), logs).prop_map(|(names, logs)| {
            let log = |(name, records)| SourceLog { name, records };
            (names.into_iter().zip(logs).map(log).collect(), true)
        })
    });
    prop_oneof![nameless, named]
}

fn parallelisms() -> impl Strategy<Value = Parallelism> + Clone {
    (1..=MAX_PARALLELISM, 1..=MAX_PARALLELISM).prop_map(|(operator, sink)| Parallelism { operator, sink })
}

fn checkpointings() -> impl Strategy<Value = Checkpointing> + Clone {
    let when = (option::of(times(1, MAX_SECONDS)), btree_set(0..=MAX_SECONDS * 1000, 0..5), times(1, MAX_SECONDS));
    let how = (one_of(), any::<bool>(), 1..=MAX_CONCURRENT, moments(), counts());
    (when, how).prop_map(
        |((interval, at, timeout), (mode, unaligned, max_concurrent, min_pause, tolerable_failures))| {
            let unaligned = unaligned && mode == Mode::ExactlyOnce;
            let one_at_a_time = unaligned || min_pause > Time::ZERO;
            Checkpointing {
                interval,
                at: at.into_iter().map(Time).collect(),
                mode,
                unaligned,
                max_concurrent: if one_at_a_time { 1 } else { max_concurrent },
                min_pause,
                timeout,
                tolerable_failures,
            }
        },
    )
}

fn restarts() -> impl Strategy<Value = Restart> + Clone {
    (moments(), option::of(counts())).prop_map(|(delay, attempts)| Restart { delay, attempts })
}

fn timings() -> impl Strategy<Value = Timing> + Clone {
    let delay = || times(0, MAX_DELAY_SECONDS);
    let own = (delay(), delay(), delay(), delay(), delay(), delay(), delay()).prop_map(
        |(hop, process, request, snapshot, metadata, notify, deploy)| {
            Timing::Own(Delays { hop, process, request, snapshot, metadata, notify, deploy })
        },
    );
    prop_oneof![one_of().prop_map(Timing::Named), own]
}

fn sinks() -> impl Strategy<Value = SinkSpec> + Clone {
    let timeout = || option::of(times(1, MAX_SECONDS));
    prop_oneof![
        (counts(), one_of()).prop_map(|(buffer, flush)| SinkSpec::Append { buffer, flush }),
        one_of().prop_map(|key| SinkSpec::Upsert { key }),
        Just(SinkSpec::Increment),
        one_of().prop_map(|target| SinkSpec::WriteAheadLog { target }),
        (one_of(), timeout(), any::<bool>(), any::<bool>(), one_of()).prop_map(
            |(commit, transaction_timeout, ignore_failures_after_timeout, fencing, readers)| SinkSpec::TwoPhaseCommit {
                commit,
                transaction_timeout,
                ignore_failures_after_timeout,
                fencing,
                readers,
            }
        ),
        (one_of(), timeout(), any::<bool>(), one_of()).prop_map(|(commit, transaction_timeout, fencing, readers)| {
            SinkSpec::Committer { commit, transaction_timeout, fencing, readers }
        }),
        one_of().prop_map(|roll| SinkSpec::File { roll }),
    ]
}

/// Any point, made by name so that none is left out.
fn points() -> impl Strategy<Value = Point> {
    let names: Vec<String> = Point::names().collect();
    (select(names), any::<u32>())
        .prop_map(|(name, offset)| Point::parse(&name.replace("@N", &format!("@{offset}"))).expect("a point"))
}

fn drives(sources: usize, named: bool) -> impl Strategy<Value = Drive> {
    prop_oneof![
        (vec(faults(), 0..8), option::of(jitters())).prop_map(|(mut faults, jitter)| {
            faults.extend(jitter);
            Drive::Time(faults)
        }),
        vec(steps(sources, named), 0..20).prop_map(Drive::Story),
    ]
}

fn jitters() -> impl Strategy<Value = Fault> {
    (any::<u32>(), times(0, MAX_DELAY_SECONDS)).prop_map(|(seed, up_to)| Fault::Jitter { seed, up_to })
}

fn faults() -> impl Strategy<Value = Fault> {
    let checkpoint = || (1..=MAX_COUNT).prop_map(CheckpointId);
    let when =
        prop_oneof![
            moments().prop_map(When::At),
            (points(), counts()).prop_map(|(point, skip)| When::Point { point, skip }),
            (select(FactName::ALL), option::of(checkpoint()), counts())
                .prop_map(|(fact, checkpoint, skip)| When::Fact { fact, checkpoint, skip }),
        ];
    let in_flight = prop_oneof![one_of(), times(1, MAX_SECONDS).prop_map(InFlight::Late)];
    prop_oneof![
        (when, one_of(), in_flight).prop_map(|(when, how, in_flight)| Fault::Crash { when, how, in_flight }),
        (checkpoint(), times(1, MAX_SECONDS)).prop_map(|(checkpoint, by)| Fault::DelayNotification { checkpoint, by }),
        (one_of(), 1..=MAX_COUNT).prop_map(|(request, nth)| Fault::LoseReply { request, nth }),
        checkpoint().prop_map(Fault::AbortCheckpoint),
        checkpoint().prop_map(Fault::LoseNotification),
        (one_of(), moments()).prop_map(|(what, at)| Fault::Expire { what, at }),
        (one_of(), spans()).prop_map(|(what, (from, to))| Fault::Outage { what, from, to }),
        (spans(), 2..=MAX_SURGE_FACTOR).prop_map(|((from, to), factor)| Fault::Surge { from, to, factor }),
    ]
}

fn steps(sources: usize, named: bool) -> impl Strategy<Value = Step> {
    let source = move || (0..sources as u32).prop_map(SourceId);
    let checkpoint = || option::of((1..=u32::MAX).prop_map(CheckpointId));
    let arm = (points(), one_of::<ArmKind>(), counts(), 1..=MAX_COUNT).prop_map(|(point, kind, skip, times)| {
        let possible = kind != ArmKind::Signal || point.takes_signal();
        Step::Arm(Arm { point, kind: if possible { kind } else { ArmKind::Exception }, skip, times })
    });
    let plain = [
        Step::Release,
        Step::Checkpoint,
        Step::Fail,
        Step::Crash,
        Step::Finish,
        Step::End,
        Step::CompleteFinal,
        Step::Cancel,
        Step::StopWithSavepoint,
    ];
    prop_oneof![
        (source(), any::<u32>()).prop_map(|(source, to)| Step::Emit(source, Offset(to))),
        option::of(source()).prop_map(move |source| Step::Barrier(source.filter(|_| named))),
        checkpoint().prop_map(Step::Complete),
        checkpoint().prop_map(Step::Abort),
        checkpoint().prop_map(Step::Notify),
        checkpoint().prop_map(Step::LoseNotification),
        (one_of(), 1..=MAX_COUNT).prop_map(|(request, nth)| Step::Hold(request, nth)),
        (one_of(), 1..=MAX_COUNT).prop_map(|(request, nth)| Step::LoseReply(request, nth)),
        one_of().prop_map(Step::Away),
        one_of().prop_map(Step::Back),
        arm,
        one_of().prop_map(Step::Expire),
        (1..=MAX_WAIT_MS).prop_map(|ms| Step::Wait(Time(ms))),
        select(plain.to_vec()),
    ]
}
