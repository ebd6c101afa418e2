//! Verdicts on rows with a known answer.
