//! What objects have, beside what the page says of them.

use super::page::{Field, Gaps, Kind, Page};
use super::runs::Printed;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What no run of these tests can show: only too little memory skips an algorithm without variants, and no expander is refused that a
/// plan can name.
const NEVER_NULL: (&str, &str) = ("skipped-algorithm", "variant");
const ALWAYS_NULL: (&str, &str) = ("rows-expanders", "error");

/// What is wrong with the page, given what was printed.
pub(super) fn findings(page: &Page, objects: &[Printed]) -> Vec<String> {
    let algorithm = Default::default();
    let mut walk = Walk { page, algorithm, seen: BTreeMap::new(), findings: BTreeSet::new() };
    for Printed { section, object } in objects {
        let object = object.as_object().expect("an object");
        if section.starts_with("rows-") {
            walk.object(std::slice::from_ref(section), &typed(object, &page.fields(section)));
        } else {
            walk.object(std::slice::from_ref(section), object);
        }
    }
    walk.compare();
    walk.findings.into_iter().collect()
}

/// A row of a file of comma-separated values, in which every value is text, with numbers where there should be some.
fn typed(row: &Map<String, Value>, fields: &[Field]) -> Map<String, Value> {
    let mut typed = row.clone();
    for Field { name, kind, .. } in fields {
        let is_text = matches!(kind, Kind::Text | Kind::Json(_));
        if let Some(Value::String(text)) = row.get(name).filter(|_| !is_text)
            && let Ok(value) = serde_json::from_str(text)
        {
            typed.insert(name.clone(), value);
        }
    }
    typed
}

/// How often a field was there, null and absent.
#[derive(Default)]
struct Seen {
    there: usize,
    null: usize,
    absent: usize,
}

struct Walk<'a> {
    page: &'a Page,
    /// The algorithm and the variant of the innermost object around that names one.
    algorithm: (String, String),
    /// By section and field.
    seen: BTreeMap<(String, String), Seen>,
    findings: BTreeSet<String>,
}

impl Walk<'_> {
    /// Takes in an object with the fields of all of `sections`.
    fn object(&mut self, sections: &[String], object: &Map<String, Value>) {
        let outer = self.algorithm.clone();
        if let Some(algorithm) = object.get("algorithm").and_then(Value::as_str) {
            let name = algorithm.split(' ').next().unwrap_or_default();
            let variant = object.get("variant").and_then(Value::as_str).unwrap_or_default();
            self.algorithm = (name.to_owned(), variant.to_owned());
        }
        let mut known = BTreeSet::new();
        for section in sections {
            for field in self.page.fields(section) {
                self.field(section, &field, object);
                known.insert(field.name);
            }
        }
        for key in object.keys().filter(|&key| !known.contains(key)) {
            let section = &sections[sections.len() - 1];
            self.findings.insert(format!("{section}: `{key}` is printed, and the table lacks it"));
        }
        self.algorithm = outer;
    }

    fn field(&mut self, section: &str, field: &Field, object: &Map<String, Value>) {
        let home = self.page.home(section, &field.name).expect("it is in a table");
        let seen = self.seen.entry((home.clone(), field.name.clone())).or_default();
        match object.get(&field.name) {
            None => seen.absent += 1,
            Some(Value::Null) if field.kind != Kind::Null => seen.null += 1,
            Some(value) => {
                seen.there += 1;
                if !self.is(&field.kind, value) {
                    let kind = said(&field.kind);
                    self.findings.insert(format!("{home}: `{}` is not {kind}", field.name));
                }
            }
        }
    }

    /// Whether a value is of this type; objects are taken in.
    fn is(&mut self, kind: &Kind, value: &Value) -> bool {
        match kind {
            Kind::Text => value.is_string(),
            Kind::Integer => value.is_u64(),
            Kind::LargeInteger => {
                let digits = value.as_str().and_then(|digits| digits.parse::<u64>().ok());
                value.as_u64().map_or(digits > Some(1 << 53), |number| number <= 1 << 53)
            }
            Kind::Number => value.is_number(),
            Kind::Boolean => value.is_boolean(),
            Kind::Null => value.is_null(),
            Kind::Node => value.is_u64() || self.is(&Kind::List(Kind::Integer.into()), value),
            Kind::Json(kind) => {
                let value = value.as_str().and_then(|text| serde_json::from_str(text).ok());
                value.is_some_and(|value: Value| self.is(kind, &value))
            }
            Kind::OrNull(kind) => value.is_null() || self.is(kind, value),
            Kind::List(kind) => self.all(kind, value.as_array().map(|list| list.iter())),
            Kind::Pair(kind) => {
                let pair = value.as_array().filter(|pair| pair.len() == 2);
                self.all(kind, pair.map(|pair| pair.iter()))
            }
            Kind::Map(kind) => self.all(kind, value.as_object().map(Map::values)),
            Kind::Object(section) => {
                let Some(object) = value.as_object() else { return false };
                self.object(&sections_of(section, object, &self.algorithm), object);
                true
            }
        }
    }

    fn all<'v>(&mut self, kind: &Kind, values: Option<impl Iterator<Item = &'v Value>>) -> bool {
        let Some(values) = values else { return false };
        values.map(|value| self.is(kind, value)).fold(true, |all, one| all & one)
    }

    /// What the tables say of fields, beside what was seen.
    fn compare(&mut self) {
        for (section, field) in self.page.all() {
            let name = &field.name;
            let key = (section.to_owned(), name.clone());
            let Some(seen) = self.seen.get(&key).filter(|seen| seen.there + seen.null > 0) else {
                self.findings
                    .insert(format!("{section}: `{name}` is in the table, and no run prints it"));
                continue;
            };
            if seen.there == 0 && (section, name.as_str()) != ALWAYS_NULL {
                self.findings.insert(format!("{section}: `{name}` is null in every run"));
            }
            let mut found = Gaps { null: seen.null > 0, absent: seen.absent > 0 };
            if (section, name.as_str()) == NEVER_NULL {
                assert!(!found.null, "{section}: `{name}` was seen null after all");
                found.null = true;
            }
            let mut said = field.gaps;
            said.null &= field.kind != Kind::Null;
            if found != said {
                let (found, said) = (in_words(found), in_words(said));
                self.findings.insert(format!("{section}: `{name}` can be {found}, not {said}"));
            }
        }
    }
}

/// The sections with the fields of an object that has `section`; of parameters those of the algorithm and of what it chose, too.
fn sections_of(
    section: &str,
    object: &Map<String, Value>,
    (algorithm, variant): &(String, String),
) -> Vec<String> {
    let mut sections = vec![section.to_owned()];
    if section == "parameters" {
        assert!(!algorithm.is_empty(), "parameters are those of an algorithm");
        let chosen = object.get("chosen").and_then(|value| value.as_str().map(str::to_owned));
        for name in [Some(format!("{algorithm}{variant}")), chosen].into_iter().flatten() {
            sections.push(format!("parameters-of-{}", super::page::anchor(&name)));
        }
    }
    sections
}

fn in_words(gaps: Gaps) -> &'static str {
    match (gaps.null, gaps.absent) {
        (false, false) => "always there",
        (true, false) => "null",
        (false, true) => "absent",
        (true, true) => "null and absent",
    }
}

/// A type as tables have it.
fn said(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".to_owned(),
        Kind::Integer => "integer".to_owned(),
        Kind::LargeInteger => "large integer".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Node => "node".to_owned(),
        Kind::Json(kind) => format!("JSON of {}", said(kind)),
        Kind::OrNull(kind) => format!("{} or null", said(kind)),
        Kind::List(kind) => format!("list of {}", said(kind)),
        Kind::Pair(kind) => format!("pair of {}", said(kind)),
        Kind::Map(kind) => format!("map of {}", said(kind)),
        Kind::Object(section) => section.clone(),
    }
}
