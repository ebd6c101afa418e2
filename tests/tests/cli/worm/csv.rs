//! `--csv` of `meshcast worm plan`, `latency` and `run`: a row a worm.

use super::super::{Folder, meshcast, parsed};
use super::FIG_2;
use serde_json::Value;
use std::fs;

/// The records of a table, the names of the columns first.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let records = reader.records().map(|record| record.expect("a record"));
    records.map(|record| record.iter().map(str::to_owned).collect()).collect()
}

/// The cell of a row under a name.
pub(super) fn column<'a>(rows: &[Vec<String>], row: &'a [String], name: &str) -> &'a str {
    let place = rows[0].iter().position(|column| column == name);
    &row[place.unwrap_or_else(|| panic!("a column {name}"))]
}

/// What `--csv` and `--format json` say of one command.
fn both(line: &str) -> (Vec<Vec<String>>, Value) {
    let folder = Folder::new();
    let csv = folder.path("worms.csv");
    let object = meshcast(&format!("{line} --csv {{}} --format json"), &[&csv]).well();
    (rows(&fs::read_to_string(&csv).expect("the rows are written")), parsed(&object))
}

/// Nodes as the command line takes them.
fn named(nodes: &Value) -> String {
    let text = |node: &Value| match node {
        Value::Array(at) => at.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
        number => number.to_string(),
    };
    nodes.as_array().expect("a list").iter().map(text).collect::<Vec<_>>().join(";")
}

#[test]
fn a_row_of_a_plan_has_its_path() {
    let (rows, plan) = both(&format!("{FIG_2} --scheme otms --ports free --grouping ppg"));
    assert_eq!(rows[0], ["worm", "source", "length", "destinations", "nodes", "stage", "group"]);
    let paths = plan["paths"].as_array().expect("paths");
    assert_eq!(rows.len(), 1 + paths.len());
    for (number, (row, path)) in rows[1..].iter().zip(paths).enumerate() {
        let cell = |name| column(&rows, row, name);
        assert_eq!(cell("worm"), number.to_string());
        assert_eq!(cell("length"), path["length"].to_string());
        assert_eq!(cell("destinations"), named(&path["destinations"]));
        assert_eq!(cell("nodes"), named(&path["nodes"]));
        assert_eq!(cell("source"), cell("nodes").split(';').next().expect("a node"));
        assert_eq!(cell("stage"), path["stage"].to_string());
        let group = path.get("group").map_or_else(String::new, Value::to_string);
        assert_eq!(cell("group"), group);
    }
}

/// Without groups: 5 and 18 hops, the first destinations after 2 hops; no worm waits.
#[test]
fn a_row_of_a_latency_has_its_times() {
    let line = FIG_2.replace("plan", "latency");
    let (rows, _) = both(&format!("{line} --scheme dual-path"));
    assert_eq!(rows[0][7..], ["start_ns", "injected_ns", "delivered_ns", "deliveries_ns"]);
    let after = |hops: u64| (1000 + hops * 25 + 99 * 5).to_string();
    let first = &rows[1];
    assert_eq!(column(&rows, first, "destinations"), "1,6;2,6;1,7");
    assert_eq!(
        first[7..],
        ["0".to_owned(), "1000".to_owned(), after(5), [2, 3, 5].map(after).join(";")]
    );
    assert_eq!(column(&rows, &rows[2], "delivered_ns"), after(18));
    for leaders in ["barrier", "async"] {
        let grouped = format!("{line} --scheme dual-path --grouping ppg --leaders {leaders}");
        let (rows, result) = both(&grouped);
        let ends = rows[1..].iter().map(|row| column(&rows, row, "delivered_ns"));
        let end = ends.map(|end| end.parse::<u64>().expect("a time")).max();
        assert_eq!(end, result["latency_ns"].as_u64(), "{leaders}");
    }
}

#[test]
fn worms_of_a_file_have_rows() {
    let folder = Folder::new();
    let file = folder
        .file("own.json", r#"{"worms":[{"path":[[1,0],[0,0]],"destinations":[[0,0]],"start":7}]}"#);
    for (command, expected) in [
        (
            "plan",
            "worm,source,length,destinations,nodes,start_ns\n0,\"1,0\",1,\"0,0\",\"1,0;0,0\",7\n",
        ),
        (
            "latency",
            "worm,source,length,destinations,nodes,start_ns,injected_ns,delivered_ns,deliveries_ns\n\
             0,\"1,0\",1,\"0,0\",\"1,0;0,0\",7,1007,1527,1527\n",
        ),
    ] {
        let ran = meshcast(&format!("worm {command} --mesh 2x2 --paths {{}} --csv -"), &[&file]);
        assert_eq!((ran.status, ran.out.as_str()), (0, expected));
        assert!(ran.err.starts_with("1 worm on the 2x2 mesh\n"), "{}", ran.err);
    }
}

/// From (0, 0) to (2, 0) and (2, 1) on 3 x 3; node 4 keeps its message, which takes no worm; node 8 sends to node 5, next to it.
#[test]
fn a_row_of_a_run_has_its_message() {
    let folder = Folder::new();
    let lines = "{\"source\":0,\"destinations\":[2,5]}\n{\"source\":4,\"destinations\":[4]}\n{\"source\":8,\"destinations\":[5]}\n";
    let set = folder.file("set.jsonl", lines);
    let ran = meshcast("worm run --mesh 3x3 --input {} --csv -", &[&set]);
    let expected = "message,worm,source,length,destinations,nodes,start_ns,injected_ns,delivered_ns,deliveries_ns\n\
                    0,0,\"0,0\",3,\"2,0;2,1\",\"0,0;1,0;2,0;2,1\",0,1000,1570,1545;1570\n\
                    2,1,\"2,2\",1,\"2,1\",\"2,2;2,1\",0,1000,1520,1520\n";
    assert_eq!((ran.status, ran.out.as_str()), (0, expected));
    let none = folder.file("none.jsonl", "{\"source\":3,\"destinations\":[]}\n");
    let ran = meshcast("worm run --input {} --csv -", &[&none]);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    let (rows, result) = both("worm run --workload sparse --hypercube 4 --grouping ppg");
    assert_eq!(Some(rows.len() as u64 - 1), result["worms"].as_u64());
    let ends = rows[1..].iter().map(|row| column(&rows, row, "delivered_ns"));
    let end = ends.map(|end| end.parse::<u64>().expect("a time")).max();
    assert_eq!(end, result["makespan_ns"].as_u64());
}

#[test]
fn files_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let graph = folder.file("path.edges", "0 1\n1 2\n");
    let set = folder.file("set.csv", "");
    for line in [
        "worm plan --graph {} --source 0 --destinations 2",
        "worm latency --graph {} --source 0 --destinations 2",
        "worm run --graph {} --workload sparse",
    ] {
        let ran = meshcast(&format!("{line} --csv rows.txt"), &[&graph]);
        let expected = "--csv: expected a name that ends in .csv, found rows.txt";
        assert_eq!(ran.refused(), expected, "{line}");
        let ran = meshcast(&format!("{line} --csv - --svg -"), &[&graph]);
        assert!(ran.refused().contains("would overwrite --svg"), "{line}: {}", ran.err);
    }
    let ran = meshcast("worm run --mesh 2x2 --input {} --csv {}", &[&set, &set]);
    assert!(ran.refused().contains("would overwrite --input"), "{}", ran.err);
}
