//! The peak of every buffer, on the mesh.

use super::figure::{Figure, Heat, Picture};

/// The map of the peaks of all nodes of a mesh with `cols` columns, row-major.
pub(crate) fn heat_map(peaks: &[u32], cols: usize, title: &str) -> Figure {
    Figure {
        name: "heat-map".to_owned(),
        title: format!("Fullest moment of every buffer (packets): {title}"),
        caption: "A cell is a node, its colour the most packets that its buffer held in the run: bright places are where packets \
                  gather."
            .to_owned(),
        picture: Picture::Heat(Heat {
            cols,
            values: peaks.to_vec(),
        }),
    }
}
