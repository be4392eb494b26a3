//! Find the bug: a mutant behind a number, and the question what is wrong.

use crate::explore::{Explorer, Harm, LaneReport, Options, Scene, Timings};
use crate::sim::mutant::Mutant;

/// Among so many mistakes one chooses.
const CANDIDATES: usize = 5;

/// What is thought of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is the mistake.
    Right,
    /// It is another, under which the same runs come to something else.
    Differs,
    /// It is another, though by the counts of its runs it could be this.
    Alike,
}

/// A hunt for one mistake.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// Its number, from 1.
    pub number: usize,
    /// Where it shows.
    pub scene: Scene,
    /// The mistakes to choose from, in the order of all; the right one is among them.
    pub candidates: Vec<Mutant>,
    /// Which was guessed last.
    pub guessed: Option<usize>,
    /// May the mistake be told?
    pub is_told: bool,
    /// Runs by what they came to, by lane: with the mistake, and with the one that was guessed.
    here: Option<Vec<LaneReport>>,
    there: Option<Vec<LaneReport>>,
    work: Option<Explorer>,
}

impl Hunt {
    /// The hunt of a number, from 1; `None` if there is none such.
    #[must_use]
    pub fn new(number: usize) -> Option<Hunt> {
        let mutant = *Mutant::ALL.get(number.checked_sub(1)?)?;
        let scene = Scene::of(mutant);
        Some(Hunt {
            number,
            candidates: candidates(&scene),
            scene,
            guessed: None,
            is_told: false,
            here: None,
            there: None,
            work: None,
        })
    }

    /// The mistake.
    #[must_use]
    pub fn mutant(&self) -> Mutant {
        self.scene.mutant
    }

    /// Someone says that this candidate is it.
    pub fn guess(&mut self, candidate: usize) {
        let Some(guessed) = self.candidates.get(candidate).copied() else { return };
        self.guessed = Some(candidate);
        self.there = None;
        self.work = None;
        if guessed == self.mutant() {
            self.is_told = true;
        } else {
            self.go_on();
        }
    }

    /// Someone asks for the answer.
    pub fn tell(&mut self) {
        self.is_told = true;
    }

    /// What is to be said of the last guess; `None` without one or before its runs are done.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        let guessed = self.candidates[self.guessed?];
        if guessed == self.mutant() {
            return Some(Answer::Right);
        }
        let counts = |reports: &[LaneReport]| reports.iter().map(|report| report.counts).collect::<Vec<_>>();
        let (here, there) = (self.here.as_ref()?, self.there.as_ref()?);
        Some(if counts(here) == counts(there) { Answer::Alike } else { Answer::Differs })
    }

    /// Runs of all lanes that came to a harm: with the mistake, and with the one that was guessed.
    #[must_use]
    pub fn counts(&self, harm: Harm) -> Option<(u32, u32)> {
        let count = |reports: &[LaneReport]| reports.iter().map(|report| report.count(harm)).sum();
        Some((count(self.here.as_ref()?), count(self.there.as_ref()?)))
    }

    /// Is a guess being looked into?
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// Goes on for about so many steps of the engine.
    pub fn advance(&mut self, budget: u32) {
        let Some(work) = &mut self.work else { return };
        if work.advance(budget).is_done {
            let reports = Some(work.reports().to_vec());
            if self.here.is_none() {
                self.here = reports;
            } else {
                self.there = reports;
            }
            self.work = None;
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        let options = Options { crashes: self.scene.crashes, timings: Timings::All, max_runs: 20_000 };
        let scenario = match (&self.here, &self.there, self.guessed) {
            (None, ..) => self.scene.wrong(),
            (Some(_), None, Some(guessed)) => self.scene.with(self.candidates[guessed]),
            _ => return,
        };
        self.work = Explorer::new(&scenario, options).ok();
    }
}

/// Mistakes to choose from: those of the same sinks first, then others, told in the order of all.
fn candidates(scene: &Scene) -> Vec<Mutant> {
    let kinds = |scene: &Scene| scene.right.sinks.iter().map(|sink| sink.kind()).collect::<Vec<_>>();
    let own = kinds(scene);
    let is_near = |mutant: &Mutant| kinds(&Scene::of(*mutant)).iter().any(|kind| own.contains(kind));
    let place = Mutant::ALL.iter().position(|mutant| *mutant == scene.mutant).unwrap_or_default();
    // Beginning behind it, so that not every hunt has the same others.
    let others: Vec<Mutant> = (1..Mutant::ALL.len()).map(|by| Mutant::ALL[(place + by) % Mutant::ALL.len()]).collect();
    let (near, far): (Vec<Mutant>, Vec<Mutant>) = others.into_iter().partition(is_near);
    let mut chosen: Vec<Mutant> = near.into_iter().chain(far).take(CANDIDATES - 1).collect();
    chosen.push(scene.mutant);
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settle(hunt: &mut Hunt) {
        while hunt.is_working() {
            hunt.advance(100_000);
        }
    }

    #[test]
    fn every_hunt_has_its_mistake_among_the_candidates_and_tells_it_when_guessed() {
        for number in 1..=Mutant::ALL.len() {
            let mut hunt = Hunt::new(number).expect("there is one");
            assert_eq!(hunt.candidates.len(), CANDIDATES);
            assert!(!hunt.is_told && hunt.answer().is_none());
            let right = hunt.candidates.iter().position(|mutant| *mutant == hunt.mutant()).expect("among them");
            hunt.guess(right);
            assert!(hunt.is_told);
            assert_eq!(hunt.answer(), Some(Answer::Right));
        }
        assert!(Hunt::new(0).is_none() && Hunt::new(Mutant::ALL.len() + 1).is_none());
    }

    #[test]
    fn a_wrong_guess_is_answered_by_what_its_runs_come_to() {
        let mark = Mutant::ALL.iter().position(|mutant| *mutant == Mutant::MarkBeforeSend).expect("one of them");
        let mut hunt = Hunt::new(mark + 1).expect("there is one");
        let other = hunt.candidates.iter().position(|m| *m == Mutant::SendAtRestore).expect("of the same sink");
        hunt.guess(other);
        assert!(hunt.answer().is_none() && hunt.is_working());
        settle(&mut hunt);
        assert_eq!(hunt.answer(), Some(Answer::Differs));
        let (here, there) = hunt.counts(Harm::Loss).expect("both are known");
        assert!(here > 0 && there == 0, "{here} {there}");
        assert!(!hunt.is_told);
        hunt.tell();
        assert!(hunt.is_told);
    }
}
