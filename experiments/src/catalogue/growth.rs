//! Says how steps are predicted where no run has measured them.

use meshcast_algorithms::Candidate;

/// What the steps of an algorithm follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// The length of a circuit of the mesh, exactly.
    Circuit,
    /// A closed form; beyond the meshes that it is computed for, what √(cn) grows by.
    ClosedForm(Candidate),
    /// A closed form; beyond the meshes that it is computed for, a fit to it for permutations alone.
    ClosedFormOfPermutations(Candidate),
    /// A sum of √(cn), √n and 1, fitted to rows.
    Roots,
    /// Nothing that is known.
    Unknown,
}

impl Growth {
    /// The algorithm whose closed form there is, if there is one.
    pub(crate) fn candidate(self) -> Option<Candidate> {
        match self {
            Self::Circuit => Some(Candidate::Hamiltonian),
            Self::ClosedForm(candidate) | Self::ClosedFormOfPermutations(candidate) => {
                Some(candidate)
            }
            Self::Roots | Self::Unknown => None,
        }
    }
}
