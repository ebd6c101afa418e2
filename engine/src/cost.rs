//! Says how many steps a step form is charged.

/// How many ports of a node may be used in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ports {
    /// All four at once.
    #[default]
    All,
    /// One: a form in which a node uses p ports is charged p steps.
    One,
}

/// Steps of an exchange of two neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExchangeSteps {
    /// Both directed links at once, the textbook count.
    #[default]
    One,
    /// One direction after the other.
    Two,
}

/// Steps of a copy or delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CopySteps {
    /// Free: local work.
    Zero,
    /// One, as in the paper: "the transmission of a packet across a link or the creation of a copy".
    #[default]
    One,
}

/// The charges under which a step count holds. The defaults are the model of the paper; other values change
/// counts, never schedules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostModel {
    /// Ports of a node that work in one step.
    pub ports: Ports,
    /// Steps of a compare–exchange.
    pub exchange_steps: ExchangeSteps,
    /// Steps of a copy or delivery.
    pub copy_steps: CopySteps,
}

impl CostModel {
    /// The charge, in steps, for one step of a program in which a node uses at most `ports` ports (`exchange`: to
    /// exchange packets) and possibly the copy unit. A step in which nothing happens is waiting and costs 1.
    pub(crate) fn charge(self, ports: u64, exchange: bool, copies: bool) -> u64 {
        let per_use = if exchange && self.exchange_steps == ExchangeSteps::Two { 2 } else { 1 };
        let links = match self.ports {
            Ports::All => ports.min(1) * per_use,
            Ports::One => ports * per_use,
        };
        if ports == 0 && copies {
            u64::from(self.copy_steps == CopySteps::One)
        } else {
            links.max(1)
        }
    }
}
