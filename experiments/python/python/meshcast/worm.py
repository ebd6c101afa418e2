"""Multicast by worms: plans of paths, latencies, loads, deadlocks.

Written by `generate` from the flags of the program; do not edit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _run, results

if TYPE_CHECKING:
    from ._messages import Messages, Permutations


_PLAN = _run.Command(words=('worm', 'plan'), joined={'destinations': ';', 'mesh': 'x', 'torus': 'x'})


def plan(
    *,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
    source: int | str | Sequence[int] | None = None,
    destinations: str | int | float | Sequence[Any] | None = None,
    scheme: Literal["dual-path", "multi-path", "ocms", "otms"] | None = None,
    ports: Literal["strict", "free"] | None = None,
    grouping: Literal["none", "gpg", "ppg"] | None = None,
    threshold: str | int | float | None = None,
    effort: int | None = None,
    paths: str | os.PathLike[str] | None = None,
    svg: str | os.PathLike[str] | None = None,
    csv: str | os.PathLike[str] | None = None,
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
    seed: int | None = None,
    progress: bool = True,
) -> results.WormPlan | results.WormRoutesPlan:
    """Find the paths of a multicast, and say how many channels they take.

    Paths do not depend on the flags of wormhole switching, which the result repeats.

    `meshcast worm plan`; what is None is left to the program.

    Args:
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
        source: The source: coordinates x1,x2,..., or the number of a node of a graph.
        destinations: The destinations, as the source, with semicolons between.
        scheme: Which worms serve which destinations. [default: dual-path]
        ports: By which ports worms of ocms and otms leave the source [default: strict]
        grouping: How destinations are put into groups that have a leader each. [default: none]
        threshold: How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 1/2]
        effort: Moves of a search by ocms or otms on one side of a source, after which it gives the best star found with a lower bound
            [default: 1073741824, one or two seconds]
        paths: Worms with paths of your own, in a file of JSON, instead of a multicast:
            {"worms":[{"path":[[0,0],[1,0],[1,1]],"destinations":[[1,1]],"start":0},...]}.
        svg: Draw the network and the paths into FILE.svg; - for standard output.
        csv: Write a row a worm to FILE.csv: its path, and its stage and group; - for standard output.
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
        seed: As every command has it; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_PLAN, locals())  # type: ignore[no-any-return]


_LATENCY = _run.Command(words=('worm', 'latency'), joined={'destinations': ';', 'mesh': 'x', 'torus': 'x'})


def latency(
    *,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
    source: int | str | Sequence[int] | None = None,
    destinations: str | int | float | Sequence[Any] | None = None,
    scheme: Literal["dual-path", "multi-path", "ocms", "otms"] | None = None,
    ports: Literal["strict", "free"] | None = None,
    grouping: Literal["none", "gpg", "ppg"] | None = None,
    threshold: str | int | float | None = None,
    effort: int | None = None,
    paths: str | os.PathLike[str] | None = None,
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
    leaders: Literal["barrier", "async"] | None = None,
    svg: str | os.PathLike[str] | None = None,
    csv: str | os.PathLike[str] | None = None,
    replay: str | os.PathLike[str] | None = None,
    frames: int | None = None,
    title: str | int | float | None = None,
    note: str | int | float | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.WormLatency | results.WormRoutesLatency:
    """Send the worms of a plan, flit by flit, and say when the last destination has all

    `meshcast worm latency`; what is None is left to the program.

    Args:
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
        source: The source: coordinates x1,x2,..., or the number of a node of a graph.
        destinations: The destinations, as the source, with semicolons between.
        scheme: Which worms serve which destinations. [default: dual-path]
        ports: By which ports worms of ocms and otms leave the source [default: strict]
        grouping: How destinations are put into groups that have a leader each. [default: none]
        threshold: How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 1/2]
        effort: Moves of a search by ocms or otms on one side of a source, after which it gives the best star found with a lower bound
            [default: 1073741824, one or two seconds]
        paths: Worms with paths of your own, in a file of JSON, instead of a multicast:
            {"worms":[{"path":[[0,0],[1,0],[1,1]],"destinations":[[1,1]],"start":0},...]}.
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
        leaders: After what the worms of leaders start. [default: barrier]
        svg: Draw the paths into FILE.svg; after a deadlock its cycle; - for standard output.
        csv: Write a row a worm to FILE.csv: its path, and when it delivers; - for standard output.
        replay: Write a page that replays the run to FILE.html, a deadlock, too; - for standard output.
        frames: The most moments of the page [default: all, up to 2^24 moments times channels]
        title: The title of the page [default: the worms and their network]
        note: What to watch: a text under the title of the page.
        seed: As every command has it; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_LATENCY, locals())  # type: ignore[no-any-return]


_RUN = _run.Command(words=('worm', 'run'), repeated=frozenset(['against']), joined={'mesh': 'x', 'torus': 'x'}, messages='messages', permutations=frozenset(['against']))


def run(
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
    degree: int | None = None,
    congestion: int | None = None,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
    scheme: Literal["dual-path", "multi-path", "ocms", "otms"] | None = None,
    ports: Literal["strict", "free"] | None = None,
    grouping: Literal["none", "gpg", "ppg"] | None = None,
    threshold: str | int | float | None = None,
    effort: int | None = None,
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
    leaders: Literal["barrier", "async"] | None = None,
    csv: str | os.PathLike[str] | None = None,
    svg: str | os.PathLike[str] | None = None,
    replay: str | os.PathLike[str] | None = None,
    frames: int | None = None,
    title: str | int | float | None = None,
    note: str | int | float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.WormRun:
    """Send a whole multicast message set as worms, all messages at time 0, and say when the last delivery is made.

    Sets are those of route, from files or generated, on the mesh of --side and --cols, or on another network, whose nodes have the
    numbers of the set: x1 + K1 * (x2 + K2 * ...). Every delivery is checked against the message set, along the channels that the
    worms took. Messages of a node to itself need no worm.

    `meshcast worm run`; what is None is left to the program.

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
        degree: Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1).
        congestion: Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
        scheme: Which worms serve which destinations. [default: dual-path]
        ports: By which ports worms of ocms and otms leave the source [default: strict]
        grouping: How destinations are put into groups that have a leader each. [default: none]
        threshold: How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 1/2]
        effort: Moves of a search by ocms or otms on one side of a source, after which it gives the best star found with a lower bound
            [default: 1073741824, one or two seconds]
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
        leaders: After what the worms of leaders start. [default: barrier]
        csv: Write a row a worm to FILE.csv: its message, its path, and when it delivers; - for standard output.
        svg: If the run ends in a deadlock, draw its cycle into FILE.svg; - for standard output.
        replay: Write a page that replays the run to FILE.html, a deadlock, too; - for standard output.
        frames: The most moments of the page [default: all, up to 2^24 moments times channels]
        title: The title of the page [default: the worms and their network]
        note: What to watch: a text under the title of the page.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_RUN, locals())  # type: ignore[no-any-return]


_EXPERIMENT = _run.Command(words=('worm', 'experiment'), switches=frozenset(['readings']), joined={'mesh': 'x', 'torus': 'x'}, messages='messages')


def experiment(
    *,
    sizes: int | Sequence[int] | None = None,
    sets: int | None = None,
    schemes: Literal["dual-path", "multi-path", "ocms", "ocms-free", "otms", "otms-free"] | Sequence[Literal["dual-path", "multi-path", "ocms", "ocms-free", "otms", "otms-free"]] | None = None,
    kind: Literal["random", "clustered"] | None = None,
    leaders: Literal["barrier", "async"] | None = None,
    csv: str | os.PathLike[str] | None = None,
    readings: bool = False,
    effort: int | None = None,
    clusters: int | None = None,
    threshold: str | int | float | None = None,
    load: float | Sequence[float] | None = None,
    arrivals: int | None = None,
    messages: Messages | None = None,
    think: int | None = None,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
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
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.WormExperiment | results.WormReadings | results.WormExperimentLoad:
    """Compare all schemes and groupings on random and on clustered destinations.

    Every way of serving a set is tried on the same sets: mean latencies with 95 % intervals, and whether each way is faster or slower
    than dual-path without groups, set by set. With --load, many nodes send at once. The network is the mesh of 16x16 unless a flag
    names another one; graphs have no groupings.

    `meshcast worm experiment`; what is None is left to the program.

    Args:
        sizes: Numbers of destinations [default: 20 in even steps up to all nodes but one; with --load a 16th of the nodes]
        sets: Sets of each kind and size; with --load runs of each [default: 200, with --load 20]
        schemes: What is tried beside dual-path [default: all that the network has]
        kind: Which sets are drawn [default: both kinds]
        leaders: After what the worms of leaders start, for the means that JSON has beside those of both rules. [default: barrier]
        csv: Write the means of all cells to FILE.csv, a row for each rule of leaders; - for standard output.
        readings: Compare dual-path with and without groups under all readings of what the papers leave open, as a table in Markdown.
        effort: Moves of a search by ocms or otms on one side of a source, after which it gives the best star found [default:
            1073741824, one or two seconds]
        clusters: Clusters of a clustered set [default: 4]
        threshold: How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 4/5]
        load: Every node is a source with these probabilities, and sends to random destinations.
        arrivals: With --load, sources start at random in the first so many nanoseconds [default: 0, all at once]
        messages: The message set, instead of a workload: a path, a sparse matrix, a graph, or a list with the destinations of each
            node.
        think: With --messages, from the end of a multicast to the start of the source's next one [default: 0]
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
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
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_EXPERIMENT, locals())  # type: ignore[no-any-return]


_DEPENDENCIES = _run.Command(words=('worm', 'dependencies'), joined={'mesh': 'x', 'torus': 'x'})


def dependencies(
    *,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
    scheme: Literal["dual-path", "multi-path", "ocms", "otms"] | None = None,
    paths: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    progress: bool = True,
) -> results.WormDependencies:
    """Prove that worms cannot wait for each other in a circle, or find a shortest cycle of channels.

    A worm that holds a channel may wait for the next one on its path: that is a dependency between the two. The proof is an order of
    all channels in which every dependency leads to a later one. Without --paths the worms are all that visit destinations in the
    order of labels; those of every scheme are among them.

    `meshcast worm dependencies`; what is None is left to the program.

    Args:
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
        scheme: The scheme whose worms are meant; all schemes have the same dependencies.
        paths: The worms of a file instead, as `worm latency` takes it.
        seed: As every command has it; nothing here is random.
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_DEPENDENCIES, locals())  # type: ignore[no-any-return]


_LOAD = _run.Command(words=('worm', 'load'), switches=frozenset(['saturation']), joined={'mesh': 'x', 'torus': 'x'})


def load(
    *,
    mesh: str | Sequence[int] | None = None,
    torus: str | Sequence[int] | None = None,
    hypercube: int | None = None,
    graph: str | os.PathLike[str] | None = None,
    size: int | None = None,
    kind: Literal["random", "clustered"] | None = None,
    clusters: int | None = None,
    threshold: str | int | float | None = None,
    effort: int | None = None,
    arrivals: Literal["poisson", "bernoulli"] | None = None,
    slot: int | None = None,
    warm_up: int | None = None,
    window: int | None = None,
    drain: int | None = None,
    batches: int | None = None,
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
    leaders: Literal["barrier", "async"] | None = None,
    schemes: Literal["dual-path", "multi-path", "ocms", "ocms-free", "otms", "otms-free"] | Sequence[Literal["dual-path", "multi-path", "ocms", "ocms-free", "otms", "otms-free"]] | None = None,
    groupings: Literal["none", "gpg", "ppg"] | Sequence[Literal["none", "gpg", "ppg"]] | None = None,
    rate: float | None = None,
    rates: float | Sequence[float] | None = None,
    saturation: bool = False,
    tolerance: float | None = None,
    out: str | os.PathLike[str] | None = None,
    out_throughput: str | os.PathLike[str] | None = None,
    csv: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> results.WormLoad:
    """Send multicasts at random times at a rate, and say how long they take and how many the network carries.

    An open loop: every node begins multicasts at --rate, whatever becomes of the earlier ones. Those that begin in the window, after
    the warm-up, are measured. Rates are in multicasts per node and microsecond, all times in nanoseconds.

    `meshcast worm load`; what is None is left to the program.

    Args:
        mesh: A mesh of these sides, such as 8x8 or 4x4x4.
        torus: A torus of these sides: the mesh, and channels between the ends of its lines.
        hypercube: A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
        graph: A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or
            .txt.
        size: Destinations of a multicast [default: a 16th of the nodes]
        kind: How destinations are drawn. [default: random]
        clusters: Clusters of a clustered set [default: 4]
        threshold: How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 4/5]
        effort: Moves of a search by ocms or otms on one side of a source, after which it gives the best star found [default:
            1073741824, one or two seconds]
        arrivals: When nodes begin multicasts. [default: poisson]
        slot: With --arrivals bernoulli, how far apart the moments are in which a node may begin one [default: the time of a link]
        warm_up: How long the network is loaded before anything is measured. [default: 500000]
        window: For how long multicasts that begin are measured. [default: 2000000]
        drain: How long measured multicasts may take after the window, while others go on beginning. [default: 500000]
        batches: Into how many batches the multicasts of the window are divided for intervals. [default: 20]
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
        leaders: After what the worms of leaders start. [default: barrier]
        schemes: What is sent [default: dual-path with --rate, else all that the network has]
        groupings: How destinations are put into groups [default: none with --rate, else all that the network has]
        rate: Multicasts that a node begins in a microsecond [default: eight rates up to saturation, which is searched for]
        rates: The same for each of several points of a curve.
        saturation: With --rate or --rates, search for saturation, too.
        tolerance: How far apart the two rates may be that saturation is between, as a share [default: 0.05]
        out: Draw latencies over rates to a file, SVG or PNG by its suffix; - for SVG on standard output.
        out_throughput: Draw what the network carries over what it is offered, likewise.
        csv: Write a row a point as comma-separated values; - for standard output.
        seed: Fixes whatever is random: the same seed gives the same output on every machine, timing aside. [default: 1]
        threads: Threads that do the work; they change no result [default: one a processor]
        progress: Show on standard error how far a run of more than two seconds is.

    Raises:
        InputError: An argument or a file cannot be used.
        FaultyRunError: The run went wrong.
    """
    return _run.run(_LOAD, locals())  # type: ignore[no-any-return]
