"""What the commands return: one class for each JSON object of docs/results.md.

Written by `generate`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import _behaviour as behaviour

Node = int | list[int]
"""A node: its number on a graph, the list of its coordinates on a mesh."""

@dataclass(frozen=True, kw_only=True)
class Route(behaviour.Route, behaviour.Result):
    """meshcast route prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithm: the algorithm, without its variant.
        variant: the variant, as tuned (None for an algorithm without variants).
        mode: step: every step was executed; leap: steps that do not depend on data were counted; check: both were done, and the
            result is that of the steps.
        seed: the seed of the message set and of the algorithm.
        machine: the mesh and its cost model.
        messages: the message set.
        steps: steps of the whole run, in steps.
        steps_over_sqrt_cn: steps divided by √(cn) (None if c is 0).
        lower_bound: no algorithm takes fewer steps on this message set, in steps.
        steps_over_lower_bound: steps divided by the lower bound (None if the lower bound is 0).
        deliveries: deliveries made, each pair of a message and a destination once, in deliveries.
        undelivered: deliveries that are missing; the exit status is 1 unless this is 0, in deliveries.
        buffer: how full buffers were.
        registers: the words that nodes keep and packets carry.
        links: uses of links.
        energy: hops of all packets and words; an exchange is two, in hops.
        depth: no chain of messages of which each depends on the one before has more, in messages.
        distance: no chain of dependent messages makes more hops, in hops.
        energy_lower_bound: no algorithm spends less energy on this message set, in hops.
        copies: copies of packets; deliveries are not counted, in packets.
        ledger: where the steps went, in order of first entry; the steps add up to steps.
        parameters: what the algorithm chose and found; if there are classes, for the first.
        classes: the classes of messages, in the order in which they were routed (None unless a node has several messages and the
            algorithm does not take them at once).
        audit: occupancy of the buffers (None without --audit full).
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    variant: str | None
    mode: str
    seed: int
    machine: Machine
    messages: Messages
    steps: int
    steps_over_sqrt_cn: float | None
    lower_bound: int
    steps_over_lower_bound: float | None
    deliveries: int
    undelivered: int
    buffer: BufferOfRoute
    registers: Registers
    links: LinksOfRoute
    energy: int
    depth: int
    distance: int
    energy_lower_bound: int
    copies: int
    ledger: list[LedgerLine]
    parameters: Parameters
    classes: list[Class] | None
    audit: FullAudit | None
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "variant": "text",
        "mode": "text",
        "seed": "integer",
        "machine": "Machine",
        "messages": "Messages",
        "steps": "integer",
        "steps_over_sqrt_cn": "number",
        "lower_bound": "integer",
        "steps_over_lower_bound": "number",
        "deliveries": "integer",
        "undelivered": "integer",
        "buffer": "BufferOfRoute",
        "registers": "Registers",
        "links": "LinksOfRoute",
        "energy": "integer",
        "depth": "integer",
        "distance": "integer",
        "energy_lower_bound": "integer",
        "copies": "integer",
        "ledger": "list of LedgerLine",
        "parameters": "Parameters",
        "classes": "list of Class",
        "audit": "FullAudit",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class Machine(behaviour.Part):
    """Machine.

    Attributes:
        rows: rows of the mesh, in nodes.
        cols: columns of the mesh, in nodes.
        nodes: n, rows times columns, in nodes.
        capacity: packets that a buffer can hold, in packets (None if unlimited).
        ports: all or one: the ports of a node that work in one step.
        exchange_steps: steps of an exchange, 1 or 2, in steps.
        copy_steps: steps of a copy or a delivery, 1 or 0, in steps.
    """

    rows: int
    cols: int
    nodes: int
    capacity: int | None
    ports: str
    exchange_steps: int
    copy_steps: int

    _shape: ClassVar[dict[str, str]] = {
        "rows": "integer",
        "cols": "integer",
        "nodes": "integer",
        "capacity": "integer",
        "ports": "text",
        "exchange_steps": "integer",
        "copy_steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Messages(behaviour.Part):
    """Degree and congestion are measured on the set.

    Attributes:
        source: name of the file, or the workload.
        count: messages in the set, in messages.
        degree: d, the largest number of destinations of a message, in nodes.
        congestion: c, the largest number of messages for one node, in messages.
        deliveries: pairs of a message and a destination, in deliveries.
        per_node: k, the largest number of messages of one node, in messages (None if it is 1).
    """

    source: str
    count: int
    degree: int
    congestion: int
    deliveries: int
    per_node: int | None

    _shape: ClassVar[dict[str, str]] = {
        "source": "text",
        "count": "integer",
        "degree": "integer",
        "congestion": "integer",
        "deliveries": "integer",
        "per_node": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Class(behaviour.Part):
    """Class 0 has the first message of every node, class 1 the second, and so on (inputs.md).

    Attributes:
        count: messages of the class, in messages.
        degree: d of the class, in nodes.
        congestion: c of the class, in messages.
        deliveries: pairs of a message and a destination, in deliveries.
        steps: steps in which the class was routed, in steps.
        parameters: what the algorithm chose and found for the class; what is counted for the whole run stands in parameters of the
            result.
    """

    count: int
    degree: int
    congestion: int
    deliveries: int
    steps: int
    parameters: Parameters

    _shape: ClassVar[dict[str, str]] = {
        "count": "integer",
        "degree": "integer",
        "congestion": "integer",
        "deliveries": "integer",
        "steps": "integer",
        "parameters": "Parameters",
    }


@dataclass(frozen=True, kw_only=True)
class BufferOfRoute(behaviour.Part):
    """Buffer of a route.

    Attributes:
        peak: packets in the fullest buffer at the end of any step, t = 0 included, in packets.
        capacity: packets that a buffer can hold, in packets (None if unlimited).
        peak_phase: path of the first span of the ledger with that peak.
        peak_is: measured, or bound where packets leapt.
    """

    peak: int
    capacity: int | None
    peak_phase: str
    peak_is: str

    _shape: ClassVar[dict[str, str]] = {
        "peak": "integer",
        "capacity": "integer",
        "peak_phase": "text",
        "peak_is": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Registers(behaviour.Part):
    """Registers.

    Attributes:
        peak_words: the most words that a node had in registers at a time, each register rounded up, in 64-bit words.
        header_words: the most words of destinations in the header of a packet; they cross a link with it in one step, in words.
        header_words_limit: the most words in a header that the program writes (--header-words); more break rule M1, in words (None if
            it was not bounded).
        payload_words: words that every packet carries beside its key and its header, in words.
    """

    peak_words: int
    header_words: int
    header_words_limit: int | None
    payload_words: int

    _shape: ClassVar[dict[str, str]] = {
        "peak_words": "integer",
        "header_words": "integer",
        "header_words_limit": "integer",
        "payload_words": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class LinksOfRoute(behaviour.Part):
    """A packet or a word uses one directed link; an exchange uses two.

    Attributes:
        uses: uses of directed links: the energy, in uses.
        peak: uses of the busiest directed link, in uses (None without --audit full).
    """

    uses: int
    peak: int | None

    _shape: ClassVar[dict[str, str]] = {
        "uses": "integer",
        "peak": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class LedgerLine(behaviour.Part):
    """A leaf of the ledger. Of tiles in parallel the ledger has the leaves of the slowest tile, the lowest number on ties.

    Attributes:
        path: names of the spans from the outermost in, with / between.
        calls: times that the program entered this span.
        steps: steps charged here, in steps.
        peak: packets in the fullest buffer here, in packets.
        peak_is: bound (None if the peak is measured).
    """

    path: str
    calls: int
    steps: int
    peak: int
    peak_is: str | None

    _shape: ClassVar[dict[str, str]] = {
        "path": "text",
        "calls": "integer",
        "steps": "integer",
        "peak": "integer",
        "peak_is": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Timing(behaviour.Part):
    """Nothing here repeats from run to run.

    Attributes:
        seconds: wall time of the algorithm alone, in s.
        node_steps_per_second: nodes times steps, divided by seconds, in 1/s.
        threads: threads that the run could use.
    """

    seconds: float
    node_steps_per_second: float
    threads: int

    _shape: ClassVar[dict[str, str]] = {
        "seconds": "number",
        "node_steps_per_second": "number",
        "threads": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class FullAudit(behaviour.FullAudit, behaviour.Part):
    """Full audit.

    Attributes:
        node_peaks: how many nodes had each peak, smallest peak first.
        busiest_link: the directed link with the most uses; on ties the first node's, in the order east, west, south, north (None if
            no link was used).
        occupancy: the buffers over time, in at most 64 buckets.
        map: the buffers on the mesh.
        spans: the buffers by leaf of the ledger, in its order.
    """

    node_peaks: list[PeakCount]
    busiest_link: BusiestLink | None
    occupancy: list[TimeBucket]
    map: Map
    spans: list[Span]

    _shape: ClassVar[dict[str, str]] = {
        "node_peaks": "list of PeakCount",
        "busiest_link": "BusiestLink",
        "occupancy": "list of TimeBucket",
        "map": "Map",
        "spans": "list of Span",
    }


@dataclass(frozen=True, kw_only=True)
class PeakCount(behaviour.Part):
    """Peak count.

    Attributes:
        packets: a peak, in packets.
        nodes: nodes with that peak, in nodes.
    """

    packets: int
    nodes: int

    _shape: ClassVar[dict[str, str]] = {
        "packets": "integer",
        "nodes": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class BusiestLink(behaviour.Part):
    """Busiest link.

    Attributes:
        from_: node that the link leaves.
        to: node that the link enters.
        uses: uses of the link, in uses.
    """

    from_: int
    to: int
    uses: int

    _shape: ClassVar[dict[str, str]] = {
        "from": "integer",
        "to": "integer",
        "uses": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class TimeBucket(behaviour.Part):
    """Some consecutive steps; step 0 is the state before the first step.

    Attributes:
        first_step: first step of the bucket, in steps.
        last_step: last step of the bucket, in steps.
        mean: packets in a buffer, on average over nodes and steps, in packets.
        max: packets in the fullest buffer, in packets.
        node_steps: entry k: the number of pairs of a node and a step at whose end the node held k packets, in node-steps.
    """

    first_step: int
    last_step: int
    mean: float
    max: int
    node_steps: list[int]

    _shape: ClassVar[dict[str, str]] = {
        "first_step": "integer",
        "last_step": "integer",
        "mean": "number",
        "max": "integer",
        "node_steps": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class Map(behaviour.Map, behaviour.Part):
    """Square cells of nodes, row-major; cells at the far edges may be smaller.

    Attributes:
        cell: rows and columns of a cell, in nodes.
        rows: rows of cells, in cells.
        cols: columns of cells, in cells.
        peaks: packets in the fullest buffer of each cell, in packets.
        means: packets in a buffer of each cell, on average over nodes and steps, t = 0 included, in packets.
    """

    cell: int
    rows: int
    cols: int
    peaks: list[int]
    means: list[float]

    _shape: ClassVar[dict[str, str]] = {
        "cell": "integer",
        "rows": "integer",
        "cols": "integer",
        "peaks": "list of integer",
        "means": "list of number",
    }


@dataclass(frozen=True, kw_only=True)
class Span(behaviour.Part):
    """packet_steps divided by node_steps is the mean occupancy of a buffer in the span.

    Attributes:
        path: path of the leaf of the ledger.
        packet_steps: packets at the end of each step, summed over nodes and steps, in packet-steps.
        node_steps: nodes times steps; of tiles in parallel each counts its own nodes, in node-steps.
    """

    path: str
    packet_steps: int
    node_steps: int

    _shape: ClassVar[dict[str, str]] = {
        "path": "text",
        "packet_steps": "integer",
        "node_steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Parameters(behaviour.Part):
    """What an algorithm chose for the message set, and what it found. The object has the fields of this table and those of the
    algorithm. For auto it has those of the algorithm that auto chose, too.

    Attributes:
        stored_words: words that a node stores for permutations; 0 for explicit, in words (None unless the algorithm is
            deterministic).
        permutations_from_files: true: no guarantee about random permutations applies (None unless --permutations gave them).
        congestion: what nodes knew about c: known, average, counted or doubled (None if the algorithm does not use c).
        not_used: flags that made no difference in this run (None if there are none).
        adversary_knows_permutations: whether the run used only permutations that the messages were chosen against (None unless the
            workload is adversarial and the algorithm stores permutations).
        claims: claims of the program about the machine that were checked (None if there were none).
        duplicates: repeated deliveries, which this algorithm may make, in deliveries (None unless the algorithm is
            deterministic:paper).
        told_when_done: true: the program learnt for free that routing had finished (None unless the algorithm is greedy).
        chosen: the algorithm with the fewest predicted steps (None unless the algorithm is one of auto).
        predicted_steps: its predicted steps, in steps (None unless the algorithm is one of auto).
        runner_up: the algorithm with the second fewest (None unless the algorithm is one of auto).
        runner_up_steps: its predicted steps, in steps (None unless the algorithm is one of auto).
        tiles: tiles of the mesh; or rows and columns of the grid of tiles in each phase; or rows and columns of the grid of tiles,
            for c or for each guess; or rows and columns of the grid of tiles in each round, in tiles (None unless the algorithm is
            one of buffered, randomized:paper, randomized:tuned, randomized:certified, deterministic:paper, deterministic:rounds,
            deterministic:explicit, unicast).
        tile_rows: rows of a tile, in nodes (None unless the algorithm is one of buffered).
        tile_cols: columns of a tile, in nodes (None unless the algorithm is one of buffered).
        split: largest number of destinations of a part of a message, in nodes (None unless the algorithm is one of buffered,
            unicast).
        packets: most packets of a node after replication, in packets (None unless the algorithm is one of buffered).
        clones: most clones of a node after replication, in packets (None unless the algorithm is one of buffered).
        buffer: packets that buffers had to hold at most, by what was found: they have no capacity then, in packets (None unless the
            algorithm is one of buffered).
        guesses: the congestion that tiles were chosen for; or guesses at the congestion; or the guess at the congestion; or the
            average that stands for the congestion, in messages (None unless the algorithm is one of buffered, randomized:paper,
            randomized:tuned, randomized:sweep, randomized:certified, deterministic:paper, deterministic:rounds,
            deterministic:explicit, deterministic:sweep, unicast).
        instances: r, migrations of a visit in the first phase; or r, always 1; or r, replicas of a packet (None unless the algorithm
            is one of randomized:paper, randomized:tuned, randomized:sweep, randomized:certified, randomized:slotted,
            deterministic:paper, deterministic:rounds, deterministic:explicit, deterministic:sweep).
        phases: phases of the run; or phases of the run: those of trains, and visits of the whole mesh; or most phases of a class, in
            phases (None unless the algorithm is one of randomized:paper, randomized:tuned, randomized:sweep, randomized:certified,
            randomized:slotted, deterministic:paper, deterministic:sweep).
        leftovers: deliveries that were missing after each phase; or packets with open destinations after each phase; or entry for
            each survey: most messages passed over in one column; there is a survey after the second phase and after each later one;
            or entry for each survey: packets with open destinations; there is a survey after every phase but a first one that is to
            leave something; or deliveries that were missing after each phase, all classes together; or packets with open destinations
            after each round (None unless the algorithm is one of randomized:paper, randomized:tuned, randomized:sweep,
            randomized:certified, randomized:slotted, deterministic:paper, deterministic:rounds, deterministic:explicit,
            deterministic:sweep).
        leftovers_are: what leftovers counts: deliveries; or what leftovers counts: packets; or what leftovers counts: times passed
            over in one column (None unless the algorithm is one of randomized:paper, randomized:tuned, randomized:sweep,
            randomized:certified, randomized:slotted, deterministic:paper, deterministic:rounds, deterministic:explicit,
            deterministic:sweep).
        tours: tours of the groups in each phase (None unless the algorithm is one of randomized:paper).
        blocks: rows and columns of the largest block in each phase; or rows and columns of a block in each phase; or rows and columns
            of the largest block, for c or for each guess; or rows and columns of a block in each round, in nodes (None unless the
            algorithm is one of randomized:paper, randomized:tuned, randomized:certified, deterministic:paper, deterministic:rounds,
            deterministic:explicit).
        fallback: whether packets toured the whole mesh instead, since c > n/16 (None unless the algorithm is one of randomized:paper,
            deterministic:paper).
        broadcast: packets that went past every node in the end, instead of another phase; or packets that went past every node in the
            end, instead of another round; or packets that went past every node in each round, instead of on another tour, in packets
            (None unless the algorithm is one of randomized:tuned, deterministic:rounds, deterministic:explicit, unicast).
        bands: bands of rows in each phase; or bands in each phase of trains, in bands (None unless the algorithm is one of
            randomized:sweep, randomized:slotted, deterministic:sweep).
        guaranteed_steps: steps that are enough for every message set with this c, but with the chance of failure_log2; with c unknown
            the sum for all guesses up to c; or steps that are enough for every message set with this c, but with the chance of
            failure_log2, in steps (None unless the algorithm is one of randomized:certified, randomized:slotted).
        failure_log2: log₂ of that chance, always −20 (None unless the algorithm is one of randomized:certified, randomized:slotted).
        turned: whether bands are of columns, and segments rows of a band (None unless the algorithm is one of randomized:slotted).
        visits: visits of the whole mesh after the phases of trains, in visits (None unless the algorithm is one of
            randomized:slotted).
        alpha: α, migrations of an iteration (None unless the algorithm is one of deterministic:paper).
        alpha_is: given by the flag, certified for Lemma 4, by the union-bound for all but 2⁻²⁰ of all permutations, where this one
            was drawn, or default (None unless the algorithm is one of deterministic:paper).
        vacuous: whether there are more replicas of a packet than tiles, so that λ constrains nothing (None unless the algorithm is
            one of deterministic:paper).
        classes: classes of packets, routed one after the other (None unless the algorithm is one of deterministic:paper).
        alive: most packets alive for a block after each phase, in packets (None unless the algorithm is one of deterministic:paper).
        alive_at_most: the bound on alive; null where nothing is certain, in packets (None unless the algorithm is one of
            deterministic:paper).
        lemma_4: the bound of Lemma 4 in the paper, c/(r·bⁱ⁻¹) after phase i, in packets (None unless the algorithm is one of
            deterministic:paper).
        groups_served_whole: whether every group was served whole, so that the bound is 0 (None unless the algorithm is one of
            deterministic:paper).
        migrations: migrations of a visit (None unless the algorithm is one of deterministic:paper).
        in_range: whether c ≥ log₂⁴ n, as Theorem 4 supposes (None unless the algorithm is one of deterministic:paper).
        schedule: fixed, shrink, overload or adaptive (None unless the algorithm is one of deterministic:rounds).
        rounds: rounds of the run, in rounds (None unless the algorithm is one of deterministic:rounds, deterministic:explicit,
            unicast).
        permutations: stored permutations: one for each round of the longest stage, or one for all (None unless the algorithm is one
            of deterministic:rounds).
        guaranteed_rounds: rounds that deliver every message set under the permutations of guaranteed_for; or rounds that deliver
            every message set, in rounds (None unless the algorithm is one of deterministic:rounds, deterministic:explicit).
        guaranteed_for: the permutations that the guarantee is about; or every message set (None unless the algorithm is one of
            deterministic:rounds, deterministic:explicit).
        field: order of the field, q, and tiles of the first round; 1 if there is one tile (None unless the algorithm is one of
            deterministic:explicit).
        digits: digits of a packet's number in base q; 0 if there is one tile (None unless the algorithm is one of
            deterministic:explicit).
        longest: most packets for one node in each round, in packets (None unless the algorithm is one of unicast).
        passes: tours of the tiles in each round (None unless the algorithm is one of unicast).
    """

    stored_words: int | None
    permutations_from_files: bool | None
    congestion: str | None
    not_used: list[str] | None
    adversary_knows_permutations: bool | None
    claims: int | None
    duplicates: int | None
    told_when_done: bool | None
    chosen: str | None
    predicted_steps: int | None
    runner_up: str | None
    runner_up_steps: int | None
    tiles: int | list[tuple[int, int]] | None
    tile_rows: int | None
    tile_cols: int | None
    split: int | None
    packets: int | None
    clones: int | None
    buffer: int | None
    guesses: list[int] | None
    instances: int | None
    phases: int | None
    leftovers: list[int] | None
    leftovers_are: str | None
    tours: list[int] | None
    blocks: list[tuple[int, int]] | None
    fallback: bool | None
    broadcast: int | list[int] | None
    bands: list[int] | None
    guaranteed_steps: int | None
    failure_log2: float | None
    turned: bool | None
    visits: int | None
    alpha: int | None
    alpha_is: str | None
    vacuous: bool | None
    classes: int | None
    alive: list[int] | None
    alive_at_most: list[int | None] | None
    lemma_4: list[float] | None
    groups_served_whole: list[bool] | None
    migrations: list[int] | None
    in_range: bool | None
    schedule: str | None
    rounds: int | None
    permutations: int | None
    guaranteed_rounds: int | None
    guaranteed_for: str | None
    field: int | None
    digits: int | None
    longest: list[int] | None
    passes: list[int] | None

    _shape: ClassVar[dict[str, str]] = {
        "stored_words": "integer",
        "permutations_from_files": "boolean",
        "congestion": "text",
        "not_used": "list of text",
        "adversary_knows_permutations": "boolean",
        "claims": "integer",
        "duplicates": "integer",
        "told_when_done": "boolean",
        "chosen": "text",
        "predicted_steps": "integer",
        "runner_up": "text",
        "runner_up_steps": "integer",
        "tiles": "integer or list of pair of integer",
        "tile_rows": "integer",
        "tile_cols": "integer",
        "split": "integer",
        "packets": "integer",
        "clones": "integer",
        "buffer": "integer",
        "guesses": "list of integer",
        "instances": "integer",
        "phases": "integer",
        "leftovers": "list of integer",
        "leftovers_are": "text",
        "tours": "list of integer",
        "blocks": "list of pair of integer",
        "fallback": "boolean",
        "broadcast": "integer or list of integer",
        "bands": "list of integer",
        "guaranteed_steps": "integer",
        "failure_log2": "number",
        "turned": "boolean",
        "visits": "integer",
        "alpha": "integer",
        "alpha_is": "text",
        "vacuous": "boolean",
        "classes": "integer",
        "alive": "list of integer",
        "alive_at_most": "list of integer or null",
        "lemma_4": "list of number",
        "groups_served_whole": "list of boolean",
        "migrations": "list of integer",
        "in_range": "boolean",
        "schedule": "text",
        "rounds": "integer",
        "permutations": "integer",
        "guaranteed_rounds": "integer",
        "guaranteed_for": "text",
        "field": "integer",
        "digits": "integer",
        "longest": "list of integer",
        "passes": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class Compare(behaviour.Result):
    """meshcast compare prints it. Each run names the program.

    Attributes:
        schema: meshcast.compare/1.
        runs: the runs, in the order of the names.
        left_out: algorithms that were skipped (None if there are none).
        violations: algorithms that broke a rule of the machine (None if there are none).
        worms: the same set as worms (None without --worms).
    """

    schema: str
    runs: list[Route]
    left_out: list[SkippedAlgorithm] | None
    violations: list[BrokenAlgorithm] | None
    worms: WormsBesideStoreAndForward | None

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "runs": "list of Route",
        "left_out": "list of SkippedAlgorithm",
        "violations": "list of BrokenAlgorithm",
        "worms": "WormsBesideStoreAndForward",
    }


@dataclass(frozen=True, kw_only=True)
class SkippedAlgorithm(behaviour.Part):
    """Skipped algorithm.

    Attributes:
        algorithm: the algorithm.
        variant: its variant (None for an algorithm without variants).
        reason: why it was skipped.
    """

    algorithm: str
    variant: str | None
    reason: str

    _shape: ClassVar[dict[str, str]] = {
        "algorithm": "text",
        "variant": "text",
        "reason": "text",
    }


@dataclass(frozen=True, kw_only=True)
class BrokenAlgorithm(behaviour.Part):
    """Broken algorithm.

    Attributes:
        algorithm: the algorithm.
        variant: its variant (None for an algorithm without variants).
        violation: the broken rule.
    """

    algorithm: str
    variant: str | None
    violation: Violation

    _shape: ClassVar[dict[str, str]] = {
        "algorithm": "text",
        "variant": "text",
        "violation": "Violation",
    }


@dataclass(frozen=True, kw_only=True)
class WormsBesideStoreAndForward(behaviour.Part):
    """A step of store-and-forward takes a packet, all flits of a message, over a link: t_r + t_l + (L − 1)b, as long as a worm that does
    not wait holds a channel. Copies, deliveries and exchanges are steps too. What headers carry, sorting keys and addresses, costs
    nothing more.

    Attributes:
        step_ns: time of a step of store-and-forward, in ns.
        store_and_forward: the runs, in their order.
        runs: dual-path and multi-path, each without groups and with those of ppg, as far as all worms arrive.
        deadlocks: those of which worms wait for each other for ever (None if there are none).
    """

    step_ns: int
    store_and_forward: list[StepsInNanoseconds]
    runs: list[WormRun]
    deadlocks: list[StuckWorms] | None

    _shape: ClassVar[dict[str, str]] = {
        "step_ns": "integer",
        "store_and_forward": "list of StepsInNanoseconds",
        "runs": "list of WormRun",
        "deadlocks": "list of StuckWorms",
    }


@dataclass(frozen=True, kw_only=True)
class StuckWorms(behaviour.Part):
    """Stuck worms.

    Attributes:
        scheme: dual-path or multi-path.
        grouping: none or ppg.
        deadlock: the worms that wait.
    """

    scheme: str
    grouping: str
    deadlock: WormDeadlock

    _shape: ClassVar[dict[str, str]] = {
        "scheme": "text",
        "grouping": "text",
        "deadlock": "WormDeadlock",
    }


@dataclass(frozen=True, kw_only=True)
class StepsInNanoseconds(behaviour.Part):
    """Steps in nanoseconds.

    Attributes:
        algorithm: the algorithm.
        variant: its variant (None for an algorithm without variants).
        ns: a start-up, and all steps, in ns.
    """

    algorithm: str
    variant: str | None
    ns: int

    _shape: ClassVar[dict[str, str]] = {
        "algorithm": "text",
        "variant": "text",
        "ns": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Violation(behaviour.Result):
    """meshcast route and meshcast primitive print it in place of their result if the run breaks a rule of the machine. The exit status
    is 1. A violation means that a program is wrong, never that an input is, so no flags produce it; this is an example.

    Attributes:
        schema: meshcast.violation/1.
        rule: the broken rule of model.md, M1 to M7, or another check, as claim.
        step: the step in which it was broken, in steps.
        node: the node at which it was broken, the first of several (None if the program would have broken it at any node, and for
            claims).
        span: the open spans, joined by /; empty outside all.
        form: the step form or the local work that broke it; empty for neither.
        actual: what was found; 0 for claims.
        limit: what the rule allows; 0 for claims.
        message: the same in words, with what was found.
    """

    schema: str
    rule: str
    step: int
    node: int | None
    span: str
    form: str
    actual: int
    limit: int
    message: str

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "rule": "text",
        "step": "integer",
        "node": "integer",
        "span": "text",
        "form": "text",
        "actual": "integer",
        "limit": "integer",
        "message": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Primitive(behaviour.Primitive, behaviour.Result):
    """meshcast primitive prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        name: the primitive.
        mode: step, leap, or check for both.
        rows: rows of the mesh, in nodes.
        cols: columns of the mesh, in nodes.
        steps: steps of the run, in steps.
        steps_per_side: steps divided by the mean of rows and columns.
        formula_steps: steps by the formula of the primitive, in steps.
        buffer: how full buffers were.
        registers: the words that nodes keep and packets carry.
        energy: hops of all packets and words; an exchange is two, in hops.
        depth: no chain of messages of which each depends on the one before has more, in messages.
        distance: no chain of dependent messages makes more hops, in hops.
        correct: whether the result is what the host computes; the exit status is 1 if not.
        machine: the mesh and its cost model.
        ledger: where the steps went.
        parameters: the parameters.
        seed: the seed of the numbers.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    name: str
    mode: str
    rows: int
    cols: int
    steps: int
    steps_per_side: float
    formula_steps: int
    buffer: BufferOfPrimitive
    registers: Registers
    energy: int
    depth: int
    distance: int
    correct: bool
    machine: Machine
    ledger: list[LedgerLine]
    parameters: ParametersOfPrimitive
    seed: int
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "name": "text",
        "mode": "text",
        "rows": "integer",
        "cols": "integer",
        "steps": "integer",
        "steps_per_side": "number",
        "formula_steps": "integer",
        "buffer": "BufferOfPrimitive",
        "registers": "Registers",
        "energy": "integer",
        "depth": "integer",
        "distance": "integer",
        "correct": "boolean",
        "machine": "Machine",
        "ledger": "list of LedgerLine",
        "parameters": "ParametersOfPrimitive",
        "seed": "integer",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class BufferOfPrimitive(behaviour.Part):
    """Buffer of a primitive.

    Attributes:
        peak: packets in the fullest buffer at the end of any step, in packets.
        capacity: packets that a buffer can hold, in packets.
    """

    peak: int
    capacity: int

    _shape: ClassVar[dict[str, str]] = {
        "peak": "integer",
        "capacity": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class ParametersOfPrimitive(behaviour.Part):
    """A parameter is absent for a primitive that does not have it.

    Attributes:
        order: snake, row-major or column-major (None if there is one order only).
        t: scans in the pipeline, or tiles of a migration or tile shift (None for other primitives).
        k: packets of a node, in packets (None for other primitives than sort and kk).
        blocks: blocks of a side (None for other primitives than permutation and kk).
        grid: rows and columns of the grid of tiles, in tiles (None for other primitives than migration and tile-shift).
        pattern: the numbers of the nodes: random, reverse, zero-one or hot.
    """

    order: str | None
    t: int | None
    k: int | None
    blocks: int | None
    grid: tuple[int, int] | None
    pattern: str

    _shape: ClassVar[dict[str, str]] = {
        "order": "text",
        "t": "integer",
        "k": "integer",
        "blocks": "integer",
        "grid": "pair of integer",
        "pattern": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Permutation(behaviour.Permutation, behaviour.Result):
    """meshcast expander generate prints it. It also writes it beside the permutation, as FILE.npy.json.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: name of the .npy file in its folder.
        inputs: m; the permutation has m·r numbers, in nodes.
        outputs: c, in nodes (None without --outputs).
        degree: r, in edges (None without --degree: the permutation has m numbers).
        seed: the seed of the permutation.
        sha256: SHA-256 of the file, in hexadecimal digits.
    """

    schema: str
    version: str
    commit: str
    file: str
    inputs: int
    outputs: int | None
    degree: int | None
    seed: int
    sha256: str

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "inputs": "integer",
        "outputs": "integer",
        "degree": "integer",
        "seed": "integer",
        "sha256": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Expander(behaviour.Result):
    """meshcast expander verify prints it; expanders.md says what each value proves.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: name of the file.
        sha256: SHA-256 of the file, in hexadecimal digits.
        inputs: m, in nodes.
        outputs: c, in nodes.
        degree: r, in edges.
        definition_ok: whether r ≤ c < m.
        vacuous: whether c < r, so that λ says nothing.
        regular: whether all outputs have the same degree.
        degrees: least and greatest degree of an output, in edges.
        parallel_edges: edges beside another with the same ends, in edges.
        lambda_: bounds on λ (None if vacuous).
        union_bound: what random permutations guarantee (None if vacuous).
        alpha: α for Lemma 4 (None if vacuous, or if c/r > m).
        sizes: bounds on γ for each size of a set.
        methods: what each method proved by itself.
        asked: the verdict on --lambda (None without --lambda).
        seed: the seed of the search.
        effort: effort that the search may spend, in effort.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    file: str
    sha256: str
    inputs: int
    outputs: int
    degree: int
    definition_ok: bool
    vacuous: bool
    regular: bool
    degrees: tuple[int, int]
    parallel_edges: int
    lambda_: Expansion | None
    union_bound: UnionBound | None
    alpha: Alpha | None
    sizes: list[BoundsOfSize]
    methods: list[Method]
    asked: AskedExpansion | None
    seed: int
    effort: int
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "sha256": "text",
        "inputs": "integer",
        "outputs": "integer",
        "degree": "integer",
        "definition_ok": "boolean",
        "vacuous": "boolean",
        "regular": "boolean",
        "degrees": "pair of integer",
        "parallel_edges": "integer",
        "lambda": "Expansion",
        "union_bound": "UnionBound",
        "alpha": "Alpha",
        "sizes": "list of BoundsOfSize",
        "methods": "list of Method",
        "asked": "AskedExpansion",
        "seed": "integer",
        "effort": "integer",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class WallTime(behaviour.Part):
    """Nothing here repeats from run to run.

    Attributes:
        seconds: wall time, in s.
        threads: threads that the run could use.
    """

    seconds: float
    threads: int

    _shape: ClassVar[dict[str, str]] = {
        "seconds": "number",
        "threads": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Graph(behaviour.Part):
    """Graph.

    Attributes:
        inputs: m, in nodes.
        outputs: c, in nodes.
        degree: r, in edges.
        definition_ok: whether r ≤ c < m.
        vacuous: whether c < r, so that λ says nothing.
        regular: whether all outputs have the same degree.
        degrees: least and greatest degree of an output, in edges.
        parallel_edges: edges beside another with the same ends, in edges.
        lambda_: bounds on λ (None if vacuous).
        union_bound: what random permutations guarantee (None if vacuous).
        alpha: α for Lemma 4 (None if vacuous, or if c/r > m).
        sizes: bounds on γ for each size of a set.
        methods: what each method proved by itself.
    """

    inputs: int
    outputs: int
    degree: int
    definition_ok: bool
    vacuous: bool
    regular: bool
    degrees: tuple[int, int]
    parallel_edges: int
    lambda_: Expansion | None
    union_bound: UnionBound | None
    alpha: Alpha | None
    sizes: list[BoundsOfSize]
    methods: list[Method]

    _shape: ClassVar[dict[str, str]] = {
        "inputs": "integer",
        "outputs": "integer",
        "degree": "integer",
        "definition_ok": "boolean",
        "vacuous": "boolean",
        "regular": "boolean",
        "degrees": "pair of integer",
        "parallel_edges": "integer",
        "lambda": "Expansion",
        "union_bound": "UnionBound",
        "alpha": "Alpha",
        "sizes": "list of BoundsOfSize",
        "methods": "list of Method",
    }


@dataclass(frozen=True, kw_only=True)
class Expansion(behaviour.Part):
    """Expansion.

    Attributes:
        exact: whether both bounds are equal.
        lower: λ is at least this.
        upper: λ is at most this.
    """

    exact: bool
    lower: Bound
    upper: Bound

    _shape: ClassVar[dict[str, str]] = {
        "exact": "boolean",
        "lower": "Bound",
        "upper": "Bound",
    }


@dataclass(frozen=True, kw_only=True)
class Bound(behaviour.Part):
    """Bound.

    Attributes:
        value: γ/(r·size).
        gamma: γ, distinct outputs of a set, in nodes.
        size: inputs of that set, in nodes.
        by: the method that proved it.
        witness: a set of inputs with γ outputs (None in lower).
    """

    value: float
    gamma: int
    size: int
    by: str
    witness: list[int] | None

    _shape: ClassVar[dict[str, str]] = {
        "value": "number",
        "gamma": "integer",
        "size": "integer",
        "by": "text",
        "witness": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class BoundsOfSize(behaviour.Part):
    """Bounds of a size.

    Attributes:
        size: inputs of a set, in nodes.
        lower: every set of this size has at least so many outputs, in nodes.
        lower_by: the method that proved it.
        upper: some set of this size has at most so many outputs, in nodes.
        upper_by: the method that found it.
    """

    size: int
    lower: int
    lower_by: str
    upper: int
    upper_by: str

    _shape: ClassVar[dict[str, str]] = {
        "size": "integer",
        "lower": "integer",
        "lower_by": "text",
        "upper": "integer",
        "upper_by": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Method(behaviour.Part):
    """Method.

    Attributes:
        method: trivial, co-degree, spectral, averaging, annealing, pair-seeded or enumeration.
        lower: its lower bound (None if it has none).
        upper: its upper bound (None if it has none).
        exact: whether, for the sizes of its lower bound, its two bounds are equal.
        effort: effort that it spent, in effort.
        not_run: why it did not run (None if it ran).
    """

    method: str
    lower: BoundOfMethod | None
    upper: BoundOfMethod | None
    exact: bool
    effort: int
    not_run: str | None

    _shape: ClassVar[dict[str, str]] = {
        "method": "text",
        "lower": "BoundOfMethod",
        "upper": "BoundOfMethod",
        "exact": "boolean",
        "effort": "integer",
        "not_run": "text",
    }


@dataclass(frozen=True, kw_only=True)
class BoundOfMethod(behaviour.Part):
    """Bound of a method.

    Attributes:
        value: γ/(r·size).
        gamma: γ, outputs of a set, in nodes.
        size: inputs of that set, in nodes.
        sizes: smallest and largest size that the bound is about, in nodes.
    """

    value: float
    gamma: int
    size: int
    sizes: tuple[int, int]

    _shape: ClassVar[dict[str, str]] = {
        "value": "number",
        "gamma": "integer",
        "size": "integer",
        "sizes": "pair of integer",
    }


@dataclass(frozen=True, kw_only=True)
class UnionBound(behaviour.Part):
    """Union bound.

    Attributes:
        lambda_: the expansion: that of --lambda, or the largest that fails with probability at most 2⁻²⁰.
        failure_log2: log₂ of a bound on the share of permutations that have less (None if none have less).
    """

    lambda_: float
    failure_log2: float | None

    _shape: ClassVar[dict[str, str]] = {
        "lambda": "number",
        "failure_log2": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Alpha(behaviour.Part):
    """Alpha.

    Attributes:
        certified: the smallest α that is certain to be enough: α·γ ≥ c for all sets of ⌊c/r⌋ inputs.
        union_bound: the smallest α that is enough for all but 2⁻²⁰ of all permutations: it is about the generator, not about the
            file.
        at_least: the smallest α that no set found so far refutes.
    """

    certified: int
    union_bound: int
    at_least: int

    _shape: ClassVar[dict[str, str]] = {
        "certified": "integer",
        "union_bound": "integer",
        "at_least": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class AskedExpansion(behaviour.Part):
    """Asked expansion.

    Attributes:
        lambda_: the value of --lambda.
        verdict: proved, refuted (exit status 1) or open.
    """

    lambda_: float
    verdict: str

    _shape: ClassVar[dict[str, str]] = {
        "lambda": "number",
        "verdict": "text",
    }


@dataclass(frozen=True, kw_only=True)
class ExpanderFamily(behaviour.Result):
    """meshcast expander family prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: name of the file.
        sha256: SHA-256 of the file, in hexadecimal digits.
        graphs: a graph for each c.
        union_bound: all graphs together (None if all graphs are vacuous).
        seed: the seed of the search.
        effort: effort for all graphs together, in effort.
        effort_of_each: effort for each graph, in effort.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    file: str
    sha256: str
    graphs: list[Graph]
    union_bound: UnionBound | None
    seed: int
    effort: int
    effort_of_each: int
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "sha256": "text",
        "graphs": "list of Graph",
        "union_bound": "UnionBound",
        "seed": "integer",
        "effort": "integer",
        "effort_of_each": "integer",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class Rounds(behaviour.Result):
    """meshcast expander rounds prints it; rounds.md has the proof. With --explicit it is about groups by polynomials, and explicit.md
    has the proof.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        schedule: fixed, shrink or overload.
        nodes: n, in nodes.
        congestion: c as given, in messages.
        tiles: the power of two that stands for c; with --explicit q, in tiles.
        alpha: copies that a node takes in a visit.
        stored_permutations: all: one for each round; one for all rounds (None with --explicit).
        rounds: rounds that deliver every message set, in rounds.
        guaranteed_for: the permutations that this is proved for; with --explicit every message set.
        full_rounds: the same cost in rounds with tiles tiles, in rounds (None with --explicit).
        permutations: permutations to store (None with --explicit).
        failure_log2: log₂ of a bound on the share of permutations that fail (None if none fail, None with --explicit).
        forced_rounds: rounds that any permutations need, with the blocks of the program, in rounds (None unless the schedule is
            fixed, None with --explicit).
        forced_rounds_small_blocks: rounds that any permutations need, with the blocks of the proof, in rounds (None unless the
            schedule is fixed, None with --explicit).
        stages: the stages, in order (None with --explicit).
        mesh: rows and columns of the mesh, in nodes (None without --explicit).
        grid: rows and columns of the grid of tiles, in tiles (None without --explicit).
        field: order of the field, q; 1 if there is one tile (None without --explicit).
        digits: digits of a packet's number in base q; 0 if there is one tile (None without --explicit).
        stored_words: words that a node stores, always 0, in words (None without --explicit).
        block: nodes of the smallest block, b, in nodes (None without --explicit).
        capacity: what a visit takes for it, κ, in packets (None without --explicit).
        group: packets of the largest group, G, in packets (None without --explicit).
        core: nodes of the core of a tile, M, in nodes (None without --explicit).
        steps: most steps of these rounds, begin included, in steps (None unless alpha is 1, None without --explicit).
        spans: the parts of the argument, in order; none if there is one tile (None without --explicit).
    """

    schema: str
    version: str
    commit: str
    schedule: str
    nodes: int
    congestion: int
    tiles: int
    alpha: int
    stored_permutations: str | None
    rounds: int
    guaranteed_for: str
    full_rounds: float | None
    permutations: int | None
    failure_log2: float | None
    forced_rounds: int | None
    forced_rounds_small_blocks: int | None
    stages: list[Stage] | None
    mesh: tuple[int, int] | None
    grid: tuple[int, int] | None
    field: int | None
    digits: int | None
    stored_words: int | None
    block: int | None
    capacity: int | None
    group: int | None
    core: int | None
    steps: int | None
    spans: list[CertifiedSpan] | None

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "schedule": "text",
        "nodes": "integer",
        "congestion": "integer",
        "tiles": "integer",
        "alpha": "integer",
        "stored_permutations": "text",
        "rounds": "integer",
        "guaranteed_for": "text",
        "full_rounds": "number",
        "permutations": "integer",
        "failure_log2": "number",
        "forced_rounds": "integer",
        "forced_rounds_small_blocks": "integer",
        "stages": "list of Stage",
        "mesh": "pair of integer",
        "grid": "pair of integer",
        "field": "integer",
        "digits": "integer",
        "stored_words": "integer",
        "block": "integer",
        "capacity": "integer",
        "group": "integer",
        "core": "integer",
        "steps": "integer",
        "spans": "list of CertifiedSpan",
    }


@dataclass(frozen=True, kw_only=True)
class Stage(behaviour.Part):
    """Stage.

    Attributes:
        tiles: tiles in each of its rounds, in tiles.
        rounds: its rounds, in rounds.
        alive: most packets alive for a block before it, in packets.
        left: most packets alive for a block after it, in packets.
        failure_log2: log₂ of a bound on the share of permutations that fail here (None if none fail).
    """

    tiles: int
    rounds: int
    alive: int
    left: int
    failure_log2: float | None

    _shape: ClassVar[dict[str, str]] = {
        "tiles": "integer",
        "rounds": "integer",
        "alive": "integer",
        "left": "integer",
        "failure_log2": "number",
    }


@dataclass(frozen=True, kw_only=True)
class CertifiedSpan(behaviour.Part):
    """Certified span.

    Attributes:
        rounds: its rounds, R, in rounds.
        taken: rounds of these in which every packet takes part at least, in rounds.
        alive: most packets alive for the smallest block before it, A, in packets.
        left: most packets alive for it after it, in packets.
        set: size of the sets that cannot be alive after it, σ, in packets.
        meetings: most times that pairs of such a set are together, all rounds added up.
        groups: fewest groups that such a set is in, all rounds added up, Λ, in groups.
        inequality: κ·Λ + σ > A, in numbers.
    """

    rounds: int
    taken: int
    alive: int
    left: int
    set: int
    meetings: int
    groups: int
    inequality: str

    _shape: ClassVar[dict[str, str]] = {
        "rounds": "integer",
        "taken": "integer",
        "alive": "integer",
        "left": "integer",
        "set": "integer",
        "meetings": "integer",
        "groups": "integer",
        "inequality": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Guarantee(behaviour.Result):
    """meshcast guarantee randomized prints it; certified.md has the proof.

    Attributes:
        schema: meshcast.guarantee/1.
        version: version of the program.
        commit: commit that the program was built from.
        algorithm: randomized:certified.
        nodes: n, in nodes.
        mesh: rows and columns of the mesh, in nodes.
        congestion: c, in messages.
        failure_log2: log₂ of the chance with which more steps may be needed.
        steps: steps that are enough but with that chance, in steps.
        steps_over_sqrt_cn: the same over √(cn).
        phases: the phases, in order; those with one tile, which come last, are one entry.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    nodes: int
    mesh: tuple[int, int]
    congestion: int
    failure_log2: float
    steps: int
    steps_over_sqrt_cn: float
    phases: list[CertifiedPhase]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "nodes": "integer",
        "mesh": "pair of integer",
        "congestion": "integer",
        "failure_log2": "number",
        "steps": "integer",
        "steps_over_sqrt_cn": "number",
        "phases": "list of CertifiedPhase",
    }


@dataclass(frozen=True, kw_only=True)
class CertifiedPhase(behaviour.Part):
    """Certified phase.

    Attributes:
        tiles: rows and columns of the grid of tiles, in tiles.
        block: nodes of the largest block, in nodes.
        times: how many phases: 1 if there are several tiles, in phases.
        alive: most packets that want any block before the first, in packets.
        left: most packets that want any block after the last, in packets.
        certain: whether that is certain, not just likely.
        steps: steps of all of them, with those of dealing and of the survey after each, in steps.
    """

    tiles: tuple[int, int]
    block: int
    times: int
    alive: int
    left: int
    certain: bool
    steps: int

    _shape: ClassVar[dict[str, str]] = {
        "tiles": "pair of integer",
        "block": "integer",
        "times": "integer",
        "alive": "integer",
        "left": "integer",
        "certain": "boolean",
        "steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class GuaranteeSlotted(behaviour.Result):
    """meshcast guarantee slotted prints it; slotted.md has the proof.

    Attributes:
        schema: meshcast.guarantee-slotted/1.
        version: version of the program.
        commit: commit that the program was built from.
        algorithm: randomized:slotted.
        nodes: n, in nodes.
        mesh: rows and columns of the mesh, in nodes.
        congestion: c, in messages.
        failure_log2: log₂ of the chance with which more steps may be needed.
        steps: steps that are enough but with that chance, in steps.
        steps_over_sqrt_cn: the same over √(cn).
        turned: whether bands are of columns, and segments rows of a band.
        phases: the phases of trains, in order.
        visits: visits of the whole mesh after them, in visits.
        visit_steps: steps of one of these, with those of the survey, in steps.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    nodes: int
    mesh: tuple[int, int]
    congestion: int
    failure_log2: float
    steps: int
    steps_over_sqrt_cn: float
    turned: bool
    phases: list[PhaseOfTrains]
    visits: int
    visit_steps: int

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "nodes": "integer",
        "mesh": "pair of integer",
        "congestion": "integer",
        "failure_log2": "number",
        "steps": "integer",
        "steps_over_sqrt_cn": "number",
        "turned": "boolean",
        "phases": "list of PhaseOfTrains",
        "visits": "integer",
        "visit_steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class PhaseOfTrains(behaviour.Part):
    """Phase of trains.

    Attributes:
        bands: bands, H, in bands.
        segment: nodes of a segment, h, in nodes.
        alive: most packets that want any segment before the phase, in packets.
        left: most packets that want any segment after it, in packets.
        certain: whether that is certain, not just likely.
        surveys: whether a survey ends the phase.
        steps: steps of the phase, with those of dealing and of the survey, if there is one, in steps.
    """

    bands: int
    segment: int
    alive: int
    left: int
    certain: bool
    surveys: bool
    steps: int

    _shape: ClassVar[dict[str, str]] = {
        "bands": "integer",
        "segment": "integer",
        "alive": "integer",
        "left": "integer",
        "certain": "boolean",
        "surveys": "boolean",
        "steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Sweep(behaviour.Result):
    """meshcast sweep prints it. The runs themselves are rows.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        plan: name of the shipped plan or of the file.
        title: title of the plan.
        runs: runs of the plan, or of its shard, in runs.
        found: runs that had a row already, in runs.
        found_failed: of these, runs that had failed, in runs.
        done: runs executed now, in runs.
        refused: runs refused now, since no such run exists, in runs.
        failed: runs executed now that broke a rule or have a wrong result, in runs.
        repair: what --repair did (None without --repair).
    """

    schema: str
    version: str
    commit: str
    plan: str
    title: str
    runs: int
    found: int
    found_failed: int
    done: int
    refused: int
    failed: int
    repair: Repair | None

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "plan": "text",
        "title": "text",
        "runs": "integer",
        "found": "integer",
        "found_failed": "integer",
        "done": "integer",
        "refused": "integer",
        "failed": "integer",
        "repair": "Repair",
    }


@dataclass(frozen=True, kw_only=True)
class Repair(behaviour.Part):
    """Repair.

    Attributes:
        dropped: damaged or edited rows that were dropped, in rows.
        unreadable: whether a part of the file could not be read as rows.
        renewed: whether there is a new file.
        damaged: name of the damaged file, which is kept (None if nothing was damaged).
    """

    dropped: int
    unreadable: bool
    renewed: bool
    damaged: str | None

    _shape: ClassVar[dict[str, str]] = {
        "dropped": "integer",
        "unreadable": "boolean",
        "renewed": "boolean",
        "damaged": "text",
    }


@dataclass(frozen=True, kw_only=True)
class SweepSlurm(behaviour.Result):
    """meshcast sweep --slurm prints it (clusters.md).

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        plan: name of the shipped plan or of the file.
        title: title of the plan.
        runs: runs of the plan, in runs.
        threads: what every task asks for, in processors.
        memory_mib: what every task asks for: the most of tasks, in MiB.
        minutes: what every task asks for: the most of tasks, in minutes.
        tasks: tasks of the array.
        merge: the job that merges.
        files: files that were written.
        submit: the command that submits both jobs.
    """

    schema: str
    version: str
    commit: str
    plan: str
    title: str
    runs: int
    threads: int
    memory_mib: int
    minutes: int
    tasks: list[TaskOfJobArray]
    merge: JobThatMerges
    files: list[str]
    submit: str

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "plan": "text",
        "title": "text",
        "runs": "integer",
        "threads": "integer",
        "memory_mib": "integer",
        "minutes": "integer",
        "tasks": "list of TaskOfJobArray",
        "merge": "JobThatMerges",
        "files": "list of text",
        "submit": "text",
    }


@dataclass(frozen=True, kw_only=True)
class TaskOfJobArray(behaviour.Part):
    """Task of a job array.

    Attributes:
        shard: as --shard takes it.
        runs: runs of the shard, in runs.
        memory_mib: what it needs, in MiB.
        minutes: what it needs, in minutes.
    """

    shard: str
    runs: int
    memory_mib: int
    minutes: int

    _shape: ClassVar[dict[str, str]] = {
        "shard": "text",
        "runs": "integer",
        "memory_mib": "integer",
        "minutes": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class JobThatMerges(behaviour.Part):
    """Job that merges.

    Attributes:
        memory_mib: what it asks for, in MiB.
        minutes: what it asks for, in minutes.
    """

    memory_mib: int
    minutes: int

    _shape: ClassVar[dict[str, str]] = {
        "memory_mib": "integer",
        "minutes": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Merge(behaviour.Result):
    """meshcast merge prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        folder: folder of the merged store.
        runs: rows of its table runs, in rows.
        expanders: rows of its table expanders, in rows.
        loads: rows of its table loads, in rows.
        prams: rows of its table prams, in rows.
    """

    schema: str
    version: str
    commit: str
    folder: str
    runs: int
    expanders: int
    loads: int
    prams: int

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "folder": "text",
        "runs": "integer",
        "expanders": "integer",
        "loads": "integer",
        "prams": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Export(behaviour.Result):
    """meshcast export prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: the file that was written.
        rows: rows in it, in rows.
    """

    schema: str
    version: str
    commit: str
    file: str
    rows: int

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "rows": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Plot(behaviour.Result):
    """meshcast plot prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        folder: folder of the figures.
        figures: the figures, in the order of a report.
    """

    schema: str
    version: str
    commit: str
    folder: str
    figures: list[Figure]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "folder": "text",
        "figures": "list of Figure",
    }


@dataclass(frozen=True, kw_only=True)
class Figure(behaviour.Part):
    """Figure.

    Attributes:
        name: the files are NAME.svg and NAME.png.
        title: title of the figure.
    """

    name: str
    title: str

    _shape: ClassVar[dict[str, str]] = {
        "name": "text",
        "title": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Report(behaviour.Result):
    """meshcast report prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: the page that was written.
        figures: figures on it, in figures.
    """

    schema: str
    version: str
    commit: str
    file: str
    figures: int

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "figures": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Verify(behaviour.Result):
    """meshcast verify prints it; verification.md says how verdicts are reached.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        confidence: confidence of every interval.
        made_by: the programs that the rows are from; one if all is well.
        rows: store, or file: rows that are not known to be this program's.
        runs: rows by status.
        headline: a line for each theorem about the steps of an algorithm.
        claims: all verdicts.
    """

    schema: str
    version: str
    commit: str
    confidence: float
    made_by: list[str]
    rows: str
    runs: RunCounts
    headline: list[Headline]
    claims: list[Claim]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "confidence": "number",
        "made_by": "list of text",
        "rows": "text",
        "runs": "RunCounts",
        "headline": "list of Headline",
        "claims": "list of Claim",
    }


@dataclass(frozen=True, kw_only=True)
class RunCounts(behaviour.Part):
    """Run counts.

    Attributes:
        done: runs that ended well, in runs.
        refused: runs that do not exist, in runs.
        failed: runs that broke a rule or made a wrong delivery, in runs.
        left_out: rows with several messages a node, whatever came of them: claims are about one, and the other counts are without
            these rows, in rows.
    """

    done: int
    refused: int
    failed: int
    left_out: int

    _shape: ClassVar[dict[str, str]] = {
        "done": "integer",
        "refused": "integer",
        "failed": "integer",
        "left_out": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Headline(behaviour.Part):
    """Headline.

    Attributes:
        theorem: name of the theorem.
        algorithm: the algorithm, as rows spell it.
        claim: what it says of steps.
        verdict: supported, refuted (exit status 1) or undecided.
        evidence: measured, or exact: by a formula that runs bear out.
        constant: greatest ratio of steps to the bound, of runs in the upper half of the range of n, or by the formula on 2^60 nodes
            (None if no run is in the range of the theorem).
        constant_least: the least (None if no run is in the range of the theorem).
        exact: what the formula of the steps says (None if there is none, or no run to hold it against).
        open: the claims that runs do not support.
    """

    theorem: str
    algorithm: str
    claim: str
    verdict: str
    evidence: str
    constant: float | None
    constant_least: float | None
    exact: ExactEvidence | None
    open: list[str]

    _shape: ClassVar[dict[str, str]] = {
        "theorem": "text",
        "algorithm": "text",
        "claim": "text",
        "verdict": "text",
        "evidence": "text",
        "constant": "number",
        "constant_least": "number",
        "exact": "ExactEvidence",
        "open": "list of text",
    }


@dataclass(frozen=True, kw_only=True)
class ExactEvidence(behaviour.Part):
    """Exact evidence.

    Attributes:
        bounded: whether the ratio of steps to the bound is bounded on 2^28 to 2^60 nodes, for c = 4 and c = 64.
        grows: whether one of these ratios is not bounded and grows all along.
        least: the lesser ratio of these two on 2^60 nodes.
        greatest: the greater.
        least_over_formula: the least steps of a run, for each of the formula on the same mesh.
        most_over_formula: the most.
    """

    bounded: bool
    grows: bool
    least: float
    greatest: float
    least_over_formula: float
    most_over_formula: float

    _shape: ClassVar[dict[str, str]] = {
        "bounded": "boolean",
        "grows": "boolean",
        "least": "number",
        "greatest": "number",
        "least_over_formula": "number",
        "most_over_formula": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Claim(behaviour.Part):
    """Claim.

    Attributes:
        claim: name of the claim.
        says: the claim in words.
        algorithm: the algorithm, as rows spell it.
        verdict: supported, refuted or undecided.
        evidence: measured, or enforced by the machine: if such a claim is refuted, the exit status is 1.
        alternative: the growth that was found in place of the claimed one (None unless an exponent is refuted).
        claimed: the claimed value of the estimate (None if the claim is about every run).
        estimate: the estimate of the exponent (None if there is no fit).
        interval: its interval (None if there is no fit).
        confidence: confidence of the interval.
        degrees_of_freedom: degrees of freedom of the fit (None if there is no fit).
        values: values of the variable: the clusters that the interval rests on.
        cells: observations: means over seeds, in cells.
        runs: runs in these cells, in runs.
        rests_on: the number that the verdict rests on, in a sentence.
        nodes_that_would_decide: a power of 4: the largest mesh that a sweep should have for a verdict, in nodes (None if larger
            meshes alone would not help).
        holds_from: least value of n, c or d from which on all local slopes hold the claim (None if the last one does not, or if there
            is no fit).
        local_slopes: slopes between neighbouring values, smallest values first (None if there is no fit).
        residuals: residuals of the fit, one for each cell (None if there is no fit).
    """

    claim: str
    says: str
    algorithm: str
    verdict: str
    evidence: str
    alternative: str | None
    claimed: float | None
    estimate: float | None
    interval: tuple[float, float] | None
    confidence: float
    degrees_of_freedom: int | None
    values: int
    cells: int
    runs: int
    rests_on: str
    nodes_that_would_decide: int | None
    holds_from: int | None
    local_slopes: list[LocalSlope] | None
    residuals: list[Residual] | None

    _shape: ClassVar[dict[str, str]] = {
        "claim": "text",
        "says": "text",
        "algorithm": "text",
        "verdict": "text",
        "evidence": "text",
        "alternative": "text",
        "claimed": "number",
        "estimate": "number",
        "interval": "pair of number",
        "confidence": "number",
        "degrees_of_freedom": "integer",
        "values": "integer",
        "cells": "integer",
        "runs": "integer",
        "rests_on": "text",
        "nodes_that_would_decide": "integer",
        "holds_from": "integer",
        "local_slopes": "list of LocalSlope",
        "residuals": "list of Residual",
    }


@dataclass(frozen=True, kw_only=True)
class LocalSlope(behaviour.Part):
    """Local slope.

    Attributes:
        from_: smaller value of n, c or d.
        to: larger value.
        slope: mean slope between them.
    """

    from_: int
    to: int
    slope: float

    _shape: ClassVar[dict[str, str]] = {
        "from": "integer",
        "to": "integer",
        "slope": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Residual(behaviour.Part):
    """Residual.

    Attributes:
        source: workload or file of the cell.
        nodes: n, in nodes.
        congestion: c, in messages.
        degree: d, in nodes.
        difference: what was found less what was fitted, in log₂.
    """

    source: str
    nodes: int
    congestion: int
    degree: int
    difference: float

    _shape: ClassVar[dict[str, str]] = {
        "source": "text",
        "nodes": "integer",
        "congestion": "integer",
        "degree": "integer",
        "difference": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Limits(behaviour.Result):
    """meshcast limits prints it; verification.md says what the formulas suppose.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithms: algorithms and primitives.
        without_formula: algorithms that have no formula, if none was named.
    """

    schema: str
    version: str
    commit: str
    algorithms: list[Limit]
    without_formula: list[str]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithms": "list of Limit",
        "without_formula": "list of text",
    }


@dataclass(frozen=True, kw_only=True)
class Limit(behaviour.Part):
    """Limit.

    Attributes:
        name: the algorithm, as rows spell it, or the primitive.
        congestion: c; d = c, in messages (None if it is a primitive).
        envelope: the bound: n, sqrt(n), sqrt(cn), c sqrt(n) or sqrt(cn) log^2 n.
        supposes: what is supposed of what depends on chance.
        least: the least ratio of steps to the bound.
        greatest: the greatest.
        last: the ratio on the largest mesh.
        from_nodes: the least n from which on ratios are within 5 % of those of the last tenfold of n, in nodes.
        bounded: whether the greatest ratio of the upper third of the range of log n is at most 1.05 times that of the middle third.
        grows: whether it is not, and the greatest ratio of the middle third is more than 1.05 times that of the lower third, too.
        points: by n.
    """

    name: str
    congestion: int | None
    envelope: str
    supposes: str
    least: float
    greatest: float
    last: float
    from_nodes: int
    bounded: bool
    grows: bool
    points: list[LimitPoint]

    _shape: ClassVar[dict[str, str]] = {
        "name": "text",
        "congestion": "integer",
        "envelope": "text",
        "supposes": "text",
        "least": "number",
        "greatest": "number",
        "last": "number",
        "from_nodes": "large integer",
        "bounded": "boolean",
        "grows": "boolean",
        "points": "list of LimitPoint",
    }


@dataclass(frozen=True, kw_only=True)
class LimitPoint(behaviour.Part):
    """Limit point.

    Attributes:
        nodes: n, of a square mesh, in nodes.
        steps: steps by the formula, in steps.
        ratio: steps over the bound.
    """

    nodes: int
    steps: int
    ratio: float

    _shape: ClassVar[dict[str, str]] = {
        "nodes": "large integer",
        "steps": "large integer",
        "ratio": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Crossover(behaviour.Result):
    """meshcast crossover prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        cells: cells by n, then by c.
        candidates: algorithms that are compared.
        absent: algorithms without rows, which are not compared.
    """

    schema: str
    version: str
    commit: str
    cells: list[CrossoverCell]
    candidates: list[str]
    absent: list[str]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "cells": "list of CrossoverCell",
        "candidates": "list of text",
        "absent": "list of text",
    }


@dataclass(frozen=True, kw_only=True)
class CrossoverCell(behaviour.Part):
    """Crossover cell.

    Attributes:
        nodes: n, in nodes.
        congestion: c, in messages.
        algorithm: the algorithm with the fewest steps.
        steps: its steps, in steps.
        is_: measured or predicted.
        by: how it was predicted: closed form, scaled closed form, fit to closed forms or fit (None if measured).
        runner_up: the algorithm with the second fewest steps (None if nothing else is compared).
        runner_up_steps: its steps, in steps (None if nothing else is compared).
        runner_up_is: measured or predicted (None if nothing else is compared).
        not_compared: candidates without a row or a prediction here (None if there are none).
    """

    nodes: int
    congestion: int
    algorithm: str
    steps: int
    is_: str
    by: str | None
    runner_up: str | None
    runner_up_steps: int | None
    runner_up_is: str | None
    not_compared: list[str] | None

    _shape: ClassVar[dict[str, str]] = {
        "nodes": "integer",
        "congestion": "integer",
        "algorithm": "text",
        "steps": "integer",
        "is": "text",
        "by": "text",
        "runner_up": "text",
        "runner_up_steps": "integer",
        "runner_up_is": "text",
        "not_compared": "list of text",
    }


@dataclass(frozen=True, kw_only=True)
class AuditRun(behaviour.Result):
    """meshcast audit --run FILE prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithm: the algorithm with its variant.
        source: name of the file, or the workload.
        seed: the seed.
        rows: rows of the mesh, in nodes.
        cols: columns of the mesh, in nodes.
        steps: steps of the run, in steps.
        peak: packets in the fullest buffer, in packets.
        capacity: packets that a buffer can hold, in packets (None if unlimited).
        peak_phase: first span of the ledger with that peak.
        mean: packets in a buffer, on average over nodes and steps, in packets.
        phases: every path of the ledger with what is inside it, in program order.
        primitives: every primitive, most steps first.
        node_peaks: how many nodes had each peak.
        occupancy: the buffers over time.
        map: the buffers on the mesh.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    source: str
    seed: int
    rows: int
    cols: int
    steps: int
    peak: int
    capacity: int | None
    peak_phase: str
    mean: float
    phases: list[Part]
    primitives: list[Part]
    node_peaks: list[PeakCount]
    occupancy: list[TimeBucket]
    map: Map

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "source": "text",
        "seed": "integer",
        "rows": "integer",
        "cols": "integer",
        "steps": "integer",
        "peak": "integer",
        "capacity": "integer",
        "peak_phase": "text",
        "mean": "number",
        "phases": "list of Part",
        "primitives": "list of Part",
        "node_peaks": "list of PeakCount",
        "occupancy": "list of TimeBucket",
        "map": "Map",
    }


@dataclass(frozen=True, kw_only=True)
class Part(behaviour.Part):
    """Part.

    Attributes:
        name: path of a phase, or name of a primitive and its part, as sort/rows.
        steps: its steps, in steps.
        peak: packets in the fullest buffer, in packets.
        peak_is: measured or bound.
        mean: packets in a buffer, on average over its steps and nodes, in packets (None without a full audit).
    """

    name: str
    steps: int
    peak: int
    peak_is: str
    mean: float | None

    _shape: ClassVar[dict[str, str]] = {
        "name": "text",
        "steps": "integer",
        "peak": "integer",
        "peak_is": "text",
        "mean": "number",
    }


@dataclass(frozen=True, kw_only=True)
class AuditSweep(behaviour.Result):
    """meshcast audit DIR prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        runs: runs that have a peak; refused runs have none, in runs.
        algorithms: the algorithms, by name.
    """

    schema: str
    version: str
    commit: str
    runs: int
    algorithms: list[BuffersOfAlgorithm]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "runs": "integer",
        "algorithms": "list of BuffersOfAlgorithm",
    }


@dataclass(frozen=True, kw_only=True)
class BuffersOfAlgorithm(behaviour.Part):
    """Buffers of an algorithm.

    Attributes:
        algorithm: the algorithm, as rows spell it.
        runs: its runs, in runs.
        audited: its runs with a full audit; means are over them, in runs.
        peak: packets in the fullest buffer of all runs, in packets.
        peak_is: measured or bound.
        peak_phase: the span of the ledger with that peak.
        run: the first run with that peak; a measured one if possible.
        primitives: every primitive, most steps first.
    """

    algorithm: str
    runs: int
    audited: int
    peak: int
    peak_is: str
    peak_phase: str
    run: FullestRun
    primitives: list[Part]

    _shape: ClassVar[dict[str, str]] = {
        "algorithm": "text",
        "runs": "integer",
        "audited": "integer",
        "peak": "integer",
        "peak_is": "text",
        "peak_phase": "text",
        "run": "FullestRun",
        "primitives": "list of Part",
    }


@dataclass(frozen=True, kw_only=True)
class FullestRun(behaviour.Part):
    """Fullest run.

    Attributes:
        key: key of its row.
        source: name of the file, or the workload.
        nodes: n, in nodes.
        congestion: c, in messages.
        degree: d, in nodes.
        seed: the seed.
        capacity: packets that a buffer can hold, in packets (None if unlimited).
    """

    key: str
    source: str
    nodes: int
    congestion: int
    degree: int
    seed: int
    capacity: int | None

    _shape: ClassVar[dict[str, str]] = {
        "key": "text",
        "source": "text",
        "nodes": "integer",
        "congestion": "integer",
        "degree": "integer",
        "seed": "integer",
        "capacity": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class WormPlan(behaviour.WormPlan, behaviour.Result):
    """meshcast worm plan prints it; pathbased.md explains the terms.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        source: the source.
        destinations: destinations, in nodes.
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        threshold: threshold of gpg, an exact ratio (None unless the grouping is gpg).
        links: channels of all paths, in channels.
        max_length: longest path of stage 1 plus longest path of stage 2, in channels.
        optimal: whether the plan is proved to be the best with these groups: fewest links for ocms, least max_length for otms (None
            unless the scheme is ocms or otms).
        lower_bound: what no plan with these groups is below, in the same, in channels (None unless the scheme is ocms or otms).
        groups: the groups.
        leaders: the leader of each group; empty without a grouping.
        paths: the worms.
        wormhole: the times of the network.
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    source: Node
    destinations: int
    scheme: str
    ports: str | None
    grouping: str
    threshold: str | None
    links: int
    max_length: int
    optimal: bool | None
    lower_bound: int | None
    groups: list[list[Node]]
    leaders: list[Node]
    paths: list[Path]
    wormhole: Wormhole

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "source": "node",
        "destinations": "integer",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "threshold": "text",
        "links": "integer",
        "max_length": "integer",
        "optimal": "boolean",
        "lower_bound": "integer",
        "groups": "list of list of node",
        "leaders": "list of node",
        "paths": "list of Path",
        "wormhole": "Wormhole",
    }


@dataclass(frozen=True, kw_only=True)
class Path(behaviour.Part):
    """Path.

    Attributes:
        stage: 1 from the source, 2 from a leader.
        group: position of the leader's group in groups, from 0 (None in stage 1).
        length: channels of the path, in channels.
        source: first node.
        destinations: destinations in the order of the visits.
        nodes: all nodes of the path.
        ports: port by which the worm leaves each node but the last: neighbours by label, from 0.
    """

    stage: int
    group: int | None
    length: int
    source: Node
    destinations: list[Node]
    nodes: list[Node]
    ports: list[int]

    _shape: ClassVar[dict[str, str]] = {
        "stage": "integer",
        "group": "integer",
        "length": "integer",
        "source": "node",
        "destinations": "list of node",
        "nodes": "list of node",
        "ports": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class WormLatency(behaviour.WormLatency, behaviour.Result):
    """meshcast worm latency prints it; wormhole.md defines the times.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        source: the source.
        destinations: destinations, in nodes.
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        threshold: threshold of gpg, an exact ratio (None unless the grouping is gpg).
        links: channels of all paths, in channels.
        max_length: longest path of stage 1 plus longest path of stage 2, in channels.
        optimal: whether the plan is proved to be the best with these groups: fewest links for ocms, least max_length for otms (None
            unless the scheme is ocms or otms).
        lower_bound: what no plan with these groups is below, in the same, in channels (None unless the scheme is ocms or otms).
        groups: the groups.
        leaders: the leader of each group; empty without a grouping.
        paths: the worms.
        wormhole: the times of the network.
        latency_ns: when the last destination has received the message, under the rule of --leaders, in ns.
        latency_barrier_ns: the same if leaders start when all leaders have received it, in ns.
        latency_async_ns: the same if each leader starts when it has received it, in ns.
        blocked_ns: time that headers waited for channels, summed, in ns.
        blocked_at_ports_ns: time that headers waited for ports of nodes, summed, in ns.
        channels: use of the channels.
        leaders_wait: the rule of --leaders, barrier or async.
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    source: Node
    destinations: int
    scheme: str
    ports: str | None
    grouping: str
    threshold: str | None
    links: int
    max_length: int
    optimal: bool | None
    lower_bound: int | None
    groups: list[list[Node]]
    leaders: list[Node]
    paths: list[Path]
    wormhole: Wormhole
    latency_ns: int
    latency_barrier_ns: int
    latency_async_ns: int
    blocked_ns: int
    blocked_at_ports_ns: int
    channels: Channels
    leaders_wait: str

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "source": "node",
        "destinations": "integer",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "threshold": "text",
        "links": "integer",
        "max_length": "integer",
        "optimal": "boolean",
        "lower_bound": "integer",
        "groups": "list of list of node",
        "leaders": "list of node",
        "paths": "list of Path",
        "wormhole": "Wormhole",
        "latency_ns": "integer",
        "latency_barrier_ns": "integer",
        "latency_async_ns": "integer",
        "blocked_ns": "integer",
        "blocked_at_ports_ns": "integer",
        "channels": "Channels",
        "leaders_wait": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Channels(behaviour.Part):
    """Channels.

    Attributes:
        all: channels of the network, in channels.
        used: channels that a worm crossed, in channels.
        mean_held_ns: time that a used channel was held, on average; its virtual channels are summed, in ns.
        peak_held_ns: the longest time that a channel was held, in ns.
        peak_held: that channel; on ties the first.
        peak_blocked_ns: the longest time that worms waited for a channel, summed over worms, in ns.
        peak_blocked: that channel; on ties the first (None if no worm waited).
        longest_queue: most worms that waited for a channel at the same time, in worms.
    """

    all: int
    used: int
    mean_held_ns: float
    peak_held_ns: int
    peak_held: Channel
    peak_blocked_ns: int
    peak_blocked: Channel | None
    longest_queue: int

    _shape: ClassVar[dict[str, str]] = {
        "all": "integer",
        "used": "integer",
        "mean_held_ns": "number",
        "peak_held_ns": "integer",
        "peak_held": "Channel",
        "peak_blocked_ns": "integer",
        "peak_blocked": "Channel",
        "longest_queue": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Channel(behaviour.Part):
    """Channel.

    Attributes:
        from_: node that the channel leaves.
        to: node that the channel enters.
    """

    from_: Node
    to: Node

    _shape: ClassVar[dict[str, str]] = {
        "from": "node",
        "to": "node",
    }


@dataclass(frozen=True, kw_only=True)
class Wormhole(behaviour.Part):
    """Wormhole.

    Attributes:
        startup_ns: start-up of a worm, in ns.
        router_ns: time of a router, in ns.
        link_ns: time of a link, in ns.
        flits: flits of a worm, in flits.
        body: time between flits: of the link, the router or both.
        startup_charged: each worm is charged the start-up, or once: those of the source.
        address_flits: of address in front of a worm for each of its destinations, in flits.
        address_flit_ns: how far behind a flit of address the next flit is, in ns.
        routing: per-worm: a router takes its time once a worm, or per-address: for each address that is left.
        buffer_flits: that have room at the end of a virtual channel, in flits (None if flits follow each other by the time between
            them).
        virtual_channels: of a channel.
        inject: worms that a node begins at a time: one or all.
        consume: worms that a node consumes at a time: one or all.
    """

    startup_ns: int
    router_ns: int
    link_ns: int
    flits: int
    body: str
    startup_charged: str
    address_flits: int
    address_flit_ns: int
    routing: str
    buffer_flits: int | None
    virtual_channels: int
    inject: str
    consume: str

    _shape: ClassVar[dict[str, str]] = {
        "startup_ns": "integer",
        "router_ns": "integer",
        "link_ns": "integer",
        "flits": "integer",
        "body": "text",
        "startup_charged": "text",
        "address_flits": "integer",
        "address_flit_ns": "integer",
        "routing": "text",
        "buffer_flits": "integer",
        "virtual_channels": "integer",
        "inject": "text",
        "consume": "text",
    }


@dataclass(frozen=True, kw_only=True)
class WormRoutesPlan(behaviour.WormRoutesPlan, behaviour.Result):
    """meshcast worm plan --paths prints it; pathbased.md has the format of the file.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        links: channels of all paths, in channels.
        max_length: longest path, in channels.
        worms: the worms, in the order of the file.
        wormhole: the times of the network.
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    links: int
    max_length: int
    worms: list[OwnWorm]
    wormhole: Wormhole

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "links": "integer",
        "max_length": "integer",
        "worms": "list of OwnWorm",
        "wormhole": "Wormhole",
    }


@dataclass(frozen=True, kw_only=True)
class OwnWorm(behaviour.Part):
    """Own worm.

    Attributes:
        start_ns: start of the worm, in ns.
        length: channels of the path, in channels.
        source: first node.
        destinations: destinations in the order of the visits.
        nodes: all nodes of the path.
        ports: port by which the worm leaves each node but the last: neighbours by label, from 0.
    """

    start_ns: int
    length: int
    source: Node
    destinations: list[Node]
    nodes: list[Node]
    ports: list[int]

    _shape: ClassVar[dict[str, str]] = {
        "start_ns": "integer",
        "length": "integer",
        "source": "node",
        "destinations": "list of node",
        "nodes": "list of node",
        "ports": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class WormRoutesLatency(behaviour.WormRoutesLatency, behaviour.Result):
    """meshcast worm latency --paths prints it unless the run ends in a deadlock.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        links: channels of all paths, in channels.
        max_length: longest path, in channels.
        worms: the worms, in the order of the file.
        wormhole: the times of the network.
        latency_ns: from the first start to the last delivery, in ns.
        blocked_ns: time that headers waited for channels, summed, in ns.
        blocked_at_ports_ns: time that headers waited for ports of nodes, summed, in ns.
        completions_ns: when the last destination of each worm has received it, in ns.
        channels: use of the channels.
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    links: int
    max_length: int
    worms: list[OwnWorm]
    wormhole: Wormhole
    latency_ns: int
    blocked_ns: int
    blocked_at_ports_ns: int
    completions_ns: list[int]
    channels: Channels

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "links": "integer",
        "max_length": "integer",
        "worms": "list of OwnWorm",
        "wormhole": "Wormhole",
        "latency_ns": "integer",
        "blocked_ns": "integer",
        "blocked_at_ports_ns": "integer",
        "completions_ns": "list of integer",
        "channels": "Channels",
    }


@dataclass(frozen=True, kw_only=True)
class WormDeadlock(behaviour.Result):
    """meshcast worm latency and meshcast worm run print it with exit status 1 if worms wait for each other for ever; compare --worms has
    it in a list.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        time_ns: when the cycle of waits closed, in ns.
        cycle: worms of the cycle; each waits for a channel or port that the next one holds, the last for one of the first.
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    time_ns: int
    cycle: list[Wait]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "time_ns": "integer",
        "cycle": "list of Wait",
    }


@dataclass(frozen=True, kw_only=True)
class Wait(behaviour.Part):
    """Wait.

    Attributes:
        worm: position of the worm in worms of the file, in paths of the plan, or in the rows of worm run --csv, from 0.
        source: first node of the worm.
        destinations: destinations of the worm in the order of the visits.
        waits_for: the channel or port that it waits for.
        held_by: position of the worm that holds it, from 0.
        since_ns: since when it waits, in ns.
    """

    worm: int
    source: Node
    destinations: list[Node]
    waits_for: Awaited
    held_by: int
    since_ns: int

    _shape: ClassVar[dict[str, str]] = {
        "worm": "integer",
        "source": "node",
        "destinations": "list of node",
        "waits_for": "Awaited",
        "held_by": "integer",
        "since_ns": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Awaited(behaviour.Part):
    """Awaited.

    Attributes:
        from_: node that the channel leaves (None for a port).
        to: node that the channel enters (None for a port).
        port: injection or consumption (None for a channel).
        node: node of the port (None for a channel).
    """

    from_: Node | None
    to: Node | None
    port: str | None
    node: Node | None

    _shape: ClassVar[dict[str, str]] = {
        "from": "node",
        "to": "node",
        "port": "text",
        "node": "node",
    }


@dataclass(frozen=True, kw_only=True)
class WormDependencies(behaviour.Result):
    """meshcast worm dependencies prints it; pathbased.md says what a dependency is.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        scheme: the scheme of --scheme (None without --scheme).
        worms: worms of the file, in worms (None without --paths).
        channels: channels of the network, in channels.
        dependencies: pairs of a channel that a worm holds and the next one, which it may wait for.
        acyclic: whether the dependencies have no cycle.
        numbering: all channels, each from a node to a node, in an order in which every dependency leads to a later one (None if there
            is a cycle).
        cycle: channels of a shortest cycle; each depends on the next, the last on the first (None if there is none).
    """

    schema: str
    version: str
    commit: str
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    scheme: str | None
    worms: int | None
    channels: int
    dependencies: int
    acyclic: bool
    numbering: list[tuple[Node, Node]] | None
    cycle: list[tuple[Node, Node]] | None

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "scheme": "text",
        "worms": "integer",
        "channels": "integer",
        "dependencies": "integer",
        "acyclic": "boolean",
        "numbering": "list of pair of node",
        "cycle": "list of pair of node",
    }


@dataclass(frozen=True, kw_only=True)
class WormRun(behaviour.Result):
    """meshcast worm run prints it; compare --worms has it in a list.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        seed: the seed of the message set.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        messages: the message set.
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        threshold: threshold of gpg, an exact ratio (None unless the grouping is gpg).
        leaders_wait: the rule of --leaders, barrier or async.
        makespan_ns: when the last delivery is made, in ns.
        lower_bound_ns: no worms with these times make the last delivery earlier on this very set, in ns.
        makespan_over_lower_bound: the makespan divided by the lower bound (None if the lower bound is 0).
        latency_ns: from 0 to the last delivery of a message, in ns (None without deliveries).
        deliveries: deliveries made; a node has its message for itself at once, in deliveries.
        undelivered: deliveries not made, in deliveries.
        worms: worms sent, in worms.
        links: channels of all paths, in channels.
        unproved: messages whose plan is not proved to be the best, in messages (None unless the scheme is ocms or otms and there is a
            worm).
        blocked_ns: time that headers waited for channels, summed, in ns.
        blocked_at_ports_ns: time that headers waited for ports of nodes, summed, in ns.
        channels: use of the channels (None without worms).
        wormhole: the times of the network.
        timing: wall time of planning and sending.
    """

    schema: str
    version: str
    commit: str
    seed: int
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    messages: Messages
    scheme: str
    ports: str | None
    grouping: str
    threshold: str | None
    leaders_wait: str
    makespan_ns: int
    lower_bound_ns: int
    makespan_over_lower_bound: float | None
    latency_ns: Latency | None
    deliveries: int
    undelivered: int
    worms: int
    links: int
    unproved: int | None
    blocked_ns: int
    blocked_at_ports_ns: int
    channels: Channels | None
    wormhole: Wormhole
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "seed": "integer",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "messages": "Messages",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "threshold": "text",
        "leaders_wait": "text",
        "makespan_ns": "integer",
        "lower_bound_ns": "integer",
        "makespan_over_lower_bound": "number",
        "latency_ns": "Latency",
        "deliveries": "integer",
        "undelivered": "integer",
        "worms": "integer",
        "links": "integer",
        "unproved": "integer",
        "blocked_ns": "integer",
        "blocked_at_ports_ns": "integer",
        "channels": "Channels",
        "wormhole": "Wormhole",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class Latency(behaviour.Part):
    """Latency.

    Attributes:
        mean: over all messages with a destination, in ns.
        greatest: of the slowest, in ns.
    """

    mean: float
    greatest: int

    _shape: ClassVar[dict[str, str]] = {
        "mean": "number",
        "greatest": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class WormExperiment(behaviour.Result):
    """meshcast worm experiment without --load and --readings prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        seed: the seed of the sets.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        sets: sets of each kind and size, in sets.
        clusters: clusters of a clustered set, in clusters.
        threshold: threshold of gpg, an exact ratio.
        leaders_wait: the rule of --leaders, barrier or async, that mean_ns is for.
        wormhole: the times of the network.
        confidence: confidence of every interval.
        ratios: how ratios are computed.
        claims: whether the claims of the papers hold.
        cells: dual-path with every grouping on the sets of every kind and size.
        scheme_cells: the same for all other schemes.
        sign_tests: every method beside dual-path, set by set.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    seed: int
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    sets: int
    clusters: int
    threshold: str
    leaders_wait: str
    wormhole: Wormhole
    confidence: float
    ratios: str
    claims: list[ClaimOfPaper]
    cells: list[ExperimentCell]
    scheme_cells: list[ExperimentCell]
    sign_tests: list[Comparison]
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "seed": "integer",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "sets": "integer",
        "clusters": "integer",
        "threshold": "text",
        "leaders_wait": "text",
        "wormhole": "Wormhole",
        "confidence": "number",
        "ratios": "text",
        "claims": "list of ClaimOfPaper",
        "cells": "list of ExperimentCell",
        "scheme_cells": "list of ExperimentCell",
        "sign_tests": "list of Comparison",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class Mean(behaviour.Part):
    """A mean with its Student-t interval.

    Attributes:
        mean: the mean, in the unit of the field.
        low: lower end of the interval (None if there is one value only).
        high: upper end of the interval (None if there is one value only).
    """

    mean: float
    low: float | None
    high: float | None

    _shape: ClassVar[dict[str, str]] = {
        "mean": "number",
        "low": "number",
        "high": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Ratio(behaviour.Part):
    """A geometric mean of ratios with its interval.

    Attributes:
        mean: the geometric mean.
        low: lower end of the interval (None if there is one pair of each size only).
        high: upper end of the interval (None if there is one pair of each size only).
    """

    mean: float
    low: float | None
    high: float | None

    _shape: ClassVar[dict[str, str]] = {
        "mean": "number",
        "low": "number",
        "high": "number",
    }


@dataclass(frozen=True, kw_only=True)
class ExperimentCell(behaviour.Part):
    """Experiment cell.

    Attributes:
        kind: random or clustered.
        size: destinations of a set, in nodes.
        destinations: the same, in nodes.
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        mean_ns: mean latency with the leaders of leaders_wait, in ns.
        links: channels of all paths, in channels.
        groups: groups of the plan, in groups.
        latency_barrier_ns: latency if leaders wait for all leaders, in ns.
        latency_async_ns: latency if each leader starts by itself, in ns.
        unproved: sets whose plan ocms or otms has not proved to be the best, in sets.
    """

    kind: str
    size: int
    destinations: int
    scheme: str
    ports: str | None
    grouping: str
    mean_ns: float
    links: Mean
    groups: Mean
    latency_barrier_ns: Mean
    latency_async_ns: Mean
    unproved: int

    _shape: ClassVar[dict[str, str]] = {
        "kind": "text",
        "size": "integer",
        "destinations": "integer",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "mean_ns": "number",
        "links": "Mean",
        "groups": "Mean",
        "latency_barrier_ns": "Mean",
        "latency_async_ns": "Mean",
        "unproved": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Comparison(behaviour.Part):
    """Comparison.

    Attributes:
        kind: random or clustered.
        size: destinations of a set, in nodes (None for all sizes together).
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        leaders: barrier or async.
        faster: sets on which this method is faster, in sets.
        slower: sets on which it is slower, in sets.
        equal: sets on which both take equally long, in sets.
        p: two-sided probability of such a split if neither is faster; 0 below the smallest number.
        p_log10: its decimal logarithm.
        ratio: latency divided by that of dual-path without groups.
    """

    kind: str
    size: int | None
    scheme: str
    ports: str | None
    grouping: str
    leaders: str
    faster: int
    slower: int
    equal: int
    p: float
    p_log10: float
    ratio: Ratio

    _shape: ClassVar[dict[str, str]] = {
        "kind": "text",
        "size": "integer",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "leaders": "text",
        "faster": "integer",
        "slower": "integer",
        "equal": "integer",
        "p": "number",
        "p_log10": "number",
        "ratio": "Ratio",
    }


@dataclass(frozen=True, kw_only=True)
class ClaimOfPaper(behaviour.Part):
    """Claim of a paper.

    Attributes:
        claim: the claim.
        paper: its authors.
        kind: random or clustered sets (None if it is about both).
        leaders: barrier or async (None if they make no difference).
        reading: what the paper leaves open, as read here.
        for_: sets on which the claim holds, in sets.
        against: sets on which the opposite holds, in sets.
        equal: sets on which both sides are equal, in sets.
        p: two-sided probability of such a split by chance.
        p_log10: its decimal logarithm.
        ratio: the side that should be less, divided by the other.
        verdict: supported, refuted or undecided, by signs and ratio together.
    """

    claim: str
    paper: str
    kind: str | None
    leaders: str | None
    reading: str
    for_: int
    against: int
    equal: int
    p: float
    p_log10: float
    ratio: Ratio
    verdict: str

    _shape: ClassVar[dict[str, str]] = {
        "claim": "text",
        "paper": "text",
        "kind": "text",
        "leaders": "text",
        "reading": "text",
        "for": "integer",
        "against": "integer",
        "equal": "integer",
        "p": "number",
        "p_log10": "number",
        "ratio": "Ratio",
        "verdict": "text",
    }


@dataclass(frozen=True, kw_only=True)
class WormReadings(behaviour.Result):
    """meshcast worm experiment --readings prints it: dual-path with groups beside dual-path without, under every reading of what the
    papers leave open.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        seed: the seed of the sets.
        network: the network in words.
        mesh: sides of the mesh, in nodes.
        sizes: destinations of the sets, in nodes.
        sets: sets of each kind and size, in sets.
        clusters: clusters of a clustered set, in clusters.
        threshold: threshold of gpg, an exact ratio.
        confidence: confidence of every interval.
        readings: every reading with both rules for leaders.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    seed: int
    network: str
    mesh: list[int]
    sizes: list[int]
    sets: int
    clusters: int
    threshold: str
    confidence: float
    readings: list[Reading]
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "seed": "integer",
        "network": "text",
        "mesh": "list of integer",
        "sizes": "list of integer",
        "sets": "integer",
        "clusters": "integer",
        "threshold": "text",
        "confidence": "number",
        "readings": "list of Reading",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class Reading(behaviour.Part):
    """Reading.

    Attributes:
        wormhole: the times of the network.
        leaders: barrier or async.
        comparisons: every grouping on both kinds of sets.
    """

    wormhole: Wormhole
    leaders: str
    comparisons: list[GroupingUnderReading]

    _shape: ClassVar[dict[str, str]] = {
        "wormhole": "Wormhole",
        "leaders": "text",
        "comparisons": "list of GroupingUnderReading",
    }


@dataclass(frozen=True, kw_only=True)
class GroupingUnderReading(behaviour.Part):
    """Grouping under a reading.

    Attributes:
        kind: random or clustered.
        grouping: gpg or ppg.
        faster: sets on which this method is faster, in sets.
        slower: sets on which it is slower, in sets.
        equal: sets on which both take equally long, in sets.
        p: two-sided probability of such a split if neither is faster; 0 below the smallest number.
        p_log10: its decimal logarithm.
        ratio: latency divided by that of dual-path without groups.
        verdict: whether it is faster: supported, refuted or undecided, by signs and ratio together.
        faster_at: sizes whose sets alone support it, in nodes.
        slower_at: sizes whose sets alone refute it, in nodes.
    """

    kind: str
    grouping: str
    faster: int
    slower: int
    equal: int
    p: float
    p_log10: float
    ratio: Ratio
    verdict: str
    faster_at: list[int]
    slower_at: list[int]

    _shape: ClassVar[dict[str, str]] = {
        "kind": "text",
        "grouping": "text",
        "faster": "integer",
        "slower": "integer",
        "equal": "integer",
        "p": "number",
        "p_log10": "number",
        "ratio": "Ratio",
        "verdict": "text",
        "faster_at": "list of integer",
        "slower_at": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class WormExperimentLoad(behaviour.Result):
    """meshcast worm experiment --load prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        seed: the seed of the runs.
        network: the network in words.
        mesh: sides of the mesh, in nodes (None on other networks).
        torus: sides of the torus, in nodes (None on other networks).
        hypercube: dimensions of the hypercube, in dimensions (None on other networks).
        runs: runs of each probability and size, in runs.
        arrivals_ns: sources start at random in this time, in ns.
        messages: multicasts of a source, one after the other, in multicasts.
        think_ns: from the end of a multicast to the start of the source's next, in ns.
        threshold: threshold of gpg, an exact ratio.
        wormhole: the times of the network.
        rows: every method under every load.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    seed: int
    network: str
    mesh: list[int] | None
    torus: list[int] | None
    hypercube: int | None
    runs: int
    arrivals_ns: int
    messages: int
    think_ns: int
    threshold: str
    wormhole: Wormhole
    rows: list[LoadedMethod]
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "seed": "integer",
        "network": "text",
        "mesh": "list of integer",
        "torus": "list of integer",
        "hypercube": "integer",
        "runs": "integer",
        "arrivals_ns": "integer",
        "messages": "integer",
        "think_ns": "integer",
        "threshold": "text",
        "wormhole": "Wormhole",
        "rows": "list of LoadedMethod",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class LoadedMethod(behaviour.Part):
    """Loaded method.

    Attributes:
        probability: probability that a node is a source.
        size: destinations of a multicast, in nodes.
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        leaders: barrier or async.
        multicasts: multicasts of all runs, in multicasts.
        latency_ns: latency of a multicast: the mean of the means of runs, in ns (None if no run had a multicast and an end).
        blocked_ns: time that the headers of a multicast waited for channels and ports, in ns (None if no run had a multicast and an
            end).
        end_ns: when the last multicast of a run ended, in ns (None if no run had a multicast and an end).
        utilisation: share of the run for which a virtual channel was held, on average over all of them (None if no run had a
            multicast and an end).
        peak_utilisation: the same for the channel that was held longest, on average over its virtual channels (None if no run had a
            multicast and an end).
        longest_queue: most worms that waited for a channel at the same time, in worms.
        deadlocks: runs that ended in a deadlock, in runs.
        beside_dual_path: this method beside dual-path without groups, run by run (None for dual-path without groups).
    """

    probability: float
    size: int
    scheme: str
    ports: str | None
    grouping: str
    leaders: str
    multicasts: int
    latency_ns: Mean | None
    blocked_ns: Mean | None
    end_ns: Mean | None
    utilisation: Mean | None
    peak_utilisation: Mean | None
    longest_queue: int
    deadlocks: int
    beside_dual_path: LoadedComparison | None

    _shape: ClassVar[dict[str, str]] = {
        "probability": "number",
        "size": "integer",
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "leaders": "text",
        "multicasts": "integer",
        "latency_ns": "Mean",
        "blocked_ns": "Mean",
        "end_ns": "Mean",
        "utilisation": "Mean",
        "peak_utilisation": "Mean",
        "longest_queue": "integer",
        "deadlocks": "integer",
        "beside_dual_path": "LoadedComparison",
    }


@dataclass(frozen=True, kw_only=True)
class LoadedComparison(behaviour.Part):
    """Loaded comparison.

    Attributes:
        faster: sets on which this method is faster, in sets.
        slower: sets on which it is slower, in sets.
        equal: sets on which both take equally long, in sets.
        p: two-sided probability of such a split if neither is faster; 0 below the smallest number.
        p_log10: its decimal logarithm.
        ratio: latency divided by that of dual-path without groups (None if no run had a multicast and an end).
    """

    faster: int
    slower: int
    equal: int
    p: float
    p_log10: float
    ratio: Ratio | None

    _shape: ClassVar[dict[str, str]] = {
        "faster": "integer",
        "slower": "integer",
        "equal": "integer",
        "p": "number",
        "p_log10": "number",
        "ratio": "Ratio",
    }


@dataclass(frozen=True, kw_only=True)
class WormLoad(behaviour.Result):
    """meshcast worm load prints it; worm-load.md defines the model. Rates are in multicasts per node and microsecond.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        seed: the seed of the arrivals and sets.
        rate: of the first curve, the point at --rate: this and the next nine fields are those of a load point, in rate (None without
            --rate).
        offered: at which multicasts began in the window, in rate (None without --rate).
        accepted: at which multicasts ended in the window, in rate (None without --rate).
        multicasts: multicasts that began in the window, in multicasts (None without --rate).
        censored: those of them that had not ended when the drain was over, in multicasts (None without --rate).
        unproved: multicasts of the whole run whose plan a search left before it was proved the best, in multicasts (None without
            --rate).
        latency_ns: latency of the others, with the interval of batch means, in ns (None without any, None without --rate).
        growth: growth of the multicasts under way (None without any, None without --rate).
        saturated: whether the rate is saturated (None without --rate).
        deadlock: whether the run ended in a deadlock (None without --rate).
        traffic: what is sent through which network.
        curves: a curve for each scheme and grouping.
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    seed: int
    rate: float | None
    offered: float | None
    accepted: float | None
    multicasts: int | None
    censored: int | None
    unproved: int | None
    latency_ns: Mean | None
    growth: float | None
    saturated: bool | None
    deadlock: bool | None
    traffic: Traffic
    curves: list[LoadCurve]
    timing: WallTime

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "seed": "integer",
        "rate": "number",
        "offered": "number",
        "accepted": "number",
        "multicasts": "integer",
        "censored": "integer",
        "unproved": "integer",
        "latency_ns": "Mean",
        "growth": "number",
        "saturated": "boolean",
        "deadlock": "boolean",
        "traffic": "Traffic",
        "curves": "list of LoadCurve",
        "timing": "WallTime",
    }


@dataclass(frozen=True, kw_only=True)
class Traffic(behaviour.Part):
    """Traffic.

    Attributes:
        network: the network in words.
        nodes: its nodes, in nodes.
        kind: how destinations are drawn: random or clustered.
        size: destinations of a multicast, in nodes.
        clusters: clusters of a clustered set, in clusters (None for random sets).
        threshold: threshold of gpg, an exact ratio.
        effort: moves that a search by ocms or otms may make on one side of a source, in moves.
        leaders: barrier or async.
        arrivals: poisson or bernoulli.
        slot_ns: from a coin of a node to the next, in ns (None for Poisson arrivals).
        warm_up_ns: before the window, in ns.
        window_ns: in which multicasts that begin are measured, in ns.
        drain_ns: after the window, while others begin, in ns.
        batches: batches of the multicasts of the window, in batches.
        rate_unit: the unit of every rate.
        wormhole: the times of the network.
    """

    network: str
    nodes: int
    kind: str
    size: int
    clusters: int | None
    threshold: str
    effort: int
    leaders: str
    arrivals: str
    slot_ns: int | None
    warm_up_ns: int
    window_ns: int
    drain_ns: int
    batches: int
    rate_unit: str
    wormhole: Wormhole

    _shape: ClassVar[dict[str, str]] = {
        "network": "text",
        "nodes": "integer",
        "kind": "text",
        "size": "integer",
        "clusters": "integer",
        "threshold": "text",
        "effort": "integer",
        "leaders": "text",
        "arrivals": "text",
        "slot_ns": "integer",
        "warm_up_ns": "integer",
        "window_ns": "integer",
        "drain_ns": "integer",
        "batches": "integer",
        "rate_unit": "text",
        "wormhole": "Wormhole",
    }


@dataclass(frozen=True, kw_only=True)
class LoadCurve(behaviour.Part):
    """Load curve.

    Attributes:
        scheme: dual-path, multi-path, ocms or otms.
        ports: strict or free (None unless the scheme is ocms or otms).
        grouping: none, gpg or ppg.
        alone_ns: mean latency of 64 such multicasts, one at a time, in ns.
        points: by increasing rates.
        greatest_tried: the greatest rate that a search for saturation tried, in rate (None if it was not searched for).
        saturation: the two rates that it is between (None if it was not searched for, or nothing was saturated).
    """

    scheme: str
    ports: str | None
    grouping: str
    alone_ns: float
    points: list[LoadPoint]
    greatest_tried: float | None
    saturation: Saturation | None

    _shape: ClassVar[dict[str, str]] = {
        "scheme": "text",
        "ports": "text",
        "grouping": "text",
        "alone_ns": "number",
        "points": "list of LoadPoint",
        "greatest_tried": "number",
        "saturation": "Saturation",
    }


@dataclass(frozen=True, kw_only=True)
class LoadPoint(behaviour.Part):
    """Load point.

    Attributes:
        rate: the rate that was asked for, in rate.
        offered: at which multicasts began in the window, in rate.
        accepted: at which multicasts ended in the window; 0 after a deadlock, in rate.
        multicasts: multicasts that began in the window, in multicasts.
        censored: those of them that had not ended when the drain was over; they are not in latency_ns, in multicasts.
        unproved: multicasts of the whole run whose plan a search left before it was proved the best, in multicasts.
        latency_ns: from the beginning of a multicast to its last delivery, with the interval of batch means, in ns (None without
            any).
        growth: of the multicasts under way from one half of the window to the other, as a share of those that began in a half (None
            without any).
        saturated: whether growth is above 0.05, or the run ended in a deadlock.
        deadlock: whether the run ended in a deadlock.
    """

    rate: float
    offered: float
    accepted: float
    multicasts: int
    censored: int
    unproved: int
    latency_ns: Mean | None
    growth: float | None
    saturated: bool
    deadlock: bool

    _shape: ClassVar[dict[str, str]] = {
        "rate": "number",
        "offered": "number",
        "accepted": "number",
        "multicasts": "integer",
        "censored": "integer",
        "unproved": "integer",
        "latency_ns": "Mean",
        "growth": "number",
        "saturated": "boolean",
        "deadlock": "boolean",
    }


@dataclass(frozen=True, kw_only=True)
class Saturation(behaviour.Part):
    """Saturation.

    Attributes:
        low: the greatest rate that is not saturated; 0 if none was found, in rate.
        high: the least rate that is, in rate.
        accepted: what was accepted there, in rate.
    """

    low: float
    high: float
    accepted: float

    _shape: ClassVar[dict[str, str]] = {
        "low": "number",
        "high": "number",
        "accepted": "number",
    }


@dataclass(frozen=True, kw_only=True)
class Check(behaviour.Result):
    """meshcast check prints it; trace.md says what it checks.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        lawful: whether the trace keeps every rule; the exit status is 1 unless this is true.
        steps: steps of the run by the end of the trace, in steps (None unless the trace is lawful).
        peak: packets in the fullest buffer at the end of any step, t = 0 included, in packets (None unless the trace is lawful).
        links: uses of directed links; an exchange is two, in uses (None unless the trace is lawful).
        deliveries: deliveries made, each pair of a message and a destination once, in deliveries (None unless the trace is lawful).
        line: line of the first broken rule, from 1; the line after the last where something is missing at the end (None if the trace
            is lawful).
        step: step of that line, in steps (None if the line is of no step, None if the trace is lawful).
        rule: the broken rule: M1 to M6 of the model, order, delivery, steps, charge, spans, tiles or messages (meanings) (None if the
            trace is lawful).
        finding: what was found, in words (None if the trace is lawful).
    """

    schema: str
    version: str
    commit: str
    lawful: bool
    steps: int | None
    peak: int | None
    links: int | None
    deliveries: int | None
    line: int | None
    step: int | None
    rule: str | None
    finding: str | None

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "lawful": "boolean",
        "steps": "integer",
        "peak": "integer",
        "links": "integer",
        "deliveries": "integer",
        "line": "integer",
        "step": "integer",
        "rule": "text",
        "finding": "text",
    }


@dataclass(frozen=True, kw_only=True)
class Replay(behaviour.Replay, behaviour.Result):
    """meshcast replay prints it; replay.md says what is on the page. A frame is a step that the page shows.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        file: the page.
        bytes: its size, in bytes.
        nodes: nodes of the mesh or torus, in nodes.
        steps: steps of the run, or up to the first broken rule, in steps.
        frames: steps that the page shows, the initial loading among them, in frames.
        stride: steps from one frame to the next, in steps.
        peak: packets in the fullest buffer at the end of any step, t = 0 included, in packets.
        links: uses of directed links; an exchange is two, in uses.
        deliveries: deliveries made, each pair of a message and a destination once, in deliveries.
    """

    schema: str
    version: str
    commit: str
    file: str
    bytes: int
    nodes: int
    steps: int
    frames: int
    stride: int
    peak: int
    links: int
    deliveries: int

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "file": "text",
        "bytes": "integer",
        "nodes": "integer",
        "steps": "integer",
        "frames": "integer",
        "stride": "integer",
        "peak": "integer",
        "links": "integer",
        "deliveries": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class TorusMeasure(behaviour.TorusMeasure, behaviour.Result):
    """meshcast torus measure prints it; torus.md defines the measures. Keys of maps are dimensions, signed by the coordinate that is
    being reduced.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithm: simple, diagonal or balanced.
        torus: the torus.
        subtrees: N_i, nodes whose path to node 0 ends along each direction, in nodes.
        delta: Δ, the greatest difference of two entries of subtrees, in nodes.
        lambda_: Λ(d) for d = 0, 1, …: the same as Δ for the nodes at distance d + 1 alone, in nodes.
        first_hop: nodes whose path to node 0 begins along each direction, in nodes.
        lambda_first_hop: Λ_F(d) for d = 0, 1, …: the same as Λ(d) by first hops, in nodes.
        formulas: the same by formula.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    torus: Torus
    subtrees: dict[str, int]
    delta: int
    lambda_: list[int]
    first_hop: dict[str, int]
    lambda_first_hop: list[int]
    formulas: Formulas

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "torus": "Torus",
        "subtrees": "map of integer",
        "delta": "integer",
        "lambda": "list of integer",
        "first_hop": "map of integer",
        "lambda_first_hop": "list of integer",
        "formulas": "Formulas",
    }


@dataclass(frozen=True, kw_only=True)
class Torus(behaviour.Part):
    """Torus.

    Attributes:
        radix: K, nodes of a dimension, in nodes.
        dims: number of dimensions, in dimensions.
        nodes: K to the power of the dimensions, in nodes.
        degree: channels that leave a node, in channels.
        diameter: largest distance of two nodes, in channels.
    """

    radix: int
    dims: int
    nodes: int
    degree: int
    diameter: int

    _shape: ClassVar[dict[str, str]] = {
        "radix": "integer",
        "dims": "integer",
        "nodes": "integer",
        "degree": "integer",
        "diameter": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Formulas(behaviour.Part):
    """Formulas.

    Attributes:
        subtrees: N_i, in nodes (None unless the algorithm is simple and K is odd).
        delta: Δ, in nodes (None if there is no formula).
        theorem_5: the bound on Δ (None unless the algorithm is diagonal, K is odd and there are two dimensions or more).
    """

    subtrees: dict[str, int] | None
    delta: int | None
    theorem_5: BoundOfTheorem5 | None

    _shape: ClassVar[dict[str, str]] = {
        "subtrees": "map of integer",
        "delta": "integer",
        "theorem_5": "BoundOfTheorem5",
    }


@dataclass(frozen=True, kw_only=True)
class BoundOfTheorem5(behaviour.Part):
    """Bound of Theorem 5.

    Attributes:
        bound: the bound, in nodes.
        holds: whether Δ is below it; in two dimensions whether it is not above.
    """

    bound: float
    holds: bool

    _shape: ClassVar[dict[str, str]] = {
        "bound": "number",
        "holds": "boolean",
    }


@dataclass(frozen=True, kw_only=True)
class TorusRun(behaviour.TorusRun, behaviour.Result):
    """meshcast torus run prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithm: simple, diagonal or balanced.
        communication: broadcast, personalized, all-to-all or all-to-all-personalized.
        tree: input or output.
        order: farthest, fifo, nearest or random.
        seed: the seed.
        torus: the torus.
        messages: messages of the communication, in messages.
        steps: steps of the run, in steps.
        lower_bound: no algorithm takes fewer steps, in steps.
        steps_over_lower_bound: steps divided by the lower bound.
        deliveries: deliveries made, in deliveries.
        undelivered: deliveries that are missing; the exit status is 1 unless this is 0, in deliveries.
        buffer: messages that waited.
        links: uses of channels.
        copies: copies of messages, in messages.
        ledger: where the steps went.
        audit: messages and channels in detail (None without --audit full).
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    communication: str
    tree: str
    order: str
    seed: int
    torus: Torus
    messages: int
    steps: int
    lower_bound: int
    steps_over_lower_bound: float
    deliveries: int
    undelivered: int
    buffer: BufferOfTorus
    links: LinksOfTorus
    copies: int
    ledger: list[LedgerLine]
    audit: AuditOfTorus | None
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "communication": "text",
        "tree": "text",
        "order": "text",
        "seed": "integer",
        "torus": "Torus",
        "messages": "integer",
        "steps": "integer",
        "lower_bound": "integer",
        "steps_over_lower_bound": "number",
        "deliveries": "integer",
        "undelivered": "integer",
        "buffer": "BufferOfTorus",
        "links": "LinksOfTorus",
        "copies": "integer",
        "ledger": "list of LedgerLine",
        "audit": "AuditOfTorus",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class BufferOfTorus(behaviour.Part):
    """Buffer of a torus.

    Attributes:
        peak: most messages that waited in a node at the end of a step, in messages.
        capacity: queues are unlimited (None always).
        peak_phase: span of the ledger with that peak.
        queue_peak: most messages that waited for a channel, in messages.
    """

    peak: int
    capacity: None
    peak_phase: str
    queue_peak: int

    _shape: ClassVar[dict[str, str]] = {
        "peak": "integer",
        "capacity": "null",
        "peak_phase": "text",
        "queue_peak": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class LinksOfTorus(behaviour.Part):
    """Links of a torus.

    Attributes:
        uses: uses of channels, in uses.
        peak: uses of the busiest channel, in uses.
    """

    uses: int
    peak: int

    _shape: ClassVar[dict[str, str]] = {
        "uses": "integer",
        "peak": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class AuditOfTorus(behaviour.Part):
    """Audit of a torus.

    Attributes:
        node_peaks: how many nodes had each peak.
        channel_peaks: uses of the busiest channel of each direction, in uses.
        waiting: messages that waited in all nodes at the end of each step, t = 0 included, in messages.
    """

    node_peaks: list[PeakCount]
    channel_peaks: dict[str, int]
    waiting: list[int]

    _shape: ClassVar[dict[str, str]] = {
        "node_peaks": "list of PeakCount",
        "channel_peaks": "map of integer",
        "waiting": "list of integer",
    }


@dataclass(frozen=True, kw_only=True)
class TorusTable(behaviour.Result):
    """meshcast torus table prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        order: farthest, fifo, nearest or random.
        seed: the seed.
        rows: the rows of the table.
        timing: wall time of all runs.
    """

    schema: str
    version: str
    commit: str
    order: str
    seed: int
    rows: list[TorusRow]
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "order": "text",
        "seed": "integer",
        "rows": "list of TorusRow",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class TorusRow(behaviour.Part):
    """Torus row.

    Attributes:
        radix: K, in nodes.
        dims: number of dimensions, in dimensions.
        algorithm: simple, diagonal or balanced.
        tree: input or output.
        delta: Δ, in nodes.
        theorem_5: the bound of Theorem 5 on Δ, in nodes (None unless the algorithm is diagonal, K is odd and there are two dimensions
            or more).
        lambda_: the greatest Λ(d), in nodes.
        lambda_first_hop: the greatest Λ_F(d), in nodes.
        broadcast: one to all.
        personalized: one to each.
        all_to_all: all to all.
        all_to_all_personalized: all to each.
    """

    radix: int
    dims: int
    algorithm: str
    tree: str
    delta: int
    theorem_5: float | None
    lambda_: int
    lambda_first_hop: int
    broadcast: TorusCell
    personalized: TorusCell
    all_to_all: TorusCell
    all_to_all_personalized: TorusCell

    _shape: ClassVar[dict[str, str]] = {
        "radix": "integer",
        "dims": "integer",
        "algorithm": "text",
        "tree": "text",
        "delta": "integer",
        "theorem_5": "number",
        "lambda": "integer",
        "lambda_first_hop": "integer",
        "broadcast": "TorusCell",
        "personalized": "TorusCell",
        "all_to_all": "TorusCell",
        "all_to_all_personalized": "TorusCell",
    }


@dataclass(frozen=True, kw_only=True)
class TorusCell(behaviour.Part):
    """Torus cell.

    Attributes:
        steps: steps of the run, in steps.
        lower_bound: no algorithm takes fewer steps, in steps.
        undelivered: deliveries that are missing, in deliveries.
        peak: most messages that waited in a node, in messages.
    """

    steps: int
    lower_bound: int
    undelivered: int
    peak: int

    _shape: ClassVar[dict[str, str]] = {
        "steps": "integer",
        "lower_bound": "integer",
        "undelivered": "integer",
        "peak": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Pram(behaviour.Pram, behaviour.Result):
    """meshcast pram run prints it; pram.md defines the machine.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        program: the PRAM program.
        pram: the kind of PRAM: erew, crew, crcw-common, crcw-arbitrary, crcw-priority or crcw-combining.
        operator: what combines values (None unless pram is crcw-combining).
        layout: hashed or identity.
        mode: step, leap or check, as for meshcast route.
        seed: the seed of the input and of the hash keys.
        source: file or workload of the input (None for programs without a message set).
        pattern: one-cell, permutation, random or identity (None unless the program is access).
        machine: the mesh and its cost model; a processor of the PRAM is a node.
        cells: cells of the shared memory, 64 bits each, in cells.
        tile_side: --tile-side: side of a tile, in nodes.
        per_node: --per-node: requests that a node of a tile takes at a time, in requests.
        memory_words: most cells of a node, in words.
        pram_steps: steps of the PRAM, in PRAM steps.
        accesses: reads and writes of all processors at once, in accesses.
        steps: steps of the mesh, in steps.
        steps_per_pram_step: steps divided by pram_steps, in steps.
        read_steps: steps of a read without overload, by formula, in steps.
        write_steps: steps of a write without overload, by formula, in steps.
        lower_bound: steps that no way to serve the reads of the first PRAM step can do without; 0 if it reads nothing, in steps.
        rehashes: how often the memory got new hash keys, in rehashes.
        rounds: most rounds of an access, in rounds.
        buffer: packets in buffers.
        registers: words that nodes keep, the memory among them, and that packets carry.
        links: uses of links.
        energy: hops of all packets and words, an exchange being two, in hops.
        depth: no chain of dependent messages has more messages, in messages.
        distance: no chain of dependent messages makes more hops, in hops.
        copies: copies of packets, one a request, in packets.
        correct: whether the memory is what the host computes; the exit status is 1 if not.
        parts: the steps by the parts of reads and writes.
        ledger: where the steps went; the outermost spans are the steps of the PRAM.
        audit: buffers and links in detail (None without --audit full).
        timing: wall time.
    """

    schema: str
    version: str
    commit: str
    program: str
    pram: str
    operator: str | None
    layout: str
    mode: str
    seed: int
    source: str | None
    pattern: str | None
    machine: Machine
    cells: int
    tile_side: int
    per_node: int
    memory_words: int
    pram_steps: int
    accesses: int
    steps: int
    steps_per_pram_step: float
    read_steps: int
    write_steps: int
    lower_bound: int
    rehashes: int
    rounds: int
    buffer: BufferOfPrimitive
    registers: Registers
    links: LinksOfRoute
    energy: int
    depth: int
    distance: int
    copies: int
    correct: bool
    parts: list[PartOfPram]
    ledger: list[LedgerLine]
    audit: FullAudit | None
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "program": "text",
        "pram": "text",
        "operator": "text",
        "layout": "text",
        "mode": "text",
        "seed": "integer",
        "source": "text",
        "pattern": "text",
        "machine": "Machine",
        "cells": "integer",
        "tile_side": "integer",
        "per_node": "integer",
        "memory_words": "integer",
        "pram_steps": "integer",
        "accesses": "integer",
        "steps": "integer",
        "steps_per_pram_step": "number",
        "read_steps": "integer",
        "write_steps": "integer",
        "lower_bound": "integer",
        "rehashes": "integer",
        "rounds": "integer",
        "buffer": "BufferOfPrimitive",
        "registers": "Registers",
        "links": "LinksOfRoute",
        "energy": "integer",
        "depth": "integer",
        "distance": "integer",
        "copies": "integer",
        "correct": "boolean",
        "parts": "list of PartOfPram",
        "ledger": "list of LedgerLine",
        "audit": "FullAudit",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class PartOfPram(behaviour.Part):
    """Part of a PRAM.

    Attributes:
        part: read or write and the part of it, rehash, end for the reductions that find out whether the program goes on.
        steps: steps in all steps of the PRAM, in steps.
    """

    part: str
    steps: int

    _shape: ClassVar[dict[str, str]] = {
        "part": "text",
        "steps": "integer",
    }


@dataclass(frozen=True, kw_only=True)
class Spmv(behaviour.Result):
    """meshcast spmv prints it; spmv.md says what is counted.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        algorithm: the multicast algorithm, without its variant.
        variant: the variant, as tuned (None for an algorithm without variants).
        chosen: the algorithm that auto chose (None unless algorithm is auto).
        seed: the seed of the message set, of the algorithm and of the numbers of A and x.
        machine: the mesh and its cost model.
        messages: the columns of A that have entries: c is the most columns that the rows of a node need, d the most nodes that need
            one; with a row a node, the most entries of a row and of a column.
        values: where the values of A are from: file, or seeded.
        steps: steps of the whole product, in steps.
        communication_steps: steps until x is delivered, in steps.
        product_steps: steps in which products are added up: the most entries that the rows of a node have together, in steps.
        lower_bound: no algorithm delivers x in fewer steps, in steps.
        unicast_steps: steps in which unicast delivers x, in steps.
        deliveries: deliveries made, in deliveries.
        undelivered: deliveries that are missing; the exit status is 1 unless this is 0, in deliveries.
        buffer: how full buffers were.
        registers: the words that nodes keep and packets carry.
        links: uses of links.
        copies: copies of packets; deliveries are not counted, in packets.
        classes: the classes of messages, in the order in which they were routed (None unless a node has several messages and the
            algorithm does not take them at once).
        told_when_done: true: the program learnt for free that routing had finished (None unless the algorithm is greedy).
        correct: whether y is what the host computes; the exit status is 1 if not.
        ledger: where the steps went; the last line is products.
        timing: wall time of delivery and products.
    """

    schema: str
    version: str
    commit: str
    algorithm: str
    variant: str | None
    chosen: str | None
    seed: int
    machine: Machine
    messages: Messages
    values: str
    steps: int
    communication_steps: int
    product_steps: int
    lower_bound: int
    unicast_steps: int
    deliveries: int
    undelivered: int
    buffer: BufferOfRoute
    registers: Registers
    links: LinksOfRoute
    copies: int
    classes: list[Class] | None
    told_when_done: bool | None
    correct: bool
    ledger: list[LedgerLine]
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "algorithm": "text",
        "variant": "text",
        "chosen": "text",
        "seed": "integer",
        "machine": "Machine",
        "messages": "Messages",
        "values": "text",
        "steps": "integer",
        "communication_steps": "integer",
        "product_steps": "integer",
        "lower_bound": "integer",
        "unicast_steps": "integer",
        "deliveries": "integer",
        "undelivered": "integer",
        "buffer": "BufferOfRoute",
        "registers": "Registers",
        "links": "LinksOfRoute",
        "copies": "integer",
        "classes": "list of Class",
        "told_when_done": "boolean",
        "correct": "boolean",
        "ledger": "list of LedgerLine",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class PramConflict(behaviour.Result):
    """meshcast pram run prints it where a program breaks its kind of PRAM, with exit status 1.

    Attributes:
        schema: meshcast.pram-conflict/1.
        pram_step: the step of the PRAM, from 1 on.
        cell: the least cell at which processors are at odds in that step.
        processors: the first two that are.
        access: read or write.
        message: the same in one line.
    """

    schema: str
    pram_step: int
    cell: int
    processors: tuple[int, int]
    access: str
    message: str

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "pram_step": "integer",
        "cell": "integer",
        "processors": "pair of integer",
        "access": "text",
        "message": "text",
    }


@dataclass(frozen=True, kw_only=True)
class PramCompare(behaviour.Result):
    """meshcast pram compare prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        layout: hashed or identity.
        seed: the seed of patterns and hash keys.
        rows: rows of the mesh, in nodes.
        cols: columns of the mesh, in nodes.
        tile_side: --tile-side: side of a tile, in nodes.
        per_node: --per-node: requests that a node of a tile takes at a time, in requests.
        reads: a read of each pattern.
        timing: wall time of all runs.
    """

    schema: str
    version: str
    commit: str
    layout: str
    seed: int
    rows: int
    cols: int
    tile_side: int
    per_node: int
    reads: list[ComparedRead]
    timing: Timing

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "layout": "text",
        "seed": "integer",
        "rows": "integer",
        "cols": "integer",
        "tile_side": "integer",
        "per_node": "integer",
        "reads": "list of ComparedRead",
        "timing": "Timing",
    }


@dataclass(frozen=True, kw_only=True)
class ComparedRead(behaviour.Part):
    """Compared read.

    Attributes:
        pattern: one-cell, permutation, random or identity.
        ways: the ways to serve it.
    """

    pattern: str
    ways: list[WayOfRead]

    _shape: ClassVar[dict[str, str]] = {
        "pattern": "text",
        "ways": "list of WayOfRead",
    }


@dataclass(frozen=True, kw_only=True)
class WayOfRead(behaviour.Part):
    """Way of a read.

    Attributes:
        way: pram, greedy, combining or multicast.
        steps: steps, in steps.
        peak: most packets in a buffer, in packets.
        told_when_done: whether nodes learn for free that routing has finished.
    """

    way: str
    steps: int
    peak: int
    told_when_done: bool

    _shape: ClassVar[dict[str, str]] = {
        "way": "text",
        "steps": "integer",
        "peak": "integer",
        "told_when_done": "boolean",
    }


@dataclass(frozen=True, kw_only=True)
class PramOverloads(behaviour.Result):
    """meshcast pram overloads prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        rows: rows of the mesh, in nodes.
        cols: columns of the mesh, in nodes.
        cells: cells of the shared memory, in cells.
        tile_side: --tile-side: side of a tile, in nodes.
        per_node: --per-node: requests that a node of a tile takes at a time, in requests.
        seed: the first seed.
        seeds: hash keys that were tried, in seeds.
        overloads: those under which a tile has more requests than it takes in a round, in seeds.
        share: their share.
        bound: the probability of an overload is at most this.
        greatest_fill: requests of the fullest tile of all seeds, over what it takes in a round.
        mean_fill: the mean over seeds of the fullest tile.
    """

    schema: str
    version: str
    commit: str
    rows: int
    cols: int
    cells: int
    tile_side: int
    per_node: int
    seed: int
    seeds: int
    overloads: int
    share: float
    bound: float
    greatest_fill: float
    mean_fill: float

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "rows": "integer",
        "cols": "integer",
        "cells": "integer",
        "tile_side": "integer",
        "per_node": "integer",
        "seed": "integer",
        "seeds": "integer",
        "overloads": "integer",
        "share": "number",
        "bound": "number",
        "greatest_fill": "number",
        "mean_fill": "number",
    }


@dataclass(frozen=True, kw_only=True)
class PramList(behaviour.Result):
    """meshcast pram list prints it.

    Attributes:
        schema: name and number of the object's schema, as meshcast.route/1.
        version: version of the program.
        commit: commit that the program was built from, or unknown.
        programs: the programs.
    """

    schema: str
    version: str
    commit: str
    programs: list[PramProgram]

    _shape: ClassVar[dict[str, str]] = {
        "schema": "text",
        "version": "text",
        "commit": "text",
        "programs": "list of PramProgram",
    }


@dataclass(frozen=True, kw_only=True)
class PramProgram(behaviour.Part):
    """PRAM program.

    Attributes:
        program: its name.
        pram: the strictest kind of PRAM in which it is lawful.
        input: --side or message set.
        description: what it does.
    """

    program: str
    pram: str
    input: str
    description: str

    _shape: ClassVar[dict[str, str]] = {
        "program": "text",
        "pram": "text",
        "input": "text",
        "description": "text",
    }


SCHEMAS: dict[str, list[type[behaviour.Result]]] = {
    "meshcast.route/1": [Route],
    "meshcast.compare/1": [Compare],
    "meshcast.violation/1": [Violation],
    "meshcast.primitive/1": [Primitive],
    "meshcast.permutation/1": [Permutation],
    "meshcast.expander/1": [Expander],
    "meshcast.expander-family/1": [ExpanderFamily],
    "meshcast.rounds/1": [Rounds],
    "meshcast.guarantee/1": [Guarantee],
    "meshcast.guarantee-slotted/1": [GuaranteeSlotted],
    "meshcast.sweep/1": [Sweep],
    "meshcast.sweep-slurm/1": [SweepSlurm],
    "meshcast.merge/1": [Merge],
    "meshcast.export/1": [Export],
    "meshcast.plot/1": [Plot],
    "meshcast.report/1": [Report],
    "meshcast.verify/2": [Verify],
    "meshcast.limits/1": [Limits],
    "meshcast.crossover/1": [Crossover],
    "meshcast.audit/1": [AuditRun, AuditSweep],
    "meshcast.worm/1": [WormPlan, WormLatency],
    "meshcast.worm-routes/1": [WormRoutesPlan, WormRoutesLatency],
    "meshcast.worm-deadlock/1": [WormDeadlock],
    "meshcast.worm-dependencies/1": [WormDependencies],
    "meshcast.worm-run/1": [WormRun],
    "meshcast.worm-experiment/1": [WormExperiment],
    "meshcast.worm-readings/1": [WormReadings],
    "meshcast.worm-experiment-load/1": [WormExperimentLoad],
    "meshcast.worm-load/1": [WormLoad],
    "meshcast.check/1": [Check],
    "meshcast.replay/1": [Replay],
    "meshcast.torus-measure/1": [TorusMeasure],
    "meshcast.torus-run/1": [TorusRun],
    "meshcast.torus-table/1": [TorusTable],
    "meshcast.pram/1": [Pram],
    "meshcast.spmv/1": [Spmv],
    "meshcast.pram-conflict/1": [PramConflict],
    "meshcast.pram-compare/1": [PramCompare],
    "meshcast.pram-overloads/1": [PramOverloads],
    "meshcast.pram-list/1": [PramList],
}
"""The classes by schema."""
