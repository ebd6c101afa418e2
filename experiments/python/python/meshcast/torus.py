"""Broadcasts on a torus: how evenly routing loads the channels, and steps beside their lower bounds.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_MEASURE = _run.Command(words=('torus', 'measure'))


def measure(
    *,
    radix: int,
    dims: int,
    algorithm: Literal["simple", "diagonal", "balanced"],
    svg: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.TorusMeasure:
    """Count how evenly a routing algorithm loads the channels.

    The points whose paths enter 0 along each direction, their greatest difference delta, the same at each distance, lambda, and all
    this by the direction in which a path begins; beside formulas for odd K: those of the paper for simple, one that was found by
    counting for delta of diagonal and one that is proved for delta of balanced.

    `meshcast torus measure`; what is None is left to the program.

    Args:
        radix: Nodes in a dimension, from 2 on.
        dims: Dimensions; the torus has at most 2^22 nodes.
        algorithm: The routing algorithm.
        svg: Draw the paths of all points to 0 to FILE.svg, in two dimensions; - for standard output.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_MEASURE, locals())  # type: ignore[no-any-return]


_RUN = _run.Command(words=('torus', 'run'))


def run(
    *,
    radix: int,
    dims: int,
    algorithm: Literal["simple", "diagonal", "balanced"],
    communication: Literal["broadcast", "personalized", "all-to-all", "all-to-all-personalized"],
    tree: Literal["input", "output"] | None = None,
    order: Literal["farthest", "fifo", "nearest", "random"] | None = None,
    audit: Literal["peak", "full"] | None = None,
    trace: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.TorusRun:
    """Run one communication, step by step

    `meshcast torus run`; what is None is left to the program.

    Args:
        radix: Nodes in a dimension, from 2 on.
        dims: Dimensions; the torus has at most 2^22 nodes.
        algorithm: The routing algorithm.
        communication: What the nodes want of each other.
        tree: Which of its source's graphs a message takes: the paths to the source, the other way round, or those from it [default:
            input for a broadcast, output for messages to one node each]
        order: Which of the messages that wait for a channel goes first. [default: farthest]
        audit: What to record: peaks, or also how many nodes had which peak, the busiest channel of every direction and what waited
            when. [default: peak]
        trace: Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small tori.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_RUN, locals())  # type: ignore[no-any-return]


_TABLE = _run.Command(words=('torus', 'table'))


def table(
    *,
    radix: int | Sequence[int] | None = None,
    dims: int | Sequence[int] | None = None,
    order: Literal["farthest", "fifo", "nearest", "random"] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.TorusTable:
    """Compare all algorithms, along both graphs, in all four communications

    `meshcast torus table`; what is None is left to the program.

    Args:
        radix: Nodes in a dimension. [default: 3,5,7,9]
        dims: Dimensions. [default: 2,3]
        order: Which of the messages that wait for a channel goes first. [default: farthest]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_TABLE, locals())  # type: ignore[no-any-return]
