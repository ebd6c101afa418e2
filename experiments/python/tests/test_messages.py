"""A message set is the same from a file, a sparse matrix, a graph or a list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import meshcast
import networkx
import numpy
import pytest
import scipy.io
import scipy.sparse
from conftest import DATA, repeatable


def _matrix(name: str) -> Any:
    return scipy.io.mmread(DATA / name)


def _without_names(result: Any) -> Any:
    """A result without the name of its message set."""
    printed = repeatable(result.to_dict())
    del printed["messages"]["source"]
    return printed


@pytest.mark.parametrize("name", ["karate.mtx", "west0067.mtx"])
@pytest.mark.parametrize("form", [scipy.sparse.coo_matrix, scipy.sparse.csr_array, scipy.sparse.csc_matrix])
def test_a_sparse_matrix_is_its_file(name: str, form: Any) -> None:
    from_file = meshcast.route("unicast", DATA / name, audit="full")
    from_memory = meshcast.route("unicast", form(_matrix(name)), audit="full")
    assert _without_names(from_memory) == _without_names(from_file)
    assert from_memory.messages.source == "matrix.mtx"


def test_an_explicit_zero_is_an_entry() -> None:
    zero = scipy.sparse.coo_array(([0.0], ([1], [0])), shape=(2, 2))
    assert meshcast.route("hamiltonian", zero).messages.deliveries == 1


def test_a_list_has_the_destinations_of_each_node() -> None:
    matrix = _matrix("west0067.mtx").tocsc()
    lists = [matrix.indices[matrix.indptr[j] : matrix.indptr[j + 1]].tolist() for j in range(67)]
    assert _without_names(meshcast.route("unicast", lists)) == _without_names(meshcast.route("unicast", DATA / "west0067.mtx"))
    as_arrays = [numpy.array(destinations) for destinations in lists]
    assert _without_names(meshcast.route("unicast", as_arrays)) == _without_names(meshcast.route("unicast", lists))


def test_a_graph_sends_along_its_edges_in_the_order_of_its_nodes(tmp_path: Path) -> None:
    undirected = networkx.from_scipy_sparse_array(scipy.sparse.csr_array(_matrix("karate.mtx")))
    assert _without_names(meshcast.route("unicast", undirected)) == _without_names(meshcast.route("unicast", DATA / "karate.mtx"))

    directed = networkx.DiGraph()
    directed.add_nodes_from(["c", "a", "b"])
    directed.add_edges_from([("a", "b"), ("b", "c")])
    saved = tmp_path / "messages.jsonl"
    meshcast.route("hamiltonian", directed, save_messages=saved)
    assert saved.read_text().splitlines() == ['{"source":1,"destinations":[2]}', '{"source":2,"destinations":[0]}']


@pytest.mark.parametrize("wrong", [5, [["a"]], [[1.5]], [[True]]])
def test_something_else_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected"):
        meshcast.route("hamiltonian", wrong)


def test_a_number_that_is_no_node_is_bad_input() -> None:
    with pytest.raises(meshcast.InputError, match=r"messages\.mtx"):
        meshcast.route("hamiltonian", [[-1]])


def test_files_of_message_sets_do_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    meshcast.route("hamiltonian", [[1], [0]])
    with pytest.raises(meshcast.InputError):
        meshcast.route("hamiltonian", [[-1]])
    assert list(tmp_path.iterdir()) == []


def test_several_rows_a_node_are_routed_class_by_class() -> None:
    run = meshcast.route("hamiltonian", DATA / "west0067.mtx", side=4, block="cyclic")
    assert (run.messages.per_node, run.undelivered) == (5, 0)
    assert sum(part.steps for part in run.classes) == run.steps
