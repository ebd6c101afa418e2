"""Writes `meshcast/results.py`, the classes of results, from docs/results.md."""

from __future__ import annotations

import keyword
import re
import textwrap

import results_page
from results_page import LINK, PARAMETERS, Field, Table

SIMPLE = {
    "text": "str",
    "integer": "int",
    "large integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "node": "Node",
}
"""Python's names of the simple types of the page."""

HEAD = '''\
"""What the commands return: one class for each JSON object of docs/results.md.

Written by `generate`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import _behaviour as behaviour

Node = int | list[int]
"""A node: its number on a graph, the list of its coordinates on a mesh."""

'''


def source() -> str:
    """The text of the module."""
    tables = results_page.tables()
    tables = {anchor: table for anchor, table in tables.items() if table.rows}
    wanted = _reachable(tables)
    names = {anchor: _class_name(table.heading) for anchor, table in tables.items() if anchor in wanted}
    if len(set(names.values())) < len(names):
        raise ValueError("two headings of docs/results.md give the same class")
    classes = [_class(anchor, tables, names) for anchor in names]
    schemas: dict[str, list[str]] = {}
    for anchor, name in names.items():
        if schema := tables[anchor].schema:
            schemas.setdefault(schema, []).append(name)
    return HEAD + "\n\n".join(classes) + "\n\n" + _index(schemas)


def python_name(name: str) -> str:
    """The name of a field in Python: with an underscore behind words of the language."""
    return f"{name}_" if keyword.iskeyword(name) else name


def _reachable(tables: dict[str, Table]) -> set[str]:
    """The tables of all objects that commands print, and of the objects in them."""
    wanted: set[str] = set()
    waiting = [anchor for anchor, table in tables.items() if table.schema]
    while waiting:
        anchor = waiting.pop()
        if anchor in wanted:
            continue
        wanted.add(anchor)
        for field in _fields(anchor, tables):
            waiting += [link["anchor"] for link in LINK.finditer(field.type)]
    return wanted


def _fields(anchor: str, tables: dict[str, Table]) -> list[Field]:
    return results_page.parameters(tables) if anchor == "parameters" else results_page.fields(anchor, tables)


def _class_name(heading: str) -> str:
    text = re.sub(r"`meshcast\.([^/]*)/\d+`", r"\1", heading).replace("-", " ")
    dropped = ("a", "an", "the", "of") if "meshcast." in heading else ("a", "an", "the")
    words = [word for word in re.findall(r"\w+", text) if word not in dropped]
    return "".join(word.capitalize() for word in words)


def _class(anchor: str, tables: dict[str, Table], names: dict[str, str]) -> str:
    table, name = tables[anchor], names[anchor]
    inside = _fields(anchor, tables)
    intro = table.text or f"{table.heading.replace('`', '')}."
    lines = [*_wrapped(intro, ""), "", "Attributes:"]
    for field in inside:
        lines += _wrapped(f"{python_name(field.name)}: {_meaning(field)}", "    ")
    lines[0] = f'"""{lines[0]}'
    base = "Result" if table.schema else "Part"
    body = [*lines, '"""', ""]
    body += [f"{python_name(field.name)}: {_annotation(field, names)}" for field in inside]
    shape = [f'    "{field.name}": "{_shape(field.type, names)}",' for field in inside]
    body += ["", "_shape: ClassVar[dict[str, str]] = {", *shape, "}"]
    indented = "\n".join(f"    {line}".rstrip() for line in body)
    bases = f"behaviour.{name}, behaviour.{base}" if name in _with_behaviour() else f"behaviour.{base}"
    return f"@dataclass(frozen=True, kw_only=True)\nclass {name}({bases}):\n{indented}\n"


def _with_behaviour() -> set[str]:
    """The classes for which the package has arrays, pictures and the like."""
    behaviour = (results_page.Path(__file__).resolve().parents[1] / "python" / "meshcast" / "_behaviour.py").read_text()
    return set(re.findall(r"^class (\w+)", behaviour, re.MULTILINE)) - {"Part", "Result"}


def _meaning(field: Field) -> str:
    unit = f", in {field.unit}" if field.unit else ""
    absence = re.sub(r"\b(null|absent)\b", "None", field.absence)
    absence = f" ({absence})" if absence else ""
    return f"{field.meaning}{unit}{absence}."


def _wrapped(text: str, indent: str) -> list[str]:
    text = text.replace("\\", "\\\\")
    return textwrap.wrap(text, 130, initial_indent=indent, subsequent_indent=indent + "    " if indent else "")


def _shape(kind: str, names: dict[str, str]) -> str:
    """The type with the names of classes in place of links."""
    return LINK.sub(lambda link: names[link["anchor"]], kind)


def _annotation(field: Field, names: dict[str, str]) -> str:
    python = _python_type(_shape(field.type, names))
    return f"{python} | None" if field.may_be_none and python != "None" else python


def _python_type(kind: str) -> str:
    if " or " in kind and not kind.endswith(" or null"):
        return " | ".join(map(_python_type, kind.split(" or ")))
    for word, form in (("list of ", "list[{}]"), ("pair of ", "tuple[{0}, {0}]"), ("map of ", "dict[str, {}]")):
        if kind.startswith(word):
            return form.format(_python_type(kind.removeprefix(word)))
    if kind.endswith(" or null"):
        return f"{_python_type(kind.removesuffix(' or null'))} | None"
    return SIMPLE.get(kind, kind)


def _index(schemas: dict[str, list[str]]) -> str:
    lines = [f'    "{schema}": [{", ".join(names)}],' for schema, names in schemas.items()]
    return "SCHEMAS: dict[str, list[type[behaviour.Result]]] = {\n" + "\n".join(lines) + "\n}\n\"\"\"The classes by schema.\"\"\"\n"
