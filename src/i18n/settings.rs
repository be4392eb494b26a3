//! What can be set, in words: names, and a sentence each. Apart from the page's other words, so that they come only with
//! what shows them (`app::doors`).

use super::Lang;

words! {
    timeout_warning = "Shorter than the time between two checkpoints and what a checkpoint takes: the store may abort transactions before they can be committed, and the job then fails over them again and again.", "短于两个检查点之间的时间加上检查点用时：外部系统可能回滚还来不及提交的事务，作业因此一再失败。";
    timeout_downtime_warning = "Shorter than the time between two checkpoints, what a checkpoint takes, and a restart together: what is prepared when the job dies is aborted by the store before it can be committed. Its records are lost, or the job cannot restore.", "短于检查点间隔、检查点用时与一次重启的时间之和：故障时已预提交的事务来不及提交就被外部系统回滚，记录因此丢失，或者作业无法恢复。";
    no_checkpoint_warning = "No checkpoint before the end of the input: a crash starts everything from the beginning.", "输入结束之前没有检查点：一旦故障就从头开始。";
    checkpoint_timeout_warning = "No checkpoint can be complete in that time: each one is given up.", "这么短的时间内检查点不可能完成，每一个都会被放弃。";
    no_restart_warning = "The first failure ends the job.", "第一次故障就会终止作业。";

    set_interval = "Checkpoint interval, s", "检查点间隔（秒）";
    set_interval_what = "Seconds between one checkpoint and the next. Shorter: less is replayed and output comes sooner, at the price of more work.", "每隔这么多秒触发一个检查点。越短，重放越少、输出越早，但开销越大。";
    set_at = "Checkpoints at, s", "检查点时刻（秒）";
    set_at_what = "Triggered at these moments as well, separated by commas.", "另外在这些时刻触发，用逗号分隔。";
    set_mode = "Barriers", "屏障方式";
    set_mode_what = "Exactly once aligns the barriers of all inputs. At least once only counts them, and state may count a record twice.", "精确一次会对齐各输入的屏障；至少一次只计数，状态可能把一条记录算两次。";
    set_unaligned = "Unaligned", "非对齐";
    set_unaligned_what = "Barriers overtake records, which are saved with the checkpoint.", "屏障越过记录，被越过的记录随检查点保存。";
    set_concurrent = "Checkpoints at once", "并发检查点数";
    set_concurrent_what = "The largest number of checkpoints under way at the same time.", "最多允许同时进行的检查点个数。";
    set_pause = "Pause between, s", "检查点间停顿（秒）";
    set_pause_what = "The least time from one completion to the next trigger.", "从上一个完成到下一次触发的最短时间。";
    set_timeout = "Checkpoint timeout, s", "检查点超时（秒）";
    set_timeout_what = "A checkpoint that takes longer is aborted.", "超过这个时间的检查点会被放弃。";
    set_tolerable = "Tolerable failures", "可容忍的失败数";
    set_tolerable_what = "How many checkpoints in a row may fail before the job does. Flink's default is 0.", "检查点连续失败多少次以内作业不失败。Flink 默认 0。";
    set_source = "Source", "数据源";
    set_source_what = "A log can be read again from an offset. A socket cannot resend.", "日志可以从偏移量重新读取；socket 无法重发。";
    set_operator = "Operator", "算子";
    set_operator_what = "Counts by key, or passes records on without state.", "按键计数，或不带状态直接传递。";
    set_operators = "Operator subtasks", "算子并行度";
    set_operators_what = "Parallel instances of the operator; a key belongs to one of them.", "算子的并行实例数；一个键只属于其中一个。";
    set_sinks = "Sink subtasks", "输出端并行度";
    set_sinks_what = "Parallel instances of the sink, each with its own buffer, batch or transaction.", "输出端的并行实例数，各有自己的缓冲、批次或事务。";
    set_delay = "Restart delay, s", "重启延迟（秒）";
    set_delay_what = "From the failure to the next attempt.", "从故障到下一次尝试的时间。";
    set_attempts = "Restarts", "重启次数";
    set_attempts_what = "The number of restarts; the failure after them ends the job. Empty: no limit.", "重启这么多次之后再失败，作业即终止。留空表示不限。";
    set_hop = "Hop, s", "传递（秒）";
    set_hop_what = "From one task to the next, for records and barriers.", "记录和屏障从一个任务到下一个任务的时间。";
    set_process = "Operator's work, s", "算子处理（秒）";
    set_process_what = "The operator's work on one record; also the least gap between two reads while a source catches up.", "算子处理一条记录的时间，也是数据源追赶时两次读取的最小间隔。";
    set_request = "Request, s", "请求（秒）";
    set_request_what = "From the sink to the outside; the reply takes as long again.", "从输出端到外部的时间；应答再花同样长。";
    set_snapshot = "Snapshot, s", "快照（秒）";
    set_snapshot_what = "From the barrier to the acknowledgement: storing the snapshot. Records go on meanwhile.", "从屏障到确认的时间，即保存快照；期间照常处理记录。";
    set_metadata = "Metadata, s", "元数据（秒）";
    set_metadata_what = "From the last acknowledgement until the checkpoint is durable.", "从最后一个确认到检查点持久化的时间。";
    set_notify = "Notification, s", "通知（秒）";
    set_notify_what = "From there until a sink hears of it.", "从那时起到输出端得知的时间。";
    set_deploy = "Deployment, s", "部署（秒）";
    set_deploy_what = "From the end of the restart delay until the new attempt reads its checkpoint.", "从重启延迟结束到新的尝试读取检查点的时间。";
    set_buffer_what = "The number of records that the client holds and sends together; 0 sends each at once.", "客户端攒够这么多条再一起发送；0 表示逐条立即发送。";
    set_flush_what = "Whether the buffer is written out at the barrier. If not, a completed checkpoint covers records that a crash still loses.", "屏障处是否写出缓冲。若不写出，检查点完成后仍可能丢掉它所覆盖的记录。";
    set_key_what = "How the row's key is made. With the attempt in it (as with the current time) each replay writes other rows.", "行的键如何构成。含尝试次数（如同含当前时间）时，每次重放都写到别的行。";
    set_target_what = "Where the log is written out to: a log shows a repeated batch twice, a table takes it as once.", "写出到哪里：写到日志，重发的批次会出现两次；写到表，重发等于一次。";
    set_commit_what = "What the store does with the second commit of one transaction: nothing, apply it again, or refuse it.", "外部系统收到同一事务的第二次提交时怎么办：不做事、再次生效或拒绝。";
    set_store_timeout_what = "The store aborts a transaction that is open or prepared for longer. Empty: never.", "事务打开或预提交超过这个时间，外部系统就将其回滚。留空表示从不。";
    set_ignore_what = "A commit that fails at recovery after the timeout is swallowed: the job goes on, and the records are lost.", "恢复时提交失败且已过超时，就忽略错误：作业继续，记录丢失。";
    set_fencing_what = "Whether the store refuses what a dead attempt had sent once a newer attempt writes.", "新的尝试开始写入后，外部系统是否拒绝旧尝试迟到的请求。";
    set_readers_what = "Who reads the store: up to the first transaction that is not decided, or everything that is written.", "谁来读：只读到第一个未结束的事务为止，还是写了什么就读什么。";
    set_roll_what = "When a file is closed and the next one begun: at every checkpoint, or only at the end of the input.", "何时关闭文件并另起一个：每个检查点，或只在输入结束时。";

    field_how = "Killed: nothing runs any more. Thrown: every task still cleans up.", "杀死进程：什么都不再运行；任务抛异常：各任务仍会清理。";
    field_in_flight = "Whether requests that were on their way still arrive outside.", "在途的请求是否还能到达外部。";
    field_late = "How many seconds later they arrive.", "晚这么多秒才到达。";
    field_skip = "How many times it passes without harm first.", "前这么多次不出事。";
    field_nth = "The nth reply to such a request is lost.", "丢失这类请求的第几个应答。";
    field_point = "A named place in a sink's protocol.", "输出端协议中的一个命名点。";
    field_fact = "The name of something that happens, as the table of the command line has it.", "某件事的名称，与命令行表格中的写法一致。";
    field_at = "When, in simulated seconds. It comes before anything else of that moment.", "发生时刻（模拟秒），先于同一时刻的其他事。";
    field_from = "When it begins, in seconds.", "开始时刻（秒）。";
    field_to = "When it is over, in seconds.", "结束时刻（秒）。";
    field_by = "How many seconds later than otherwise.", "比原本晚这么多秒。";
    field_checkpoint = "Only if it is about the checkpoint of this number; empty: any.", "只限这个编号的检查点；留空表示任意一个。";
    field_number = "The checkpoint's number, counted from 1.", "检查点的编号，从 1 起。";
    field_request = "The kind of request. It takes effect; its reply is lost.", "哪类请求：请求已生效，应答丢失。";
    field_expire = "Only what is prepared, or what is open as well.", "只限已预提交的，还是连打开的也算。";
    field_outage = "The system that the sinks write to, or the store of the checkpoints.", "输出端写入的外部系统，或检查点存储。";
    field_factor = "How many times as fast as otherwise.", "是平时的几倍速。";
    field_up_to = "The most that is added to a delay, in seconds.", "时延最多增加的秒数。";
    field_seed = "Another seed, another jitter; the same seed, the same run.", "换种子就换一种抖动；同一种子总是同一次运行。";

    set_timing = "Pace of things", "快慢设定";
    set_timing_what = "How long hops, requests, snapshots and notifications take.", "传递、请求、快照和通知各需多久。";

    add_crash = "Crash at a moment", "在某一时刻故障";
    add_crash_what = "The job dies: killed, or a task throws and cleans up.", "作业失败：被杀死，或任务抛异常并清理。";
    add_point = "Crash at a point of the protocol", "在协议的某一点故障";
    add_point_what = "Only in lanes whose sink passes that point.", "只影响经过该点的输出端。";
    add_fact = "Crash right after something", "在某事之后立即故障";
    add_fact_what = "For example right after a checkpoint is complete, before anybody hears of it.", "例如检查点刚完成、还没有人得到通知时。";
    add_unnotified = "Notification lost", "通知丢失";
    add_unnotified_what = "No sink hears that this checkpoint is complete. The next one covers it.", "没有输出端得知该检查点完成，由下一个检查点补上。";
    add_decline = "Checkpoint declined", "检查点被拒绝";
    add_decline_what = "All have acknowledged, and then it is given up. More than the tolerable number in a row fails the job.", "全部确认之后被放弃。连续失败超过可容忍数，作业失败。";
    add_expire = "Transactions time out", "事务超时";
    add_expire_what = "The external system aborts prepared (or all open) transactions by itself.", "外部系统自行回滚已预提交（或全部进行中）的事务。";
    add_outage = "External system away", "外部系统不可用";
    add_outage_what = "Its requests are refused for a while.", "一段时间内请求被拒绝。";
    add_store = "Checkpoint store away", "检查点存储不可用";
    add_store_what = "No checkpoint can complete, and none can be restored.", "检查点无法完成，也无法恢复。";
    add_surge = "Traffic surge", "流量突增";
    add_surge_what = "Records of this span arrive several times as fast.", "这段时间内的记录以数倍速度到来。";
    add_late = "Notification late", "通知迟到";
    add_late_what = "The sinks hear of this checkpoint so many seconds later, perhaps after the next one.", "输出端晚这么多秒才得知该检查点完成，可能晚于下一个。";
    add_reply = "Reply lost", "应答丢失";
    add_reply_what = "A request takes effect, but its answer never comes; the client gives up after a while.", "请求已生效，但应答没有回来，客户端等一会儿后放弃。";
    add_zombie = "Request of a dead attempt arrives late", "旧尝试的请求迟到";
    add_zombie_what = "What was on its way at the crash arrives so many seconds later. A store that fences refuses it.", "故障时在途的请求晚这么多秒到达。带隔离的外部系统会拒绝它。";
    add_jitter = "Network jitter", "网络抖动";
    add_jitter_what = "Every delay grows by a random time; the seed makes it repeatable.", "每个延迟随机增加；种子保证可重复。";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
