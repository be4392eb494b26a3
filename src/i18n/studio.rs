//! The short words of the studio's frame. Each room has a file of its own beside this one's folder, so that the lab's first
//! load carries none of them.

pub mod code;
pub mod keys;
pub mod take;

use super::Lang;

words! {
    title = "Exactly-Once Lab", "精确一次实验室";
    back = "Back to the lab", "回到实验室";
    explore = "Every crash", "每个故障时刻";
    write = "Write your own", "自己编写";
    compare = "Compare", "对比";
    take = "Export", "导出";
    table = "As a table", "表格";
    keys = "Keys", "快捷键";
    code = "QR code", "二维码";
    rooms = "Rooms", "功能";
    no_such_room = "There is no such room. Choose one of those above.", "没有这个功能，请从上面选择。";
    bad_link = "This link cannot be opened.", "这个链接无法打开。";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
