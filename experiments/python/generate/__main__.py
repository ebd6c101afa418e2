"""Writes the generated modules of the package, or says which are out of date.

`python generate` writes them; `python generate --check` writes nothing and exits with 1 if one differs. It needs the package installed, whose native part
says which flags there are.
"""

from __future__ import annotations

import sys
from pathlib import Path

import generate_functions
import generate_results

PACKAGE = Path(__file__).resolve().parents[1] / "python" / "meshcast"


def main() -> int:
    """The exit status."""
    written = {"results.py": generate_results.source(), **generate_functions.sources()}
    stale = [name for name, text in written.items() if not (PACKAGE / name).exists() or (PACKAGE / name).read_text() != text]
    if "--check" in sys.argv[1:]:
        print(f"out of date: {', '.join(stale)}; run `python generate`" if stale else "up to date")
        return int(bool(stale))
    for name in stale:
        (PACKAGE / name).write_text(written[name])
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
