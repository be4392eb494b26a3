//! Small sorted collections.
//!
//! The standard library's trees and sorts are made for large data, and every new type of theirs adds kilobytes to the
//! page. What the lab sorts and looks up has a few dozen entries.

/// A map kept as a sorted list. Looking up is a binary search, inserting moves what comes after.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap { entries: Vec::new() }
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Puts a value; answers the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = self.entries.partition_point(|(k, _)| *k < key);
        match self.entries.get_mut(place) {
            Some((k, v)) if *k == key => Some(std::mem::replace(v, value)),
            _ => {
                self.entries.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        let place = self.entries.partition_point(|(k, _)| k < key);
        self.entries.get(place).filter(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// Has the key a value?
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// The keys, rising.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.entries.iter().map(|(k, _)| k)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, v)| v)
    }

    /// Keys and values, rising.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.entries.iter().map(|(k, v)| (k, v))
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no key?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Sorts by insertion: equal entries keep their order. Made for short lists, and for those that are nearly sorted.
pub fn sort_by<T>(list: &mut [T], mut is_before: impl FnMut(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && is_before(&list[place], &list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Merges rising lists into one without repetitions.
#[must_use]
pub fn merge<T: Ord + Copy>(lists: &[Vec<T>]) -> Vec<T> {
    let mut next = vec![0; lists.len()];
    let mut merged: Vec<T> = Vec::new();
    loop {
        let heads = lists.iter().zip(&next).filter_map(|(list, next)| list.get(*next));
        let Some(least) = heads.min().copied() else { return merged };
        merged.push(least);
        for (list, next) in lists.iter().zip(&mut next) {
            while list.get(*next) == Some(&least) {
                *next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_keeps_the_last_value_and_the_order_of_keys() {
        let mut map = SortedMap::default();
        for (key, value) in [(3, 'c'), (1, 'a'), (2, 'x'), (2, 'b')] {
            map.insert(key, value);
        }
        assert_eq!(map.iter().collect::<Vec<_>>(), [(&1, &'a'), (&2, &'b'), (&3, &'c')]);
        assert_eq!((map.get(&2), map.get(&4)), (Some(&'b'), None));
        assert_eq!(map.insert(1, 'z'), Some('a'));
    }

    #[test]
    fn sorting_is_stable() {
        let mut list = [(2, 'a'), (1, 'a'), (2, 'b'), (1, 'b')];
        sort_by(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(1, 'a'), (1, 'b'), (2, 'a'), (2, 'b')]);
    }

    #[test]
    fn merging_drops_repetitions() {
        assert_eq!(merge(&[vec![1, 1, 4], vec![], vec![2, 4, 5]]), [1, 2, 4, 5]);
    }
}
