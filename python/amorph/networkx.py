"""The NetworkX backend ``amorph``.

NetworkX finds it by its entry points: ``nx.pagerank(G, backend="amorph")``, or NETWORKX_BACKEND_PRIORITY=amorph. The
converted graph is cached by NetworkX, on the original graph.

A call that Amorph has no answer for (docs/python.md lists them) is left to NetworkX when NetworkX chooses the backend.
If the backend was named, it is a NotImplementedError. Functions find that out when they are called, generators too:
NetworkX cannot take over once an answer is being read.

So is a call for which NetworkX's function is faster, unless the backend was named: on small graphs, and where it reads
a part of the graph. Amorph converts all of a graph first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from ._graph import Graph

# What NetworkX's algorithms read, besides the adjacency itself.
_READING = {
    "__contains__", "__getitem__", "__iter__", "__len__", "_adj", "_succ", "_pred", "_node", "adj", "adjacency",
    "degree", "edges", "get_edge_data", "has_edge", "has_node", "in_degree", "in_edges", "is_directed", "is_multigraph",
    "nbunch_iter", "neighbors", "nodes", "number_of_edges", "number_of_nodes", "order", "out_degree", "out_edges",
    "pred", "predecessors", "size", "succ", "successors",
}  # fmt: skip


def _overrides_reading(graph):
    """Whether the class of the graph overrides what NetworkX's classes read; its ``_adj`` may then be another graph."""
    classes = itertools.takewhile(lambda c: not c.__module__.startswith("networkx.classes."), type(graph).__mro__)
    return any(not _READING.isdisjoint(vars(c)) for c in classes)


def _has_two_weights(graph):
    """Whether it is an undirected view of a directed graph: u -> v and v -> u are one edge and may differ."""
    while hasattr(graph, "_graph"):
        if graph._graph.is_directed() and not graph.is_directed():
            return True
        graph = graph._graph
    return False


def _check_numbers(values, weights):
    """Refuses weights that Amorph does not add up as Python does."""
    types = set(map(type, values))
    if not types <= {bool, int, float, np.int64, np.float64}:
        raise NotImplementedError("amorph: weights that are not Python's numbers")
    beyond = weights.dtype == np.float64 and not types.isdisjoint({int, np.int64}) and np.abs(weights).max() >= 2.0**53
    if beyond or weights.dtype not in (np.int64, np.float64, np.bool_):
        raise NotImplementedError("amorph: integers beyond 64 bits, or beyond 53 bits among floats")


def arrays_of(graph, weight="weight", exactly=False):
    """The nodes of a NetworkX graph, and its arcs as offsets, heads and weights (None without ``weight``). Parallel
    edges are one, with their smallest weight. ``exactly``: weights that need Python's own sums are refused."""
    adjacency = graph.adj if _overrides_reading(graph) else graph._adj  # the same, faster
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
        try:
            values = [min(data.get(weight, 1) for data in keys.values()) for row in rows for keys in row.values()]
        except TypeError:
            raise NotImplementedError("amorph: weights that are not numbers") from None
    else:
        values = [data.get(weight, 1) for row in rows for data in row.values()]
    weights = np.array(values) if values else np.empty(0, np.int64)
    if exactly:
        _check_numbers(values, weights)
    return nodes, indptr, indices, weights


class BackendGraph:
    """A NetworkX graph for Amorph. The graph of each weight attribute is made when it is first needed, and kept, unless
    it is a view, which changes with another graph."""

    __networkx_backend__ = "amorph"

    def __init__(self, graph):
        if _overrides_reading(graph):
            raise NotImplementedError(f"amorph: a {type(graph).__name__}, which has its own methods to read it")
        if _has_two_weights(graph):
            raise NotImplementedError("amorph: an undirected view of a directed graph")
        self.nx = graph
        self.graph = graph.graph
        self._is_view = hasattr(graph, "_graph")
        self._resident = {}
        self._unweighted = {}

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
            nodes, indptr, indices, weights = arrays_of(self.nx, weight, exactly=True)
            found = Graph(indptr, indices, weights, undirected=not self.nx.is_directed())
            found.nodes, found.number = nodes, dict(zip(nodes, range(len(nodes))))
            if not self._is_view:
                self._resident[weight] = found
        return found

    def is_unweighted(self, weight):
        """Whether all edges have that weight 1, or none."""
        found = self._unweighted.get(weight)
        if found is None:
            found = not any(data.get(weight, 1) != 1 for _, _, data in self.nx.edges(data=True))
            if not self._is_view:
                self._unweighted[weight] = found
        return found


def _converted(graph):
    return graph if isinstance(graph, BackendGraph) else _cached(graph) or BackendGraph(graph)


def _cached(graph):
    """The converted graph if NetworkX has it in its cache, for whichever attributes, or None."""
    import networkx as nx

    cache = getattr(graph, "__networkx_cache__", None)
    if not cache or not nx.config.cache_converted_graphs:
        return None
    kept = cache.get("backends", {}).get("amorph", {}).values()
    return next((graph for graph in kept if isinstance(graph, BackendGraph)), None)


def _by_node(graph, values):
    return dict(zip(graph.nodes, values.tolist()))


def _found(graph, node):
    import networkx as nx

    try:
        return graph.number[node]
    except (KeyError, TypeError):
        raise nx.NodeNotFound(f"Source {node} is not in G") from None


def _groups(graph, label):
    """The nodes by label, in the order of their first."""
    order = np.argsort(label, kind="stable")
    borders = [0, *(np.flatnonzero(np.diff(label[order])) + 1).tolist(), len(order)]
    nodes = [graph.nodes[v] for v in order.tolist()]
    return [set(nodes[a:b]) for a, b in itertools.pairwise(borders)] if nodes else []


def _ends_early(graph, sources):
    """Whether a search from the nodes ends after a small part of the graph, found by searching as much here."""
    rows = [graph._adj, graph._pred] if sources is None and graph.is_directed() else [graph._adj]
    reached = list(itertools.islice(graph, 1)) if sources is None else list(sources)
    left = min(1000, len(graph) // 50)
    known = set(reached)
    for v in reached:  # which grows
        for adjacency in rows:
            row = adjacency.get(v, ())
            left -= 1 + len(row)
            if left < 0:
                return False
            added = [w for w in row if w not in known]
            known.update(added)
            reached += added
    return True


def _is_apart(G):
    """Whether the component of the first node is a small part of the graph. This reads less than a conversion."""
    return not G._is_view and len(G) >= 100 and _ends_early(G.nx, None)


# -- Components --


def connected_components(G):
    g = _converted(G).resident()
    return iter(_groups(g, g.components().label))


def number_connected_components(G):
    return _converted(G).resident().components().count


def is_connected(G):
    import networkx as nx

    G = _converted(G)
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return not _is_apart(G) and number_connected_components(G) == 1


def node_connected_component(G, n):
    g = _converted(G).resident()
    label = g.components().label
    return {g.nodes[v] for v in np.flatnonzero(label == label[g.number[n]])}


weakly_connected_components = connected_components
number_weakly_connected_components = number_connected_components


def is_weakly_connected(G):
    import networkx as nx

    G = _converted(G)
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return not _is_apart(G) and number_connected_components(G) == 1


def number_strongly_connected_components(G):
    return _converted(G).resident().scc().count


def is_strongly_connected(G):
    import networkx as nx

    G = _converted(G)
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    if len(G) > 1 and not (all(G.nx.succ.values()) and all(G.nx.pred.values())):
        return False
    return number_strongly_connected_components(G) == 1


# -- Paths --


def _reached(graph, distance, cutoff):
    """Nodes and distances, nearest first."""
    unreached = np.inf if distance.dtype.kind == "f" else np.iinfo(distance.dtype).max
    there = np.flatnonzero(distance != unreached)
    there = there[np.argsort(distance[there], kind="stable")]
    if cutoff is not None:
        there = there[distance[there] <= cutoff]
    return dict(zip([graph.nodes[v] for v in there], distance[there].tolist()))


def _reached_from_each(graph, at_once, distances, cutoff):
    for begin in range(0, graph.vertices, at_once):
        sources = np.arange(begin, min(begin + at_once, graph.vertices), dtype=np.uint32)
        for source, row in zip(sources, distances(sources)):
            yield graph.nodes[source], _reached(graph, row, cutoff)


def single_source_shortest_path_length(G, source, cutoff=None):
    g = _converted(G).resident()
    return _reached(g, g.bfs(_found(g, source)).level, cutoff)


def all_pairs_shortest_path_length(G, cutoff=None):
    g = _converted(G).resident()
    return _reached_from_each(g, 256, lambda sources: g.distances(sources, hops=True), cutoff)


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    if not sources:
        raise ValueError("sources must not be empty")
    g = _lengths(_converted(G).resident(weight))
    at = np.array([_found(g, source) for source in sources], np.uint32)
    return _reached(g, g.sssp(np.unique(at)).distance, cutoff)


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    g = _lengths(_converted(G).resident(weight))
    return _reached_from_each(g, 64, g.distances, cutoff)


def _lengths(graph):
    weights = graph.weights
    if weights is not None and weights.size:
        if not (weights.min() >= 0 and weights.max() < np.inf):
            raise NotImplementedError("amorph: negative or infinite weights")
        if weights.dtype.kind == "i" and int(weights.max()) * graph.vertices >= 2**64:
            raise NotImplementedError("amorph: distances that may exceed 64 bits")
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
    if g.weights.size and (g.weights.dtype.kind == "f" or g.weights.min() < 0):
        raise NotImplementedError("amorph: capacities that are not integers of 0 or more")
    found = g.maxflow(g.number[s], g.number[t])
    return g, found, float(found.value) if g._real_answers else found.value


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
    flows = (flows.astype(float) if g._real_answers else flows).tolist()
    begin, heads = g.indptr.tolist(), g.indices.tolist()
    return value, {
        node: {g.nodes[heads[a]]: flows[a] for a in range(begin[v], begin[v + 1])} for v, node in enumerate(g.nodes)
    }


# -- Forests --

_FOREST_ALGORITHMS = ("kruskal", "prim", "boruvka", "bor\u016fvka")


def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    if algorithm not in _FOREST_ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    return _forest(_converted(G), weight, data)


def _forest(G, weight, data):
    if G.is_multigraph() or G.is_directed():
        raise NotImplementedError("amorph: forests of multigraphs and of directed graphs")
    nodes, indptr, indices, weights = arrays_of(G.nx, weight, exactly=True)
    if weights is not None and np.isnan(weights).any():
        raise NotImplementedError("amorph: weights that are not numbers")
    arcs = np.sort(Graph(indptr, indices, weights, undirected=True).mst().arcs)
    if weights is not None:
        arcs = arcs[np.argsort(weights[arcs], kind="stable")]
    tails = np.searchsorted(indptr, arcs, side="right") - 1
    edges = [(nodes[u], nodes[v]) for u, v in zip(tails.tolist(), indices[arcs].tolist())]
    return iter([(a, b, G.nx[a][b]) for a, b in edges] if data else edges)


def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    if algorithm not in _FOREST_ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    G = _converted(G)
    edges = _forest(G, weight, True)
    tree = G.nx.__class__()
    tree.graph.update(G.nx.graph)
    tree.add_nodes_from(G.nx.nodes.items())
    tree.add_edges_from(edges)
    return tree


# -- Centralities and cores --


def pagerank(
    G, alpha=0.85, personalization=None, max_iter=100, tol=1.0e-6, nstart=None, weight="weight", dangling=None
):
    import networkx as nx

    if personalization is not None or nstart is not None or dangling is not None:
        raise NotImplementedError("amorph: personalization, nstart, dangling")
    if not 0 <= alpha <= 0.999999 or not 0 < tol:
        raise NotImplementedError("amorph: alpha beyond 0.999999, or a tolerance of 0")
    G = _converted(G)
    if len(G) == 0:
        return {}
    if G.nx.is_multigraph():
        raise NotImplementedError("amorph: ranks of multigraphs")
    if weight is not None and not G.is_unweighted(weight):
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
            score *= 1 / ((n - 1) * (n - 2))  # as NetworkX rounds, whose tests compare exactly
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
    if nodes is not None and G.is_multigraph():
        raise NotImplementedError("amorph: triangles of some nodes of a multigraph")
    g = G.resident()
    counts = g.triangles().per_vertex if len(G) else np.empty(0, np.uint64)
    if nodes is None:
        return _by_node(g, counts)
    if nodes in G.nx:
        return int(counts[g.number[nodes]])
    return {v: int(counts[g.number[v]]) for v in G.nx.nbunch_iter(nodes)}


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


# Parameters up to the one that limits a call to some nodes and their neighbourhood; Amorph reads the whole graph.
_LOCAL = {
    "all_pairs_dijkstra_path_length": ("G", "cutoff"),
    "all_pairs_shortest_path_length": ("G", "cutoff"),
    "betweenness_centrality": ("G", "k"),
    "multi_source_dijkstra_path_length": ("G", "sources", "cutoff"),
    "single_source_dijkstra_path_length": ("G", "source", "cutoff"),
    "single_source_shortest_path_length": ("G", "source", "cutoff"),
    "triangles": ("G", "nodes"),
}


# When Amorph is faster: the minimum number of nodes of a graph that is not converted yet, and of one that is. By
# test/python/measure_peers on 2 cores, on random graphs. On smaller ones NetworkX's functions take less time than the
# conversion, or than a call of Amorph, which takes 30 to 100 us.
_FASTER = {
    "all_pairs_dijkstra_path_length": (20, 15),
    "all_pairs_shortest_path_length": (80, 50),
    "betweenness_centrality": (30, 15),
    "connected_components": (2500, 250),
    "core_number": (80, 30),
    "is_connected": (1000, 150),
    "is_strongly_connected": (1000, 150),
    "is_weakly_connected": (500, 100),
    "maximum_flow": (10, 6),
    "maximum_flow_value": (10, 6),
    "minimum_cut": (10, 6),
    "minimum_cut_value": (10, 6),
    "minimum_spanning_edges": (200, 200),
    "minimum_spanning_tree": (200, 200),
    "multi_source_dijkstra_path_length": (150, 40),
    "node_connected_component": (6000, 250),
    "number_connected_components": (1000, 150),
    "number_strongly_connected_components": (300, 60),
    "number_weakly_connected_components": (500, 100),
    "single_source_dijkstra_path_length": (150, 40),
    "single_source_shortest_path_length": (6000, 250),
    "triangles": (60, 20),
    "weakly_connected_components": (500, 120),
}
# NetworkX's breadth-first searches end once they have reached all nodes. So on graphs with many edges they read a part
# of these, and a conversion all. On paths and stars, conversions take longer than searches.
_BREADTH_FIRST = {
    "connected_components", "is_connected", "is_weakly_connected", "node_connected_component",
    "number_connected_components", "number_weakly_connected_components", "single_source_shortest_path_length",
    "weakly_connected_components",
}  # fmt: skip
_ARCS_PER_NODE = (3, 40)  # the minimum and the maximum for a conversion
_SOURCE = {
    "multi_source_dijkstra_path_length": "sources",
    "node_connected_component": "n",
    "single_source_dijkstra_path_length": "source",
    "single_source_shortest_path_length": "source",
}
_leaves_small = True  # tests try Amorph on small graphs, too


def _weight_of(name, kwargs):
    """The attribute whose values Amorph's graph for that call has as weights."""
    if "dijkstra" in name:
        return kwargs.get("weight", "weight")
    return kwargs.get("capacity", "capacity") if name.startswith(("maximum_flow", "minimum_cut")) else None


def _slower(name, graph, at_first, args, kwargs):
    """Why NetworkX's function is faster on a graph that is large enough for a call, or an empty string."""
    nodes = len(graph)
    cached = _cached(graph)
    known = cached is not None and _weight_of(name, kwargs) in cached._resident
    if nodes < at_first and not known:
        return "a small graph that is not converted yet"
    if hasattr(graph, "_graph") or not hasattr(graph, "_adj"):
        return ""
    if name in _SOURCE:
        source = args[1] if len(args) > 1 else kwargs.get(_SOURCE[name])
        sources = source if name.startswith("multi") else [source]
        try:
            if not isinstance(sources, Iterator) and _ends_early(graph, sources):
                return "a search that ends early"
        except TypeError:  # sources that are not hashable, or not iterable
            return ""
    if not known and name in _BREADTH_FIRST:
        low, high = _ARCS_PER_NODE
        arcs = sum(map(len, graph._adj.values())) * (2 if graph.is_directed() else 1)
        if not low * nodes <= arcs <= high * nodes:
            return "a sparse or dense graph that is not converted yet"
    return ""


class _Backend:
    @staticmethod
    def convert_from_nx(graph, **_):
        return _converted(graph)

    @staticmethod
    def should_run(name, args, kwargs):
        graph = args[0] if args else kwargs.get("G", kwargs.get("flowG"))
        at_first, later = _FASTER.get(name, (0, 0))
        try:
            nodes = len(graph)
        except TypeError:
            return "not a graph"
        if _leaves_small and nodes < later:
            return "a small graph"
        parameters = _LOCAL.get(name)
        limit = parameters and (dict(zip(parameters, args)) | kwargs).get(parameters[-1])
        if limit is not None and not (name == "betweenness_centrality" and limit == nodes):
            return "NetworkX reads only a part of the graph"
        return _leaves_small and _slower(name, graph, at_first, args, kwargs) or True

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
