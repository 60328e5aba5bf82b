"""Graphs and their algorithms."""

from __future__ import annotations

import collections
import math
import operator
import os

import numpy as np

from . import _arrays, _core
from ._context import chosen
from ._errors import BadInputError

Search = collections.namedtuple("Search", "level parent")
Paths = collections.namedtuple("Paths", "distance parent")
Forest = collections.namedtuple("Forest", "arcs weight")
Flow = collections.namedtuple("Flow", "value arc_flow sink_side")
Components = collections.namedtuple("Components", "count label")
Ranks = collections.namedtuple("Ranks", "rank iterations converged")
Triangles = collections.namedtuple("Triangles", "count per_vertex")
Partition = collections.namedtuple("Partition", "part cut volume balance")
Mapping = collections.namedtuple("Mapping", "part cost cut volume balance")

#: Level and parent of a vertex that a search does not reach.
UNREACHED = np.uint32(0xFFFFFFFF)


class Graph:
    """A directed graph in compressed sparse rows, resident in a context: checked and uploaded once, asked often.

    Parameters
    ----------
    indptr : integers, shape (n + 1,)
        The arcs of vertex ``v`` are ``indptr[v] .. indptr[v + 1] - 1``.
    indices : integers, shape (m,)
        The head of each arc.
    weights : numbers, shape (m,), optional
        int32, int64 and float32 are read as they are. float64 becomes one of these if no answer changes. Other
        integers become int32 or int64, other floats are converted as float64.
    undirected : bool
        Every arc has its reverse with the same weight, and as often. This is checked.
    context : Context, optional
        Where the graph is resident; by default the shared context of ``backend``.

    Arrays may be NumPy's, or anything with the buffer protocol, DLPack or ``__cuda_array_interface__``. 64-bit offsets,
    32-bit heads and weights of the types above are not copied, so they must not change while the graph lives. Of
    arrays in CUDA memory the host has a copy; a device run reads the caller's. A graph can be pickled; it is restored
    in the shared context of its backend.

    Vertices count from 0. The methods take ``strategy=`` (the names of ``amorph-graph``, by default automatic) and
    ``backend=`` ("auto", "cpu", "cuda"; by default that of the graph's context). The same input gives the same answer
    on every backend. The backend of the last run of this object is in ``last_backend``.

    >>> g = Graph([0, 2, 3, 3], [1, 2, 2], [5, 9, 1])
    >>> g.bfs(0).level.tolist()
    [0, 1, 1]
    >>> g.sssp(0).distance.tolist()
    [0, 5, 6]
    """

    def __init__(self, indptr, indices, weights=None, *, undirected=False, context=None, backend=None):
        self.context = chosen(context, backend)
        self.indptr = _arrays.unsigned(indptr, 64, "indptr")
        self.indices = _arrays.unsigned(indices, 32, "indices")
        self.weights = None if weights is None else _arrays.weights(weights, self.indptr.size - 1)
        self._real_answers = weights is not None and _arrays.host(weights).dtype.kind == "f"
        self.undirected = bool(undirected)
        self._core = _core.Graph(self.indptr, self.indices, self.weights, self.undirected)
        places = [
            _arrays.device_address(given, kept.dtype) if given is not None else 0
            for given, kept in ((indptr, self.indptr), (indices, self.indices), (weights, self.weights))
        ]
        self._device = (indptr, indices, weights) if any(places) else None
        self._core.keep(self.context, *places)
        self.last_backend = ""

    # -- Making graphs --

    @classmethod
    def from_scipy(cls, matrix, *, weighted=True, **options):
        """A graph of a square SciPy sparse matrix: an arc for each stored entry, its value the weight. Duplicates are
        parallel arcs. Keyword ``weighted=False`` ignores the values; others go to :class:`Graph`."""
        if not hasattr(matrix, "tocsr"):
            raise TypeError(f"expected a SciPy sparse matrix, found {type(matrix).__name__}")
        indptr, indices, values = _arrays.rows_of_matrix(matrix)
        return cls(indptr, indices, values if weighted else None, **options)

    @classmethod
    def from_edges(cls, tails, heads, weights=None, *, vertices=None, undirected=False, **options):
        """A graph of edges: tails and heads of shape (m,), and a weight for each.

        ``undirected=True`` makes an arc each way. ``vertices`` is by default one more than the largest number. Within a
        row, arcs are in the order of the edges. ``edge_of_arc`` has the number of the edge that each arc is from.

        >>> Graph.from_edges([0, 1], [1, 2], undirected=True).components().count
        1
        """
        tails = _arrays.unsigned(tails, 32, "tails")
        heads = _arrays.unsigned(heads, 32, "heads")
        if vertices is None:
            vertices = int(max(tails.max(initial=0), heads.max(initial=0))) + 1 if tails.size else 0
        indptr, indices, edge = _arrays.rows(vertices, tails, heads, undirected)
        if weights is not None:
            weights = _arrays.host(weights)
            if weights.shape != tails.shape:
                raise ValueError(f"weights: expected one per edge, found shape {weights.shape}")
            weights = weights[edge]
        made = cls(indptr, indices, weights, undirected=undirected, **options)
        made.edge_of_arc = edge
        return made

    @classmethod
    def from_networkx(cls, graph, weight="weight", **options):
        """A graph of a NetworkX graph. ``nodes`` is the list of its nodes, in the order of the vertices. Edges without
        the attribute ``weight`` have weight 1; ``weight=None`` ignores weights."""
        from .networkx import arrays_of

        nodes, indptr, indices, weights = arrays_of(graph, weight)
        made = cls(indptr, indices, weights, undirected=not graph.is_directed(), **options)
        made.nodes = nodes
        return made

    @classmethod
    def from_file(cls, path, *, undirected=False, **options):
        """A graph of a file: MatrixMarket (``.mtx``), DIMACS shortest paths (``.gr``), SciPy's ``.npz``; compressed
        with gzip (``.gz``) if it is text. Duplicate entries are parallel arcs, as for ``amorph-graph``.

        ``undirected=True`` says that the file has each arc in both directions; a symmetric MatrixMarket file has.
        """
        from ._files import read

        indptr, indices, weights, symmetric = read(os.fspath(path))
        return cls(indptr, indices, weights, undirected=undirected or symmetric, **options)

    # -- What it is --

    @property
    def vertices(self):
        """Number of vertices."""
        return self._core.vertices

    @property
    def arcs(self):
        """Number of arcs; an undirected edge is two."""
        return self._core.arcs

    def __repr__(self):
        return (
            f"<amorph.Graph: {self.vertices} vertices, {self.arcs} arcs, "
            f"{'undirected' if self.undirected else 'directed'}, {self.context.backend}>"
        )

    def __reduce__(self):
        kept = {name: value for name, value in vars(self).items() if name in ("nodes", "edge_of_arc", "_real_answers")}
        return _restored, (self.indptr, self.indices, self.weights, self.undirected, self.context.backend, kept)

    def to_scipy(self):
        """The graph as a SciPy CSR array; arcs without weights have 1."""
        from scipy.sparse import csr_array

        weights = np.ones(self.arcs, np.int32) if self.weights is None else self.weights
        return csr_array(
            (weights, self.indices.astype(np.int64), self.indptr.astype(np.int64)), shape=(self.vertices, self.vertices)
        )

    # -- Algorithms --

    def _run(
        self, algorithm, strategy=None, backend=None, sources=None, target=0, options={}, leave=False, figures=False
    ):
        if strategy is not None and not isinstance(strategy, str):
            raise TypeError(f"strategy: expected a name, found {strategy!r}")
        context = self.context if backend is None or backend == self.context.backend else chosen(None, backend)
        found = self._core.run(context, algorithm, strategy, sources, target, options, bool(leave), figures)
        self.last_backend = found.backend
        return found

    def _array(self, found, name, shape=None, leave=False):
        reals = leave and name == "distance" and self.weights is not None and self.weights.dtype.kind == "f"
        if leave and found.on_device:
            return _arrays.DeviceArray(found, name, shape, reals)
        values = found.array(name, reals)
        if reals:  # whose bits are all ones where there is no path
            values = np.where(np.isnan(values), np.inf, values)
        if shape is not None:
            values = values.reshape(shape)
        return _reals_of(values) if name == "distance" and self._real_answers else values

    def _sources(self, sources):
        try:
            source = operator.index(sources)
        except TypeError:
            if sources is None or isinstance(sources, (float, str, bytes)):
                raise TypeError(f"sources: expected a vertex or an array of some, found {sources!r}") from None
            return _arrays.unsigned(sources, 32, "sources")
        return self._vertex(source)

    def _vertex(self, vertex):
        vertex = operator.index(vertex)
        if not 0 <= vertex < self.vertices:
            raise ValueError(f"there is no vertex {vertex} among {self.vertices}")
        return vertex

    def bfs(self, source, *, strategy=None, backend=None, leave=False):
        """Breadth-first search from a vertex, or from the nearest of several.

        Returns ``(level, parent)``, uint32 of shape (n,): arcs from the nearest source, and the predecessor on a
        shortest path, the one with the smallest number; a source is its own. Both are ``UNREACHED`` where there is no
        path. ``leave=True`` leaves the levels in the memory of the backend that ran: in a :class:`DeviceArray` if that
        is a device. ``parent`` is then None.
        """
        found = self._run("bfs", strategy, backend, self._sources(source), leave=leave)
        return Search(self._array(found, "level", leave=leave), None if leave else self._array(found, "parent"))

    def sssp(self, source, *, strategy=None, backend=None, window=None, leave=False):
        """Shortest-path distances from a vertex, or from the nearest of several, by weights of 0 or more.

        Returns ``(distance, parent)`` of shape (n,): distances are uint64 for integer weights (the maximum where there
        is no path), else float64 (infinity there). ``parent`` and ``leave`` are as for :meth:`bfs`; real distances that
        stay on a device are NaN where there is no path. ``window`` is the width of near-far's window.
        """
        options = {} if window is None else {"window": window}
        found = self._run("sssp", strategy, backend, self._sources(source), options=options, leave=leave)
        return Paths(self._array(found, "distance", leave=leave), None if leave else self._array(found, "parent"))

    def distances(self, sources, *, hops=False, strategy=None, backend=None, leave=False):
        """Shortest-path distances from each of several vertices on its own.

        Returns an array of shape (sources, n), of the type of :meth:`sssp`; ``hops=True`` counts arcs instead, in
        uint32.
        """
        sources = np.atleast_1d(self._sources(sources)).astype(np.uint32, copy=False)
        found = self._run("distances", strategy, backend, sources, options={"hops": 1} if hops else {}, leave=leave)
        return self._array(found, "distance", (len(sources), self.vertices), leave=leave)

    def _has_short_paths(self):
        """Whether all distances are integers of 31 bits, which :meth:`apsp` has."""
        if self.weights is None:
            return True
        return self.weights.dtype.kind != "f" and int(self.weights.max(initial=0)) * self.vertices < 2**31 - 1

    def apsp(self, *, strategy=None, backend=None):
        """Shortest-path distances between all pairs, of shape (n, n), row = source: by integer weights of 0 or more
        int32, with 2147483647 where there is no path. With real weights the same as :meth:`distances` from all."""
        if self._real_answers and strategy is None and not self._has_short_paths():
            return self.distances(np.arange(self.vertices), backend=backend)
        found = self._run("apsp", strategy, backend).array("distance").view(np.int32)
        found = found.reshape(self.vertices, self.vertices)
        return np.where(found == 2147483647, np.inf, found) if self._real_answers else found

    def mst(self, *, strategy=None, backend=None):
        """The minimum spanning forest; direction is ignored.

        Returns ``(arcs, weight)``: the numbers of its arcs, uint64, and the sum of their weights.
        """
        if self.weights is not None and self.weights.dtype.kind == "f" and np.isnan(self.weights).any():
            raise BadInputError("weights: expected numbers, found NaN")
        found = self._run("mst", strategy, backend)
        return Forest(found.array("arc"), found.figure("weight"))

    def maxflow(self, source, sink, *, undirected=False, any_cut=False, strategy=None, backend=None):
        """The maximum flow between two vertices; the weights are integer capacities of 0 or more.

        Returns ``(value, arc_flow, sink_side)``: arc_flow int64 of shape (m,), sink_side bool of shape (n,), the
        minimum cut with the smallest sink side, or with ``any_cut=True`` the one that is found first, which is faster
        on the CPU. With ``undirected=True`` arcs carry flow either way; a negative flow runs against the arc.
        """
        source, sink = self._vertex(source), self._vertex(sink)
        whole = None if self.weights is None else _arrays.whole(self.weights)
        if whole is not None:
            integers = Graph(self.indptr, self.indices, whole, undirected=self.undirected, context=self.context)
            found = integers.maxflow(
                source, sink, undirected=undirected, any_cut=any_cut, strategy=strategy, backend=backend
            )
            self.last_backend = integers.last_backend
            return found
        options = {"undirected": int(undirected), "any-cut": int(any_cut)}
        found = self._run("maxflow", strategy, backend, source, sink, options)
        side = found.array("sink_side").view(np.bool_)
        flow = found.array("flow")
        return Flow(found.integer("flow"), flow, side)

    def components(self, *, strategy=None, backend=None):
        """Connected components; direction is ignored. Returns ``(count, label)``: label uint32 of shape (n,), the
        smallest vertex of the component."""
        found = self._run("components", strategy, backend)
        return Components(found.integer("components"), found.array("component"))

    def scc(self, *, strategy=None, backend=None):
        """Strongly connected components. Returns ``(count, label)`` as :meth:`components`."""
        found = self._run("scc", strategy, backend)
        return Components(found.integer("components"), found.array("component"))

    def pagerank(
        self, *, damping=0.85, tolerance=1e-4, iterations=1000, drop_dangling=False, strategy=None, backend=None
    ):
        """The PageRank of every vertex. ``tolerance`` bounds the L1 change in the last iteration.

        Returns ``(rank, iterations, converged)``: rank float64 of shape (n,).
        """
        options = {"damping": damping, "tolerance": tolerance, "iterations": iterations}
        if drop_dangling:
            options["drop-dangling"] = 1
        found = self._run("pagerank", strategy, backend, options=options)
        residual = found.figure("residual")
        return Ranks(found.array("rank"), found.integer("iterations"), residual < tolerance)

    def kcore(self, *, strategy=None, backend=None):
        """The core number of every vertex, uint32 of shape (n,); direction, loops and duplicate arcs are ignored."""
        return self._run("kcore", strategy, backend).array("core")

    def triangles(self, *, per_vertex=True, strategy=None, backend=None):
        """Triangles of the simple undirected graph. Returns ``(count, per_vertex)``: per_vertex uint64 of shape (n,),
        or None if it is not wanted."""
        found = self._run("triangles", strategy, backend, figures=not per_vertex)
        return Triangles(found.integer("triangles"), found.array("triangles") if per_vertex else None)

    def betweenness(self, *, sources=None, samples=None, seed=1, strategy=None, backend=None):
        """Betweenness centrality, not normalised, float64 of shape (n,): from all vertices, or from ``sources``, or
        from ``samples`` random ones. On an undirected graph each path counts in both directions."""
        options = {"seed": seed, "samples": samples or max(1, self.vertices)} if sources is None else {}
        found = self._run(
            "betweenness", strategy, backend, None if sources is None else self._sources(sources), options=options
        )
        return found.array("score")

    def partition(
        self,
        parts,
        *,
        vertex_weights=None,
        edge_weights=None,
        imbalance=1.03,
        targets=None,
        fixed=None,
        groups=None,
        recursive=False,
        preset="default",
        attempts=1,
        seed=0,
        backend=None,
    ):
        """Divides an undirected graph without loops into balanced parts with a small cut; its weights are not read.

        Parameters
        ----------
        parts : int
        vertex_weights : integers, shape (n,) or (n, constraints), optional
        edge_weights : integers, shape (m,), optional
        imbalance : float
            Largest part weight / target weight.
        targets : floats, shape (parts,), optional
            Fractions that add up to 1.
        fixed : integers, shape (n,), optional
            The part of a vertex, or -1 for one that is free.
        groups : integers, shape (n,), optional
            Vertices of one number stay in one part; -1 for one in no group.
        preset : {"default", "fast", "quality"}
            Half the time for slightly larger cuts, or smaller cuts for two to three times the time.

        Returns ``(part, cut, volume, balance)``: part uint32 of shape (n,).
        """
        settings = (vertex_weights, edge_weights, imbalance, targets, recursive, preset, attempts, seed, backend)
        settings += None, None, fixed, groups
        return self._divide(parts, None, None, *settings)

    def map(
        self,
        hierarchy,
        distances,
        *,
        vertex_weights=None,
        edge_weights=None,
        imbalance=1.03,
        targets=None,
        fixed=None,
        groups=None,
        preset="default",
        attempts=1,
        seed=0,
        backend=None,
    ):
        """Maps an undirected graph without loops to the cores of a machine, with a small communication cost.

        That is the sum over edges of weight times the distance of their parts.

        Parameters
        ----------
        hierarchy : sequence of int
            Group sizes, the innermost first: ``[4, 8, 16]`` for 16 nodes of 8 sockets of 4 cores. Parts are numbered
            group by group.
        distances : sequence of int
            Per level: of cores that share a group of this level only, as ``[1, 10, 100]``.

        The others are those of :meth:`partition`.

        Returns ``(part, cost, cut, volume, balance)``: part uint32 of shape (n,).
        """
        sizes = _arrays.signed(hierarchy, "hierarchy")
        if sizes.ndim != 1 or sizes.size == 0:
            raise ValueError(f"hierarchy: expected a group size per level, found shape {sizes.shape}")
        if sizes.min() < 1:
            raise ValueError(f"hierarchy: expected group sizes of 1 or more, found {sizes.min()}")
        parts = _arrays.integer(math.prod(sizes.tolist()), "parts of the hierarchy", 1, 2**28)
        machine = _arrays.unsigned(sizes, 32, "hierarchy"), _arrays.signed(distances, "distances")
        settings = (vertex_weights, edge_weights, imbalance, targets, False, preset, attempts, seed, backend)
        part, cut, volume, balance, cost = self._found(parts, None, None, *settings, *machine, fixed, groups)
        return Mapping(part, cost, cut, volume, balance)

    def repartition(
        self,
        parts,
        start,
        *,
        move_cost=None,
        vertex_weights=None,
        edge_weights=None,
        imbalance=1.03,
        targets=None,
        fixed=None,
        groups=None,
        preset="default",
        attempts=1,
        seed=0,
        backend=None,
    ):
        """Improves an old partition of a graph that has changed: in a tenth of the time, and few vertices move.

        Parameters
        ----------
        start : integers, shape (n,)
            The old part of each vertex, or -1 for one that is new.
        move_cost : integers, shape (n,), or int, optional
            What counts as a cut edge's weight if a vertex leaves its old part.

        The others, and the answer, are those of :meth:`partition`.
        """
        old = _arrays.signed(start, "start")
        cost = move_cost
        if isinstance(move_cost, (int, np.integer)):
            cost = np.full(old.shape, move_cost)
        cost = _arrays.signed(cost, "move_cost")
        settings = (vertex_weights, edge_weights, imbalance, targets, False, preset, attempts, seed, backend)
        settings += None, None, fixed, groups
        return self._divide(parts, old, cost, *settings)

    def _divide(self, *settings):
        return Partition(*self._found(*settings)[:4])

    def _found(
        self,
        parts,
        start,
        move_cost,
        vertex_weights,
        edge_weights,
        imbalance,
        targets,
        recursive,
        preset,
        attempts,
        seed,
        backend,
        hierarchy=None,
        distances=None,
        fixed=None,
        groups=None,
    ):
        preset = _arrays.choice("preset", preset, _arrays.PRESETS)
        context = self.context if backend is None else chosen(None, backend)
        weights = _arrays.signed(vertex_weights, "vertex_weights")
        constraints = 1 if weights is None or weights.ndim == 1 else weights.shape[1]
        found = _core.partition(
            context,
            self.indptr,
            self.indices,
            None if weights is None else weights.ravel(),
            None,
            _arrays.signed(edge_weights, "edge_weights"),
            _arrays.integer(parts, "parts"),
            constraints,
            None if targets is None else np.ascontiguousarray(targets, np.float32),
            np.full(constraints, _arrays.real(imbalance, "imbalance"), np.float32),
            bool(recursive),
            0,
            _arrays.integer(attempts, "attempts"),
            _arrays.integer(seed, "seed", high=2**64 - 1),
            preset,
            start,
            move_cost,
            hierarchy,
            distances,
            _arrays.signed(fixed, "fixed"),
            _arrays.signed(groups, "groups"),
        )
        return *found[:4], found[5]


def _reals_of(distance):
    """Distances as doubles, infinity where there is no path."""
    if distance.dtype == np.uint64:
        return _core.real_distances(distance.reshape(-1)).reshape(distance.shape)
    found = distance.astype(np.float64, copy=False)
    if distance.dtype.kind == "u":
        found[distance == np.iinfo(distance.dtype).max] = np.inf
    return found


def _restored(indptr, indices, weights, undirected, backend, attributes):
    """A graph that was pickled: in the shared context of its backend."""
    graph = Graph(indptr, indices, weights, undirected=undirected, backend=backend)
    vars(graph).update(attributes)
    return graph
