//! Puts the page of a film together: its data, compressed, and the scripts that show them.

use crate::film::Film;
use crate::present::markup::escaped;
use crate::results::VERSION;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;

const PAGE: &str = include_str!("../../assets/replay/page.html");
const STYLE: &str = include_str!("../../assets/replay/style.css");

/// The scripts, in the order in which they use each other, from below.
const SCRIPTS: [&str; 7] = [
    include_str!("../../assets/replay/film.js"),
    include_str!("../../assets/replay/packets.js"),
    include_str!("../../assets/replay/counts.js"),
    include_str!("../../assets/replay/map.js"),
    include_str!("../../assets/replay/timeline.js"),
    include_str!("../../assets/replay/panel.js"),
    include_str!("../../assets/replay/player.js"),
];

/// How hard the data are compressed, of 10.
const LEVEL: u8 = 7;

/// What the page says beside the film.
#[derive(Debug)]
pub(crate) struct Caption<'a> {
    pub(crate) title: &'a str,
    /// What to watch, in a few sentences.
    pub(crate) note: Option<&'a str>,
    /// The broken rule at which the film ends.
    pub(crate) broken: Option<&'a str>,
}

/// What the scripts read before they decompress the film.
#[derive(Serialize)]
struct Facts<'a> {
    version: &'static str,
    rows: usize,
    cols: usize,
    /// Sides of a torus of any number of dimensions, of which rows and columns are the last two.
    layers: usize,
    wraps: bool,
    capacity: Option<usize>,
    steps: u64,
    stride: u64,
    frames: u64,
    links: u64,
    deliveries: u64,
    peak: u64,
    broken: Option<&'a str>,
    names: &'a [String],
    sections: &'a [(&'static str, usize)],
}

impl<'a> Facts<'a> {
    fn of(film: &'a Film, broken: Option<&'a str>) -> Self {
        let sides = film.network.sides().map(|(rows, cols)| (rows, cols, 1));
        let torus = film.network.radix_and_dims().map(|(radix, dims)| match dims {
            1 => (1, radix, 1),
            _ => (radix, radix, film.network.nodes() / (radix * radix)),
        });
        let (rows, cols, layers) = sides.or(torus).unwrap_or((1, 1, 1));
        Self {
            version: VERSION,
            rows,
            cols,
            layers,
            wraps: torus.is_some(),
            capacity: film.capacity,
            steps: film.grid.steps,
            stride: film.grid.stride,
            frames: film.grid.frames(),
            links: film.links,
            deliveries: film.deliveries,
            peak: film.peak,
            broken,
            names: &film.names,
            sections: film.sections.parts(),
        }
    }
}

/// The whole page. It needs no network and no other file.
pub(crate) fn film_page(film: &Film, caption: &Caption<'_>) -> String {
    let facts = serde_json::to_string(&Facts::of(film, caption.broken)).unwrap_or_default();
    let data = base64(&compress_to_vec_zlib(film.sections.bytes(), LEVEL));
    let note = caption
        .note
        .map_or_else(String::new, |note| format!("<p class=\"note\">{}</p>", escaped(note)));
    let broken = caption.broken.map_or_else(String::new, |broken| {
        format!("<p class=\"broken\" role=\"alert\">{}</p>", escaped(broken))
    });
    let mut page = String::with_capacity(data.len() + PAGE.len() + (1 << 16));
    // What is put in is not looked through for places again.
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        match place {
            "title" => page.push_str(&escaped(caption.title)),
            "note" => page.push_str(&note),
            "broken" => page.push_str(&broken),
            "style" => page.push_str(STYLE),
            "facts" => page.push_str(&facts.replace('<', "\\u003c")),
            "data" => page.push_str(&data),
            "scripts" => SCRIPTS.iter().for_each(|script| page.push_str(script)),
            _ => unreachable!("the page has no other places"),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Bytes as the letters of base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > three.len() { '=' } else { letter.into() });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_are_the_letters_of_the_standard() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        assert_eq!(base64(&[0, 16, 131, 251, 255, 191]), "ABCD+/+/");
    }
}
