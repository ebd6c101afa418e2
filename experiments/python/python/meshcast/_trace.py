"""Reads traces into arrays."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import InputError

if TYPE_CHECKING:
    import numpy

    from ._run import Call

COLUMNS = ("step", "node", "to", "packet", "other")


@dataclass(frozen=True, eq=False)
class Trace:
    """A trace in arrays: what happened, and how full buffers were.

    Attributes:
        rows: Rows of the mesh, in nodes; None on a torus.
        cols: Columns of the mesh, in nodes; None on a torus.
        radix: Nodes of a dimension of the torus; None on a mesh.
        dims: Dimensions of the torus; None on a mesh.
        steps: Steps of the run.
        kinds: The kinds of events, by their numbers.
        events: A structured array of shape (events,), in the order of the trace. `kind`: place in `kinds`; `step`: 0 for the initial loading;
            `node`: the node that acts, row-major; `to`: the node at the other end of the link; `packet`; `other`: the message of an injection, the
            new packet of a copy, the packet of the node `to` in an exchange; `swap`: 1 if an exchange swaps, 0 if not. −1 stands for what an
            event does not have.
        occupancy: Packets of each buffer at the end of each step, t = 0 included: uint32 of shape (steps + 1, rows, cols), on a torus
            (steps + 1, radix, …, radix), where it counts the messages that wait.
    """

    rows: int | None
    cols: int | None
    radix: int | None
    dims: int | None
    steps: int
    kinds: list[str]
    events: numpy.ndarray[Any, Any]
    occupancy: numpy.ndarray[Any, Any]

    def select(self, kind: str) -> numpy.ndarray[Any, Any]:
        """The events of a kind, as `move`."""
        return self.events[self.events["kind"] == self.kinds.index(kind)]  # type: ignore[no-any-return]


def trace(path: str | os.PathLike[str]) -> Trace:
    """Reads a trace that `--trace` wrote, in memory of 4 bytes a node and step and about 50 bytes an event, three times that while it reads.

    Args:
        path: The file, NDJSON as docs/trace.md describes it.

    Raises:
        InputError: The file is no trace, breaks a rule, or has more than 2^29 nodes times steps.
    """
    import numpy

    try:
        read = _native.read_trace(Path(path))
    except ValueError as error:
        raise InputError(str(error)) from None
    events = numpy.empty(
        len(read.kind), dtype=[("kind", "u1"), ("swap", "i1"), *((name, "i8") for name in COLUMNS)]
    )
    events["kind"] = numpy.frombuffer(read.kind, dtype="u1")
    events["swap"] = numpy.frombuffer(read.swap, dtype="i1")
    for name, numbers in zip(COLUMNS, read.numbers):
        events[name] = numpy.frombuffer(numbers, dtype="i8")
    (rows, cols), (radix, dims) = read.sides or (None, None), read.radix_and_dims or (None, None)
    shape = read.sides or (radix,) * (dims or 0)
    occupancy = numpy.frombuffer(read.occupancy, dtype="u4").reshape(read.steps + 1, *shape)
    return Trace(rows, cols, radix, dims, read.steps, read.kinds, events, occupancy)


def of_call(call: Call) -> Trace:
    """The trace of a run, which is made again."""
    from . import _run

    with tempfile.TemporaryDirectory(prefix="meshcast-") as folder:
        path = Path(folder, "trace.ndjson")
        _run.run(call.command, {**call.values, "trace": path, "progress": call.progress})
        return trace(path)
