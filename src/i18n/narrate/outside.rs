//! What stands outside and is seen at once (logs, tables), and files.

use super::names::Teller;
use super::{Lang, Sentence, Tone};
use crate::run::outcome::row_name;
use crate::sim::fact::{RecordId, RowKey, RowSuffix, TaskId};
use crate::sim::id::FileId;
use crate::sim::plan::Total;
use crate::sim::scenario::{Flush, SinkSpec};

impl Teller<'_> {
    pub(super) fn buffered(&self, task: TaskId, record: RecordId) -> Sentence {
        let (sink, record) = (self.task(task), self.record(record));
        let said = Sentence::major(match self.lang {
            Lang::En => format!("{record} waits in the client buffer of {sink}."),
            Lang::Zh => format!("{record} 先放在{sink}客户端的缓冲区里。"),
        });
        if matches!(self.plan.sink, SinkSpec::Append { flush: Flush::Never, .. }) {
            return said.tone(Tone::Warn).why(say!(
                self,
                "The barrier does not write the buffer out: a completed checkpoint may cover this record while it is \
                 still in memory only.",
                "屏障到来时不会清空缓冲区：检查点可能已经涵盖这条记录，而它还只在内存里。"
            ));
        }
        said.why(say!(
            self,
            "The buffer is written out when it is full, at the barrier, and at the end of the input.",
            "缓冲区写满、屏障到来、输入结束时，都会把它写出去。"
        ))
    }

    pub(super) fn appended(&self, record: RecordId, again: bool) -> Sentence {
        let record = self.record(record);
        if again {
            let text = say!(self, "{record} is appended again.", "{record} 又追加了一次。");
            return Sentence::major(text).tone(Tone::Harm).why(say!(
                self,
                "It stands there more than once now: the log outside takes whatever is sent.",
                "它现在不止一份：外部的日志来什么就追加什么。"
            ));
        }
        let text =
            say!(self, "{record} is appended outside, where readers see it.", "{record} 追加到外部，读者立刻可见。");
        let said = Sentence::major(text);
        if self.holds_back() {
            return said.why(say!(
                self,
                "It was held back until its checkpoint was complete.",
                "它一直暂存到所属的检查点完成。"
            ));
        }
        said.why(say!(
            self,
            "It is sent without waiting for a completed checkpoint, and no crash takes it back.",
            "它不等检查点完成就发了出去，出了故障也收不回来。"
        ))
    }

    pub(super) fn put(&self, row: RowKey, before: Option<Total>, after: Total, went_back: bool) -> Sentence {
        let name = row_name(self.plan, row);
        let new = self.total(after.of);
        let Some(before) = before else {
            let said = Sentence::major(say!(
                self,
                "The table has a new row: {name} = {new}.",
                "表里多了一行：{name} = {new}。"
            ));
            return self.about_the_key(said, row);
        };
        if went_back {
            return self.fell(&name, before, after);
        }
        if before.of == after.of {
            let text = say!(
                self,
                "The table gets {name} = {new} once more; nothing changes.",
                "表里又写了一次 {name} = {new}，没有变化。"
            );
            let said = Sentence::major(text);
            return match before == after {
                true => said.tone(Tone::Good).why(say!(
                    self,
                    "Same key, same value: writing it twice has the effect of writing it once.",
                    "键相同，值也相同：写两次和写一次效果一样。"
                )),
                false => said,
            };
        }
        let old = self.short(before);
        let said = Sentence::major(say!(
            self,
            "In the table {name} goes from {old} to {new}.",
            "表里的 {name} 从 {old} 变成 {new}。"
        ));
        self.about_the_key(said, row)
    }

    fn fell(&self, name: &str, before: Total, after: Total) -> Sentence {
        let (old, new) = (self.short(before), self.short(after));
        let why = if self.plan.may_be_late() {
            say!(
                self,
                "A replay repeats older values, and so does a request that was held up. The table takes the newest write.",
                "重放会重复旧值，耽搁的请求也带着旧值，而表以最后一次写入为准。"
            )
        } else if !self.can_resend() {
            say!(
                self,
                "The state went back to the checkpoint, and a socket does not resend what came after it. The value \
                 stays too small.",
                "状态退回到检查点，而 socket 不会重发其后的记录，这个值会一直偏小。"
            )
        } else if self.holds_back() {
            say!(
                self,
                "The batch being sent holds an older value than the table, and the table takes the newest write.",
                "正在发送的批次里是比表中更旧的值，而表以最后一次写入为准。"
            )
        } else {
            say!(
                self,
                "The replay writes older values until it has passed the crash, and the table takes the newest write. \
                 Until then readers see the past: they go back in time.",
                "重放越过故障点之前，写的都是旧值，而表以最后一次写入为准。在此之前，读者看到的是过去的值，这就是时间闪回。"
            )
        };
        let text =
            say!(self, "In the table {name} falls from {old} to {new}.", "表里的 {name} 从 {old} 退回到 {new}。");
        Sentence::major(text).why(why).tone(Tone::Harm)
    }

    /// The count alone, or the value where nothing is counted.
    fn short(&self, total: Total) -> String {
        match self.counts() {
            true => total.of.count.to_string(),
            false => total.of.sum.to_string(),
        }
    }

    /// What kind of key it is, if it is a made one.
    fn about_the_key(&self, said: Sentence, row: RowKey) -> Sentence {
        match row.suffix {
            RowSuffix::None => said,
            RowSuffix::Attempt(attempt) => {
                let said = said.why(say!(
                    self,
                    "This key differs in every attempt, as one made of the current time would: a replay leaves extra \
                     rows.",
                    "这个键每次尝试都不同，就像用当前时间拼出来的键：重放会留下多余的行。"
                ));
                if attempt.0 > 0 {
                    said.tone(Tone::Warn)
                } else {
                    said
                }
            }
            RowSuffix::Offset(_) => said.why(say!(
                self,
                "The key is made of the record's key and offset. It is deterministic: a replay writes the same row.",
                "键由记录的键和偏移量组成，是确定性的：重放写的还是同一行。"
            )),
        }
    }

    pub(super) fn added(&self, row: RowKey, before: Option<Total>, after: Total) -> Sentence {
        let name = row_name(self.plan, row);
        let value = after.of.sum - before.map_or(0, |before| before.of.sum);
        let new = self.total(after.of);
        let text = say!(self, "{value} is added to {name}: now {new}.", "给 {name} 加上 {value}：现在是 {new}。");
        let said = Sentence::major(text);
        if self.attempt.0 == 0 || !self.can_resend() {
            return said.why(say!(
                self,
                "Adding is not idempotent: doing it twice counts twice.",
                "累加不是幂等写：做两次就算两次。"
            ));
        }
        said.tone(Tone::Warn).why(say!(
            self,
            "Adding is not idempotent: if this record was added before the failure, it counts twice now.",
            "累加不是幂等写：如果故障之前已经加过这条记录，现在就算了两次。"
        ))
    }

    pub(super) fn file_created(&self, file: FileId) -> Sentence {
        Sentence::minor(say!(
            self,
            "File {file} is created, in progress and hidden from readers.",
            "创建文件 {file}：正在写入，读者看不到。"
        ))
    }

    pub(super) fn file_written(&self, record: RecordId, file: FileId) -> Sentence {
        let record = self.record(record);
        let text = say!(self, "{record} is written to file {file}.", "{record} 写入文件 {file}。");
        Sentence::major(text).why(say!(
            self,
            "The file is in progress: readers do not see it yet.",
            "文件正在写入，读者还看不到。"
        ))
    }

    pub(super) fn file_pending(&self, file: FileId) -> Sentence {
        let text = say!(self, "File {file} is closed and pending.", "文件 {file} 已关闭，待完成。");
        Sentence::major(text).why(say!(
            self,
            "It stays hidden until the sink hears that a checkpoint with it is complete.",
            "要等输出端得知包含它的检查点已完成，读者才看得到。"
        ))
    }

    pub(super) fn file_finished(&self, file: FileId) -> Sentence {
        let text = say!(
            self,
            "File {file} is finished: readers see all of it from now on.",
            "文件 {file} 完成，从现在起读者能看到它的全部内容。"
        );
        let said = Sentence::major(text).tone(Tone::Good);
        if self.may_count_twice() {
            return said;
        }
        said.why(say!(
            self,
            "A completed checkpoint covers what is in it, so no replay writes it again.",
            "已完成的检查点涵盖了它的内容，重放不会再写一遍。"
        ))
    }

    pub(super) fn file_truncated(&self, file: FileId, records: u32) -> Sentence {
        let records = self.records(records);
        let said = Sentence::major(say!(
            self,
            "File {file} is cut to {records}, its length in the checkpoint.",
            "文件 {file} 截断到检查点里的长度：{records}。"
        ));
        if self.can_resend() {
            return said.tone(Tone::Good).why(say!(
                self,
                "What was written behind that comes again with the replay.",
                "其后写入的内容会随重放再来一遍。"
            ));
        }
        said.tone(Tone::Warn).why(say!(
            self,
            "What was written behind that is lost: a socket does not resend it.",
            "其后写入的内容就丢了：socket 不会重发。"
        ))
    }
}
