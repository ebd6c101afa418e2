"""Makes Arrow tables of results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._native import Table

if TYPE_CHECKING:
    import pandas
    import polars

    from ._behaviour import Part

SCALARS = {"text": "text", "integer": "integer", "large integer": "integer", "number": "number", "boolean": "boolean"}
"""Types of docs/results.md that are columns as they are; others are JSON."""

_MOST_OF_64_BITS = 2**64 - 1


def table(part: Part, field: str | None) -> Table:
    """The table of a field of a result, or of the result itself."""
    from . import results

    field = _default_field(part) if field is None else field
    if field is None:
        return _of_rows([part], type(part))
    shape = type(part)._shape.get(field.rstrip("_"), "")
    if not shape.startswith("list of "):
        lists = [name for name, kind in type(part)._shape.items() if kind.startswith("list of ")]
        raise ValueError(f"{field} is no list; the lists are {', '.join(lists) or 'none'}")
    rows = getattr(part, field) or []
    inner = shape.removeprefix("list of ").removesuffix(" or null")
    if inner[0].isupper():
        return _of_rows(rows, getattr(results, inner))
    kind = SCALARS.get(inner, "json")
    return Table(json.dumps([{field: value} for value in rows]), [(field, kind)])


def to_pandas(arrow: Table) -> pandas.DataFrame:
    """The data frame of a table, on the memory of the table."""
    import pandas
    import pyarrow

    frame: pandas.DataFrame = pyarrow.table(arrow).to_pandas(types_mapper=pandas.ArrowDtype)
    return frame


def to_polars(arrow: Table) -> polars.DataFrame:
    """The data frame of a table, on the memory of the table."""
    import polars

    return polars.DataFrame(arrow)


def _default_field(part: Part) -> str | None:
    """The first list of objects."""
    lists = (name for name, kind in type(part)._shape.items() if kind.startswith("list of ") and kind[8].isupper())
    return next((name for name in lists if part._json.get(name) is not None), None)


def _of_rows(rows: list[Part], kind: type[Part]) -> Table:
    flat: list[dict[str, Any]] = [{} for _ in rows]
    columns: list[tuple[str, str]] = []
    _flatten("", kind, rows, flat, columns)
    return Table(json.dumps(flat), columns)


def _flatten(
    prefix: str, kind: type[Part], parts: list[Any], flat: list[dict[str, Any]], columns: list[tuple[str, str]]
) -> None:
    """Adds the fields of some objects of a kind, of which those that are absent are None, to their rows."""
    from . import results

    for name, shape in kind._shape.items():
        values = [None if part is None else getattr(part, name, getattr(part, f"{name}_", None)) for part in parts]
        column = f"{prefix}{name}"
        if shape[0].isupper():
            if all(value is None for value in values):
                continue
            _flatten(f"{column}.", getattr(results, shape), values, flat, columns)
            continue
        type_ = SCALARS.get(shape, "json")
        if type_ == "json":
            values = [None if part is None else part._json.get(name) for part in parts]
        elif type_ == "integer" and any(value is not None and value > _MOST_OF_64_BITS for value in values):
            type_, values = "text", [None if value is None else str(value) for value in values]
        for row, value in zip(flat, values):
            row[column] = value
        columns.append((column, type_))
