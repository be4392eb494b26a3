//! The short words of the room in which scenarios are written.

use super::Lang;

words! {
    intro = "Write a scenario as a table, as a story, or as text. The result is computed as you write.", "用表格、剧本或文本编写场景，结果随写随算。";
    records = "Records", "记录";
    story = "Story", "剧本";
    text = "Everything as text", "全部文本";
    views = "Views of the scenario", "场景的不同视图";
    tools = "Tools", "工具";
    undo = "Undo", "撤销";
    redo = "Redo", "重做";
    open_file = "Open a file", "打开文件";
    save_file = "Save as a file", "存为文件";
    copy_link = "Copy as link", "复制为链接";
    to_lab = "Open it in the lab", "在实验室打开";
    to_lab_old = "Open the last one without mistakes", "打开最近一次没有错误的";
    drop_here = "Drop the scenario file here", "把场景文件放到这里";
    format = "Lay it out", "整理排版";

    offset = "offset", "偏移量";
    t = "time, s", "时间（秒）";
    key = "key", "键";
    value = "value", "值";
    source = "Source", "数据源";
    add_row = "Add a record", "添加记录";
    add_below = "Add a record below", "在下方添加记录";
    remove_row = "Take the record out", "删除这条记录";
    sort = "Put in order of time", "按时间排序";
    rows_note = "Enter goes to the next row. Rows copied from a spreadsheet can be pasted here.", "按回车到下一行。可以直接粘贴从电子表格复制的行。";
    no_rows = "No records yet.", "还没有记录。";
    no_list = "The text has no list of records. Add one there.", "文本里没有记录列表，请在文本里补上。";
    earlier_rows = "Earlier rows", "前面的行";
    later_rows = "Later rows", "后面的行";
    rows = "rows", "行";
    of = "of", "共";

    by_time = "This scenario goes by time: records come at their moment, checkpoints by the clock, faults when they are due.", "这个场景按时间推进：记录到点出现，检查点按时触发，故障按时发生。";
    by_story = "A story is told step by step instead: each step takes full effect before the next, and nothing happens in between.", "剧本则一步一步来：每一步完全生效之后才走下一步，中间什么也不发生。";
    begin_story = "Drive it by a story", "改用剧本驱动";
    begin_story_note = "Its faults are taken out, since a story has them as steps. Undo brings them back.", "原有的故障会移除，因为剧本里故障就是步骤。撤销可以恢复。";
    end_story = "Drive it by time", "改按时间驱动";
    story_note = "Steps are separated by semicolons. Ctrl and space shows what can come here; arrow keys choose, Enter takes, Esc closes.", "步骤之间用分号隔开。Ctrl 加空格显示可选内容，方向键选择，回车确认，Esc 关闭。";
    suggestions = "What can come here", "这里可以写什么";
    story_is_no_text = "What stands for the story is not a text.", "story 的值不是字符串。";

    not_json = "The text is not JSON at the moment, so there is no table and no story to show. Nothing is lost: mend the text, or undo.", "文本现在不是合法的 JSON，所以无法显示表格和剧本。内容没有丢失，请修改文本，或者撤销。";
    show_mistake = "Show the place", "转到出错处";
    in_a_row = "There is a mistake; it is said below its row.", "有一处错误，说明在那一行下面。";
    fine = "No mistakes.", "没有错误。";
    text_note = "Every field of the scenario: sinks, checkpointing, faults, timing. An error names the field and what is allowed.", "场景的全部字段：输出端、检查点、故障、快慢。出错时会指出字段和允许的取值。";

    preview = "Result", "运行结果";
    preview_old = "As of the last text without mistakes.", "这是最近一次没有错误时的结果。";
    sink = "sink", "输出端";
    verdict = "verdict", "结论";
    twice = "twice", "重复";
    lost = "lost", "丢失";
    checkpoints = "checkpoints", "检查点";
    restarts = "restarts", "重启";
    job = "job", "作业";
    takes = "The run takes", "运行用时";
    seconds = "s of simulated time.", "秒模拟时间。";
    steps = "What each step did", "每一步做了什么";
    as_in = "as in", "查看";
    did_nothing = "Nothing happens.", "没有事情发生。";
    and_more = "and more:", "另有：";
    not_reached = "The run did not come to this step.", "运行没有走到这一步。";

    opened = "Opened:", "已打开：";
    not_opened = "Not opened:", "未打开：";
    kept_aside = "What you wrote before is under Earlier drafts, and Undo brings it back.", "之前写的内容在“以前的草稿”里，撤销也能恢复。";
    too_long = "That was not taken, because the text would be too long. Nothing was changed.", "内容太长，没有接受，原文未变。";
    copied = "The link is in the clipboard.", "链接已复制到剪贴板。";
    link_by_hand = "Copy the link by hand:", "请手动复制链接：";
    close = "Close", "关闭";
    earlier = "Earlier drafts", "以前的草稿";
    not_kept = "This browser keeps your draft only as long as this tab is open: its storage is full or switched off. Save it as a file before you leave.", "浏览器的存储空间已满或被关闭，草稿只在本标签页打开期间保留。离开前请存为文件。";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// "Line 3, column 5".
#[must_use]
pub fn place(lang: Lang, line: u32, column: u32) -> String {
    match lang {
        Lang::En => format!("Line {line}, column {column}"),
        Lang::Zh => format!("第 {line} 行第 {column} 列"),
    }
}

/// The name of a cell for those who do not see the table: "time, s, record 3".
#[must_use]
pub fn cell(lang: Lang, column: &str, row: usize) -> String {
    match lang {
        Lang::En => format!("{column}, record {row}"),
        Lang::Zh => format!("第 {row} 条记录的{column}"),
    }
}
