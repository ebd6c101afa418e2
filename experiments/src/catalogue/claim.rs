//! Names what can be claimed of an algorithm. `verdicts` judges each.

/// A claim, or some that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Steps are Θ(√(cn)) and do not grow with d.
    StepsAreThetaRoot,
    /// Steps keep to the bound of `docs/rounds.md`, and do not grow with d.
    StepsKeepToRounds,
    /// Steps are no more than are certified, and do not grow with d.
    StepsKeepToCertificate,
    /// Steps are O(√(cn) log² n) and do not grow with d.
    StepsAreLogSquared,
    /// Buffers keep to their capacity and do not grow.
    BuffersAreConstant,
    /// Buffers keep to their capacity, which is Θ(c).
    BuffersAreThetaC,
    /// Buffers keep to their capacity and do not grow with n.
    BuffersAreConstantInNodes,
    /// Steps of the mesh for a step of a PRAM are O(√n).
    PramStepIsRoot,
    /// They are the same for every pattern of accesses.
    AnyPattern,
    /// Lemma 3, and the number of phases.
    Lemma3,
    /// Lemma 4.
    Lemma4,
}
