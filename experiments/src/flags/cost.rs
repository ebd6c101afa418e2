//! Reads the flags of the cost model.

use clap::{Args, ValueEnum};
use meshcast_engine::{CopySteps, CostModel, ExchangeSteps, Ports};

/// The charges under which steps are counted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cost model (changes counts, never schedules)")]
pub(crate) struct CostArgs {
    /// Ports of a node that work in one step.
    #[arg(long, value_enum, default_value_t)]
    ports: PortsName,
    /// Steps of an exchange of packets between neighbours.
    #[arg(long, value_enum, default_value_t, value_name = "STEPS")]
    exchange_steps: ExchangeName,
    /// Steps of a copy or a delivery.
    #[arg(long, value_enum, default_value_t, value_name = "STEPS")]
    copy_steps: CopyName,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum PortsName {
    /// All four.
    #[default]
    All,
    /// One: a step in which a node uses p ports is charged p.
    One,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ExchangeName {
    /// Both directed links at once.
    #[default]
    #[value(name = "1")]
    One,
    /// One direction after the other.
    #[value(name = "2")]
    Two,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum CopyName {
    /// As in the paper of the model.
    #[default]
    #[value(name = "1")]
    One,
    /// Free local work.
    #[value(name = "0")]
    Zero,
}

impl CostArgs {
    /// The cost model asked for.
    pub(crate) fn model(&self) -> CostModel {
        CostModel {
            ports: match self.ports {
                PortsName::All => Ports::All,
                PortsName::One => Ports::One,
            },
            exchange_steps: match self.exchange_steps {
                ExchangeName::One => ExchangeSteps::One,
                ExchangeName::Two => ExchangeSteps::Two,
            },
            copy_steps: match self.copy_steps {
                CopyName::One => CopySteps::One,
                CopyName::Zero => CopySteps::Zero,
            },
        }
    }
}
