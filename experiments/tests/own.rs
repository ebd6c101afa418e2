//! Algorithms of one's own stand beside the shipped ones, and are checked like them.

use meshcast::{OwnAlgorithm, Terminal, command_line};
use meshcast_engine::{Machine, Messages, Options, Shape, Violation};
use meshcast_primitives::Circulation;
use serde_json::Value;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tempfile::TempDir;

fn own() -> [OwnAlgorithm; 6] {
    [
        OwnAlgorithm::new(
            "tour",
            "Every message tours the mesh",
            |_| Some(4),
            |_, machine| tour(machine),
        ),
        OwnAlgorithm::new(
            "lazy",
            "No message leaves its node, in as many steps as all nodes know",
            |known| Some(known.congestion()),
            |known, machine| {
                machine.inject(0, |_| 0);
                let steps = known.congestion() as u64 + known.seed();
                (0..steps).try_for_each(|_| machine.step(|_| Ok(())))
            },
        ),
        OwnAlgorithm::new(
            "crowd",
            "Two packets want one slot",
            |_| None,
            |_, machine| {
                machine.inject(0, |_| 0);
                machine.step(|step| step.copy(0, 0, |_| true))
            },
        ),
        OwnAlgorithm::new(
            "deaf",
            "A broken rule is no reason to stop",
            |_| None,
            |_, machine| {
                machine.inject(0, |_| 0);
                let _ = machine.step(|step| step.copy(0, 0, |_| true));
                Ok(())
            },
        ),
        OwnAlgorithm::new(
            "another",
            "Another machine does the work",
            |_| None,
            |_, machine| {
                *machine = another(machine.shape());
                Ok(())
            },
        ),
        OwnAlgorithm::new(
            "curious",
            "Text tells no numbers",
            |_| None,
            |known, machine| {
                machine.inject(0, |_| 0);
                let text = format!("{known:?}");
                (0..text.len()).try_for_each(|_| machine.step(|_| Ok(())))
            },
        )
        .with_payload(2),
    ]
}

fn another(shape: Shape) -> Machine {
    let messages = Arc::new(Messages::new(shape.nodes(), []).expect("a legal set"));
    Machine::new(shape, messages, None, Options::default())
}

fn tour(machine: &mut Machine) -> Result<(), Violation> {
    machine.inject(0, |_| 0);
    Circulation::new(machine.shape()).run(machine)
}

fn meshcast(own: &[OwnAlgorithm], line: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["meshcast"].into_iter().chain(line.split_whitespace()).map(Into::into);
    let status = command_line(own, args, &mut out, &mut err, Terminal::default());
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    (status, text(out), text(err))
}

fn result(line: &str) -> (u8, Value) {
    let (status, out, err) = meshcast(&own(), &format!("{line} --format json"));
    (status, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{line}: {out}{err}")))
}

#[test]
fn a_route_says_of_an_own_algorithm_what_it_says_of_others() {
    let route = "route --workload uniform --side 8 --congestion 4 --algorithm";
    let ((status, tour), (_, shipped)) =
        (result(&format!("{route} tour")), result(&format!("{route} hamiltonian")));
    assert_eq!((status, &tour["algorithm"], &tour["variant"]), (0, &"tour".into(), &Value::Null));
    for same in ["steps", "energy", "depth", "distance", "deliveries", "copies", "lower_bound"] {
        assert_eq!(tour[same], shipped[same], "{same}");
    }
    assert_eq!(tour["parameters"]["knows"], Value::Array(Vec::new()));
    for more in ["--mode check", "--mode leap", "--audit full", "--congestion-known false"] {
        assert_eq!(result(&format!("{route} tour {more}")).0, 0, "{more}");
    }
}

#[test]
fn what_a_program_asks_for_is_in_the_result() {
    let lazy = "route --workload uniform --side 8 --congestion 4 --seed 3 --algorithm lazy";
    let (status, known) = result(lazy);
    assert_eq!((status, &known["undelivered"]), (1, &256.into()));
    assert_eq!((&known["steps"], &known["machine"]["capacity"]), (&7.into(), &4.into()));
    assert_eq!(known["parameters"]["knows"], serde_json::json!(["congestion", "seed"]));
    assert_eq!(known["parameters"]["congestion"], "known");
    let sparse = "route --workload lower-bound --side 8 --congestion 4 --algorithm lazy";
    let (_, unknown) = result(&format!("{sparse} --congestion-known false"));
    // The average number of messages for a node, rounded up.
    assert_eq!(unknown["steps"], 2);
    assert_eq!(unknown["parameters"]["congestion"], "average");
}

#[test]
fn a_broken_rule_of_an_own_algorithm_is_a_violation() {
    let (status, found) = result("route --workload transpose --side 4 --algorithm crowd");
    assert_eq!((status, &found["schema"]), (1, &"meshcast.violation/1".into()));
    assert_eq!((&found["rule"], &found["form"]), (&"M6".into(), &"copy".into()));
}

#[test]
fn a_program_cannot_put_another_machine_in_the_place_of_its_own_nor_swallow_a_violation() {
    let (status, found) = result("route --workload transpose --side 4 --algorithm deaf");
    assert_eq!((status, &found["rule"]), (1, &"M6".into()));
    let another = "route --workload transpose --side 4 --algorithm another";
    let panic = catch_unwind(AssertUnwindSafe(|| meshcast(&own(), another))).expect_err("refused");
    assert_eq!(panic.downcast_ref(), Some(&"a program replaced its machine"));
}

#[test]
fn text_of_what_is_known_tells_no_gifts() {
    let route = |side| {
        result(&format!("route --workload uniform --side {side} --algorithm curious --seed 7"))
    };
    let (_, found) = route(8);
    assert_eq!(found["parameters"]["knows"], serde_json::json!([]));
    assert!(found["parameters"]["congestion"].is_null());
    assert_eq!(found["registers"]["payload_words"], 2);
    // The text is as long whatever the set.
    let (_, other) =
        result("route --workload broadcast --side 8 --congestion 33 --algorithm curious");
    assert_eq!(found["steps"], other["steps"]);
}

#[test]
fn comparisons_help_and_sweeps_know_it() {
    let (status, compared, _) =
        meshcast(&own(), "compare --workload sparse --side 6 --algorithms hamiltonian,tour");
    assert_eq!(status, 0);
    assert!(compared.contains("\n  tour  ") && compared.contains("knows nothing"), "{compared}");
    let (_, help, _) = meshcast(&own(), "route --help");
    assert!(help.contains("- tour: ") && help.contains("Every message tours the mesh"), "{help}");
    let folder = TempDir::new().unwrap();
    let (plan, store) = (folder.path().join("plan.toml"), folder.path().join("store"));
    let text = "title = \"Own\"\n[[runs]]\nalgorithms = [\"tour\", \"hamiltonian\"]\n\
                workloads = [\"uniform\"]\nsides = [8]\ncongestions = [4]\nseeds = [1]\n";
    fs::write(&plan, text).unwrap();
    let sweep = format!("sweep {} --out {}", plan.display(), store.display());
    let (status, _, err) = meshcast(&own(), &sweep);
    assert_eq!(status, 0, "{err}");
    let rows = folder.path().join("rows.csv");
    let export = format!("export {} --csv {}", store.display(), rows.display());
    assert_eq!(meshcast(&own(), &export).0, 0);
    let steps = |name: &str| {
        let mut reader = csv::Reader::from_path(&rows).unwrap();
        let headers = reader.headers().unwrap().clone();
        let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
        let (algorithm, steps) = (column("algorithm"), column("steps"));
        let mut rows = reader.records().map(Result::unwrap);
        rows.find(|row| &row[algorithm] == name).map(|row| row[steps].to_owned())
    };
    assert!(steps("tour").is_some() && steps("tour") == steps("hamiltonian"));
    let (status, verdicts, err) = meshcast(&own(), &format!("verify {}", store.display()));
    assert_eq!(status, 0, "{verdicts}{err}");
}

#[test]
fn names_that_are_taken_or_no_names_are_refused() {
    let named = |name| OwnAlgorithm::new(name, "", |_| None, |_, _| Ok(()));
    let refusals: [(&[OwnAlgorithm], &str); 6] = [
        (&[named("buffered")], "error: an own algorithm: expected a new name, found buffered\n"),
        (
            &[named("randomized")],
            "error: an own algorithm: expected a new name, found randomized\n",
        ),
        (&[named("x"), named("x")], "error: an own algorithm: expected a new name, found x\n"),
        (
            &[named("my own")],
            "error: an own algorithm: expected a name of lower-case letters, digits and hyphens, found \"my own\"\n",
        ),
        (
            &[named("")],
            "error: an own algorithm: expected a name of lower-case letters, digits and hyphens, found \"\"\n",
        ),
        (
            &[named("-h")],
            "error: an own algorithm: expected a name of lower-case letters, digits and hyphens, found \"-h\"\n",
        ),
    ];
    for (own, expected) in refusals {
        let found = meshcast(own, "route --help");
        assert_eq!(found, (2, String::new(), expected.to_owned()));
    }
    // The process knows its own algorithms from the first command line on.
    assert_eq!(meshcast(&own(), "route --help").0, 0);
    let others = meshcast(&[named("another")], "route --help");
    let expected =
        "error: own algorithms: expected those that the process was started with, found others\n";
    assert_eq!(others, (2, String::new(), expected.to_owned()));
}
