"""Reads docs/results.md: the objects that the program prints, and their fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "results.md"

HEADING = re.compile(r"#{2,3} (?P<text>.*)")
FIELD = re.compile(r"\| `(?P<name>[^`]+)` \| (?P<type>[^|]*) \| (?P<unit>[^|]*)\| (?P<meaning>[^|]*)\| (?P<absence>[^|]*)\|")
INCLUSION = re.compile(r"\| the fields of \[[^]]*\]\(#(?P<anchor>[^)]*)\) \|")
LINK = re.compile(r"\[(?P<text>[^]]*)\]\(#(?P<anchor>[^)]*)\)")
ANY_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
PARAMETERS = "Parameters of `"


@dataclass(frozen=True)
class Field:
    """A field of an object, in the words of the page."""

    name: str
    type: str
    unit: str
    meaning: str
    absence: str

    @property
    def may_be_none(self) -> bool:
        """Whether it can be null or absent."""
        return bool(self.absence)


@dataclass
class Table:
    """A heading of the page with what stands under it."""

    heading: str
    text: str
    rows: list[Field | str]
    """Fields, and the anchors of tables whose fields are fields here too."""

    @property
    def schema(self) -> str | None:
        """The schema, where it is an object that a command prints."""
        found = re.match(r"`(meshcast\.[^`]*)`", self.heading)
        return found[1] if found else None


def tables(page: Path = PAGE) -> dict[str, Table]:
    """The tables of the page by the anchors of their headings."""
    found: dict[str, Table] = {}
    table = Table("", "", [])
    in_code = False
    for line in page.read_text().splitlines():
        in_code ^= line.startswith("```")
        if in_code or line.startswith("```"):
            continue
        if heading := HEADING.match(line):
            table = found[_anchor(heading["text"])] = Table(heading["text"], "", [])
        elif field := FIELD.match(line):
            name, kind, unit, meaning, absence = (text.strip() for text in field.groups())
            table.rows.append(Field(name, kind, unit, plain(meaning), plain(absence)))
        elif inclusion := INCLUSION.match(line):
            table.rows.append(inclusion["anchor"])
        elif not line.startswith("|") and not table.rows and not line.endswith(":"):
            table.text = f"{table.text} {plain(line)}".strip()
    return found


def fields(anchor: str, all_tables: dict[str, Table]) -> list[Field]:
    """The fields of a table, with those of the tables that it includes."""
    inside: list[Field] = []
    for row in all_tables[anchor].rows:
        inside += [row] if isinstance(row, Field) else fields(row, all_tables)
    return inside


def parameters(all_tables: dict[str, Table]) -> list[Field]:
    """The parameters of all algorithms. Each has those of some algorithms only."""
    merged: dict[str, list[tuple[str, Field]]] = {}
    for anchor, table in all_tables.items():
        if table.heading.startswith(PARAMETERS):
            name = table.heading.removeprefix(PARAMETERS).rstrip("`")
            for field in fields(anchor, all_tables):
                merged.setdefault(field.name, []).append((name, field))
    return [*fields("parameters", all_tables), *map(_one_of_several, merged.values())]


def _one_of_several(of_algorithms: list[tuple[str, Field]]) -> Field:
    names = ", ".join(name for name, _ in of_algorithms)
    first = of_algorithms[0][1]
    types = list(dict.fromkeys(field.type for _, field in of_algorithms))
    meanings = list(dict.fromkeys(field.meaning for _, field in of_algorithms))
    units = {field.unit for _, field in of_algorithms}
    unit = first.unit if len(units) == 1 else ""
    return Field(first.name, " or ".join(types), unit, "; or ".join(meanings), f"absent unless the algorithm is one of {names}")


def _anchor(heading: str) -> str:
    """The anchor that a heading gets on the page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def plain(text: str) -> str:
    """The text without links and marks of code."""
    return ANY_LINK.sub(r"\1", text).replace("`", "")
