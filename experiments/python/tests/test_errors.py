"""Errors are exceptions with the sentences of the command line."""

from __future__ import annotations

import json
from pathlib import Path

import meshcast
import pytest
from conftest import DATA, ROOT, Program
from meshcast import _pool


def test_bad_input_is_the_sentence_of_the_program(program: Program, tmp_path: Path) -> None:
    broken = tmp_path / "broken.mtx"
    broken.write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n")
    done = program.run("route", "--algorithm", "auto", "--input", str(broken))
    assert done.returncode == 2
    with pytest.raises(meshcast.InputError) as caught:
        meshcast.route("auto", broken)
    assert f"error: {caught.value}\n" == done.stderr
    assert "broken.mtx" in str(caught.value)


def test_bad_usage_is_the_sentence_of_the_program(program: Program) -> None:
    done = program.run("route", "--algorithm", "auto", "--workload", "uniform", "--side", "0")
    with pytest.raises(meshcast.InputError) as caught:
        meshcast.route("auto", workload="uniform", side=0)
    assert f"error: {caught.value}\n" == done.stderr


def test_bad_input_writes_nothing(tmp_path: Path) -> None:
    trace = tmp_path / "trace.ndjson"
    with pytest.raises(meshcast.InputError):
        meshcast.route("hamiltonian", tmp_path / "missing.mtx", trace=trace)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_keyword_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="congestion_unknown"):
        meshcast.route("auto", workload="uniform", side=4, congestion_unknown=True)  # type: ignore[call-arg]


def test_standard_output_is_no_file() -> None:
    with pytest.raises(meshcast.InputError, match="trace: .* name a file"):
        meshcast.route("hamiltonian", workload="transpose", side=4, trace="-")


def test_a_value_that_looks_like_a_flag_is_a_value(tmp_path: Path) -> None:
    with pytest.raises(meshcast.InputError, match="--help"):
        meshcast.verify("--help")


def test_a_broken_rule_is_an_exception_with_the_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "results.md").read_text()
    printed = next(line for line in page.splitlines() if line.startswith('{"schema":"meshcast.violation/1"'))
    sentence = json.loads(printed)["message"]
    answer = _pool.Answer(1, printed.encode(), f"error: {sentence}\n".encode())
    monkeypatch.setattr(_pool, "run", lambda words, progress: answer)
    with pytest.raises(meshcast.ViolationError) as caught:
        meshcast.route("hamiltonian", workload="transpose", side=4)
    violation = caught.value.violation
    assert (violation.rule, violation.step, violation.node) == ("M6", 5, 3)
    assert str(caught.value) == sentence


def test_a_conflict_of_a_pram_is_an_exception_with_the_conflict(program: Program) -> None:
    words = "pram run access --side 4 --pram erew --pattern one-cell"
    done = program.run(*words.split(), "--format", "json")
    assert done.returncode == 1
    with pytest.raises(meshcast.FaultyRunError) as caught:
        meshcast.pram.run("access", side=4, pram="erew", pattern="one-cell")
    assert f"error: {caught.value}\n" == done.stderr
    assert caught.value.result.to_dict() == json.loads(done.stdout)


def test_what_is_found_is_a_result(tmp_path: Path) -> None:
    permutation = meshcast.expander.generate(inputs=64, outputs=16, degree=3)
    refuted = meshcast.expander.verify(permutation, inputs=64, outputs=16, degree=3, lambda_=0.99)
    assert refuted.asked is not None and refuted.asked.verdict == "refuted"

    trace = tmp_path / "trace.ndjson"
    meshcast.route("hamiltonian", DATA / "karate.mtx", trace=trace)
    assert meshcast.check(trace).lawful
    lines = trace.read_text().splitlines(keepends=True)
    move = next(i for i, line in enumerate(lines) if '"e":"move"' in line)
    trace.write_text("".join([*lines[: move + 1], lines[move], *lines[move + 1 :]]))
    checked = meshcast.check(trace)
    assert (checked.lawful, checked.rule, checked.line) == (False, "M1", move + 2)
    with pytest.raises(meshcast.InputError, match=f"line {move + 2}.*M1"):
        meshcast.trace(trace)


def test_a_worker_that_is_killed_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = _pool.Worker()
    worker._process.kill()
    worker._process.wait()
    with pytest.raises(meshcast.WorkerError, match="by signal 9"):
        worker.run(["route"], False)
    worker.end()
