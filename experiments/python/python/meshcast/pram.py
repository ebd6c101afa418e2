"""PRAM programs on the mesh.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_RUN = _run.Command(words=('pram', 'run'), positional=('name',), repeated=frozenset(['against']), messages='messages', permutations=frozenset(['against']))


def run(
    name: Literal["access", "prefix-sums", "list-ranking", "components", "bfs", "mis", "sort", "spmv", "matrix-product"],
    messages: Messages | None = None,
    *,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    pram: Literal["erew", "crew", "crcw-common", "crcw-arbitrary", "crcw-priority", "crcw-combining"] | None = None,
    operator: Literal["sum", "min", "max", "or", "and", "xor"] | None = None,
    layout: Literal["hashed", "identity"] | None = None,
    cells: int | None = None,
    pattern: Literal["one-cell", "permutation", "random", "identity"] | None = None,
    tile_side: int | None = None,
    per_node: int | None = None,
    audit: Literal["peak", "full"] | None = None,
    trace: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    mode: Literal["step", "leap", "check"] | None = None,
    progress: bool = True,
) -> results.Pram:
    """Run a program and report the steps of the mesh by steps of the PRAM and by their parts.

    The result is checked by code that knows no PRAM. A program that breaks its kind of PRAM ends with the step, the cell and the
    processors, and exit status 1.

    `meshcast pram run`; what is None is left to the program.

    Args:
        name: The program.
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        pram: What several processors may do with one cell [default: the strictest kind in which the program is lawful]
        operator: How crcw-combining combines values [default: sum]
        layout: Which node holds which cell. [default: hashed]
        cells: Cells of the program access, at most 2^32 [default: one a processor]
        pattern: Which cells the program access reads and writes [default: random]
        tile_side: Side of a tile, whose nodes every request for it passes; on a line a tile has B^2 nodes [default: 8]
        per_node: Requests that a node of a tile takes at a time; a tile with more is overloaded [default: 2]
        audit: How closely to watch buffers and links. [default: peak]
        trace: Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        mode: Whether every step is made. [default: step]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_RUN, locals())  # type: ignore[no-any-return]


_COMPARE = _run.Command(words=('pram', 'compare'))


def compare(
    *,
    side: int,
    layout: Literal["hashed", "identity"] | None = None,
    tile_side: int | None = None,
    per_node: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.PramCompare:
    """Compare one concurrent read with packets that go straight to the cells, with and without combining, and with a multicast.

    A processor reads one cell of as many as there are processors, in each pattern. A multicast needs no requests: the nodes with the
    cells know beforehand who wants what.

    `meshcast pram compare`; what is None is left to the program.

    Args:
        side: Rows of the mesh, and columns.
        layout: Which node holds which cell. [default: hashed]
        tile_side: Side of a tile, whose nodes every request for it passes; on a line a tile has B^2 nodes [default: 8]
        per_node: Requests that a node of a tile takes at a time; a tile with more is overloaded [default: 2]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_COMPARE, locals())  # type: ignore[no-any-return]


_OVERLOADS = _run.Command(words=('pram', 'overloads'))


def overloads(
    *,
    side: int,
    cells: int | None = None,
    seeds: int | None = None,
    tile_side: int | None = None,
    per_node: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.PramOverloads:
    """Count how often hash keys overload a tile, seed by seed, and compare that with the bound.

    Every processor reads a cell of its own. Nothing is routed: cells are mapped to tiles as a run would map them.

    `meshcast pram overloads`; what is None is left to the program.

    Args:
        side: Rows of the mesh, and columns.
        cells: Cells, at most 2^32 [default: 64 a processor]
        seeds: Seeds, one after the other from --seed on. [default: 10000]
        tile_side: Side of a tile, whose nodes every request for it passes; on a line a tile has B^2 nodes [default: 8]
        per_node: Requests that a node of a tile takes at a time; a tile with more is overloaded [default: 2]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_OVERLOADS, locals())  # type: ignore[no-any-return]


_PROGRAMS = _run.Command(words=('pram', 'list'))


def programs(
    *,
    progress: bool = True,
) -> results.PramList:
    """List the programs, with the kind of PRAM that each needs and its input

    `meshcast pram list`; what is None is left to the program.

    Args:
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_PROGRAMS, locals())  # type: ignore[no-any-return]
