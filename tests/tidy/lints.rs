//! Finds what could carry a value from one node to another behind the machine's back, and whether the lints refuse it.

use crate::source::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates whose closures run at nodes.
const LINTED: [&str; 2] = ["primitives", "algorithms"];

/// Modules of std whose types can be shared and changed.
const MODULES: [&str; 5] = ["cell", "sync", "sync/atomic", "sync/mpsc", "thread"];

/// Types of these modules, and of crossbeam, that carry nothing by themselves: errors, borrows of what is refused, handles of threads,
/// owners that only share, and what only nightly has.
const HARMLESS: &str = "AccessError Arc Backoff BarrierWaitResult BorrowError BorrowMutError CachePadded Collector \
    CompareExchangeError Context Exclusive Guard IntoIter Iter JoinHandle LocalHandle MappedMutexGuard \
    MappedRwLockReadGuard MappedRwLockWriteGuard MutexGuard OnceState Operation Owned PoisonError ReadyTimeoutError \
    RecvError ReentrantLock ReentrantLockGuard Ref RefMut RwLockReadGuard RwLockWriteGuard Scope ScopedJoinHandle \
    ScopedThreadBuilder SelectTimeoutError SelectedOperation SendError Shared ShardedLockReadGuard \
    ShardedLockWriteGuard SyncUnsafeCell ThreadId Token TryIter TryReadyError TrySelectError UniqueArc \
    WaitTimeoutResult Weak";

/// The paths that a crate's lints refuse.
fn refused(of: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(of).join("clippy.toml")).expect("lints");
    let quoted = text.split('"').skip(1).step_by(2);
    quoted.filter(|path| path.contains("::")).map(str::to_owned).collect()
}

/// Types of `found` that the lints of a crate neither refuse nor know as harmless.
fn missing(found: &BTreeSet<String>, refused: &BTreeSet<String>) -> Vec<String> {
    let names: BTreeSet<&str> =
        refused.iter().filter_map(|path| path.rsplit("::").next()).collect();
    let is_harmless = |name: &str| HARMLESS.split_whitespace().any(|harmless| harmless == name);
    let unknown = |name: &&String| !names.contains(name.as_str()) && !is_harmless(name);
    found.iter().filter(unknown).cloned().collect()
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.expect("a program of the toolchain");
    assert!(output.status.success(), "{program} {arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The types of the modules of std, by the documentation of the toolchain; none if it is not installed.
fn types_of_std() -> BTreeSet<String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let sysroot = output(&rustc, &["--print", "sysroot"]);
    let pages = Path::new(sysroot.trim()).join("share/doc/rust/html/std");
    let files = MODULES.iter().filter_map(|module| fs::read_dir(pages.join(module)).ok()).flatten();
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let of_page =
        |name: String| Some(name.strip_prefix("struct.")?.strip_suffix(".html")?.to_owned());
    names.filter_map(of_page).collect()
}

/// The public types of the crates that crossbeam consists of, by their sources.
fn types_of_crossbeam() -> BTreeSet<String> {
    let metadata = output(env!("CARGO"), &["metadata", "--format-version", "1", "--locked"]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let parts = packages.iter().filter(|package| {
        package["name"].as_str().is_some_and(|name| name.starts_with("crossbeam-"))
    });
    let folders =
        parts.filter_map(|package| Path::new(package["manifest_path"].as_str()?).parent());
    let mut types = BTreeSet::new();
    folders.for_each(|folder| collect(&folder.join("src"), &mut types));
    types
}

fn collect(folder: &PathBuf, types: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, types);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let declared = text.lines().filter_map(|line| line.trim().strip_prefix("pub struct "));
            let is_of_a_name = |letter: char| letter.is_alphanumeric() || letter == '_';
            let name =
                |rest: &str| rest.split(|letter| !is_of_a_name(letter)).next().map(str::to_owned);
            types.extend(declared.filter_map(name));
        }
    }
}

#[test]
fn lints_refuse_everything_that_closures_can_share_and_change() {
    let (of_std, of_crossbeam) = (types_of_std(), types_of_crossbeam());
    println!("{} types of std, {} of crossbeam", of_std.len(), of_crossbeam.len());
    assert!(of_crossbeam.contains("AtomicCell") && of_crossbeam.len() > 30, "{of_crossbeam:?}");
    assert!(of_std.is_empty() || of_std.contains("AtomicI16"), "{of_std:?}");
    for name in LINTED {
        let refused = refused(name);
        assert_eq!(missing(&of_std, &refused), [""; 0], "{name}");
        assert_eq!(missing(&of_crossbeam, &refused), [""; 0], "{name}");
        // A list without one of them would be found wanting.
        let without =
            refused.iter().filter(|path| !path.ends_with("::AtomicCell")).cloned().collect();
        assert_eq!(missing(&of_crossbeam, &without), ["AtomicCell"], "{name}");
    }
    assert_eq!(refused(LINTED[0]), refused(LINTED[1]));
}

#[test]
fn harmless_types_are_there_and_refused_by_nobody() {
    let known: BTreeSet<String> = types_of_std().into_iter().chain(types_of_crossbeam()).collect();
    for name in HARMLESS.split_whitespace() {
        let path = format!("::{name}");
        assert!(!refused(LINTED[0]).iter().any(|refused| refused.ends_with(&path)), "{name}");
        // Without the documentation of std its types are not known.
        assert!(types_of_std().is_empty() || known.contains(name), "{name} is not there");
    }
}
