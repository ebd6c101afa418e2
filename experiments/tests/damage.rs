//! A store is read as it was written, or it is refused: damaged files, edited rows, and how a sweep mends them.

mod earlier;
mod stored;
mod swept;

use rand::{RngExt, SeedableRng};

use rand_xoshiro::Xoshiro256PlusPlus;

use rusqlite::types::Value;

use rusqlite::{Connection, params_from_iter};

use std::fs;

use std::path::Path;

use stored::{TABLES, digest, rows};
use swept::{PLAN, Swept};

use tempfile::TempDir;

/// Copies of a store, each damaged in one way.
const COPIES: usize = 320;

/// What has to be the same whenever it is made.
fn lasting(database: &Path) -> Vec<Vec<(String, Value)>> {
    let all = TABLES.iter().flat_map(|table| rows(database, table));
    let lasts = |name: &str| !name.starts_with("timing_") && name != "digest";
    all.map(|row| row.into_iter().filter(|(name, _)| lasts(name)).collect()).collect()
}

/// A damaged copy of `whole`: a byte or a few changed, the end cut off, or a sector of zeros.
fn damaged(whole: &[u8], random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    match random.random_range(0..20) {
        0 => bytes.truncate(random.random_range(1..bytes.len())),
        1 => {
            let at = random.random_range(0..bytes.len() / 512) * 512;
            bytes[at..at + 512].fill(0);
        }
        kind => {
            for _ in 0..if kind < 5 { 8 } else { 1 } {
                let at = random.random_range(0..bytes.len());
                bytes[at] ^= random.random_range(1..=255_u8);
            }
        }
    }
    bytes
}

#[test]
fn a_damaged_store_is_refused_or_has_the_rows_that_were_written() {
    let swept = Swept::new();
    let whole = fs::read(swept.database("results")).unwrap();
    let original = swept.exported("results").unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(240);
    let (mut refused, mut altered) = (0, Vec::new());
    for copy in 0..COPIES {
        swept.copy("copy", &damaged(&whole, &mut random));
        match swept.exported("copy") {
            Ok(exported) if exported == original => {}
            Ok(_) => altered.push(copy),
            Err(_) => refused += 1,
        }
    }
    assert_eq!(altered, Vec::<usize>::new(), "of {COPIES} copies, {refused} were refused");
    assert!(refused > COPIES / 2, "too little damage to prove anything: {refused}");
}

#[test]
fn no_other_byte_at_the_head_of_a_store_goes_unseen() {
    let swept = Swept::new();
    let whole = fs::read(swept.database("results")).unwrap();
    let original = swept.exported("results").unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(100);
    for at in 0..120 {
        let mut bytes = whole.clone();
        bytes[at] ^= random.random_range(1..=255_u8);
        swept.copy("copy", &bytes);
        if let Ok(exported) = swept.exported("copy") {
            assert!(exported == original, "byte {at}");
        }
    }
}

/// The store of a plan with rows for every table.
fn swept_with_loads() -> Swept {
    let loads = r#"
[[loads]]
flags = "--mesh 2x2 --size 1 --warm-up 0 --window 2000 --drain 1000"
schemes = ["dual-path"]
groupings = ["none"]
rates = [0.5]
"#;
    let swept = Swept(TempDir::new().unwrap());
    fs::write(swept.path("plan.toml"), format!("{PLAN}{loads}")).unwrap();
    swept.sweep("results", "").well();
    swept
}

#[test]
fn a_row_has_the_digest_that_its_page_defines() {
    let swept = swept_with_loads();
    for table in TABLES {
        let rows = rows(&swept.database("results"), table);
        assert!(!rows.is_empty());
        for row in rows {
            let stored = row.iter().find(|(name, _)| name == "digest").map(|(_, value)| value);
            assert_eq!(stored, Some(&Value::Text(digest(table, &row))), "{table}");
        }
    }
}

#[test]
fn edited_rows_are_named_and_made_again_when_a_sweep_is_told_to() {
    let swept = Swept::new();
    let original = lasting(&swept.database("results"));
    let last = "rowid = (SELECT max(rowid) FROM";
    for (what, table, sql) in [
        ("a key", "runs", format!("key = 'x' || substr(key, 2) WHERE {last} runs)")),
        (
            "steps",
            "runs",
            "steps = 1 WHERE rowid = (SELECT min(rowid) FROM runs WHERE steps > 1 AND algorithm = 'buffered')".into(),
        ),
        ("a name", "runs", format!("algorithm = 'buffers' WHERE {last} runs)")),
        ("a type", "runs", format!("seed = CAST(seed AS TEXT) WHERE {last} runs)")),
        ("a time", "runs", format!("timing_seconds = 2 * timing_seconds + 1 WHERE {last} runs)")),
        ("a status", "runs", format!("status = 'failed' WHERE {last} runs)")),
        ("a digest", "runs", format!("digest = 'x' || substr(digest, 2) WHERE {last} runs)")),
        ("no digest", "runs", format!("digest = '' WHERE {last} runs)")),
        ("a bound", "expanders", format!("lambda_lower = 0.5 WHERE {last} expanders)")),
        ("a key", "expanders", format!("key = 'x' || substr(key, 2) WHERE {last} expanders)")),
        ("a plan", "plans", "text = text || ' '".into()),
    ] {
        swept.edited("edited", &format!("UPDATE {table} SET {sql}"));
        let count = rows(&swept.database("edited"), table).len();
        let refusal = swept.exported("edited").expect_err(what);
        assert!(refusal.contains("1 of ") && refusal.contains("--repair"), "{refusal}");
        assert!(swept.sweep("edited", "").refused().contains("1 of "), "{what}");
        let said = swept.sweep("edited", "--repair").well();
        assert!(said.contains("\"repair\":{\"dropped\":1,"), "{what}: {said}");
        assert!(lasting(&swept.database("edited")) == original, "{what} is not as it was");
        // All but one row are those that were there, with their times.
        let [before, after] =
            ["results", "edited"].map(|store| rows(&swept.database(store), table));
        assert_eq!(after.len(), count);
        let kept = after.iter().filter(|row| before.contains(row)).count();
        assert!(kept + 1 >= count, "{what}: {kept} of {count} rows were kept");
        swept.exported("edited").unwrap();
    }
}

#[test]
fn the_digest_of_one_row_does_not_stand_for_another() {
    let swept = Swept::new();
    swept.edited("edited", "DELETE FROM runs WHERE rowid = (SELECT max(rowid) FROM runs)");
    let all = rows(&swept.database("results"), "runs");
    let kept = rows(&swept.database("edited"), "runs");
    // A row that is gone is a run that is still to be made.
    swept.exported("edited").unwrap();
    let gone = all.iter().find(|row| !kept.contains(row)).unwrap();
    let put = |digest: &Value| {
        let values = gone.iter().map(|(name, value)| if name == "digest" { digest } else { value });
        let places = vec!["?"; gone.len()].join(", ");
        let database = Connection::open(swept.database("edited")).unwrap();
        database
            .execute(
                &format!("INSERT OR REPLACE INTO runs VALUES ({places})"),
                params_from_iter(values),
            )
            .unwrap();
    };
    let digest_of = |row: &[(String, Value)]| {
        row.iter().find(|(name, _)| name == "digest").map(|(_, value)| value.clone()).unwrap()
    };
    put(&digest_of(&kept[0]));
    assert!(swept.exported("edited").unwrap_err().contains("1 of "));
    put(&digest_of(gone));
    assert_eq!(swept.exported("edited"), swept.exported("results"));
}

/// A digest that fits says only that nobody changed the row since: the key has to be that of the configuration as well.
#[test]
fn a_key_that_is_not_of_its_configuration_is_refused_whatever_its_digest() {
    let swept = swept_with_loads();
    for table in TABLES {
        let mut row = rows(&swept.database("results"), table).remove(0);
        row[0].1 = Value::Text("0".repeat(64));
        let digest = digest(table, &row);
        let sql = format!(
            "UPDATE {table} SET key = '{}', digest = '{digest}' \
             WHERE key = (SELECT min(key) FROM {table})",
            "0".repeat(64)
        );
        swept.edited("edited", &sql);
        let refusal = swept.exported("edited").unwrap_err();
        assert!(refusal.contains(&"0".repeat(64)), "{refusal}");
    }
}

#[test]
fn a_broken_file_is_one_line_and_its_runs_are_made_again() {
    let swept = Swept::new();
    let whole = fs::read(swept.database("results")).unwrap();
    let original = lasting(&swept.database("results"));
    let half = &whole[..whole.len() / 2];
    let mut no_head = whole.clone();
    no_head[..16].fill(0);
    for bytes in [half, &no_head, b"meshcast"] {
        swept.copy("broken", bytes);
        let refusal = swept.exported("broken").unwrap_err();
        assert!(refusal.contains("is damaged") && refusal.contains("--repair"), "{refusal}");
        swept.sweep("broken", "").refused();
        let said = swept.sweep("broken", "--repair").well();
        assert!(said.contains("\"repair\":{"), "{said}");
        assert!(lasting(&swept.database("broken")) == original);
        // Nothing that somebody may want to look at is thrown away.
        let kept = fs::read(swept.path("broken/results.sqlite.damaged")).unwrap();
        assert!(kept == bytes);
    }
}

/// A store that was damaged twice keeps both files, and one behind a link stays behind it.
#[cfg(unix)]
#[test]
fn every_damaged_file_is_kept_and_links_stay() {
    let swept = Swept::new();
    let original = lasting(&swept.database("results"));
    swept.copy("linked", b"first");
    fs::rename(swept.database("linked"), swept.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", swept.database("linked")).unwrap();
    for (name, bytes) in [("damaged", "first"), ("damaged.2", "second")] {
        fs::write(swept.path("elsewhere"), bytes).unwrap();
        let said = swept.sweep("linked", "--repair").well();
        let name = format!("results.sqlite.{name}");
        assert!(said.contains(&format!("\"damaged\":\"{name}\"")), "{said}");
        assert_eq!(fs::read_to_string(swept.path("linked").join(name)).unwrap(), bytes);
        assert!(swept.database("linked").is_symlink());
        assert!(lasting(&swept.path("elsewhere")) == original);
    }
    let names = fs::read_dir(swept.path("linked")).unwrap().count();
    assert_eq!(names, 4, "the link, the lock and two damaged files");
}

/// The rows that a repair has dropped are missing, also where the sweep itself is then refused.
#[test]
fn a_refused_sweep_says_that_the_store_was_repaired() {
    let swept = Swept::new();
    swept.copy("broken", b"no database");
    let plan = PLAN.replace("sides = [", "sides = [8192, ");
    assert_ne!(plan, PLAN);
    fs::write(swept.path("plan.toml"), plan).unwrap();
    let refusal = swept.sweep("broken", "--repair").refused();
    let repaired = "; the store was repaired before, the old file is results.sqlite.damaged";
    assert!(refusal.ends_with(repaired), "{refusal}");
}

#[test]
fn a_store_with_nothing_wrong_is_left_alone() {
    let swept = Swept::new();
    let before = fs::read(swept.database("results")).unwrap();
    let said = swept.sweep("results", "--repair").well();
    assert!(said.contains("\"repair\":{\"dropped\":0,") && said.contains("\"done\":0,"), "{said}");
    assert!(fs::read(swept.database("results")).unwrap() == before);
    assert!(!swept.path("results/results.sqlite.damaged").exists());
    // Nor is anything wrong with a store that is not there.
    let said = swept.sweep("new", "--repair").well();
    assert!(said.contains("\"repair\":{\"dropped\":0,"), "{said}");
}

/// Stores without digests, which another version made: what they say cannot be checked.
#[test]
fn a_store_of_an_earlier_version_is_refused_with_a_remedy() {
    let swept = Swept::new();
    swept.copy("old", &fs::read(swept.database("results")).unwrap());
    let database = Connection::open(swept.database("old")).unwrap();
    for table in TABLES {
        database.execute(&format!("ALTER TABLE {table} DROP COLUMN digest"), []).unwrap();
    }
    database.pragma_update(None, "user_version", 1).unwrap();
    drop(database);
    let before = fs::read(swept.database("old")).unwrap();
    let refusals = ["", "--repair"].map(|flags| swept.sweep("old", flags).refused());
    for refusal in refusals.into_iter().chain(swept.exported("old").err()) {
        assert!(refusal.contains("tables of version 1"), "{refusal}");
        assert!(refusal.contains("into a new folder"), "{refusal}");
    }
    assert!(fs::read(swept.database("old")).unwrap() == before);
}

#[test]
fn folders_are_folders_whatever_their_names() {
    let swept = Swept::new();
    let original = swept.exported("results").unwrap();
    let home = TempDir::new().unwrap();
    for name in ["file:y", "file:y?mode=memory", "a%20b", "what?", "a#b", ":memory:", "file:"] {
        // As a path of its own, which is what a database would take for an address.
        let sweep = std::process::Command::new(env!("CARGO_BIN_EXE_meshcast"))
            .current_dir(&home)
            .args(["sweep", &swept.path("plan.toml").to_string_lossy(), "--out", name])
            .output()
            .unwrap();
        assert!(sweep.status.success(), "{}", String::from_utf8_lossy(&sweep.stderr));
        let folder = home.path().join(name);
        let mut found: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        found.sort();
        assert_eq!(found, ["lock", "results.sqlite"], "{name}");
        assert_eq!(lasting_of(&folder), lasting(&swept.database("results")), "{name}");
        let export = std::process::Command::new(env!("CARGO_BIN_EXE_meshcast"))
            .current_dir(&home)
            .args(["export", name, "--csv", "rows.csv"])
            .output()
            .unwrap();
        assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
        let lines = fs::read_to_string(home.path().join("rows.csv")).unwrap().lines().count();
        assert_eq!(lines, 37);
    }
    let mut left: Vec<_> =
        fs::read_dir(&home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.retain(|name| name != "rows.csv");
    assert_eq!(left.len(), 7, "{left:?}");
    assert!(original.lines().count() > 37);
}

/// The rows of a copy of the store in `folder`, under a name without signs.
fn lasting_of(folder: &Path) -> Vec<Vec<(String, Value)>> {
    let copy = TempDir::new().unwrap();
    let file = copy.path().join("copy.sqlite");
    fs::copy(folder.join("results.sqlite"), &file).unwrap();
    lasting(&file)
}
