"""What results can do beside having fields: tables, arrays, graphs, pictures. Classes of results with the same name inherit it."""

from __future__ import annotations

import copy
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from . import _pictures, _tables
from ._native import Table

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import scipy.sparse

    from ._trace import Trace


class Part:
    """An object in a result."""

    _shape: ClassVar[dict[str, str]]
    _json: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The object as the command line prints it: a copy of its JSON."""
        return copy.deepcopy(self._json)

    def to_table(self, field: str | None = None) -> Table:
        """A table in the memory of Arrow, which pandas, Polars, pyarrow and DuckDB take as it is.

        Args:
            field: The field, a list of objects or of numbers, that has the rows; by default the first that is a list of objects. An object
                without one is a row by itself. Objects in rows have their fields in columns of their own, as `buffer.peak`; lists in rows are
                JSON.
        """
        return _tables.table(self, field)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream interface of Arrow: `to_table()`."""
        return self.to_table().__arrow_c_stream__(requested_schema)

    def to_pandas(self, field: str | None = None) -> pandas.DataFrame:
        """The table as a data frame of pandas, whose columns are those of Arrow, without a copy. It needs pandas and pyarrow."""
        return _tables.to_pandas(self.to_table(field))

    def to_polars(self, field: str | None = None) -> polars.DataFrame:
        """The table as a data frame of Polars, without a copy. It needs Polars."""
        return _tables.to_polars(self.to_table(field))


class Result(Part):
    """What a command returns."""

    _call: Any = None
    _piped: bytes | None = None


class Map:
    """Arrays of the buffers on the mesh."""

    rows: int
    cols: int
    peaks: list[int]
    means: list[float]

    def peaks_to_numpy(self) -> numpy.ndarray[Any, Any]:
        """Packets in the fullest buffer of each cell: int64 of shape (rows, cols) of cells."""
        import numpy

        return numpy.array(self.peaks, dtype=numpy.int64).reshape(self.rows, self.cols)

    def means_to_numpy(self) -> numpy.ndarray[Any, Any]:
        """Packets in a buffer of each cell, on average over nodes and steps: float64 of shape (rows, cols) of cells."""
        import numpy

        return numpy.array(self.means, dtype=numpy.float64).reshape(self.rows, self.cols)


class FullAudit:
    """Arrays of the buffers over time."""

    occupancy: list[Any]

    def occupancy_to_numpy(self) -> numpy.ndarray[Any, Any]:
        """Node-steps by time bucket and number of packets: int64 of shape (buckets, 1 + packets of the fullest buffer). Entry (b, k) counts the pairs
        of a node and a step of bucket b at whose end the node held k packets."""
        import numpy

        fullest = max(len(bucket.node_steps) for bucket in self.occupancy)
        array = numpy.zeros((len(self.occupancy), fullest), dtype=numpy.int64)
        for row, bucket in zip(array, self.occupancy):
            row[: len(bucket.node_steps)] = bucket.node_steps
        return array


class Traced:
    """Runs that leave a trace."""

    _call: Any

    def to_trace(self) -> Trace:
        """Makes the run again and reads its trace: every event, and every buffer at the end of every step."""
        from ._trace import of_call

        return of_call(self._call)


class Route(Traced):
    """Pictures of a run."""

    _call: Any

    def plot(self) -> _pictures.Svg:
        """Draws how full the buffer of each node was at most, on the mesh. Makes the run again, with a full audit."""
        return _pictures.of_command(self._call, "heat_map", audit="full")

    def animate(self) -> _pictures.Svg:
        """Draws the run step by step: an animated picture, for small meshes and few steps. Makes the run again."""
        return _pictures.of_run(self._call).svg()

    def replay(self) -> _pictures.Page:
        """The page that replays the run: packets, links, phases, deliveries. Makes the run again."""
        return _pictures.of_run(self._call).page()


class Primitive(Traced):
    """Runs of primitives leave a trace."""


class TorusRun(Traced):
    """Runs on a torus leave a trace."""


class Pram(Traced):
    """Runs of PRAM programs leave a trace."""


class Drawn:
    """Results that their command draws."""

    _call: Any

    def plot(self) -> _pictures.Svg:
        """The picture that the command line draws with `--svg`. Computes the result again."""
        return _pictures.of_command(self._call, "svg")


class WormPlan(Drawn):
    """Paths can be drawn."""


class WormLatency(Drawn):
    """Paths can be drawn."""


class WormRoutesPlan(Drawn):
    """Paths can be drawn."""


class WormRoutesLatency(Drawn):
    """Paths can be drawn."""


class TorusMeasure(Drawn):
    """Paths can be drawn."""


class Replay:
    """The page of a replay."""

    _call: Any
    _piped: bytes | None

    def page(self) -> _pictures.Page:
        """The page that was written."""
        return _pictures.Page((self._piped or Path(self._call.values["out"]).read_bytes()).decode())


class Permutation:
    """The permutation as an array and as a graph."""

    inputs: int
    outputs: int | None
    degree: int | None
    _call: Any
    _piped: bytes | None

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """The permutation: uint32 of shape (inputs · degree,), or (inputs,) without a degree."""
        import io

        import numpy

        stored = self._piped
        if stored is None:
            stored = Path(os.fspath(self._call.values["out"])).read_bytes()
        return numpy.load(io.BytesIO(stored))  # type: ignore[no-any-return]

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The bipartite graph: a matrix of shape (inputs, outputs), whose entry (i, j) counts the edges from input i to output j."""
        from .expander import graph

        if self.outputs is None or self.degree is None:
            raise ValueError("a graph needs outputs and degree: give both to expander.generate, or use expander.graph")
        return graph(self.to_numpy(), inputs=self.inputs, outputs=self.outputs, degree=self.degree)
