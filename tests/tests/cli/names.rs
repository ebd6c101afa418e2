//! Names of algorithms and lists of names, spelled alike for every command, and the refusals of what is not known.

use super::{Folder, lasting, meshcast, parsed};
use std::path::Path;

#[test]
fn an_algorithm_with_its_variant_is_named_alike_everywhere() {
    let set = "--workload uniform --side 8 --format json";
    for (name, variant) in
        [("randomized", "paper"), ("randomized", "tuned"), ("deterministic", "sweep")]
    {
        let by_label = format!("route --algorithm {name}:{variant} {set}");
        let by_flag = format!("route --algorithm {name} --variant {variant} {set}");
        let by_both = format!("route --algorithm {name}:{variant} --variant {variant} {set}");
        let [label, flag, both] =
            [by_label, by_flag, by_both].map(|line| lasting(&meshcast(&line, &[]).well()));
        assert!(label.contains(&format!("\"variant\":\"{variant}\"")), "{label}");
        assert_eq!(label, flag);
        assert_eq!(label, both);
    }
    let contradiction =
        "route --algorithm randomized:paper --variant tuned --workload uniform --side 8";
    assert_eq!(
        meshcast(contradiction, &[]).refused(),
        "--variant: tuned contradicts --algorithm randomized:paper: give one variant"
    );
    let default = "route --algorithm randomized:tuned --variant paper --workload uniform --side 8";
    assert_eq!(
        meshcast(default, &[]).refused(),
        "--variant: paper contradicts --algorithm randomized:tuned: give one variant"
    );
}

#[test]
fn spaces_in_lists_mean_nothing() {
    for (line, plain, spaced) in [
        (
            "compare --workload uniform --side 8 --format json --algorithms {}",
            "hamiltonian,randomized:tuned",
            " hamiltonian , randomized:tuned ",
        ),
        ("torus table --dims 2 --format json --radix {}", "3,5", "3, 5"),
        ("torus table --radix 3 --format json --dims {}", "2,3", " 2 ,3"),
        (
            "worm experiment --mesh 4x4 --sets 2 --format json --schemes dual-path --sizes {}",
            "3,4",
            "3, 4",
        ),
        (
            "worm experiment --mesh 4x4 --sets 2 --format json --sizes 3 --schemes {}",
            "dual-path,ocms",
            "dual-path , ocms",
        ),
        (
            "worm plan --mesh 4x4 --source 1,1 --scheme dual-path --format json --destinations {}",
            "2,2;3,3",
            "2,2 ; 3,3",
        ),
    ] {
        let run = |list: &str| {
            let mut result = parsed(&meshcast(line, &[Path::new(list)]).well());
            strip_timing(&mut result);
            result
        };
        assert_eq!(run(plain), run(spaced), "{line}");
    }
}

/// Removes what cannot repeat.
fn strip_timing(value: &mut serde_json::Value) {
    if let Some(object) = value.as_object_mut() {
        object.remove("timing");
        object.values_mut().for_each(strip_timing);
    } else if let Some(list) = value.as_array_mut() {
        list.iter_mut().for_each(strip_timing);
    }
}

#[test]
fn commands_that_write_files_say_in_json_what_they_wrote() {
    let folder = Folder::new();
    let plan = folder.file(
        "plan.toml",
        "title = \"One run\"\n[[runs]]\nalgorithms = [\"hamiltonian\"]\nworkloads = [\"uniform\"]\nsides = [4]\n",
    );
    let store = folder.path("store");
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let run = |line: &str, name: &str| {
        let path = folder.path(name);
        let result = parsed(&meshcast(line, &[&store, &path]).well());
        assert!(path.exists(), "{line}");
        let place = result["file"].as_str().or(result["folder"].as_str());
        assert_eq!(place, path.to_str(), "{result}");
        assert!(result["version"].is_string() && result["commit"].is_string(), "{result}");
        result
    };
    let export = run("export {} --format json --csv {}", "rows.csv");
    assert_eq!((&export["schema"], &export["rows"]), (&"meshcast.export/1".into(), &1.into()));
    let merge = run("merge {} --format json --out {}", "merged");
    assert_eq!((&merge["schema"], &merge["runs"]), (&"meshcast.merge/1".into(), &1.into()));
    assert_eq!(merge["expanders"], 0);
    let report = run("report {} --format json --out {}", "report.html");
    assert_eq!(report["schema"], "meshcast.report/1");
    let plot = run("plot {} --format json --out {}", "figures");
    assert_eq!(plot["schema"], "meshcast.plot/1");
    let figures = plot["figures"].as_array().expect("a list");
    assert_eq!(report["figures"], figures.len());
    for figure in figures {
        let name = figure["name"].as_str().expect("a name");
        assert!(folder.path("figures").join(format!("{name}.svg")).is_file(), "{figure}");
    }
}

#[test]
fn a_refusal_gives_no_advice_that_leads_nowhere() {
    for line in ["man --format json", "completions bash --format json"] {
        assert_eq!(
            meshcast(line, &[]).refused(),
            "unexpected argument '--format' found; see --help"
        );
    }
    assert_eq!(
        meshcast("export store --cvs rows.csv", &[]).refused(),
        "unexpected argument '--cvs' found; see --help"
    );
}
