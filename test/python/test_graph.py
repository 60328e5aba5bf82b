"""Graphs: answers against SciPy or by hand, on arrays of every kind that is taken."""

import gc
import shutil
import signal
import subprocess
import threading

import amorph
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse import csgraph as scipy_csgraph


def random_graph(n=300, m=1500, seed=1, dtype=np.int32):
    rng = np.random.default_rng(seed)
    ends = rng.integers(0, n, m), rng.integers(0, n, m)
    return sp.csr_array((rng.integers(1, 100, m).astype(dtype), ends), shape=(n, n))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64, np.uint8])
def test_distances_are_scipys(dtype):
    a = random_graph(dtype=dtype)
    g = amorph.Graph.from_scipy(a)
    expected = scipy_csgraph.dijkstra(a.astype(float), indices=[7, 8])
    distance = g.distances([7, 8]).astype(float)
    distance[distance > 1e18] = np.inf
    assert np.array_equal(distance, expected)
    assert g.distances([7, 8]).dtype == (np.float64 if np.dtype(dtype).kind == "f" else np.uint64)


def test_forests_by_doubles():
    for weights in ([1.00000001, 1.00000003, 1.00000002], [1e-50, 3e-50, 2e-50], [-0.1, 0.3, 0.2], [-0.0, 0.1, 0.0]):
        g = amorph.Graph.from_edges([0, 0, 1], [1, 2, 2], weights, undirected=True)
        assert g.weights.dtype == np.float64 and sorted(g.edge_of_arc[g.mst().arcs]) == [0, 2]
        assert g.mst().weight == weights[0] + weights[2]


def test_weights_are_never_rounded():
    for weights, kept in (
        ([1.0, 2.0], np.int32), ([2.0**40, 1], np.int64), ([2.0**53 - 1, 1], np.float64), ([0.5, 1], np.float32),
        ([0.1, 1], np.float64), (np.array([0.1, 1], np.float32), np.float32), (np.array([1, 2], np.uint64), np.int64),
        (np.array([0.5, 1], np.float16), np.float32), ([2**62, 1], np.int64), ([True, False], np.int32),
    ):  # fmt: skip
        g = amorph.Graph([0, 1, 2], [1, 0], weights)
        assert g.weights.dtype == kept and np.array_equal(g.weights, np.asarray(weights))
    with pytest.raises(ValueError, match="weights: expected integers up to 9223372036854775807"):
        amorph.Graph([0, 1, 2], [1, 0], np.array([2**63, 1], np.uint64))


def test_distances_that_are_left_are_the_same():
    for weights in ([0.1, 0.2], [0.5, 2], [1.0, 2], [1, 2]):
        g = amorph.Graph.from_edges([0, 1], [1, 2], weights, vertices=4, backend="cpu")
        for leave in (False, True):
            found = np.asarray(g.sssp(0, leave=leave).distance)
            assert np.array_equal(found, g.distances([0], leave=leave)[0]) and found[3] > 1e18
        assert np.array_equal(found, g.sssp(0).distance)


def test_search_tree():
    a = random_graph()
    level, parent = amorph.Graph.from_scipy(a).bfs(3)
    assert level[3] == 0 and parent[3] == 3
    for v in np.flatnonzero((level != amorph.UNREACHED) & (level > 0)):
        assert level[parent[v]] + 1 == level[v] and a[parent[v], v] != 0


def test_arrays_that_fit_are_not_copied():
    indptr, indices, weights = np.array([0, 1, 1], np.int64), np.array([1], np.int32), np.array([5], np.int32)
    g = amorph.Graph(indptr, indices, weights)
    assert np.shares_memory(g.indptr, indptr) and np.shares_memory(g.indices, indices) and g.weights is weights
    result = g._run("bfs", sources=0)
    assert np.shares_memory(result.array("level"), result.array("level"))


def test_answers_outlive_graph_and_result():
    g = amorph.Graph.from_scipy(random_graph())
    level, _ = g.bfs(0)
    before = level.copy()
    del g
    gc.collect()
    junk = [np.ones(300, np.uint32) for _ in range(100)]
    assert np.array_equal(level, before) and junk


def test_buffers_and_dlpack():
    import array

    class Lent:
        def __init__(self, a):
            self.a = a

        def __dlpack__(self, **options):
            return self.a.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.a.__dlpack_device__()

    indices = memoryview(array.array("i", [1, 0]))
    g = amorph.Graph(array.array("q", [0, 1, 2]), indices, Lent(np.array([2, 2], np.int32)))
    assert g.sssp(0).distance.tolist() == [0, 2]


def test_undirected_edges():
    g = amorph.Graph.from_edges([0, 1, 2], [1, 2, 2], [3, 1, 9], undirected=True)
    assert g.arcs == 5 and g.sssp(2).distance.tolist() == [4, 1, 0] and g.edge_of_arc.tolist() == [0, 0, 1, 1, 2]


def test_forest_flow_components():
    a = random_graph()
    g = amorph.Graph.from_scipy(a)
    assert g.mst().weight == scipy_csgraph.minimum_spanning_tree(a.astype(float)).sum()
    flow = g.maxflow(0, 1)
    assert flow.value == scipy_csgraph.maximum_flow(a, 0, 1).flow_value
    assert flow.sink_side.dtype == bool and flow.sink_side[1] and not flow.sink_side[0]
    tails = np.repeat(np.arange(300), np.diff(a.indptr))
    crossing = ~flow.sink_side[tails] & flow.sink_side[a.indices]
    assert a.data[crossing].sum() == flow.value
    for found, connection in ((g.components(), "weak"), (g.scc(), "strong")):
        count, label = scipy_csgraph.connected_components(a, connection=connection)
        assert found.count == count and len(set(zip(label.tolist(), found.label.tolist()))) == count


def test_centralities_against_networkx():
    nx = pytest.importorskip("networkx")
    graph = nx.gnm_random_graph(60, 150, seed=4)
    g = amorph.Graph.from_networkx(graph)
    rank = g.pagerank(tolerance=1e-10).rank
    assert np.allclose(rank, list(nx.pagerank(graph, tol=1e-12).values()), atol=1e-8)
    assert g.kcore().tolist() == list(nx.core_number(graph).values())
    assert g.triangles().per_vertex.tolist() == list(nx.triangles(graph).values())
    assert g.triangles().count * 3 == sum(nx.triangles(graph).values())
    assert g.triangles(per_vertex=False) == (g.triangles().count, None)
    assert np.allclose(g.betweenness() / 2, list(nx.betweenness_centrality(graph, normalized=False).values()))


def test_all_pairs():
    a = random_graph(60, 300)
    found = amorph.Graph.from_scipy(a).apsp().astype(float)
    found[found == 2**31 - 1] = np.inf
    assert np.array_equal(found, scipy_csgraph.dijkstra(a.astype(float)))


def test_partition():
    n = 20
    edges = [
        (i * n + j, k)
        for i in range(n)
        for j in range(n)
        for k in ((i + 1) * n + j, i * n + j + 1)
        if k < n * n and (k // n == i or k % n == j)
    ]
    tails, heads = np.array(edges).T
    g = amorph.Graph.from_edges(tails, heads, undirected=True)
    part, cut, _, balance = g.partition(4, seed=7)
    tails = np.repeat(np.arange(g.vertices), np.diff(g.indptr.astype(int)))
    assert set(part) == {0, 1, 2, 3} and balance <= 1.03
    assert cut == (part[tails] != part[g.indices]).sum() // 2 < 80
    weighted = g.partition(2, vertex_weights=np.r_[np.full(200, 3), np.ones(200, int)]).part
    assert abs((np.r_[np.full(200, 3), np.ones(200, int)][weighted == 0]).sum() - 400) <= 12
    for preset in ("fast", "quality"):
        assert g.partition(4, preset=preset).cut < 80
    with pytest.raises(ValueError, match="preset"):
        g.partition(4, preset="best")


def test_repartition():
    n = 900
    edges = np.array([(i, i + d) for i in range(n) for d in (1, 30) if i + d < n and (d != 1 or i % 30 != 29)])
    g = amorph.Graph.from_edges(*edges.T, undirected=True)
    old = g.partition(4).part.astype(np.int32)
    edges = np.concatenate([edges, [(i, n + i) for i in range(9)]])
    changed = amorph.Graph.from_edges(*edges.T, undirected=True)
    start = np.concatenate([old, np.full(9, -1)])
    part, cut, _, balance = changed.repartition(4, start)
    assert balance <= 1.03 and (part[:n] != old).sum() <= n // 20
    tails = np.repeat(np.arange(changed.vertices), np.diff(changed.indptr.astype(int)))
    assert cut == (part[tails] != part[changed.indices]).sum() // 2
    assert np.array_equal(changed.repartition(4, start, move_cost=1000).part[:n], old)
    with pytest.raises(ValueError, match="start"):
        changed.repartition(4, old)
    with pytest.raises(amorph.BadInputError, match="in part 4 of 4"):
        changed.repartition(4, np.full(n + 9, 4))


def test_strategies_and_backends_agree():
    g = amorph.Graph.from_scipy(random_graph(), backend="cpu")
    assert g.last_backend == "" and np.array_equal(g.bfs(0, strategy="mask").level, g.bfs(0).level)
    assert g.last_backend == "cpu"
    with pytest.raises(amorph.BadInputError, match="no strategy 'fast'"):
        g.bfs(0, strategy="fast")


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: amorph.Graph([0, 1], [1]).bfs(0), "vertex|arc|head|target"),
        (lambda: amorph.Graph([0, 2], [0]), "last offset"),
        (lambda: amorph.Graph([], []), "none"),
        (lambda: amorph.Graph([0, 1], [0], [1, 2]), "one per arc"),
        (lambda: amorph.Graph([0, 1], [-1]), "found -1"),
        (lambda: amorph.Graph([0, 1], np.array([-1], np.int32)).bfs(0), "vertex|arc|head|target"),
        (lambda: amorph.Graph([0, 0], []).bfs(1), "no vertex 1"),
        (lambda: amorph.Graph([0, 1, 2], [1, 0], [-1, -1]).sssp(0), "negative|weight"),
        (lambda: amorph.Graph.from_edges([0], [5], vertices=2), "no vertex 5"),
        (lambda: amorph.Graph([0, 0, 0], []).maxflow(0, 0), "."),
        (lambda: amorph.Context("gpu"), "backend"),
        (lambda: amorph.Graph([0, 1, 1, 2], [1, 0], undirected=True).pagerank(), "vertex 0 to vertex 1"),
        (lambda: amorph.Graph([0, 1, 2], [1, 0], [1, 2], undirected=True).mst(), "vertex 0 to vertex 1"),
        (lambda: amorph.Graph([0, 1, 2], [1, 0], [0.1, 0.3], undirected=True).sssp(0), "same weight"),
        (lambda: amorph.Graph([0, 2, 3], [1, 1, 0], undirected=True).components(), "vertex 0 to vertex 1"),
        (lambda: amorph.Graph([0, 1, 2, 3], [1, 2, 0], undirected=True).bfs(0), "without its reverse"),
    ],
)
def test_faults_are_exceptions(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_no_device_is_said():
    try:
        g = amorph.Graph([0, 1, 2], [1, 0], backend="cuda")
    except amorph.NoDeviceError as error:
        assert str(error)
        return
    assert g.bfs(0).level.tolist() == [0, 1] and g.last_backend.startswith("cuda")


def road(side):
    v = np.arange(side * side, dtype=np.uint32).reshape(side, side)
    tails = np.concatenate([v[:, :-1].ravel(), v[:-1].ravel()])
    heads = np.concatenate([v[:, 1:].ravel(), v[1:].ravel()])
    weights = np.random.default_rng(1).integers(1, 1000, len(tails))
    return amorph.Graph.from_edges(tails, heads, weights, undirected=True, backend="cpu")


def test_control_c_ends_a_run():
    g = road(120)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            g.betweenness()
    timer.join()
    assert g.bfs(0).level.max() == 238  # the context goes on


def test_stop_ends_a_run_from_another_thread():
    context = amorph.Context("cpu")
    g = amorph.Graph(*[(h := road(120)).indptr, h.indices], undirected=True, context=context)
    timer = threading.Timer(0.3, context.stop)
    timer.start()
    with pytest.raises(amorph.InterruptedError):
        for _ in range(1000):
            g.betweenness()
    timer.join()
    context.resume()
    assert g.bfs(0).level.max() == 238


def test_the_gil_is_released():
    g = road(100)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (g.betweenness(samples=2000), done.set()))
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
    thread.join()
    assert turns > 1000


def test_progress_is_called_and_may_raise():
    seen = []
    context = amorph.Context("cpu", progress=lambda *what: seen.append(what))
    base = road(60)
    g = amorph.Graph(base.indptr, base.indices, base.weights, undirected=True, context=context)
    g.betweenness()
    if not seen:
        pytest.fail("progress was not called")
    phase, done, total = seen[0]
    assert isinstance(phase, str) and done >= 0 and total >= 0

    def refuse(*_):
        raise LookupError("enough")

    g = amorph.Graph(base.indptr, base.indices, undirected=True, context=amorph.Context("cpu", progress=refuse))
    with pytest.raises(LookupError, match="enough"):
        g.betweenness()


def test_progress_bar(capsys):
    pytest.importorskip("tqdm")
    base = road(60)
    amorph.Graph(base.indptr, base.indices, undirected=True, context=amorph.Context("cpu", progress=True)).betweenness()
    assert "%|" in capsys.readouterr().err
    amorph.Graph(base.indptr, base.indices, undirected=True, context=amorph.Context("cpu")).betweenness()
    assert capsys.readouterr() == ("", "")


def test_threads_share_a_graph():
    g = road(50)
    expected = [g.sssp(s).distance.copy() for s in range(8)]
    found = [None] * 8

    def ask(s):
        for _ in range(5):
            found[s] = g.sssp(s).distance

    threads = [threading.Thread(target=ask, args=(s,)) for s in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(np.array_equal(a, b) for a, b in zip(expected, found))


def test_files(tmp_path):
    from scipy.io import mmwrite

    a = random_graph(20, 60)
    mmwrite(tmp_path / "a.mtx", a)
    sp.save_npz(tmp_path / "a.npz", a)
    coo = a.tocoo()
    lines = [f"a {u + 1} {v + 1} {w}" for u, v, w in zip(*coo.coords, coo.data)]
    (tmp_path / "a.gr").write_text(f"c\np sp 20 {len(lines)}\n" + "\n".join(lines) + "\n")
    expected = amorph.Graph.from_scipy(a).sssp(0).distance
    for name in ("a.mtx", "a.npz", "a.gr"):
        assert np.array_equal(amorph.Graph.from_file(tmp_path / name).sssp(0).distance.astype(expected.dtype), expected)
    (tmp_path / "b.gr").write_text("p sp 2 1\na 1 3 1\n")
    with pytest.raises(amorph.BadInputError, match="vertices 1 .. 2"):
        amorph.Graph.from_file(tmp_path / "b.gr")


MATRIX = "%%MatrixMarket matrix coordinate "
GIVEN = [  # the header, the lines, and the rows that amorph-graph reads
    ("integer general", "2 2 2\n1 2 4\n1 2 5\n", [[(1, 4), (1, 5)], []]),
    ("integer general", "3 3 3\n1 3 4\n1 2 5\n2 2 0\n", [[(2, 4), (1, 5)], [(1, 0)], []]),
    ("pattern general", "2 2 2\n2 1\n2 1\n", [[], [(0, 1), (0, 1)]]),
    ("integer symmetric", "2 2 3\n2 1 4\n2 1 5\n2 2 6\n", [[(1, 4), (1, 5)], [(0, 4), (0, 5), (1, 6)]]),
    ("integer symmetric", "3 3 3\n3 1 7\n3 2 8\n2 1 9\n", [[(2, 7), (1, 9)], [(2, 8), (0, 9)], [(0, 7), (1, 8)]]),
]


@pytest.mark.parametrize("header, lines, rows", GIVEN, ids=[f"{h}, {i}" for i, (h, *_) in enumerate(GIVEN)])
def test_matrix_files_are_read_as_by_the_command(tmp_path, header, lines, rows):
    name = tmp_path / "a.mtx"
    name.write_text(MATRIX + header + "\n" + lines)
    g = amorph.Graph.from_file(name)
    weights = np.ones(g.arcs, int) if g.weights is None else g.weights
    at = g.indptr.astype(int)
    found = [list(zip(g.indices[a:b].tolist(), weights[a:b].tolist())) for a, b in zip(at, at[1:])]
    assert found == rows and g.undirected == ("symmetric" in header)
    if shutil.which("amorph-graph"):
        command = ["amorph-graph", "convert", str(name), "--output", str(tmp_path / "a.gr")]
        subprocess.run(command, check=True)
        other = amorph.Graph.from_file(tmp_path / "a.gr")
        assert np.array_equal(other.indptr, g.indptr) and np.array_equal(other.indices, g.indices)
        assert np.array_equal(other.weights, weights)


@pytest.mark.parametrize(
    "content, message",
    [
        (MATRIX + "real general\n2 3 1\n2 3 1\n", "a.mtx: expected a square matrix, found shape"),
        (MATRIX + "complex general\n2 2 1\n1 2 1 1\n", "found 'coordinate complex general'"),
        (MATRIX + "real skew-symmetric\n2 2 1\n2 1 1\n", "skew-symmetric"),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", "found 'array"),
    ],
)
def test_other_matrix_files_are_refused(tmp_path, content, message):
    (tmp_path / "a.mtx").write_text(content)
    with pytest.raises(amorph.BadInputError, match=message):
        amorph.Graph.from_file(tmp_path / "a.mtx")


def test_rectangular_matrices_are_refused(tmp_path):
    a = sp.csr_array(np.ones((2, 3)))
    sp.save_npz(tmp_path / "a.npz", a)
    for call in (lambda: amorph.Graph.from_scipy(a), lambda: amorph.Graph.from_file(tmp_path / "a.npz")):
        with pytest.raises(ValueError, match="expected a square matrix"):
            call()


def test_whole_numbers_in_float64_are_integers_where_those_are_needed():
    n = 100
    tails, heads = np.arange(n - 1), np.arange(1, n)
    wide = amorph.Graph.from_edges(tails, heads, np.full(n - 1, 1e15 + 1))
    assert wide.maxflow(0, n - 1).value == 10**15 + 1 and wide.apsp()[0, n - 1] == wide.sssp(0).distance[n - 1]
    exact = 2**53 + 1  # no double
    assert amorph.Graph.from_edges([0], [1], np.array([exact])).maxflow(0, 1).value == exact
    narrow = amorph.Graph.from_edges(tails, heads, np.full(n - 1, 2.0)).apsp(strategy="blocked")
    assert narrow.dtype == np.float64 and narrow[0, n - 1] == 2 * (n - 1) and narrow[n - 1, 0] == np.inf
    halves = amorph.Graph.from_edges(tails, heads, np.full(n - 1, 0.5))
    assert halves.apsp()[0, n - 1] == (n - 1) / 2
    with pytest.raises(amorph.BadInputError, match="expected integer capacities"):
        halves.maxflow(0, n - 1)
