//! Writes the charges of a machine as results and traces have them.

use meshcast_engine::{CopySteps, CostModel, ExchangeSteps, Ports};

/// The steps of a copy.
pub(crate) fn copy_steps(model: CostModel) -> u8 {
    match model.copy_steps {
        CopySteps::Zero => 0,
        CopySteps::One => 1,
    }
}

/// The steps of an exchange.
pub(crate) fn exchange_steps(model: CostModel) -> u8 {
    match model.exchange_steps {
        ExchangeSteps::One => 1,
        ExchangeSteps::Two => 2,
    }
}

/// The ports of a cost model as results name them.
pub(crate) fn ports(model: CostModel) -> &'static str {
    match model.ports {
        Ports::All => "all",
        Ports::One => "one",
    }
}
