//! Holds the plans that come with the program.

/// A plan and its name.
const PLANS: [(&str, &str); 7] = [
    ("quick", include_str!("plans/quick.toml")),
    ("bounds", include_str!("plans/bounds.toml")),
    ("buffers", include_str!("plans/buffers.toml")),
    ("crossover", include_str!("plans/crossover.toml")),
    ("expanders", include_str!("plans/expanders.toml")),
    ("pram", include_str!("plans/pram.toml")),
    ("full", include_str!("plans/full.toml")),
];

/// The text of the plan of this name.
pub(super) fn plan(name: &str) -> Option<&'static str> {
    PLANS.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

/// The names.
pub(super) fn names() -> [&'static str; PLANS.len()] {
    PLANS.map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::super::plan::Plan;
    use super::*;
    use std::path::Path;

    #[test]
    fn shipped_plans_can_be_followed() {
        for name in names() {
            let plan = Plan::parse(name, plan(name).unwrap(), Path::new(""), 1).unwrap();
            for job in &plan.jobs {
                assert!(job.memory_needed().unwrap() < 8 << 30, "{name}: {job}");
            }
        }
    }
}
