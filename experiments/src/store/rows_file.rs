//! Reads runs from a file of rows as `meshcast export --csv` writes them, whoever made them.

use super::row::{DONE, FAILED, REFUSED, RunRow};
use crate::readable::Excerpt;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::io::Read;
use thiserror::Error;

/// The columns without which nothing can be judged.
const NEEDED: [&str; 4] = ["algorithm", "nodes", "congestion", "steps"];

/// The columns that are read. Those that are missing are null.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Columns {
    algorithm: String,
    configuration: Option<String>,
    source: Option<String>,
    mesh_rows: Option<u64>,
    mesh_cols: Option<u64>,
    nodes: u64,
    asked_congestion: Option<u64>,
    asked_degree: Option<u64>,
    seed: Option<u64>,
    mode: Option<String>,
    knowledge: Option<String>,
    status: Option<String>,
    error: Option<String>,
    per_node: Option<u64>,
    degree: Option<u64>,
    congestion: Option<u64>,
    steps: Option<u64>,
    lower_bound: Option<u64>,
    peak: Option<u64>,
    peak_is: Option<String>,
    capacity: Option<u64>,
    link_uses: Option<u64>,
    energy_lower_bound: Option<u64>,
    depth: Option<u64>,
    distance: Option<u64>,
    phases: Option<u64>,
    parameters: Option<String>,
    version: Option<String>,
    build_commit: Option<String>,
}

/// Why a file of rows cannot be judged. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum RowsError {
    #[error("expected the column {missing}, found none: docs/rows.md lists those that are needed")]
    Column { missing: &'static str },
    #[error("line {line}: expected {expected}, found {found}")]
    Value { line: u64, expected: &'static str, found: String },
    #[error("line {line}, column {column}: {reason}")]
    Unreadable { line: u64, column: String, reason: String },
    #[error("{0}")]
    Unread(#[from] csv::Error),
    #[error("expected rows, found none")]
    Empty,
}

/// The runs of a file. They have no keys, and nothing says that they are as any program wrote them.
pub(crate) fn read_rows(file: impl Read) -> Result<Vec<RunRow>, RowsError> {
    let mut reader = csv::Reader::from_reader(file);
    let headers = reader.headers()?.clone();
    let is_missing = |name: &&str| !headers.iter().any(|header| header == *name);
    if let Some(missing) = NEEDED.into_iter().find(|name| is_missing(name)) {
        return Err(RowsError::Column { missing });
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let read = record.deserialize(Some(&headers));
        let columns: Columns = read.map_err(|error| unreadable(error, line, &headers))?;
        rows.push(columns.row(line)?);
    }
    if rows.is_empty() { Err(RowsError::Empty) } else { Ok(rows) }
}

/// Names the column that cannot be read, if it is one.
fn unreadable(error: csv::Error, line: u64, headers: &csv::StringRecord) -> RowsError {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else { return error.into() };
    let Some(column) = err.field().and_then(|field| headers.get(field as usize)) else {
        return error.into();
    };
    let (column, reason) = (column.escape_debug().to_string(), err.kind().to_string());
    RowsError::Unreadable { line, column, reason }
}

impl Columns {
    /// Refuses texts that results would show as they are, but could not.
    fn check_texts(&self, line: u64) -> Result<(), RowsError> {
        let refusal = |expected, found: &str| {
            let found = format!("\"{}\"", found.escape_debug());
            Err(RowsError::Value { line, expected, found })
        };
        if self.algorithm.is_empty() {
            return refusal("the name of an algorithm", "");
        }
        let others = [&self.source, &self.mode, &self.knowledge, &self.error, &self.peak_is];
        let builds = [&self.version, &self.build_commit];
        let texts = others.into_iter().chain(builds).flatten().chain([&self.algorithm]);
        for text in texts {
            if text.contains(char::is_control) {
                return refusal("text without control characters", text);
            }
        }
        if let Some(parameters) = &self.parameters
            && serde_json::from_str::<Map<String, Value>>(parameters).is_err()
        {
            let found = Excerpt::of(parameters.as_bytes()).to_string();
            return Err(RowsError::Value { line, expected: "parameters as a JSON object", found });
        }
        match &self.status {
            Some(status) if ![DONE, FAILED, REFUSED].contains(&status.as_str()) => {
                refusal("the status done, failed or refused", status)
            }
            _ => Ok(()),
        }
    }

    /// The row on a line of the file.
    fn row(self, line: u64) -> Result<RunRow, RowsError> {
        self.check_texts(line)?;
        let status = self.status.clone().unwrap_or_else(|| DONE.to_owned());
        let least = [
            ("nodes of at least 2", Some(self.nodes), 2),
            ("a congestion of at least 1", self.congestion, 1),
            ("steps of at least 1", self.steps, 1),
            ("at least 1 message a node", self.per_node.or(Some(1)), 1),
        ];
        for (expected, found, least) in least {
            if status == DONE && found.is_none_or(|found| found < least) {
                let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
                return Err(RowsError::Value { line, expected, found });
            }
        }
        let or = |value: Option<String>, other: &str| value.unwrap_or_else(|| other.to_owned());
        let mut row = RunRow {
            key: format!("line {line}"),
            algorithm: self.algorithm,
            source: or(self.source, "rows"),
            mesh_rows: self.mesh_rows.unwrap_or(0),
            mesh_cols: self.mesh_cols.unwrap_or(0),
            nodes: self.nodes,
            asked_congestion: self.asked_congestion,
            asked_degree: self.asked_degree,
            // Rows without seeds are of seeds of their own.
            seed: self.seed.unwrap_or(line),
            mode: or(self.mode, "step"),
            knowledge: or(self.knowledge, "known"),
            status,
            error: self.error,
            per_node: self.per_node,
            degree: self.degree.or(Some(1)),
            congestion: self.congestion,
            steps: self.steps,
            lower_bound: self.lower_bound,
            peak: self.peak,
            peak_is: self.peak_is,
            capacity: self.capacity,
            link_uses: self.link_uses,
            energy_lower_bound: self.energy_lower_bound,
            depth: self.depth,
            distance: self.distance,
            phases: self.phases,
            parameters: self.parameters,
            version: or(self.version, ""),
            build_commit: or(self.build_commit, ""),
            ..RunRow::default()
        };
        row.configuration = configuration(&row, self.configuration.as_deref());
        Ok(row)
    }
}

/// What tells the cell of a row from others, whoever made it: the columns that say what was asked for, or else what was measured. Of a
/// configuration that the file gives only how several rows of a matrix were dealt to a node, which files of earlier programs do not say
/// otherwise.
fn configuration(row: &RunRow, given: Option<&str>) -> String {
    let mut columns = serde_json::json!({
        "algorithm": row.algorithm,
        "knowledge": row.knowledge,
        "source": row.source,
        "side": row.nodes,
        "shape": (row.mesh_rows as f64 / row.mesh_cols.max(1) as f64).to_string(),
        "congestion": row.asked_congestion.or(row.congestion),
        "degree": row.asked_degree,
    });
    let given = given.and_then(|given| serde_json::from_str::<Map<String, Value>>(given).ok());
    if let Some(block) = given.and_then(|mut given| given.remove("block")) {
        columns["block"] = block;
    }
    columns.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_columns_are_enough() {
        let text = "steps,algorithm,nodes,congestion,unknown\n100,mine,64,4,x\n120,mine,64,4,y\n";
        let rows = read_rows(text.as_bytes()).unwrap();
        assert_eq!((rows.len(), rows[0].steps, rows[0].nodes), (2, Some(100), 64));
        assert_ne!(rows[0].seed, rows[1].seed, "two runs of one cell");
        assert_eq!(rows[0].configuration, rows[1].configuration);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let said = |text: &str| read_rows(text.as_bytes()).unwrap_err().to_string();
        assert!(said("algorithm,nodes,steps\n").starts_with("expected the column congestion"));
        assert_eq!(said("algorithm,nodes,congestion,steps\n"), "expected rows, found none");
        let zero = said("algorithm,nodes,congestion,steps\na,64,4,9\na,64,4,0\n");
        assert_eq!(zero, "line 3: expected steps of at least 1, found 0");
        let none = said("algorithm,nodes,congestion,steps\na,64,,9\n");
        assert_eq!(none, "line 2: expected a congestion of at least 1, found none");
        let many = said("algorithm,nodes,congestion,steps\na,64,4,many\n");
        assert_eq!(many, "line 2, column steps: invalid digit found in string");
        assert!(said("algorithm,nodes,congestion,steps\na,64,4\n").contains("line: 2"));
        let none = said("algorithm,nodes,congestion,steps,per_node\na,64,4,9,0\n");
        assert_eq!(none, "line 2: expected at least 1 message a node, found 0");
    }

    #[test]
    fn messages_of_a_node_are_one_unless_the_file_says_otherwise() {
        let has_several = |per_node: &str, configuration: &str| {
            let text = format!(
                "algorithm,nodes,congestion,steps,per_node,configuration\na,64,4,9,{per_node},{configuration}\n"
            );
            read_rows(text.as_bytes()).unwrap()[0].has_several_messages()
        };
        let blocks = "\"{\"\"block\"\":\"\"cyclic\"\"}\"";
        let said = ["", "1", "2"]
            .map(|per_node| [has_several(per_node, ""), has_several(per_node, blocks)]);
        assert_eq!(said, [[false, true], [false, false], [true, true]]);
        let text = "algorithm,nodes,congestion,steps\na,64,4,9\n";
        assert!(!read_rows(text.as_bytes()).unwrap()[0].has_several_messages());
    }

    #[test]
    fn parameters_are_an_object() {
        let read = |cell: &str| {
            let text = format!("algorithm,nodes,congestion,steps,parameters\na,64,4,9,{cell}\n");
            read_rows(text.as_bytes())
        };
        for object in ["", "{}", "\"{\"\"fallback\"\":true}\""] {
            assert!(read(object).is_ok(), "{object}");
        }
        assert!(read("\"{\"\"fallback\"\":true}\"").unwrap()[0].fell_back());
        for (cell, found) in
            [("{", "{"), ("fallback", "fallback"), ("3", "3"), ("[]", "[]"), ("{}x", "{}x")]
        {
            let said = read(cell).unwrap_err().to_string();
            let expected =
                format!("line 2: expected parameters as a JSON object, found \"{found}\"");
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn texts_that_cannot_be_shown_are_refused() {
        let said = |text: &str| read_rows(text.as_bytes()).unwrap_err().to_string();
        let escape = said("algorithm,nodes,congestion,steps\na\u{1b}[31m,64,4,9\n");
        assert_eq!(
            escape,
            "line 2: expected text without control characters, found \"a\\u{1b}[31m\""
        );
        let unnamed = said("algorithm,nodes,congestion,steps\n,64,4,9\n");
        assert_eq!(unnamed, "line 2: expected the name of an algorithm, found \"\"");
        let status = said("algorithm,nodes,congestion,steps,status\na,64,4,9,maybe\n");
        assert_eq!(status, "line 2: expected the status done, failed or refused, found \"maybe\"");
    }
}
