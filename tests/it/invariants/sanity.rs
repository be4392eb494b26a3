//! What any simulation owes: time that goes on, an end, an account that is complete.

use super::History;
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::scenario::SourceKind;
use exactly_once_lab::sim::world::{JobEnd, Life, MAX_ATTEMPTS, MAX_STEPS};

pub fn the_clock_never_goes_back(h: &History) -> Result<(), String> {
    let times = &h.run.times;
    match times.windows(2).position(|pair| pair[0] > pair[1]) {
        Some(step) => Err(format!("step {step} is at {}, the next one at {}", times[step], times[step + 1])),
        None => Ok(()),
    }
}

pub fn a_run_ends_within_its_limits(h: &History) -> Result<(), String> {
    let end = &h.run.end;
    // The step that finds the limit reached is taken, and a story tells the rest of its steps to nobody.
    let after_the_limit = 1 + h.plan.story.as_ref().map_or(0, Vec::len);
    if h.run.len() > MAX_STEPS as usize + after_the_limit || end.attempt.0 >= MAX_ATTEMPTS {
        return Err(format!("{} steps, attempt {}", h.run.len(), end.attempt));
    }
    if end.agenda.peek().is_some() {
        return Err("something is left to happen".into());
    }
    let limit = h.facts.iter().find_map(|noted| match noted.fact {
        Fact::LimitReached { limit } => Some(JobEnd::Stopped(limit)),
        _ => None,
    });
    match (end.life, limit) {
        (Life::Over(how), Some(limit)) if how == limit => Ok(()),
        (Life::Over(JobEnd::Stopped(_)), _) | (_, Some(_)) => Err(format!("{:?} with {limit:?}", end.life)),
        (Life::Over(_), None) => Ok(()),
        // Only a story may leave a job behind.
        (life, None) if h.plan.story.is_none() => Err(format!("nothing is left to happen and the job is {life:?}")),
        _ => Ok(()),
    }
}

pub fn what_was_read_is_told_by_the_facts(h: &History) -> Result<(), String> {
    let mut read = vec![0; h.plan.logs.len()];
    for noted in h.facts {
        match noted.fact {
            Fact::RecordRead { record, again } => {
                let read = &mut read[record.source.index()];
                if again != (record.offset.0 < *read) {
                    return Err(format!("{record:?} is told as read again: {again}"));
                }
                *read = (*read).max(record.offset.0 + 1);
            }
            Fact::RecordsMissed { source, to, .. } => {
                let read = &mut read[source.index()];
                *read = (*read).max(to.0);
            }
            _ => {}
        }
    }
    let known: Vec<u32> = h.run.end.read.iter().map(|offset| offset.0).collect();
    if known == read {
        Ok(())
    } else {
        Err(format!("read up to {read:?}, known {known:?}"))
    }
}

pub fn a_socket_is_never_read_twice(h: &History) -> Result<(), String> {
    if h.plan.source == SourceKind::Socket && h.has(|fact| matches!(fact, Fact::RecordRead { again: true, .. })) {
        return Err("a record was read twice".into());
    }
    Ok(())
}
