"""The commands of the program, as functions.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_ROUTE = _run.Command(words=('route',), repeated=frozenset(['against', 'permutations']), messages='messages', permutations=frozenset(['against', 'permutations']))


def route(
    algorithm: Literal["hamiltonian", "buffered", "randomized:paper", "randomized", "randomized:tuned", "randomized:sweep", "randomized:certified", "randomized:slotted", "deterministic:paper", "deterministic", "deterministic:rounds", "deterministic:sweep", "deterministic:explicit", "unicast", "greedy-unicast", "greedy-tree", "auto"],
    messages: Messages | None = None,
    *,
    config: str | os.PathLike[str] | None = None,
    variant: Literal["paper", "tuned", "sweep", "certified", "slotted", "rounds", "explicit"] | None = None,
    instances: int | None = None,
    alpha: int | None = None,
    marking: Literal["literal", "lean"] | None = None,
    schedule: Literal["fixed", "shrink", "overload", "adaptive"] | None = None,
    stored_words: Literal["all", "one"] | None = None,
    field: int | None = None,
    permutations: Permutations | Sequence[Permutations] | None = None,
    congestion_known: bool | None = None,
    congestion_by: Literal["doubling", "counting"] | None = None,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    block: Literal["cyclic", "contiguous"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    ports: Literal["all", "one"] | None = None,
    exchange_steps: Literal[1, 2] | None = None,
    copy_steps: Literal[1, 0] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    header_words: int | None = None,
    mode: Literal["step", "leap", "check"] | None = None,
    audit: Literal["peak", "full"] | None = None,
    heat_map: str | os.PathLike[str] | None = None,
    trace: str | os.PathLike[str] | None = None,
    save_messages: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> results.Route:
    """Route a multicast message set on a mesh and report steps, buffers, links and the lower bound.

    Every delivery is checked against the message set by code that shares nothing with the algorithm.

    `meshcast route`; what is None is left to the program.

    Args:
        algorithm: The algorithm, with or without its variant.
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        config: Take flags from a file with the keys of plans, of one value each: `algorithms = "buffered"`, `workloads = "uniform"`,
            `sides = 32`. A flag that is given replaces what the file says.
        variant: The variant of randomized [default: tuned] or deterministic [default: rounds]
        instances: The parameter r: of randomized --variant paper migrations a visit [default: as many as are expected to be enough, 3
            if c is unknown], of deterministic --variant paper replicas of a packet [default: the most for ⌊log₂ n⌋ classes]; the
            other variants have one.
        alpha: The parameter α of deterministic --variant paper: migrations of an iteration [default: the least number with which
            Lemma 4 is certain, or 4]
        marking: How replicas of deterministic --variant paper are marked [default: literal]
        schedule: How many tiles the rounds of deterministic have [default: adaptive]
        stored_words: Whether deterministic stores a permutation for every round, or one for all [default: all]
        field: The order of the field of deterministic --variant explicit, a prime power: as many tiles as that [default: the order
            that is expected to take the fewest steps, of those whose certified steps are about the fewest]
        permutations: The permutations of deterministic: .npy files of whole numbers, a number a node for rounds 1, 2, ..., one such
            file with --variant sweep, or one of a number for each of r replicas with --variant paper [default: drawn from the seed]
            Or an array of integers, or what expander.generate returned.
        congestion_known: Whether all nodes know the congestion. If not, buffered, unicast and randomized:slotted take the average for
            it, the others of randomized, deterministic and auto guess; hamiltonian and the greedy ones need none. Results say what
            was known, and the guesses. [default: true]
        congestion_by: How randomized, deterministic and auto guess a congestion that is not known [default: counting]
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        block: Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as
            many columns: cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋.
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        ports: Ports of a node that work in one step. [default: all]
        exchange_steps: Steps of an exchange of packets between neighbours. [default: 1]
        copy_steps: Steps of a copy or a delivery. [default: 1]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        header_words: The most words that a header may have in which a program writes; one more breaks rule M1 [default: as many as it
            has destinations]
        mode: Whether every step is made. [default: step]
        audit: How closely to watch buffers and links. [default: peak]
        heat_map: Draw the peak of every node to FILE.svg or FILE.png, or as SVG to - for standard output; with --audit full.
        trace: Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
        save_messages: Write the messages as they are placed on the mesh to FILE.jsonl, - for standard output; --side reads them back
            on the same mesh.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_ROUTE, locals())  # type: ignore[no-any-return]


_COMPARE = _run.Command(words=('compare',), switches=frozenset(['worms']), repeated=frozenset(['against', 'permutations']), messages='messages', permutations=frozenset(['against', 'permutations']))


def compare(
    messages: Messages | None = None,
    *,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    block: Literal["cyclic", "contiguous"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    algorithms: Literal["hamiltonian", "buffered", "randomized:paper", "randomized", "randomized:tuned", "randomized:sweep", "randomized:certified", "randomized:slotted", "deterministic:paper", "deterministic", "deterministic:rounds", "deterministic:sweep", "deterministic:explicit", "unicast", "greedy-unicast", "greedy-tree", "auto"] | Sequence[Literal["hamiltonian", "buffered", "randomized:paper", "randomized", "randomized:tuned", "randomized:sweep", "randomized:certified", "randomized:slotted", "deterministic:paper", "deterministic", "deterministic:rounds", "deterministic:sweep", "deterministic:explicit", "unicast", "greedy-unicast", "greedy-tree", "auto"]] | None = None,
    permutations: Permutations | Sequence[Permutations] | None = None,
    worms: bool = False,
    startup: int | None = None,
    router: int | None = None,
    link: int | None = None,
    flits: int | None = None,
    body: Literal["link", "router", "both"] | None = None,
    address_flits: int | None = None,
    address_flit_time: int | None = None,
    routing: Literal["per-worm", "per-address"] | None = None,
    startup_charged: Literal["each", "once"] | None = None,
    buffer_flits: str | int | float | None = None,
    virtual_channels: int | None = None,
    inject: Literal["one", "all"] | None = None,
    consume: Literal["one", "all"] | None = None,
    ports: Literal["all", "one"] | None = None,
    exchange_steps: Literal[1, 2] | None = None,
    copy_steps: Literal[1, 0] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    header_words: int | None = None,
    mode: Literal["step", "leap", "check"] | None = None,
    progress: bool = True,
) -> results.Compare:
    """Route one message set with every algorithm and print a table: steps, buffers, copies, energy, depth and distance.

    An algorithm that does not fit in memory is named with the reason; the others run all the same.

    `meshcast compare`; what is None is left to the program.

    Args:
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        block: Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as
            many columns: cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋.
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        algorithms: The algorithms, a comma between two [default: all; on more than 1,024 nodes all but deterministic:paper, which
            takes a thousand times √(cn) steps and more]
        permutations: The permutations of deterministic: .npy files of whole numbers, a number a node for rounds 1, 2, ..., one such
            file with --variant sweep, or one of a number for each of r replicas with --variant paper [default: drawn from the seed]
            Or an array of integers, or what expander.generate returned.
        worms: Also send the set as worms, by dual-path and multi-path with and without groups, and give all times in nanoseconds.
        startup: From the start of a worm to the request of its first channel. [default: 1000]
        router: What a router takes. [default: 20]
        link: What a link takes. [default: 5]
        flits: Flits of a worm, its header among them. [default: 100]
        body: How far apart flits are: the time of a link, of a router, or of both. [default: link]
        address_flits: Flits of address in front of a worm for each of its destinations, which strip their own. [default: 0]
        address_flit_time: How far behind a flit of address the next flit is [default: as far as flits of the message]
        routing: Whether a router takes its time once a worm, or for each address that is left. [default: per-worm]
        startup_charged: Which worms of a multicast the start-up is charged for: each, or those of the source. [default: each]
        buffer_flits: Flits that have room at the end of a virtual channel, or unlimited: flits follow each other by the time between
            them. [default: unlimited]
        virtual_channels: Virtual channels of a channel, from 1 to 4, which share its time flit by flit. [default: 1]
        inject: How many worms a node begins at a time. [default: all]
        consume: How many worms a node consumes at a time. [default: all]
        ports: Ports of a node that work in one step. [default: all]
        exchange_steps: Steps of an exchange of packets between neighbours. [default: 1]
        copy_steps: Steps of a copy or a delivery. [default: 1]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        header_words: The most words that a header may have in which a program writes; one more breaks rule M1 [default: as many as it
            has destinations]
        mode: Whether every step is made. [default: step]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_COMPARE, locals())  # type: ignore[no-any-return]


_PRIMITIVE = _run.Command(words=('primitive',), positional=('name',))


def primitive(
    name: Literal["sort", "scan", "segmented-scan", "reduce", "circulation", "compaction", "expansion", "permutation", "kk", "segmented-broadcast", "migration", "tile-shift", "concurrent-read", "concurrent-write"],
    side: int,
    *,
    cols: int | None = None,
    t: int | None = None,
    k: int | None = None,
    blocks: int | None = None,
    order: Literal["snake", "row-major", "column-major"] | None = None,
    pattern: Literal["random", "reverse", "zero-one", "hot"] | None = None,
    trace: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    header_words: int | None = None,
    mode: Literal["step", "leap", "check"] | None = None,
    progress: bool = True,
) -> results.Primitive:
    """Run one primitive of the machine on its own and check its result.

    --pattern gives every node a number below n: its value in a scan or reduction, its key in a sort, the destination of its message
    in a circulation or, if no earlier node has the same, a permutation. Even numbers mark the packets of a compaction and the targets
    of an expansion; numbers divisible by 8 start segments; in a migration a node's message is for the nodes that its own number and
    the next node's name; a concurrent read or write is of the cell with this number. The result is compared with what a host program
    computes from the same numbers; exit status 1 if they differ.

    `meshcast primitive`; what is None is left to the program.

    Args:
        name: The primitive.
        side: Rows of the mesh, and columns where --cols does not say otherwise.
        cols: Columns of the mesh, for a rectangle.
        t: Scans in the pipeline, one step apart [default: 1]; tiles of a migration or tile shift, a grid as square as can be
            [default: S]
        k: Packets a node, of a sort [default: 1] or (k,k)-routing [default: 4]
        blocks: Blocks a side that a permutation or (k,k)-routing sorts, at most as many as there are nodes [default: 4]
        order: The order of the nodes, of a sort, scan, segmented broadcast or expansion [default: snake]
        pattern: The numbers of the nodes. [default: random]
        trace: Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        header_words: The most words that a header may have in which a program writes; one more breaks rule M1 [default: as many as it
            has destinations]
        mode: Whether every step is made. [default: step]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_PRIMITIVE, locals())  # type: ignore[no-any-return]


_SPMV = _run.Command(words=('spmv',), repeated=frozenset(['against']), messages='messages', permutations=frozenset(['against']))


def spmv(
    messages: Messages | None = None,
    *,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    block: Literal["cyclic", "contiguous"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    algorithm: Literal["hamiltonian", "buffered", "randomized:paper", "randomized", "randomized:tuned", "randomized:sweep", "randomized:certified", "randomized:slotted", "deterministic:paper", "deterministic", "deterministic:rounds", "deterministic:sweep", "deterministic:explicit", "unicast", "greedy-unicast", "greedy-tree", "auto"] | None = None,
    ports: Literal["all", "one"] | None = None,
    exchange_steps: Literal[1, 2] | None = None,
    copy_steps: Literal[1, 0] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.Spmv:
    """Multiply a sparse matrix by a vector on the mesh, y = Ax: multicast, then products and sums at the rows.

    Node j holds `x_j`, node i row i of A. A multicast algorithm carries `x_j` to every row with an entry in column j, in the payloads
    of packets. Then every node takes a value a step off its output queue, multiplies it by its entry and adds the product to its sum.
    Values of A and x are whole numbers of 16 bits that follow from the seed, those of A from a Matrix Market file if all of them are
    such numbers there. The host checks y.

    `meshcast spmv`; what is None is left to the program.

    Args:
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        block: Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as
            many columns: cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋.
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        algorithm: The multicast algorithm, with or without its variant. [default: auto]
        ports: Ports of a node that work in one step. [default: all]
        exchange_steps: Steps of an exchange of packets between neighbours. [default: 1]
        copy_steps: Steps of a copy or a delivery. [default: 1]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_SPMV, locals())  # type: ignore[no-any-return]


_SWEEP = _run.Command(words=('sweep',), positional=('plan',), switches=frozenset(['repair', 'slurm']))


def sweep(
    plan: str | int | float,
    out: str | os.PathLike[str],
    *,
    shard: str | int | float | None = None,
    repair: bool = False,
    slurm: bool = False,
    tasks: int | None = None,
    task_memory: str | int | float | None = None,
    task_time: str | int | float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.Sweep | results.SweepSlurm:
    """Make the runs of a plan, each once, and store a row for each.

    Killed at any moment and run again, it makes the runs that have no row yet. A plan is a TOML file or one that is shipped: quick
    (under a minute), bounds, buffers, crossover, expanders, full. --seed is for tables of a plan without seeds.

    `meshcast sweep`; what is None is left to the program.

    Args:
        plan: The plan: a file, or the name of a shipped plan.
        out: The folder of the results; made if it is not there.
        shard: Make the i-th of N parts of the runs only, i from 1.
        repair: Drop stored rows that are damaged or edited, and repeat their runs; the damaged file is kept.
        slurm: Write into --out what Slurm needs for the sweep: a job array over --shard, a job that merges, a script that submits
            both. Runs and submits nothing.
        tasks: Tasks of the array [default: the fewest that are expected to end within --task-time]
        task_memory: The most memory that a task may ask for, spelled as for sbatch --mem: 512M, 4G [default: no limit]
        task_time: The most time that a task may ask for, spelled as for sbatch --time: minutes, hours:minutes:seconds or days-
            hours:minutes:seconds [default: no limit, and an hour to choose --tasks by]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_SWEEP, locals())  # type: ignore[no-any-return]


_MERGE = _run.Command(words=('merge',), positional=('folders',))


def merge(
    folders: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    progress: bool = True,
) -> results.Merge:
    """Put the results of several sweeps together.

    A run that several have must have come out the same, timing aside.

    `meshcast merge`; what is None is left to the program.

    Args:
        folders: The folders of the results to be put together.
        out: The folder to add them to, which may be one of them; made if it is not there.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_MERGE, locals())  # type: ignore[no-any-return]


_EXPORT = _run.Command(words=('export',), positional=('folder',))


def export(
    folder: str | os.PathLike[str],
    *,
    csv: str | os.PathLike[str] | None = None,
    parquet: str | os.PathLike[str] | None = None,
    table: Literal["runs", "expanders", "loads", "prams"] | None = None,
    progress: bool = True,
) -> results.Export:
    """Write the rows of a sweep to a file for other programs.

    Columns that cannot repeat start with timing_; docs/rows.md says what each column is.

    `meshcast export`; what is None is left to the program.

    Args:
        folder: The folder of the results.
        csv: Write comma-separated values; - for standard output.
        parquet: Write Apache Parquet, - for standard output; only in programs that were built with `--features parquet`.
        table: Which rows. [default: runs]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_EXPORT, locals())  # type: ignore[no-any-return]


_PLOT = _run.Command(words=('plot',), positional=('folder',))


def plot(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    progress: bool = True,
) -> results.Plot:
    """Write the figures of a sweep as SVG and PNG files

    `meshcast plot`; what is None is left to the program.

    Args:
        folder: The folder of the results.
        out: The folder of the figures; made if it is not there.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_PLOT, locals())  # type: ignore[no-any-return]


_REPORT = _run.Command(words=('report',), positional=('folder',))


def report(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    progress: bool = True,
) -> results.Report:
    """Write what a sweep found as one page: verdicts, figures, tables and the commands to repeat them.

    The page needs no network and no other file. Its figures can be zoomed by dragging over them, and are still there where scripts
    are off. The same results give the same bytes.

    `meshcast report`; what is None is left to the program.

    Args:
        folder: The folder of the results.
        out: The page to write; - for standard output.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_REPORT, locals())  # type: ignore[no-any-return]


_VERIFY = _run.Command(words=('verify',), positional=('rows',), switches=frozenset(['details']))


def verify(
    rows: str | os.PathLike[str],
    *,
    details: bool = False,
    progress: bool = True,
) -> results.Verify:
    """Say whether runs hold the theorems about the algorithms.

    Prints a line for each theorem and algorithm: supported, refuted or undecided, and the greatest ratio of steps to the bound. Exit
    status 1 if a theorem is refuted. docs/verification.md has the claims and the rules.

    `meshcast verify`; what is None is left to the program.

    Args:
        rows: The folder of the results, or a file of rows as `meshcast export --csv` writes them, of any program.
        details: Print every claim and what its verdict rests on.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_VERIFY, locals())  # type: ignore[no-any-return]


_CROSSOVER = _run.Command(words=('crossover',), positional=('folder',))


def crossover(
    folder: str | os.PathLike[str],
    *,
    to_nodes: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> results.Crossover:
    """Say which algorithm takes the fewest steps, for every size of mesh and every congestion.

    From the rows of uniform sets where a sweep has stored some, beyond from closed forms, where algorithms have one, and from fits of
    their rows. `hamiltonian` is always compared, by its closed form where there are no rows; the result names the algorithms without
    rows. `greedy` algorithms, which learn for free that routing has finished, and `auto` are left out.

    `meshcast crossover`; what is None is left to the program.

    Args:
        folder: The folder of the results.
        to_nodes: The largest mesh, as a number or a power. [default: 2^26]
        out: Draw the map to a file, SVG or PNG by its suffix; - for SVG on standard output.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_CROSSOVER, locals())  # type: ignore[no-any-return]


_LIMITS = _run.Command(words=('limits',), positional=('names',))


def limits(
    names: str | int | float | Sequence[str | int | float] | None = None,
    *,
    congestion: int | Sequence[int] | None = None,
    random: int | None = None,
    out: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.Limits:
    """Say where the steps over the bound settle, by exact formulas up to 2^60 nodes.

    The formulas are those that runs are held to: a run of the phases that are supposed takes exactly so many steps. Every node has a
    message for c nodes, and gets as many; meshes are square: powers of four nodes, nine times such powers, and random sides.

    `meshcast limits`; what is None is left to the program.

    Args:
        names: Algorithms, with their parameters as plans spell them, or primitives [default: all of both]
        congestion: Messages for a node, c; several with a comma between two. [default: 4, 64]
        random: Random sides in every tenfold of n. [default: 0]
        out: Draw the ratios to a file, SVG or PNG by its suffix; - for SVG on standard output.
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_LIMITS, locals())  # type: ignore[no-any-return]


_AUDIT = _run.Command(words=('audit',), positional=('folder',))


def audit(
    folder: str | os.PathLike[str] | None = None,
    *,
    run: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> results.AuditRun | results.AuditSweep:
    """Say which buffers were how full, where and when: of a run that was saved, or of all runs of a sweep.

    Of a run: mean and greatest buffer by phase and by primitive, over time, and on the mesh. Of a sweep: the fullest buffer of each
    algorithm, in which run and phase, and by primitive; means are over the runs of plans with audit = "full".

    `meshcast audit`; what is None is left to the program.

    Args:
        folder: The folder of the results of a sweep.
        run: What `meshcast route --audit full --format json` printed.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_AUDIT, locals())  # type: ignore[no-any-return]


_CHECK = _run.Command(words=('check',), positional=('trace',), repeated=frozenset(['against']), messages='messages', permutations=frozenset(['against']))


def check(
    trace: str | os.PathLike[str],
    messages: Messages | None = None,
    *,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    block: Literal["cyclic", "contiguous"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.Check:
    """Replay a trace and say whether it keeps every rule of the machine.

    The replay reads the trace alone and shares no code with the machine: links, buffers, packets and deliveries follow from the
    events. It stops at the first broken rule. With a message set, by the flags that `route` took, it also checks that the trace has
    the messages of the set. docs/trace.md says what a replay checks and what it cannot see. Exit status: 0 lawful; 1 a rule is
    broken; 2 no trace.

    `meshcast check`; what is None is left to the program.

    Args:
        trace: A trace, as --trace writes it; - for standard input.
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        block: Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as
            many columns: cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋.
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        seed: The seed of the message set. [default: 1]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_CHECK, locals())  # type: ignore[no-any-return]


_REPLAY = _run.Command(words=('replay',), positional=('trace',), switches=frozenset(['run']), repeated=frozenset(['against', 'permutations']), messages='messages', permutations=frozenset(['against', 'permutations']), pipes='out')


def replay(
    trace: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    run: bool = False,
    frames: int | None = None,
    svg: str | os.PathLike[str] | None = None,
    perfetto: str | os.PathLike[str] | None = None,
    title: str | int | float | None = None,
    note: str | int | float | None = None,
    algorithm: Literal["hamiltonian", "buffered", "randomized:paper", "randomized", "randomized:tuned", "randomized:sweep", "randomized:certified", "randomized:slotted", "deterministic:paper", "deterministic", "deterministic:rounds", "deterministic:sweep", "deterministic:explicit", "unicast", "greedy-unicast", "greedy-tree", "auto"] | None = None,
    variant: Literal["paper", "tuned", "sweep", "certified", "slotted", "rounds", "explicit"] | None = None,
    instances: int | None = None,
    alpha: int | None = None,
    marking: Literal["literal", "lean"] | None = None,
    schedule: Literal["fixed", "shrink", "overload", "adaptive"] | None = None,
    stored_words: Literal["all", "one"] | None = None,
    field: int | None = None,
    permutations: Permutations | Sequence[Permutations] | None = None,
    congestion_known: bool | None = None,
    congestion_by: Literal["doubling", "counting"] | None = None,
    messages: Messages | None = None,
    workload: Literal["uniform", "permutation", "transpose", "sparse", "hot-block", "lower-bound", "broadcast", "cluster", "power-law", "adversarial", "moe"] | None = None,
    against: Permutations | Sequence[Permutations] | None = None,
    against_groups: Literal["tiles", "bands", "polynomials"] | None = None,
    experts: int | None = None,
    top: int | None = None,
    popularity: str | os.PathLike[str] | None = None,
    side: int | None = None,
    cols: int | None = None,
    placement: Literal["row-major", "snake", "hilbert", "random"] | None = None,
    block: Literal["cyclic", "contiguous"] | None = None,
    degree: int | None = None,
    congestion: int | None = None,
    ports: Literal["all", "one"] | None = None,
    exchange_steps: Literal[1, 2] | None = None,
    copy_steps: Literal[1, 0] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    header_words: int | None = None,
    mode: Literal["step", "leap", "check"] | None = None,
    progress: bool = True,
) -> results.Replay:
    """Write a page that replays a run, step by step: packets, links, phases and deliveries.

    The run is that of a trace, or one that is made now. The page needs no network and no other file. It shows every step, or, where
    those are too many for a page, as many evenly spaced ones as fit, and then says so. A trace that breaks a rule is shown up to
    there; the exit status is then 1.

    `meshcast replay`; what is None is left to the program.

    Args:
        trace: A trace, as --trace writes it; - for standard input.
        out: The page to write; - for standard output By default the content is kept with the result, and no file is written.
        run: Make the run, with the flags of route, instead of reading its trace.
        frames: The most steps to show, the initial loading among them [default: all, up to 2^24 steps times nodes]
        svg: Draw the run as an animated picture to FILE.svg, too; for small meshes and few steps.
        perfetto: Write phases and counts to FILE for the trace viewer Perfetto, too.
        title: The title of the page [default: the algorithm and its messages, or the name of the trace]
        note: What to watch: a text that stands under the title.
        algorithm: The algorithm, with or without its variant. [default: auto]
        variant: The variant of randomized [default: tuned] or deterministic [default: rounds]
        instances: The parameter r: of randomized --variant paper migrations a visit [default: as many as are expected to be enough, 3
            if c is unknown], of deterministic --variant paper replicas of a packet [default: the most for ⌊log₂ n⌋ classes]; the
            other variants have one.
        alpha: The parameter α of deterministic --variant paper: migrations of an iteration [default: the least number with which
            Lemma 4 is certain, or 4]
        marking: How replicas of deterministic --variant paper are marked [default: literal]
        schedule: How many tiles the rounds of deterministic have [default: adaptive]
        stored_words: Whether deterministic stores a permutation for every round, or one for all [default: all]
        field: The order of the field of deterministic --variant explicit, a prime power: as many tiles as that [default: the order
            that is expected to take the fewest steps, of those whose certified steps are about the fewest]
        permutations: The permutations of deterministic: .npy files of whole numbers, a number a node for rounds 1, 2, ..., one such
            file with --variant sweep, or one of a number for each of r replicas with --variant paper [default: drawn from the seed]
            Or an array of integers, or what expander.generate returned.
        congestion_known: Whether all nodes know the congestion. If not, buffered, unicast and randomized:slotted take the average for
            it, the others of randomized, deterministic and auto guess; hamiltonian and the greedy ones need none. Results say what
            was known, and the guesses. [default: true]
        congestion_by: How randomized, deterministic and auto guess a congestion that is not known [default: counting]
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        workload: A generated set on a square mesh of side --side.
        against: A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
            generate` writes it; once for each round. Polynomials are known without. Or an array of integers, or what
            expander.generate returned.
        against_groups: What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials
            where only explicit groups are, tiles otherwise]
        experts: Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
        top: Experts of a token of the workload moe.
        popularity: How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space
            between them [default: Zipf's law with exponent 1]
        side: Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
        cols: Columns of the mesh, for a rectangle.
        placement: Where the nodes of a file stand on the mesh [default: row-major]
        block: Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as
            many columns: cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋.
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        ports: Ports of a node that work in one step. [default: all]
        exchange_steps: Steps of an exchange of packets between neighbours. [default: 1]
        copy_steps: Steps of a copy or a delivery. [default: 1]
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        header_words: The most words that a header may have in which a program writes; one more breaks rule M1 [default: as many as it
            has destinations]
        mode: Whether every step is made. [default: step]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_REPLAY, locals())  # type: ignore[no-any-return]
