//! Names programs, kinds of PRAM, operators, layouts and patterns as flags and results spell them.

use clap::ValueEnum;
use meshcast_algorithms::programs::AccessPattern;
use meshcast_algorithms::{Layout, PramMode};
use meshcast_primitives::Operator;

/// Makes an enum of names, each with what it stands for.
macro_rules! names {
    (
        $(#[$about:meta])*
        $name:ident, $get:ident: $kind:ty {
            $($(#[$help:meta])* $variant:ident = $text:literal => $meaning:expr,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name {
            $($(#[$help])* #[value(name = $text)] $variant,)+
        }

        impl $name {
            /// The name on the command line and in results.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// What it stands for.
            pub(crate) fn $get(self) -> $kind {
                match self {
                    $(Self::$variant => $meaning,)+
                }
            }
        }
    };
}

names! {
    /// A program, with the strictest kind of PRAM in which it is lawful, whatever its input.
    PramProgramName, usual_kind: PramKindName {
        /// One step in which every processor reads and writes.
        Access = "access" => PramKindName::CrcwArbitrary,
        /// Prefix sums by doubling.
        PrefixSums = "prefix-sums" => PramKindName::Erew,
        /// Ranks of a linked list by pointer jumping.
        ListRanking = "list-ranking" => PramKindName::Crew,
        /// Connected components of a graph by hooking and pointer jumping.
        Components = "components" => PramKindName::CrcwArbitrary,
        /// Distances from vertex 0 of a graph, level by level.
        Bfs = "bfs" => PramKindName::CrcwCommon,
        /// A maximal independent set of a graph by random priorities.
        Mis = "mis" => PramKindName::CrcwCommon,
        /// Sorting by merge exchange.
        Sort = "sort" => PramKindName::Erew,
        /// A sparse matrix times a vector, a row a processor.
        Spmv = "spmv" => PramKindName::Crew,
        /// A matrix times a matrix, an entry a processor.
        MatrixProduct = "matrix-product" => PramKindName::Crew,
    }
}

impl PramProgramName {
    /// What it does, in a line.
    pub(crate) fn describe(self) -> String {
        let value = self.to_possible_value();
        value
            .as_ref()
            .and_then(|value| value.get_help())
            .map(ToString::to_string)
            .unwrap_or_default()
    }

    /// Whether its input is a message set.
    pub(crate) fn takes_messages(self) -> bool {
        matches!(self, Self::Components | Self::Bfs | Self::Mis | Self::Spmv)
    }
}

names! {
    /// A kind of PRAM, with its mode for what combines values.
    PramKindName, mode: fn(Operator) -> PramMode {
        /// Exclusive reads and writes.
        Erew = "erew" => |_| PramMode::Erew,
        /// Concurrent reads, exclusive writes.
        Crew = "crew" => |_| PramMode::Crew,
        /// Concurrent writes of one value.
        CrcwCommon = "crcw-common" => |_| PramMode::Common,
        /// Of concurrent writes one succeeds: that of the processor with the lowest number, so that runs repeat.
        CrcwArbitrary = "crcw-arbitrary" => |_| PramMode::Arbitrary,
        /// Of concurrent writes that of the processor with the lowest number succeeds.
        CrcwPriority = "crcw-priority" => |_| PramMode::Priority,
        /// Concurrent writes are combined by --operator.
        CrcwCombining = "crcw-combining" => PramMode::Combining,
    }
}

names! {
    /// What combines values.
    #[derive(Default)]
    OperatorName, operator: Operator {
        /// Their sum modulo 2^64.
        #[default]
        Sum = "sum" => Operator::Sum,
        /// The least.
        Min = "min" => Operator::Min,
        /// The greatest.
        Max = "max" => Operator::Max,
        /// Bit by bit, 1 if one is.
        Or = "or" => Operator::Or,
        /// Bit by bit, 1 if all are.
        And = "and" => Operator::And,
        /// Bit by bit, 1 if an odd number is.
        Xor = "xor" => Operator::Xor,
    }
}

names! {
    /// How cells are laid out.
    #[derive(Default)]
    LayoutName, layout: Layout {
        /// At random, as the seed says; again with new keys if a tile is overloaded.
        #[default]
        Hashed = "hashed" => Layout::Hashed,
        /// In the order of their addresses; an overloaded tile is served in rounds.
        Identity = "identity" => Layout::Identity,
    }
}

names! {
    /// Which cells are read and written.
    #[derive(Default)]
    AccessPatternName, pattern: AccessPattern {
        /// All of them the same.
        OneCell = "one-cell" => AccessPattern::OneCell,
        /// Each its own, in random order.
        Permutation = "permutation" => AccessPattern::Permutation,
        /// Each any.
        #[default]
        Random = "random" => AccessPattern::Random,
        /// Processor i cell i.
        Identity = "identity" => AccessPattern::Identity,
    }
}
