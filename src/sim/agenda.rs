//! What is about to happen, in the order in which it will: by time, then by class, then by insertion.
//!
//! The agenda is also the animation plan: an entry that is on its way from [`Entry::since`] to [`Entry::due`] is drawn
//! in between.

use super::event::Event;
use super::id::Time;

/// What comes first at one and the same time, as the scenario format rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Crashes and other faults come before anything else.
    Fault,
    /// Then records are read.
    Read,
    /// Then whatever goes on inside.
    Inside,
    /// Then a checkpoint is triggered, so that it covers what was read at that time.
    Trigger,
    /// Then a source that has read all ends.
    End,
}

/// Whom an entry belongs to: decides what becomes of it when the job dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The job's memory: gone with the attempt.
    Job,
    /// A request on its way to the outside or to the checkpoint store: delivered or lost.
    InFlight,
    /// The world around the job: stays.
    World,
}

/// Something that will happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// When.
    pub due: Time,
    /// Its place among what is due at the same time.
    pub class: Class,
    /// Its place among those of the same class.
    pub sequence: u32,
    /// When it was put here.
    pub since: Time,
    /// Whom it belongs to.
    pub scope: Scope,
    /// What.
    pub event: Event,
}

impl Entry {
    fn order(&self) -> (Time, Class, u32) {
        (self.due, self.class, self.sequence)
    }
}

/// The agenda. Entries are kept in falling order, so that the next one is popped off the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Agenda {
    entries: Vec<Entry>,
    next_sequence: u32,
}

impl Agenda {
    /// Adds an entry.
    pub fn add(&mut self, since: Time, due: Time, class: Class, scope: Scope, event: Event) {
        let entry = Entry { due, class, sequence: self.next_sequence, since, scope, event };
        self.next_sequence += 1;
        // Most of what is added is due soon: its place is near the end. Its sequence is the highest.
        let is_before = |other: &Entry| other.due < due || (other.due == due && other.class <= class);
        let later = self.entries.iter().rev().take_while(|other| is_before(other)).count();
        self.entries.insert(self.entries.len() - later, entry);
    }

    /// Takes the next entry off.
    pub fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    /// The next entry.
    #[must_use]
    pub fn peek(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// Keeps only some entries; answers how many went.
    pub fn retain(&mut self, keep: impl FnMut(&Entry) -> bool) -> u32 {
        let before = self.entries.len();
        self.entries.retain(keep);
        (before - self.entries.len()) as u32
    }

    /// Holds up what is on its way outside; answers how many entries these are.
    pub fn hold_up(&mut self, by: Time) -> u32 {
        let (held, rest) = std::mem::take(&mut self.entries).into_iter().partition(|e| e.scope == Scope::InFlight);
        self.entries = rest;
        let held: Vec<Entry> = held;
        let number = held.len() as u32;
        for mut entry in held {
            entry.due = entry.due.plus(by);
            let place = self.entries.partition_point(|e| e.order() > entry.order());
            self.entries.insert(place, entry);
        }
        number
    }

    /// What is left of the agenda when the job dies.
    #[must_use]
    pub fn surviving(&self) -> Agenda {
        let entries = self.entries.iter().filter(|entry| entry.scope != Scope::Job).cloned().collect();
        Agenda { entries, next_sequence: self.next_sequence }
    }

    /// All entries, the latest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_up_keeps_its_order_and_its_beginning() {
        let mut agenda = Agenda::default();
        let mut add = |due, scope, event| agenda.add(Time(1), Time(due), Class::Inside, scope, event);
        add(2, Scope::InFlight, Event::Trigger);
        add(3, Scope::InFlight, Event::Restart);
        add(4, Scope::World, Event::StoryWait);
        assert_eq!(agenda.hold_up(Time(2)), 2);
        let order: Vec<(Time, Time, Event)> =
            std::iter::from_fn(|| agenda.pop()).map(|e| (e.since, e.due, e.event)).collect();
        let at = |due, event| (Time(1), Time(due), event);
        assert_eq!(order, [at(4, Event::Trigger), at(4, Event::StoryWait), at(5, Event::Restart)]);
    }

    #[test]
    fn order_is_time_then_class_then_insertion() {
        let mut agenda = Agenda::default();
        let mut add = |due, class, event| agenda.add(Time(0), Time(due), class, Scope::World, event);
        add(2, Class::Trigger, Event::Trigger);
        add(2, Class::Fault, Event::Restart);
        add(1, Class::End, Event::StoryWait);
        add(2, Class::Trigger, Event::Crash(0));
        let order: Vec<Event> = std::iter::from_fn(|| agenda.pop()).map(|e| e.event).collect();
        assert_eq!(order, [Event::StoryWait, Event::Restart, Event::Trigger, Event::Crash(0)]);
    }
}
