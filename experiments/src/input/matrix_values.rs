//! Keeps the values of a matrix if all are whole numbers from -32,768 to 32,767, which machines multiply exactly.

/// An entry of a matrix. Rows and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatrixEntry {
    pub(crate) row: u32,
    pub(crate) column: u32,
    /// In range once all entries are known: those of one place are added up.
    value: i32,
}

impl MatrixEntry {
    pub(crate) fn value(self) -> i16 {
        self.value as i16
    }
}

/// The entries that a reader has met; none after a value that is not kept.
#[derive(Debug)]
pub(super) struct MatrixValues(Option<Vec<MatrixEntry>>);

impl MatrixValues {
    pub(super) fn new() -> Self {
        Self(Some(Vec::new()))
    }

    /// Adds an entry with its value, if it has one.
    pub(super) fn add(&mut self, (row, column): (u32, u32), value: Option<f64>) {
        match (&mut self.0, value.and_then(whole)) {
            (Some(entries), Some(value)) => entries.push(MatrixEntry { row, column, value }),
            _ => self.0 = None,
        }
    }

    /// One entry for every place, row after row, if all values were kept and their sums are in range, too.
    pub(super) fn finish(self) -> Option<Vec<MatrixEntry>> {
        let mut entries = self.0?;
        entries.sort_unstable_by_key(|entry| (entry.row, entry.column));
        let mut overflows = false;
        entries.dedup_by(|next, kept| {
            let repeats = (next.row, next.column) == (kept.row, kept.column);
            if repeats {
                let sum = kept.value.checked_add(next.value);
                overflows |= sum.is_none();
                kept.value = sum.unwrap_or_default();
            }
            repeats
        });
        let in_range = |entry: &MatrixEntry| i16::try_from(entry.value).is_ok();
        (!overflows && entries.iter().all(in_range)).then_some(entries)
    }
}

/// The number, if it is one of those that are kept.
fn whole(value: f64) -> Option<i32> {
    let range = f64::from(i16::MIN)..=f64::from(i16::MAX);
    (value.fract() == 0.0 && range.contains(&value)).then_some(value as i32)
}
