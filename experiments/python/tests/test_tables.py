"""Tables are those of the results, in the memory of Arrow."""

from __future__ import annotations

import json

import meshcast
import pandas
import polars
import pyarrow
import pytest
from conftest import DATA
from meshcast import _native, _tables


@pytest.fixture(scope="module")
def comparison() -> meshcast.results.Compare:
    return meshcast.compare(DATA / "west0067.mtx", algorithms=["unicast", "randomized:sweep", "greedy-tree"])


def test_a_row_is_an_object_and_a_column_a_field(comparison: meshcast.results.Compare) -> None:
    frame = comparison.to_pandas()
    assert frame["steps"].tolist() == [run.steps for run in comparison.runs]
    assert frame["buffer.peak"].tolist() == [run.buffer.peak for run in comparison.runs]
    assert frame["variant"].isna().tolist() == [True, False, True]
    assert frame["steps_over_sqrt_cn"].tolist() == [run.steps_over_sqrt_cn for run in comparison.runs]
    assert json.loads(frame["parameters.leftovers"][1]) == comparison.runs[1].parameters.leftovers
    assert frame["parameters.told_when_done"].fillna(False).tolist() == [False, False, True]


def test_polars_and_pandas_have_the_same_table(comparison: meshcast.results.Compare) -> None:
    polar, panda = comparison.to_polars(), comparison.to_pandas()
    assert polar.columns == list(panda.columns)
    for name in polar.columns:
        assert polar[name].to_list() == [None if pandas.isna(value) else value for value in panda[name]]


def test_columns_have_the_types_of_the_page(comparison: meshcast.results.Compare) -> None:
    types = dict(zip(comparison.to_polars().columns, comparison.to_polars().dtypes))
    assert types["steps"] == polars.Int64
    assert types["steps_over_sqrt_cn"] == polars.Float64
    assert types["algorithm"] == polars.String
    assert types["parameters.told_when_done"] == polars.Boolean


def test_nothing_is_copied() -> None:
    table = _native.Table(json.dumps([{"steps": step} for step in range(100)]), [("steps", "integer")])
    first, second = (pyarrow.table(table)["steps"].chunk(0).buffers()[1].address for _ in range(2))
    assert first == second, "each reader got a copy"
    column = _tables.to_pandas(table)["steps"].array
    assert pyarrow.array(column).buffers()[1].address == first
    values = _tables.to_polars(table)["steps"].to_numpy(allow_copy=False)
    assert values.__array_interface__["data"][0] == first


def test_a_field_with_a_list_can_be_chosen() -> None:
    run = meshcast.route("hamiltonian", DATA / "karate.mtx", audit="full")
    assert run.audit is not None
    peaks = run.audit.to_pandas("node_peaks")
    assert int(peaks["nodes"].sum()) == run.machine.nodes
    occupancy = run.audit.to_polars("occupancy")
    assert occupancy["last_step"][-1] == run.steps
    assert run.audit.map.to_polars("peaks")["peaks"].to_list() == run.audit.map.peaks
    with pytest.raises(ValueError, match="steps is no list; the lists are ledger"):
        run.to_pandas("steps")


def test_an_object_without_a_list_is_a_row() -> None:
    rounds = meshcast.guarantee.randomized(nodes=4096, congestion=16, failure_log2=-20).phases[0]
    frame = rounds.to_polars()
    assert frame.height == 1
    assert frame["steps"].to_list() == [rounds.steps]


def test_numbers_of_64_bits_and_more_keep_their_digits() -> None:
    points = meshcast.limits(["hamiltonian"], congestion=4).algorithms[0]
    assert points.points[-1].nodes == 2**60
    assert points.to_polars("points")["nodes"].to_list() == [point.nodes for point in points.points]
    assert pyarrow.table(_native.Table(f'[{{"n":{2**64 - 1}}}]', [("n", "integer")]))["n"].to_pylist() == [2**64 - 1]
