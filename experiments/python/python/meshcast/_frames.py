"""Sends and receives frames on pipes: a letter that says what is in it, its length, its bytes."""

from __future__ import annotations

import struct
from typing import BinaryIO

_HEAD = struct.Struct(">cQ")

REQUEST = b"q"
"""JSON: `args`, `cwd` and `progress` of a command line."""
PROGRESS = b"p"
"""A text about a run that goes on."""
OUT = b"o"
"""Standard output of the command line."""
ERR = b"e"
"""Standard error of the command line."""
STATUS = b"s"
"""The exit status in digits: the last frame of an answer."""
PANIC = b"x"
"""What the program said when it failed: the last frame of a worker."""


def send(pipe: BinaryIO, kind: bytes, content: bytes) -> None:
    """Sends a frame."""
    pipe.write(_HEAD.pack(kind, len(content)) + content)
    pipe.flush()


def receive(pipe: BinaryIO) -> tuple[bytes, bytes] | None:
    """Receives a frame: its letter and its content; None where the other end has closed the pipe."""
    head = _exactly(pipe, _HEAD.size)
    if head is None:
        return None
    kind, length = _HEAD.unpack(head)
    content = _exactly(pipe, length)
    return None if content is None else (kind, content)


def _exactly(pipe: BinaryIO, length: int) -> bytes | None:
    parts = []
    while length > 0:
        part = pipe.read(min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
