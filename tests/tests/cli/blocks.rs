//! Files with more rows than the mesh has nodes: `--block`.

use super::{Folder, lasting, meshcast, parsed};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Every algorithm, with whether it takes all messages of a node at once.
const ALGORITHMS: [(&str, bool); 15] = [
    ("hamiltonian", false),
    ("buffered", false),
    ("randomized:paper", false),
    ("randomized:tuned", false),
    ("randomized:sweep", false),
    ("randomized:certified", false),
    ("randomized:slotted", false),
    ("deterministic:paper", false),
    ("deterministic:rounds", false),
    ("deterministic:sweep", false),
    ("deterministic:explicit", false),
    ("unicast", false),
    ("greedy-unicast", true),
    ("greedy-tree", true),
    ("auto", false),
];

/// A sparse matrix: its rows and the (row, column) of its entries, from 0.
struct Matrix {
    rows: usize,
    entries: BTreeSet<(usize, usize)>,
}

impl Matrix {
    /// About `each` entries a column, on the diagonal and wherever a generator of Knuth's says.
    fn random(rows: usize, each: usize, seed: u64) -> Self {
        let mut state = seed;
        let mut below = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let diagonal = (0..rows).step_by(3).map(|row| (row, row));
        let mut entries: BTreeSet<_> = diagonal.collect();
        entries.extend((0..rows * each).map(|entry| (below(rows), entry % rows)));
        Self { rows, entries }
    }

    fn file(&self, folder: &Folder) -> PathBuf {
        let mut text = format!(
            "%%MatrixMarket matrix coordinate pattern general\n{} {} {}\n",
            self.rows,
            self.rows,
            self.entries.len()
        );
        for (row, column) in &self.entries {
            writeln!(text, "{} {}", row + 1, column + 1).expect("text grows");
        }
        folder.file("matrix.mtx", &text)
    }

    /// What a result should say of its messages on so many nodes, and of the classes of them.
    fn messages(&self, block: &str, nodes: usize) -> (Value, Vec<Value>) {
        let most = self.rows.div_ceil(nodes);
        let node = |row: usize| if block == "cyclic" { row % nodes } else { row / most };
        let mut lists: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
        for &(row, column) in &self.entries {
            lists.entry((node(column), column)).or_default().insert(node(row));
        }
        let mut classes: Vec<Vec<&BTreeSet<usize>>> = Vec::new();
        let mut of_node = vec![0; nodes];
        for ((source, _), list) in &lists {
            let class = of_node[*source];
            of_node[*source] += 1;
            classes.resize(classes.len().max(class + 1), Vec::new());
            classes[class].push(list);
        }
        let size = |lists: &[&BTreeSet<usize>]| {
            let for_node = |node: usize| lists.iter().filter(|list| list.contains(&node)).count();
            let deliveries: usize = lists.iter().map(|list| list.len()).sum();
            let degree = lists.iter().map(|list| list.len()).max();
            let congestion = (0..nodes).map(for_node).max();
            json!({"count": lists.len(), "degree": degree, "congestion": congestion, "deliveries": deliveries})
        };
        let all: Vec<&BTreeSet<usize>> = lists.values().collect();
        let mut whole = size(&all);
        whole["source"] = json!("matrix.mtx");
        whole["per_node"] = json!(classes.len());
        (whole, classes.iter().map(|class| size(class)).collect())
    }
}

fn number(result: &Value, key: &str) -> u64 {
    result[key].as_u64().unwrap_or_else(|| panic!("{key} of {result}"))
}

/// What `classes` say of their sizes, without what came of them.
fn sizes(classes: &Value) -> Vec<Value> {
    let classes = classes.as_array().expect("a list of classes");
    let size = |class: &Value| {
        let mut size = class.clone();
        for key in ["steps", "parameters"] {
            size.as_object_mut().expect("an object").remove(key);
        }
        size
    };
    classes.iter().map(size).collect()
}

/// A run is right: what it routed, in which classes, over which bound; and so is its trace, for a checker that knows no classes.
fn check(
    algorithm: &str,
    at_once: bool,
    mesh: (usize, usize),
    block: &str,
    matrix: &Matrix,
) -> u64 {
    let folder = Folder::new();
    let (file, trace) = (matrix.file(&folder), folder.path("trace.ndjson"));
    let (side, cols) = mesh;
    let set =
        format!("--input {{}} --block {block} --side {side} --cols {cols} --placement hilbert");
    let line =
        format!("route --algorithm {algorithm} {set} --audit full --trace {{}} --format json");
    let result = parsed(&meshcast(&line, &[&file, &trace]).well());
    let context = format!("{algorithm} {mesh:?} {block}");
    let (messages, classes) = matrix.messages(block, side * cols);
    assert_eq!(result["messages"], messages, "{context}");
    let (steps, bound) = (number(&result, "steps"), number(&result, "lower_bound"));
    assert!(
        steps >= bound && bound >= number(&messages, "congestion"),
        "{context}: {steps}, {bound}"
    );
    assert_eq!(
        (&result["deliveries"], &result["undelivered"]),
        (&messages["deliveries"], &json!(0))
    );
    let found = &result["classes"];
    if at_once {
        assert_eq!(found, &Value::Null, "{context}");
    } else {
        assert_eq!(sizes(found), classes, "{context}");
        let of_classes =
            found.as_array().expect("classes").iter().map(|class| number(class, "steps"));
        assert_eq!(of_classes.sum::<u64>(), steps, "{context}");
    }
    let ledger = result["ledger"].as_array().expect("a ledger");
    assert_eq!(ledger.iter().map(|line| number(line, "steps")).sum::<u64>(), steps, "{context}");
    let checked =
        parsed(&meshcast(&format!("check {{}} {set} --format json"), &[&trace, &file]).well());
    for (of_trace, of_run) in [
        ("steps", &result["steps"]),
        ("peak", &result["buffer"]["peak"]),
        ("links", &result["links"]["uses"]),
        ("deliveries", &messages["deliveries"]),
    ] {
        assert_eq!(&checked[of_trace], of_run, "{context}: {of_trace}");
    }
    steps
}

#[test]
fn sixteen_rows_a_node_are_routed_bounded_and_audited_by_every_algorithm() {
    for (mesh, rows) in [((4, 4), 256), ((3, 5), 240)] {
        let matrix = Matrix::random(rows, 3, 7);
        for block in ["cyclic", "contiguous"] {
            for (algorithm, at_once) in ALGORITHMS {
                check(algorithm, at_once, mesh, block, &matrix);
            }
        }
    }
}

#[test]
fn rows_that_cannot_be_divided_evenly_are_routed() {
    for (mesh, rows, each) in
        [((4, 4), 250, 2), ((2, 7), 43, 5), ((1, 6), 20, 4), ((1, 1), 5, 2), ((8, 2), 17, 9)]
    {
        let matrix = Matrix::random(rows, each, rows as u64);
        for block in ["cyclic", "contiguous"] {
            for (algorithm, at_once) in ALGORITHMS {
                check(algorithm, at_once, mesh, block, &matrix);
            }
        }
    }
}

#[test]
fn greedy_algorithms_are_faster_at_once_than_the_classes_would_be() {
    let matrix = Matrix::random(16 * 64, 4, 3);
    let folder = Folder::new();
    let file = matrix.file(&folder);
    let steps = |algorithm: &str| {
        let line = format!(
            "route --algorithm {algorithm} --input {{}} --block cyclic --side 8 --format json"
        );
        number(&parsed(&meshcast(&line, &[&file]).well()), "steps")
    };
    // Every class takes a packet to the other end of the mesh and back: the bound of one is 14 steps.
    assert!(steps("greedy-tree") < 16 * 14 && steps("greedy-unicast") < 16 * 14);
    assert!(steps("auto") > steps("greedy-tree"));
}

/// What does not depend on how it was found.
fn whole(line: &str, file: &Path) -> String {
    lasting(&meshcast(&format!("{line} --format json"), &[file]).well())
}

#[test]
fn leaps_and_threads_change_nothing() {
    let matrix = Matrix::random(16 * 64, 4, 3);
    let folder = Folder::new();
    let file = matrix.file(&folder);
    for (algorithm, _) in ALGORITHMS.into_iter().filter(|(name, _)| *name != "deterministic:paper")
    {
        let line = format!(
            "route --algorithm {algorithm} --input {{}} --block contiguous --side 8 --congestion-known false"
        );
        // The exit status is 1 if leaps differ.
        let checked = whole(&format!("{line} --mode check --threads 1"), &file);
        let stepped = whole(&format!("{line} --threads 3"), &file);
        assert_eq!(
            checked.replace("\"mode\":\"check\"", "\"mode\":\"step\""),
            stepped,
            "{algorithm}"
        );
    }
}

#[test]
fn a_comparison_runs_every_algorithm_on_the_same_messages() {
    let matrix = Matrix::random(64, 3, 5);
    let folder = Folder::new();
    let file = matrix.file(&folder);
    let set = "--input {} --block cyclic --side 2 --cols 3";
    let compared = parsed(&meshcast(&format!("compare {set} --format json"), &[&file]).well());
    let runs = compared["runs"].as_array().expect("runs");
    assert_eq!((runs.len(), &compared["left_out"]), (ALGORITHMS.len(), &Value::Null));
    let (messages, classes) = matrix.messages("cyclic", 6);
    for run in runs {
        assert_eq!(run["messages"], messages);
        assert_eq!(run["lower_bound"], runs[0]["lower_bound"]);
        let by_classes = run["classes"].as_array().map(Vec::len);
        let is_greedy = run["parameters"]["told_when_done"] == json!(true);
        assert_eq!(by_classes, (!is_greedy).then_some(classes.len()), "{run}");
    }
    let text = meshcast(&format!("compare {set}"), &[&file]).well();
    assert!(text.contains(&format!(", up to {} a node with ", classes.len())), "{text}");
    assert!(text.contains(&format!(" {} classes\n", classes.len())), "{text}");
    let text = meshcast(&format!("route --algorithm hamiltonian {set}"), &[&file]).well();
    let line = format!("  classes       {} one after the other, 7 steps each;", classes.len());
    assert!(text.contains(&line), "{text}");
}

#[test]
fn a_file_that_fits_is_routed_as_without_blocks() {
    let matrix = Matrix::random(30, 3, 9);
    let folder = Folder::new();
    let file = matrix.file(&folder);
    let line = "route --algorithm randomized --input {} --side 6";
    let plain = whole(line, &file);
    for block in ["cyclic", "contiguous"] {
        assert_eq!(whole(&format!("{line} --block {block}"), &file), plain);
    }
}

#[test]
fn what_does_not_fit_in_blocks_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    let file = folder
        .file("huge.mtx", "%%MatrixMarket matrix coordinate pattern general\n9217 3 1\n9217 3\n");
    let line = "route --algorithm greedy-tree --input {} --side 3 --block cyclic --trace {}";
    let refused = meshcast(line, &[&file, &folder.path("trace.ndjson")]);
    let expected = "--block: expected at most 1024 rows a node, found 9217 rows for 9 nodes: 10 nodes are enough";
    assert_eq!(refused.refused(), expected);
    assert_eq!(folder.names(), ["huge.mtx"]);
    assert!(
        meshcast(&line.replace("--side 3", "--side 4"), &[&file, &folder.path("t")]).err.is_empty()
    );
}

#[test]
fn blocks_are_refused_where_they_have_no_meaning() {
    let folder = Folder::new();
    let file = Matrix::random(20, 2, 1).file(&folder);
    let input = "--input {} --block cyclic";
    for (line, expected) in [
        (
            format!("route --algorithm hamiltonian {input}"),
            "--block: expected only with --side, found with a mesh that is as large as the file",
        ),
        (
            format!("spmv {input}"),
            "--block: expected only with --side, found with a mesh that is as large as the file",
        ),
        (
            format!("pram run spmv {input} --side 4"),
            "--block: expected only with route, compare, spmv, check or replay --run, found with pram run",
        ),
        (
            format!("worm run {input} --side 4"),
            "--block: expected only with route, compare, spmv, check or replay --run, found with worm run",
        ),
        (
            format!("compare {input} --side 4 --worms"),
            "--block: expected only with route, compare, spmv, check or replay --run, found with --worms",
        ),
        (
            format!("route --algorithm hamiltonian {input} --side 4 --save-messages out.jsonl"),
            "--save-messages: expected only with a set of at most one message a node, found with --block",
        ),
        (
            format!("route --algorithm deterministic {input} --side 4 --permutations p.npy"),
            "--permutations: expected only with one message a node, found with several",
        ),
    ] {
        assert_eq!(meshcast(&line, &[&file]).refused(), expected, "{line}");
    }
    let workload =
        meshcast("route --algorithm hamiltonian --workload uniform --side 4 --block cyclic", &[]);
    assert_eq!(workload.refused(), "--block: expected only with --input, found with --workload");
    assert_eq!(
        meshcast("route --algorithm hamiltonian --input {} --side 4 --block diagonal", &[&file])
            .status,
        2
    );
    let plain = meshcast("route --algorithm hamiltonian --input {} --side 4", &[&file]);
    assert_eq!(
        plain.refused(),
        "--side: expected a mesh of at least 20 nodes for the messages, found 4 x 4 = 16 nodes"
    );
    assert_eq!(folder.names(), ["matrix.mtx"]);
}

/// The rule that a trace breaks if its line with `from` has `to` in the place of it.
fn broken(trace: &str, from: &str, to: &str) -> Value {
    let folder = Folder::new();
    let changed = trace.replacen(from, to, 1);
    assert_ne!(changed, trace, "{from} is in the trace");
    let checked = meshcast("check {} --format json", &[&folder.file("trace.ndjson", changed)]);
    assert_eq!(checked.status, 1, "{}", checked.err);
    parsed(&checked.out)["rule"].clone()
}

#[test]
fn a_trace_in_which_a_message_of_a_later_class_goes_astray_is_found() {
    let folder = Folder::new();
    let (file, trace) = (Matrix::random(8, 1, 2).file(&folder), folder.path("trace.ndjson"));
    let line = "route --algorithm hamiltonian --input {} --side 2 --block cyclic --trace {}";
    meshcast(line, &[&file, &trace]).well();
    let text = std::fs::read_to_string(&trace).expect("a trace");
    let last = text.lines().rfind(|line| line.contains("\"e\":\"inject\"")).expect("an injection");
    let message = last.rsplit_once("\"m\":").expect("its message").1.trim_end_matches('}');
    let again = last.replace(&format!("\"m\":{message}}}"), "\"m\":0}");
    assert_eq!(broken(&text, last, &again), json!("M5"));
    let delivered =
        text.lines().rfind(|line| line.contains("\"e\":\"deliver\"")).expect("a delivery");
    assert_eq!(broken(&text, &format!("{delivered}\n"), ""), json!("delivery"));
}

#[test]
fn a_plan_with_blocks_has_the_rows_of_the_runs() {
    let folder = Folder::new();
    let file = Matrix::random(48, 3, 4).file(&folder);
    let plan = "title = \"Blocks\"\n[[runs]]\nalgorithms = [\"buffered\", \"greedy-tree\"]\n\
                inputs = [\"matrix.mtx\"]\nsides = [2, 3]\nblock = \"contiguous\"\n";
    let (plan, store) = (folder.file("plan.toml", plan), folder.path("store"));
    meshcast("sweep {} --out {} --format json", &[&plan, &store]).well();
    let exported = folder.path("rows.csv");
    meshcast("export {} --csv {}", &[&store, &exported]).well();
    let mut rows = csv::Reader::from_path(&exported).expect("rows");
    let rows: Vec<BTreeMap<String, String>> =
        rows.deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let line = format!(
            "route --algorithm {} --side {} --block contiguous --input {{}} --format json",
            row["algorithm"], row["mesh_rows"]
        );
        let result = parsed(&meshcast(&line, &[&file]).well());
        for (column, found) in [
            ("steps", &result["steps"]),
            ("lower_bound", &result["lower_bound"]),
            ("messages", &result["messages"]["count"]),
            ("per_node", &result["messages"]["per_node"]),
            ("congestion", &result["messages"]["congestion"]),
            ("peak", &result["buffer"]["peak"]),
        ] {
            assert_eq!(row[column], found.to_string(), "{line}: {column}");
        }
    }
    // No claim is about them.
    for path in [&store, &exported] {
        let verified = parsed(&meshcast("verify {} --format json", &[path]).well());
        let runs = json!({"done": 0, "refused": 0, "failed": 0, "left_out": 4});
        assert_eq!((&verified["runs"], &verified["claims"]), (&runs, &json!([])));
    }
}
