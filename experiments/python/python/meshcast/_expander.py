"""The commands of `meshcast expander`, as functions.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_GENERATE = _run.Command(words=('expander', 'generate'), pipes='out')


def generate(
    *,
    inputs: int,
    degree: int | None = None,
    outputs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.Permutation:
    """Write a random permutation to FILE.npy, and what it is to FILE.npy.json.

    With --outputs and --degree the permutation of a graph, rm numbers; with neither one of m numbers, such as the permutations of
    deterministic on m nodes.

    `meshcast expander generate`; what is None is left to the program.

    Args:
        inputs: Inputs of the graph, or numbers of the permutation.
        degree: Edges of an input [default: no graph, M numbers]
        outputs: Outputs of the graph; they do not change the permutation.
        out: Where to write: a name that ends in .npy, or - for standard output, which has no side file By default the content is kept
            with the result, and no file is written.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_GENERATE, locals())  # type: ignore[no-any-return]


_VERIFY = _run.Command(words=('expander', 'verify'), positional=('file',), permutations=frozenset(['file']))


def verify(
    file: Permutations,
    *,
    inputs: int,
    degree: int,
    outputs: int,
    lambda_: str | int | float | None = None,
    effort: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.Expander:
    """Bound the expansion of a graph from below and above, and say how each bound is proved.

    c < r: no set is constrained, which the result says.

    `meshcast expander verify`; what is None is left to the program.

    Args:
        file: The permutation: a .npy file of whole numbers, in one dimension or of shape (m, r). Or an array of integers, or what
            expander.generate returned.
        inputs: Inputs of the graph.
        degree: Edges of an input.
        outputs: Outputs of the graph.
        lambda_: The expansion that is asked for, such as 0.315; exit status 1 if it is refuted.
        effort: Units of effort: 1 for a union of 64 outputs in the search, 256 for an annealing move or a set that is looked at; the
            default takes seconds. [default: 4294967296]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_VERIFY, locals())  # type: ignore[no-any-return]


_FAMILY = _run.Command(words=('expander', 'family'), positional=('file',), permutations=frozenset(['file']))


def family(
    file: Permutations,
    *,
    inputs: int,
    degree: int,
    from_: int | None = None,
    to: int | None = None,
    factor: int | None = None,
    effort: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.ExpanderFamily:
    """Verify one permutation for several c, each some times the one before

    `meshcast expander family`; what is None is left to the program.

    Args:
        file: The permutation: a .npy file of whole numbers, in one dimension or of shape (m, r). Or an array of integers, or what
            expander.generate returned.
        inputs: Inputs of the graph.
        degree: Edges of an input.
        from_: The least c [default: the least power of 2 that is at least r]
        to: The greatest c [default: m - 1, or the least c if that is more]
        factor: How many times the c before a c is. [default: 4]
        effort: Units of effort: 1 for a union of 64 outputs in the search, 256 for an annealing move or a set that is looked at; the
            default takes seconds. [default: 4294967296]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_FAMILY, locals())  # type: ignore[no-any-return]


_ROUNDS = _run.Command(words=('expander', 'rounds'), switches=frozenset(['explicit']))


def rounds(
    *,
    explicit: bool = False,
    field: int | None = None,
    rows: int | None = None,
    nodes: int,
    congestion: int,
    failure_log2: int | None = None,
    schedule: Literal["fixed", "shrink", "overload"] | None = None,
    alpha: int | None = None,
    stored_words: Literal["all", "one"] | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.Rounds:
    """Print after how many rounds `rounds` has delivered every message set.

    The guarantee is for all permutations but a share of 2^K, whatever packets the visits choose. It speaks of random permutations: a
    given file is as good except with that probability over its seed. What is proved, and how: docs/rounds.md. With --explicit groups
    are those of deterministic --variant explicit, and the guarantee is for every message set, without exception: docs/explicit.md.

    `meshcast expander rounds`; what is None is left to the program.

    Args:
        explicit: Groups by polynomials that nodes compute, as of deterministic --variant explicit, in the place of permutations.
        field: The order of the field, a prime power [default: the one that the algorithm takes]
        rows: Rows of the mesh [default: as square a mesh as there is]
        nodes: Nodes of the mesh: a power of two, or any number with --explicit.
        congestion: Most messages for one node; if no power of two, the next one counts.
        failure_log2: The share of the permutations that may fail is 2^K.
        schedule: The numbers of tiles. [default: fixed]
        alpha: Copies that a node takes in a visit. [default: 1]
        stored_words: Words of permutations that a node stores. [default: all]
        seed: Accepted as by every command; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_ROUNDS, locals())  # type: ignore[no-any-return]
