"""Partitions, points-to sets and the NetworkX backend."""

import doctest
import importlib
import pathlib
import shutil
import textwrap

import amorph
import numpy as np
import pytest
from amorph import csgraph, hypergraph, metis, pta
from scipy import sparse as sp
from scipy.sparse import csgraph as scipy_csgraph

MODULES = ["", "._context", "._graph", ".csgraph", ".hypergraph", ".meshpy", ".metis", ".sat", ".triangle"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module("amorph" + name))
    assert failed == 0 and tried > 0


def test_partition_of_a_mesh():
    quads = [[i * 11 + j, i * 11 + j + 1, i * 11 + j + 12, i * 11 + j + 11] for i in range(10) for j in range(10)]
    for gtype in (metis.GType.NODAL, metis.GType.DUAL):
        cut, elements, vertices = metis.part_mesh(4, quads, gtype=gtype, ncommon=2)
        assert cut > 0 and len(elements) == 100 and len(vertices) == 121
        assert np.bincount(elements).max() <= 35 and set(vertices) == {0, 1, 2, 3}


def test_mapping_to_a_machine():
    n = 40  # a cycle: an edge between sockets costs 1, between nodes 10
    ends = np.array([[v, (v + 1) % n] for v in range(n)])
    graph = amorph.Graph.from_edges(ends[:, 0], ends[:, 1], undirected=True)
    found = graph.map([2, 2], [1, 10])
    assert (found.cost, found.cut, found.balance) == (22, 4, 1.0)
    assert found.cost == sum((1, 10)[int(p // 2 != q // 2)] for p, q in found.part[ends] if p != q)
    with pytest.raises(ValueError, match="distances"):
        graph.map([2, 2], [1])
    fixed, groups = np.full(n, -1), np.full(n, -1)
    fixed[0], groups[[5, 15]] = 3, 1
    kept = graph.map([2, 2], [1, 10], targets=[0.1, 0.2, 0.3, 0.4], imbalance=1.05, fixed=fixed, groups=groups)
    assert kept.part[0] == 3 and kept.part[5] == kept.part[15]
    assert (np.bincount(kept.part, minlength=4) <= 1.05 * n * np.array([0.1, 0.2, 0.3, 0.4]) + 1e-3).all()
    for wrong in (np.array([2, -2], np.int32), [0, 2], [], [[2, 2]], [2**20, 2**20]):
        with pytest.raises(ValueError, match="hierarchy: |parts of the hierarchy: "):
            graph.map(wrong, [1, 10])


def test_fixed_vertices_of_a_graph():
    heads = np.arange(1, 40)
    graph = amorph.Graph.from_edges(heads - 1, heads, undirected=True)
    fixed, groups = np.full(40, -1), np.full(40, -1)
    fixed[0], groups[[5, 35]] = 1, 3
    found = graph.partition(2, fixed=fixed, groups=groups)
    assert found.part[0] == 1 and found.part[5] == found.part[35] and found.balance <= 1.05
    with pytest.raises(ValueError, match="fixed"):
        graph.partition(2, fixed=[0])


def test_partition_of_a_netlist():
    rng = np.random.default_rng(4)
    nets = [np.unique(rng.integers(0, 200, 4) // 40 * 40 + rng.integers(0, 40, 4)) for _ in range(400)]
    weights = rng.integers(1, 4, 400)
    fixed = np.full(200, -1)
    fixed[[0, 1]] = 3, 2
    matrix = sp.csr_array(
        (np.ones(sum(map(len, nets))), np.concatenate(nets), np.cumsum([0, *map(len, nets)])), shape=(400, 200)
    )
    found = hypergraph.partition(nets, 4, vertices=200, net_weights=weights, fixed=fixed, seed=2)
    spans = np.array([len(set(found.part[net].tolist())) for net in nets])
    assert found.km1 == ((spans - 1) * weights).sum() and found.cut == weights[spans > 1].sum()
    assert found.soed == found.km1 + found.cut and found.part[0] == 3 and found.part[1] == 2
    assert found.balanced and np.bincount(found.part).max() <= 1.03 * 50 + 1
    again = hypergraph.partition(matrix, 4, net_weights=weights, fixed=fixed, seed=2)
    assert np.array_equal(again.part, found.part)
    kept = hypergraph.partition(nets, 4, vertices=200, start=found.part, move_cost=np.full(200, 1000))
    assert np.array_equal(kept.part, found.part)
    with pytest.raises(ValueError, match="objective"):
        hypergraph.partition(nets, 4, objective="edges")
    with pytest.raises(ValueError, match="net_weights"):
        hypergraph.partition(nets, 4, net_weights=[1])


def test_edge_weights_have_64_bits():
    ring = np.arange(40)
    rows = np.stack([(ring - 1) % 40, (ring + 1) % 40], axis=1)
    graph = amorph.Graph(np.arange(0, 81, 2), rows.ravel(), undirected=True)
    heavy = np.full(80, 2**31 - 1)
    assert graph.partition(2, edge_weights=heavy).cut == 2 * (2**31 - 1)
    assert metis.part_graph(2, rows, eweights=heavy).edge_cuts == 2 * (2**31 - 1)
    light = np.where(ring[:, None] // 20 != rows // 20, 1, heavy.reshape(40, 2)).ravel()
    assert metis.part_graph(2, rows, eweights=light, recursive=False).edge_cuts == 2


def test_metis_options_and_faults():
    with pytest.raises(AttributeError):
        metis.Options(nonsense=1)
    with pytest.raises(TypeError):
        metis.Options(seed=1.5)
    with pytest.raises(RuntimeError, match="refused"):
        metis.part_graph(0, [[1], [0]])
    with pytest.raises(ValueError, match="numbering"):
        metis.part_graph(2, [[1], [0]], options=metis.Options(numbering=1))


def test_csgraph_runs_on_amorph_and_leaves_the_rest(caplog):
    a = sp.csr_array(np.array([[0, 1.5, 0], [0, 0, 0.25], [0.1, 0, 0]]))
    with caplog.at_level("DEBUG", "amorph.csgraph"):
        assert np.array_equal(csgraph.dijkstra(a), scipy_csgraph.dijkstra(a)) and not caplog.text
        assert np.array_equal(csgraph.dijkstra(a, limit=1.6), scipy_csgraph.dijkstra(a, limit=1.6))
        assert "is SciPy's: a limit" in caplog.text
        a.data[1] = -0.25
        assert np.array_equal(csgraph.shortest_path(a), scipy_csgraph.shortest_path(a))
        assert "is SciPy's: negative" in caplog.text
    assert set(csgraph.__all__) == set(scipy_csgraph.__all__)


def both(function, *arguments, **options):
    """The answers of SciPy's function and of Amorph's, as lists."""
    found = []
    for module in (scipy_csgraph, csgraph):
        answer = getattr(module, function)(*arguments, **options)
        found.append([np.asarray(part).tolist() for part in answer] if type(answer) is tuple else answer.tolist())
    return found


REALS = [
    ("integers", [3.0, 5.0, 7.0, 1.0]),
    ("beyond float32", [0.1, 0.2, 0.7, 1.00000001]),
    ("tiny", [1e-50, 2e-50, 5e-324, 3e-60]),
    ("huge", [1e300, 2e300, 1e308, 1.7e308]),
    ("sums beyond 2^53", [2.0**52 + 1, 2.0**52 + 3, 2.0**53 - 1, 3.0]),
    ("sums beyond 2^64", [2.0**62, 2.0**63, 2.0**63, 2.0**63]),
]


@pytest.mark.parametrize("weights", [w for _, w in REALS], ids=[name for name, _ in REALS])
@pytest.mark.parametrize("directed", [True, False])
def test_distances_are_doubles_as_scipys(weights, directed):
    a = sp.csr_array((weights, ([0, 1, 2, 0], [1, 2, 3, 3])), shape=(5, 5))
    for function in ("dijkstra", "shortest_path", "johnson"):
        expected, found = both(function, a, directed=directed)
        assert found == expected
    expected, found = both("dijkstra", a, directed=directed, indices=[0, 2], min_only=True)
    assert found == expected
    graph = amorph.Graph.from_scipy(a + a.T if not directed else a, undirected=not directed)
    expected = scipy_csgraph.dijkstra(a, directed=directed)
    assert graph.distances(np.arange(5)).tolist() == graph.apsp().tolist() == expected.tolist()
    assert graph.sssp(1).distance.tolist() == expected[1].tolist()


def test_long_distances_are_doubles():
    n = 5000
    for weight in (np.int64(2**52), 2.0**52, 2.0**52 + 1):
        a = sp.csr_array((np.full(n - 1, weight), (np.arange(n - 1), np.arange(1, n))), shape=(n, n))
        expected, found = both("dijkstra", a, indices=0)
        assert found == expected and found[-1] > 2.0**64
        assert csgraph.dijkstra(a, indices=0, min_only=True).tolist() == expected


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.int64, np.uint8])
def test_duplicate_entries_count_as_in_scipy(dtype):
    def made():
        return sp.csr_array((np.array([5, 3, 4], dtype), np.array([2, 2, 1]), np.array([0, 3, 3, 3])), shape=(3, 3))

    for options in ({}, {"directed": False}, {"indices": 0, "min_only": True}):
        expected, found = both("dijkstra", made(), **options)
        assert found == expected
    for method in ("auto", "D", "FW"):
        expected, found = both("shortest_path", made(), method)
        assert found == expected
    for module in (scipy_csgraph, csgraph):
        assert module.minimum_spanning_tree(made()).sum() == (7 if dtype == np.float64 else 12)
    graph = amorph.Graph.from_scipy(made())
    assert graph.sssp(0).distance.tolist() == [0, 4, 3]  # an arc per entry
    assert amorph.Graph.from_scipy(made().tocoo()).sssp(0).distance.tolist() == [0, 4, 3]


def test_order_of_searches_is_scipys_for_every_layout():
    rng = np.random.default_rng(8)
    for layout in ("csr", "csc", "coo", "lil", "dense"):
        for dtype in (np.float64, np.int32):
            a = sp.coo_array((np.ones(60, dtype), (rng.integers(0, 30, 60), rng.integers(0, 30, 60))), shape=(30, 30))
            a = a.toarray() if layout == "dense" else a.asformat(layout)
            for directed in (True, False):
                expected, found = both("breadth_first_order", a, 3, directed=directed)
                assert found == expected
    a = sp.csr_array((np.ones(3, np.int32), np.array([2, 1, 0]), np.array([0, 2, 3, 3])), shape=(3, 3))
    expected, found = both("breadth_first_order", a, 0)
    assert found == expected


def test_maximum_flow_is_scipys():
    rng = np.random.default_rng(6)
    for trial in range(40):
        n, m = (30, 200) if trial % 2 else (60, 90)
        a = sp.coo_array((rng.integers(0, 9, m), (rng.integers(0, n, m), rng.integers(0, n, m))), shape=(n, n))
        a = (a.tocsr() if trial % 4 < 2 else (a + a.T).tocsr()).astype(np.int32)
        source, sink = rng.choice(n, 2, replace=False)
        found = csgraph.maximum_flow(a, source, sink)
        flow = found.flow.toarray()
        assert found.flow_value == scipy_csgraph.maximum_flow(a, source, sink).flow_value
        assert (flow == -flow.T).all() and (flow <= a.toarray()).all() and found.flow.has_sorted_indices
        balance = flow.sum(axis=1)
        assert balance[source] == found.flow_value == -balance[sink] and np.count_nonzero(balance) in (0, 2)
        a.data[:3] = -1  # SciPy has an answer
        for backend in (None, "cpu"):
            found = csgraph.maximum_flow(a, source, sink, backend=backend)
            assert found.flow_value == scipy_csgraph.maximum_flow(a, source, sink).flow_value


def test_breadth_first_order_is_scipys():
    rng = np.random.default_rng(5)
    for _ in range(20):
        a = sp.csr_array((np.ones(300), (rng.integers(0, 100, 300), rng.integers(0, 100, 300))), shape=(100, 100))
        for directed in (True, False):
            found = csgraph.breadth_first_order(a, 3, directed)
            expected = scipy_csgraph.breadth_first_order(a, 3, directed)
            assert np.array_equal(found[0], expected[0]) and np.array_equal(found[1], expected[1])


@pytest.fixture
def nx():
    found = pytest.importorskip("networkx")
    with found.config(warnings_to_ignore={"cache"}):
        yield found


def test_networkx_dispatches(nx):
    graph = nx.gnm_random_graph(80, 200, seed=2)
    for u, v, data in graph.edges(data=True):
        data["weight"] = (u * v) % 17 + 1
        data["capacity"] = (u + v) % 7
    for call in (
        lambda **o: nx.single_source_dijkstra_path_length(graph, 0, **o),
        lambda **o: nx.core_number(graph, **o),
        lambda **o: nx.maximum_flow_value(graph, 0, 5, **o),
        lambda **o: sorted(map(sorted, nx.connected_components(graph, **o))),
        lambda **o: sorted(nx.minimum_spanning_tree(graph, **o).edges),
    ):
        assert call(backend="amorph") == call()
    assert nx.betweenness_centrality(graph, backend="amorph") == pytest.approx(nx.betweenness_centrality(graph))
    with pytest.raises(NotImplementedError, match="amorph"):
        nx.betweenness_centrality(graph, weight="weight", backend="amorph")


def test_networkx_scores_to_the_last_digit(nx):
    # Where paths are unique, scores are integers: the scale alone rounds.
    for graph in (nx.path_graph(10, nx.DiGraph), nx.path_graph(13), nx.cycle_graph(11), nx.star_graph(23)):
        assert nx.betweenness_centrality(graph, backend="amorph") == nx.betweenness_centrality(graph)


def as_networkx_does(nx, call):
    """Asserts that the call has the same answer, or exception, whether NetworkX may choose Amorph or not."""
    found = []
    for priority in ([], ["amorph"]):
        with nx.config(backend_priority=priority):
            try:
                found.append(call())
            except Exception as error:  # noqa: BLE001
                found.append(type(error))
    by_node = isinstance(found[0], dict) and all(isinstance(value, float) for value in found[0].values())
    expected = pytest.approx(found[0]) if by_node else found[0]
    assert found[1] == expected or str(found[1]) == str(found[0])  # NaN is not equal to itself


def weighted(nx, kind, weights, seed=3):
    graph = kind()
    graph.add_nodes_from(range(12))
    rng = np.random.default_rng(seed)
    for i in range(25):
        graph.add_edge(*map(int, rng.integers(0, 12, 2)), weight=weights[i % len(weights)])
    graph.add_edge(0, 1, weight=weights[0])  # parallel in multigraphs
    graph.add_edge(0, 1, weight=weights[-1])
    return graph


@pytest.mark.parametrize(
    "weights",
    [[1, 2, 3], [0.1, 0.2, 0.7], [1e-50, 1.5], [-1, 2], [2**62, 2**61 + 1], [2**70], [2**53 + 1, 0.5],
     [float("inf"), 1], [float("nan"), 1], ["a"], [None], [True, 2], [np.float32(0.1), np.float32(0.7)],
     [np.float32(0.1), 0.7], [np.int32(2**31 - 1)]],
    ids=str,
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:overflow")
def test_networkx_weights_of_every_kind(nx, weights):
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
        graph = weighted(nx, kind, weights)
        for call in (
            lambda: nx.single_source_dijkstra_path_length(graph, 0),
            lambda: nx.single_source_dijkstra_path_length(graph, 0, cutoff=2.5),
            lambda: nx.multi_source_dijkstra_path_length(graph, [0, 5]),
            lambda: list(nx.all_pairs_dijkstra_path_length(graph)),
            lambda: dict(nx.all_pairs_dijkstra_path_length(graph, weight=lambda u, v, d: 1)),
            lambda: sorted(data["weight"] for *_, data in nx.minimum_spanning_edges(graph)),
            lambda: nx.minimum_spanning_tree(graph).size(),
            lambda: nx.wiener_index(graph, weight="weight"),
            lambda: nx.pagerank(graph),
        ):
            as_networkx_does(nx, call)


def test_what_networkx_is_faster_at_is_left_to_it(nx, monkeypatch, caplog):
    monkeypatch.setattr(amorph.networkx, "_leaves_small", True)

    def left(call, converted=False):
        caplog.clear()
        with nx.config(backend_priority=["amorph"]), caplog.at_level("DEBUG", "networkx"):
            call()
        assert not converted or "Using cached" in caplog.text
        return "shouldn't run" in caplog.text

    small, large = nx.gnm_random_graph(400, 1600, seed=1), nx.gnm_random_graph(8000, 32000, seed=1)
    alone = nx.Graph(large.edges)
    alone.add_node("alone")
    tail = nx.Graph([("a", "b"), *large.edges])
    for call in (
        nx.is_connected,
        nx.number_connected_components,
        lambda g: list(nx.connected_components(g)),
        lambda g: nx.node_connected_component(g, next(iter(g))),
        lambda g: nx.single_source_shortest_path_length(g, next(iter(g))),
    ):
        small.__networkx_cache__.clear()
        large.__networkx_cache__.clear()
        assert left(lambda: call(small)) and not left(lambda: call(large))
        nx.core_number(small, backend="amorph")
        assert not left(lambda: call(small), converted=True)
        assert left(lambda: call(nx.path_graph(5)))
    for call in (
        lambda: nx.single_source_dijkstra_path_length(tail, "a"),
        lambda: nx.is_connected(nx.path_graph(5000)),
        lambda: nx.node_connected_component(alone, "alone"),
        lambda: nx.single_source_shortest_path_length(tail, "a"),
        lambda: nx.number_connected_components(nx.complete_graph(1500)),
        lambda: nx.betweenness_centrality(small, k=5, seed=1),
    ):
        assert left(call)
    for node in ("none", []):
        with pytest.raises((nx.NodeNotFound, TypeError, KeyError)), nx.config(backend_priority=["amorph"]):
            nx.single_source_shortest_path_length(large, node)
    assert nx.is_connected(small, backend="amorph") == nx.is_connected(small)
    as_networkx_does(nx, lambda: nx.multi_source_dijkstra_path_length(tail, ["a", "b"]))
    arc = nx.DiGraph([("b", "a"), *large.edges])
    for call in (nx.is_connected, lambda g: list(map(sorted, nx.connected_components(g)))):
        as_networkx_does(nx, lambda: call(nx.Graph([(-1, -2), *large.edges])))
    for call in (nx.is_weakly_connected, nx.is_strongly_connected):
        as_networkx_does(nx, lambda: call(arc))


def test_networkx_reads_what_it_is_shown(nx):
    from networkx.algorithms.approximation.kcomponents import _AntiGraph

    class Renamed(nx.Graph):
        """Reads as its base does."""

    class Doubled(nx.Graph):
        def neighbors(self, n):
            return iter([v for v in super().neighbors(n) for _ in "ab"])

    base = nx.karate_club_graph()
    directed = nx.gnp_random_graph(20, 0.1, seed=5, directed=True)
    for u, v, data in directed.edges(data=True):
        data["weight"] = u + 2 * v
    planar = nx.check_planarity(nx.grid_2d_graph(3, 3))[1]
    graphs = [
        _AntiGraph(nx.complement(nx.path_graph(6))), Renamed(base), Doubled(nx.path_graph(4)), planar, directed,
        base.subgraph(range(1, 20)), nx.subgraph_view(base, filter_edge=lambda u, v: (u + v) % 3 != 0),
        directed.reverse(copy=False), directed.to_undirected(as_view=True), base.to_directed(as_view=True),
        base.edge_subgraph([(0, 1), (1, 2)]), nx.MultiGraph(base), nx.MultiDiGraph(directed).subgraph(range(9)),
        nx.restricted_view(base, [0], [(1, 2)]),
    ]  # fmt: skip
    for graph in graphs:
        start = next(iter(graph))
        for call in (
            lambda: nx.core_number(graph),
            lambda: nx.triangles(graph),
            lambda: nx.triangles(graph, [start]),
            lambda: nx.number_connected_components(graph),
            lambda: list(map(sorted, nx.connected_components(graph))),
            lambda: nx.node_connected_component(graph, start),
            lambda: nx.node_connected_component(graph, "none"),
            lambda: nx.minimum_spanning_tree(graph).size(weight="weight"),
            lambda: nx.maximum_flow_value(graph, start, list(graph)[-1], capacity="weight"),
            lambda: nx.number_weakly_connected_components(graph),
            lambda: nx.number_strongly_connected_components(graph),
            lambda: nx.single_source_shortest_path_length(graph, start),
            lambda: dict(nx.all_pairs_shortest_path_length(graph)),
            lambda: nx.single_source_dijkstra_path_length(graph, start),
            lambda: nx.betweenness_centrality(graph),
            lambda: nx.pagerank(graph),
        ):
            as_networkx_does(nx, call)
    as_networkx_does(nx, lambda: {k: len(v) for k, v in nx.approximation.k_components(base).items()})
    assert amorph.Graph.from_networkx(graphs[0]).kcore().tolist() == [1] * 6
    with pytest.raises(NotImplementedError, match="amorph"):
        nx.core_number(graphs[0], backend="amorph")


def test_networkx_views_change_with_their_graph(nx):
    graph = nx.path_graph(6)
    view = graph.subgraph([0, 1, 2, 4, 5])
    with nx.config(backend_priority=["amorph"]):
        assert nx.number_connected_components(view) == 2
        graph.add_edge(2, 4)
        assert nx.number_connected_components(view) == 1


def test_networkx_numbers_beyond_amorphs_range(nx):
    graph = nx.gnp_random_graph(15, 0.3, seed=1)
    for alpha in (0, 0.5, 0.9999999, 1, 1.0, 1.5, -0.5):
        as_networkx_does(nx, lambda: nx.pagerank(graph, alpha=alpha))
    for tol in (0, -1, 1e-12, 1.0, 100):
        as_networkx_does(nx, lambda: nx.pagerank(graph, tol=tol, max_iter=200))
    for cutoff in (-1, 0, 1, 1.5, float("inf")):
        as_networkx_does(nx, lambda: nx.single_source_shortest_path_length(graph, 0, cutoff=cutoff))
        as_networkx_does(nx, lambda: nx.single_source_dijkstra_path_length(graph, 0, cutoff=cutoff))


def test_networkx_searches_near_a_node_itself(nx, caplog):
    graph = nx.path_graph(9)
    with nx.config(backend_priority=["amorph"]), caplog.at_level("DEBUG", "networkx"):
        for call in (
            lambda: nx.single_source_shortest_path_length(graph, 0, 2),
            lambda: nx.single_source_dijkstra_path_length(graph, 0, cutoff=2),
            lambda: nx.triangles(graph, 3),
        ):
            caplog.clear()
            call()
            assert "reads only a part" in caplog.text
        caplog.clear()
        nx.triangles(graph)
        assert "Using backend 'amorph'" in caplog.text


@pytest.fixture
def random_graph():
    def made(n, arcs, dtype=np.float64):
        rng = np.random.default_rng(9)
        a = sp.coo_array((rng.integers(1, 9, arcs), rng.integers(0, n, (2, arcs))), shape=(n, n)).tocsr()
        return a.astype(dtype)

    return made


def test_what_scipy_is_faster_at_is_left_to_it(monkeypatch, caplog, random_graph):
    monkeypatch.setattr(csgraph, "_leaves_small", True)
    small, large, dense = random_graph(30, 200), random_graph(20000, 160000), random_graph(100, 90000)
    path = sp.csr_array((np.ones(19999), (np.arange(19999), np.arange(1, 20000))), shape=(20000, 20000))
    apart = large.copy()
    apart.data = np.where(np.repeat(np.arange(20000), np.diff(apart.indptr)) == 0, 0, apart.data)
    apart.eliminate_zeros()
    searches = {
        "dijkstra": {"indices": 0},
        "johnson": {"indices": 0},
        "bellman_ford": {"indices": 0},
        "shortest_path": {"indices": 0},
        "breadth_first_order": {"i_start": 0, "return_predecessors": False},
    }
    others = {"connected_components": {"connection": "strong", "return_labels": False}, "minimum_spanning_tree": {}}

    def left(name, a, **options):
        caplog.clear()
        with caplog.at_level("DEBUG", "amorph.csgraph"):
            found = getattr(csgraph, name)(a, **options)
        options.pop("backend", None)
        if name == "dijkstra":
            assert np.array_equal(found, scipy_csgraph.dijkstra(a, **options))
        return "is SciPy's" in caplog.text

    for name, options in (searches | others).items():
        assert left(name, small, **options) == (name != "breadth_first_order")
        if name != "connected_components":
            assert not left(name, large, **options)
        if name != "breadth_first_order":
            assert not left(name, small, backend="cpu", **options)
            assert left(name, small.toarray(), **options)
    for name in ("dijkstra", "breadth_first_order"):
        assert left(name, apart, **searches[name])
    assert left("dijkstra", path, indices=0) and left("dijkstra", dense, indices=0, directed=False)
    assert not left("connected_components", small) and not left("dijkstra", large, indices=range(4))
    flows = [csgraph.maximum_flow(a, 0, 5).flow_value for a in (dense.astype(int), small.astype(int))]
    assert flows == [scipy_csgraph.maximum_flow(a.astype(np.int32), 0, 5).flow_value for a in (dense, small)]


def test_distances_of_dense_graphs(monkeypatch):
    monkeypatch.setattr(csgraph, "_leaves_small", True)
    rng = np.random.default_rng(10)
    for kind in (np.int32, np.float64):
        for scale in (1, 2**31 // 200, 2**31, 0.3):
            a = np.where(rng.random((90, 90)) < 0.5, rng.integers(1, 100, (90, 90)) * scale, 0)
            a[:, 7] = 0
            given = sp.csr_array(a.astype(kind if scale == 1 else np.float64))
            for directed in (True, False):
                expected, found = both("shortest_path", given, directed=directed)
                assert found == expected if scale != 0.3 else np.allclose(found, expected)


def test_points_to_sets(tmp_path, monkeypatch):
    monkeypatch.delenv("AMORPH_PTA", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="amorph-tools"):
        pta.sets("x")


def test_points_to_sets_of_a_command(tmp_path):
    if not shutil.which("amorph-pta"):
        pytest.skip("no amorph-pta on the PATH")
    name = tmp_path / "constraints"
    name.write_text("amorph-constraints 1\nvariables 5\nobjects 3\naddress_of 1\n3 2\ncopy 1\n4 3\nend\n")
    found = pta.sets(name)
    assert found.shape == (5, 5) and found[[4]].indices.tolist() == [2] and found.nnz == 2


def gallery():
    page = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    blocks = page.read_text().split("```python\n")[1:]
    return [block.split("```")[0] for block in blocks]


@pytest.mark.parametrize("code", gallery(), ids=lambda code: code.split("\n")[0].strip("# ")[:40])
def test_gallery_runs(code, tmp_path, monkeypatch):
    if "pta." in code and not shutil.which("amorph-pta"):
        pytest.skip("no amorph-pta on the PATH")
    if "matplotlib" in code:
        pytest.importorskip("matplotlib").use("agg")
    monkeypatch.chdir(tmp_path)
    exec(compile(textwrap.dedent(code), "docs/python.md", "exec"), {})
