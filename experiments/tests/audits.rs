//! Audits as users make them: of a run that was saved, and of a sweep.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder of a test's own, gone in the end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_meshcast"));
        command.current_dir(&self.0).args(line.split_whitespace()).output().unwrap()
    }

    /// What a command prints that must go well.
    fn well(&self, line: &str) -> String {
        let output = self.run(line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{line}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.well(line)).unwrap()
    }

    /// The error line of a command that must be refused.
    fn refused(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn sum(values: &Value, key: &str) -> u64 {
    list(values).iter().map(|value| whole(&value[key])).sum()
}

#[test]
fn an_audit_of_a_run_adds_up_to_the_run() {
    let folder = Folder::new();
    // Neither tiles nor anything else waits here, so that every node is in a span in every step.
    let line = "route --algorithm buffered --workload sparse --side 12 --audit full --format json";
    let saved = folder.well(line);
    fs::write(folder.path().join("run.json"), &saved).unwrap();
    let run: Value = serde_json::from_str(&saved).unwrap();
    let audit = folder.json("audit --run run.json --format json");
    assert_eq!(audit["schema"], "meshcast.audit/1");
    let steps = whole(&run["steps"]);
    assert_eq!(whole(&audit["steps"]), steps);
    assert_eq!(sum(&audit["primitives"], "steps"), steps);
    let outermost = list(&audit["phases"]).iter();
    let outermost = outermost.filter(|phase| !phase["name"].as_str().unwrap().contains('/'));
    assert_eq!(outermost.map(|phase| whole(&phase["steps"])).sum::<u64>(), steps);
    // All packets at all times, on the mesh, over time, and by span but for t = 0.
    let times = (steps + 1) as f64;
    let on_mesh: f64 = list(&audit["map"]["means"]).iter().filter_map(Value::as_f64).sum();
    let over_time = list(&audit["occupancy"]).iter().flat_map(|bucket| {
        list(&bucket["node_steps"]).iter().map(whole).zip(0..).map(|(times, held)| times * held)
    });
    let over_time: u64 = over_time.sum();
    assert!((on_mesh * times - over_time as f64).abs() < 1e-6 * over_time as f64);
    let by_span = sum(&run["audit"]["spans"], "packet_steps");
    assert!(by_span < over_time && over_time - by_span <= whole(&run["messages"]["count"]));
    assert_eq!(sum(&run["audit"]["spans"], "node_steps"), 144 * steps);
    let mean = audit["mean"].as_f64().unwrap();
    assert!((mean * 144.0 * times - over_time as f64).abs() < 1e-6 * over_time as f64);
    let peaks = list(&audit["map"]["peaks"]).iter().map(whole);
    assert_eq!(peaks.max(), audit["peak"].as_u64());
    let text = folder.well("audit --run run.json");
    for words in
        ["buffered on 12 x 12 nodes: sparse", "primitive", "packets held", "a cell is a node"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn what_is_no_audited_run_is_refused_in_a_line() {
    let folder = Folder::new();
    let saved =
        folder.well("route --algorithm hamiltonian --workload sparse --side 4 --format json");
    fs::write(folder.path().join("run.json"), saved).unwrap();
    let expected = "error: --run: run.json: expected what `meshcast route --audit full --format json` prints, \
                    found a run without a full audit\n";
    assert_eq!(folder.refused("audit --run run.json"), expected);
    let missing = folder.refused("audit --run nothing.json");
    assert!(missing.starts_with("error: --run: nothing.json cannot be read: "), "{missing}");
    let nowhere = folder.refused("audit nowhere");
    assert!(nowhere.starts_with("error: nowhere: expected the results of a sweep"), "{nowhere}");
    assert!(folder.refused("audit").contains("required"));
    assert!(folder.refused("audit nowhere --run run.json").contains("cannot be used with"));
}

#[test]
fn an_audit_of_a_sweep_names_the_fullest_run_of_each_algorithm() {
    let folder = Folder::new();
    let plan = r#"
        title = "Peaks"
        [[runs]]
        algorithms = ["buffered", "hamiltonian"]
        workloads = ["uniform"]
        sides = [6]
        congestions = [2, 8, 36]
        audit = "full"
    "#;
    fs::write(folder.path().join("plan.toml"), plan).unwrap();
    folder.well("sweep plan.toml --out results");
    let audit = folder.json("audit results --format json");
    // c = 36 is refused by the workload, and has no buffers.
    assert_eq!(whole(&audit["runs"]), 4);
    let algorithms = list(&audit["algorithms"]);
    assert_eq!(algorithms.len(), 2);
    for found in algorithms {
        assert_eq!((whole(&found["runs"]), whole(&found["audited"])), (2, 2));
        let name = found["algorithm"].as_str().unwrap();
        let peak = |c: u64| {
            let line = format!(
                "route --algorithm {name} --workload uniform --side 6 --congestion {c} --format json"
            );
            whole(&folder.json(&line)["buffer"]["peak"])
        };
        let (small, large) = (peak(2), peak(8));
        assert_eq!(whole(&found["peak"]), small.max(large), "{name}");
        let expected = if large > small { 8 } else { 2 };
        assert_eq!(whole(&found["run"]["congestion"]), expected, "{name}");
        assert!(list(&found["primitives"]).iter().all(|part| part["mean"].is_f64()), "{name}");
    }
    let text = folder.well("audit results");
    assert!(text.contains("buffered, means over 2 full audits"), "{text}");
}
