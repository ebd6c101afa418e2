//! `meshcast spmv`: products beside the multicast that carries their numbers.

use super::{Folder, data, lasting, meshcast, parsed};
use meshcast_tests::corpus;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a command finds out about the matrix at `path`.
fn result(line: &str, path: &Path) -> Value {
    parsed(&meshcast(&format!("{line} --input {{}} --format json"), &[path]).well())
}

/// What [`check_product`] checks, of a matrix with a row a node: a step for every entry of the longest row.
fn check(algorithm: &str, mesh: &str, path: &Path) {
    let product = check_product(algorithm, mesh, path);
    assert_eq!(product["product_steps"], product["messages"]["congestion"]);
}

/// The product is right, its communication is the run of the same algorithm, and what stands beside it are other runs.
fn check_product(algorithm: &str, mesh: &str, path: &Path) -> Value {
    let product = result(&format!("spmv --algorithm {algorithm} {mesh}"), path);
    let route = |name: &str| result(&format!("route --algorithm {name} {mesh}"), path);
    let communication = route(algorithm);
    assert_eq!(
        (&product["schema"], &product["correct"]),
        (&json!("meshcast.spmv/1"), &json!(true))
    );
    for (of_product, of_route) in [
        ("communication_steps", "steps"),
        ("messages", "messages"),
        ("deliveries", "deliveries"),
        ("lower_bound", "lower_bound"),
        ("links", "links"),
        ("copies", "copies"),
        ("classes", "classes"),
    ] {
        assert_eq!(
            product[of_product], communication[of_route],
            "{algorithm} {mesh}: {of_product}"
        );
    }
    assert_eq!(product["unicast_steps"], route("unicast")["steps"]);
    let numbers = ["steps", "communication_steps", "product_steps"];
    let [steps, communication, products] =
        numbers.map(|key| product[key].as_u64().expect("a number"));
    assert_eq!(steps, communication + products);
    let last = product["ledger"].as_array().and_then(|lines| lines.last()).expect("a ledger");
    assert_eq!((&last["path"], &last["steps"]), (&json!("products"), &json!(products)));
    product
}

#[test]
fn real_matrices_are_multiplied_with_every_algorithm() {
    for algorithm in [
        "hamiltonian",
        "buffered",
        "randomized:paper",
        "randomized:tuned",
        "randomized:sweep",
        "randomized:certified",
        "deterministic:rounds",
        "deterministic:sweep",
        "deterministic:explicit",
        "unicast",
        "greedy-unicast",
        "greedy-tree",
        "auto",
    ] {
        check(algorithm, "", &data("west0067.mtx"));
    }
    check("auto", "", &data("karate.mtx"));
    check("deterministic:paper", "", &data("karate.mtx"));
}

#[test]
fn random_matrices_are_multiplied_on_odd_meshes() {
    let folder = Folder::new();
    for (number, (rows, cols)) in
        [(1, 2), (3, 3), (1, 7), (5, 7), (9, 4), (11, 2)].into_iter().enumerate()
    {
        let set = corpus::multicast(rows * cols, 80, 5, number as u64);
        let mut text = String::new();
        for (source, destinations) in set.iter() {
            writeln!(text, "{{\"source\":{source},\"destinations\":{destinations:?}}}")
                .expect("text grows");
        }
        let path = folder.file("set.jsonl", text);
        for algorithm in ["hamiltonian", "buffered", "randomized:sweep", "greedy-tree", "unicast"] {
            check(algorithm, &format!("--side {rows} --cols {cols}"), &path);
        }
    }
}

/// The places of about `each` entries a column of a square matrix, on the diagonal and wherever a generator of Knuth's says.
fn places(rows: usize, each: usize) -> BTreeSet<(usize, usize)> {
    let mut state = rows as u64;
    let mut places: BTreeSet<_> = (0..rows).step_by(2).map(|row| (row, row)).collect();
    for entry in 0..rows * each {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        places.insert(((state >> 33) as usize % rows, entry % rows));
    }
    places
}

/// A file with entries at these places, whose values are those of a formula or, of a pattern, from the seed.
fn matrix(folder: &Folder, rows: usize, places: &BTreeSet<(usize, usize)>, field: &str) -> PathBuf {
    let mut text = format!("%%MatrixMarket matrix coordinate {field} general\n");
    writeln!(text, "{rows} {rows} {}", places.len()).expect("text grows");
    for &(row, column) in places {
        write!(text, "{} {}", row + 1, column + 1).expect("text grows");
        if field == "integer" {
            let value = (row as u64 * 7919 + column as u64 * 104_729) as i16;
            write!(text, " {value}").expect("text grows");
        }
        text.push('\n');
    }
    folder.file("a.mtx", text)
}

#[test]
fn matrices_with_more_rows_than_nodes_are_multiplied() {
    let folder = Folder::new();
    let algorithms = ["hamiltonian", "randomized:sweep", "greedy-tree", "unicast", "auto"];
    for (side, cols, rows, each) in [(4, 4, 256, 3), (2, 3, 43, 4), (1, 5, 16, 2), (3, 3, 8, 3)] {
        let (places, per_node) = (places(rows, each), rows.div_ceil(side * cols));
        for (field, values) in [("integer", "file"), ("pattern", "seeded")] {
            let path = matrix(&folder, rows, &places, field);
            for block in ["cyclic", "contiguous"] {
                let mut of_nodes = vec![0u64; side * cols];
                for &(row, _) in &places {
                    let cyclic = block == "cyclic";
                    of_nodes[if cyclic { row % (side * cols) } else { row / per_node }] += 1;
                }
                for algorithm in algorithms {
                    let mesh = format!("--side {side} --cols {cols} --block {block}");
                    let product =
                        check_product(algorithm, &format!("{mesh} --placement snake"), &path);
                    // A step for every entry of the rows of a node.
                    assert_eq!(product["product_steps"], json!(of_nodes.iter().max()), "{mesh}");
                    assert_eq!(product["values"], values);
                    let registers = product["registers"]["peak_words"].as_u64();
                    assert!(registers >= Some(per_node as u64), "{mesh}: {registers:?}");
                }
            }
        }
    }
}

#[test]
fn a_product_in_blocks_says_so_and_repeats_on_any_number_of_threads() {
    let line = "spmv --algorithm randomized:tuned --input {} --side 4 --block cyclic";
    let path = data("west0067.mtx");
    let text = meshcast(line, &[&path]).well();
    for part in [
        ", up to 5 a node with ",
        "  classes       5 one after the other, ",
        "as the host computes it",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let run = |threads| {
        let line = format!("{line} --threads {threads} --format json");
        lasting(&meshcast(&line, &[&path]).well())
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_result_says_where_the_values_of_the_matrix_are_from() {
    let folder = Folder::new();
    let text = |field: &str, value: &str| {
        format!("%%MatrixMarket matrix coordinate {field} general\n3 3 2\n2 1{value}\n3 3{value}\n")
    };
    for (field, value, expected) in [
        ("integer", " -7", "file"),
        ("real", " 3.0", "file"),
        ("integer", " 40000", "seeded"),
        ("real", " 0.5", "seeded"),
        ("pattern", "", "seeded"),
    ] {
        let path = folder.file("a.mtx", text(field, value));
        check("unicast", "", &path);
        let product = result("spmv --algorithm unicast", &path);
        assert_eq!(product["values"], expected, "{field}{value}");
        let page = meshcast("spmv --input {}", &[&path]).well();
        let said = if expected == "file" {
            "\n  values        A as in the file, x from the seed\n"
        } else {
            "\n  values        A and x from the seed\n"
        };
        assert!(page.contains(said), "{page}");
    }
    let list = folder.file("a.txt", "0 1\n");
    assert_eq!(result("spmv --algorithm unicast", &list)["values"], "seeded");
    let bad = folder.file("bad.mtx", text("integer", " x"));
    let ran = meshcast("spmv --input {}", &[&bad]);
    assert!(ran.refused().ends_with("bad.mtx:3: expected a number as the value, found \"x\""));
}

#[test]
fn a_product_repeats_on_any_number_of_threads() {
    let line =
        "spmv --algorithm randomized:tuned --workload uniform --side 16 --format json --seed 5";
    let run = |threads| lasting(&meshcast(&format!("{line} --threads {threads}"), &[]).well());
    assert_eq!(run(1), run(3));
}

#[test]
fn the_text_says_what_was_chosen_and_whether_y_is_right() {
    let text = meshcast("spmv --input {}", &[&data("west0067.mtx")]).well();
    assert!(text.starts_with("y = Ax on 9 x 9 nodes by auto: west0067.mtx\n"), "{text}");
    for part in ["chosen        hamiltonian", "as the host computes it", "to add up the products"] {
        assert!(text.contains(part), "{text}");
    }
    let line = "spmv --input {} --algorithm spiral";
    assert!(meshcast(line, &[&data("karate.mtx")]).refused().contains("'--algorithm <NAME>'"));
    assert_eq!(
        meshcast("spmv", &[]).refused(),
        "expected a message set, --input FILE or --workload NAME, found neither"
    );
}
