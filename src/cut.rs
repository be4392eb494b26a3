//! Where a text is cut in two. The standard library's search for a text within a text is made for long ones, and costs
//! the page kilobytes.

/// What stands before and after the first place where a mark stands; `None` if it stands nowhere.
///
/// # Example
/// ```
/// use exactly_once_lab::cut::cut;
///
/// assert_eq!(cut("one | two | three", " | "), Some(("one", "two | three")));
/// assert_eq!(cut("one", " | "), None);
/// ```
#[must_use]
pub fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let at = (0..text.len()).find(|at| text.as_bytes()[*at..].starts_with(mark.as_bytes()))?;
    // A mark that begins a character ends one: both are UTF-8.
    Some((&text[..at], &text[at + mark.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_the_standard_library_cuts_it() {
        for text in ["", "a", "ab", "aab", "abab", "é :: 中", " :: ", "x :", "中中中"] {
            for mark in ["a", "ab", " :: ", "中", "中中", "é"] {
                assert_eq!(cut(text, mark), text.split_once(mark), "{text:?} at {mark:?}");
            }
        }
    }
}
