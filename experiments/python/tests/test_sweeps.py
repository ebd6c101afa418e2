"""A sweep shows how far it is, stops with its caller, and goes on where it stopped."""

from __future__ import annotations

import csv
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import meshcast
import pytest

PLAN = """
title = "To be stopped"
[[runs]]
algorithms = ["randomized:tuned"]
workloads = ["uniform"]
sides = [16]
seeds = [{seeds}]
""".format(seeds=", ".join(str(seed) for seed in range(40)))

LONG = """
title = "A run that takes minutes"
[[runs]]
algorithms = ["hamiltonian"]
workloads = ["uniform"]
sides = [256]
"""

CALLER = """
import meshcast
try:
    meshcast.sweep("plan.toml", out="store", threads=1, progress=False)
except KeyboardInterrupt:
    resumed = meshcast.sweep("plan.toml", out="store", progress=False)
    print(resumed.found, resumed.done, flush=True)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def _runs(store: Path) -> int:
    """Runs in a store to which somebody writes; none as long as there is no table."""
    try:
        with sqlite3.connect(f"file:{store / 'results.sqlite'}?immutable=1", uri=True) as rows:
            return int(rows.execute("SELECT count(*) FROM runs").fetchone()[0])
    except sqlite3.Error:
        return 0


def _rows(store: Path) -> list[dict[str, str]]:
    """The rows of a store without what cannot repeat: times, and digests of whole rows."""

    def lasts(column: str) -> bool:
        return column != "digest" and not column.startswith("timing_")

    table = store / "runs.csv"
    meshcast.export(store, csv=table)
    with table.open(newline="") as rows:
        return [{column: cell for column, cell in row.items() if lasts(column)} for row in csv.DictReader(rows)]


def test_ctrl_c_stops_a_sweep_and_the_next_call_resumes_it(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    caller = subprocess.Popen([sys.executable, "-c", CALLER], cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True)
    limit = time.monotonic() + 60
    while _runs(tmp_path / "store") == 0 and time.monotonic() < limit:
        time.sleep(0.01)
    # As a terminal does: to every process of the group.
    os.killpg(caller.pid, signal.SIGINT)
    said, _ = caller.communicate(timeout=120)
    found, done = (int(number) for number in said.split())
    assert 0 < found < 40, "the sweep was stopped in its middle"
    assert found + done == 40
    meshcast.sweep(str(tmp_path / "plan.toml"), out=tmp_path / "whole")
    assert _rows(tmp_path / "store") == _rows(tmp_path / "whole")


def test_a_sweep_shows_its_share_of_the_work_unless_progress_is_off(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(LONG)
    # To the standard error of Python, as notebooks have it.
    code = (
        "import _thread, io, sys, threading, meshcast\n"
        "sys.stderr = io.StringIO()\n"
        "threading.Timer(6, _thread.interrupt_main).start()\n"
        'try:\n    meshcast.sweep("plan.toml", out="{progress}", threads=1, progress={progress})\n'
        "except KeyboardInterrupt:\n    pass\n"
        "print(sys.stderr.getvalue())\n"
    )
    shown, silent = (
        subprocess.run(
            [sys.executable, "-c", code.format(progress=progress)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        for progress in (True, False)
    )
    assert re.search(r"\d+ % of the work, \ds so far", shown.stdout), shown
    assert silent.stdout.strip() == ""
    assert shown.stderr == silent.stderr == ""
