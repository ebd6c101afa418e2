//! Puts the page of a report together from its parts.

use super::html::escaped;
use super::{interactive, tables, verdict_table};
use crate::present::plot::{Cell, Figure};
use crate::results::verdict::VerifyResult;
use crate::store::{Build, DONE, ExpanderRow, FAILED, PlanRow, REFUSED, RunRow, builds};
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
    pub(crate) verdicts: &'a VerifyResult,
    pub(crate) cells: &'a [Cell],
    pub(crate) figures: &'a [Figure],
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
        page.push_str("</section>\n<section id=\"figures\">\n<h2>Figures</h2>\n");
        if self.figures.is_empty() {
            page.push_str("<p>No two runs of this store can be compared.</p>\n");
        }
        for figure in self.figures {
            page.push_str(&self.figure(figure));
        }
        page.push_str("</section>\n<section id=\"tables\">\n<h2>Tables</h2>\n");
        if !self.cells.is_empty() {
            page.push_str(&tables::cells(self.cells));
        }
        page.push_str(&tables::left_out(self.runs));
        if !self.expanders.is_empty() {
            page.push_str(&tables::expanders(self.expanders));
        }
        page.push_str("</section>\n");
        page.push_str(&self.repeat());
        let _ = write!(
            page,
            "</main>\n<footer>\n<details><summary>Interactive plots by uPlot, MIT licence</summary><pre>{}</pre></details>\n</footer>\n\
             <script type=\"application/json\" id=\"figures-data\">{}</script>\n\
             <script>\n{PLOT_SCRIPT}\n</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            escaped(PLOT_LICENCE),
            interactive::data(self.figures)
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
        let programs: BTreeSet<Build> = &builds(self.runs) | &builds(self.expanders);
        let programs = programs.iter().map(Build::to_string).collect::<Vec<_>>().join("; ");
        format!(
            "<p>{} runs done, {} failed, {} refused; {} expanders. Made by {}.</p>\n\
             <nav><a href=\"#verdicts\">Verdicts</a> <a href=\"#figures\">Figures</a> <a href=\"#tables\">Tables</a> \
             <a href=\"#repeat\">Repeat it</a></nav>\n",
            count(DONE),
            count(FAILED),
            count(REFUSED),
            self.expanders.len(),
            escaped(&programs)
        )
    }

    fn figure(&self, figure: &Figure) -> String {
        let name = escaped(&figure.name);
        let (plot, class) = if interactive::is_interactive(figure) {
            (format!("<div class=\"plot\" data-figure=\"{name}\"></div>\n"), "picture")
        } else {
            (String::new(), "only-picture")
        };
        format!(
            "<figure id=\"{name}\">\n<h3>{}</h3>\n{plot}<details class=\"{class}\" open>\
             <summary>Picture</summary><div class=\"frame\">{}</div></details>\n\
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
