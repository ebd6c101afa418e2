"""Expanders: random bipartite graphs, bounds on their expansion, guaranteed rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._expander import family, generate, rounds, verify

if TYPE_CHECKING:
    import numpy
    import scipy.sparse

__all__ = ["family", "generate", "graph", "rounds", "verify"]


def graph(
    permutation: numpy.ndarray[Any, Any], *, inputs: int, outputs: int, degree: int
) -> scipy.sparse.csr_array:
    """The bipartite graph of a permutation, as a sparse matrix of SciPy.

    Edge k of input i leads to output ⌊outputs · permutation[degree · i + k] / (degree · inputs)⌋ (docs/expanders.md).

    Args:
        permutation: The numbers 0, …, inputs · degree − 1, each once: shape (inputs · degree,).
        inputs: Inputs of the graph, m.
        outputs: Outputs of the graph, c.
        degree: Edges of an input, r.

    Returns:
        A matrix of int64 of shape (inputs, outputs). Entry (i, j) counts the edges from input i to output j.

    Raises:
        ValueError: The permutation has another length.
    """
    import numpy
    import scipy.sparse

    numbers = numpy.asarray(permutation).astype(numpy.int64)
    if numbers.shape != (inputs * degree,):
        raise ValueError(f"a graph of {inputs} inputs with {degree} edges needs {inputs * degree} numbers, found {numbers.size}")
    columns = numbers * outputs // (inputs * degree)
    rows = numpy.repeat(numpy.arange(inputs), degree)
    edges = numpy.ones(inputs * degree, dtype=numpy.int64)
    return scipy.sparse.coo_array((edges, (rows, columns)), shape=(inputs, outputs)).tocsr()
