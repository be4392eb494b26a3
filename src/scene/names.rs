//! Names on the time line: each beside its mark, none over another, shortened or left out where there is no room.

/// A mark with a name, as parts of the line's width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where it stands, from 0 to 1.
    pub at: f64,
    /// How wide its whole name is.
    pub long: f64,
    /// How wide its number alone is.
    pub short: f64,
}

/// Where a name goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// To the left of its mark instead of to the right.
    pub is_left: bool,
    /// Its number alone.
    pub is_short: bool,
}

/// The width on which the line is taken to be drawn, in pixels: a narrow one, so that there is rather too much room.
const WIDTH: f64 = 800.0;
/// Pixels between a mark and its name, and between two names.
const GAP: f64 = 6.0 / WIDTH;

/// The width of a name, as a part of the line's: letters of the Latin alphabet are about half as wide as others.
#[must_use]
pub fn width(name: &str) -> f64 {
    name.chars().map(|letter| if letter.is_ascii() { 6.8 } else { 12.0 }).sum::<f64>() / WIDTH
}

/// A place for each mark's name, in order of the marks; `None` where there is no room.
#[must_use]
pub fn places(marks: &[Mark]) -> Vec<Option<Place>> {
    // Up to where the line is taken by names and marks.
    let mut taken = 0.0;
    let mut places = Vec::with_capacity(marks.len());
    for (index, mark) in marks.iter().enumerate() {
        let next = marks.get(index + 1).map_or(1.0, |next| next.at);
        let fits = |place: &Place| {
            let width = if place.is_short { mark.short } else { mark.long } + GAP;
            if place.is_left {
                mark.at - width >= taken
            } else {
                mark.at >= taken && mark.at + width <= next
            }
        };
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let place = ways.map(|(is_left, is_short)| Place { is_left, is_short }).into_iter().find(fits);
        taken = match place {
            Some(Place { is_left: false, is_short }) => mark.at + if is_short { mark.short } else { mark.long } + GAP,
            _ => mark.at,
        };
        places.push(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(at: &[f64]) -> Vec<Mark> {
        at.iter().map(|at| Mark { at: *at, long: width("checkpoint 1"), short: width("1") }).collect()
    }

    fn kinds(at: &[f64]) -> Vec<&'static str> {
        let kind = |place: Option<Place>| match place {
            Some(Place { is_left: false, is_short: false }) => "right",
            Some(Place { is_left: true, is_short: false }) => "left",
            Some(Place { is_left: false, is_short: true }) => "number right",
            Some(Place { is_left: true, is_short: true }) => "number left",
            None => "none",
        };
        places(&marks(at)).into_iter().map(kind).collect()
    }

    #[test]
    fn with_room_a_name_stands_to_the_right_and_at_the_end_to_the_left() {
        assert_eq!(kinds(&[0.2, 0.6, 0.99]), ["right", "right", "left"]);
    }

    #[test]
    fn of_two_that_are_close_the_first_turns_to_the_left() {
        assert_eq!(kinds(&[0.5, 0.55]), ["left", "right"]);
    }

    #[test]
    fn where_there_is_no_room_the_number_is_left_or_nothing() {
        assert_eq!(kinds(&[0.5, 0.52, 0.54, 0.56]), ["left", "number right", "number right", "right"]);
        assert_eq!(kinds(&[0.5, 0.501, 0.502, 0.503]), ["left", "none", "none", "right"]);
    }

    #[test]
    fn no_name_lies_over_another_or_beyond_the_line() {
        // Marks at all distances from each other.
        for seed in 1..400u32 {
            let mut at = Vec::new();
            let mut number = seed;
            for _ in 0..12 {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                at.push(f64::from(number >> 16 & 0x3ff) / 1_023.0);
            }
            at.sort_by(f64::total_cmp);
            let marks = marks(&at);
            let mut end = 0.0;
            for (mark, place) in marks.iter().zip(places(&marks)) {
                let Some(place) = place else { continue };
                let width = if place.is_short { mark.short } else { mark.long };
                let from = if place.is_left { mark.at - width } else { mark.at };
                assert!(from >= end - 1e-9 && from + width <= 1.0 + 1e-9, "seed {seed}");
                end = from + width;
            }
        }
    }
}
