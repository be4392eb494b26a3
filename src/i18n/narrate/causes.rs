//! Reasons, as clauses inside a sentence.

use super::names::Teller;
use crate::sim::fact::{Cause, Nothing, Refusal};
use crate::sim::point::Point;

impl Teller<'_> {
    /// Why something failed.
    pub(super) fn cause(&self, cause: Cause) -> String {
        match cause {
            Cause::Asked => say!(self, "the scenario asked for it", "场景里安排的"),
            Cause::Armed(point) => {
                let when = self.moment(point);
                say!(self, "a failure {when}", "{when}出错")
            }
            Cause::Refused(why) => self.refusal(why),
            Cause::RetriesUsedUp => {
                say!(self, "a commit did not succeed in all its retries", "提交的重试次数用完，仍未成功")
            }
            Cause::NoReply => say!(self, "a request was not answered in time", "请求没有及时得到答复"),
            Cause::UnknownFailure => say!(self, "a commit failed for an unknown reason", "提交失败，原因不明"),
            Cause::CheckpointFailures => {
                let tolerated = self.plan.tolerable_failures;
                say!(
                    self,
                    "more than {tolerated} checkpoints in a row failed",
                    "检查点连续失败超过了允许的 {tolerated} 次"
                )
            }
            Cause::StoreAway => say!(
                self,
                "the checkpoint cannot be read because the checkpoint store is away",
                "检查点存储不可用，读不到检查点"
            ),
        }
    }

    /// Why the external store refused a request.
    pub(super) fn refusal(&self, why: Refusal) -> String {
        match why {
            Refusal::Expired(id) => say!(self, "transaction {id} has expired", "事务 {id} 已超时"),
            Refusal::Aborted(id) => say!(self, "transaction {id} was aborted", "事务 {id} 已回滚"),
            Refusal::AlreadyCommitted(id) => say!(
                self,
                "transaction {id} was committed before, and the store takes no second commit",
                "事务 {id} 已提交过，外部系统不接受第二次提交"
            ),
            Refusal::Fenced => say!(self, "a newer attempt writes now", "已经有更新的尝试在写"),
            Refusal::Away => say!(self, "the external system is away", "外部系统不可用"),
        }
    }

    /// Why nothing was done.
    pub(super) fn nothing(&self, why: Nothing) -> String {
        match why {
            Nothing::JobOver => say!(self, "the job is over", "作业已经结束"),
            Nothing::NotRunning => say!(self, "the job is not running", "作业没有在运行"),
            Nothing::NonePending => say!(self, "no such checkpoint is pending", "没有这样的检查点在进行"),
            Nothing::TooManyPending => {
                say!(self, "as many checkpoints as allowed are under way", "进行中的检查点已达上限")
            }
            Nothing::MinPause => {
                let pause = self.plan.min_pause;
                say!(
                    self,
                    "less than {pause} s have passed since the last one completed",
                    "距上一个检查点完成还不到 {pause} 秒"
                )
            }
            Nothing::NothingHeld => say!(self, "no request is held up", "没有被扣住的请求"),
            Nothing::NothingToNotify => say!(self, "there is nothing to notify anyone of", "没有要发的通知"),
            Nothing::AlreadyThere => say!(self, "the source is there already", "数据源已经读到那里"),
            Nothing::BeyondTheLog => {
                say!(
                    self,
                    "the log ends before that offset; the source went to its end",
                    "日志没有这么长，数据源读到了末尾"
                )
            }
        }
    }

    /// The moment at which a point is passed.
    pub(super) fn moment(&self, point: Point) -> String {
        match point {
            Point::SourceBefore(n) => say!(self, "before the source reads offset {n}", "数据源读取偏移量 {n} 之前"),
            Point::CountBefore(n) => say!(self, "before the operator takes offset {n}", "算子处理偏移量 {n} 之前"),
            Point::SinkBefore(n) => say!(self, "before the sink writes offset {n}", "输出端写出偏移量 {n} 之前"),
            Point::SinkAfter(n) => say!(self, "after the sink wrote offset {n}", "输出端写出偏移量 {n} 之后"),
            Point::SinkSnapshot => say!(self, "when the barrier has come to the sink", "屏障到达输出端时"),
            Point::TwoPhaseBegin => say!(self, "before a transaction begins", "事务开始之前"),
            Point::TwoPhasePrecommitBefore | Point::CommitterPrecommitBefore => {
                say!(self, "before the transaction is prepared", "事务预提交之前")
            }
            Point::TwoPhasePrecommitAfter | Point::CommitterPrecommitAfter => say!(
                self,
                "after the transaction is prepared and before the snapshot is taken",
                "事务预提交之后、做快照之前"
            ),
            Point::TwoPhaseCommitBefore | Point::CommitterCommitBefore => {
                say!(self, "before a transaction is committed", "事务提交之前")
            }
            Point::TwoPhaseCommitAfter | Point::CommitterCommitAfter => say!(
                self,
                "after a transaction is committed and before the sink is done with it",
                "事务已提交、输出端还没处理完的时候"
            ),
            Point::TwoPhaseRecoverBefore => say!(
                self,
                "at recovery, before a restored transaction is committed",
                "恢复过程中、提交恢复出来的事务之前"
            ),
            Point::TwoPhaseRecoverAfter => say!(
                self,
                "at recovery, after a restored transaction is committed",
                "恢复过程中、提交恢复出来的事务之后"
            ),
            Point::CommitterFlush => say!(self, "before the writer flushes", "写入器刷写之前"),
            Point::WalSendBefore => say!(self, "before a batch is sent", "批次发送之前"),
            Point::WalSendMid => say!(self, "while a batch is being sent", "批次发送途中"),
            Point::WalSendAfter => {
                say!(self, "after a batch is sent and before it is marked as sent", "批次发完、标记为已发送之前")
            }
            Point::WalCommitBefore => say!(self, "before a batch is marked as sent", "批次标记为已发送之前"),
            Point::WalCommitAfter => say!(
                self,
                "after a batch is marked as sent and before the sink lets it go",
                "批次已标记为已发送、输出端还没清掉它的时候"
            ),
            Point::WalIsCommitted => say!(self, "before the commit table is asked", "查询提交表之前"),
            Point::CommitterKnownFailure
            | Point::CommitterUnknownFailure
            | Point::CommitterRetry
            | Point::CommitterAlready
            | Point::WalSendFalseBefore
            | Point::WalSendFalseAfter => say!(self, "at {point}", "{point} 处"),
        }
    }
}
