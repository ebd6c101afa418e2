//! What `sweep --slurm` writes and says, and what it refuses.

use super::{Folder, meshcast, parsed};
use meshcast_engine::Shape;
use serde_json::json;
use std::fs;
use std::path::Path;

const PLAN: &str = r#"
title = "Seven runs"
[[runs]]
algorithms = ["hamiltonian", "buffered"]
workloads = ["uniform"]
sides = [8, 16, 32]
[[runs]]
algorithms = ["hamiltonian"]
workloads = ["transpose"]
sides = [4]
"#;

/// A folder with the plan, and the plan.
fn planned() -> (Folder, std::path::PathBuf) {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    (folder, plan)
}

/// The file `name` in the folder `out`, with what differs from machine to machine named.
fn written(folder: &Folder, name: &str) -> String {
    let text = fs::read_to_string(folder.path("out").join(name)).expect("a file");
    let program = std::env::current_exe().expect("this program has a place");
    let root = folder.path("").display().to_string();
    let text = match text
        .split_once(" != ")
        .and_then(|(before, rest)| Some((before, rest.split_once('*')?)))
    {
        Some((before, (digest, after))) => {
            assert!(
                digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()),
                "{digest}"
            );
            format!("{before} != [digest]*{after}")
        }
        None => text,
    };
    text.replace(&program.display().to_string(), "[program]")
        .replace(root.trim_end_matches('/'), "[folder]")
        .replace(concat!("meshcast ", env!("CARGO_PKG_VERSION")), "meshcast [version]")
}

#[test]
fn the_files_are_a_job_array_over_shards_a_merge_and_a_script_that_submits_both() {
    let (folder, plan) = planned();
    let line = "sweep {} --out {} --slurm --tasks 3 --threads 2 --seed 7";
    meshcast(line, &[&plan, &folder.path("out")]).well();
    for (name, golden) in [
        ("sweep.sbatch", include_str!("golden/slurm/sweep.sbatch")),
        ("merge.sbatch", include_str!("golden/slurm/merge.sbatch")),
        ("submit.sh", include_str!("golden/slurm/submit.sh")),
    ] {
        assert_eq!(written(&folder, name), golden);
    }
    assert_eq!(fs::read_dir(folder.path("out")).expect("the folder").count(), 3);
}

#[test]
fn the_page_shows_the_job_array_as_it_is_written() {
    let page = include_str!("../../../docs/clusters.md");
    let places = [
        ("[program]", "/opt/meshcast/bin/meshcast"),
        ("[folder]", "/home/ada"),
        ("[digest]", "4c9d…"),
        ("[version]", env!("CARGO_PKG_VERSION")),
    ];
    let golden = include_str!("golden/slurm/sweep.sbatch").to_owned();
    let shown = places.iter().fold(golden, |text, (name, place)| text.replace(name, place));
    assert!(page.contains(&shown), "the page lacks\n{shown}");
}

#[test]
fn the_text_says_what_is_asked_for_and_how_to_submit() {
    let (folder, plan) = planned();
    let out = folder.path("out");
    let said = meshcast("sweep {} --out {} --slurm --tasks 3", &[&plan, &out]).well();
    let place = out.display();
    let expected = format!(
        "plan.toml: Seven runs

  runs          7 in 3 tasks
  a task        asks for 1 processor, 65 MiB and 6 minutes
  the merge     asks for 1 processor, 65 MiB and 6 minutes
  files         {place}/sweep.sbatch, {place}/merge.sbatch, {place}/submit.sh
  submit with   sh {place}/submit.sh
  then          meshcast verify {place}
"
    );
    assert!(said.starts_with(&expected), "{said}");
}

#[test]
fn tasks_are_the_shards_with_their_needs() {
    let folder = Folder::new();
    let table = "algorithms = [\"hamiltonian\"]\nworkloads = [\"uniform\"]";
    let sides = "sides = [4, 128, 5, 6, 512, 7, 8]";
    let plan = folder.file("plan.toml", format!("title = \"t\"\n[[runs]]\n{table}\n{sides}\n"));
    let line = "sweep {} --out {} --slurm --tasks 3 --format json";
    let said = parsed(&meshcast(line, &[&plan, &folder.path("out")]).well());
    let shards = said["tasks"].as_array().expect("tasks");
    let of = |key: &str| shards.iter().map(|task| task[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("shard"), [json!("1/3"), json!("2/3"), json!("3/3")]);
    // Every third of seven runs: sides 4, 6 and 8; 128 and 512; 5 and 7.
    assert_eq!(of("runs"), [json!(3), json!(2), json!(2)]);
    for key in ["memory_mib", "minutes"] {
        let [small, large, other] = [0, 1, 2].map(|at| of(key)[at].as_u64().expect("a number"));
        assert!(small < large && small == other, "{key}: {small}, {large}, {other}");
        assert_eq!(said[key], large, "{key}");
    }
}

#[test]
fn a_task_asks_for_its_largest_runs_at_the_same_time() {
    let folder = Folder::new();
    let asked = |sides: &str, threads: usize| {
        let table = "algorithms = [\"hamiltonian\"]\nworkloads = [\"uniform\"]";
        let text =
            format!("title = \"t\"\n[[runs]]\n{table}\nsides = {sides}\nseeds = [1, 2, 3]\n");
        let plan = folder.file("plan.toml", text);
        let line =
            format!("sweep {{}} --out {{}} --slurm --tasks 1 --format json --threads {threads}");
        let said = parsed(&meshcast(&line, &[&plan, &folder.path("out")]).well());
        said["memory_mib"].as_u64().expect("a number") - 64
    };
    let nodes = Shape::new(512, 512).expect("a mesh").nodes() as u64;
    let one = asked("[512]", 1);
    // A packet and a few words a node at least, and far from a kilobyte.
    assert!(((nodes * 16) >> 20..(nodes * 1024) >> 20).contains(&one), "{one}");
    let near = |found: u64, expected: u64| found.abs_diff(expected) <= 2;
    assert!(near(asked("[512]", 2), 2 * one), "two runs at the same time");
    assert!(near(asked("[512]", 9), 3 * one), "no more than there are");
    assert!(near(asked("[4, 512, 8]", 1), one), "the largest one");
}

#[test]
fn without_tasks_there_are_as_few_as_end_in_time() {
    let folder = Folder::new();
    let plan = folder.file(
        "plan.toml",
        "title = \"Long\"\n[[runs]]\nalgorithms = [\"unicast\"]\nworkloads = [\"uniform\"]\nsides = [64, 128]\n\
         congestions = [64]\nseeds = [1, 2, 3, 4, 5, 6]\n",
    );
    let asked = |flags: &str| {
        let line = format!("sweep {{}} --out {{}} --slurm --format json {flags}");
        let said = parsed(&meshcast(&line, &[&plan, &folder.path("out")]).well());
        let tasks = said["tasks"].as_array().expect("tasks").len();
        (tasks as u64, said["minutes"].as_u64().expect("a number"))
    };
    let (_, whole) = asked("--tasks 1");
    assert!(whole > 15, "{whole} minutes are too few to be divided");
    let allowed = whole / 2 + 3;
    let (tasks, minutes) = asked(&format!("--task-time {allowed}"));
    assert!(tasks > 1 && minutes <= allowed, "{tasks} tasks of {minutes} minutes");
    assert!(asked(&format!("--tasks {}", tasks - 1)).1 > allowed, "fewer would do");
}

#[test]
fn flags_of_slurm_are_refused_where_they_mean_nothing() {
    let (folder, plan) = planned();
    let size = "expected a size such as 512M or 4G, of 1M at least; see --help";
    let time = "expected minutes, hours:minutes:seconds or days-hours:minutes:seconds, of a minute at least; see --help";
    for (flags, expected) in [
        ("--slurm --shard 1/2", "the argument '--slurm' cannot be used with '--shard <i/N>'; see --help".to_owned()),
        ("--slurm --repair", "the argument '--slurm' cannot be used with '--repair'; see --help".to_owned()),
        ("--tasks 2", "the following required arguments were not provided: --slurm; see --help".to_owned()),
        ("--task-memory 1G", "the following required arguments were not provided: --slurm; see --help".to_owned()),
        ("--task-time 10", "the following required arguments were not provided: --slurm; see --help".to_owned()),
        (
            "--slurm --tasks 1001",
            "invalid value '1001' for '--tasks <N>': expected a whole number from 1 to 1000; see --help".to_owned(),
        ),
        ("--slurm --task-memory 4GB", format!("invalid value '4GB' for '--task-memory <SIZE>': {size}")),
        ("--slurm --task-memory -1", format!("invalid value '-1' for '--task-memory <SIZE>': {size}")),
        ("--slurm --task-time 1h", format!("invalid value '1h' for '--task-time <TIME>': {time}")),
        ("--slurm --task-time 0", format!("invalid value '0' for '--task-time <TIME>': {time}")),
        ("--slurm --tasks 8", "--tasks: expected at most as many as the plan has runs, 7, found 8".to_owned()),
    ] {
        let ran = meshcast(&format!("sweep {{}} --out {{}} {flags}"), &[&plan, &folder.path("out")]);
        assert_eq!(ran.refused(), expected, "{flags}");
        assert_eq!(folder.names(), ["plan.toml"], "{flags}");
    }
}

#[test]
fn what_asks_for_more_than_a_task_may_is_refused_by_name() {
    let (folder, plan) = planned();
    for (flags, expected) in [
        (
            "--task-memory 64M",
            "hamiltonian on uniform of 8 x 8 nodes, seed 1 needs 65 MiB of memory; --task-memory allows 64 MiB",
        ),
        (
            "--task-time 5",
            "hamiltonian on uniform of 8 x 8 nodes, seed 1 needs up to 6 minutes; --task-time allows 5",
        ),
    ] {
        let line = format!("sweep {{}} --out {{}} --slurm {flags}");
        let ran = meshcast(&line, &[&plan, &folder.path("out")]);
        assert_eq!(ran.refused(), expected, "{flags}");
        assert_eq!(folder.names(), ["plan.toml"], "{flags}");
    }
}

#[test]
fn a_task_that_asks_for_more_than_it_may_is_refused_with_what_helps() {
    let folder = Folder::new();
    let table =
        "algorithms = [\"unicast\"]\nworkloads = [\"uniform\"]\nsides = [128]\nseeds = [1, 2, 3]";
    let plan = folder.file("plan.toml", format!("title = \"t\"\n[[runs]]\n{table}\n"));
    let sweep = |flags: &str| {
        let line = format!("sweep {{}} --out {{}} --slurm {flags}");
        meshcast(&line, &[&plan, &folder.path("out")])
    };
    let asked = |flags: &str, key: &str| {
        let said = sweep(&format!("{flags} --format json")).well();
        std::fs::remove_dir_all(folder.path("out")).expect("the folder of the files");
        parsed(&said)[key].as_u64().expect("a number")
    };
    let (one, all) =
        (asked("--tasks 3", "memory_mib"), asked("--tasks 1 --threads 3", "memory_mib"));
    let expected = format!(
        "task 1/1 needs {all} MiB of memory; --task-memory allows {one} MiB: ask for fewer --threads"
    );
    let flags = format!("--tasks 1 --threads 3 --task-memory {one}M");
    assert_eq!(sweep(&flags).refused(), expected);
    let (one, all) = (asked("--tasks 3", "minutes"), asked("--tasks 1", "minutes"));
    let expected = format!(
        "task 1/1 needs up to {all} minutes; --task-time allows {one}: ask for more --tasks"
    );
    assert_eq!(sweep(&format!("--tasks 1 --task-time {one}")).refused(), expected);
    assert_eq!(folder.names(), ["plan.toml"]);
}

#[test]
fn a_plan_that_is_refused_leaves_nothing_for_slurm() {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", "title = \"x\"\n");
    let ran = meshcast("sweep {} --out {} --slurm", &[&plan, &folder.path("out")]);
    assert!(ran.refused().contains("expected a table [[runs]]"), "{}", ran.err);
    let ran =
        meshcast("sweep {} --out {} --slurm", &[Path::new("nowhere.toml"), &folder.path("out")]);
    assert!(ran.refused().starts_with("nowhere.toml: expected a plan in a file"), "{}", ran.err);
    assert_eq!(folder.names(), ["plan.toml"]);
}

#[test]
fn the_plan_is_not_overwritten_and_a_file_is_no_folder() {
    let folder = Folder::new();
    let plan = folder.file("sweep.sbatch", PLAN);
    let ran = meshcast("sweep {} --out {} --slurm", &[&plan, &folder.path("")]);
    assert!(ran.refused().contains("would overwrite the plan"), "{}", ran.err);
    let ran = meshcast("sweep {} --out {} --slurm", &[&plan, &plan]);
    assert!(ran.refused().contains("cannot be written"), "{}", ran.err);
    assert_eq!(folder.names(), ["sweep.sbatch"]);
    assert_eq!(fs::read_to_string(plan).expect("the plan"), PLAN);
}
