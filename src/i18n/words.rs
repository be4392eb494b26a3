//! The short words of the page: labels, names, notes.

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $en:literal, $zh:literal;)*) => {
        /// Every short text of the page, in one language.
        pub struct Words { $($(#[$doc])* #[allow(missing_docs)] pub $name: &'static str,)* }

        /// English.
        pub const EN: Words = Words { $($name: $en,)* };
        /// Chinese.
        pub const ZH: Words = Words { $($name: $zh,)* };
    };
}

words! {
    title = "Exactly-Once Lab", "精确一次实验室";
}
