//! Runs of the program that print every object, with every field, null and gap that small meshes can show.

use super::super::{Folder, data, meshcast, parsed};
use super::page::anchor;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// An object, and the section of the page that it should be like.
pub(super) struct Printed {
    pub(super) section: String,
    pub(super) object: Value,
}

const ROUTES: [&str; 38] = [
    "hamiltonian --input WEST --save-messages @messages.jsonl",
    "hamiltonian --input @none.jsonl",
    "greedy-tree --input @none.jsonl --audit full",
    "greedy-tree --workload sparse --side 8",
    "greedy-unicast --workload sparse --side 8",
    "buffered --workload power-law --side 16",
    "buffered --workload sparse --side 16 --degree 1",
    "buffered --workload sparse --side 16 --congestion-known false",
    "randomized --workload uniform --side 16 --mode leap",
    "randomized --workload uniform --side 16 --congestion-known false",
    "randomized:paper --workload uniform --side 16",
    "randomized:paper --workload uniform --side 16 --congestion-known false",
    "randomized:paper --workload uniform --side 6 --congestion 5 --instances 3",
    "randomized:sweep --workload uniform --side 16",
    "randomized:sweep --workload uniform --side 16 --congestion-known false",
    "randomized:certified --workload uniform --side 16",
    "randomized:certified --workload uniform --side 8 --congestion-known false",
    "randomized:slotted --workload uniform --side 16",
    "randomized:slotted --workload power-law --side 16 --congestion-known false",
    "deterministic:paper --workload uniform --side 8 --congestion 4 --instances 2",
    "deterministic:paper --workload uniform --side 8 --congestion 2 --instances 2 --congestion-known false",
    "deterministic:paper --workload uniform --side 6 --congestion 5 --instances 3",
    "deterministic --schedule fixed --workload uniform --side 8 --congestion 4",
    "deterministic --workload uniform --side 8 --congestion 4",
    "deterministic --workload uniform --side 8 --congestion 4 --permutations @p.npy",
    "deterministic --workload uniform --side 8 --congestion 4 --congestion-known false",
    "deterministic --workload adversarial --against @p.npy --side 8 --congestion 4",
    "deterministic:explicit --workload uniform --side 8 --congestion 4",
    "deterministic:explicit --workload uniform --side 8 --congestion 4 --congestion-known false",
    "deterministic:sweep --workload uniform --side 8 --congestion 4 --header-words 4",
    "deterministic:sweep --workload uniform --side 8 --congestion 4 --congestion-known false",
    "unicast --workload sparse --side 8",
    "unicast --workload power-law --side 8",
    "unicast --workload hot-block --side 16 --congestion 16 --congestion-known false",
    "auto --workload uniform --side 24 --congestion 9",
    "auto --workload permutation --side 12",
    "randomized --input WEST --block cyclic --side 4",
    "greedy-tree --input WEST --block contiguous --side 4",
];

const PRIMITIVES: [&str; 6] = ["sort", "scan", "reduce", "permutation", "kk", "migration"];

/// Permutations come first: routes read them.
const EXPANDERS: [&str; 14] = [
    "generate --inputs 64 --out @p.npy --seed 5",
    "generate --inputs 64 --degree 4 --outputs 16 --out @g.npy",
    "generate --inputs 8 --degree 2 --outputs 4 --out @s.npy",
    "verify @g.npy --inputs 64 --outputs 16 --degree 4 --lambda 0.1 --effort 100000",
    "verify @g.npy --inputs 64 --outputs 3 --degree 4",
    "verify @s.npy --inputs 8 --outputs 4 --degree 2",
    "family @s.npy --inputs 8 --degree 2",
    "family @s.npy --inputs 8 --degree 2 --from 1 --to 1",
    "rounds --nodes 65536 --congestion 256 --failure-log2 -20",
    "rounds --nodes 65536 --congestion 256 --failure-log2 -20 --schedule shrink",
    "rounds --nodes 64 --congestion 1 --failure-log2 -20",
    "rounds --explicit --nodes 4096 --congestion 16",
    "rounds --explicit --nodes 64 --congestion 1",
    "rounds --explicit --nodes 4096 --congestion 16 --alpha 2",
];

const SWEEPS: [&str; 18] = [
    "sweep @plan.toml --out @store",
    "sweep @plan.toml --out @store --repair",
    "sweep @one.toml --out @one",
    "sweep @one.toml --out @slurm --slurm --tasks 2",
    "audit @store",
    "audit --run @run.json",
    "audit --run @unlimited.json",
    "verify @store",
    "verify @rows.csv",
    "limits scan hamiltonian",
    "crossover @store --to-nodes 2^12",
    "crossover @one --to-nodes 64",
    "merge @store --out @merged",
    "export @store --csv @runs.csv",
    "export @store --csv @expanders.csv --table expanders",
    "export @store --csv @loads.csv --table loads",
    "export @store --csv @prams.csv --table prams",
    "plot @store --out @figures",
];

const WORMS: [&str; 33] = [
    "plan --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2 --scheme otms --ports free",
    "plan --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2;7,7;6,7 --scheme dual-path --grouping gpg",
    "plan --graph @ring.edges --source 0 --destinations 3;5 --scheme ocms",
    "plan --torus 4x4 --source 0,0 --destinations 3,0;0,3 --scheme ocms --address-flits 1 --buffer-flits 2",
    "plan --hypercube 3 --source 0,0,0 --destinations 1,1,1 --scheme dual-path",
    "plan --mesh 2x2 --paths @around.json",
    "latency --graph @ring.edges --paths @ring.json",
    "latency --mesh 2x2 --paths @around.json",
    "dependencies --mesh 2x2 --paths @around.json",
    "dependencies --hypercube 2 --scheme otms",
    "dependencies --graph @ring.edges",
    "latency --graph @ring.edges --source 0 --destinations 3;5 --scheme dual-path",
    "latency --graph @ring.edges --source 0 --destinations 3;5 --scheme dual-path --buffer-flits 2 --inject one",
    "latency --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2;7,7;6,7;0,0;0,1;1,0;7,0;6,0;3,3;4,4 \
     --scheme dual-path --grouping gpg --leaders async --startup-charged once",
    "plan --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2;1,2;0,2;6,1 --scheme otms --effort 0",
    "run --workload sparse --side 4 --grouping gpg",
    "run --workload sparse --side 4 --scheme otms",
    "run --workload permutation --side 2 --congestion 1",
    "run --input @none.jsonl",
    "run --workload sparse --torus 2x2x4",
    "run --workload sparse --hypercube 4",
    "run --graph @ring.edges --input @opposite.jsonl",
    "run --graph @ring.edges --input @opposite.jsonl --consume one",
    "experiment --mesh 4x4 --sizes 4 --sets 2 --readings",
    "experiment --mesh 4x4 --sizes 4 --sets 1 --readings",
    "experiment --mesh 4x4 --sizes 4 --sets 2",
    "experiment --mesh 4x4 --sizes 4 --sets 1",
    "experiment --mesh 4x4 --sizes 4 --sets 2 --load 0.5,1",
    "experiment --mesh 2x2 --sizes 1 --sets 1 --load 0.000001",
    "load --mesh 4x4 --rate 0.05 --kind clustered --window 200000",
    "load --mesh 4x4 --rate 0.000001 --arrivals bernoulli --window 2000",
    "load --mesh 4x4 --window 100000 --schemes dual-path,ocms --groupings none",
    "load --mesh 2x1 --size 1 --rate 0.001 --saturation --warm-up 0 --window 2 --drain 0",
];

/// Four worms around a square, each of which turns into the next.
const AROUND: &str = r#"{"worms":[
{"path":[[0,0],[0,1],[1,1]],"destinations":[[1,1]]},
{"path":[[0,1],[1,1],[1,0]],"destinations":[[1,0]]},
{"path":[[1,1],[1,0],[0,0]],"destinations":[[0,0]]},
{"path":[[1,0],[0,0],[0,1]],"destinations":[[0,1]]}
]}"#;

const TORI: [&str; 6] = [
    "measure --radix 3 --dims 2 --algorithm simple",
    "measure --radix 3 --dims 2 --algorithm diagonal",
    "measure --radix 4 --dims 3 --algorithm balanced",
    "run --radix 3 --dims 2 --algorithm simple --communication broadcast --audit full",
    "run --radix 3 --dims 2 --algorithm simple --communication broadcast",
    "table --radix 3,4 --dims 2",
];

const PRAMS: [&str; 7] = [
    "run list-ranking --side 3",
    "run access --pram crcw-combining --side 3 --audit full --tile-side 2 --per-node 3",
    "run components --input @ring.edges --mode leap",
    "run list-ranking --side 3 --pram erew",
    "compare --side 3",
    "overloads --side 4 --seeds 20 --tile-side 1",
    "list",
];

const PLAN: &str = r#"
title = "Small meshes"
[[runs]]
algorithms = ["buffered", "randomized:sweep", "hamiltonian"]
workloads = ["uniform"]
sides = [8, 16, 32]
congestions = [1, 4]
seeds = [1, 2]
mode = "leap"
[[runs]]
algorithms = ["unicast"]
workloads = ["hot-block"]
sides = [4, 8]
congestions = [4, 16]
degrees = [2]
audit = "full"
[[runs]]
algorithms = ["unicast"]
workloads = ["uniform"]
sides = [8]
[[runs]]
algorithms = ["greedy-tree"]
inputs = ["none.jsonl"]
[[runs]]
algorithms = ["greedy-tree"]
inputs = ["none.jsonl"]
sides = [2]
block = "cyclic"
[[expanders]]
inputs = [64]
outputs = [3, 16]
degrees = [4]
effort = 10000
[[expanders]]
inputs = [8]
outputs = [4]
degrees = [2]
[[loads]]
flags = "--mesh 3x3 --size 2 --window 200000"
schemes = ["dual-path", "ocms"]
groupings = ["none"]
rates = [0.000001, 0.01, 0.02, 5.0]
[[loads]]
flags = "--mesh 2x2 --size 1 --arrivals bernoulli --kind clustered --window 10000 --startup 1000000000000000000"
schemes = ["multi-path"]
rates = [0.1]
[[prams]]
programs = ["access"]
kinds = ["crew", "crcw-combining"]
patterns = ["permutation"]
sides = [4, 8]
[[prams]]
programs = ["access"]
cells_per_processor = [4294967296]
sides = [4]
mode = "leap"
[[prams]]
programs = ["bfs"]
kinds = ["crcw-common", "erew"]
inputs = ["ring.edges"]
mode = "leap"
[[prams]]
programs = ["mis"]
workloads = ["permutation"]
congestions = [1]
degrees = [1]
sides = [4]
[[prams]]
programs = ["components"]
workloads = ["permutation"]
sides = [4]
"#;

/// One algorithm alone.
const ONE: &str = r#"
title = "One algorithm"
[[runs]]
algorithms = ["hamiltonian"]
workloads = ["uniform"]
sides = [4, 8]
congestions = [2]
"#;

/// Rows of other programs: steps of one grow by a factor log n too many, and another has no run with c ≤ n/16.
fn rows_of_others() -> String {
    let row =
        |side: u64| format!("slow,{},4,{}\n", side * side, side * u64::from(2 * side.ilog2()));
    let rows: String = [16, 24, 32, 48, 64, 96, 128, 192, 256].into_iter().map(row).collect();
    format!("algorithm,nodes,congestion,steps\ncrowded,64,16,100\n{rows}")
}

/// All objects that the runs print, and what they write.
pub(super) fn printed() -> Vec<Printed> {
    let folder = Folder::new();
    folder.file("none.jsonl", "{\"source\":3,\"destinations\":[]}\n");
    folder.file("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 5\n0 5\n");
    folder.file("around.json", AROUND);
    folder.file(
        "opposite.jsonl",
        "{\"source\":0,\"destinations\":[1,2]}\n{\"source\":3,\"destinations\":[1,2]}\n",
    );
    folder.file("ring.json", "{\"worms\":[{\"path\":[0,1,2],\"destinations\":[1,2]}]}");
    folder.file("plan.toml", PLAN);
    folder.file("one.toml", ONE);
    folder.file("rows.csv", rows_of_others());
    let run = |line: &str| object(&folder, line);
    let mut printed: Vec<Printed> = Vec::new();
    printed.extend(EXPANDERS.iter().map(|line| run(&format!("expander {line}"))));
    printed.push(run("guarantee randomized --nodes 4096 --congestion 16"));
    printed.push(run("guarantee slotted --nodes 4096 --congestion 16"));
    for (set, file) in
        [("hamiltonian --input WEST", "run.json"), ("greedy-tree --input WEST", "unlimited.json")]
    {
        let full = run(&format!("route --algorithm {set} --audit full"));
        folder.file(file, full.object.to_string());
        printed.push(full);
    }
    printed.extend(ROUTES.iter().map(|line| run(&format!("route --algorithm {line}"))));
    printed.push(run("compare --workload permutation --side 4"));
    printed.push(run("compare --workload sparse --side 4 --worms"));
    printed.push(run("compare --input @opposite.jsonl --cols 4 --worms --consume one"));
    printed.push(run("compare --workload uniform --side 33 --congestion 2"));
    printed.extend(PRIMITIVES.iter().map(|name| run(&format!("primitive {name} --side 4"))));
    for line in SWEEPS {
        if line.ends_with("--repair") {
            printed.push(run(line));
            damage(&folder.path("store"));
        }
        printed.push(run(line));
    }
    printed.push(run("report @store --out @report.html"));
    printed.push(run("replay --run --workload sparse --side 4 --out @replay.html"));
    printed.extend(WORMS.iter().map(|line| run(&format!("worm {line}"))));
    printed.extend(TORI.iter().map(|line| run(&format!("torus {line}"))));
    printed.extend(PRAMS.iter().map(|line| run(&format!("pram {line}"))));
    printed.push(run("spmv --input WEST"));
    printed.push(run("spmv --input WEST --side 4 --block cyclic"));
    printed.push(run("spmv --workload sparse --side 4 --algorithm randomized:sweep"));
    printed.push(run("spmv --workload sparse --side 4 --algorithm greedy-tree"));
    printed.extend(checked(&folder));
    printed.extend(written(&folder));
    printed
}

/// A lawful trace, the same without its end, and with its last event twice.
fn checked(folder: &Folder) -> Vec<Printed> {
    let route = "route --algorithm hamiltonian --input {} --trace {}";
    meshcast(route, &[&data("west0067.mtx"), &folder.path("run.ndjson")]).well();
    let text = fs::read_to_string(folder.path("run.ndjson")).expect("a trace");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    folder.file("cut.ndjson", lines.join("\n"));
    lines.push(lines[lines.len() - 1]);
    folder.file("twice.ndjson", lines.join("\n"));
    let check = |name: &str| object(folder, &format!("check @{name}.ndjson"));
    ["run", "cut", "twice"].map(check).into()
}

/// The objects that the page shows where no run prints them.
pub(super) fn examples(page: &str) -> Vec<Printed> {
    let examples =
        page.split("```json\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or(rest));
    examples.map(|example| Printed::of(parsed(example))).collect()
}

impl Printed {
    /// An object with a schema.
    fn of(object: Value) -> Self {
        let schema = object["schema"].as_str().expect("a schema");
        let kind =
            match schema {
                "meshcast.audit/1" if object.get("phases").is_some() => " of a run",
                "meshcast.audit/1" => " of a sweep",
                "meshcast.worm/1" | "meshcast.worm-routes/1" => {
                    if object.get("latency_ns").is_some() { " of a latency" } else { " of a plan" }
                }
                _ => "",
            };
        Self { section: anchor(&format!("{schema}{kind}")), object }
    }
}

/// What a command prints; words that begin with @ are files of the folder.
fn object(folder: &Folder, line: &str) -> Printed {
    let mut paths: Vec<PathBuf> = Vec::new();
    let words = line.split_whitespace().map(|word| match (word, word.strip_prefix('@')) {
        ("WEST", _) => {
            paths.push(data("west0067.mtx"));
            "{}"
        }
        (_, Some(name)) => {
            paths.push(folder.path(name));
            "{}"
        }
        (word, None) => word,
    });
    let words: Vec<&str> = words.chain(["--format", "json"]).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let ran = meshcast(&words.join(" "), &paths);
    assert!(ran.status < 2, "{line}: {}", ran.err);
    Printed::of(parsed(&ran.out))
}

/// Changes a letter of a stored row.
fn damage(store: &Path) {
    let file = store.join("results.sqlite");
    let mut bytes = fs::read(&file).expect("a store");
    let title = b"Small meshes";
    let at = bytes.windows(title.len()).position(|bytes| bytes == title).expect("the title");
    bytes[at + 2] = b'e';
    fs::write(file, bytes).expect("a store");
}

/// What the runs have written: side files, messages, and rows.
fn written(folder: &Folder) -> Vec<Printed> {
    let read = |name: &str| fs::read_to_string(folder.path(name)).expect("a file");
    let mut written = vec![Printed::of(parsed(&read("p.npy.json")))];
    let message = |line: &str| Printed {
        section: "a-line-of-a-message-set".to_owned(),
        object: parsed(line),
    };
    written.extend(read("messages.jsonl").lines().map(message));
    for table in ["runs", "expanders", "loads", "prams"] {
        let text = read(&format!("{table}.csv"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().expect("a header").clone();
        for record in reader.records() {
            let record = record.expect("a row");
            let cell = |cell: &str| if cell.is_empty() { Value::Null } else { Value::from(cell) };
            let cells =
                names.iter().zip(&record).map(|(name, value)| (name.to_owned(), cell(value)));
            let object = Value::Object(cells.collect::<Map<String, Value>>());
            written.push(Printed { section: format!("rows-{table}"), object });
        }
    }
    written
}
