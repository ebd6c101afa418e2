//! Reads the Rust files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates, each only using those before it.
pub(crate) const CRATES: [&str; 5] = ["engine", "primitives", "algorithms", "experiments", "tests"];

/// A file.
pub(crate) struct Source {
    /// From the root of the workspace, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// All files of a crate, in the order of their paths.
pub(crate) fn of_crate(name: &str) -> Vec<Source> {
    let mut files = Vec::new();
    collect(&root().join(name), name, &mut files);
    files.sort_by(|a: &Source, b| a.path.cmp(&b.path));
    files
}

fn collect(folder: &Path, path: &str, files: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry").path();
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        let path = format!("{path}/{name}");
        if entry.is_dir() {
            collect(&entry, &path, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(Source { path, text: fs::read_to_string(&entry).expect("a text") });
        }
    }
}

impl Source {
    /// The text without comments and without what is compiled for tests alone.
    pub(crate) fn program(&self) -> String {
        let mut program = String::new();
        let mut lines = self.text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            if line.trim_start() != "#[cfg(test)]" {
                program.push_str(line);
                program.push('\n');
                continue;
            }
            // The item that follows, which ends on its first line or where a line has its indentation again.
            let first = lines.next().unwrap_or_default();
            let indent = &first[..first.len() - first.trim_start().len()];
            if !first.ends_with(';') && !first.ends_with('}') {
                lines.by_ref().find(|line| {
                    let rest = line.strip_prefix(indent).unwrap_or_default();
                    rest.starts_with('}') || rest.starts_with(')') && rest.ends_with(';')
                });
            }
        }
        program
    }

    /// Its functions, with the lines that they take.
    pub(crate) fn functions(&self) -> Vec<(String, usize)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut functions = Vec::new();
        for (first, line) in lines.iter().enumerate() {
            let indent = &line[..line.len() - line.trim_start().len()];
            let Some(name) = function_name(line.trim_start()) else { continue };
            let end = format!("{indent}}}");
            // One without a body ends with its declaration.
            let ends = |line: &str| {
                *line == end
                    || line.ends_with(';')
                        && line.starts_with(indent)
                        && !line[indent.len()..].starts_with(' ')
            };
            let length =
                lines[first..].iter().position(|line| ends(line)).map_or(1, |last| last + 1);
            let is_in_a_line = line.ends_with('}') || line.ends_with(';');
            functions.push((name.to_owned(), if is_in_a_line { 1 } else { length }));
        }
        functions
    }
}

/// The name of the function that a line begins, if it begins one.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line;
    if let Some(public) = rest.strip_prefix("pub") {
        rest = match public.strip_prefix('(') {
            Some(place) => place.split_once(')')?.1.trim_start(),
            None => public.trim_start(),
        };
    }
    for word in ["const ", "async "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    Some(&rest[..end])
}
