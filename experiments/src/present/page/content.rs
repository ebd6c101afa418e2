//! Puts the page of a report together from its parts.

use super::html::folded;
use super::{interactive, tables, verdict_table};
use crate::present::markup::escaped;
use crate::present::plot::{Cell, Figure, Figures, Kind};
use crate::results::verdict::VerifyResult;
use crate::store::{
    Build, DONE, ExpanderRow, FAILED, LoadRow, PlanRow, PramRow, REFUSED, RunRow, builds,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const PLOT_SCRIPT: &str = include_str!("../../../assets/uplot/uPlot.iife.min.js");
const PLOT_STYLE: &str = include_str!("../../../assets/uplot/uPlot.min.css");
const PLOT_LICENCE: &str = include_str!("../../../assets/uplot/LICENSE");
const SCRIPT: &str = include_str!("../../../assets/report.js");
const STYLE: &str = include_str!("../../../assets/report.css");

/// Nothing may be loaded from anywhere, whatever gets into the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// What a report is about.
#[derive(Debug)]
pub(crate) struct Content<'a> {
    pub(crate) plans: &'a [PlanRow],
    pub(crate) runs: &'a [RunRow],
    pub(crate) expanders: &'a [ExpanderRow],
    pub(crate) loads: &'a [LoadRow],
    pub(crate) prams: &'a [PramRow],
    pub(crate) verdicts: &'a VerifyResult,
    pub(crate) cells: &'a [Cell],
    pub(crate) figures: &'a Figures,
}

impl Content<'_> {
    /// The whole page.
    pub(crate) fn page(&self) -> String {
        let title = escaped(&self.title());
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{PLOT_STYLE}\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n{}</header>\n<main>\n",
            self.summary()
        );
        page.push_str("<section id=\"verdicts\">\n<h2>Verdicts</h2>\n");
        page.push_str(&verdict_table::verdicts(self.verdicts));
        page.push_str("</section>\n");
        page.push_str(&self.opening());
        page.push_str(&self.details());
        page.push_str(&self.repeat());
        let _ = write!(
            page,
            "</main>\n<footer>\n<details><summary>Interactive plots by uPlot, MIT licence</summary><pre>{}</pre></details>\n</footer>\n\
             <script type=\"application/json\" id=\"figures-data\">{}</script>\n\
             <script>\n{PLOT_SCRIPT}\n</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            escaped(PLOT_LICENCE),
            interactive::data(self.figures.all())
        );
        page
    }

    fn title(&self) -> String {
        let titles: BTreeSet<&str> = self.plans.iter().map(|plan| plan.title.as_str()).collect();
        if titles.is_empty() {
            return "Results of a sweep".to_owned();
        }
        titles.into_iter().collect::<Vec<_>>().join("; ")
    }

    /// What was run, by which program.
    fn summary(&self) -> String {
        let count = |status| self.runs.iter().filter(|row| row.status == status).count();
        let mut programs: BTreeSet<Build> = &builds(self.runs) | &builds(self.expanders);
        programs.append(&mut builds(self.loads));
        programs.append(&mut builds(self.prams));
        let programs = programs.iter().map(Build::to_string).collect::<Vec<_>>().join("; ");
        format!(
            "<p>{} runs done, {} failed, {} refused; {} expanders, {} loads, {} PRAM runs. Made by {}.</p>\n\
             <nav><a href=\"#verdicts\">Verdicts</a> <a href=\"#figures\">Figures</a> <a href=\"#details\">Details</a> \
             <a href=\"#repeat\">Repeat it</a></nav>\n",
            count(DONE),
            count(FAILED),
            count(REFUSED),
            self.expanders.len(),
            self.loads.len(),
            self.prams.len(),
            escaped(&programs)
        )
    }

    /// The figures that answer for the theorems.
    fn opening(&self) -> String {
        let mut section = "<section id=\"figures\">\n<h2>Figures</h2>\n".to_owned();
        if self.figures.all().next().is_none() {
            section.push_str("<p>No three runs of this store can be compared.</p>\n");
        } else if self.figures.opening.is_empty() {
            section.push_str(
                "<p>No three runs on uniform sets can be compared; all figures are below.</p>\n",
            );
        } else {
            section.push_str(
                "<p class=\"hint\">Drag to zoom in, double-click to zoom out, press a name to hide its curve. With the keyboard, left and \
                 right go along a curve, up and down to the next.</p>\n",
            );
        }
        section.extend(self.figures.opening.iter().map(|figure| self.figure(figure)));
        section.push_str("</section>\n");
        section
    }

    /// All else, folded, with an index.
    fn details(&self) -> String {
        let mut tables = tables::cells(self.cells);
        tables.push_str(&tables::left_out(self.runs));
        tables.push_str(&tables::expanders(self.expanders));
        tables.push_str(&tables::loads(self.loads));
        tables.push_str(&tables::prams(self.prams));
        let kinds = || self.figures.kinds.iter().enumerate();
        let entry = |(place, kind): (usize, &Kind)| {
            let (title, count) = (escaped(kind.title), kind.figures.len());
            format!("<li><a href=\"#kind-{place}\">{title}</a>: {count}</li>\n")
        };
        let index: String = kinds().map(entry).collect();
        let part = |(place, kind): (usize, &Kind)| {
            format!("<div id=\"kind-{place}\">\n{}</div>\n", self.kind(kind))
        };
        let parts: String = kinds().map(part).collect();
        format!(
            "<section id=\"details\">\n<h2>Details</h2>\n<nav aria-label=\"Details\"><ul class=\"index\">\n{index}\
             <li><a href=\"#tables\">Tables</a></li>\n</ul></nav>\n{parts}<div id=\"tables\">\n{tables}</div>\n</section>\n"
        )
    }

    /// The figures that show the same, with an index where there are several.
    fn kind(&self, kind: &Kind) -> String {
        let entry = |figure: &Figure| {
            let (name, title) = (escaped(&figure.name), escaped(&figure.title));
            format!("<li><a href=\"#{name}\">{title}</a></li>\n")
        };
        let index = match &kind.figures[..] {
            [_, _, ..] => {
                let entries: String = kind.figures.iter().map(entry).collect();
                format!("<ul class=\"index\">\n{entries}</ul>\n")
            }
            _ => String::new(),
        };
        let figures: String = kind.figures.iter().map(|figure| self.figure(figure)).collect();
        folded(kind.title, &(index + &figures))
    }

    fn figure(&self, figure: &Figure) -> String {
        let name = escaped(&figure.name);
        let (plot, class) = if interactive::is_interactive(figure) {
            let plot = format!(
                "<div class=\"plot\" data-figure=\"{name}\" tabindex=\"0\" role=\"group\" aria-labelledby=\"of-{name}\"></div>\n"
            );
            (plot, "picture")
        } else {
            (String::new(), "only-picture")
        };
        format!(
            "<figure id=\"{name}\">\n<h3 id=\"of-{name}\">{}</h3>\n{plot}<details class=\"{class}\" open>\
             <summary>Picture</summary><p class=\"cue\" aria-hidden=\"true\">scrolls sideways →</p><div class=\"frame\" tabindex=\"0\" role=\"region\" aria-labelledby=\"of-{name}\">{}</div></details>\n\
             <figcaption>{}</figcaption>\n<details class=\"commands\"><summary>Commands</summary>\
             <pre>{}meshcast plot results --out figures\n# figures/{name}.svg, figures/{name}.png</pre></details>\n</figure>\n",
            escaped(&figure.title),
            figure.svg_in_page(),
            escaped(&figure.caption),
            escaped(&self.sweeps())
        )
    }

    /// The commands that make the store.
    fn sweeps(&self) -> String {
        let sweep = |plan: &PlanRow| {
            let seed =
                if plan.seed == 1 { String::new() } else { format!(" --seed {}", plan.seed) };
            format!("meshcast sweep {} --out results{seed}\n", plan.name)
        };
        self.plans.iter().map(sweep).collect()
    }

    fn repeat(&self) -> String {
        let mut text = format!(
            "<section id=\"repeat\">\n<h2>Repeat it</h2>\n<pre>{}meshcast verify results\nmeshcast report results --out report.html</pre>\n",
            escaped(&self.sweeps())
        );
        for plan in self.plans {
            let _ = writeln!(
                text,
                "<details><summary>The plan {}</summary><pre>{}</pre></details>",
                escaped(&plan.name),
                escaped(&plan.text)
            );
        }
        text.push_str("</section>\n");
        text
    }
}
