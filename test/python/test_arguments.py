"""Arguments of wrong types and sizes: refused with a message that names them, never converted to other numbers."""

import copy
import pickle

import amorph
import numpy as np
import pytest
from amorph import csgraph, hypergraph, metis, sat, triangle

ARCS = amorph.Graph([0, 2, 3, 3], [1, 2, 2], [5, 9, 1], backend="cpu")
PATH = amorph.Graph.from_edges([0, 1, 2], [1, 2, 3], undirected=True, backend="cpu")
SQUARE = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}


@pytest.mark.parametrize(
    "call, error, named",
    [
        (lambda: ARCS.bfs(1.5), TypeError, "sources"),
        (lambda: ARCS.bfs("a"), TypeError, "sources"),
        (lambda: ARCS.bfs(None), TypeError, "sources"),
        (lambda: ARCS.bfs(2**70), ValueError, "no vertex"),
        (lambda: ARCS.bfs([0, 0.5]), TypeError, "sources"),
        (lambda: ARCS.sssp(0, window="x"), TypeError, "window"),
        (lambda: ARCS.maxflow(0, "a"), TypeError, "str"),
        (lambda: amorph.Graph([0, 1, 1], [1], [2**70]), TypeError, "weights"),
        (lambda: amorph.Graph([0, 1, 1], [1], [np.nan]).sssp(0), ValueError, "finite"),
        (lambda: amorph.Graph([0, 1, 1], [1], [np.nan]).mst(), ValueError, "NaN"),
        (lambda: amorph.Graph([0, 1, 1], [1], context=5), TypeError, "context"),
        (lambda: amorph.Graph.from_scipy([[1]]), TypeError, "list"),
        (lambda: amorph.Graph.from_edges([0], [1], vertices=2**33), ValueError, "vertices"),
        (lambda: amorph.Graph.from_edges([0], [1], vertices="2"), TypeError, "vertices"),
        (lambda: amorph.Graph.from_edges([0], [1], vertices=-1), ValueError, "vertices"),
        (lambda: ARCS.bfs(0, strategy=3), TypeError, "strategy"),
        (lambda: metis.part_graph(2, [[9], [2], [0]]), ValueError, "adjacency"),
        (lambda: metis.part_mesh(2, [[0, 1, -2]]), ValueError, "connectivity"),
        (lambda: triangle.triangulate(SQUARE, "p", unsuitable=lambda *_: None), ValueError, "unsuitable"),
        (lambda: triangle.triangulate(SQUARE, "p", unsuitable=lambda *_: [True]), ValueError, "unsuitable"),
        (lambda: amorph.Context("cpu", threads=-1), ValueError, "threads"),
        (lambda: amorph.Context("cpu", threads=1.5), TypeError, "threads"),
        (lambda: amorph.Context("cpu", progress=5), TypeError, "progress"),
        (lambda: csgraph.breadth_first_order(np.ones((2, 2)), 1.5), TypeError, "i_start"),
        (lambda: csgraph.breadth_first_order(np.ones((2, 2)), 2), ValueError, "i_start"),
        (lambda: PATH.partition(2, imbalance="x"), TypeError, "imbalance"),
        (lambda: hypergraph.partition([[0, 1]], 2, imbalance=None), TypeError, "imbalance"),
        (lambda: PATH.partition(-1), ValueError, "parts"),
        (lambda: PATH.partition(2.5), TypeError, "parts"),
        (lambda: PATH.partition(2**40), ValueError, "parts"),
        (lambda: PATH.partition(2, vertex_weights=[0.5, 1, 1, 1]), TypeError, "vertex_weights"),
        (lambda: PATH.partition(2, vertex_weights=[2**40, 1, 1, 1]), ValueError, "vertex_weights"),
        (lambda: PATH.partition(2, edge_weights=[1.0] * 6), TypeError, "edge_weights"),
        (lambda: PATH.partition(2, seed=-1), ValueError, "seed"),
        (lambda: PATH.repartition(2, [0, 2**40, 0, 1]), ValueError, "start"),
        (lambda: PATH.repartition(2, [0.0, 1.0, 0.0, 1.0]), TypeError, "start"),
        (lambda: hypergraph.partition([[0, 1.5]], 2), TypeError, "pins"),
        (lambda: hypergraph.partition([[0, -1]], 2), ValueError, "pins"),
        (lambda: hypergraph.partition([[0, 1]], 2.5), TypeError, "parts"),
        (lambda: hypergraph.partition([[0, 1]], 2, vertex_weights=[2**40, 1]), ValueError, "vertex_weights"),
        (lambda: hypergraph.partition([[0, 1]], 2, fixed=[0, 0.5]), TypeError, "fixed"),
        (lambda: metis.part_graph(2, [[1.5], [0]]), TypeError, "float"),
        (lambda: metis.part_graph(2, [[1], [0]], vweights=[2**40, 1]), OverflowError, "vweights"),
        (lambda: metis.part_mesh(2, [[0, 1.5, 2]]), TypeError, "connectivity"),
        (lambda: sat.solve([[1.5]]), TypeError, "float"),
        (lambda: sat.solve(np.array([[1.5, 2.0]])), TypeError, "clauses"),
        (lambda: sat.solve(np.array([[2**40]])), ValueError, "clauses"),
        (lambda: sat.solve([[1, 2]], seed=-1), ValueError, "seed"),
        (lambda: sat.solve([[1, 2]], seed=1.5), TypeError, "seed"),
        (lambda: sat.solve([[1, 2]], walkers=-1), ValueError, "walkers"),
        (lambda: sat.solve([[1, 2]], attempts=2**32), ValueError, "attempts"),
        (lambda: sat.solve([[1, 2]], max_flips="x"), TypeError, "max_flips"),
        (lambda: sat.solve([[1]], variables=-1), ValueError, "variables"),
        (lambda: sat.solve([[1]], variables=2**31), ValueError, "variables"),
        (lambda: triangle.triangulate({}), ValueError, "vertices"),
        (lambda: triangle.triangulate({"vertices": np.zeros((4, 3))}), ValueError, "vertices"),
        (lambda: triangle.triangulate({**SQUARE, "segments": [[0, 1.5]]}, "p"), ValueError, "segments"),
        (lambda: triangle.triangulate({"vertices": [[0, 0], [1, np.nan], [2, 2]]}), ValueError, "coordinate"),
    ],
)
def test_wrong_arguments_are_named(call, error, named):
    with pytest.raises(error, match=named):
        call()


def test_integers_of_other_types():
    expected = PATH.partition(2, vertex_weights=[1, 2, 3, 4]).part
    for kind in (np.uint8, np.int16, np.int64, np.uint64):
        assert np.array_equal(PATH.partition(np.int64(2), vertex_weights=np.arange(1, 5, dtype=kind)).part, expected)
    for source in (1, np.uint8(1), np.array(1), True):
        assert ARCS.bfs(source).level.tolist() == [amorph.UNREACHED, 0, 1]


def test_variables_beyond_the_memory(monkeypatch):
    monkeypatch.setattr(sat.os, "sysconf", lambda name: 1000)
    clauses = [[1], [-(2**31) + 1]]
    with pytest.raises(MemoryError, match="2147483647 variables"):
        sat.solve(clauses)
    with sat.Solver(bootstrap_with=clauses) as solver:  # only its model would take the memory
        assert solver.solve() and solver.nof_vars() == 2**31 - 1
        with pytest.raises(MemoryError, match="2147483647 variables"):
            solver.get_model()
        assert not solver.solve([2**31 - 1, 5]) and solver.get_core() == [2**31 - 1]


def test_empty_graphs():
    nothing = amorph.Graph([0], [])
    assert nothing.components().count == 0 and nothing.mst().weight == 0 and nothing.apsp().shape == (0, 0)
    assert nothing.pagerank().converged and nothing.partition(2).cut == 0 and nothing.triangles().count == 0
    assert metis.part_graph(2, []) == (0, [])


def test_graphs_are_pickled_and_copied():
    ARCS.nodes = ["a", "b", "c"]
    for again in (pickle.loads(pickle.dumps(ARCS)), copy.deepcopy(ARCS)):
        assert again.nodes == ARCS.nodes and again.context is ARCS.context
        assert again.sssp(0).distance.tolist() == [0, 5, 6] and again.sssp(0).distance.dtype == np.uint64
    assert pickle.loads(pickle.dumps(PATH)).undirected
    assert pickle.loads(pickle.dumps(ARCS.bfs(0))).level.tolist() == [0, 1, 1]
