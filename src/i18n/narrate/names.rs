//! How things are called: the same in every sentence.

use super::Lang;
use crate::sim::fact::{RecordId, TaskId};
use crate::sim::id::{Attempt, KeyId, Offset, SourceId, Subtask};
use crate::sim::plan::{Plan, TotalOf};
use crate::sim::scenario::{Mode, OperatorKind, SinkSpec, SourceKind};

/// Tells facts of one run in one language.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub lang: Lang,
    pub plan: &'a Plan,
    pub attempt: Attempt,
}

impl Teller<'_> {
    /// A key by its name.
    pub fn key(&self, key: KeyId) -> &str {
        &self.plan.keys[key.index()]
    }

    /// A record as on its token: `a t=5`.
    pub fn token(&self, record: RecordId) -> String {
        let planned = self.plan.record(record.source, record.offset);
        format!("{} t={}", self.key(planned.key), planned.t)
    }

    /// A record as on its token, with its source where there are several.
    pub fn record(&self, record: RecordId) -> String {
        let token = self.token(record);
        if !self.plan.named_sources {
            return token;
        }
        let source = &self.plan.source_names[record.source.index()];
        say!(self, "{token} from {source}", "{source} 的 {token}")
    }

    /// A task at the beginning of a sentence.
    pub fn task_first(&self, task: TaskId) -> String {
        let mut name = self.task(task);
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// A task inside a sentence. In Chinese a number brings the space behind it along.
    pub fn task(&self, task: TaskId) -> String {
        let plan = self.plan;
        match task {
            TaskId::Source(source) if plan.named_sources => {
                let source = &plan.source_names[source.index()];
                say!(self, "source {source}", "数据源 {source} ")
            }
            TaskId::Source(_) => say!(self, "the source", "数据源"),
            TaskId::Operator(subtask) if plan.operators > 1 => say!(self, "operator {subtask}", "算子 {subtask} "),
            TaskId::Operator(_) => say!(self, "the operator", "算子"),
            TaskId::Sink(subtask) if plan.sinks > 1 => say!(self, "sink {subtask}", "输出端 {subtask} "),
            TaskId::Sink(_) => say!(self, "the sink", "输出端"),
        }
    }

    /// The sinks, all of them, inside a sentence.
    pub fn sinks(&self) -> String {
        if self.plan.sinks > 1 {
            say!(self, "the sinks", "所有输出端")
        } else {
            self.task(TaskId::Sink(Subtask(0)))
        }
    }

    /// Where a source goes on: the offset, and the time of the record that stands there.
    pub fn place(&self, source: SourceId, offset: Offset) -> String {
        if offset >= self.plan.log_end(source) {
            return say!(self, "offset {offset} (behind the last record)", "偏移量 {offset}（最后一条记录之后）");
        }
        let t = self.plan.record(source, offset).t;
        say!(self, "offset {offset} (t={t})", "偏移量 {offset}（t={t}）")
    }

    /// Where every source goes on: `offset 2 (t=5)`, or with names `offset 2 (t=5) of A, offset 0 (t=1) of B`.
    pub fn places(&self, offsets: &[Offset]) -> String {
        let mut text = String::new();
        for (index, offset) in offsets.iter().enumerate() {
            let place = self.place(SourceId(index as u32), *offset);
            if !self.plan.named_sources {
                return place;
            }
            if index > 0 {
                text.push_str(self.comma());
            }
            let source = &self.plan.source_names[index];
            text.push_str(&say!(self, "{place} of {source}", "数据源 {source} 的{place}"));
        }
        text
    }

    /// What separates the items of a list.
    pub fn comma(&self) -> &'static str {
        match self.lang {
            Lang::En => ", ",
            Lang::Zh => "、",
        }
    }

    /// Number and sum: `2, sum 40`. Without a counting operator only the value.
    pub fn total(&self, of: TotalOf) -> String {
        let TotalOf { count, sum } = of;
        if self.counts() {
            say!(self, "{count}, sum {sum}", "{count}，总和 {sum}")
        } else {
            sum.to_string()
        }
    }

    /// So many records.
    pub fn records(&self, number: u32) -> String {
        match number {
            1 => say!(self, "1 record", "1 条记录"),
            _ => say!(self, "{number} records", "{number} 条记录"),
        }
    }

    /// Do values count records?
    pub fn counts(&self) -> bool {
        self.plan.operator == OperatorKind::Count || self.plan.sink == SinkSpec::Increment
    }

    /// Can a source read again from an offset?
    pub fn can_resend(&self) -> bool {
        self.plan.source == SourceKind::Log
    }

    /// Does the sink hold its output back until a checkpoint is complete?
    pub fn holds_back(&self) -> bool {
        !matches!(self.plan.sink, SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment)
    }

    /// May a task with so many inputs take records from behind a barrier into its snapshot?
    pub fn mixes(&self, inputs: usize) -> bool {
        self.plan.mode == Mode::AtLeastOnce && inputs > 1
    }

    /// May a checkpoint hold records that are read again after a restart from it?
    pub fn may_count_twice(&self) -> bool {
        self.mixes(self.plan.logs.len()) || self.mixes(self.plan.operators as usize)
    }
}
