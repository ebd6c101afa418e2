"""meshcast from Python: a step-exact emulator of mesh machines and their multicast algorithms.

Every function runs a command of the program `meshcast` and returns what it prints as a typed object, so that every number is that of the command line::

    import meshcast
    run = meshcast.route("auto", workload="uniform", side=16)
    run.steps

Runs are made in processes of their own: other threads go on, and Ctrl-C stops a run. Exceptions say what the command line says.
"""

from . import expander, guarantee, pram, results, torus, worm
from ._commands import (
    audit,
    check,
    compare,
    crossover,
    export,
    limits,
    merge,
    plot,
    primitive,
    replay,
    report,
    route,
    spmv,
    sweep,
    verify,
)
from ._errors import FaultyRunError, InputError, MeshcastError, ViolationError, WorkerError
from ._trace import Trace, trace

__all__ = [
    "FaultyRunError",
    "InputError",
    "MeshcastError",
    "Trace",
    "ViolationError",
    "WorkerError",
    "audit",
    "check",
    "compare",
    "crossover",
    "expander",
    "export",
    "guarantee",
    "limits",
    "merge",
    "plot",
    "pram",
    "primitive",
    "replay",
    "report",
    "results",
    "route",
    "spmv",
    "sweep",
    "torus",
    "trace",
    "verify",
    "worm",
]
