"""Turns keyword arguments into a command line, runs it, and makes a typed result of what it prints."""

from __future__ import annotations

import dataclasses
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _decode, _messages, _pool
from ._errors import FaultyRunError, InputError, ViolationError, WorkerError

_FINDING = ("meshcast.verify/", "meshcast.check/", "meshcast.expander/", "meshcast.replay/")
"""Schemas of results whose exit status 1 says what was found, not that a run went wrong."""


@dataclasses.dataclass(frozen=True)
class Command:
    """A command of the program and how its Python function names what it takes."""

    words: tuple[str, ...]
    """The command, as `("expander", "verify")`."""
    positional: tuple[str, ...] = ()
    """Arguments without a flag, in their order."""
    switches: frozenset[str] = frozenset()
    """Flags without a value."""
    repeated: frozenset[str] = frozenset()
    """Flags that are given once for each of several values."""
    joined: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What stands between the values of a flag that takes several, where that is no comma."""
    messages: str | None = None
    """The argument that is a message set."""
    permutations: frozenset[str] = frozenset()
    """Arguments that are files of permutations."""
    pipes: str | None = None
    """The flag of the file that is kept with the result if no name is given."""


@dataclasses.dataclass(frozen=True)
class Call:
    """A call that gave a result: enough to run it again."""

    command: Command
    values: Mapping[str, Any]
    progress: bool


def run(command: Command, values: Mapping[str, Any]) -> Any:
    """Runs a command with the arguments of its function: those that are None are left to the program.

    Raises:
        InputError: The program refuses an argument or a file.
        FaultyRunError: The run went wrong.
    """
    values = dict(values)
    progress = bool(values.pop("progress"))
    for name, value in values.items():
        if isinstance(value, (str, os.PathLike)) and os.fspath(value) == "-":
            raise InputError(f"{name}: there is no standard input or output here; name a file instead of -")
    pipes = command.pipes if command.pipes and values.get(command.pipes) is None else None
    with tempfile.TemporaryDirectory(prefix="meshcast-") as folder:
        words = command_line(command, values, Path(folder))
        if pipes:
            words += [f"{_flag(pipes)}=-"]
        answer = _pool.run(words, progress)
    # The result goes to standard error where the file goes to standard output.
    lines = [line for line in answer.err.splitlines() if line.startswith(b"{")] if pipes else [answer.out]
    made = result(answer.status, lines[-1] if lines else b"", answer.err)
    object.__setattr__(made, "_call", Call(command, values, progress))
    object.__setattr__(made, "_piped", answer.out if pipes else None)
    return made


def command_line(command: Command, values: Mapping[str, Any], folder: Path) -> list[str]:
    """The words of a command line, with files in `folder` for what is in memory."""
    words, places = [*command.words, "--format=json"], []
    for name, value in values.items():
        if value is None or (name in command.switches and value is False):
            continue
        if name == command.messages:
            words.append(f"--input={_messages.as_file(value, folder)}")
        elif name in command.permutations:
            value = _messages.permutations_as_files(value, folder)
            words += [f"{_flag(name)}={path}" for path in value] if name not in command.positional else []
            places += value if name in command.positional else []
        elif name in command.positional:
            places += [_text(item) for item in _items(value)]
        elif name in command.switches:
            words.append(_flag(name))
        elif name in command.repeated:
            words += [f"{_flag(name)}={_text(item)}" for item in _items(value)]
        else:
            words.append(f"{_flag(name)}={_text(value, command.joined.get(name, ','))}")
    return [*words, "--", *places] if places else words


def result(status: int, printed: bytes, err: bytes) -> Any:
    """The result of a run that ended, or the exception that says how it ended."""
    if status == 2:
        raise InputError(_sentence(err))
    if not printed.strip():
        raise FaultyRunError(_sentence(err))
    try:
        made = _decode.result(json.loads(printed))
    except ValueError as error:
        raise WorkerError(f"the program printed no result: {error}") from error
    schema = made.schema
    if status == 0 or schema.startswith(_FINDING):
        return made
    if schema.startswith("meshcast.violation/"):
        raise ViolationError(_sentence(err), made)
    raise FaultyRunError(_sentence(err), made)


def _sentence(err: bytes) -> str:
    """What the program says is wrong, without the word `error`."""
    lines = [line for line in err.decode(errors="replace").splitlines() if line.startswith("error: ")]
    return lines[-1].removeprefix("error: ") if lines else err.decode(errors="replace").strip()


def _flag(name: str) -> str:
    return "--" + name.rstrip("_").replace("_", "-")


def _items(value: Any) -> list[Any]:
    """The values of an argument that takes several."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _text(value: Any, between: str = ",") -> str:
    """A value as the command line spells it; of a list the values with `between` between them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, (list, tuple)):
        return between.join(_text(item) for item in value)
    return str(value)
