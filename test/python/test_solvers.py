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
        assert np.array_equal(csgraph.dijkstra(a), scipy_csgraph.dijkstra(a))
        assert "is SciPy's: weights" in caplog.text
        caplog.clear()
        a.data[:] = [1.5, 0.25, 2]
        assert np.array_equal(csgraph.dijkstra(a), scipy_csgraph.dijkstra(a)) and not caplog.text
    assert set(csgraph.__all__) == set(scipy_csgraph.__all__)


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


def test_breadth_first_order_is_scipys():
    rng = np.random.default_rng(5)
    for _ in range(20):
        a = sp.csr_array((np.ones(300), (rng.integers(0, 100, 300), rng.integers(0, 100, 300))), shape=(100, 100))
        for directed in (True, False):
            found = csgraph.breadth_first_order(a, 3, directed)
            expected = scipy_csgraph.breadth_first_order(a, 3, directed)
            assert np.array_equal(found[0], expected[0]) and np.array_equal(found[1], expected[1])


@pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")
def test_networkx_dispatches():
    nx = pytest.importorskip("networkx")
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
