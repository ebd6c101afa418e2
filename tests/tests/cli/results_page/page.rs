//! The tables of the pages.

use std::collections::BTreeMap;

/// Sections with tables, by the anchor of their heading.
pub(super) struct Page {
    sections: BTreeMap<String, Vec<Row>>,
}

/// A row of a table.
pub(super) enum Row {
    Field(Field),
    /// The fields of the section with this anchor stand here.
    Fields(String),
}

/// A field of an object.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) gaps: Gaps,
}

/// When a field is null or absent: each, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gaps {
    pub(super) null: bool,
    pub(super) absent: bool,
}

/// The type of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    /// An integer, or its digits as text beyond 2^53.
    LargeInteger,
    Number,
    Boolean,
    Null,
    /// An integer, or a list of integers.
    Node,
    /// Its JSON, as text.
    Json(Box<Kind>),
    OrNull(Box<Kind>),
    List(Box<Kind>),
    Pair(Box<Kind>),
    Map(Box<Kind>),
    /// An object with a section of its own, by its anchor.
    Object(String),
}

impl Page {
    /// The tables of docs/results.md, and those of docs/rows.md, whose columns go under `rows-` and their name.
    pub(super) fn of(results: &str, rows: &str) -> Self {
        let is_exported = |anchor: &str| {
            ["rows-runs", "rows-expanders", "rows-loads", "rows-prams"].contains(&anchor)
        };
        let mut all = sections(results, "", |_| true);
        all.extend(sections(rows, "rows-", is_exported));
        Self { sections: all }
    }

    /// The fields of a section, those that stand for other sections put in.
    pub(super) fn fields(&self, anchor: &str) -> Vec<Field> {
        let rows = self.sections.get(anchor).unwrap_or_else(|| panic!("no section #{anchor}"));
        let fields = |row: &Row| match row {
            Row::Field(field) => vec![field.clone()],
            Row::Fields(anchor) => self.fields(anchor),
        };
        rows.iter().flat_map(fields).collect()
    }

    /// Every field with its section, but for those that only stand in for others.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Field)> {
        self.sections.iter().flat_map(|(anchor, rows)| {
            rows.iter().filter_map(move |row| match row {
                Row::Field(field) => Some((anchor.as_str(), field)),
                Row::Fields(_) => None,
            })
        })
    }

    /// The section in which a field of `anchor` stands.
    pub(super) fn home(&self, anchor: &str, name: &str) -> Option<String> {
        self.sections.get(anchor)?.iter().find_map(|row| match row {
            Row::Field(field) => (field.name == name).then(|| anchor.to_owned()),
            Row::Fields(other) => self.home(other, name),
        })
    }
}

/// The sections of a page that `is_of_fields`; those without a table of fields are empty.
fn sections(
    page: &str,
    prefix: &str,
    is_of_fields: impl Fn(&str) -> bool,
) -> BTreeMap<String, Vec<Row>> {
    let mut sections = BTreeMap::new();
    for section in page.split("\n#").skip(1) {
        let (heading, text) = section.split_once('\n').expect("a heading");
        let anchor = format!("{prefix}{}", anchor(heading.trim_start_matches('#').trim()));
        if is_of_fields(&anchor) {
            let is_row = |line: &&str| line.starts_with("| `") || line.starts_with("| the fields ");
            let rows: Vec<Row> = text.lines().filter(is_row).map(row).collect();
            assert!(sections.insert(anchor, rows).is_none(), "two sections {heading}");
        }
    }
    sections
}

/// The anchor that a heading has on GitHub.
pub(super) fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [first, kind, _, _, gaps] = cells[..] else { panic!("five cells, not {line}") };
    if let Some(link) = first.strip_prefix("the fields of ") {
        return Row::Fields(target(link));
    }
    let name = first.trim_matches('`').to_owned();
    let null = gaps.starts_with("null ");
    let absent = gaps.starts_with("absent ") || gaps.contains(", absent ");
    assert!(gaps.is_empty() || null || absent, "null …, absent … or nothing, not {line}");
    Row::Field(Field { name, kind: parsed(kind), gaps: Gaps { null, absent } })
}

/// The anchor that a link leads to.
fn target(link: &str) -> String {
    let target = link.strip_suffix(')').and_then(|link| link.split_once('#'));
    target.unwrap_or_else(|| panic!("a link, not {link}")).1.to_owned()
}

fn parsed(kind: &str) -> Kind {
    let inner = |rest: &str| Box::new(parsed(rest));
    if let Some(rest) = kind.strip_prefix("list of ") {
        return Kind::List(inner(rest));
    }
    if let Some(rest) = kind.strip_prefix("pair of ") {
        return Kind::Pair(inner(rest));
    }
    if let Some(rest) = kind.strip_prefix("map of ") {
        return Kind::Map(inner(rest));
    }
    if let Some(rest) = kind.strip_prefix("JSON of ") {
        return Kind::Json(inner(rest));
    }
    if let Some(rest) = kind.strip_suffix(" or null") {
        return Kind::OrNull(inner(rest));
    }
    match kind {
        "text" => Kind::Text,
        "integer" => Kind::Integer,
        "large integer" => Kind::LargeInteger,
        "number" => Kind::Number,
        "boolean" => Kind::Boolean,
        "null" => Kind::Null,
        "node" => Kind::Node,
        link => Kind::Object(target(link)),
    }
}
