//! Reads the memory that a control group leaves to the program: containers and batch systems set such limits.
//!
//! Groups form a tree, and a limit holds for a group with all groups inside it, so the least of what the groups on the way up leave
//! counts. Version 1 of the interface has a tree for memory, version 2 one for everything; a system may mount both. What cannot
//! be read or parsed limits nothing.

use std::fs;
use std::path::{Path, PathBuf};

/// Limits from here on are none: version 1 writes a number near 2⁶³ where nothing is limited.
const UNLIMITED: u64 = 1 << 60;

/// A version of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// Where a tree of groups is mounted.
#[derive(Debug, PartialEq, Eq)]
struct Mount {
    version: Version,
    /// The group that the mount point shows.
    group: PathBuf,
    /// From the root folder on.
    point: PathBuf,
}

/// Bytes that the groups of this process leave, `None` if they limit nothing. `root` is the root folder of the system.
pub(super) fn available(root: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_default();
    let (groups, mounts) = (read("proc/self/cgroup"), read("proc/self/mountinfo"));
    let left_by = |mount: Mount| {
        let group = group_of(&groups, mount.version)?;
        left_on_the_way_up(root, &mount, group)
    };
    mounts.lines().filter_map(mount).filter_map(left_by).min()
}

/// The mount of a tree that may limit memory, from a line of `mountinfo`: `36 31 0:33 / /sys/fs/cgroup/memory rw - cgroup cgroup
/// rw,memory`.
fn mount(line: &str) -> Option<Mount> {
    let (place, kind) = line.split_once(" - ")?;
    let mut place = place.split(' ').skip(3).map(unescaped);
    let (group, point) = (place.next()?, place.next()?);
    let mut kind = kind.split(' ');
    let version = match (kind.next()?, kind.nth(1)?) {
        ("cgroup2", _) => Version::Two,
        ("cgroup", options) if options.split(',').any(|option| option == "memory") => Version::One,
        _ => return None,
    };
    let point = Path::new(&point).strip_prefix("/").ok()?.to_owned();
    Some(Mount { version, group: group.into(), point })
}

/// A path in which spaces and the like are written as three octal digits.
fn unescaped(path: &str) -> String {
    let mut parts = path.split('\\');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| {
        let byte = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match byte.filter(u8::is_ascii) {
            Some(byte) => format!("{whole}{}{}", char::from(byte), &part[3..]),
            None => format!("{whole}\\{part}"),
        }
    })
}

/// The group of this process, from the lines `number:controllers:path`.
fn group_of(groups: &str, version: Version) -> Option<&Path> {
    groups.lines().find_map(|line| {
        let (number, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let is_it = match version {
            Version::One => controllers.split(',').any(|controller| controller == "memory"),
            Version::Two => number == "0" && controllers.is_empty(),
        };
        is_it.then_some(Path::new(path))
    })
}

/// The least that is left in `group` and the groups around it.
fn left_on_the_way_up(root: &Path, mount: &Mount, group: &Path) -> Option<u64> {
    let top = root.join(&mount.point);
    // A group outside of what is mounted is seen from inside a container: what is mounted is the container's own.
    let below = group.strip_prefix(&mount.group).unwrap_or(Path::new(""));
    let is_plain =
        |part: &std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
    let below: PathBuf = below.components().take_while(is_plain).collect();
    let mut least = None;
    for (depth, inner) in below.ancestors().enumerate() {
        let folder = top.join(inner);
        // A group of version 1 may be told not to count what is inside it.
        if depth > 0 && number(&folder.join("memory.use_hierarchy")) == Some(0) {
            break;
        }
        least = least.into_iter().chain(left(&folder, mount.version)).min();
    }
    least
}

/// What one group leaves: its limit less what it uses, but for pages of files that nobody looks at, which make way.
fn left(folder: &Path, version: Version) -> Option<u64> {
    let (limit, usage, idle) = match version {
        Version::One => ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        Version::Two => ("memory.max", "memory.current", "inactive_file"),
    };
    let limit = number(&folder.join(limit)).filter(|&limit| limit < UNLIMITED)?;
    let usage = number(&folder.join(usage)).unwrap_or(0);
    let statistics = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let idle = statistics.lines().find_map(|line| line.strip_prefix(idle)?.strip_prefix(' '));
    let idle = idle.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(usage.saturating_sub(idle)))
}

fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    const V1: &str = "36 31 0:33 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
    const V2: &str = "41 31 0:38 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

    /// A system with these files, by their paths.
    fn system(files: &[(&str, &str)]) -> TempDir {
        let root = tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    fn left_in(files: &[(&str, &str)]) -> Option<u64> {
        available(system(files).path())
    }

    #[test]
    fn version_1_leaves_its_limit_less_its_use() {
        let files = [
            ("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/job\n0::/\n"),
            ("proc/self/mountinfo", V1),
            ("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "200000\n"),
            ("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "50000\n"),
        ];
        assert_eq!(left_in(&files), Some(150_000));
        let stat = "cache 9\ninactive_file 1\ntotal_inactive_file 20000\n";
        let stat = ("sys/fs/cgroup/memory/job/memory.stat", stat);
        assert_eq!(left_in(&[&files[..], &[stat]].concat()), Some(170_000));
    }

    #[test]
    fn version_2_leaves_its_limit_less_its_use() {
        let files = [
            ("proc/self/cgroup", "0::/a/b\n"),
            ("proc/self/mountinfo", V2),
            ("sys/fs/cgroup/a/b/memory.max", "200000\n"),
            ("sys/fs/cgroup/a/b/memory.current", "50000\n"),
            ("sys/fs/cgroup/a/b/memory.stat", "anon 1\ninactive_file 7\nactive_file 5\n"),
        ];
        assert_eq!(left_in(&files), Some(150_007));
    }

    #[test]
    fn the_least_of_all_groups_on_the_way_up_counts() {
        let files = [
            ("proc/self/cgroup", "0::/a/b/c\n"),
            ("proc/self/mountinfo", V2),
            ("sys/fs/cgroup/a/b/c/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/c/memory.current", "10\n"),
            ("sys/fs/cgroup/a/b/memory.max", "900\n"),
            ("sys/fs/cgroup/a/b/memory.current", "100\n"),
            ("sys/fs/cgroup/a/memory.max", "1000\n"),
            ("sys/fs/cgroup/a/memory.current", "700\n"),
        ];
        assert_eq!(left_in(&files), Some(300));
        assert_eq!(left_in(&files[..6]), Some(800));
        assert_eq!(left_in(&files[..4]), None, "max is no limit");
    }

    #[test]
    fn a_group_of_version_1_that_does_not_count_what_is_inside_it_limits_nothing() {
        let files = [
            ("proc/self/cgroup", "4:memory:/a/b\n"),
            ("proc/self/mountinfo", V1),
            ("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "500\n"),
            ("sys/fs/cgroup/memory/a/memory.use_hierarchy", "1\n"),
        ];
        assert_eq!(left_in(&files), Some(500));
        let alone = ("sys/fs/cgroup/memory/a/memory.use_hierarchy", "0\n");
        assert_eq!(left_in(&[&files[..4], &[alone]].concat()), None);
    }

    #[test]
    fn a_hybrid_system_has_limits_in_either_tree() {
        let both = format!("{}{}", V1, V2.replace("/sys/fs/cgroup ", "/sys/fs/cgroup/unified "));
        let files = [
            ("proc/self/cgroup", "4:memory:/one\n0::/two\n"),
            ("proc/self/mountinfo", both.as_str()),
            ("sys/fs/cgroup/memory/one/memory.limit_in_bytes", "800\n"),
            ("sys/fs/cgroup/unified/two/memory.max", "700\n"),
        ];
        assert_eq!(left_in(&files), Some(700));
        assert_eq!(left_in(&files[..3]), Some(800));
    }

    #[test]
    fn what_a_container_mounts_is_its_own_group() {
        let inside = V1.replace("0:33 / ", "0:33 /docker/1a2b ");
        for group in ["/docker/1a2b", "/", "/../..", "/docker/1a2b/../x"] {
            let groups = format!("4:memory:{group}\n");
            let files = [
                ("proc/self/cgroup", groups.as_str()),
                ("proc/self/mountinfo", &inside),
                ("sys/fs/cgroup/memory/memory.limit_in_bytes", "600\n"),
            ];
            assert_eq!(left_in(&files), Some(600), "{group}");
        }
        let nested = [
            ("proc/self/cgroup", "4:memory:/docker/1a2b/job\n"),
            ("proc/self/mountinfo", &inside),
            ("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "60\n"),
        ];
        assert_eq!(left_in(&nested), Some(60));
    }

    #[test]
    fn a_use_above_the_limit_leaves_nothing() {
        let files = [
            ("proc/self/cgroup", "0::/\n"),
            ("proc/self/mountinfo", V2),
            ("sys/fs/cgroup/memory.max", "100\n"),
            ("sys/fs/cgroup/memory.current", "101\n"),
        ];
        assert_eq!(left_in(&files), Some(0));
    }

    #[test]
    fn what_cannot_be_parsed_limits_nothing() {
        let group = ("proc/self/cgroup", "0::/a\n");
        let mount = ("proc/self/mountinfo", V2);
        let limit = ("sys/fs/cgroup/a/memory.max", "100\n");
        assert_eq!(left_in(&[group, mount, limit]), Some(100));
        for broken in [
            [("proc/self/cgroup", ""), mount, limit],
            [("proc/self/cgroup", "0:/a\nx\n::\n"), mount, limit],
            [group, ("proc/self/mountinfo", "1 2 3\n - \n\n4 5 6 / - cgroup2\n"), limit],
            [group, ("proc/self/mountinfo", "41 31 0:38 / relative rw - cgroup2 c rw\n"), limit],
            [group, mount, ("sys/fs/cgroup/a/memory.max", "many\n")],
            [group, mount, ("sys/fs/cgroup/a/memory.max", "-1\n")],
            [group, mount, ("sys/fs/cgroup/a/memory.max", "")],
        ] {
            assert_eq!(left_in(&broken), None, "{broken:?}");
        }
        assert_eq!(left_in(&[]), None);
        let use_and_pages = [
            ("sys/fs/cgroup/a/memory.current", "some\n"),
            ("sys/fs/cgroup/a/memory.stat", "inactive_file\ninactive_file x\n"),
        ];
        assert_eq!(left_in(&[&[group, mount, limit][..], &use_and_pages].concat()), Some(100));
    }

    #[test]
    fn spaces_in_mount_points_are_written_in_octal() {
        assert_eq!(unescaped(r"/a\040b\134c\x"), r"/a b\c\x");
        assert_eq!(unescaped(r"/\777\é"), r"/\777\é");
    }
}
