//! Says in text what a page that replays a run shows.

use crate::readable::grouped;
use crate::results::replay::ReplayResult;

/// What the page in `file` shows.
pub(crate) fn replay(result: &ReplayResult, file: &str) -> String {
    let steps = grouped(result.steps);
    if result.stride == 1 {
        return format!("every one of {steps} steps in {file}\n");
    }
    let frames = grouped(result.frames);
    format!("{frames} frames of {steps} steps, one every {} steps, in {file}\n", result.stride)
}
