"""Arrays, counted in two ways: by the audit of the run and by replaying its trace, by the search for bounds and on the graph itself."""

from __future__ import annotations

from pathlib import Path

import meshcast
import numpy
import pytest
from conftest import DATA


@pytest.mark.parametrize("algorithm", ["hamiltonian", "buffered", "randomized:sweep", "greedy-tree"])
def test_the_occupancy_of_a_trace_is_that_of_the_audit(algorithm: str) -> None:
    run = meshcast.route(algorithm, workload="uniform", side=8, audit="full")  # type: ignore[arg-type]
    trace = run.to_trace()
    assert run.audit is not None
    assert trace.steps == run.steps
    assert trace.occupancy.shape == (run.steps + 1, 8, 8)
    assert trace.occupancy.dtype == numpy.uint32
    assert trace.occupancy.max() == run.buffer.peak
    # Steps times nodes with k packets, for each k.
    histogram = numpy.bincount(trace.occupancy.ravel())
    assert histogram.tolist() == run.audit.occupancy_to_numpy().sum(axis=0).tolist()
    # The map has a cell for each node of a mesh as small as this.
    assert run.audit.map.peaks_to_numpy().tolist() == trace.occupancy.max(axis=0).tolist()
    assert numpy.allclose(run.audit.map.means_to_numpy(), trace.occupancy.mean(axis=0), atol=1e-9)


def test_the_events_of_a_trace_are_those_that_the_run_counted() -> None:
    run = meshcast.route("unicast", DATA / "west0067.mtx")
    trace = run.to_trace()
    assert len(trace.select("deliver")) == run.deliveries == 294
    assert len(trace.select("copy")) == run.copies
    uses = len(trace.select("move")) + len(trace.select("word")) + 2 * len(trace.select("exchange"))
    assert uses == run.links.uses
    moves = trace.select("move")
    rows, cols = numpy.divmod(moves["node"], trace.cols), numpy.divmod(moves["to"], trace.cols)
    distance = abs(rows[0] - cols[0]) + abs(rows[1] - cols[1])
    assert set(distance.tolist()) == {1}
    assert (numpy.diff(trace.events["step"]) >= 0).all()
    assert set(trace.select("exchange")["swap"].tolist()) <= {0, 1}
    assert set(moves["swap"].tolist()) == {-1}


def test_packets_can_be_followed_through_the_events() -> None:
    trace = meshcast.route("greedy-tree", DATA / "karate.mtx").to_trace()
    place: dict[int, int] = {}
    for event in trace.events:
        kind, node, to, packet, other = (int(event[field]) for field in ("kind", "node", "to", "packet", "other"))
        name = trace.kinds[kind]
        if name == "inject":
            place[packet] = node
        elif name == "copy":
            place[other] = place[packet]
        assert place[packet] == node, event
        if name == "move":
            place[packet] = to
        elif name == "drop":
            del place[packet]
    assert place == {}


def test_a_torus_has_its_own_shape() -> None:
    run = meshcast.torus.run(radix=3, dims=3, algorithm="simple", communication="all-to-all", audit="full")
    trace = run.to_trace()
    assert (trace.radix, trace.dims, trace.rows) == (3, 3, None)
    assert trace.occupancy.shape == (run.steps + 1, 3, 3, 3)
    assert run.audit is not None
    assert trace.occupancy.reshape(run.steps + 1, -1).sum(axis=1).tolist() == run.audit.waiting
    assert trace.occupancy.max() == run.buffer.peak


def test_a_text_that_is_no_trace_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "no.ndjson").write_text("{}\n")
    with pytest.raises(meshcast.InputError, match="no.ndjson:1: no line of a trace"):
        meshcast.trace(tmp_path / "no.ndjson")
    with pytest.raises(meshcast.InputError, match="missing.ndjson"):
        meshcast.trace(tmp_path / "missing.ndjson")


def test_the_graph_of_a_permutation_is_the_one_that_is_verified(tmp_path: Path) -> None:
    permutation = meshcast.expander.generate(inputs=60, outputs=16, degree=4, seed=3)
    numbers = permutation.to_numpy()
    assert sorted(numbers.tolist()) == list(range(240))
    graph = permutation.to_scipy()
    verified = meshcast.expander.verify(permutation, inputs=60, outputs=16, degree=4)
    assert graph.shape == (60, 16)
    degrees = graph.sum(axis=0)
    assert (degrees.min(), degrees.max()) == verified.degrees
    assert (graph.data - 1).sum() == verified.parallel_edges
    assert set(graph.sum(axis=1).tolist()) == {4}
    upper = verified.lambda_.upper if verified.lambda_ else None
    assert upper is not None and upper.witness is not None
    reached = graph[upper.witness].sum(axis=0)
    assert (len(upper.witness), numpy.count_nonzero(reached)) == (upper.size, upper.gamma)


def test_a_permutation_is_the_same_from_a_file_an_array_and_memory(tmp_path: Path) -> None:
    path = tmp_path / "graph.npy"
    written = meshcast.expander.generate(inputs=60, outputs=16, degree=4, out=path)
    kept = meshcast.expander.generate(inputs=60, outputs=16, degree=4)
    assert written.to_numpy().tolist() == kept.to_numpy().tolist() == numpy.load(path).tolist()
    assert path.with_name("graph.npy.json").exists()
    found = [
        meshcast.expander.verify(form, inputs=60, outputs=16, degree=4).lambda_
        for form in (path, kept, kept.to_numpy(), written)
    ]
    assert found[1:] == found[:-1]
    # The algorithm takes one as it is.
    on_mesh = meshcast.expander.generate(inputs=64)
    stored = meshcast.route("deterministic:sweep", workload="uniform", side=8, permutations=on_mesh)
    assert stored.parameters.permutations_from_files is True
    with pytest.raises(ValueError, match="needs outputs and degree"):
        on_mesh.to_scipy()
    with pytest.raises(ValueError, match="needs 240 numbers, found 64"):
        meshcast.expander.graph(on_mesh.to_numpy(), inputs=60, outputs=16, degree=4)


def test_numbers_that_are_no_permutation_are_bad_input() -> None:
    with pytest.raises(meshcast.InputError, match="permutation0.npy"):
        meshcast.expander.verify(numpy.zeros(240, dtype=int), inputs=60, outputs=16, degree=4)
    with pytest.raises(TypeError, match="array of integers"):
        meshcast.expander.verify(numpy.zeros(240), inputs=60, outputs=16, degree=4)
