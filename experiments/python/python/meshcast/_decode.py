"""Makes typed objects of what the program prints as JSON."""

from __future__ import annotations

import keyword
from typing import Any

Json = dict[str, Any]


def result(printed: Json) -> Any:
    """The object of a printed result: of the class of its schema that has all its fields."""
    from . import results

    candidates = results.SCHEMAS[printed["schema"]]
    fitting = [kind for kind in candidates if printed.keys() <= kind._shape.keys()]
    # Of several the one with the fewest fields beside these.
    best = min(fitting, key=lambda kind: len(kind._shape))
    return _object(best, printed)


def _object(kind: type[Any], printed: Json) -> Any:
    values = {
        f"{name}_" if keyword.iskeyword(name) else name: _value(shape, printed.get(name))
        for name, shape in kind._shape.items()
    }
    made = kind(**values)
    object.__setattr__(made, "_json", printed)
    return made


def _value(shape: str, value: Any) -> Any:
    """A value of a type of docs/results.md."""
    if value is None:
        return None
    if " or " in shape and not shape.endswith(" or null"):
        shape = next(kind for kind in shape.split(" or ") if kind.startswith("list of ") == isinstance(value, list))
    for word in ("list of ", "pair of ", "map of "):
        if shape.startswith(word):
            return _values(word, shape.removeprefix(word).removesuffix(" or null"), value)
    if shape == "large integer":
        return int(value)
    if shape[0].isupper():
        from . import results

        return _object(getattr(results, shape), value)
    return value


def _values(word: str, inner: str, value: Any) -> Any:
    if word == "map of ":
        return {key: _value(inner, item) for key, item in value.items()}
    items = [_value(inner, item) for item in value]
    return tuple(items) if word == "pair of " else items
