"""Writes the functions of the package, one for each command, from the flags that the program names."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import keyword
import re
import textwrap
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Function:
    """A command and its function."""

    module: str
    name: str
    command: str
    result: str
    leading: tuple[str, ...] = ()
    """Arguments that may be given by their place."""
    pipes: str | None = None
    """The flag of the file whose content is kept with the result if no name is given."""


FUNCTIONS = (
    Function("_commands", "route", "route", "Route", ("algorithm", "messages")),
    Function("_commands", "compare", "compare", "Compare", ("messages",)),
    Function("_commands", "primitive", "primitive", "Primitive", ("name", "side")),
    Function("_commands", "spmv", "spmv", "Spmv", ("messages",)),
    Function("_commands", "sweep", "sweep", "Sweep | SweepSlurm", ("plan", "out")),
    Function("_commands", "merge", "merge", "Merge", ("folders", "out")),
    Function("_commands", "export", "export", "Export", ("folder",)),
    Function("_commands", "plot", "plot", "Plot", ("folder", "out")),
    Function("_commands", "report", "report", "Report", ("folder", "out")),
    Function("_commands", "verify", "verify", "Verify", ("rows",)),
    Function("_commands", "crossover", "crossover", "Crossover", ("folder",)),
    Function("_commands", "limits", "limits", "Limits", ("names",)),
    Function("_commands", "audit", "audit", "AuditRun | AuditSweep", ("folder",)),
    Function("_commands", "check", "check", "Check", ("trace", "messages")),
    Function("_commands", "replay", "replay", "Replay", ("trace", "out"), pipes="out"),
    Function("_expander", "generate", "expander generate", "Permutation", pipes="out"),
    Function("_expander", "verify", "expander verify", "Expander", ("file",)),
    Function("_expander", "family", "expander family", "ExpanderFamily", ("file",)),
    Function("_expander", "rounds", "expander rounds", "Rounds"),
    Function("guarantee", "randomized", "guarantee randomized", "Guarantee"),
    Function("guarantee", "slotted", "guarantee slotted", "GuaranteeSlotted"),
    Function("pram", "run", "pram run", "Pram", ("name", "messages")),
    Function("pram", "compare", "pram compare", "PramCompare"),
    Function("pram", "overloads", "pram overloads", "PramOverloads"),
    Function("pram", "programs", "pram list", "PramList"),
    Function("torus", "measure", "torus measure", "TorusMeasure"),
    Function("torus", "run", "torus run", "TorusRun"),
    Function("torus", "table", "torus table", "TorusTable"),
    Function("worm", "plan", "worm plan", "WormPlan | WormRoutesPlan"),
    Function("worm", "latency", "worm latency", "WormLatency | WormRoutesLatency"),
    Function("worm", "run", "worm run", "WormRun", ("messages",)),
    Function("worm", "experiment", "worm experiment", "WormExperiment | WormReadings | WormExperimentLoad"),
    Function("worm", "dependencies", "worm dependencies", "WormDependencies"),
    Function("worm", "load", "worm load", "WormLoad"),
)

MODULES = {
    "_commands": "The commands of the program, as functions.",
    "_expander": "The commands of `meshcast expander`, as functions.",
    "guarantee": "Steps that an algorithm exceeds with at most a chance that you choose.",
    "pram": "PRAM programs on the mesh.",
    "torus": "Broadcasts on a torus: how evenly routing loads the channels, and steps beside their lower bounds.",
    "worm": "Multicast by worms: plans of paths, latencies, loads, deadlocks.",
}

HEAD = '''\
"""{}

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations
'''

NOT_FOR_PYTHON = {"help", "version", "format"}
"""Flags that functions do without."""

TYPES = {"integer": "int", "number": "float", "boolean": "bool", "path": "str | os.PathLike[str]", "other": "str | int | float"}
"""Types of values; those that the program reads by itself may be given as text."""


def sources() -> dict[str, str]:
    """The texts of the modules by the names of their files."""
    program = json.loads(_native().program())
    texts = {module: [HEAD.format(text)] for module, text in MODULES.items()}
    for function in FUNCTIONS:
        texts[function.module].append(_function(function, _command(program, function.command.split())))
    return {f"{module}.py": "\n\n".join(parts) for module, parts in texts.items()}


def _native() -> Any:
    """The native part of the installed package, whose other modules may not be written yet."""
    package = importlib.util.find_spec("meshcast")
    if package is None:
        raise ImportError("install the package first: pip install ./experiments/python")
    spec = importlib.machinery.PathFinder.find_spec("meshcast._native", package.submodule_search_locations)
    if spec is None or spec.loader is None:
        raise ImportError("the installed package has no native part")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _command(program: Json, words: list[str]) -> Json:
    for word in words:
        program = next(command for command in program["commands"] if command["name"] == word)
    return program


def _function(function: Function, command: Json) -> str:
    arguments = {_python_name(flag): flag for flag in command["flags"] if flag["id"] not in NOT_FOR_PYTHON}
    unknown = set(function.leading) - set(arguments)
    if unknown:
        raise ValueError(f"{function.command} has no {', '.join(unknown)}; it has {', '.join(arguments)}")
    leading = [_parameter(function, name, arguments[name]) for name in function.leading]
    others = [_parameter(function, name, flag) for name, flag in arguments.items() if name not in function.leading]
    signature = "".join(f"    {line},\n" for line in [*leading, "*", *others, "progress: bool = True"])
    constant = f"_{function.name.upper()}"
    results = " | ".join(f"results.{kind}" for kind in function.result.split(" | "))
    return (
        f"{constant} = {_constant(function, arguments)}\n\n\n"
        f"def {function.name}(\n{signature}) -> {results}:\n"
        f"{_docstring(function, command, arguments)}\n"
        f"    return _run.run({constant}, locals())  # type: ignore[no-any-return]\n"
    )


def _python_name(flag: Json) -> str:
    name = (flag["long"] or flag["id"]).replace("-", "_").lower()
    name = {"input": "messages"}.get(name, name)
    return f"{name}_" if keyword.iskeyword(name) else name


def _is_permutation(flag: Json) -> bool:
    return flag["type"] == "path" and (flag["value_name"] or "").startswith("FILE.npy") or flag["long"] == "against"


def _parameter(function: Function, name: str, flag: Json) -> str:
    if name == "messages":
        return "messages: Messages | None = None"
    if _is_permutation(flag):
        kind = "Permutations | Sequence[Permutations]" if flag["many"] else "Permutations"
    elif flag["values"] and flag["type"] != "boolean":
        kind = f"Literal[{', '.join(value if value.isdigit() else json.dumps(value) for value in flag['values'])}]"
    else:
        kind = TYPES[flag["type"]]
    if flag["many"] and not _is_permutation(flag):
        kind = f"{kind} | Sequence[{'Any' if flag['delimiter'] == ';' else kind}]"
    if (flag["value_name"] or "").startswith("K1xK2"):
        kind = "str | Sequence[int]"
    if flag["id"] == "source":
        kind = "int | str | Sequence[int]"
    if not flag["takes_value"]:
        return f"{name}: bool = False"
    if flag["required"] and name != function.pipes:
        return f"{name}: {kind}"
    return f"{name}: {kind} | None = None"


def _constant(function: Function, arguments: dict[str, Json]) -> str:
    """The `_run.Command` of a function."""
    parts = [f"words={tuple(function.command.split())!r}"]
    positional = tuple(name for name, flag in arguments.items() if flag["long"] is None)
    switches = sorted(name for name, flag in arguments.items() if not flag["takes_value"])
    repeated = sorted(name for name, flag in arguments.items() if flag["many"] and not flag["delimiter"] and flag["long"])
    joined = {name: flag["delimiter"] for name, flag in arguments.items() if flag["delimiter"] not in (None, ",")}
    joined |= {name: "x" for name, flag in arguments.items() if (flag["value_name"] or "").startswith("K1xK2")}
    permutations = sorted(name for name, flag in arguments.items() if _is_permutation(flag))
    parts += [f"positional={positional!r}"] if positional else []
    parts += [f"switches=frozenset({switches!r})"] if switches else []
    parts += [f"repeated=frozenset({repeated!r})"] if repeated else []
    parts += [f"joined={joined!r}"] if joined else []
    parts += ["messages='messages'"] if "messages" in arguments else []
    parts += [f"permutations=frozenset({permutations!r})"] if permutations else []
    parts += [f"pipes={function.pipes!r}"] if function.pipes else []
    return f"_run.Command({', '.join(parts)})"


def _docstring(function: Function, command: Json, arguments: dict[str, Json]) -> str:
    paragraphs = re.split(r"\n\s*\n", command["long_about"] or command["about"])
    lines = [f"{_plain(paragraphs[0])}", ""]
    for paragraph in paragraphs[1:]:
        lines += [*textwrap.wrap(_plain(paragraph), 130), ""]
    lines += [*textwrap.wrap(f"`meshcast {function.command}`; what is None is left to the program.", 130), "", "Args:"]
    for name in [*function.leading, *(name for name in arguments if name not in function.leading)]:
        text = f"{name}: {_argument(function, name, arguments[name])}"
        lines += textwrap.wrap(text, 130, initial_indent="    ", subsequent_indent="        ")
    lines.append("    progress: Show on standard error how far a run of more than two seconds is.")
    lines += ["", "Raises:", "    InputError: An argument or a file cannot be used.", "    FaultyRunError: The run went wrong."]
    body = "\n".join(f"    {line}".rstrip() for line in lines).replace("\\", "\\\\")
    return f'    """{body.strip()}\n    """'


def _argument(function: Function, name: str, flag: Json) -> str:
    """What an argument means, and its default."""
    text = _plain(flag["long_help"] or flag["help"] or "")
    if name == "messages":
        text = "The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each node."
    elif _is_permutation(flag):
        text = f"{_ended(text)} Or an array of integers, or what expander.generate returned."
    if name == function.pipes:
        text += " By default the content is kept with the result, and no file is written."
    text = _ended(text)
    default = ", ".join(flag["default"]) if flag["takes_value"] else ""
    return f"{text} [default: {default}]" if default and "[default" not in text else text


def _ended(text: str) -> str:
    """The text with a full stop."""
    return text if not text or text[-1] in ".]" else f"{text}."


def _plain(text: str) -> str:
    return " ".join(text.split())
