"""Shows the pictures and pages that the program draws, in notebooks and as files."""

from __future__ import annotations

import html
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._run import Call


@dataclass(frozen=True)
class Svg:
    """A picture. A notebook shows it."""

    text: str

    def _repr_svg_(self) -> str:
        return self.text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<picture of {len(self.text):,} bytes: .save(\"FILE.svg\")>"


@dataclass(frozen=True)
class Page:
    """A page for a browser. A notebook shows it in a frame."""

    text: str

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.text)}" width="100%" height="720" style="border:0"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<page of {len(self.text):,} bytes: .save(\"FILE.html\")>"


@dataclass(frozen=True)
class Replayed:
    """A run, to be shown."""

    call: Call

    def page(self) -> Page:
        """The page that replays it."""
        return Page(self._written("--out"))

    def svg(self) -> Svg:
        """The animated picture."""
        return Svg(self._written("--svg"))

    def _written(self, wanted: str) -> str:
        from . import _pool, _run

        values = {key: value for key, value in self.call.values.items() if key not in ("audit", "trace", "save_messages")}
        with tempfile.TemporaryDirectory(prefix="meshcast-") as folder:
            files = {flag: Path(folder, flag.strip("-") + suffix) for flag, suffix in (("--out", ".html"), ("--svg", ".svg"))}
            words = _run.command_line(self.call.command, values, Path(folder))
            words[: len(self.call.command.words)] = ["replay", "--run"]
            words += [f"{flag}={path}" for flag, path in files.items() if flag in ("--out", wanted)]
            answer = _pool.run(words, self.call.progress)
            _run.result(answer.status, answer.out, answer.err)
            return files[wanted].read_text(encoding="utf-8")


def of_run(call: Call) -> Replayed:
    """What shows a run of `route`."""
    return Replayed(call)


def of_command(call: Call, flag: str, **more: str) -> Svg:
    """The picture that a command draws with a flag."""
    from . import _run

    with tempfile.TemporaryDirectory(prefix="meshcast-") as folder:
        path = Path(folder, "picture.svg")
        _run.run(call.command, {**call.values, **more, flag: path, "progress": call.progress})
        return Svg(path.read_text(encoding="utf-8"))
