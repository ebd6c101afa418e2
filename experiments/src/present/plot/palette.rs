//! Colours: fixed ones for files, and the names of a page's own, which follow the reader's preference for light or dark.

/// The colours of a drawing, as SVG spells them.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    pub(super) ink: String,
    pub(super) faint: String,
    pub(super) surface: String,
    /// Of curves and parts.
    series: Vec<String>,
    /// The same, paler.
    pale: Vec<String>,
}

/// As many as can be told apart, whatever the eye; the last is grey.
pub(crate) const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#b0509a", "#8a6d00", "#2d9cdb", "#6a51a3", "#666666"];

impl Palette {
    /// On white.
    pub(super) fn of_files() -> Self {
        Self {
            ink: "#1a1a1a".to_owned(),
            faint: "#dddddd".to_owned(),
            surface: "#ffffff".to_owned(),
            series: COLORS.map(str::to_owned).to_vec(),
            pale: COLORS.map(paled).to_vec(),
        }
    }

    /// The variables of the style sheet of a page.
    pub(super) fn of_pages() -> Self {
        Self {
            ink: "var(--ink)".to_owned(),
            faint: "var(--faint)".to_owned(),
            surface: "var(--surface)".to_owned(),
            series: (0..COLORS.len()).map(|color| format!("var(--series-{color})")).collect(),
            pale: (0..COLORS.len()).map(|color| format!("var(--pale-{color})")).collect(),
        }
    }

    /// The colour of a part of a whole: grey if it has none of its own.
    pub(super) fn part(&self, color: Option<usize>) -> String {
        self.series(color.unwrap_or(COLORS.len() - 1), false)
    }

    /// The colour of a curve, or a pale one.
    pub(super) fn series(&self, color: usize, pale: bool) -> String {
        let series = if pale { &self.pale } else { &self.series };
        series[color % series.len()].clone()
    }
}

/// Two parts of a colour and three of white.
fn paled(color: &str) -> String {
    let part = |at: usize| {
        let part = u32::from_str_radix(&color[at..at + 2], 16).unwrap_or_default();
        (2 * part + 3 * 255) / 5
    };
    format!("#{:02x}{:02x}{:02x}", part(1), part(3), part(5))
}
