//! Groups packets by polynomials over finite fields, which nodes compute, and certifies the rounds that are enough with such groups.

mod certificate;
mod error;
mod field;
mod groups;
mod meetings;
#[cfg(test)]
mod tests;

pub use certificate::{Certificate, ExplicitQuestion, Span, explicit_certificate};
pub use error::CertificateError;
pub use field::Field;
pub use groups::PolynomialGroups;

pub(crate) use certificate::certificate_within;
pub(crate) use field::prime_power;
