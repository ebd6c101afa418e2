"""Every number is that of the command line: the package and the program print the same, field by field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import meshcast
import pytest
from conftest import DATA, Program, repeatable

KARATE = str(DATA / "karate.mtx")

CASES: list[tuple[str, Callable[[], Any]]] = [
    (f"route --algorithm auto --input {KARATE}", lambda: meshcast.route("auto", KARATE)),
    (
        "route --algorithm randomized --variant sweep --workload uniform --side 8 --seed 7 --congestion-known false --audit full",
        lambda: meshcast.route(
            "randomized", workload="uniform", side=8, variant="sweep", seed=7, congestion_known=False, audit="full"
        ),
    ),
    (
        "route --algorithm deterministic --workload sparse --side 16 --mode leap --exchange-steps 2",
        lambda: meshcast.route("deterministic", workload="sparse", side=16, mode="leap", exchange_steps=2),
    ),
    (
        f"compare --input {KARATE} --algorithms hamiltonian,unicast --worms",
        lambda: meshcast.compare(Path(KARATE), algorithms=["hamiltonian", "unicast"], worms=True),
    ),
    ("primitive sort --side 8 --k 3", lambda: meshcast.primitive("sort", 8, k=3)),
    (
        "expander rounds --nodes 65536 --congestion 64 --failure-log2 -20 --schedule shrink",
        lambda: meshcast.expander.rounds(nodes=65536, congestion=64, failure_log2=-20, schedule="shrink"),
    ),
    (
        "guarantee randomized --nodes 4096 --congestion 16 --failure-log2 -30",
        lambda: meshcast.guarantee.randomized(nodes=4096, congestion=16, failure_log2=-30),
    ),
    ("limits hamiltonian --congestion 4,64", lambda: meshcast.limits(["hamiltonian"], congestion=[4, 64])),
    ("pram run sort --side 8 --mode leap", lambda: meshcast.pram.run("sort", side=8, mode="leap")),
    ("pram list", lambda: meshcast.pram.programs()),
    (
        "worm plan --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2 --grouping ppg",
        lambda: meshcast.worm.plan(mesh=(8, 8), source=(2, 5), destinations=[(1, 6), (2, 6), (5, 2)], grouping="ppg"),
    ),
    (
        "worm latency --hypercube 2 --source 0,0 --destinations 0,1;1,1 --startup 50",
        lambda: meshcast.worm.latency(hypercube=2, source=(0, 0), destinations=[(0, 1), (1, 1)], startup=50),
    ),
    ("worm run --workload permutation --side 4", lambda: meshcast.worm.run(workload="permutation", side=4)),
    ("worm dependencies --mesh 3x3", lambda: meshcast.worm.dependencies(mesh=[3, 3])),
    (
        "torus measure --radix 5 --dims 2 --algorithm diagonal",
        lambda: meshcast.torus.measure(radix=5, dims=2, algorithm="diagonal"),
    ),
    (
        "torus run --radix 4 --dims 2 --algorithm simple --communication all-to-all --audit full",
        lambda: meshcast.torus.run(radix=4, dims=2, algorithm="simple", communication="all-to-all", audit="full"),
    ),
]


@pytest.mark.parametrize(("words", "call"), CASES, ids=[words for words, _ in CASES])
def test_the_package_says_what_the_program_prints(program: Program, words: str, call: Callable[[], Any]) -> None:
    result = call()
    assert repeatable(result.to_dict()) == program.json(*words.split())
    _has_all_fields(result, result.to_dict())


def _has_all_fields(part: Any, printed: dict[str, Any]) -> None:
    """Every printed field is an attribute with the printed value."""
    for name, value in printed.items():
        found = getattr(part, name, None) if hasattr(part, name) else getattr(part, f"{name}_")
        if hasattr(found, "to_dict"):
            _has_all_fields(found, value)
        elif isinstance(found, list) and found and hasattr(found[0], "to_dict"):
            assert len(found) == len(value)
            for item, printed_item in zip(found, value):
                _has_all_fields(item, printed_item)
        elif name in ("nodes", "steps", "from_nodes") and isinstance(value, str):
            assert found == int(value)
        else:
            assert _as_json(found) == value, name


def _as_json(value: Any) -> Any:
    """The value with lists in place of pairs."""
    return [_as_json(item) for item in value] if isinstance(value, (list, tuple)) else value


def test_a_store_is_made_judged_drawn_and_exported(program: Program, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'title = "Two sides"\n[[runs]]\nalgorithms = ["hamiltonian"]\nworkloads = ["uniform"]\nsides = [4, 8]\nseeds = [1, 2]\n'
    )
    store = tmp_path / "store"
    swept = meshcast.sweep(plan, store)
    assert (swept.runs, swept.done, swept.failed) == (4, 4, 0)
    judged = meshcast.verify(store)
    assert repeatable(judged.to_dict()) == program.json("verify", str(store))
    assert judged.runs.done == 4
    csv = tmp_path / "rows.csv"
    assert meshcast.export(store, csv=csv).rows == 4
    assert len(csv.read_text().splitlines()) == 5
    assert meshcast.audit(store).runs == 4
