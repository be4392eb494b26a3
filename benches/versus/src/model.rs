//! The job as a model for stateright.

use stateright::{Model, Property};

/// How large.
pub struct JobModel {
    /// Records in the log.
    pub records: u8,
    /// Crashes at most.
    pub crashes: u8,
    /// Checkpoints at most.
    pub checkpoints: u8,
}

/// A checkpoint under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    offset: u8,
    /// Has the sink written out everything from before the barrier?
    is_acknowledged: bool,
}

/// Everything there is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    read: u8,
    /// Read, not counted yet.
    channel: Vec<u8>,
    /// Counted, not sent yet.
    results: Vec<(u8, u32)>,
    count: u32,
    /// Requests on their way to the outside.
    wire: Vec<(u8, u32)>,
    /// What readers see.
    log: Vec<(u8, u32)>,
    pending: Option<Pending>,
    /// The newest checkpoint: offset and count.
    completed: (u8, u32),
    checkpoints: u8,
    crashes: u8,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Read,
    Count,
    Send,
    Arrive,
    Trigger,
    Acknowledge,
    Complete,
    Crash { lost: bool },
}

impl State {
    fn is_before_barrier_done(&self, offset: u8) -> bool {
        let is_behind = |record: &u8| *record >= offset;
        self.channel.iter().all(is_behind)
            && self.results.iter().all(|(record, _)| is_behind(record))
            && self.wire.iter().all(|(record, _)| is_behind(record))
    }

    fn has(&self, offset: u8) -> usize {
        self.log.iter().filter(|(record, _)| *record == offset).count()
    }
}

impl Model for JobModel {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            read: 0,
            channel: Vec::new(),
            results: Vec::new(),
            count: 0,
            wire: Vec::new(),
            log: Vec::new(),
            pending: None,
            completed: (0, 0),
            checkpoints: 0,
            crashes: 0,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        // One record in each place, as in a run that keeps up.
        if state.read < self.records && state.channel.is_empty() {
            actions.push(Action::Read);
        }
        if !state.channel.is_empty() && state.results.is_empty() {
            actions.push(Action::Count);
        }
        if !state.results.is_empty() && state.wire.is_empty() {
            actions.push(Action::Send);
        }
        if !state.wire.is_empty() {
            actions.push(Action::Arrive);
        }
        match state.pending {
            None if state.checkpoints < self.checkpoints => actions.push(Action::Trigger),
            Some(Pending { offset, is_acknowledged: false }) if state.is_before_barrier_done(offset) => {
                actions.push(Action::Acknowledge);
            }
            Some(Pending { is_acknowledged: true, .. }) => actions.push(Action::Complete),
            _ => {}
        }
        if state.crashes < self.crashes {
            actions.push(Action::Crash { lost: false });
            if !state.wire.is_empty() {
                actions.push(Action::Crash { lost: true });
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Read => {
                state.channel.push(state.read);
                state.read += 1;
            }
            Action::Count => {
                let record = state.channel.remove(0);
                state.count += 1;
                state.results.push((record, state.count));
            }
            Action::Send => {
                let result = state.results.remove(0);
                state.wire.push(result);
            }
            Action::Arrive => {
                let result = state.wire.remove(0);
                state.log.push(result);
            }
            Action::Trigger => {
                state.checkpoints += 1;
                state.pending = Some(Pending { offset: state.read, is_acknowledged: false });
            }
            Action::Acknowledge => state.pending.as_mut()?.is_acknowledged = true,
            Action::Complete => {
                let offset = state.pending.take()?.offset;
                state.completed = (offset, u32::from(offset));
            }
            Action::Crash { lost } => {
                if !lost {
                    state.log.append(&mut state.wire);
                }
                state.wire.clear();
                state.channel.clear();
                state.results.clear();
                state.pending = None;
                (state.read, state.count) = state.completed;
                state.crashes += 1;
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("a completed checkpoint covers only what is written", |_, state: &State| {
                (0..state.completed.0).all(|offset| state.has(offset) > 0)
            }),
            Property::sometimes("something is there twice", |model: &JobModel, state: &State| {
                (0..model.records).any(|offset| state.has(offset) > 1)
            }),
        ]
    }
}
