//! The write-ahead log: batches.

use super::names::Teller;
use super::{Lang, Sentence, Tone};
use crate::sim::fact::{Cause, RecordId, TaskId};
use crate::sim::id::CheckpointId;

impl Teller<'_> {
    pub(super) fn logged(&self, task: TaskId, record: RecordId) -> Sentence {
        let (sink, record) = (self.task(task), self.record(record));
        Sentence::major(match self.lang {
            Lang::En => format!("{record} goes into the write-ahead log of {sink}."),
            Lang::Zh => format!("{record} 记入{sink}的预写日志。"),
        })
        .why(say!(
            self,
            "It is in the open batch, which is sent only when a checkpoint that holds it is complete.",
            "它在当前批次里，要等包含这个批次的检查点完成才会发送。"
        ))
    }

    pub(super) fn batch_sealed(&self, task: TaskId, id: CheckpointId, records: u32) -> Sentence {
        let (sink, records) = (self.task_first(task), self.records(records));
        Sentence::major(say!(
            self,
            "{sink} closes the batch of checkpoint {id}: {records}.",
            "{sink}封好检查点 {id} 的批次：{records}。"
        ))
        .why(say!(
            self,
            "The batch becomes part of the checkpoint. It is sent when the sink hears that this checkpoint or a later one is complete.",
            "批次成为检查点的一部分，等输出端得知这个或更晚的检查点完成后再发送。"
        ))
    }

    pub(super) fn batch_sending(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let sink = self.task_first(task);
        Sentence::major(say!(
            self,
            "{sink} begins to send the batch of checkpoint {id}.",
            "{sink}开始发送检查点 {id} 的批次。"
        ))
        .why(say!(
            self,
            "To send it and to mark it as sent are two steps. A crash between the first record and the mark makes it \
             go out again.",
            "发送和标记为已发送是两步。从第一条记录发出到标记写好，其间出故障就会重发。"
        ))
    }

    pub(super) fn batch_put_off(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let sink = self.task_first(task);
        Sentence::major(say!(
            self,
            "{sink} puts the batch of checkpoint {id} off: sendValues returned false.",
            "{sink}推迟检查点 {id} 的批次：sendValues 返回了 false。"
        ))
        .why(say!(
            self,
            "It is to be sent in full after the next completed checkpoint, if there is one. Later batches may overtake it.",
            "如果还有下一个检查点，等它完成后再整批发送。后面的批次可能先于它发出。"
        ))
        .tone(Tone::Warn)
    }

    pub(super) fn batch_marked(&self, id: CheckpointId) -> Sentence {
        Sentence::major(say!(
            self,
            "The commit table has the batch of checkpoint {id} as sent.",
            "提交表把检查点 {id} 的批次记为已发送。"
        ))
        .why(say!(self, "From now on a crash does not make it go out again.", "从现在起，出了故障也不会重发。"))
        .tone(Tone::Good)
    }

    pub(super) fn batch_done(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let sink = self.task_first(task);
        Sentence::minor(say!(
            self,
            "{sink} lets the batch of checkpoint {id} go: it is sent and marked.",
            "检查点 {id} 的批次已发送并标记，{sink}把它清掉。"
        ))
    }

    pub(super) fn batch_dropped(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let sink = self.task_first(task);
        Sentence::major(say!(
            self,
            "{sink} drops the batch of checkpoint {id} and does not send it.",
            "{sink}丢弃检查点 {id} 的批次，不再发送。"
        ))
        .why(say!(self, "The commit table has it as sent already.", "提交表里已经记着它发送过了。"))
        .tone(Tone::Good)
    }

    pub(super) fn swallowed(&self, task: TaskId, cause: Cause) -> Sentence {
        let (sink, cause) = (self.task_first(task), self.cause(cause));
        Sentence::major(say!(
            self,
            "{sink} logs an exception and lives on ({cause}).",
            "{sink}把异常写进日志，继续运行（{cause}）。"
        ))
        .why(say!(
            self,
            "Its batches wait for the next completed checkpoint, if there is one. What is not marked as sent by then goes out in full.",
            "如果还有下一个检查点，它的批次等到那时再处理：还没标记为已发送的，会整批发送。"
        ))
        .tone(Tone::Warn)
    }
}
