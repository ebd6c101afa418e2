use super::*;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own that is removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("meshcast-store-{}-{number}", process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(key: &str) -> RunRow {
    RunRow {
        key: key.to_owned(),
        nodes: 64,
        seed: u64::MAX >> 1,
        steps: Some(12),
        steps_over_sqrt_cn: Some(0.1 + 0.2),
        error: Some("line \"1\"\nβ".to_owned()),
        timing_seconds: Some(1.5),
        ..RunRow::default()
    }
}

#[test]
fn a_row_is_read_as_it_was_written() {
    let folder = Folder::new();
    let expander = ExpanderRow { vacuous: Some(true), ..ExpanderRow::default() };
    {
        let store = Store::create(&folder.0).unwrap();
        store.add(&Row::Run(Box::new(run("a")))).unwrap();
        store.add(&Row::Expander(Box::new(expander.clone()))).unwrap();
        assert!(store.contains::<RunRow>("a").unwrap());
        assert!(!store.contains::<RunRow>("b").unwrap());
    }
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(store.rows::<RunRow>().unwrap(), [run("a")]);
    assert_eq!(store.rows::<ExpanderRow>().unwrap(), [expander]);
}

#[test]
fn a_second_writer_is_refused_until_the_first_is_gone() {
    let folder = Folder::new();
    let first = Store::create(&folder.0).unwrap();
    assert!(matches!(Store::create(&folder.0), Err(StoreError::Locked { .. })));
    drop(first);
    assert!(Store::create(&folder.0).is_ok());
}

#[test]
fn a_run_has_one_row() {
    let folder = Folder::new();
    let store = Store::create(&folder.0).unwrap();
    store.add(&Row::Run(Box::new(run("a")))).unwrap();
    assert!(matches!(store.add(&Row::Run(Box::new(run("a")))), Err(StoreError::Database { .. })));
}

#[test]
fn stores_are_merged_unless_they_contradict_each_other() {
    let folders = [Folder::new(), Folder::new(), Folder::new()];
    let mut stores = folders.each_ref().map(|folder| Store::create(&folder.0).unwrap());
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
    first.take_in::<RunRow>(second).unwrap();
    assert_eq!(first.rows::<RunRow>().unwrap(), [run("a"), run("b"), run("c")]);
    let error = first.take_in::<RunRow>(third).unwrap_err();
    assert!(matches!(error, StoreError::Differing { ref key, .. } if key == "a"), "{error}");
}

#[test]
fn a_folder_without_results_and_tables_of_another_version_are_refused() {
    let folder = Folder::new();
    assert!(matches!(Store::open(&folder.0), Err(StoreError::NoStore { .. })));
    let store = Store::create(&folder.0).unwrap();
    store.connection.pragma_update(None, "user_version", 7).unwrap();
    drop(store);
    let found_seven = |error| matches!(error, StoreError::Version { found: 7, .. });
    assert!(found_seven(Store::open(&folder.0).unwrap_err()));
    assert!(found_seven(Store::create(&folder.0).unwrap_err()));
}
