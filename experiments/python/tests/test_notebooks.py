"""The notebooks run, and every result in them is what the command line prints."""

from __future__ import annotations

import json
from pathlib import Path

import nbclient
import nbformat
import pytest
from conftest import Program, repeatable

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))

RESULTS = """
import json, pathlib
from meshcast import _behaviour, _run
_folder = pathlib.Path({folder!r})
_found = []
for _name, _value in list(globals().items()):
    if isinstance(_value, _behaviour.Result) and not _name.startswith("_"):
        _place = _folder / _name
        _place.mkdir()
        _found.append([_name, _run.command_line(_value._call.command, _value._call.values, _place), _value.to_dict()])
(_folder / "results.json").write_text(json.dumps(_found))
"""
"""A last cell, which writes the results that the notebook has, each with its command line."""

PICTURES = {"image/svg+xml", "image/png", "text/html"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs_and_has_the_numbers_of_the_program(path: Path, program: Program, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "a notebook is kept without its outputs"
    notebook.cells.append(nbformat.v4.new_code_cell(RESULTS.format(folder=str(tmp_path))))
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [any(PICTURES & set(output.get("data", {})) for output in cell.outputs) for cell in cells]
    assert any(shown[:3]), "no picture or table within three cells"

    found = json.loads((tmp_path / "results.json").read_text())
    checked = 0
    for name, words, printed in found:
        # What wrote files has written them.
        if printed["schema"] in ("meshcast.sweep/1", "meshcast.export/1"):
            continue
        if printed["schema"] == "meshcast.permutation/1":
            words.append(f"--out={tmp_path / name / 'again.npy'}")
            # It was kept in memory.
            assert printed["file"] == "standard output"
            printed["file"] = "again.npy"
        expected = json.loads(program.run(*words).stdout)
        assert repeatable(printed) == repeatable(expected), name
        checked += 1
    assert checked >= 2
