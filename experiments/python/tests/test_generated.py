"""What is generated is fresh, and says of types what is so."""

from __future__ import annotations

import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import meshcast
from conftest import DATA
from meshcast import results

FOLDER = Path(__file__).resolve().parents[1]


def test_the_generated_modules_are_fresh() -> None:
    done = subprocess.run([sys.executable, "generate", "--check"], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "up to date\n"), done.stderr


def test_values_have_the_types_of_the_annotations() -> None:
    checked = 0
    for result in (
        meshcast.route("auto", DATA / "karate.mtx", audit="full"),
        meshcast.compare(DATA / "karate.mtx", worms=True),
        meshcast.limits(["hamiltonian"]),
        meshcast.expander.verify(meshcast.expander.generate(inputs=64, outputs=16, degree=3), inputs=64, outputs=16, degree=3),
        meshcast.worm.latency(mesh="8x8", source=(2, 5), destinations=[(1, 6), (5, 2)], scheme="otms", grouping="gpg"),
        meshcast.torus.measure(radix=5, dims=2, algorithm="diagonal"),
        meshcast.pram.run("access", side=4),
    ):
        checked += _check(result)
    assert checked > 1000


def _check(part: Any) -> int:
    """Checks every field, and says how many there were."""
    hints = typing.get_type_hints(type(part))
    checked = 0
    for name in part.__dataclass_fields__:
        value = getattr(part, name)
        assert _is(value, hints[name]), f"{type(part).__name__}.{name}: {value!r} is no {hints[name]}"
        checked += 1
        for item in value if isinstance(value, list) else [value]:
            if hasattr(item, "to_dict"):
                checked += _check(item)
    return checked


def _is(value: Any, hint: Any) -> bool:
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is None:
        # A whole number is a float of type theory.
        kinds = (int, float) if hint is float else (hint,)
        return isinstance(value, kinds) and (hint is bool or not isinstance(value, bool))
    if origin is list:
        return isinstance(value, list) and all(_is(item, inside[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(_is(item, inside[1]) for item in value.values())
    if origin is tuple:
        return isinstance(value, tuple) and len(value) == len(inside) and all(map(_is, value, inside))
    return any(_is(value, choice) for choice in inside)


def test_docstrings_say_what_the_help_says() -> None:
    text = meshcast.route.__doc__ or ""
    assert "Rows of the mesh" in text and "[default: 1]" in text
    assert "in packets" in (results.BufferOfRoute.__doc__ or "")
