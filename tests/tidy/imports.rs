//! Which file of a crate uses names of which other.
//!
//! A name that a module hands on (`pub use`) is followed to the file that defines it; handing it on is no use.

use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The files that each file uses.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

/// A module by the names on its path.
type Module = Vec<String>;

/// The modules of a crate: their files, the names that they hand on, and the paths that they use.
#[derive(Default)]
struct Modules {
    files: BTreeMap<Module, String>,
    handed_on: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
    used: BTreeMap<Module, Vec<Vec<String>>>,
}

/// The imports among some files of a crate; `src` is the folder of its root.
pub(crate) fn imports(sources: &[Source], src: &str) -> Imports {
    let mut modules = Modules::default();
    for source in sources {
        if let Some(module) = module_of(&source.path, src) {
            modules.files.insert(module, source.path.clone());
        }
    }
    for source in sources {
        if let Some(module) = module_of(&source.path, src) {
            modules.read(&module, &source.program());
        }
    }
    modules.imports()
}

/// The module of a file below `src`; none for those of tests.
fn module_of(path: &str, src: &str) -> Option<Module> {
    let inside = path.strip_prefix(src)?.strip_prefix('/')?.strip_suffix(".rs")?;
    let mut module: Module = inside.split('/').map(str::to_owned).collect();
    let last = module.last()?.clone();
    if module.iter().any(|name| name == "tests") || inside == "main" {
        return None;
    }
    if last == "mod" || matches!(inside, "lib" | "suite") {
        module.pop();
    }
    Some(module)
}

impl Modules {
    fn read(&mut self, module: &Module, program: &str) {
        let (mut used, mut rest) = (Vec::new(), String::new());
        let mut lines = program.lines();
        while let Some(line) = lines.next() {
            let (is_public, declaration) = match line.trim_start().split_once("use ") {
                Some(("", tree)) => (false, tree),
                Some((public, tree)) if public.starts_with("pub") => (true, tree),
                _ => {
                    rest.push_str(line);
                    rest.push('\n');
                    continue;
                }
            };
            let mut tree = declaration.to_owned();
            while !tree.ends_with(';') {
                tree.push_str(lines.next().unwrap_or(";").trim());
            }
            for (name, path) in leaves(tree.trim_end_matches(';')) {
                if is_public {
                    self.handed_on.entry(module.clone()).or_default().insert(name, path);
                } else {
                    used.push(path);
                }
            }
        }
        used.extend(paths_in(&rest));
        self.used.insert(module.clone(), used);
    }

    fn imports(&self) -> Imports {
        let of = |(module, file): (&Module, &String)| {
            let used = self.used.get(module).into_iter().flatten();
            let files = used.filter_map(|path| self.defined_in(module, path, 0));
            (file.clone(), files.filter(|found| found != file).collect())
        };
        self.files.iter().map(of).collect()
    }

    /// The file that defines what a path in `module` names, if it is one of the crate.
    fn defined_in(&self, module: &Module, path: &[String], handed_on: usize) -> Option<String> {
        // Names that are handed on in a circle would not compile.
        const MOST: usize = 20;
        let mut path = path;
        let mut place = match path.first()?.as_str() {
            "crate" => {
                path = &path[1..];
                Vec::new()
            }
            "self" => {
                path = &path[1..];
                module.clone()
            }
            "super" => {
                let mut place = module.clone();
                while path.first().is_some_and(|name| name == "super") {
                    place.pop();
                    path = &path[1..];
                }
                place
            }
            first if self.files.contains_key(&joined(module, first)) => module.clone(),
            _ => return None,
        };
        while let Some((first, after)) = path.split_first() {
            let inner = joined(&place, first);
            if self.files.contains_key(&inner) {
                (place, path) = (inner, after);
                continue;
            }
            match self.handed_on.get(&place).and_then(|names| names.get(first)) {
                Some(target) if handed_on < MOST => {
                    let target = [&target[..], after].concat();
                    return self.defined_in(&place, &target, handed_on + 1);
                }
                _ => break,
            }
        }
        self.files.get(&place).cloned()
    }
}

fn joined(module: &Module, name: &str) -> Module {
    let mut joined = module.clone();
    joined.push(name.to_owned());
    joined
}

/// The paths of a tree of imports, each with the name that it is used by.
fn leaves(tree: &str) -> Vec<(String, Vec<String>)> {
    let tree = tree.trim();
    if let Some((before, inside)) = tree.split_once('{') {
        let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
        let mut found = Vec::new();
        let (mut depth, mut from) = (0, 0);
        for (place, letter) in inside.char_indices().chain([(inside.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inside[from..place].trim().is_empty() {
                        found.extend(leaves(&format!("{before}{}", inside[from..place].trim())));
                    }
                    from = place + 1;
                }
                _ => {}
            }
        }
        return found;
    }
    let (path, name) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
    let mut path: Vec<String> = path.split("::").map(|name| name.trim().to_owned()).collect();
    if path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let last = path.last().cloned().unwrap_or_default();
    vec![(name.map_or(last, |name| name.trim().to_owned()), path)]
}

/// Paths that are written out where they are used: `crate::stats::Fit`, `module::function`.
fn paths_in(program: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = program.split(|letter: char| !is_part(letter));
    let paths = words.filter(|word| word.contains("::") && !word.starts_with("::"));
    let path = |word: &str| {
        let names = word.split("::").take_while(|name| !name.is_empty() && !name.contains(':'));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    paths.map(path).filter(|path| path.len() > 1).collect()
}
