//! Sorts the phases of all algorithms into families, by the primitive that a phase spends its steps in.

/// A family, the spans whose steps are of it, some with the span around them, and its colour: its place in this list. The first that
/// fits is taken.
const FAMILIES: [(&str, &[&str]); 6] = [
    ("sorting", &["sort", "kk-sort"]),
    ("scans and reductions", &["scan", "reduce", "census"]),
    (
        "permutation and k-k routing",
        &["permutation", "rank routing", "kk-routing", "kk-routing/drain"],
    ),
    ("tours, where messages are delivered", &["circulate", "lap", "drain"]),
    (
        "spreading and replicating",
        &["spread", "broadcast", "expansion", "replicate", "clone", "split", "balance"],
    ),
    ("moves between tiles or bands", &["tile shift", "band shift", "visit", "migrate"]),
];

/// What is of no family.
pub(super) const REST: &str = "the rest";

/// The family of a path of the ledger, by its innermost span that has one, and the family's colour; the rest has none.
pub(super) fn family(path: &str) -> (&'static str, Option<usize>) {
    let ends = |path: &str, span: &str| {
        path.strip_suffix(span).is_some_and(|outer| outer.is_empty() || outer.ends_with('/'))
    };
    let of = |path: &str| {
        FAMILIES.iter().position(|(_, spans)| spans.iter().any(|span| ends(path, span)))
    };
    let outer = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
    let found = std::iter::once(path).chain(outer).find_map(of);
    found.map_or((REST, None), |color| (FAMILIES[color].0, Some(color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_known_span_decides() {
        assert_eq!(family("tour/migrate/permutation/sort/columns").0, "sorting");
        assert_eq!(family("round/visit/migrate/permutation/rows").1, Some(2));
        assert_eq!(family("phase/visit/circulate").0, "tours, where messages are delivered");
        assert_eq!(family("tour/migrate").0, "moves between tiles or bands");
        assert_eq!(family("kk-routing/drain").1, Some(2));
        assert_eq!(family("drain").1, Some(3));
        assert_eq!(family("a resort"), (REST, None), "no part of a name");
        assert_eq!(family("strip"), (REST, None));
        assert_eq!(family(""), (REST, None));
    }

    #[test]
    fn no_span_is_of_two_families_and_every_family_has_a_colour() {
        let spans = FAMILIES.iter().flat_map(|(_, spans)| *spans);
        for span in spans {
            let families = FAMILIES.iter().filter(|(_, spans)| spans.contains(span));
            assert_eq!(families.count(), 1, "{span}");
        }
        assert!(FAMILIES.len() < super::super::palette::COLORS.len(), "the last colour is grey");
    }
}
