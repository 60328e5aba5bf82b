"""The names and signatures of ``scipy.sparse.csgraph``.

These functions run on Amorph; all other names of the module are SciPy's own functions:

``shortest_path``, ``dijkstra``, ``johnson``, ``bellman_ford``, ``floyd_warshall``, ``breadth_first_order``,
``breadth_first_tree``, ``connected_components``, ``minimum_spanning_tree``, ``maximum_flow``.

Weights are doubles, as SciPy's. Shortest paths by weights that are negative, infinite or NaN, with a ``limit``, or with
the predecessors of all pairs of a dense graph, are left to SciPy's function, and the logger ``amorph.csgraph`` says so
at level DEBUG. Forests run on Amorph with any weights but NaN. So are calls for which SciPy's function is faster, small
graphs above all, unless a ``backend`` is named.

Not promised, because SciPy leaves it open: which of several shortest paths the predecessors describe, which of several
maximum flows is returned, and the numbers of strong components.

>>> import numpy as np
>>> dijkstra(np.array([[0, 1, 5], [0, 0, 2], [0, 0, 0]]), indices=0).tolist()
[0.0, 1.0, 3.0]
"""

from __future__ import annotations

import logging
import os

import numpy as np
from scipy.sparse import csgraph as _scipy
from scipy.sparse import issparse
from scipy.sparse.csgraph import *  # noqa: F403
from scipy.sparse.csgraph import NegativeCycleError  # noqa: F401

from . import _arrays, _core
from ._graph import Graph

__all__ = list(_scipy.__all__)
_original = {name: getattr(_scipy, name) for name in __all__}  # whatever is done to SciPy's module later
_log = logging.getLogger("amorph.csgraph")
_NONE = -9999

# When Amorph is faster: the minimum number of arcs, times that of searches for "searches", "johnson" and
# "bellman_ford"; and the maximum number of arcs per vertex. By test/python/measure_peers on 2 cores, on random graphs
# and, for the maximum, dense ones. A call of Amorph takes 20 to 100 us, more than all of SciPy's on a small graph.
_FASTER = {
    "search": (12_000, 200),
    "search with predecessors": (20_000, 50),
    "undirected search": (60_000, 20),
    "undirected search with predecessors": (60_000, 20),
    "searches": (15_000, np.inf),
    "johnson": (15_000, np.inf),
    "bellman_ford": (50_000, np.inf),  # times the number of vertices, too
    "strong components": (400_000, 16),
    "forest": (4_000, np.inf),
    "flow": (0, 20),
}
_leaves_small = True  # tests try Amorph on small graphs, too


def _slower(kind, csgraph, searches=1):
    """Why SciPy's function is faster, or an empty string."""
    if not _leaves_small:
        return ""
    try:
        arcs, n = csgraph.nnz, csgraph.shape[0]
    except (AttributeError, IndexError):
        if not isinstance(csgraph, np.ndarray) or csgraph.ndim != 2:
            return ""
        arcs, n = np.count_nonzero(csgraph), len(csgraph)
    from_arcs, per_vertex = _FASTER[kind]
    if kind == "bellman_ford":
        searches = searches * n
    if arcs * searches < from_arcs:
        return "a small graph"
    if arcs <= n and kind not in ("forest", "bellman_ford", "johnson"):
        return "no more arcs than vertices"
    return "a dense graph" if arcs > per_vertex * n else ""


def _slower_search(csgraph, directed, indices, return_predecessors, method="D", one=False):
    """Why SciPy's shortest paths are faster, or an empty string. ``one``: a search from the nearest of all sources."""
    if not _leaves_small:
        return ""
    if indices is None and not one:
        searches = max(np.shape(csgraph)[:1], default=1)
    else:
        searches = 1 if one or type(indices) is int else np.size(indices)
    if method == "J":
        why = _slower("johnson", csgraph, searches)
    elif method == "BF":
        why = _slower("bellman_ford", csgraph, searches)
    elif return_predecessors:  # a search at a time
        kind = "search with predecessors" if directed else "undirected search with predecessors"
        why = _slower(kind, csgraph)
    elif searches < 4:
        why = _slower("search" if directed else "undirected search", csgraph)
    else:
        why = _slower("searches", csgraph, searches)
    return why or (_ends_early(csgraph, indices) if directed and indices is not None else "")


def _ends_early(csgraph, sources, share=500):
    """Why SciPy's searches are faster: those that read few arcs, found by reading as many here, at most 1 of ``share``
    of the graph's."""
    if not _leaves_small or getattr(csgraph, "format", "") != "csr":
        return ""
    n, left = csgraph.shape[0], min(256, len(csgraph.indices) // share)
    if left < 8:
        return ""
    indptr, heads = csgraph.indptr, csgraph.indices
    for source in np.atleast_1d(sources).ravel()[: left + 1].tolist():
        reached = [source]
        for v in reached:  # which grows
            if not (isinstance(v, int) and -n <= v < n):
                return ""
            begin, end = int(indptr[v % n]), int(indptr[v % n + 1])
            left -= 1 + end - begin
            if left < 0:
                return ""
            reached += set(heads[begin:end].tolist()).difference(reached)
    return "searches that end early"


def _scipys(name, why, *arguments, **options):
    _log.debug("%s is SciPy's: %s", name, why)
    return _original[name](*arguments, **options)


def _from_pydata(csgraph, fill_values=(0,)):
    """An array of PyData's ``sparse`` as a SciPy array; others as they are."""
    if not hasattr(csgraph, "to_scipy_sparse"):
        return csgraph
    try:
        return csgraph.to_scipy_sparse(accept_fv=list(fill_values))
    except TypeError:  # before version 0.15.4
        return csgraph.to_scipy_sparse()


def _like(given, found):
    """The array as one of PyData's if the given one was."""
    if not hasattr(given, "to_scipy_sparse"):
        return found
    try:
        return type(given).from_scipy_sparse(found, fill_value=given.fill_value)
    except TypeError:
        return type(given).from_scipy_sparse(found)


def _rows(csgraph, directed, add_up=True):
    """The graph in the compressed rows that SciPy's functions read; with duplicates unless they ``add_up``."""
    csgraph = _from_pydata(csgraph, (0, np.inf, np.nan))
    if issparse(csgraph):
        if not directed and csgraph.format == "csc":
            csgraph = csgraph.T
        csr = csgraph.tocsr()
        if add_up:
            csr = csr.astype(np.float64, copy=False)  # which adds duplicates of other types up
    elif np.ma.isMaskedArray(csgraph):
        csr = _original["csgraph_from_masked"](csgraph)
    else:
        csr = _original["csgraph_from_dense"](
            np.asarray(csgraph, dtype=float), null_value=0, nan_null=True, infinity_null=True
        )
    if csr.ndim != 2:
        raise ValueError("compressed-sparse graph must be 2-D")
    if csr.shape[0] != csr.shape[1]:
        raise ValueError("compressed-sparse graph must be shape (N, N)")
    return csr


def _graph(csr, weights, directed, backend):
    indptr, indices = _arrays.unsigned(csr.indptr, 64, "indptr"), _arrays.unsigned(csr.indices, 32, "indices")
    if not directed:  # SciPy takes the lighter of an arc and its reverse
        bits = np.zeros(len(indices), np.uint32) if weights is None else weights.view(f"u{weights.itemsize}")
        directed = _core.symmetric(indptr, indices, bits)
    if directed:
        graph = Graph(indptr, indices, weights, backend=backend)
    else:
        tails = np.repeat(np.arange(csr.shape[0], dtype=np.uint32), np.diff(csr.indptr))
        graph = Graph.from_edges(tails, csr.indices, weights, vertices=csr.shape[0], undirected=True, backend=backend)
    graph._real_answers = True
    return graph


def _lengths(csr, unweighted):
    """Weights that Amorph adds up as SciPy does, and why there are none."""
    if unweighted:
        return None, ""
    if csr.data.dtype.kind not in "biuf":
        return None, "weights are not real numbers"
    if csr.data.size and not (csr.data.min() >= 0 and csr.data.max() < np.inf):
        return None, "negative or infinite weights"
    return _arrays.reals(csr.data, csr.shape[0]), ""


def _vertices(indices, n):
    if indices is None:
        return np.arange(n), (n,)
    indices = np.array(indices, dtype=np.int64, order="C")
    shape = indices.shape
    flat = np.atleast_1d(indices).reshape(-1)
    flat[flat < 0] += n
    if np.any(flat < 0) or np.any(flat >= n):
        raise ValueError("indices out of range 0...N")
    return flat, shape


def _predecessors(parent, roots):
    found = parent.view(np.int32).copy()
    found[parent == 0xFFFFFFFF] = _NONE
    found[roots] = _NONE
    return found


def _is_dense(csgraph):
    """Whether SciPy takes Floyd's and Warshall's algorithm by itself."""
    entries = csgraph.nnz if hasattr(csgraph, "nnz") else np.count_nonzero(csgraph)
    return 4 * entries >= np.shape(csgraph)[0] ** 2


def _paths(csgraph, directed, indices, return_predecessors, unweighted, backend, method="D"):
    """Distances of shape indices.shape + (n,), and predecessors or None; or NotImplemented and why."""
    dense = method in ("auto", "FW") and indices is None and _is_dense(csgraph)
    csr = _rows(csgraph, directed, add_up=method != "FW" and not dense)
    n = csr.shape[0]
    weights, why = _lengths(csr, unweighted)
    real = weights is not None and weights.dtype.kind == "f"
    if dense and (return_predecessors or real and _leaves_small and backend is None):
        why = why or "its algorithm for dense graphs is faster than a search from each vertex"
    if why:
        return NotImplemented, why
    sources, shape = _vertices(indices, n)
    graph = _graph(csr, weights, directed, backend)
    if n == 0 or len(sources) == 0:
        return np.empty(shape + (n,)), np.empty(shape + (n,), np.int32)
    if return_predecessors:
        distance = np.empty((len(sources), n))
        parent = np.empty((len(sources), n), np.int32)
        for row, source in enumerate(sources):
            found = graph.sssp(source)
            distance[row] = found.distance
            parent[row] = _predecessors(found.parent, source)
    else:
        # A search per thread takes less time than to transpose the graph for a search that all sources share.
        few = directed and weights is None and max(len(sources), os.cpu_count() or 1) <= 8
        parent = None
        if indices is None and weights is not None and 32 * csr.nnz >= n * n and graph._has_short_paths():
            distance = graph.apsp()
        else:
            distance = graph.distances(sources.astype(np.uint32), strategy="searches" if few else None)
    return distance.reshape(shape + (n,)), None if parent is None else parent.reshape(shape + (n,))


def _answer(distance, parent, return_predecessors):
    return (distance, parent) if return_predecessors else distance


def dijkstra(
    csgraph,
    directed=True,
    indices=None,
    return_predecessors=False,
    unweighted=False,
    limit=np.inf,
    min_only=False,
    *,
    backend=None,
):
    """As ``scipy.sparse.csgraph.dijkstra``: distances float64 of shape indices.shape + (n,)."""
    if not limit >= 0:
        raise ValueError("limit must be >= 0")
    again = dict(
        directed=directed,
        indices=indices,
        return_predecessors=return_predecessors,
        unweighted=unweighted,
        limit=limit,
        min_only=min_only,
    )
    if limit != np.inf:
        why = "a limit ends its search early"
    else:
        why = backend is None and _slower_search(csgraph, directed, indices, return_predecessors, one=min_only)
    if why:
        return _scipys("dijkstra", why, csgraph, **again)
    if min_only:
        return _nearest(csgraph, again, backend)
    distance, parent = _paths(csgraph, directed, indices, return_predecessors, unweighted, backend)
    if distance is NotImplemented:
        return _scipys("dijkstra", parent, csgraph, **again)
    return _answer(distance, parent, return_predecessors)


def _nearest(csgraph, options, backend):
    csr = _rows(csgraph, options["directed"])
    n = csr.shape[0]
    weights, why = _lengths(csr, options["unweighted"])
    sources, _ = _vertices(options["indices"], n)
    if why or n == 0 or len(sources) == 0:
        return _scipys("dijkstra", why or "an empty graph", csgraph, **options)
    found = _graph(csr, weights, options["directed"], backend).sssp(np.unique(sources).astype(np.uint32))
    distance = found.distance
    if not options["return_predecessors"]:
        return distance
    unreached = found.parent == 0xFFFFFFFF
    root = np.where(unreached, np.arange(n, dtype=np.uint32), found.parent)
    while True:  # every round halves what is left of the paths
        above = root[root]
        if np.array_equal(above, root):
            break
        root = above
    nearest = root.astype(np.int32)
    parent = _predecessors(found.parent, sources)
    nearest[unreached] = _NONE
    return distance, parent, nearest


def shortest_path(
    csgraph,
    method="auto",
    directed=True,
    return_predecessors=False,
    unweighted=False,
    overwrite=False,
    indices=None,
    *,
    backend=None,
):
    """As ``scipy.sparse.csgraph.shortest_path``. Without negative weights, all methods are the same search."""
    again = dict(
        method=method,
        directed=directed,
        return_predecessors=return_predecessors,
        unweighted=unweighted,
        overwrite=overwrite,
        indices=indices,
    )
    if method not in ("auto", "FW", "D", "BF", "J") or method == "FW" and indices is not None:
        return _scipys("shortest_path", "an argument that it refuses", csgraph, **again)
    why = backend is None and _slower_search(csgraph, directed, indices, return_predecessors, method)
    if why:
        return _scipys("shortest_path", why, csgraph, **again)
    distance, parent = _paths(csgraph, directed, indices, return_predecessors, unweighted, backend, method)
    if distance is NotImplemented:
        return _scipys("shortest_path", parent, csgraph, **again)
    return _answer(distance, parent, return_predecessors)


def johnson(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, *, backend=None):
    """As ``scipy.sparse.csgraph.johnson``; see :func:`shortest_path`."""
    why = backend is None and _slower_search(csgraph, directed, indices, return_predecessors, "J")
    if why:
        return _scipys("johnson", why, csgraph, directed, indices, return_predecessors, unweighted)
    return shortest_path(csgraph, "J", directed, return_predecessors, unweighted, indices=indices, backend=backend)


def bellman_ford(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, *, backend=None):
    """As ``scipy.sparse.csgraph.bellman_ford``; see :func:`shortest_path`."""
    why = backend is None and _slower_search(csgraph, directed, indices, return_predecessors, "BF")
    if why:
        return _scipys("bellman_ford", why, csgraph, directed, indices, return_predecessors, unweighted)
    return shortest_path(csgraph, "BF", directed, return_predecessors, unweighted, indices=indices, backend=backend)


def floyd_warshall(
    csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False, *, backend=None
):
    """As ``scipy.sparse.csgraph.floyd_warshall``; see :func:`shortest_path`."""
    why = backend is None and _slower_search(csgraph, directed, None, return_predecessors, "FW")
    if why:
        return _scipys("floyd_warshall", why, csgraph, directed, return_predecessors, unweighted, overwrite)
    return shortest_path(csgraph, "FW", directed, return_predecessors, unweighted, overwrite, backend=backend)


def breadth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """As ``scipy.sparse.csgraph.breadth_first_order``, in the same order, on one thread. For levels alone,
    :meth:`amorph.Graph.bfs` is faster."""
    why = directed and _ends_early(csgraph, i_start, share=4000)
    if why:
        return _scipys("breadth_first_order", why, csgraph, i_start, directed, return_predecessors)
    csr = _rows(csgraph, directed)
    i_start = _arrays.integer(i_start, "i_start", high=csr.shape[0] - 1)
    back = (None, None)
    if not directed:
        transpose = csr.T.tocsr()
        back = (transpose.indptr.astype(csr.indptr.dtype, copy=False), transpose.indices.astype(np.int32, copy=False))
    order, parent = _core.queue_order(csr.indptr, csr.indices.astype(np.int32, copy=False), *back, i_start)
    return (order, parent) if return_predecessors else order


def breadth_first_tree(csgraph, i_start, directed=True):
    """As ``scipy.sparse.csgraph.breadth_first_tree``."""
    _, parent = breadth_first_order(csgraph, i_start, directed)
    return _original["reconstruct_path"](csgraph, parent, directed)


def connected_components(csgraph, directed=True, connection="weak", return_labels=True, *, backend=None):
    """As ``scipy.sparse.csgraph.connected_components``. Components are numbered by their smallest vertex."""
    if connection.lower() not in ("weak", "strong"):
        raise ValueError("connection must be 'weak' or 'strong'")
    strong = directed and connection.lower() == "strong"
    why = strong and backend is None and _slower("strong components", csgraph)
    if why:
        return _scipys("connected_components", why, csgraph, directed, connection, return_labels)
    csr = _rows(csgraph, directed)
    graph = Graph(csr.indptr, csr.indices, backend=backend)
    found = graph.scc() if strong else graph.components()
    if not return_labels:
        return found.count
    return found.count, _core.component_numbers(found.label)


def minimum_spanning_tree(csgraph, overwrite=False, *, backend=None):
    """As ``scipy.sparse.csgraph.minimum_spanning_tree``: the forest's edges as a CSR array of doubles. ``overwrite`` is
    accepted and ignored."""
    why = backend is None and _slower("forest", csgraph)
    if why:
        return _scipys("minimum_spanning_tree", why, csgraph, overwrite)
    csr = _rows(csgraph, True)
    data = csr.data
    weights = None  # only their order counts
    if data.size and data.min() != data.max():  # so also if there is a NaN
        if data.dtype.kind not in "biuf" or np.isnan(data).any():
            return _scipys("minimum_spanning_tree", "weights that are not real numbers", csgraph, overwrite)
        weights = _arrays.reals(data, csr.shape[0])
    indptr, indices = _arrays.unsigned(csr.indptr, 64, "indptr"), _arrays.unsigned(csr.indices, 32, "indices")
    # Of a symmetric matrix half the arcs make the same forest; without weights it takes less time than to see that.
    both_ways = weights is not None and _core.symmetric(indptr, indices, weights.view(f"u{weights.itemsize}"))
    arcs = Graph(indptr, indices, weights, undirected=both_ways, backend=backend).mst().arcs
    heads, reals = csr.indices.astype(np.int32, copy=False), np.ascontiguousarray(data, np.float64)
    indptr, indices, kept = _core.rows_of_arcs(csr.indptr, heads, reals, arcs)
    return _like(csgraph, type(csr)((kept, indices, indptr), shape=csr.shape))


def maximum_flow(csgraph, source, sink, *, method="dinic", backend=None):
    """As ``scipy.sparse.csgraph.maximum_flow``: ``flow_value``, and ``flow``, a skew-symmetric CSR array of int32. Both
    methods are the same algorithm here; ``flow`` has no explicit zeros."""
    from scipy.sparse.csgraph._flow import MaximumFlowResult

    given = csgraph
    if hasattr(given, "to_scipy_sparse"):
        csgraph = _from_pydata(given).tocsr()
    if not issparse(csgraph) or csgraph.format != "csr":
        raise TypeError("graph must be in CSR format")
    if not np.issubdtype(csgraph.dtype, np.integer):
        raise ValueError("graph capacities must be integers")
    if csgraph.shape[0] != csgraph.shape[1]:
        raise ValueError("graph must be specified as a square matrix.")
    n = csgraph.shape[0]
    if not 0 <= source < n:
        raise ValueError(f"source value ({source}) must be between 0 and {n - 1}")
    if not 0 <= sink < n:
        raise ValueError(f"sink value ({sink}) must be between 0 and {n - 1}")
    if source == sink:
        raise ValueError("source and sink vertices must differ")
    if method not in ("dinic", "edmonds_karp"):
        raise ValueError(f"{method} method is not supported yet.")
    if csgraph.data.size and csgraph.data.max() > np.iinfo(np.int32).max:
        raise ValueError("graph capacities must be representable as int32")
    why = backend is None and _slower("flow", csgraph)
    if csgraph.data.size and csgraph.data.min() < 0:
        why = "negative capacities"
    if why:
        return _scipys("maximum_flow", why, given, source, sink, method=method)
    found = Graph(csgraph.indptr, csgraph.indices, csgraph.data, backend=backend).maxflow(source, sink, any_cut=True)
    heads = csgraph.indices.astype(np.int32, copy=False)
    indptr, indices, flows = _core.net_flows(csgraph.indptr, heads, found.arc_flow)
    flow = type(csgraph)((flows, indices, indptr), shape=csgraph.shape)
    return MaximumFlowResult(found.value, _like(given, flow))
