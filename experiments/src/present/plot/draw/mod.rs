//! Draws figures: as SVG for files and pages, and as PNG.

mod curves;
mod heat;
mod layout;
mod shares;

use super::figure::{Figure, Picture};
use super::palette::Palette;
use crate::present::markup::escaped;
use kuva::backend::svg::SvgBackend;
use kuva::render::render::{Primitive, Scene, render_multiple};
use kuva::{RasterBackend, Theme};
use layout::WIDTH;

/// Pixels a point in a PNG.
const PIXELS: f32 = 2.0;

/// The fonts of a picture; a PNG has its own.
const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

impl Figure {
    /// The figure as a file of its own, on white.
    pub(crate) fn svg_file(&self) -> String {
        svg(&self.titled(&Palette::of_files()), self)
    }

    /// The same in pixels.
    pub(crate) fn png_file(&self) -> Result<Vec<u8>, String> {
        let scene = self.titled(&Palette::of_files());
        RasterBackend::new().with_scale(PIXELS).render_scene(&scene)
    }

    /// The figure as a part of a page that says its title, in the colours of its style sheet.
    pub(crate) fn svg_in_page(&self) -> String {
        svg(&self.scene(&Palette::of_pages(), None), self)
    }

    fn titled(&self, palette: &Palette) -> Scene {
        self.scene(palette, Some(&self.title))
    }

    fn scene(&self, palette: &Palette, title: Option<&str>) -> Scene {
        let (plots, layout) = match &self.picture {
            Picture::Plane(plane) => curves::drawn(plane, palette),
            Picture::Shares(shares) => shares::drawn(shares, palette),
            Picture::Heat(heat) => heat::drawn(heat),
        };
        let layout = match title {
            Some(title) => layout.with_title(title),
            None => layout,
        };
        let layout = layout
            .with_width(WIDTH)
            .with_font_family(FONTS)
            .with_title_size(16)
            .with_label_size(13)
            .with_tick_size(12)
            .with_body_size(12)
            .with_theme(theme(palette));
        let mut scene = render_multiple(plots, layout);
        self.name_clips(&mut scene);
        scene
    }

    /// Names what is clipped after the figure: the crate counts over the whole process, which would not repeat.
    fn name_clips(&self, scene: &mut Scene) {
        let mut count = 0;
        for element in &mut scene.elements {
            if let Primitive::ClipStart { id, .. } = element {
                count += 1;
                let name = format!("clip-{}-{count}", self.name);
                for definition in &mut scene.defs {
                    *definition = definition.replace(&format!("\"{id}\""), &format!("\"{name}\""));
                }
                *id = name;
            }
        }
    }
}

/// The scene as SVG of any size with a title and a description: the crate gives it a size, but not what to make larger or smaller.
fn svg(scene: &Scene, figure: &Figure) -> String {
    let Figure { name, title, caption, .. } = figure;
    let open = format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"title-{name} about-{name}\" ",
        scene.width, scene.height
    );
    let (title, caption) = (escaped(title), escaped(caption));
    let about = format!(
        "<title id=\"title-{name}\">{title}</title><desc id=\"about-{name}\">{caption}</desc>"
    );
    let drawn = SvgBackend::new().render_scene(scene).replacen("<svg ", &open, 1);
    match drawn.find("<svg ").and_then(|at| drawn[at..].find('>').map(|end| at + end + 1)) {
        Some(end) => format!("{}{about}{}", &drawn[..end], &drawn[end..]),
        None => drawn,
    }
}

fn theme(palette: &Palette) -> Theme {
    Theme {
        background: palette.surface.clone(),
        axis_color: palette.ink.clone(),
        grid_color: palette.faint.clone(),
        tick_color: palette.ink.clone(),
        text_color: palette.ink.clone(),
        legend_bg: palette.surface.clone(),
        legend_border: palette.faint.clone(),
        colorbar_border: palette.ink.clone(),
        ..Theme::light()
    }
}
