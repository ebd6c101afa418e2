"""Runs command lines in a process of its own: requests come on standard input, answers go to standard output.

The process can be ended at any moment, which is how a run is stopped. It ends by itself when its standard input is closed, in the middle
of a run too.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import BinaryIO

from . import _frames, _native


def main() -> None:
    """Answers requests until there are no more."""
    requests, answers = _private(0, "rb"), _private(1, "wb")
    # Ctrl-C at a terminal goes to all its processes. Python decides there whether it ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _native.end_cleanly_on_signals()
    lock = threading.Lock()
    _start(_forward, _said(), answers, lock)
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    _start(_listen, requests, waiting)
    while True:
        _answer(waiting.get(), answers, lock)


def _answer(request: bytes, answers: BinaryIO, lock: threading.Lock) -> None:
    """Runs one command line."""
    asked = json.loads(request)
    try:
        os.chdir(asked["cwd"])
        status, out, err = _native.command_line(asked["args"], asked["progress"])
    except BaseException as error:  # a panic is no Exception
        with lock:
            _frames.send(answers, _frames.PANIC, f"{type(error).__name__}: {error}".encode())
        os._exit(1)
    with lock:
        _frames.send(answers, _frames.OUT, out)
        _frames.send(answers, _frames.ERR, err)
        _frames.send(answers, _frames.STATUS, str(status).encode())


def _listen(requests: BinaryIO, waiting: queue.SimpleQueue[bytes]) -> None:
    """Hands requests on. When there are no more, the process ends as on a signal: without temporary files."""
    while (frame := _frames.receive(requests)) is not None:
        waiting.put(frame[1])
    if sys.platform != "win32":
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        os._exit(0)


def _forward(said: BinaryIO, answers: BinaryIO, lock: threading.Lock) -> None:
    """Sends on what the program writes to the standard error of the process: how far a long run is."""
    while text := os.read(said.fileno(), 4096):
        with lock:
            _frames.send(answers, _frames.PROGRESS, text)


def _private(number: int, mode: str) -> BinaryIO:
    """The file of a descriptor, under another number: what runs here finds nothing under the old one."""
    private = os.fdopen(os.dup(number), mode)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, number)
    os.close(nothing)
    return private  # type: ignore[return-value]


def _said() -> BinaryIO:
    """A file with what this process writes to standard error from now on."""
    reading, writing = os.pipe()
    os.dup2(writing, 2)
    os.close(writing)
    return os.fdopen(reading, "rb")


def _start(function: object, *args: object) -> None:
    threading.Thread(target=function, args=args, daemon=True).start()  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
