//! Finds how much memory the program can have.

use super::cgroup;
use std::fs;
use std::path::Path;

/// Memory that can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Available {
    /// Bytes.
    pub(crate) bytes: u64,
    /// What leaves no more.
    pub(super) by: Limit,
}

/// What limits memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Machine,
    /// A control group, as containers and batch systems have them.
    Container,
    /// The limit that `ulimit -v` sets.
    AddressSpace,
}

/// Memory that can be had now without swapping; `None` if the system, other than Linux, does not say.
pub(crate) fn available() -> Option<Available> {
    available_under(Path::new("/"))
}

/// The least that anything leaves on the system whose root folder is `root`.
fn available_under(root: &Path) -> Option<Available> {
    let left = [
        (Limit::Machine, of_machine(root)),
        (Limit::Container, cgroup::available(root)),
        (Limit::AddressSpace, of_address_space(root)),
    ];
    let left = left.into_iter().filter_map(|(by, bytes)| Some(Available { bytes: bytes?, by }));
    left.min_by_key(|left| left.bytes)
}

/// What Linux estimates that can be had without swapping.
fn of_machine(root: &Path) -> Option<u64> {
    kibibytes(&fs::read_to_string(root.join("proc/meminfo")).ok()?, "MemAvailable:")
}

/// What the limit on the address space of this process leaves.
fn of_address_space(root: &Path) -> Option<u64> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    // A word for no limit parses as no number.
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string(root.join("proc/self/status")).ok()?;
    Some(limit.saturating_sub(kibibytes(&status, "VmSize:")?))
}

/// The bytes in a line `NAME    N kB`.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemTotal: 90 kB\nMemAvailable:   7 kB\n");

    fn left_in(files: &[(&str, &str)]) -> Option<Available> {
        let root = tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        available_under(root.path())
    }

    #[test]
    fn the_least_counts_and_is_named() {
        let machine = Available { bytes: 7 << 10, by: Limit::Machine };
        assert_eq!(left_in(&[MACHINE]), Some(machine));
        let mount = "41 31 0:38 / /cg rw - cgroup2 cgroup2 rw\n";
        let group = [("proc/self/cgroup", "0::/\n"), ("proc/self/mountinfo", mount)];
        let with = |files: &[(&str, &str)]| left_in(&[&[MACHINE], &group[..], files].concat());
        assert_eq!(with(&[("cg/memory.max", "8000\n")]), Some(machine));
        let container = Available { bytes: 7000, by: Limit::Container };
        assert_eq!(with(&[("cg/memory.max", "7000\n")]), Some(container));
        let limits = "Limit   Soft Limit   Hard Limit   Units\nMax address space   9000   unlimited   bytes\n";
        let space = [("proc/self/limits", limits), ("proc/self/status", "VmSize:\t     3 kB\n")];
        let left = Available { bytes: 9000 - 3072, by: Limit::AddressSpace };
        assert_eq!(with(&[&space[..], &[("cg/memory.max", "7000\n")]].concat()), Some(left));
    }

    #[test]
    fn what_is_unlimited_or_cannot_be_parsed_limits_nothing() {
        let limits = |text| ("proc/self/limits", text);
        let status = |text| ("proc/self/status", text);
        for space in [
            [limits("Max address space  unlimited  unlimited  bytes\n"), status("VmSize: 3 kB\n")],
            [limits("Max address space\n"), status("VmSize: 3 kB\n")],
            [limits("Max address space 4096 4096 bytes\n"), status("VmSize: three\n")],
        ] {
            assert_eq!(left_in(&space), None, "{space:?}");
        }
        for text in ["", "MemAvailable: 7\n", "MemAvailable: x kB\n", "MemFree: 7 kB\n"] {
            assert_eq!(left_in(&[("proc/meminfo", text)]), None, "{text}");
        }
        assert_eq!(left_in(&[]), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_says() {
        assert!(available().is_some_and(|available| available.bytes > 1 << 20));
    }
}
