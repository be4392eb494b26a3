//! Words of the room with the QR code.

use crate::i18n::Lang;

words! {
    title = "Open this moment on another device", "在其他设备上打开这一刻";
    intro = "Whoever scans the code sees the same scenario at the same moment.", "扫描二维码，就能看到同一个场景的同一时刻。";
    dense = "The link is long, so the code is fine: from far away it cannot be read. A preset with few changes makes a coarser one.", "链接较长，二维码较密，离远了扫不出来。用改动少的预设场景，二维码会更疏。";
    too_long = "This link is too long for a QR code. Its length in bytes, and what a code can hold:", "链接太长，放不进二维码。它的字节数与二维码的上限：";
    instead = "Copy it from the address bar instead, or choose a preset with fewer changes.", "请改为复制地址栏里的链接，或者选用改动较少的预设场景。";
    from_disk = "This page was opened from a file. Its address leads nowhere on another device; put the page on a web server first.", "本页是从文件打开的，这个地址在其他设备上打不开。请先把页面放到网站上。";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
