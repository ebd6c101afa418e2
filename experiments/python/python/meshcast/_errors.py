"""Says what is wrong: the sentences of the command line, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .results import Violation


class MeshcastError(Exception):
    """What every exception of this package is."""


class InputError(MeshcastError, ValueError):
    """Bad usage or bad input, in the one sentence that the command line prints with exit status 2. Nothing was written."""


class FaultyRunError(MeshcastError):
    """A run ended with exit status 1: a delivery is missing, a result is wrong, worms wait for each other, or a PRAM program broke its kind of PRAM.

    Attributes:
        result: What the program printed, as an object of its own type; None if it printed nothing.
    """

    result: Any

    def __init__(self, sentence: str, result: Any = None) -> None:
        super().__init__(sentence)
        self.result = result


class ViolationError(FaultyRunError):
    """A run broke a rule of the machine: its program is wrong, whatever the input.

    Attributes:
        violation: The broken rule, its step and node.
    """

    violation: Violation

    def __init__(self, sentence: str, violation: Violation) -> None:
        super().__init__(sentence, violation)
        self.violation = violation


class WorkerError(MeshcastError):
    """The process that runs the program ended before it answered, as when the system is out of memory."""
