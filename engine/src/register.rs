//! Says what a register may hold: a few numbers, and nothing that leads elsewhere.
//!
//! A register that held a reference could hold as many words as there are behind it. So every value that a program leaves in a register
//! is taken apart into [`Plain`] data, which is numbers and flags alone, and put together again: what does not survive that, the node
//! has lost.

/// A value that a register holds.
///
/// Numbers, flags, and tuples, arrays and options of registers are registers. For a type of a program's own, say of what it consists:
///
/// ```
/// use meshcast_engine::{Register, register};
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Rank {
///     rank: u32,
///     is_known: bool,
/// }
/// register!(Rank { rank: u32, is_known: bool });
/// let rank = Rank { rank: 7, is_known: true };
/// assert_eq!(Rank::of(rank.fields()), rank);
/// ```
///
/// A reference is none, whatever it leads to:
///
/// ```compile_fail,E0277
/// # use meshcast_engine::Register;
/// fn is_register<T: Register>() {}
/// is_register::<&'static [u64]>();
/// ```
pub trait Register: Copy + Send + Sync + 'static {
    /// What the value consists of.
    type Fields: Plain;
    /// The value taken apart.
    fn fields(self) -> Self::Fields;
    /// The value put together from [`Register::fields`].
    fn of(fields: Self::Fields) -> Self;
}

/// Numbers and flags, and tuples, arrays and options of them: data without references. No type of a program's own can be plain.
pub trait Plain: Copy + Send + Sync + 'static + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

/// 64-bit words that a register of type `T` takes, rounded up.
pub(crate) const fn words_of<T: Register>() -> u64 {
    size_of::<T::Fields>().div_ceil(size_of::<u64>()) as u64
}

/// What remains of values that a program has left in registers.
#[inline]
pub(crate) fn keep<T: Register>(values: &mut [T]) {
    for value in values {
        *value = T::of(value.fields());
    }
}

macro_rules! plain {
    ($($number:ty),*) => { $(
        impl sealed::Sealed for $number {}
        impl Plain for $number {}
        impl Register for $number {
            type Fields = Self;
            #[inline]
            fn fields(self) -> Self {
                self
            }
            #[inline]
            fn of(fields: Self) -> Self {
                fields
            }
        }
    )* };
}

plain!((), bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl<T: Plain> sealed::Sealed for Option<T> {}
impl<T: Plain> Plain for Option<T> {}
impl<T: Register> Register for Option<T> {
    type Fields = Option<T::Fields>;
    #[inline]
    fn fields(self) -> Self::Fields {
        self.map(T::fields)
    }
    #[inline]
    fn of(fields: Self::Fields) -> Self {
        fields.map(T::of)
    }
}

impl<T: Plain, const N: usize> sealed::Sealed for [T; N] {}
impl<T: Plain, const N: usize> Plain for [T; N] {}
impl<T: Register, const N: usize> Register for [T; N] {
    type Fields = [T::Fields; N];
    #[inline]
    fn fields(self) -> Self::Fields {
        self.map(T::fields)
    }
    #[inline]
    fn of(fields: Self::Fields) -> Self {
        fields.map(T::of)
    }
}

macro_rules! tuples {
    ($(($($letter:ident $number:tt),+))*) => { $(
        impl<$($letter: Plain),+> sealed::Sealed for ($($letter,)+) {}
        impl<$($letter: Plain),+> Plain for ($($letter,)+) {}
        impl<$($letter: Register),+> Register for ($($letter,)+) {
            type Fields = ($($letter::Fields,)+);
            #[inline]
            fn fields(self) -> Self::Fields {
                ($(self.$number.fields(),)+)
            }
            #[inline]
            fn of(fields: Self::Fields) -> Self {
                ($($letter::of(fields.$number),)+)
            }
        }
    )* };
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

/// Makes a structure a [`Register`], given its fields and their types: at most eight, all of them registers.
#[macro_export]
macro_rules! register {
    ($name:ident $(<$letter:ident: $bound:path>)? { $($field:ident: $kind:ty),+ $(,)? }) => {
        impl$(<$letter: $bound>)? $crate::Register for $name$(<$letter>)? {
            type Fields = ($(<$kind as $crate::Register>::Fields,)+);
            #[inline]
            fn fields(self) -> Self::Fields {
                ($($crate::Register::fields(self.$field),)+)
            }
            #[inline]
            fn of(fields: Self::Fields) -> Self {
                let ($($field,)+) = fields;
                Self { $($field: $crate::Register::of($field)),+ }
            }
        }
    };
}
