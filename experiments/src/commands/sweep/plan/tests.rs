use super::*;
use std::fs;
use tempfile::tempdir;

fn parse(text: &str) -> Result<Plan, PlanError> {
    Plan::parse("plan.toml", text, Path::new(""), 1)
}

/// A plan with a table of runs of one algorithm, and these lines.
fn with(lines: &str) -> String {
    format!("title = \"t\"\n[[runs]]\nalgorithms = [\"buffered\"]\n{lines}\n")
}

fn assert_refused(text: &str, expected: &str) {
    let error = parse(text).expect_err(expected).to_string();
    assert_eq!(error, format!("plan.toml:{expected}"), "{text}");
}

#[test]
fn what_is_no_toml_is_refused_where_it_ends_to_be() {
    assert_refused("title = \"t\"\n[[runs]\n", "2:8: unclosed array table, expected `]`");
    assert_refused("title = \"t\n", "1:11: invalid basic string, expected `\"`");
    assert_refused("title = \"t\"\ntitle = \"u\"\n", "2:1: duplicate key");
}

#[test]
fn keys_that_no_table_has_are_refused() {
    assert_refused(
        "title = \"t\"\ntitel = 3\n",
        "2:1: unknown field `titel`, expected one of `title`, `runs`, `expanders`, `loads`, `prams`",
    );
    assert_refused(
        &with("  side = [4]"),
        "4:3: unknown field `side`, expected one of `algorithms`, `workloads`, `sides`, `congestions`, `degrees`, \
         `experts`, `popularity`, `top`, `inputs`, `placements`, `block`, `knowledge`, `seeds`, `mode`, `audit`",
    );
    assert_refused(
        "title = \"t\"\n[[expanders]]\ninputs = [1]\nsides = [4]",
        "4:1: unknown field `sides`, expected one of `inputs`, `outputs`, `degrees`, `seeds`, `effort`",
    );
}

#[test]
fn missing_keys_are_named_at_their_table() {
    assert_refused("", "1:1: missing field `title`");
    assert_refused("title = \"t\"\n\n[[runs]]\nsides = [4]\n", "3:1: missing field `algorithms`");
    assert_refused("title = \"t\"\n[[expanders]]\ninputs = [4]\n", "2:1: missing field `outputs`");
}

#[test]
fn values_of_a_wrong_type_are_refused() {
    assert_refused("title = 3\n", "1:9: invalid type: integer `3`, expected a string");
    assert_refused(
        &with("sides = [4, \"8\"]"),
        "4:13: invalid type: string \"8\", expected a whole number",
    );
    assert_refused(&with("sides = 4"), "4:9: invalid type: integer `4`, expected an array");
    assert_refused(
        &with("seeds = [1.5]"),
        "4:10: invalid type: floating point `1.5`, expected a whole number",
    );
    assert_refused(
        &with("sides = [-4]"),
        "4:10: invalid value: integer `-4`, expected a whole number",
    );
    assert_refused(
        "title = \"t\"\n[runs]\nalgorithms = [\"buffered\"]\n",
        "2:1: invalid type: table, expected an array",
    );
}

#[test]
fn values_out_of_range_are_refused() {
    let workload = "workloads = [\"uniform\"]\n";
    assert_refused(
        &with(&format!("{workload}sides = [4, 8193]")),
        "5:13: expected a whole number from 1 to 8192, found 8193",
    );
    assert_refused(
        &with(&format!("{workload}sides = [4]\ncongestions = [0]")),
        "6:16: expected a whole number from 1 to 67108864, found 0",
    );
    assert_refused(
        &with(&format!("{workload}sides = [4]\ndegrees = [2, 0]")),
        "6:15: expected a whole number from 1 to 67108864, found 0",
    );
    assert_refused(
        &with(&format!("{workload}sides = [4]\nseeds = [9223372036854775808]")),
        "6:10: expected a whole number from 0 to 9223372036854775807, found 9223372036854775808",
    );
    assert_refused(
        "title = \"t\"\n[[expanders]]\ninputs = [4]\noutputs = [4]\ndegrees = [4294967296]\n",
        "5:12: expected a whole number from 1 to 4294967295, found 4294967296",
    );
    let expander = "title = \"t\"\n[[expanders]]\ninputs = [4]\noutputs = [4]\ndegrees = [4]\n";
    assert_refused(
        &format!("{expander}effort = 18446744073709551615\n"),
        "6:10: expected a whole number from 0 to 9223372036854775807, found 18446744073709551615",
    );
    assert!(parse(&format!("{expander}effort = 9223372036854775807\n")).is_ok());
    assert!(parse(&format!("{expander}effort = 0\n")).is_ok());
}

#[test]
fn unknown_names_are_refused() {
    let plan = |algorithm: &str| {
        format!(
            "title = \"t\"\n[[runs]]\nalgorithms = [\"buffered\", \"{algorithm}\"]\nworkloads = [\"uniform\"]\nsides = [4]\n"
        )
    };
    assert_refused(&plan("bufferd"), "3:27: expected an algorithm, found \"bufferd\"");
    assert_refused(
        &plan("buffered alpha=3"),
        "3:27: expected a parameter of buffered, found \"alpha=3\"",
    );
    assert_refused(
        &with("workloads = [\"unform\"]\nsides = [4]"),
        "4:14: expected a workload, found unform",
    );
    let workload = "workloads = [\"uniform\"]\nsides = [4]\n";
    assert_refused(
        &with(&format!("{workload}mode = \"leep\"")),
        "6:8: expected one of step, leap, found \"leep\"",
    );
    assert_refused(
        &with(&format!("{workload}mode = \"check\"")),
        "6:8: expected one of step, leap, found \"check\"",
    );
    assert_refused(
        &with(&format!("{workload}audit = \"ful\"")),
        "6:9: expected one of peak, full, found \"ful\"",
    );
    assert_refused(
        &with(&format!("{workload}knowledge = [\"known\", \"β\"]")),
        "6:23: expected known, counted or doubled, found \"β\"",
    );
    // Columns are counted in characters.
    assert_refused(
        "title = \"t\"\n[[runs]]\nalgorithms = [\"β\", \"buffered\"]\n",
        "3:15: expected an algorithm, found \"β\"",
    );
}

#[test]
fn lists_that_would_do_nothing_are_refused() {
    assert_refused(
        "title = \"t\"\n",
        "1:1: expected a table [[runs]], [[expanders]], [[loads]] or [[prams]], found none",
    );
    assert_refused(&with(""), "2:1: expected workloads or inputs, found neither");
    assert_refused(
        &with("workloads = [\"uniform\"]"),
        "2:1: expected workloads and sides together, found one",
    );
    assert_refused(
        "title = \"t\"\n[[runs]]\nalgorithms = []\nworkloads = [\"uniform\"]\nsides = [4]\n",
        "2:1: expected an algorithm, found none",
    );
    assert_refused(
        "title = \"t\"\n[[expanders]]\ninputs = [4]\noutputs = []\ndegrees = [4]\n",
        "2:1: expected inputs, outputs and degrees, found none of one of them",
    );
    assert_refused(
        &with("inputs = [\"a.mtx\"]\ncongestions = [4]"),
        "5:16: expected congestions only with workloads",
    );
    assert_refused(
        &with("inputs = [\"a.mtx\"]\ndegrees = [4]"),
        "5:12: expected degrees only with workloads",
    );
    assert_refused(
        &with("workloads = [\"uniform\"]\nsides = [4]\nplacements = [\"snake\"]"),
        "6:15: expected placements only with inputs",
    );
    let without = "expected inputs and sides with it, and no workloads";
    for lines in ["inputs = [\"a.mtx\"]\n", "workloads = [\"uniform\"]\nsides = [4]\n"] {
        let line = 4 + lines.matches('\n').count();
        let expected = format!("{line}:9: {without}");
        assert_refused(&with(&format!("{lines}block = \"cyclic\"")), &expected);
    }
    assert_refused(
        &with("inputs = [\"a.mtx\"]\nsides = [4]\nblock = \"round\""),
        "6:9: expected one of cyclic, contiguous, found \"round\"",
    );
    assert_refused(
        &with("workloads = [\"uniform\"]\nsides = [4]\nmode = \"leap\"\naudit = \"full\""),
        "7:9: expected mode = \"step\" with it, since it watches every step, found \"leap\"",
    );
    assert_refused(
        &with("workloads = [\"adversarial\"]\nsides = [4]"),
        "4:14: expected a workload that a seed is enough for, found \"adversarial\", which takes files",
    );
}

#[test]
fn a_file_that_cannot_be_read_is_refused_where_it_is_named() {
    let error = parse(&with("inputs = [\"no such file.mtx\"]")).unwrap_err().to_string();
    let expected = "plan.toml:4:11: expected a file that can be read, found: ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn a_file_that_is_not_with_the_plan_is_refused_where_it_is_named() {
    let folder = tempdir().unwrap();
    let plans = folder.path().join("plans");
    fs::create_dir_all(plans.join("below")).unwrap();
    for name in ["outside.txt", "plans/beside.txt", "plans/below/file.txt"] {
        fs::write(folder.path().join(name), "0 1\n").unwrap();
    }
    let read = |input: &str| {
        let text = with(&format!("inputs = [\"{input}\"]"));
        Plan::parse("plan.toml", &text, &plans, 1).map(|plan| plan.jobs.len())
    };
    for input in ["beside.txt", "below/file.txt", "below/../beside.txt"] {
        assert_eq!(read(input).unwrap(), 1, "{input}");
    }
    let outside = folder.path().join("outside.txt");
    for input in ["../outside.txt", "below/../../outside.txt", outside.to_str().unwrap()] {
        assert_eq!(
            read(input).unwrap_err().to_string(),
            format!("plan.toml:4:11: expected a file beside or below the plan, found \"{input}\"")
        );
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../outside.txt", plans.join("link.txt")).unwrap();
        assert!(read("link.txt").unwrap_err().to_string().contains("beside or below the plan"));
    }
}

#[test]
fn what_a_plan_says_reaches_the_terminal_as_printable_text() {
    let refused = |text: &str| parse(text).unwrap_err().to_string();
    for text in [
        "title = \"t\"\n[[runs]]\n\"al\\u001b[31mg\" = 1\n".to_owned(),
        "title = \"t\"\n\"\\u0007\" = 1\n".to_owned(),
        with("inputs = [\"no\\u001b[2Jfile.mtx\"]"),
        with("workloads = [\"uni\\u001bform\"]"),
    ] {
        let said = refused(&text);
        assert!(said.chars().all(|c| !c.is_control()), "{said:?}");
    }
    #[cfg(unix)]
    {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("a\u{1b}[2J.txt"), "0 1\n").unwrap();
        let text = with("inputs = [\"a\\u001b[2J.txt\"]");
        let plan = Plan::parse("plan.toml", &text, folder.path(), 1).unwrap();
        let job = plan.jobs[0].to_string();
        assert!(job.contains("a\\u{1b}[2J.txt") && job.chars().all(|c| !c.is_control()), "{job:?}");
    }
}

#[test]
fn what_tables_have_in_common_is_run_once() {
    let table = |algorithms: &str, seeds: &str| {
        format!(
            "[[runs]]\nalgorithms = [{algorithms}]\nworkloads = [\"uniform\"]\nsides = [4]\nseeds = [{seeds}]\n"
        )
    };
    let first = table("\"randomized\", \"buffered\"", "1, 2");
    let second = table("\"randomized:tuned\"", "2, 3, 3");
    let plan = parse(&format!("title = \"t\"\n{first}{second}")).unwrap();
    let names: Vec<String> = plan.jobs.iter().map(ToString::to_string).collect();
    let on =
        |algorithm: &str, seed: u32| format!("{algorithm} on uniform of 4 x 4 nodes, seed {seed}");
    let expected = [
        on("randomized:tuned", 1),
        on("randomized:tuned", 2),
        on("buffered", 1),
        on("buffered", 2),
        on("randomized:tuned", 3),
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_table_without_seeds_has_that_of_the_sweep() {
    let text = with("workloads = [\"uniform\"]\nsides = [4]");
    let seeds = |seed| {
        let plan = Plan::parse("plan.toml", &text, Path::new(""), seed).unwrap();
        plan.jobs[0].to_string()
    };
    assert!(seeds(7).ends_with("seed 7"), "{}", seeds(7));
    assert!(seeds(8).ends_with("seed 8"), "{}", seeds(8));
}

#[test]
fn a_file_is_known_by_its_name_and_by_what_is_in_it() {
    let folder = tempdir().unwrap();
    let key = |name: &str, content: &str| {
        fs::write(folder.path().join(name), content).unwrap();
        let text = with(&format!("inputs = [\"{name}\"]"));
        Plan::parse("plan.toml", &text, folder.path(), 1).unwrap().jobs[0].key()
    };
    let keys = [key("a.txt", "0 1\n"), key("a.txt", "0 2\n"), key("b.txt", "0 1\n")];
    assert_ne!(keys[0], keys[1]);
    assert_ne!(keys[0], keys[2]);
    assert_eq!(keys[0], key("a.txt", "0 1\n"));
}
