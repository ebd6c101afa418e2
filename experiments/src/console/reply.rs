//! Holds the reply of a command: what it prints, and what is wrong with its run.
//!
//! Commands make replies and know nothing of the program that prints them.

use crate::flags::Format;
use crate::output::Piped;
use crate::readable::Text;
use crate::results::{ViolationResult, json};
use meshcast_engine::Violation;
use serde::Serialize;

/// What a command prints once it is done.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The result, for standard output.
    pub(crate) output: Output,
    /// What is wrong with the run, in one line; `None` if nothing is.
    pub(crate) complaint: Option<String>,
    /// A file that goes to standard output, as `-` asks for; the result then goes to standard error.
    pub(crate) piped: Option<Piped>,
}

/// The result of a command.
#[derive(Debug)]
pub(crate) enum Output {
    /// For programs: as it is.
    Bytes(Vec<u8>),
    /// For people.
    Text(Text),
}

impl Output {
    /// What is printed where lines have at most so many characters, if there is a limit.
    pub(crate) fn at_most(self, width: Option<usize>) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Text(text) => text.at_most(width).into_bytes(),
        }
    }
}

impl Reply {
    /// The reply of a command with nothing wrong.
    pub(crate) fn of(output: impl Into<Vec<u8>>) -> Self {
        Self { output: Output::Bytes(output.into()), complaint: None, piped: None }
    }

    /// The reply that shows a result in a format: as JSON, or the text for people.
    pub(crate) fn showing<R: Serialize, T: Into<Text>>(
        format: Format,
        result: &R,
        text: impl FnOnce(&R) -> T,
    ) -> Self {
        let output = match format {
            Format::Json => Output::Bytes(json(result)),
            Format::Text => Output::Text(text(result).into()),
        };
        Self { output, complaint: None, piped: None }
    }

    /// The same with a file that goes to standard output, if there is one.
    pub(crate) fn piping(self, piped: Option<Piped>) -> Self {
        Self { piped: self.piped.or(piped), ..self }
    }

    /// The same with what is wrong with the run, if anything is.
    pub(crate) fn complaining(self, complaint: Option<String>) -> Self {
        Self { complaint, ..self }
    }
}

/// The reply of a run that broke a rule.
pub(crate) fn violated(violation: &Violation, format: Format) -> Reply {
    let result = ViolationResult::of(violation);
    Reply::showing(format, &result, |_| String::new()).complaining(Some(violation.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::broken_rule;

    #[test]
    fn a_violation_is_printed_as_json_or_in_one_line() {
        let violation = broken_rule();
        let reply = violated(&violation, Format::Json);
        let line = "rule M6 broken in step 5 at node 3 (copy, span visit): slot 1 is taken; the node holds 2 packets \
                    (a buffer holds at most its capacity at the end of a step)";
        let expected = format!(
            "{{\"schema\":\"meshcast.violation/1\",\"rule\":\"M6\",\"step\":5,\"node\":3,\"span\":\"visit\",\"form\":\"copy\",\
             \"actual\":2,\"limit\":1,\"message\":\"{line}\"}}\n"
        );
        assert_eq!(String::from_utf8(reply.output.at_most(Some(80))).unwrap(), expected);
        assert_eq!(reply.complaint.as_deref(), Some(line));
        assert!(violated(&violation, Format::Text).output.at_most(None).is_empty());
    }
}
