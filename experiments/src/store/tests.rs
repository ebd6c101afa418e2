use super::*;
use tempfile::tempdir;

/// A run whose configuration is `name`.
fn run(name: &str) -> RunRow {
    RunRow {
        key: key_of(name),
        configuration: name.to_owned(),
        nodes: 64,
        seed: u64::MAX >> 1,
        steps: Some(12),
        steps_over_sqrt_cn: Some(0.1 + 0.2),
        timing_node_steps_per_second: Some(-0.0),
        error: Some("line \"1\"\nβ".to_owned()),
        timing_seconds: Some(1.5),
        ..RunRow::default()
    }
}

/// The runs of a store by their configurations.
fn by_name(store: &Store) -> Vec<RunRow> {
    let mut rows = store.rows::<RunRow>().unwrap();
    rows.sort_by(|left, right| left.configuration.cmp(&right.configuration));
    rows
}

#[test]
fn a_row_is_read_as_it_was_written() {
    let folder = tempdir().unwrap();
    let expander = ExpanderRow { key: key_of(""), vacuous: Some(true), ..ExpanderRow::default() };
    {
        let store = Store::create(folder.path()).unwrap();
        store.add(&Row::Run(Box::new(run("a")))).unwrap();
        store.add(&Row::Expander(Box::new(expander.clone()))).unwrap();
        assert!(store.contains::<RunRow>(&key_of("a")).unwrap());
        assert!(!store.contains::<RunRow>(&key_of("b")).unwrap());
    }
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.rows::<RunRow>().unwrap(), [run("a")]);
    assert_eq!(store.rows::<ExpanderRow>().unwrap(), [expander]);
}

#[test]
fn a_file_without_tables_is_no_store_yet() {
    let folder = tempdir().unwrap();
    File::create(folder.path().join(DATABASE)).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::NoStore { .. })));
    let database = Connection::open(folder.path().join(DATABASE)).unwrap();
    database.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::NoStore { .. })));
    Store::create(folder.path()).unwrap();
    Store::open(folder.path()).unwrap();
}

#[test]
fn only_a_store_is_continued_and_only_by_one() {
    let folder = tempdir().unwrap();
    assert!(Store::continued(folder.path()).unwrap().is_none());
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "a store was begun");
    drop(Store::create(folder.path()).unwrap());
    let continued = Store::continued(folder.path()).unwrap();
    assert!(matches!(Store::continued(folder.path()), Err(StoreError::Locked { .. })));
    assert!(continued.is_some());
}

#[test]
fn a_second_writer_is_refused_until_the_first_is_gone() {
    let folder = tempdir().unwrap();
    let first = Store::create(folder.path()).unwrap();
    assert!(matches!(Store::create(folder.path()), Err(StoreError::Locked { .. })));
    drop(first);
    assert!(Store::create(folder.path()).is_ok());
}

#[test]
fn a_run_has_one_row() {
    let folder = tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    store.add(&Row::Run(Box::new(run("a")))).unwrap();
    assert!(matches!(store.add(&Row::Run(Box::new(run("a")))), Err(StoreError::Database { .. })));
}

#[test]
fn stores_are_merged_unless_they_contradict_each_other() {
    let folders = [tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap()];
    let mut stores = folders.each_ref().map(|folder| Store::create(folder.path()).unwrap());
    let later = RunRow { timing_seconds: Some(9.0), ..run("b") };
    let wrong = RunRow { steps: Some(13), ..run("a") };
    for (store, rows) in
        stores.iter().zip([vec![run("a"), run("b")], vec![later, run("c")], vec![wrong]])
    {
        for row in rows {
            store.add(&Row::Run(Box::new(row))).unwrap();
        }
    }
    let [first, second, third] = &mut stores;
    let (second, third) = (second.part().unwrap(), third.part().unwrap());
    let error = first.take_in(&[second, third]).unwrap_err();
    assert!(
        matches!(error, StoreError::Differing { ref key, .. } if *key == key_of("a")),
        "{error}"
    );
    // Not even what is before the contradiction is there.
    assert_eq!(by_name(first), [run("a"), run("b")]);
    let [_, second, _] = &stores;
    let second = second.part().unwrap();
    stores[0].take_in(&[second]).unwrap();
    assert_eq!(by_name(&stores[0]), [run("a"), run("b"), run("c")]);
}

#[test]
fn rows_of_another_build_are_called_so() {
    let folder = tempdir().unwrap();
    let mut store = Store::create(folder.path()).unwrap();
    let of = |commit: &str| RunRow {
        version: "1".to_owned(),
        build_commit: commit.to_owned(),
        timing_seconds: Some(f64::from(commit.len() as u32)),
        ..run("a")
    };
    store.add(&Row::Run(Box::new(of("old")))).unwrap();
    let part = |runs| {
        let (expanders, plans) = (Vec::new(), Vec::new());
        let (loads, prams) = (Vec::new(), Vec::new());
        Part { folder: "part".into(), runs, expanders, plans, loads, prams }
    };
    let error = store.take_in(&[part(vec![run("b"), of("newer")])]).unwrap_err().to_string();
    let expected = format!(
        "part: expected the same results of the run {} as the others have, found ones made by another build \
         (meshcast 1, commit newer and meshcast 1, commit old)",
        key_of("a")
    );
    assert_eq!(error, expected);
    let wrong = RunRow { steps: Some(13), ..of("newer") };
    let error = store.take_in(&[part(vec![wrong])]).unwrap_err();
    assert!(matches!(error, StoreError::Differing { .. }), "{error}");
    let rows = store.rows::<RunRow>().unwrap();
    assert_eq!(rows, [of("old")]);
    let builds: Vec<String> = builds(&rows).iter().map(Build::to_string).collect();
    assert_eq!(builds, ["meshcast 1, commit old"]);
}

#[test]
fn complaints_of_the_database_are_in_its_own_words() {
    let folder = tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    store.add(&Row::Run(Box::new(run("a")))).unwrap();
    let error = store.add(&Row::Run(Box::new(run("a")))).unwrap_err().to_string();
    assert!(error.ends_with(": UNIQUE constraint failed: runs.key"), "{error}");
    store.connection.execute("UPDATE runs SET steps = 'many'", []).unwrap();
    let error = store.rows::<RunRow>().unwrap_err().to_string();
    assert!(error.contains("steps") && !error.contains("Rusqlite error"), "{error}");
}

#[test]
fn a_folder_without_results_and_tables_of_another_version_are_refused() {
    let folder = tempdir().unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::NoStore { .. })));
    drop(Store::create(folder.path()).unwrap());
    for version in [0, SCHEMA + 1] {
        let database = Connection::open(folder.path().join(DATABASE)).unwrap();
        database.pragma_update(None, "user_version", version).unwrap();
        for opened in [Store::open(folder.path()), Store::create(folder.path())] {
            assert!(matches!(opened, Err(StoreError::Version { found, .. }) if found == version));
        }
    }
}
