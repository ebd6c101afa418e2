//! Shows results to people: as text, as figures and as a page. It sees results and rows of stores, and computes none.

mod film_page;
mod film_picture;
mod film_tracks;
mod film_words;
pub(crate) mod markup;
pub(crate) mod page;
pub(crate) mod plot;
mod replay_page;
pub(crate) mod text;
pub(crate) mod torus_graph;
mod worm_page;
pub(crate) mod worm_picture;

pub(crate) use film_page::film_page;
pub(crate) use film_picture::{MOST_PICTURE_CELLS, film_picture, is_drawable};
pub(crate) use film_tracks::film_tracks;
pub(crate) use replay_page::Caption;
pub(crate) use worm_page::worm_page;
