//! Adds up what spans of the ledger held, by phase or by primitive.

use super::saved::SavedSpan;
use crate::results::audit::Part;
use crate::results::audit_summary::SpanSum;

impl Part {
    fn new(name: &str) -> Self {
        let (name, peak_is) = (name.to_owned(), "measured");
        Self { name, steps: 0, peak: 0, peak_is, mean: None, packet_steps: 0, node_steps: 0 }
    }

    /// Takes in a span, and what was held in it if that is known.
    fn add(&mut self, span: &SavedSpan, held: Option<&SpanSum>) {
        self.steps += span.steps;
        if span.peak > self.peak {
            self.peak = span.peak;
            self.peak_is = if span.peak_is.is_some() { "bound" } else { "measured" };
        } else if span.peak == self.peak && span.peak_is.is_none() {
            self.peak_is = "measured";
        }
        if let Some(held) = held {
            self.packet_steps += held.packet_steps;
            self.node_steps += held.node_steps;
            self.mean = Some(self.packet_steps as f64 / self.node_steps.max(1) as f64);
        }
    }
}

/// Parts in the order in which they were met first.
#[derive(Debug, Default)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    /// Takes in the spans of a run, each under the names that `names` gives it.
    pub(super) fn add<'a>(
        &mut self,
        ledger: &'a [SavedSpan],
        sums: &[SpanSum],
        names: impl Fn(&'a str) -> Vec<&'a str>,
    ) {
        for span in ledger {
            let held = sums.iter().find(|sum| sum.path == span.path);
            for name in names(&span.path) {
                let found = self.0.iter().position(|part| part.name == name);
                let place = found.unwrap_or_else(|| {
                    self.0.push(Part::new(name));
                    self.0.len() - 1
                });
                self.0[place].add(span, held);
            }
        }
    }

    /// Those with the most steps first.
    pub(super) fn by_steps(mut self) -> Vec<Part> {
        self.0.sort_by_key(|part| std::cmp::Reverse(part.steps));
        self.0
    }

    /// Each after the one that it is inside of, otherwise in the order in which they were met.
    pub(super) fn into_tree(self) -> Vec<Part> {
        let place = |name: &str| self.0.iter().position(|part| part.name == name);
        let places = |part: &Part| phases(&part.name).into_iter().map(place).collect::<Vec<_>>();
        let mut tree: Vec<_> = self.0.iter().map(|part| (places(part), part.clone())).collect();
        tree.sort_by(|(first, _), (second, _)| first.cmp(second));
        tree.into_iter().map(|(_, part)| part).collect()
    }
}

/// The paths of the phases around a span, the outermost first, and its own.
pub(super) fn phases(path: &str) -> Vec<&str> {
    let ends = path.match_indices('/').map(|(end, _)| end);
    ends.chain([path.len()]).map(|end| &path[..end]).collect()
}

/// The primitive that a span is for and the part of it, as `sort/rows`: the last two names of its path.
pub(super) fn primitive(path: &str) -> Vec<&str> {
    let start = path.rmatch_indices('/').nth(1).map_or(0, |(slash, _)| slash + 1);
    vec![&path[start..]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(path: &str, steps: u64, peak: u32, is_bound: bool) -> SavedSpan {
        let peak_is = is_bound.then(|| "bound".to_owned());
        SavedSpan { path: path.to_owned(), steps, peak, peak_is }
    }

    fn sum(path: &str, packet_steps: u64, node_steps: u64) -> SpanSum {
        SpanSum { path: path.to_owned(), packet_steps, node_steps }
    }

    fn ledger() -> [SavedSpan; 4] {
        [
            span("a/sort", 4, 2, false),
            span("c", 1, 1, false),
            span("x/a/sort", 2, 3, true),
            span("a/scan", 3, 3, false),
        ]
    }

    fn shown(parts: &[Part]) -> Vec<(&str, u64, u32, &str, Option<f64>)> {
        let show = |part: &Part| (part.steps, part.peak, part.peak_is, part.mean);
        parts
            .iter()
            .map(|part| {
                let (steps, peak, peak_is, mean) = show(part);
                (part.name.as_str(), steps, peak, peak_is, mean)
            })
            .collect()
    }

    #[test]
    fn phases_have_what_is_inside_of_them() {
        let (ledger, mut parts) = (ledger(), Parts::default());
        let sums = [sum("a/sort", 8, 16), sum("x/a/sort", 4, 4), sum("c", 0, 5)];
        parts.add(&ledger, &sums, phases);
        let expected = [
            ("a", 7, 3, "measured", Some(0.5)),
            ("a/sort", 4, 2, "measured", Some(0.5)),
            ("a/scan", 3, 3, "measured", None),
            ("c", 1, 1, "measured", Some(0.0)),
            ("x", 2, 3, "bound", Some(1.0)),
            ("x/a", 2, 3, "bound", Some(1.0)),
            ("x/a/sort", 2, 3, "bound", Some(1.0)),
        ];
        assert_eq!(shown(&parts.into_tree()), expected);
    }

    #[test]
    fn a_primitive_is_the_same_in_every_phase() {
        let (ledger, mut parts) = (ledger(), Parts::default());
        parts.add(&ledger, &[], primitive);
        let expected = [
            ("a/sort", 6, 3, "bound", None),
            ("a/scan", 3, 3, "measured", None),
            ("c", 1, 1, "measured", None),
        ];
        assert_eq!(shown(&parts.by_steps()), expected);
    }
}
