"""Runs stop when their caller does, and stand in nobody's way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import meshcast
import pytest
from meshcast import _pool

LONG = 'meshcast.route("hamiltonian", workload="permutation", side=512, trace=trace, progress=False)'
"""A run that takes hours."""

CALLER = f"""
import os, sys, meshcast
from meshcast import _pool
trace = sys.argv[1]
meshcast.route("hamiltonian", workload="transpose", side=2)
print(_pool._idle[0]._process.pid, flush=True)
try:
    {LONG}
except KeyboardInterrupt:
    print("stopped", flush=True)
    print(meshcast.route("hamiltonian", workload="transpose", side=4).steps, flush=True)
    sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def _is_running(pid: int) -> bool:
    """Whether a process runs that is no zombie."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def _ends(pid: int, seconds: float = 15) -> bool:
    """Whether a process ends within some seconds."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if not _is_running(pid):
            return True
        time.sleep(0.05)
    return False


def _started(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    """A process that calls a long run, and the process of its worker, once the run has begun to write its trace."""
    words = [sys.executable, "-c", CALLER, str(tmp_path / "trace.ndjson")]
    caller = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert caller.stdout is not None
    worker = int(caller.stdout.readline())
    limit = time.monotonic() + 30
    while not list(tmp_path.iterdir()) and time.monotonic() < limit:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()), "the run has not begun"
    assert _is_running(worker)
    return caller, worker


def test_ctrl_c_stops_the_run_and_the_next_one_works(tmp_path: Path) -> None:
    caller, worker = _started(tmp_path)
    # As a terminal does: to every process of the group.
    os.killpg(caller.pid, signal.SIGINT)
    assert caller.stdout is not None
    assert [caller.stdout.readline() for _ in range(2)] == ["stopped\n", "17\n"]
    assert not _is_running(worker), "the run goes on"
    assert caller.poll() is None
    assert list(tmp_path.iterdir()) == [], "a partial file is left"
    caller.communicate("", timeout=60)
    assert caller.returncode == 0


def test_a_caller_that_is_killed_takes_its_run_with_it(tmp_path: Path) -> None:
    caller, worker = _started(tmp_path)
    caller.kill()
    caller.wait()
    assert _ends(worker)
    assert list(tmp_path.iterdir()) == [], "a partial file is left"


def test_a_worker_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meshcast.route("hamiltonian", workload="transpose", side=2)
    before = {worker._process.pid for worker in _pool._idle}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
    assert meshcast.route("hamiltonian", "here.mtx").messages.source == "here.mtx"
    assert {worker._process.pid for worker in _pool._idle} == before


def test_other_threads_go_on_during_a_run() -> None:
    counted, done = 0, threading.Event()

    def call() -> None:
        meshcast.route("hamiltonian", workload="uniform", side=32, progress=False)
        done.set()

    thread = threading.Thread(target=call)
    thread.start()
    while not done.is_set():
        counted += 1
    thread.join()
    assert counted > 1000


def test_threads_run_at_the_same_time_and_get_their_own_answers() -> None:
    sides = [2, 4, 6, 8]
    alone = {side: meshcast.route("hamiltonian", workload="transpose", side=side).steps for side in sides}
    found: dict[int, list[int]] = {side: [] for side in sides}

    def call(side: int) -> None:
        for _ in range(5):
            found[side].append(meshcast.route("hamiltonian", workload="transpose", side=side).steps)

    threads = [threading.Thread(target=call, args=(side,)) for side in sides]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {side: [alone[side]] * 5 for side in sides}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_workers_of_its_own() -> None:
    meshcast.route("hamiltonian", workload="transpose", side=2)
    pids = {worker._process.pid for worker in _pool._idle}
    code = (
        "import os, meshcast\nfrom meshcast import _pool\nmeshcast.route('hamiltonian', workload='transpose', side=2)\n"
        "before = _pool._idle[0]._process.pid\nchild = os.fork()\nif child == 0:\n"
        "    steps = meshcast.route('hamiltonian', workload='transpose', side=4).steps\n"
        "    os._exit(0 if steps == 17 and _pool._idle[0]._process.pid != before else 1)\n"
        "_, status = os.waitpid(child, 0)\nassert status == 0, status\n"
        "assert meshcast.route('hamiltonian', workload='transpose', side=4).steps == 17\nassert _pool._idle[0]._process.pid == before\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    assert {worker._process.pid for worker in _pool._idle} == pids


def test_progress_is_shown_after_two_seconds_unless_it_is_off() -> None:
    # To the standard error of Python, as notebooks have it, not to that of the process.
    code = (
        "import _thread, io, sys, threading, meshcast\n"
        "sys.stderr = io.StringIO()\n"
        "threading.Timer(5, _thread.interrupt_main).start()\n"
        'try:\n    meshcast.route("hamiltonian", workload="permutation", side=512, progress={progress})\n'
        "except KeyboardInterrupt:\n    pass\n"
        "print(sys.stderr.getvalue())\n"
    )
    shown, silent = (
        subprocess.run([sys.executable, "-c", code.format(progress=progress)], capture_output=True, text=True, check=True)
        for progress in (True, False)
    )
    assert re.search(r"[a-z ]+, \ds", shown.stdout), shown
    assert silent.stdout.strip() == ""
    assert shown.stderr == silent.stderr == ""
