//! Prefixes of lists; the operation need not commute.

/// Value i is `op` over values 0 to i, from left to right.
pub fn scan<T: Clone>(values: &[T], op: impl Fn(&T, &T) -> T) -> Vec<T> {
    segmented_scan(values, &vec![false; values.len()], op)
}

/// Value i is `op` over the values from the last start at or before i (or from 0) to i.
pub fn segmented_scan<T: Clone>(values: &[T], starts: &[bool], op: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut prefixes: Vec<T> = Vec::new();
    for (value, &start) in values.iter().zip(starts) {
        prefixes.push(match prefixes.last() {
            Some(prefix) if !start => op(prefix, value),
            _ => value.clone(),
        });
    }
    prefixes
}

/// `op` over all values, from left to right; none of no values.
pub fn reduction<T: Clone>(values: &[T], op: impl Fn(&T, &T) -> T) -> Option<T> {
    scan(values, op).pop()
}

/// Every place gets the value of the last start at or before it; none before the first.
pub fn segmented_broadcast<T: Clone>(values: &[T], starts: &[bool]) -> Vec<Option<T>> {
    let offered = values.iter().zip(starts).map(|(value, &start)| start.then(|| value.clone()));
    scan(&offered.collect::<Vec<_>>(), |left, here| here.clone().or_else(|| left.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(left: &String, right: &String) -> String {
        format!("{left}{right}")
    }

    fn letters(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    #[test]
    fn a_scan_joins_from_the_left() {
        assert_eq!(scan(&letters("abcd"), join), ["a", "ab", "abc", "abcd"]);
        assert_eq!(scan(&[], join), Vec::<String>::new());
        assert_eq!(reduction(&letters("abcd"), join), Some("abcd".to_owned()));
        assert_eq!(reduction(&[], join), None);
    }

    #[test]
    fn a_segmented_scan_begins_again_at_every_start() {
        let starts = [false, false, true, false, true, true];
        let joined = segmented_scan(&letters("abcdef"), &starts, join);
        assert_eq!(joined, ["a", "ab", "c", "cd", "e", "f"]);
    }

    #[test]
    fn a_segmented_broadcast_repeats_the_value_of_the_start() {
        let starts = [false, true, false, false, true];
        let spread = segmented_broadcast(&[1, 2, 3, 4, 5], &starts);
        assert_eq!(spread, [None, Some(2), Some(2), Some(2), Some(5)]);
    }
}
