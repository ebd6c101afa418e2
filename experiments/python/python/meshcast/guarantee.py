"""Steps that an algorithm exceeds with at most a chance that you choose.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_RANDOMIZED = _run.Command(words=('guarantee', 'randomized'))


def randomized(
    *,
    nodes: int,
    rows: int | None = None,
    congestion: int,
    failure_log2: int | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.Guarantee:
    """Print phases after which randomized --variant certified has delivered every message set.

    They are enough but with a chance of 2^K, over the random numbers of the nodes, whatever the messages. What is proved, and how:
    docs/certified.md. For deterministic algorithms: meshcast expander rounds.

    `meshcast guarantee randomized`; what is None is left to the program.

    Args:
        nodes: Nodes of the mesh.
        rows: Rows of the mesh [default: as square a mesh as there is]
        congestion: Most messages for one node.
        failure_log2: The chance of a failure is at most 2^K. [default: -20]
        seed: Accepted as by every command; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_RANDOMIZED, locals())  # type: ignore[no-any-return]


_SLOTTED = _run.Command(words=('guarantee', 'slotted'))


def slotted(
    *,
    nodes: int,
    rows: int | None = None,
    congestion: int,
    failure_log2: int | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.GuaranteeSlotted:
    """Print phases after which randomized --variant slotted has delivered every message set.

    They are enough but with a chance of 2^K, over the random numbers of the nodes, whatever the messages. What is proved, and how:
    docs/slotted.md.

    `meshcast guarantee slotted`; what is None is left to the program.

    Args:
        nodes: Nodes of the mesh.
        rows: Rows of the mesh [default: as square a mesh as there is]
        congestion: Most messages for one node.
        failure_log2: The chance of a failure is at most 2^K. [default: -20]
        seed: Accepted as by every command; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_SLOTTED, locals())  # type: ignore[no-any-return]
