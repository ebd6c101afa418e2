//! Cost models change counts, never what happens.

use super::{Case, Run, Way, cases};
use meshcast_engine::{CopySteps, CostModel, ExchangeSteps, Ports};
use serde_json::Value;

/// The events of a trace in order, without their times.
fn events(run: &Run) -> Vec<Value> {
    let lines = run.trace.as_ref().unwrap().lines().map(|line| line.parse::<Value>().unwrap());
    lines
        .filter(|line| line.get("t").is_some())
        .map(|mut line| {
            line.as_object_mut().unwrap().remove("t");
            line
        })
        .collect()
}

#[test]
fn a_run_does_the_same_under_every_cost_model() {
    // Parallel tiles are merged by time, so only programs without tiles have one order of events.
    for case in cases(5000..5100, 6, false) {
        let paper = Run::of(&Case { model: CostModel::default(), ..case.clone() }, Way::TRACED);
        let of_paper = paper.observed.as_ref().expect("the program of a case is lawful");
        for bits in 1..8 {
            let model = CostModel {
                ports: if bits & 1 == 0 { Ports::All } else { Ports::One },
                exchange_steps: if bits & 2 == 0 { ExchangeSteps::One } else { ExchangeSteps::Two },
                copy_steps: if bits & 4 == 0 { CopySteps::One } else { CopySteps::Zero },
            };
            let other = Run::of(&Case { model, ..case.clone() }, Way::TRACED);
            let of_other = other.observed.as_ref().expect("lawful under every model");
            assert_eq!(of_paper.packets, of_other.packets, "{model:?} {case:#?}");
            assert_eq!(of_paper.values, of_other.values, "{model:?} {case:#?}");
            assert_eq!(of_paper.deliveries, of_other.deliveries, "{model:?} {case:#?}");
            assert_eq!(of_paper.link_uses, of_other.link_uses, "{model:?} {case:#?}");
            assert_eq!(of_paper.copies, of_other.copies, "{model:?} {case:#?}");
            assert_eq!(of_paper.peak, of_other.peak, "{model:?} {case:#?}");
            assert_eq!(events(&paper), events(&other), "{model:?} {case:#?}");
        }
    }
}
