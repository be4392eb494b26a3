//! Random valid scenarios, small and crowded: few keys, moments that collide, every option and every fault.

use super::tape::Tape;
use exactly_once_lab::sim::fact::FactName;
use exactly_once_lab::sim::id::{CheckpointId, Offset, SourceId, Time};
use exactly_once_lab::sim::point::Point;
use exactly_once_lab::sim::scenario::limits::MAX_SECONDS;
use exactly_once_lab::sim::scenario::story::{Arm, ArmKind, Step};
use exactly_once_lab::sim::scenario::{
    Checkpointing, Delays, Drive, Expire, Fault, InFlight, Mode, Named, OutageOf, Parallelism, Profile, Readers,
    Recommit, Record, Restart, Scenario, SinkSpec, SourceKind, SourceLog, Timing, When,
};

/// Any scenario, by time or by story.
pub fn any(tape: &mut Tape) -> Scenario {
    if tape.once_in(3) {
        by_story(tape)
    } else {
        by_time(tape)
    }
}

/// Any scenario that is driven by time.
pub fn by_time(tape: &mut Tape) -> Scenario {
    let mut scenario = job(tape);
    let last = scenario.sources.iter().flat_map(|s| s.records.last()).map(|r| r.t.0).max().unwrap_or(0);
    let mut faults: Vec<Fault> = (0..tape.pick(&[0, 1, 2, 3, 5])).map(|_| fault(tape, last)).collect();
    if tape.once_in(4) {
        faults.push(Fault::Jitter { seed: tape.below(1_000), up_to: Time(tape.pick(&[50, 400, 3_000])) });
    }
    scenario.drive = Drive::Time(faults);
    scenario
}

/// Any scenario that is driven by a story.
pub fn by_story(tape: &mut Tape) -> Scenario {
    let mut scenario = job(tape);
    let mut story: Vec<Step> = (0..tape.below(14)).map(|_| step(tape, &scenario)).collect();
    if !tape.once_in(5) {
        story.push(Step::Finish);
    }
    scenario.drive = Drive::Story(story);
    scenario
}

/// Any scenario by time, long after whose end the store times out all that is left.
pub fn timed_out_in_the_end(tape: &mut Tape) -> Scenario {
    let mut scenario = by_time(tape);
    if let Drive::Time(faults) = &mut scenario.drive {
        faults.push(Fault::Expire { what: Expire::All, at: Time(MAX_SECONDS * 1000) });
    }
    scenario
}

/// A scenario in which nothing goes wrong; records may come in surges and everything may take long.
pub fn calm(tape: &mut Tape) -> Scenario {
    let mut scenario = any(tape);
    let job = &mut scenario.checkpointing;
    (job.timeout, job.tolerable_failures) = (Checkpointing::default().timeout, 0);
    if job.unaligned {
        // Barriers that overtake everything can keep a sink from its records for ever if they follow without a pause.
        job.min_pause = Time(6_000);
    }
    match &mut scenario.drive {
        Drive::Time(faults) => faults.retain(|fault| matches!(fault, Fault::Surge { .. } | Fault::Jitter { .. })),
        Drive::Story(story) => {
            story.retain(|step| !step.goes_wrong());
        }
    }
    for sink in &mut scenario.sinks {
        if let SinkSpec::TwoPhaseCommit { transaction_timeout, .. } | SinkSpec::Committer { transaction_timeout, .. } =
            sink
        {
            *transaction_timeout = None;
        }
    }
    scenario
}

fn named<T: Named>(tape: &mut Tape) -> T {
    tape.pick(T::NAMES).1
}

fn job(tape: &mut Tape) -> Scenario {
    let named_sources = tape.once_in(3);
    let names = if named_sources {
        ["A", "B", "C"].iter().take(1 + tape.below(3) as usize).copied().collect()
    } else {
        vec![""]
    };
    let sources = names.into_iter().map(|name| log(tape, name)).collect();
    Scenario {
        title: None,
        sources,
        named_sources,
        source: if tape.once_in(8) { SourceKind::Socket } else { SourceKind::Log },
        operator: named(tape),
        parallelism: Parallelism { operator: tape.pick(&[1, 1, 2, 4]), sink: tape.pick(&[1, 1, 2, 4]) },
        checkpointing: checkpointing(tape),
        restart: Restart {
            delay: Time(tape.pick(&[2_000, 0, 1, 10, 500, 6_000])),
            attempts: tape.pick(&[None, None, None, Some(3), Some(1), Some(0)]),
        },
        timing: timing(tape),
        sinks: vec![sink(tape)],
        failure: named(tape),
        mutant: None,
        drive: Drive::Time(Vec::new()),
    }
}

fn log(tape: &mut Tape, name: &str) -> SourceLog {
    let mut t = 0;
    let records = (0..tape.below(11)).map(|_| {
        t += tape.pick(&[1_000, 0, 1, 100, 300, 500, 2_500]);
        let key = tape.pick(&["a", "b", "c", "d"]).to_string();
        Record { t: Time(t), key, value: i64::from(tape.below(100)) - 5 }
    });
    SourceLog { name: name.to_string(), records: records.collect() }
}

fn checkpointing(tape: &mut Tape) -> Checkpointing {
    let mode: Mode = named(tape);
    let unaligned = mode == Mode::ExactlyOnce && tape.once_in(3);
    let min_pause = Time(tape.pick(&[0, 0, 0, 500]));
    let several = !unaligned && min_pause == Time::ZERO;
    let mut at: Vec<Time> = (0..tape.below(4)).map(|_| Time(tape.below(160) * 50)).collect();
    at.sort_unstable();
    at.dedup();
    Checkpointing {
        interval: tape.pick(&[None, Some(1_000), Some(300), Some(2_000), Some(100), Some(5_000)]).map(Time),
        at,
        mode,
        unaligned,
        max_concurrent: if several { tape.pick(&[1, 1, 2, 3]) } else { 1 },
        min_pause,
        timeout: Time(tape.pick(&[600_000, 600_000, 600_000, 1_000, 300])),
        // Not without end: a final checkpoint that never succeeds would run into the limit of steps.
        tolerable_failures: tape.pick(&[0, 8, 1]),
    }
}

fn timing(tape: &mut Tape) -> Timing {
    if !tape.once_in(2) {
        return Timing::Named(tape.pick(&Profile::ALL).1);
    }
    let mut delay = || Time(tape.pick(&[0, 1, 20, 100, 200, 300, 900, 2_500]));
    Timing::Own(Delays {
        hop: delay(),
        process: delay(),
        request: delay(),
        snapshot: delay(),
        metadata: delay(),
        notify: delay(),
        deploy: delay(),
    })
}

fn sink(tape: &mut Tape) -> SinkSpec {
    let mut sink = SinkSpec::from_kind(tape.pick(&SinkSpec::KINDS)).expect("a kind");
    match &mut sink {
        SinkSpec::Append { buffer, flush } => (*buffer, *flush) = (tape.pick(&[0, 1, 2, 3, 50]), named(tape)),
        SinkSpec::Upsert { key } => *key = named(tape),
        SinkSpec::Increment => {}
        SinkSpec::WriteAheadLog { target } => *target = named(tape),
        SinkSpec::TwoPhaseCommit { commit, transaction_timeout, ignore_failures_after_timeout, fencing, readers } => {
            (*commit, *readers, *transaction_timeout) = transactional(tape);
            *ignore_failures_after_timeout = tape.once_in(2);
            *fencing = !tape.once_in(3);
        }
        SinkSpec::Committer { commit, transaction_timeout, fencing, readers } => {
            (*commit, *readers, *transaction_timeout) = transactional(tape);
            *fencing = !tape.once_in(3);
        }
        SinkSpec::File { roll } => *roll = named(tape),
    }
    sink
}

fn transactional(tape: &mut Tape) -> (Recommit, Readers, Option<Time>) {
    let commit = if tape.once_in(4) { named(tape) } else { Recommit::Idempotent };
    let timeout = if tape.once_in(4) { Some(Time(tape.pick(&[60_000, 1, 500, 3_000, 8_000]))) } else { None };
    (commit, named(tape), timeout)
}

fn fault(tape: &mut Tape, last: u32) -> Fault {
    match tape.below(14) {
        12 => Fault::DelayNotification { checkpoint: checkpoint(tape), by: Time(tape.pick(&[1_000, 1, 300, 9_000])) },
        13 => Fault::LoseReply { request: named(tape), nth: tape.pick(&[1, 1, 2, 5]) },
        0..=3 => crash(tape, last, When::At),
        4 | 5 => {
            let when = When::Point { point: point(tape), skip: tape.pick(&[0, 0, 1, 2]) };
            crash(tape, last, |_| when)
        }
        6 | 7 => {
            let checkpoint = if tape.once_in(2) { Some(checkpoint(tape)) } else { None };
            let when = When::Fact { fact: tape.pick(FactName::ALL), checkpoint, skip: tape.pick(&[0, 0, 1, 5]) };
            crash(tape, last, |_| when)
        }
        8 => Fault::AbortCheckpoint(checkpoint(tape)),
        9 => Fault::LoseNotification(checkpoint(tape)),
        10 => {
            if tape.once_in(2) {
                Fault::Expire { what: named(tape), at: moment(tape, last) }
            } else {
                let (from, to) = span(tape, last);
                Fault::Surge { from, to, factor: tape.pick(&[2, 4, 100]) }
            }
        }
        _ => {
            let what: OutageOf = named(tape);
            let (from, to) = span(tape, last);
            Fault::Outage { what, from, to }
        }
    }
}

fn crash(tape: &mut Tape, last: u32, when: impl FnOnce(Time) -> When) -> Fault {
    let when = when(moment(tape, last));
    let how = named(tape);
    let late = InFlight::Late(Time(tape.pick(&[2_500, 1, 200, 9_000])));
    let in_flight = tape.pick(&[InFlight::Delivered, InFlight::Lost, late]);
    Fault::Crash { when, how, in_flight }
}

fn moment(tape: &mut Tape, last: u32) -> Time {
    Time(tape.below(last / 50 + 100) * 50)
}

fn span(tape: &mut Tape, last: u32) -> (Time, Time) {
    let from = moment(tape, last);
    (from, from.plus(Time(tape.pick(&[50, 300, 1_000, 5_000]))))
}

fn checkpoint(tape: &mut Tape) -> CheckpointId {
    CheckpointId(1 + tape.below(5))
}

/// Any point, made by name so that none is left out.
fn point(tape: &mut Tape) -> Point {
    let names: Vec<String> = Point::names().collect();
    let name = &names[tape.below(names.len() as u32) as usize];
    Point::parse(&name.replace("@N", &format!("@{}", tape.below(10)))).expect("a point")
}

fn step(tape: &mut Tape, scenario: &Scenario) -> Step {
    let source = SourceId(tape.below(scenario.sources.len() as u32));
    let id = |tape: &mut Tape| if tape.once_in(4) { Some(checkpoint(tape)) } else { None };
    match tape.below(29) {
        0..=4 => Step::Emit(source, Offset(tape.below(12))),
        5..=7 => Step::Checkpoint,
        8 | 9 => Step::Barrier(Some(source).filter(|_| scenario.named_sources && tape.once_in(2))),
        10 | 11 => Step::Complete(id(tape)),
        12 | 13 => Step::Notify(id(tape).filter(|_| tape.once_in(3))),
        14 => Step::Abort(id(tape)),
        15 | 16 => Step::Fail,
        17 | 18 => Step::Crash,
        19 | 20 => arm(tape),
        21 => Step::Expire(named(tape)),
        22 => tape.pick(&[Step::End, Step::CompleteFinal, Step::Cancel, Step::StopWithSavepoint, Step::Finish]),
        23 => Step::LoseNotification(id(tape)),
        24 => Step::Hold(named(tape), 1 + tape.below(3)),
        25 => Step::Release,
        26 => Step::LoseReply(named(tape), 1 + tape.below(3)),
        27 => tape.pick(&[
            Step::Away(OutageOf::External),
            Step::Back(OutageOf::External),
            Step::Away(OutageOf::CheckpointStore),
            Step::Back(OutageOf::CheckpointStore),
        ]),
        _ => Step::Wait(Time(tape.pick(&[1, 500, 10_000]))),
    }
}

fn arm(tape: &mut Tape) -> Step {
    let (point, kind): (Point, ArmKind) = (point(tape), named(tape));
    let possible = kind != ArmKind::Signal || point.takes_signal();
    let kind = if possible { kind } else { ArmKind::Error };
    Step::Arm(Arm { point, kind, skip: tape.pick(&[0, 0, 1, 2]), times: tape.pick(&[1, 1, 2, 12]) })
}
