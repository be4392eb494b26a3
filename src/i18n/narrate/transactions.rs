//! Transactions of the external store.

use super::names::Teller;
use super::{Level, Sentence, Tone};
use crate::sim::fact::{RecordId, Refusal};
use crate::sim::id::TransactionId;
use crate::sim::scenario::{Readers, SinkSpec};

impl Teller<'_> {
    fn readers(&self) -> Readers {
        match self.plan.sink {
            SinkSpec::TwoPhaseCommit { readers, .. } | SinkSpec::Committer { readers, .. } => readers,
            _ => Readers::ReadCommitted,
        }
    }

    pub(super) fn began(&self, id: TransactionId) -> Sentence {
        let said = Sentence::major(say!(self, "Transaction {id} begins.", "事务 {id} 开始。"));
        // The first ones belong to the start of the job.
        let at_start = self.attempt.0 == 0 && id.0 < self.plan.sinks;
        let why = say!(
            self,
            "A transaction takes the records from one barrier to the next.",
            "每个事务装的是两个屏障之间的记录。"
        );
        Sentence { level: if at_start { Level::Minor } else { Level::Major }, ..said.why(why) }
    }

    pub(super) fn written(&self, record: RecordId, id: TransactionId) -> Sentence {
        let record = self.record(record);
        let said =
            Sentence::major(say!(self, "{record} is written into transaction {id}.", "{record} 写入事务 {id}。"));
        match self.readers() {
            Readers::ReadCommitted => said.why(say!(
                self,
                "It is stored outside, but readers of committed data do not see it yet.",
                "它已经存到外部，但只读已提交数据的读者还看不到。"
            )),
            Readers::ReadUncommitted => said.tone(Tone::Warn).why(say!(
                self,
                "Readers of uncommitted data see it at once, even if the transaction is aborted later.",
                "读未提交数据的读者马上就能看到它，哪怕事务以后回滚。"
            )),
        }
    }

    pub(super) fn prepared(&self, id: TransactionId) -> Sentence {
        let text = say!(self, "Transaction {id} is prepared (pre-committed).", "事务 {id} 完成预提交。");
        let mut why = say!(
            self,
            "It is stored whole and not public. It waits until the sink hears of a completed checkpoint that covers it.",
            "内容已完整存好，但还没公开，要等输出端得知涵盖它的检查点已完成。"
        );
        if let Some(timeout) = self.plan.store_timeout() {
            why.push_str(&say!(
                self,
                " The store aborts it {timeout} s after its beginning if no commit comes.",
                "如果它开始后 {timeout} 秒内没有提交，外部系统就会回滚它。"
            ));
        }
        Sentence::major(text).why(why)
    }

    pub(super) fn committed(&self, id: TransactionId, number: u32) -> Sentence {
        if number == 0 {
            return Sentence::major(say!(
                self,
                "Transaction {id} is committed; there was nothing in it.",
                "事务 {id} 提交，里面没有记录。"
            ));
        }
        let records = self.records(number);
        let text = match number {
            1 => say!(self, "Transaction {id} is committed: {records} made public.", "事务 {id} 提交：{records}公开。"),
            _ => say!(
                self,
                "Transaction {id} is committed: {records} made public together.",
                "事务 {id} 提交：{records}一起公开。"
            ),
        };
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

    /// May a second commit be something else than that of a recovery?
    fn may_commit_otherwise(&self) -> bool {
        !self.plan.lost_replies.is_empty() || self.plan.may_be_late()
    }

    pub(super) fn readers_blocked(&self, transaction: TransactionId, records: u32) -> Sentence {
        let text = match records {
            1 => say!(
                self,
                "Readers do not get 1 of these records: they stand still at transaction {transaction}.",
                "其中 1 条记录读者还读不到：他们停在事务 {transaction}。"
            ),
            _ => say!(
                self,
                "Readers do not get {records} of these records: they stand still at transaction {transaction}.",
                "其中 {records} 条记录读者还读不到：他们停在事务 {transaction}。"
            ),
        };
        Sentence::major(text).tone(Tone::Warn).why(say!(
            self,
            "A reader of committed data passes no transaction that has records in it and is neither committed nor aborted, \
             whoever began it.",
            "只读已提交数据的读者不会越过里面有记录、又还没有结果的事务，不管它是谁开始的。"
        ))
    }

    pub(super) fn committed_before(&self, id: TransactionId) -> Sentence {
        Sentence::major(say!(
            self,
            "Transaction {id} was committed before; the second commit changes nothing.",
            "事务 {id} 之前已经提交，第二次提交没有任何影响。"
        ))
        .why(if self.may_commit_otherwise() {
            say!(
                self,
                "A commit whose success is not known comes again. The store's commit is idempotent.",
                "不知道提交是否成功，就会再提交一次。外部系统的提交是幂等的。"
            )
        } else {
            say!(
                self,
                "The checkpoint cannot tell whether the first commit got through, so recovery commits again. The store's \
                 commit is idempotent.",
                "从检查点看不出第一次提交是否成功，所以恢复时再提交一次。外部系统的提交是幂等的。"
            )
        })
        .tone(Tone::Good)
    }

    pub(super) fn committed_again(&self, id: TransactionId, records: u32) -> Sentence {
        let records = self.records(records);
        Sentence::major(say!(
            self,
            "Transaction {id} is committed a second time: {records} written once more.",
            "事务 {id} 又提交了一次：{records}重复写入。"
        ))
        .why(say!(
            self,
            "This store applies a commit as often as it comes. Recovery commits again, so a commit has to be idempotent.",
            "这个外部系统来一次提交就执行一次。恢复时会再次提交，所以提交必须是幂等的。"
        ))
        .tone(Tone::Harm)
    }

    pub(super) fn transaction_aborted(&self, id: TransactionId) -> Sentence {
        let said = Sentence::major(say!(self, "Transaction {id} is aborted.", "事务 {id} 回滚。"));
        if !self.can_resend() {
            return said.tone(Tone::Warn).why(say!(
                self,
                "What is in it never becomes public, and a socket does not resend it.",
                "里面的记录永远不会公开，而 socket 也不会重发。"
            ));
        }
        said.why(say!(
            self,
            "What is in it never becomes public. No completed checkpoint covers it, so a restart reads it again.",
            "里面的记录永远不会公开。没有哪个完成的检查点涵盖它们，重启后会重新读取。"
        ))
    }

    pub(super) fn expired(&self, id: TransactionId) -> Sentence {
        Sentence::major(say!(
            self,
            "Transaction {id} has expired: the store aborts it by itself.",
            "事务 {id} 超时，外部系统自行把它回滚。"
        ))
        .why(say!(
            self,
            "A commit is refused from now on. If a completed checkpoint counts on it, what is in it is lost.",
            "从现在起不能再提交它。如果有已完成的检查点依赖它，里面的记录就丢了。"
        ))
        .tone(Tone::Warn)
    }

    pub(super) fn refused(&self, why: Refusal) -> Sentence {
        let reason = self.refusal(why);
        let said = Sentence::major(say!(self, "Refused: {reason}.", "请求被拒绝：{reason}。")).tone(Tone::Warn);
        match why {
            Refusal::AlreadyCommitted(_) => said.why(say!(
                self,
                "Its records are public already, but to the sink this is a failed commit.",
                "它的记录其实早已公开，但在输出端看来这是一次失败的提交。"
            )),
            Refusal::Expired(_) | Refusal::Aborted(_) => said.why(say!(
                self,
                "That is final: asking again will not change it.",
                "这已经无法改变，再请求多少次都一样。"
            )),
            Refusal::Fenced => said.tone(Tone::Good).why(say!(
                self,
                "The store checks the attempt when it applies a request (fencing): a dead one cannot do harm any more.",
                "外部系统在执行请求时核对尝试编号（隔离）：已经失败的尝试再也造不成破坏。"
            )),
            Refusal::Away => said.why(say!(
                self,
                "To the sink that sent it this is an exception.",
                "对发出请求的输出端来说，这就是一个异常。"
            )),
        }
    }

    pub(super) fn given_up(&self, id: TransactionId) -> Sentence {
        let said =
            Sentence::major(say!(self, "The sink gives up committing transaction {id}.", "输出端放弃提交事务 {id}。"));
        said.tone(Tone::Harm).why(match self.plan.sink {
            SinkSpec::Committer { .. } => say!(
                self,
                "The failure has a known reason: Flink logs it and the job goes on. If the transaction was not \
                 committed before, its records are lost.",
                "失败原因已知，Flink 只记日志，作业继续。如果这个事务之前没有提交过，里面的记录就丢了。"
            ),
            _ => say!(
                self,
                "The transaction is older than its timeout, so the failure is only logged. If it was not committed \
                 before, its records are lost.",
                "事务已经超过超时时间，这次失败只记日志。如果它之前没有提交过，里面的记录就丢了。"
            ),
        })
    }

    pub(super) fn retried(&self, id: TransactionId) -> Sentence {
        Sentence::major(say!(self, "The commit of transaction {id} is to be tried again.", "事务 {id} 的提交要重试。"))
            .why(say!(
                self,
                "Flink's committer does so a limited number of times; then the task fails.",
                "Flink 的提交器重试次数有限，用完之后任务失败。"
            ))
    }
}
