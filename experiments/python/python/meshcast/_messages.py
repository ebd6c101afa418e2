"""Writes message sets and permutations that are in memory to files that the program reads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    import networkx
    import numpy
    import scipy.sparse

    from .results import Permutation

    Messages = Union[str, os.PathLike[str], list[list[int]], scipy.sparse.sparray, scipy.sparse.spmatrix, "networkx.Graph[Any]"]
    """A message set: the path of a file (.mtx, .jsonl, .edges, .txt); a list with the destinations of each node, as `[[1, 2], [], [0]]`; a sparse
    matrix A, whose entry (i, j), be it an explicit zero, sends message j to node i, as y = Ax does; a graph, whose edge (u, v) sends message u to
    node v, in the order of its nodes, and both ways if the graph is undirected."""
    Permutations = Union[str, os.PathLike[str], Permutation, "numpy.ndarray[Any, Any]"]
    """A permutation of 0, …, N − 1: the path of a .npy file, what `expander.generate` returned, or an array of integers of shape (N,)."""


def as_file(messages: Messages, folder: Path) -> str:
    """The file of a message set: its own, or one in `folder` with the same messages."""
    if isinstance(messages, (str, os.PathLike)):
        return os.fspath(messages)
    if hasattr(messages, "tocoo"):
        matrix = messages.tocoo()
        (rows, cols), name = matrix.shape, "matrix.mtx"
        entries: Iterable[tuple[int, int]] = zip(matrix.row.tolist(), matrix.col.tolist())
    elif hasattr(messages, "is_directed"):
        rows, entries = _of_graph(messages)
        cols, name = rows, "graph.mtx"
    elif isinstance(messages, (list, tuple)):
        rows, entries = _of_lists(messages)
        cols, name = rows, "messages.mtx"
    else:
        kind = type(messages).__name__
        raise TypeError(f"expected a path, a sparse matrix, a graph or a list of lists of destinations, found {kind}")
    path = folder / name
    path.write_text(_matrix_market(rows, cols, list(entries)))
    return str(path)


def permutations_as_files(permutations: Any, folder: Path) -> list[str]:
    """The files of one or several permutations, those in memory in `folder`."""
    several = permutations if isinstance(permutations, (list, tuple)) else [permutations]
    return [_permutation_as_file(item, folder / f"permutation{i}.npy") for i, item in enumerate(several)]


def _permutation_as_file(permutation: Any, path: Path) -> str:
    if isinstance(permutation, (str, os.PathLike)):
        return os.fspath(permutation)
    if hasattr(permutation, "to_numpy"):
        permutation = permutation.to_numpy()
    import numpy

    array = numpy.asarray(permutation)
    if array.dtype.kind not in "iu":
        raise TypeError(f"expected a path or an array of integers, found an array of {array.dtype}")
    numpy.save(path, array.astype("<i8"))
    return str(path)


def _of_graph(graph: Any) -> tuple[int, Iterator[tuple[int, int]]]:
    """The nodes and the entries (destination, source) of a graph."""
    places = {node: place for place, node in enumerate(graph.nodes)}
    edges = [(places[u], places[v]) for u, v in graph.edges()]
    if not graph.is_directed():
        edges += [(v, u) for u, v in edges if u != v]
    return len(places), ((v, u) for u, v in edges)


def _of_lists(lists: Any) -> tuple[int, Iterator[tuple[int, int]]]:
    """The nodes and the entries (destination, source) of lists of destinations."""
    entries = []
    for source, destinations in enumerate(lists):
        for node in destinations:
            if isinstance(node, bool) or not hasattr(node, "__index__"):
                raise TypeError(f"expected the number of a node among the destinations of node {source}, found {node!r}")
            entries.append((node.__index__(), source))
    nodes = max([len(lists), *(node + 1 for node, _ in entries)])
    return nodes, iter(entries)


def _matrix_market(rows: int, cols: int, entries: list[tuple[int, int]]) -> str:
    """The text of a sparse matrix."""
    head = f"%%MatrixMarket matrix coordinate pattern general\n{rows} {cols} {len(entries)}\n"
    return head + "".join(f"{row + 1} {col + 1}\n" for row, col in entries)
