"""What tests share: the program itself, whose numbers the package must have."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "experiments" / "data"


class Program:
    """The program `meshcast`, as a process."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a command line."""
        return subprocess.run([self._path, *words], capture_output=True, text=True, check=False)

    def json(self, *words: str) -> dict[str, Any]:
        """What a command line prints as JSON."""
        done = self.run(*words, "--format", "json")
        assert done.stdout, done.stderr
        return repeatable(json.loads(done.stdout))


@pytest.fixture(scope="session")
def program() -> Program:
    """The program that `cargo build` made: the one that MESHCAST names, or that in `target/debug`."""
    path = Path(os.environ.get("MESHCAST", ROOT / "target" / "debug" / "meshcast"))
    assert path.exists(), f"there is no {path}: build it (cargo build), or name one in MESHCAST"
    return Program(path)


def repeatable(printed: Any) -> Any:
    """A result without what cannot repeat, and without the commit, since the program may be of another build."""
    if isinstance(printed, dict):
        return {key: repeatable(value) for key, value in printed.items() if key not in ("timing", "commit")}
    if isinstance(printed, list):
        return [repeatable(item) for item in printed]
    return printed
