//! Pairs of crashes as a matrix: the first crash by row, the second by column, both by time.

use super::counterexample::Counterexample;
use super::explorer::{Crash, Explorer, LaneReport, Options, Progress, Refused, Tried, MAX_CRASHES};
use super::harm::{Harm, VARIANTS};
use crate::sim::id::Time;
use crate::sim::scenario::{How, InFlight, Scenario, Timing};

/// Rows and columns of a matrix. What it takes does not grow with the number of pairs.
pub const SIDE: usize = 80;

/// The spans of time that a row can stand for, in milliseconds: the smallest with which the whole run fits.
const SPANS: [u32; 22] = [
    10, 20, 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000, 60_000,
    600_000, 3_600_000,
];

/// All runs whose first crash is in a row and the second in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    runs: u32,
    worst: Harm,
    /// The first run that came to the worst: moments, kinds (places in [`VARIANTS`]) and number of its crashes, and the
    /// place of its timing.
    at: [Time; MAX_CRASHES as usize],
    variants: [u8; MAX_CRASHES as usize],
    crashes: u8,
    timing: u8,
}

/// The runs with one crash in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    runs: u32,
    worst: Harm,
    /// The columns in which a run with one crash has a job, one bit each.
    alive: u128,
}

/// What stands at a place of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The column is before the row: no second crash can be there.
    Before,
    /// There is no job: it has not come up again after the first crash, or it is over.
    NoJob,
    /// No run has come here yet.
    Unknown,
    /// Runs have.
    Tried {
        /// The row of the runs. A first crash in a later row with no runs of its own finds the same outside, checkpoints
        /// and requests as this one did.
        row: usize,
        /// The column of the runs, in the same way.
        column: usize,
        /// So many.
        runs: u32,
        /// The worst that they came to.
        worst: Harm,
    },
}

/// The matrix of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    span: Time,
    /// The rows in which there is a job without any crash, one bit each.
    alive: u128,
    rows: Vec<Row>,
    cells: Vec<Cell>,
    timings: Vec<Timing>,
}

impl Matrix {
    fn new(span: Time, alive: &[(Time, Time)]) -> Matrix {
        let mut matrix = Matrix {
            span,
            alive: 0,
            rows: vec![Row::default(); SIDE],
            cells: vec![Cell::default(); SIDE * SIDE],
            timings: Vec::new(),
        };
        matrix.alive = matrix.bits(alive);
        matrix
    }

    /// The rows or columns that spans of time touch.
    fn bits(&self, spans: &[(Time, Time)]) -> u128 {
        let bits = |&(from, to): &(Time, Time)| {
            (self.place_of(from.plus(Time(1)))..=self.place_of(to)).fold(0u128, |bits, place| bits | 1 << place)
        };
        spans.iter().fold(0, |all, span| all | bits(span))
    }

    /// How much time a row or a column stands for. The last ones stand for everything later, too.
    #[must_use]
    pub fn span(&self) -> Time {
        self.span
    }

    /// The row or column of a moment.
    #[must_use]
    pub fn place_of(&self, at: Time) -> usize {
        ((at.0 / self.span.0) as usize).min(SIDE - 1)
    }

    /// The first moment of a row or column.
    #[must_use]
    pub fn begin(&self, place: usize) -> Time {
        Time(self.span.0 * place as u32)
    }

    /// The worst that one crash in a row comes to; `None` if there is no job then, or it is not known yet.
    #[must_use]
    pub fn single(&self, row: usize) -> Option<Harm> {
        if self.alive >> row & 1 == 0 {
            return None;
        }
        // Where nothing happens in a row, a crash is as one right after what happened last.
        self.rows[..=row].iter().rev().find(|row| row.runs > 0).map(|row| row.worst)
    }

    /// The last row or column in which there ever was a job, and so the number of those that are worth drawing, less one.
    #[must_use]
    pub fn last(&self) -> usize {
        let all = self.rows.iter().fold(self.alive, |all, row| all | row.alive);
        (127 - all.leading_zeros().min(127)) as usize
    }

    /// What stands in a row and a column.
    #[must_use]
    pub fn place(&self, row: usize, column: usize) -> Place {
        if column < row {
            return Place::Before;
        }
        if self.alive >> row & 1 == 0 {
            return Place::NoJob;
        }
        let Some(single) = (0..=row).rev().find(|row| self.rows[*row].runs > 0) else { return Place::Unknown };
        // After a later crash the job comes up as much later; it is over when it is after the crashes around it.
        let own = self.rows[single].alive;
        let next = self.rows[row..].iter().find(|row| row.runs > 0).map_or(own, |row| row.alive);
        let up = (own.trailing_zeros() as usize) + row - single;
        if column < up || (own | next) >> column & 1 == 0 {
            return Place::NoJob;
        }
        let columns = |row: usize| &self.cells[row * SIDE..][..SIDE];
        let tried = |cell: &Cell| cell.runs > 0;
        let Some(row) = (0..=row).rev().find(|row| columns(*row).iter().any(tried)) else { return Place::Unknown };
        let before = columns(row)[..=column].iter().rposition(tried);
        let Some(column) = before.or_else(|| columns(row).iter().position(tried)) else { return Place::Unknown };
        let cell = &columns(row)[column];
        Place::Tried { row, column, runs: cell.runs, worst: cell.worst }
    }

    /// The run that came to the worst there; `None` if no run has come there.
    #[must_use]
    pub fn example(&self, row: usize, column: usize) -> Option<Counterexample> {
        let Place::Tried { row, column, worst, .. } = self.place(row, column) else { return None };
        let cell = &self.cells[row * SIDE + column];
        let crash = |(at, variant): (&Time, &u8)| {
            let (how, in_flight) = VARIANTS[*variant as usize];
            Crash { at: *at, how, in_flight }
        };
        let crashes = cell.at.iter().zip(&cell.variants).take(cell.crashes as usize).map(crash).collect();
        let timing = *self.timings.get(cell.timing as usize)?;
        Some(Counterexample { harm: worst, timing, crashes })
    }

    /// Runs with at least two crashes.
    #[must_use]
    pub fn runs(&self) -> u32 {
        self.cells.iter().map(|cell| cell.runs).sum()
    }

    fn add(&mut self, tried: &Tried) {
        let alive = self.bits(tried.alive);
        let row = self.place_of(tried.crashes[0].at);
        let [_, second, ..] = tried.crashes else {
            let row = &mut self.rows[row];
            row.runs += 1;
            row.worst = row.worst.max(tried.harm);
            row.alive |= alive;
            return;
        };
        let timing = self.timings.iter().position(|timing| *timing == tried.timing).unwrap_or_else(|| {
            self.timings.push(tried.timing);
            self.timings.len() - 1
        });
        let column = self.place_of(second.at);
        let cell = &mut self.cells[row * SIDE + column];
        let is_first = cell.runs == 0;
        cell.runs += 1;
        if is_first || tried.harm > cell.worst {
            cell.worst = tried.harm;
            cell.timing = timing as u8;
            cell.crashes = tried.crashes.len() as u8;
            for (index, crash) in tried.crashes.iter().enumerate() {
                cell.at[index] = crash.at;
                cell.variants[index] = variant_of(crash.how, crash.in_flight);
            }
        }
    }
}

fn variant_of(how: How, in_flight: InFlight) -> u8 {
    VARIANTS.iter().position(|variant| *variant == (how, in_flight)).unwrap_or_default() as u8
}

/// Explores with two or more crashes in a run and keeps a matrix of pairs a lane, bit by bit.
///
/// At first all single crashes are tried, which tells how much time the matrices have to cover; then all together.
#[derive(Clone, Debug)]
pub struct Pairs {
    singles: Option<Explorer>,
    /// When the last job was over, of those that did not get stuck.
    last: Time,
    single_steps: u64,
    explorer: Explorer,
    matrices: Vec<Matrix>,
}

impl Pairs {
    /// Prepares to explore with two crashes in a run, or as many more as the options say. Nothing is run yet.
    ///
    /// # Errors
    /// As [`Explorer::new`].
    pub fn new(scenario: &Scenario, options: Options) -> Result<Pairs, Refused> {
        Ok(Pairs {
            singles: Some(Explorer::new(scenario, Options { crashes: 1, ..options })?),
            last: Time::ZERO,
            single_steps: 0,
            explorer: Explorer::new(scenario, Options { crashes: options.crashes.max(2), ..options })?,
            matrices: Vec::new(),
        })
    }

    /// Goes on for about so many steps of the engine. Dropping the value cancels it.
    pub fn advance(&mut self, budget: u32) -> Progress {
        let mut left = u64::from(budget);
        if let Some(singles) = &mut self.singles {
            let (before, last) = (singles.progress().steps, &mut self.last);
            let progress = singles.advance_and_tell(budget, &mut |tried| {
                let end = tried.alive.last().map_or(Time::ZERO, |(_, to)| *to);
                if tried.harm != Harm::Stuck {
                    *last = end.max(*last);
                }
            });
            left = left.saturating_sub(progress.steps - before);
            if progress.is_done {
                self.single_steps = progress.steps;
                let fits = |span: &&u32| u64::from(**span) * SIDE as u64 > u64::from(self.last.0);
                let span = Time(*SPANS.iter().find(fits).unwrap_or(&SPANS[SPANS.len() - 1]));
                self.matrices = singles.reports().iter().map(|report| Matrix::new(span, &report.alive)).collect();
                self.singles = None;
            }
        }
        if self.singles.is_none() {
            let matrices = &mut self.matrices;
            self.explorer.advance_and_tell(left as u32, &mut |tried| matrices[tried.lane].add(&tried));
        }
        self.progress()
    }

    /// Explores to the end.
    pub fn finish(&mut self) -> &[Matrix] {
        while !self.advance(u32::MAX).is_done {}
        &self.matrices
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match &self.singles {
            Some(singles) => Progress { runs: 0, per_mille: 0, is_done: false, ..singles.progress() },
            None => {
                let progress = self.explorer.progress();
                Progress { steps: progress.steps + self.single_steps, ..progress }
            }
        }
    }

    /// The matrices so far, by lane; none before the first look at single crashes is over.
    #[must_use]
    pub fn matrices(&self) -> &[Matrix] {
        &self.matrices
    }

    /// What was found so far, by lane.
    #[must_use]
    pub fn reports(&self) -> &[LaneReport] {
        self.explorer.reports()
    }

    /// The scenario that is explored: without crashes.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        self.explorer.scenario()
    }
}
