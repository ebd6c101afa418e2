"""Keeps worker processes and has them run command lines, one for each thread that calls at the same time."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from . import _frames
from ._errors import WorkerError

_TURN_S = 0.2
"""How long a wait lasts before Python looks for signals, where they do not end it."""

_PATIENCE_S = 5.0
"""How long a worker may take to remove its temporary files."""


@dataclass(frozen=True)
class Answer:
    """What a command line said: its exit status and the bytes of standard output and standard error."""

    status: int
    out: bytes
    err: bytes


class Worker:
    """A process that runs command lines, one after the other."""

    def __init__(self) -> None:
        # In the folder of the package it is found, wherever it is; a request says in which folder it runs.
        folder = Path(__file__).parent.parent
        self._process = subprocess.Popen(
            [sys.executable, "-m", "meshcast._worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
        )
        self._frames: queue.SimpleQueue[tuple[bytes, bytes] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Hands on what the process answers, in a thread: to wait for it there can be interrupted on every system."""
        frame: tuple[bytes, bytes] | None = (b"", b"")
        while frame is not None:
            frame = _frames.receive(self._process.stdout)  # type: ignore[arg-type]
            self._frames.put(frame)

    def _next(self) -> tuple[bytes, bytes] | None:
        """The next frame; None if the process has ended."""
        while True:
            try:
                return self._frames.get(timeout=_TURN_S)
            except queue.Empty:
                continue

    def is_alive(self) -> bool:
        """Whether it can take a command line."""
        return self._process.poll() is None

    def run(self, args: list[str], progress: bool) -> Answer:
        """Runs a command line in the folder that is now the current one."""
        request = {"args": args, "cwd": os.getcwd(), "progress": progress}
        content = {_frames.OUT: b"", _frames.ERR: b""}
        shown = _Shown()
        try:
            _frames.send(self._process.stdin, _frames.REQUEST, json.dumps(request).encode())  # type: ignore[arg-type]
            while (frame := self._next()) is not None:
                kind, text = frame
                if kind == _frames.PROGRESS:
                    if progress:
                        shown.show(text)
                elif kind == _frames.STATUS:
                    return Answer(int(text), content[_frames.OUT], content[_frames.ERR])
                elif kind == _frames.PANIC:
                    raise WorkerError(f"the program failed, which is a defect: {text.decode(errors='replace')}")
                else:
                    content[kind] = text
        except BrokenPipeError:
            pass
        finally:
            shown.clear()
        raise WorkerError(f"the worker process ended, {_fate(self._process.wait())}, before the run was over")

    def end(self) -> None:
        """Ends the process, and with it what it runs; the program removes its temporary files first."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def forget(self) -> None:
        """Lets a forked process have nothing to do with it."""
        self._process.returncode = 0


class _Shown:
    """A line about a long run on standard error, which the next one replaces."""

    def __init__(self) -> None:
        self._line = ""

    def show(self, text: bytes) -> None:
        """Shows the last of the lines."""
        lines = text.decode(errors="replace").split("\n")
        line = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if line != self._line:
            self._write(line)

    def clear(self) -> None:
        """Leaves an empty line."""
        if self._line:
            self._write("")

    def _write(self, line: str) -> None:
        print("\r" + line.ljust(len(self._line)), end="" if line else "\r", file=sys.stderr, flush=True)
        self._line = line


def _fate(status: int) -> str:
    return f"by signal {-status}" if status < 0 else f"with exit status {status}"


_idle: list[Worker] = []
_lock = threading.Lock()


def run(args: list[str], progress: bool) -> Answer:
    """Runs a command line in a worker. Whatever ends the wait for its answer, as Ctrl-C, ends the run."""
    worker = _take()
    try:
        answer = worker.run(args, progress)
    except BaseException:
        worker.end()
        raise
    with _lock:
        _idle.append(worker)
    return answer


def _take() -> Worker:
    """An idle worker, or a new one."""
    while True:
        with _lock:
            if not _idle:
                break
            worker = _idle.pop()
        if worker.is_alive():
            return worker
        worker.end()
    return Worker()


@atexit.register
def end_all() -> None:
    """Ends the workers that wait."""
    with _lock:
        ending, _idle[:] = list(_idle), []
    for worker in ending:
        worker.end()


def _forget_all() -> None:
    """In a forked process: the workers are those of the process that forked."""
    global _lock
    _lock = threading.Lock()
    for worker in _idle:
        worker.forget()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
