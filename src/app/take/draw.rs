//! Drawing in SVG: shapes, texts that wrap, records. Whole pixels only, and every text is escaped.

use crate::scene::Token;

/// Colours of a theme. They are those of `www/style.css`; a test compares them.
pub struct Palette {
    /// The ground.
    pub bg: &'static str,
    /// Boxes.
    pub panel: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text that matters less.
    pub soft: &'static str,
    /// Borders.
    pub line: &'static str,
    /// Faint borders.
    pub hair: &'static str,
    /// What is pointed at.
    pub accent: &'static str,
    /// Crashes.
    pub crash: &'static str,
    /// The edge of what is durable.
    pub durable: &'static str,
    /// The job's memory.
    pub volatile: &'static str,
    /// Its edge.
    pub volatile_line: &'static str,
    /// Keys, in turn.
    pub keys: [&'static str; 6],
    /// Text on a key's colour.
    pub on_key: &'static str,
    /// Verdicts with their grounds: well, twice, lost, gone back, waiting.
    pub verdicts: [(&'static str, &'static str); 5],
}

/// By day.
pub const LIGHT: Palette = Palette {
    bg: "#f6f5f1",
    panel: "#fffefb",
    ink: "#1d2430",
    soft: "#566070",
    line: "#d3cec1",
    hair: "#e9e5db",
    accent: "#1f4fd8",
    crash: "#c01b37",
    durable: "#2f3b4d",
    volatile: "#f3ecd9",
    volatile_line: "#a88a3c",
    keys: ["#0072b2", "#a85400", "#00735a", "#96487f", "#5d5d10", "#5a4fc0"],
    on_key: "#fff",
    verdicts: [
        ("#0a6f4a", "#dff3e9"),
        ("#a8231b", "#fbe3e0"),
        ("#62379a", "#ece3f8"),
        ("#7a4f00", "#fbeecb"),
        ("#46505e", "#e8eaee"),
    ],
};

/// By night.
pub const DARK: Palette = Palette {
    bg: "#11151c",
    panel: "#181e27",
    ink: "#e9edf3",
    soft: "#a3aebd",
    line: "#36414f",
    hair: "#252e3a",
    accent: "#8fb0ff",
    crash: "#ff7385",
    durable: "#b9c3d2",
    volatile: "#262317",
    volatile_line: "#a88f4a",
    keys: ["#56b4e9", "#f0a04b", "#3fcf9e", "#d59ac6", "#d3d35c", "#a9a1f5"],
    on_key: "#10151c",
    verdicts: [
        ("#52d6a0", "#12352a"),
        ("#ff8a80", "#3d1d1b"),
        ("#c3a1ff", "#2c2142"),
        ("#f2c45a", "#3a2f12"),
        ("#b6bfca", "#2a3240"),
    ],
};

/// How a record is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As a record that is there.
    Usual,
    /// As one that is not there yet.
    Future,
    /// As one that never will be readable.
    Struck,
}

/// A drawing under way.
pub struct Draw {
    /// The SVG so far.
    pub out: String,
    /// Its colours.
    pub palette: &'static Palette,
}

/// Text as it may stand in XML: marks of XML escaped, and characters that no XML may have taken out.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// About how wide a text is, in pixels: Latin letters are half as wide as Chinese ones.
#[must_use]
pub fn width(text: &str, size: i32) -> i32 {
    let hundredths = |c: char| match c {
        'i' | 'l' | '.' | ',' | ':' | ' ' | 't' | 'f' | 'j' | 'I' | '\'' => 34,
        'm' | 'w' | 'M' | 'W' => 92,
        c if c < '\u{1100}' => 62,
        _ => 102,
    };
    text.chars().map(hundredths).sum::<i32>() * size / 100
}

impl Draw {
    /// A shape or a group as it stands.
    pub fn raw(&mut self, svg: &str) {
        self.out.push_str(svg);
        self.out.push('\n');
    }

    /// A box. `more` are further attributes.
    pub fn rect(&mut self, [x, y, w, h]: [i32; 4], fill: &str, more: &str) {
        self.raw(&format!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="9" fill="{fill}" {more}/>"#));
    }

    /// A line of text that begins at a point.
    pub fn text(&mut self, x: i32, y: i32, size: i32, fill: &str, text: &str) {
        self.styled(x, y, size, fill, "", text);
    }

    /// The same in bold.
    pub fn bold(&mut self, x: i32, y: i32, size: i32, fill: &str, text: &str) {
        self.styled(x, y, size, fill, r#" font-weight="700""#, text);
    }

    fn styled(&mut self, x: i32, y: i32, size: i32, fill: &str, more: &str, text: &str) {
        let text = escape(text);
        self.raw(&format!(r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{text}</text>"#));
    }

    /// A record whose left upper corner is at a point; answers how wide it is.
    pub fn token(&mut self, x: i32, y: i32, token: &Token, look: Look) -> i32 {
        let p = self.palette;
        let key = p.keys[token.key.index() % p.keys.len()];
        let t = token.t.to_string();
        let letter = width(&token.letter, 11).max(8) + 8;
        let wide = letter + width(&t, 12) + if token.again { 26 } else { 12 };
        let (fill, stroke, ink, dash) = match look {
            Look::Usual if token.again => (p.panel, key, key, r#" stroke-dasharray="3 2""#),
            Look::Usual => (key, key, p.on_key, ""),
            Look::Future => ("none", key, p.soft, r#" stroke-opacity=".5""#),
            Look::Struck => ("none", p.line, p.soft, ""),
        };
        self.raw(&format!(
            r#"<rect x="{x}" y="{y}" width="{wide}" height="20" rx="10" fill="{fill}" stroke="{stroke}" stroke-width="2"{dash}/>"#
        ));
        let (disc, on_disc) = match look {
            Look::Usual if token.again => (key, p.panel),
            Look::Usual => ("#fff", "#1d2430"),
            _ => (p.hair, p.soft),
        };
        self.raw(&format!(r#"<rect x="{}" y="{}" width="{letter}" height="14" rx="7" fill="{disc}"/>"#, x + 3, y + 3));
        let letter_x = x + 3 + (letter - width(&token.letter, 11)) / 2;
        self.bold(letter_x, y + 14, 11, on_disc, &token.letter);
        self.bold(x + letter + 6, y + 15, 12, ink, &t);
        if look == Look::Struck {
            let (from, to, at) = (x + 4, x + wide - 4, y + 10);
            self.raw(&format!(r#"<path d="M{from} {at}H{to}" stroke="{}" stroke-width="1.5"/>"#, p.soft));
        } else if token.again {
            let (at, top) = (x + wide - 9, y + 6);
            self.raw(&format!(
                r#"<path d="M{at} {top}a4 4 0 1 0 1 4M{at} {}v3h-3" fill="none" stroke="{key}" stroke-width="1.5"/>"#,
                top - 3
            ));
        }
        wide
    }
}

/// Texts and records one after the other, in lines that wrap.
pub struct Flow<'a> {
    draw: &'a mut Draw,
    left: i32,
    right: i32,
    x: i32,
    /// The upper edge of the current line.
    pub y: i32,
}

/// The height of a line.
const LINE: i32 = 24;

impl<'a> Flow<'a> {
    /// Lines between two edges, from this height on.
    pub fn new(draw: &'a mut Draw, left: i32, right: i32, top: i32) -> Flow<'a> {
        Flow { draw, left, right, x: left, y: top }
    }

    /// The next line, if this one has something in it.
    pub fn line(&mut self) {
        if self.x > self.left {
            self.x = self.left;
            self.y += LINE;
        }
    }

    fn room(&mut self, wide: i32) {
        if self.x > self.left && self.x + wide > self.right {
            self.line();
        }
    }

    /// A text; it wraps between words, and between Chinese characters.
    pub fn words(&mut self, text: &str, size: i32, fill: &str, is_bold: bool) {
        let size_of = |text: &str| width(text, size) * if is_bold { 108 } else { 100 } / 100;
        let mut piece = String::new();
        for part in breakable(text) {
            let wide = size_of(&piece) + size_of(part.trim_end());
            if !piece.is_empty() && self.x + wide > self.right {
                self.put(&piece, size, fill, is_bold);
                piece.clear();
                self.line();
            }
            piece.push_str(part);
            if piece.len() == part.len() {
                self.room(size_of(piece.trim_end()));
            }
        }
        let wide = size_of(&piece);
        self.put(&piece, size, fill, is_bold);
        self.x += wide + 6;
    }

    fn put(&mut self, text: &str, size: i32, fill: &str, is_bold: bool) {
        let (x, y) = (self.x, self.y + 16);
        if is_bold {
            self.draw.bold(x, y, size, fill, text);
        } else {
            self.draw.text(x, y, size, fill, text);
        }
        self.x += 1;
    }

    /// Records.
    pub fn tokens(&mut self, tokens: &[Token], look: Look) {
        for token in tokens {
            let wide = width(&token.letter, 11) + width(&token.t.to_string(), 12) + 40;
            self.room(wide);
            let (x, y) = (self.x, self.y + 1);
            self.x += self.draw.token(x, y, token, look) + 5;
        }
    }

    /// Where the lines end.
    #[must_use]
    pub fn bottom(&self) -> i32 {
        self.y + if self.x > self.left { LINE } else { 0 }
    }
}

/// The parts between which a text may be broken: after a space, and around Chinese characters.
fn breakable(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let is_wide = |c: char| ('\u{2e80}'..'\u{ff00}').contains(&c) && !"，。：；、！？）”".contains(c);
        if at > from && (last == ' ' || is_wide(c)) {
            parts.push(&text[from..at]);
            from = at;
        }
        last = c;
    }
    parts.push(&text[from..]);
    parts
}
