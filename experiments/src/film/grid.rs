//! Chooses the steps that a film shows.

use thiserror::Error;

/// The most nodes or channels times frames that a film has unless asked otherwise: as many bytes in the memory of a page.
const DEFAULT_CELLS: u64 = 1 << 24;

/// The most that it can have.
const MOST_CELLS: u64 = 1 << 28;

/// The most dimensions of a torus: a byte has the links beyond the first two dimensions.
const MOST_DIMS: usize = 6;

/// A film that would be too large. Its `Display` is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum FilmError {
    #[error(
        "--frames: {frames} frames of {parts} {what} are more than a page can hold: use --frames {most} or fewer"
    )]
    Frames { frames: u64, parts: u64, what: &'static str, most: u64 },
    #[error("{parts} {what} are more than a page can hold: show a run on a smaller network")]
    Parts { parts: u64, what: &'static str },
    #[error(
        "a torus of {dims} dimensions has more links a node than a page can show: trace one of {MOST_DIMS} dimensions or fewer"
    )]
    Dimensions { dims: usize },
}

/// The steps that a film shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Steps of the run.
    pub(crate) steps: u64,
    /// Steps from frame to frame.
    pub(crate) stride: u64,
}

impl Grid {
    /// All steps of a run on so many nodes in so many dimensions, or as many as `frames` frames show, or as a page of usual size.
    pub(crate) fn new(
        (nodes, dims): (u64, usize),
        steps: u64,
        frames: Option<u64>,
    ) -> Result<Self, FilmError> {
        if dims > MOST_DIMS {
            return Err(FilmError::Dimensions { dims });
        }
        Self::of((nodes, "nodes"), steps, frames)
    }

    /// The same for a network of so many parts, each of which has a value in every frame.
    pub(super) fn of(
        (parts, what): (u64, &'static str),
        steps: u64,
        frames: Option<u64>,
    ) -> Result<Self, FilmError> {
        let most = MOST_CELLS / parts.max(1);
        if most < 2 {
            return Err(FilmError::Parts { parts, what });
        }
        let all = steps.saturating_add(1);
        if let Some(frames) = frames.filter(|&frames| frames.min(all) > most) {
            return Err(FilmError::Frames { frames, parts, what, most });
        }
        let shown = frames.unwrap_or(Self::usual_frames(parts)).max(2);
        Ok(Self { steps, stride: steps.div_ceil(shown - 1).max(1) })
    }

    /// The most frames of a network of so many parts, unless asked otherwise.
    pub(crate) fn usual_frames(parts: u64) -> u64 {
        DEFAULT_CELLS / parts.max(1)
    }

    /// Frames, the initial loading among them.
    pub(crate) fn frames(self) -> u64 {
        self.steps.div_ceil(self.stride) + 1
    }

    /// Whether a frame shows the end of step `t`.
    pub(super) fn shows(self, t: u64) -> bool {
        t.is_multiple_of(self.stride) || t == self.steps
    }

    /// The first step from `t` on whose end a frame shows.
    pub(super) fn next_shown(self, t: u64) -> u64 {
        t.checked_next_multiple_of(self.stride).unwrap_or(self.steps).min(self.steps)
    }

    /// Whether every step has its frame.
    pub(crate) fn is_whole(self) -> bool {
        self.stride == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_fits_is_shown_step_by_step_and_another_evenly() {
        let whole = Grid::new((4096, 2), 4000, None).unwrap();
        assert_eq!((whole.stride, whole.frames()), (1, 4001));
        let sampled = Grid::new((4096, 2), 100, Some(11)).unwrap();
        assert_eq!((sampled.stride, sampled.frames()), (10, 11));
        let uneven = Grid::new((4096, 2), 101, Some(11)).unwrap();
        assert_eq!((uneven.stride, uneven.frames()), (11, 11));
        let shown: Vec<u64> = (0..=101).filter(|&t| uneven.shows(t)).collect();
        assert_eq!(shown, [0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 101]);
        let next: Vec<u64> = [0, 1, 11, 12, 99, 100, 101].map(|t| uneven.next_shown(t)).into();
        assert_eq!(next, [0, 11, 11, 22, 99, 101, 101]);
        assert_eq!(Grid::new((1, 2), 0, None).unwrap().frames(), 1);
    }

    #[test]
    fn what_a_page_cannot_hold_is_refused_with_what_it_can() {
        let refused = Grid::new((1 << 20, 2), 1000, Some(257));
        assert_eq!(
            refused.unwrap_err().to_string(),
            "--frames: 257 frames of 1048576 nodes are more than a page can hold: use --frames 256 or fewer"
        );
        assert!(Grid::new((1 << 20, 2), 1000, Some(256)).is_ok());
        // Only the steps that there are count.
        assert!(Grid::new((1 << 20, 2), 100, Some(1 << 40)).is_ok());
        assert!(Grid::new((1 << 28, 2), 1, None).is_err());
        assert!(Grid::new((64, 6), 1, None).is_ok());
        assert_eq!(Grid::new((128, 7), 1, None).unwrap_err(), FilmError::Dimensions { dims: 7 });
    }
}
