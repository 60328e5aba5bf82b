"""The NetworkX backend ``amorph``.

NetworkX finds it by its entry points: ``nx.pagerank(G, backend="amorph")``, or NETWORKX_BACKEND_PRIORITY=amorph. The
converted graph is cached by NetworkX, on the original graph.

A call that Amorph has no answer for (a weight function, weights that are neither integers nor exact in float32, the
options that docs/python.md lists) is left to NetworkX when NetworkX chooses the backend. If the backend was named, it
is a NotImplementedError.
"""

from __future__ import annotations

import itertools

import numpy as np

from . import _arrays
from ._graph import UNREACHED, Graph

_NONE = int(UNREACHED)


def arrays_of(graph, weight="weight"):
    """The nodes of a NetworkX graph, and its arcs as offsets, heads and weights (None without ``weight``). Parallel
    edges are one, with their smallest weight."""
    adjacency = getattr(graph, "_adj", graph.adj)
    nodes = list(adjacency)
    rows = list(adjacency.values())
    if rows and type(rows[0]) is not dict:  # of a view, whose length counts what it hides
        rows = [{node: row[node] for node in row} for row in rows]
    indptr = np.zeros(len(nodes) + 1, np.uint64)
    np.cumsum(np.fromiter(map(len, rows), np.uint64, len(rows)), out=indptr[1:])
    arcs = int(indptr[-1])
    heads = itertools.chain.from_iterable(rows)
    if nodes != list(range(len(nodes))):
        heads = map(dict(zip(nodes, range(len(nodes)))).__getitem__, heads)
    indices = np.fromiter(heads, np.uint32, arcs)
    if weight is None:
        return nodes, indptr, indices, None
    if callable(weight):
        raise NotImplementedError("amorph: weights by a function")
    if graph.is_multigraph():
        values = [min(data.get(weight, 1) for data in keys.values()) for row in rows for keys in row.values()]
    else:
        values = [data.get(weight, 1) for row in rows for data in row.values()]
    weights = np.array(values) if values else np.empty(0, np.int64)
    if weights.dtype.kind not in "iufb" or weights.ndim != 1:
        raise NotImplementedError("amorph: weights that are not numbers")
    return nodes, indptr, indices, weights


class BackendGraph:
    """A NetworkX graph for Amorph. The graph of each weight attribute is made when it is first needed, and kept."""

    __networkx_backend__ = "amorph"

    def __init__(self, graph):
        self.nx = graph
        self.graph = graph.graph
        self._resident = {}
        self._number = None

    def is_directed(self):
        return self.nx.is_directed()

    def is_multigraph(self):
        return self.nx.is_multigraph()

    def __len__(self):
        return len(self.nx)

    def __iter__(self):
        return iter(self.nx)

    def __contains__(self, node):
        return node in self.nx

    def __getattr__(self, name):  # what is asked of the graph beside the algorithms
        return getattr(self.nx, name)

    def resident(self, weight=None):
        """The Amorph graph with that weight attribute."""
        found = self._resident.get(weight)
        if found is None:
            nodes, indptr, indices, weights = arrays_of(self.nx, weight)
            reals = weights is not None and weights.dtype.kind == "f"
            if weights is not None:
                weights = _arrays.exact(weights)
                if weights is None:
                    raise NotImplementedError("amorph: weights that are neither integers nor exact in float32")
            found = Graph(indptr, indices, weights, undirected=not self.nx.is_directed())
            found.nodes, found.reals = nodes, reals
            self._resident[weight] = found
        return found

    def number(self, node):
        if self._number is None:
            self._number = {v: i for i, v in enumerate(self.nx)}
        return self._number[node]


def _converted(graph):
    return graph if isinstance(graph, BackendGraph) else BackendGraph(graph)


def _by_node(graph, values):
    return dict(zip(graph.nodes, values.tolist()))


def _found(graph, node):
    import networkx as nx

    if node not in graph.nx:
        raise nx.NodeNotFound(f"Source {node} is not in G")
    return graph.number(node)


def _groups(graph, label):
    """The nodes by label, in the order of their first."""
    order = np.argsort(label, kind="stable")
    borders = np.flatnonzero(np.diff(label[order])) + 1
    return [{graph.nodes[v] for v in group} for group in np.split(order, borders)] if len(label) else []


# -- Components --


def connected_components(G):
    G = _converted(G)
    g = G.resident()
    yield from _groups(g, g.components().label)


def number_connected_components(G):
    return _converted(G).resident().components().count


def is_connected(G):
    import networkx as nx

    G = _converted(G)
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return number_connected_components(G) == 1


def node_connected_component(G, n):
    G = _converted(G)
    g = G.resident()
    label = g.components().label
    return {g.nodes[v] for v in np.flatnonzero(label == label[_found(G, n)])}


weakly_connected_components = connected_components
number_weakly_connected_components = number_connected_components


def is_weakly_connected(G):
    import networkx as nx

    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return number_connected_components(G) == 1


def number_strongly_connected_components(G):
    return _converted(G).resident().scc().count


def is_strongly_connected(G):
    import networkx as nx

    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return number_strongly_connected_components(G) == 1


# -- Paths --


def _reached(graph, distance, unreached, cutoff, reals=False):
    """Nodes and distances, nearest first."""
    there = np.flatnonzero(distance != unreached)
    there = there[np.argsort(distance[there], kind="stable")]
    if cutoff is not None:
        there = there[distance[there] <= cutoff]
    lengths = distance[there]
    return dict(zip([graph.nodes[v] for v in there], (lengths.astype(float) if reals else lengths).tolist()))


def single_source_shortest_path_length(G, source, cutoff=None):
    G = _converted(G)
    at = _found(G, source)
    g = G.resident()
    return _reached(g, g.bfs(at).level, UNREACHED, cutoff)


def all_pairs_shortest_path_length(G, cutoff=None):
    G = _converted(G)
    g = G.resident()
    for begin in range(0, g.vertices, 256):
        sources = np.arange(begin, min(begin + 256, g.vertices), dtype=np.uint32)
        for source, row in zip(sources, g.distances(sources, hops=True)):
            yield g.nodes[source], _reached(g, row, UNREACHED, cutoff)


def _unreached(distance):
    return np.inf if distance.dtype.kind == "f" else np.iinfo(distance.dtype).max


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    if not sources:
        raise ValueError("sources must not be empty")
    G = _converted(G)
    at = np.array([_found(G, source) for source in sources], np.uint32)
    g = _nonnegative(G.resident(weight))
    distance = g.sssp(np.unique(at)).distance
    return _reached(g, distance, _unreached(distance), cutoff, g.reals)


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    G = _converted(G)
    g = _nonnegative(G.resident(weight))
    for begin in range(0, g.vertices, 64):
        sources = np.arange(begin, min(begin + 64, g.vertices), dtype=np.uint32)
        for source, row in zip(sources, g.distances(sources)):
            yield g.nodes[source], _reached(g, row, _unreached(row), cutoff, g.reals)


def _nonnegative(graph):
    if graph.weights is not None and graph.weights.size and not graph.weights.min() >= 0:
        raise NotImplementedError("amorph: negative weights")
    if graph.weights is not None and graph.weights.dtype.kind == "f" and not np.isfinite(graph.weights).all():
        raise NotImplementedError("amorph: infinite weights")
    return graph


# -- Flows --


def _network(flowG, s, t, capacity, flow_func, kwargs):
    import networkx as nx

    if flow_func is not None or kwargs:
        raise NotImplementedError("amorph: a flow function of its own")
    G = _converted(flowG)
    if G.nx.is_multigraph():
        raise nx.NetworkXError("MultiGraph and MultiDiGraph not supported (yet).")
    for node, name in ((s, "source"), (t, "sink")):
        if node not in G.nx:
            raise nx.NetworkXError(f"node {node} not in graph")
    if s == t:
        raise nx.NetworkXError("source and sink are the same node")
    if any(capacity not in data for _, _, data in G.nx.edges(data=True)):
        raise NotImplementedError("amorph: edges of infinite capacity")
    g = G.resident(capacity)
    if g.weights is not None and (g.weights.dtype == np.float32 or g.weights.size and g.weights.min() < 0):
        raise NotImplementedError("amorph: capacities that are not integers of 0 or more")
    found = g.maxflow(G.number(s), G.number(t))
    return g, found, float(found.value) if g.reals else found.value


def maximum_flow_value(flowG, _s, _t, capacity="capacity", flow_func=None, **kwargs):
    return _network(flowG, _s, _t, capacity, flow_func, kwargs)[2]


def minimum_cut_value(flowG, _s, _t, capacity="capacity", flow_func=None, **kwargs):
    return _network(flowG, _s, _t, capacity, flow_func, kwargs)[2]


def minimum_cut(flowG, _s, _t, capacity="capacity", flow_func=None, **kwargs):
    g, found, value = _network(flowG, _s, _t, capacity, flow_func, kwargs)
    sink_side = {node for node, there in zip(g.nodes, found.sink_side.tolist()) if there}
    return value, (set(g.nodes) - sink_side, sink_side)


def maximum_flow(flowG, _s, _t, capacity="capacity", flow_func=None, **kwargs):
    g, found, value = _network(flowG, _s, _t, capacity, flow_func, kwargs)
    flows = np.maximum(found.arc_flow, 0)
    flows = (flows.astype(float) if g.reals else flows).tolist()
    begin, heads = g.indptr.tolist(), g.indices.tolist()
    return value, {
        node: {g.nodes[heads[a]]: flows[a] for a in range(begin[v], begin[v + 1])} for v, node in enumerate(g.nodes)
    }


# -- Forests --

_FOREST_ALGORITHMS = ("kruskal", "prim", "boruvka", "bor\u016fvka")


def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    if algorithm not in _FOREST_ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if G.is_multigraph() or G.is_directed():
        raise NotImplementedError("amorph: forests of multigraphs")
    return _forest(_converted(G), weight, data)


def _forest(G, weight, data):
    nodes, indptr, indices, weights = arrays_of(G.nx, weight)
    if weights is not None and np.isnan(weights).any():
        raise NotImplementedError("amorph: weights that are not numbers")
    exact = None if weights is None else _arrays.exact(weights)
    if weights is not None and exact is None:
        exact = np.unique(weights, return_inverse=True)[1].astype(np.int64)  # only their order counts
    arcs = np.sort(Graph(indptr, indices, exact, undirected=True).mst().arcs)
    if weights is not None:
        arcs = arcs[np.argsort(weights[arcs], kind="stable")]
    tails = np.searchsorted(indptr, arcs, side="right") - 1
    edges = [(nodes[u], nodes[v]) for u, v in zip(tails.tolist(), indices[arcs].tolist())]
    return iter([(a, b, G.nx[a][b]) for a, b in edges] if data else edges)


def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    if algorithm not in _FOREST_ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if G.is_multigraph():
        raise NotImplementedError("amorph: forests of multigraphs")
    graph = _converted(G).nx
    tree = graph.__class__()
    tree.graph.update(graph.graph)
    tree.add_nodes_from(graph.nodes.items())
    tree.add_edges_from(_forest(_converted(G), weight, True))
    return tree


# -- Centralities and cores --


def pagerank(
    G, alpha=0.85, personalization=None, max_iter=100, tol=1.0e-6, nstart=None, weight="weight", dangling=None
):
    import networkx as nx

    if personalization is not None or nstart is not None or dangling is not None:
        raise NotImplementedError("amorph: personalization, nstart, dangling")
    G = _converted(G)
    if len(G) == 0:
        return {}
    if G.nx.is_multigraph():
        raise NotImplementedError("amorph: ranks of multigraphs")
    if weight is not None and any(data.get(weight, 1) != 1 for _, _, data in G.nx.edges(data=True)):
        raise NotImplementedError("amorph: ranks by weights")
    g = G.resident()
    found = g.pagerank(damping=alpha, tolerance=min(tol * len(G), 2.0), iterations=max(1, max_iter), strategy="pull")
    if not found.converged or max_iter < 1:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return _by_node(g, found.rank)


def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    if weight is not None or endpoints or k is not None and k != len(G):
        raise NotImplementedError("amorph: weight, endpoints, k")
    G = _converted(G)
    n = len(G)
    if n == 0:
        return {}
    g = G.resident()
    score = g.betweenness().copy()
    if normalized:
        if n > 2:
            score /= (n - 1) * (n - 2)
    elif not G.is_directed():
        score /= 2
    return _by_node(g, score)


def core_number(G):
    import networkx as nx

    G = _converted(G)
    if nx.number_of_selfloops(G.nx) > 0:
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    if G.is_directed():
        raise NotImplementedError("amorph: cores of directed graphs, whose degrees add up both directions")
    g = G.resident()
    return _by_node(g, g.kcore())


def triangles(G, nodes=None):
    G = _converted(G)
    g = G.resident()
    counts = g.triangles().per_vertex if len(G) else np.empty(0, np.uint64)
    if nodes is None:
        return _by_node(g, counts)
    if nodes in G.nx:
        return int(counts[G.number(nodes)])
    return {v: int(counts[G.number(v)]) for v in G.nx.nbunch_iter(nodes)}


_FUNCTIONS = (
    "all_pairs_dijkstra_path_length",
    "all_pairs_shortest_path_length",
    "betweenness_centrality",
    "connected_components",
    "core_number",
    "is_connected",
    "is_strongly_connected",
    "is_weakly_connected",
    "maximum_flow",
    "maximum_flow_value",
    "minimum_cut",
    "minimum_cut_value",
    "minimum_spanning_edges",
    "minimum_spanning_tree",
    "multi_source_dijkstra_path_length",
    "node_connected_component",
    "number_connected_components",
    "number_strongly_connected_components",
    "number_weakly_connected_components",
    "pagerank",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path_length",
    "triangles",
    "weakly_connected_components",
)


class _Backend:
    @staticmethod
    def convert_from_nx(graph, **_):
        return _converted(graph)

    @staticmethod
    def convert_to_nx(result, *, name=None):
        return result.nx if isinstance(result, BackendGraph) else result


backend = _Backend()
for _name in _FUNCTIONS:
    setattr(backend, _name, globals()[_name])


def backend_info():
    """What NetworkX shows of the backend."""
    return {
        "backend_name": "amorph",
        "project": "amorph",
        "package": "amorph",
        "short_summary": "Parallel graph algorithms on the CPU or a CUDA device.",
        "functions": {name: {} for name in _FUNCTIONS},
    }
