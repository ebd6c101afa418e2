//! Follows the spans of a program: each is entered inside the open one, and the innermost is left first.

/// The spans that are open.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// Their names, joined by `/`.
    path: String,
}

impl Spans {
    /// The path of the innermost open span.
    pub(super) fn open(&self) -> Option<&str> {
        (!self.path.is_empty()).then_some(&*self.path)
    }

    /// Enters the span of this path, or says why there is no such span here. The trace is believed in any case.
    pub(super) fn enter(&mut self, path: &str) -> Result<(), String> {
        let name = match self.open() {
            None => Some(path),
            Some(open) => path.strip_prefix(open).and_then(|rest| rest.strip_prefix('/')),
        };
        let is_inside = name.is_some_and(|name| !name.is_empty() && !name.contains('/'));
        let around = std::mem::replace(&mut self.path, path.to_owned());
        if is_inside {
            return Ok(());
        }
        let around = if around.is_empty() { "no span" } else { &around };
        Err(format!("the span {path:?} is entered in {around}"))
    }

    /// Leaves the span of this path, or says that another is open.
    pub(super) fn leave(&mut self, path: &str) -> Result<(), String> {
        let is_open = self.open() == Some(path);
        let found = format!("the span {path:?} is left where {:?} is open", self.path);
        self.path.truncate(self.path.rfind('/').unwrap_or(0));
        if is_open { Ok(()) } else { Err(found) }
    }
}
