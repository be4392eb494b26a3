//! The short words of the page: labels, names, notes.

words! {
    title = "Exactly-Once Lab", "精确一次实验室";
    scenario = "Scenario", "场景";
    own_scenario = "Own scenario", "自定义场景";
    changed = "changed", "已改动";
    rooms = "More", "更多";
    room_explore = "Every crash", "每个故障时刻";
    room_write = "Write your own", "自己编写";
    room_compare = "Compare", "对比";
    language = "Language", "语言";
    theme = "Light or dark", "浅色或深色";
    help = "Help", "帮助";
    share = "Share", "分享";
    copy = "Copy", "复制";
    copied = "The link is in the clipboard.", "链接已复制到剪贴板。";
    close = "Close", "关闭";
    hide_answers = "Hide answers", "隐藏答案";
    show_answers = "Show answers", "显示答案";
    hidden = "Hidden", "已隐藏";
    reveal = "Show", "揭晓";
    guess = "What do readers get? Guess first.", "读者会看到什么？先猜一猜。";

    checkpoint_store = "Checkpoint store", "检查点存储";
    survives = "survives a crash", "故障后仍在";
    lost_in_crash = "lost in a crash", "故障时丢失";
    no_checkpoint = "No checkpoint yet: a crash now starts from the beginning.", "还没有检查点：现在出故障就从头开始。";
    checkpoint = "checkpoint", "检查点";
    final_checkpoint = "final checkpoint", "最终检查点";
    savepoint = "savepoint", "保存点";
    offset = "offset", "偏移量";
    stage_triggered = "triggered", "已触发";
    stage_snapshot = "snapshots", "快照中";
    stage_acknowledged = "all acknowledged", "全部确认";
    stage_complete = "complete", "已完成";
    stage_notified = "complete, notified", "已完成并通知";
    stage_aborted = "not completed", "未完成";
    restored_here = "restored from here", "由此恢复";
    restored_from = "Restored from checkpoint", "恢复自检查点";
    crash_returns_here = "a crash goes back to here", "故障后回到这里";

    source_log = "Source log", "数据源日志";
    source_socket = "Source (socket)", "数据源（socket）";
    reading = "next", "待读";
    not_yet = "not there yet", "尚未到达";
    starts_again = "after a crash, reading starts again below this line", "故障后从这条线以下重新读取";
    earlier = "earlier", "更早";
    later = "later", "更晚";
    job_memory = "Job memory", "作业内存";
    count_by_key = "Count by key", "按键计数";
    pass_on = "Pass on", "直接传递";
    first_run = "first run", "首次运行";
    restart_number = "restart", "第几次重启：";
    key = "key", "键";
    count = "count", "计数";
    sum = "sum", "总和";
    nothing_yet = "nothing yet", "暂无";
    job_down = "The job is down.", "作业已停止运行。";
    restarts_at = "It restarts at", "将重启于";
    job_restoring = "Restoring state", "正在恢复状态";
    job_finished = "The job is finished.", "作业已完成。";
    job_failed = "The job has failed: no restarts are left.", "作业失败：重启次数已用完。";
    job_cancelled = "The job was cancelled.", "作业已取消。";
    job_stopped = "Stopped: the run would not end.", "已停止：运行不会自行结束。";
    waits_for_barriers = "waits for barriers of", "等待屏障：检查点";

    sinks = "Sinks, and what the outside gets", "各种输出端，以及外部看到的结果";
    same_crash = "same job, same crash", "同一作业，同一故障";
    follow = "Follow this lane on the left", "左侧跟随这一行";
    sink_append = "At-least-once", "至少一次";
    sink_append_what = "appends at once", "立即追加";
    sink_append_buffer = "client buffer, written at the barrier", "客户端缓冲，屏障处写出";
    sink_append_never = "client buffer, not written at the barrier", "客户端缓冲，屏障处不写出";
    sink_upsert = "Idempotent key-value", "幂等键值写";
    sink_upsert_record = "puts by key", "按键写入";
    sink_upsert_attempt = "key made of name and current time", "键 = 名称 + 当前时间";
    sink_upsert_offset = "key made of name and offset", "键 = 名称 + 偏移量";
    sink_increment = "Increment", "累加";
    sink_increment_what = "adds to a number", "在原值上累加";
    sink_wal = "Write-ahead log", "预写日志（WAL）";
    sink_wal_what = "holds, sends after the checkpoint", "先保存，检查点完成后发送";
    sink_wal_table = "holds, puts by key afterwards", "先保存，之后按键写入";
    sink_2pc = "Two-phase commit", "两阶段提交（2PC）";
    sink_2pc_idempotent = "transactions, committed afterwards", "事务写，检查点完成后提交";
    sink_2pc_reapply = "a second commit is applied again", "第二次提交会再次生效";
    sink_2pc_strict = "a second commit is refused", "第二次提交被拒绝";
    sink_uncommitted = "readers take what is not committed", "读者读取未提交数据";
    sink_unfenced = "the store does not fence dead attempts", "外部系统不隔离旧尝试";
    sink_times_out = "the store times transactions out", "外部系统会让事务超时";
    sink_committer = "Writer and committer", "写入器与提交器";
    sink_file = "Files", "文件";
    sink_file_checkpoint = "rolls at every checkpoint", "每个检查点滚动";
    sink_file_default = "rolls at the end of input", "输入结束时滚动";

    holds = "holds", "暂存";
    batch_of = "batch", "批次";
    sent = "confirmed", "已确认";
    writes_to = "writes to", "正在写";
    waits_for = "waits for checkpoint", "等待检查点";
    doing_restoring = "restoring", "恢复中";
    doing_writing = "writing", "写入中";
    doing_snapshot = "snapshot for checkpoint", "快照：检查点";
    doing_publishing = "publishing checkpoint", "发布：检查点";
    doing_finishing = "end of input", "输入结束";
    memory_gone = "gone with the job", "随作业一起丢失";
    readers_get = "readers get", "读者看到";
    stored_unread = "stored, not readable", "已存储，不可读";
    nothing_readable = "nothing", "空";
    blocked_at = "committed, but readers stand still at", "已提交，但读者停在";
    dirty = "read before they were committed:", "未提交就被读到（条）：";
    state_open = "open", "进行中";
    state_orphan = "open, left behind", "悬挂，无人提交";
    state_prepared = "prepared", "已预提交";
    state_aborted = "aborted", "已回滚";
    state_expired = "timed out", "已超时";
    history = "history", "变化";
    was = "was", "原为";
    more = "more", "条未显示";
    on_its_way = "on its way", "在途";

    v_nothing = "Nothing read yet", "尚未读取";
    v_once = "Exactly once", "精确一次";
    v_once_so_far = "Exactly once", "精确一次";
    v_so_far = "so far", "到目前为止";
    v_once_note = "nothing twice, nothing lost", "不重不丢";
    v_waiting = "Waiting", "等待中";
    v_waiting_note = "read, not readable yet:", "已读取、尚不可见（条）：";
    v_back = "Back in time", "时间闪回";
    v_back_note = "older than before:", "比之前旧：";
    v_twice = "Duplicates", "重复";
    v_twice_note = "there more than once:", "出现多次：";
    v_rows_note = "rows that should not be there:", "不该有的行：";
    v_more_note = "says too much:", "数值偏大：";
    v_lost = "Lost", "丢失";
    v_lost_note = "never readable:", "永远不可见：";
    v_lost_table = "rows are missing", "缺少行";
    v_twice_lost = "Duplicates and loss", "有重复也有丢失";
    v_differs = "Differs", "不一致";
    v_extra = "Extra rows", "多出的行";
    v_differs_note = "the table is not what it should be", "表与应有的结果不同";

    what_happened = "What happened", "发生了什么";
    why = "Why", "原因";
    details = "All details", "全部细节";
    not_started = "Press play, or step with the arrow keys.", "按播放，或用方向键单步前进。";
    all_lanes = "all sinks", "所有输出端";

    play = "Play", "播放";
    open_whole = "Open in the lab", "在实验室中打开";
    version = "Version", "版本";
    save_page = "Save this page as one file that works without a network", "把本页存成一个文件，断网也能打开";
    pause = "Pause", "暂停";
    again = "Again", "重播";
    to_start = "To the start", "回到开头";
    to_end = "To the end", "到结尾";
    step_back = "Step back", "后退一步";
    step_forward = "Step forward", "前进一步";
    previous_moment = "Previous interesting moment", "上一个关键时刻";
    next_moment = "Next interesting moment", "下一个关键时刻";
    speed = "Speed", "速度";
    crash_now = "Crash now", "立即制造故障";
    how_kill = "kill the process", "杀死进程";
    how_fail = "throw in a task", "任务抛异常";
    how_title = "How the job dies", "作业如何失败";
    undo = "Undo", "撤销";
    redo = "Redo", "重做";
    time = "time", "时间";
    seconds = "s", "秒";
    timeline = "Time line: click to go there", "时间线：点击跳转";
    crash_strip = "What a crash at each moment would lead to. Click to crash there.", "每个时刻故障的后果。点击即在此刻制造故障。";
    crash_here = "Crash at", "故障于";
    crash = "crash", "故障";
    remove = "Take out", "移除";
    stretched = "Time is stretched where much happens.", "事件密集处时间被拉长显示。";

    map_append = "append", "追加";
    map_kv = "key-value", "键值";
    map_add = "increment", "累加";
    map_wal = "write-ahead", "预写日志";
    map_2pc = "two-phase", "两阶段";
    map_committer = "committer", "提交器";
    map_file = "files", "文件";
    map_working = "working it out", "计算中";
    map_no_job = "no job to crash", "没有可故障的作业";
    map_after = "after", "之后：";
    map_before = "before", "之前：";
    h_none = "harmless", "无害";
    h_dirty = "dirty read", "脏读";
    h_back = "goes back in time", "时间闪回";
    h_dup = "duplicates", "重复";
    h_loss = "loss", "丢失";
    h_dup_loss = "duplicates and loss", "重复且丢失";
    h_differs = "differs", "不一致";
    h_stuck = "stuck", "卡死";

    f_crash_at = "Crash at", "故障，第";
    f_crash_when = "Crash when", "故障条件：";
    f_decline = "Checkpoint declined:", "检查点被拒绝：";
    f_unnotified = "Notification lost:", "通知丢失：";
    f_delayed = "Notification late:", "通知延迟：";
    f_no_reply = "Reply lost:", "答复丢失：";
    f_late = "requests late", "请求延迟";
    f_expire = "Transactions time out at", "事务超时于";
    f_outage = "Away:", "不可用：";
    f_surge = "Surge", "流量突增";
    f_jitter = "Jitter up to", "抖动至多";
    external = "external system", "外部系统";
    checkpoint_store_short = "checkpoint store", "检查点存储";

    forked = "You acted in the past: later crashes were taken out. Undo brings them back.", "你改变了过去：之后的故障已移除，撤销可恢复。";
    too_many_faults = "There are as many faults as a scenario may have.", "场景中的故障数已达上限。";
    is_story = "This scenario is driven by a story; a crash is a step of it.", "该场景由剧本驱动，故障是剧本中的一步。";
    no_job = "There is no job to crash at this moment.", "此刻没有可以故障的作业。";
    back = "This is where you were last time.", "已回到上次离开的地方。";
    afresh = "Start afresh", "从头开始";
    bad_session = "What you did last time could not be read. It was put aside.", "无法读取上次的内容，已另存一处。";
    session_too_long = "It is too long; allowed bytes:", "内容太长，允许的字节数：";
    session_none = "It is not a session of this page, or not all of one.", "它不是本页的会话，或不完整。";
    session_version = "It was written by another version of this page:", "它由本页的另一个版本写成：";
    bad_file = "The file could not be opened; nothing was changed.", "无法打开文件，未作任何改动。";
    bad_link = "The link could not be read; nothing was changed.", "无法读取链接，未作任何改动。";

    share_title = "This moment as a link", "此刻的链接";
    share_text = "The address holds the scenario, its faults and the moment. Whoever opens it sees what you see.", "地址中包含场景、故障与时刻。打开它的人看到的与你一致。";
    help_title = "Keys and signs", "按键与图例";
    help_intro = "Records flow from the source log through the operator to each sink. Every lane is the same job with another kind of sink. Crash it at any moment and watch what readers of the outside get after recovery.", "记录从数据源日志经过算子流向各个输出端。每一行是同一个作业，只是输出端不同。可在任意时刻制造故障，观察恢复之后外部读者得到什么。";
    help_durable = "Solid dark edge: durable, survives a crash.", "深色实线边框：持久化，故障后仍在。";
    help_volatile = "Dashed warm edge: memory of the job, gone in a crash.", "暖色虚线边框：作业内存，故障时丢失。";
    help_token = "A record: its key and its timestamp. The dashed one comes again.", "一条记录：键与时间戳。虚线表示再次到来。";
    help_barrier = "A barrier with its checkpoint's number.", "屏障及其检查点编号。";
    help_request = "A request to the outside, and its answer.", "发往外部的请求，以及应答。";
    help_news = "The news that a checkpoint is complete, on its way to a sink.", "检查点完成的通知，正在送往输出端。";
    help_txn = "A transaction that is stored but not readable: open, prepared, aborted.", "已存储但不可读的事务：进行中、已预提交、已回滚。";
    help_line = "The offset that the newest checkpoint holds.", "最新检查点保存的偏移量。";
    glossary = "Glossary", "术语表";
    glossary_what = "Rest the pointer on a term anywhere on the page, come to it by keyboard, or tap it, and it is explained there.", "在页面任何地方，把指针停在术语上、用键盘移到术语上，或者点一下术语，都会显示解释。";
    key_play = "play, pause", "播放、暂停";
    key_step = "step", "单步";
    key_leap = "interesting moment", "关键时刻";
    key_ends = "start, end", "开头、结尾";
    key_crash = "crash now", "立即制造故障";
    key_hide = "hide or show answers", "隐藏或显示答案";
    key_undo = "undo, redo", "撤销、重做";
    key_speed = "slower, faster", "减速、加速";
    key_tenths = "to that tenth of the run", "跳到运行的第几成";
    key_change = "Change keys, or switch them off", "更改或关闭快捷键";
    key_space = "space", "空格";

    tab_job = "Job", "作业";
    tab_world = "World", "外部环境";
    tab_sinks = "Sinks", "输出端";
    show_me = "Show me", "看示例";
    default_is = "default", "默认";
    yes = "yes", "是";
    no = "no", "否";
    none = "none", "无";
    add = "Add", "添加";
    add_lane = "Add a sink", "添加输出端";
    faults_none = "Nothing goes wrong. Add something, or press crash at any moment.", "目前一切正常。可在此添加，或随时按下故障。";
    story_settings = "This scenario is driven by a story: its faults are steps of the story.", "该场景由剧本驱动：故障是剧本中的步骤。";
    timeout_warning = "Shorter than the checkpoint interval: the store aborts prepared output before it can be committed.", "短于检查点间隔：外部系统会在提交之前回滚已预提交的输出。";

    set_interval = "Checkpoint interval, s", "检查点间隔（秒）";
    set_interval_what = "A checkpoint is triggered every so many seconds. Shorter: less is replayed and output comes sooner, at the price of more work.", "每隔这么多秒触发一个检查点。越短，重放越少、输出越早，但开销越大。";
    set_at = "Checkpoints at, s", "检查点时刻（秒）";
    set_at_what = "Triggered at these moments as well, separated by commas.", "另外在这些时刻触发，用逗号分隔。";
    set_mode = "Barriers", "屏障方式";
    set_mode_what = "Exactly once aligns the barriers of all inputs. At least once only counts them, and state may count a record twice.", "精确一次会对齐各输入的屏障；至少一次只计数，状态可能把一条记录算两次。";
    set_unaligned = "Unaligned", "非对齐";
    set_unaligned_what = "Barriers overtake records, which are saved with the checkpoint.", "屏障越过记录，被越过的记录随检查点保存。";
    set_concurrent = "Checkpoints at once", "并发检查点数";
    set_concurrent_what = "So many checkpoints may be under way at the same time.", "最多允许同时进行的检查点个数。";
    set_pause = "Pause between, s", "检查点间停顿（秒）";
    set_pause_what = "The least time from one completion to the next trigger.", "从上一个完成到下一次触发的最短时间。";
    set_timeout = "Checkpoint timeout, s", "检查点超时（秒）";
    set_timeout_what = "A checkpoint that takes longer is aborted.", "超过这个时间的检查点会被放弃。";
    set_tolerable = "Tolerable failures", "可容忍的失败数";
    set_tolerable_what = "So many checkpoints in a row may fail before the job does. Flink's default is 0.", "检查点连续失败多少次以内作业不失败。Flink 默认 0。";
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
    set_attempts_what = "After so many restarts the next failure ends the job. Empty: no end.", "重启这么多次之后再失败，作业即终止。留空表示不限。";
    set_timing = "Pace of things", "快慢设定";
    set_timing_what = "How long hops, requests, snapshots and notifications take.", "传递、请求、快照和通知各需多久。";

    price = "The price of holding back", "暂存的代价";
    price_what = "Median seconds from entering the log to being readable, if checkpoints came at each of these intervals; the last column counts records read again.", "若按各个间隔做检查点，从进入日志到可读的中位秒数；最后一列是被重新读取的记录数。";
    interval = "interval", "间隔";
    read_again = "again", "重读";

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

    p_running_example = "Checkpoint at 3, crash at 10", "第 3 秒检查点，第 10 秒故障";
    p_no_crash = "No crash", "没有故障";
    p_crash_before_checkpoint = "Crash before the first checkpoint", "首个检查点之前故障";
    p_completed_not_notified = "Crash between completion and notification", "检查点完成与通知之间故障";
    p_mid_flush = "Crash in the middle of the write-ahead flush", "预写日志写出途中故障";
    p_commit_not_known = "Commit applied, but the sink does not know", "提交已生效，输出端却不知道";
    p_back_in_time = "Going back in time", "时间闪回";
    p_key_with_current_time = "A key with the current time", "键中含当前时间";
    p_socket_source = "A source that cannot resend", "无法重发的数据源";
    p_timeout_below_downtime = "Transaction timeout shorter than the downtime", "事务超时比停机时间短";
    p_blocked_reader = "A reader blocked by an orphan", "孤儿事务挡住读者";
    p_late_notification = "A notification overtaken by a later one", "通知迟到，被后面的超过";
    p_lost_reply = "The reply to a commit is lost", "提交的答复丢失";
    p_zombie = "A zombie's request, with and without fencing", "僵尸请求：有隔离和没有隔离";
    p_alignment = "Two sources: barriers are aligned", "两个数据源：屏障对齐";
    p_at_least_once = "Two sources: barriers are not aligned", "两个数据源：屏障不对齐";
    p_unaligned = "Barriers overtake records", "屏障越过排队的记录";
    p_slow_sink = "A slow sink: the source waits", "输出端慢，数据源要等";
    p_surge = "A surge", "流量突增";
    p_two_subtasks = "Two sink subtasks, one of which commits", "两个输出子任务，只有一个提交了";
    p_files = "Files: in progress, pending, finished", "文件：写入中、待完成、已完成";
    p_writer_committer = "Writer and committer", "写入器与提交器";
}

/// The title of a preset.
#[must_use]
pub fn preset_title(words: &Words, id: &str) -> &'static str {
    match id {
        "running-example" => words.p_running_example,
        "no-crash" => words.p_no_crash,
        "crash-before-checkpoint" => words.p_crash_before_checkpoint,
        "completed-not-notified" => words.p_completed_not_notified,
        "mid-flush" => words.p_mid_flush,
        "commit-not-known" => words.p_commit_not_known,
        "back-in-time" => words.p_back_in_time,
        "key-with-current-time" => words.p_key_with_current_time,
        "socket-source" => words.p_socket_source,
        "timeout-below-downtime" => words.p_timeout_below_downtime,
        "blocked-reader" => words.p_blocked_reader,
        "late-notification" => words.p_late_notification,
        "lost-reply" => words.p_lost_reply,
        "zombie" => words.p_zombie,
        "alignment" => words.p_alignment,
        "at-least-once" => words.p_at_least_once,
        "unaligned" => words.p_unaligned,
        "slow-sink" => words.p_slow_sink,
        "surge" => words.p_surge,
        "two-subtasks" => words.p_two_subtasks,
        "files" => words.p_files,
        "writer-committer" => words.p_writer_committer,
        _ => words.own_scenario,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_title() {
        for preset in crate::app::presets::PRESETS {
            assert_ne!(preset_title(&EN, preset.id), EN.own_scenario, "{}", preset.id);
        }
    }
}
