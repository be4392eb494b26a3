//! Records on their way through the job.

use super::names::Teller;
use super::{Sentence, Tone};
use crate::sim::fact::{RecordId, TaskId};
use crate::sim::id::{Offset, SourceId};
use crate::sim::plan::Total;
use crate::sim::scenario::OperatorKind;

impl Teller<'_> {
    pub(super) fn record_read(&self, record: RecordId, again: bool) -> Sentence {
        let source = self.task_first(TaskId::Source(record.source));
        let record = self.token(record);
        if !again {
            return Sentence::major(say!(self, "{source} reads {record}.", "{source}读取 {record}。"));
        }
        let why = if self.mixes(self.plan.logs.len()) {
            say!(
                self,
                "It was read before the failure too. Barriers are not aligned here, so the restored state may hold \
                 it already and then counts it twice.",
                "故障之前已经读过它。这里不做屏障对齐，恢复后的状态里可能已经有它，那样就会算两次。"
            )
        } else if self.plan.operator == OperatorKind::Pass {
            say!(
                self,
                "It was read before the failure too: everything from the restored offset on comes again.",
                "故障之前已经读过它：从恢复的偏移量开始，全部重放一遍。"
            )
        } else {
            say!(
                self,
                "It was read before the failure too. The restored state does not hold it, so the state counts it once.",
                "故障之前已经读过它。恢复后的状态里没有它，所以它在状态里只算一次。"
            )
        };
        Sentence::major(say!(self, "{source} reads {record} again.", "{source}再次读取 {record}。")).why(why)
    }

    pub(super) fn records_missed(&self, source: SourceId, from: Offset, to: Offset) -> Sentence {
        let at = |offset: Offset| self.token(RecordId { source, offset });
        let (first, last) = (at(from), at(Offset(to.0.saturating_sub(1).max(from.0))));
        let number = to.0.saturating_sub(from.0);
        let records = self.records(number);
        let source = self.task_first(TaskId::Source(source));
        let text = if number == 1 {
            say!(self, "{source} missed {first}.", "{source}错过了 {first}。")
        } else {
            say!(
                self,
                "{source} missed {records}, {first} to {last}.",
                "{source}错过了 {first} 到 {last}，共 {records}。"
            )
        };
        let why = say!(
            self,
            "It came while nobody listened, and a socket keeps nothing that could be read again.",
            "它到来时没有人在接收，而 socket 不保存数据，没法再读一次。"
        );
        Sentence::major(text).why(why).tone(Tone::Harm)
    }

    pub(super) fn record_processed(&self, task: TaskId, record: RecordId, total: Total) -> Sentence {
        let record = self.record(record);
        let operator = self.task_first(task);
        if self.plan.operator == OperatorKind::Pass {
            return Sentence::major(say!(self, "{operator} passes {record} on.", "{operator}原样转发 {record}。"));
        }
        let (key, total) = (self.key(total.key), self.total(total.of));
        let text = if self.plan.operators > 1 {
            say!(
                self,
                "{operator} counts {record}: {key} = {total}.",
                "{operator}把 {record} 计入状态：{key} = {total}。"
            )
        } else {
            say!(self, "{record} is counted: {key} = {total}.", "{record} 计入状态：{key} = {total}。")
        };
        Sentence::major(text).why(say!(
            self,
            "That is in the job's memory only, until a checkpoint saves it.",
            "这个结果只在作业的内存里，要等检查点把它保存下来。"
        ))
    }

    pub(super) fn source_held_up(&self, source: SourceId) -> Sentence {
        let source = self.task_first(TaskId::Source(source));
        let text = say!(
            self,
            "{source} has to wait: there is no room for the next record.",
            "{source}只能等待：放不下下一条记录。"
        );
        Sentence::major(text).tone(Tone::Warn).why(say!(
            self,
            "The channel to the operator is full. What is slow downstream holds up everyone before it: back-pressure.",
            "通往算子的通道满了。下游一慢，上游就要跟着等，这就是反压。"
        ))
    }

    pub(super) fn input_ended(&self, source: SourceId) -> Sentence {
        let source = self.task_first(TaskId::Source(source));
        Sentence::minor(say!(self, "{source} has read everything.", "{source}已经读完全部记录。"))
    }

    pub(super) fn sink_finished(&self, task: TaskId) -> Sentence {
        let sink = self.task_first(task);
        Sentence::minor(say!(self, "{sink} has seen the end of the input.", "{sink}收到了输入结束的信号。")).why(say!(
            self,
            "What a sink still holds back waits for the final checkpoint.",
            "输出端暂存的结果，要等最终检查点。"
        ))
    }
}
