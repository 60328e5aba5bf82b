"""Hypergraphs, such as netlists, in balanced parts.

>>> found = partition([[0, 1, 2], [2, 3], [3, 4, 5]], 2, seed=1)
>>> found.cut, sorted(found.part.tolist())
(1, [0, 0, 0, 1, 1, 1])
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from . import _arrays, _core
from ._context import chosen

__all__ = ["HypergraphPartition", "partition"]

_OBJECTIVES = ("km1", "cut", "soed")


class HypergraphPartition(NamedTuple):
    """The part of each vertex, uint32 of shape (n,), and its objectives."""

    part: np.ndarray
    cut: int  # weight of the nets in several parts
    km1: int  # sum over nets of weight * (parts - 1): connectivity
    soed: int  # sum over cut nets of weight * parts: external degrees
    imbalance: float  # heaviest part over the average, minus 1
    balanced: bool  # within the limit


def _rows(nets):
    """Offsets and pins of nets, and the number of vertices if they say so."""
    if hasattr(nets, "tocsr"):
        csr = nets.tocsr()
        return csr.indptr, csr.indices, csr.shape[1]
    if isinstance(nets, tuple) and len(nets) == 2 and isinstance(nets[0], np.ndarray):
        return *nets, None
    nets = [list(net) for net in nets]
    begin = np.fromiter(itertools.accumulate(map(len, nets), initial=0), np.uint64, len(nets) + 1)
    return begin, np.array(list(itertools.chain.from_iterable(nets))), None


def partition(
    nets,
    parts,
    *,
    vertices=None,
    net_weights=None,
    vertex_weights=None,
    objective="km1",
    imbalance=0.03,
    fixed=None,
    start=None,
    move_cost=None,
    preset="default",
    runs=1,
    seed=0,
    context=None,
    backend=None,
):
    """Divides the vertices of a hypergraph into balanced parts such that few nets are cut.

    Parameters
    ----------
    nets : sequence of sequences of int; or (offsets, pins); or SciPy sparse matrix
        The vertices 0, 1, ... of each net; a matrix has a row per net and a column per vertex.
    parts : int
    vertices : int, optional
        Their number; by default one more than the largest in a net.
    net_weights : integers, shape (nets,), optional
    vertex_weights : integers, shape (n,) or (n, dimensions), optional
        Each dimension is balanced.
    objective : "km1", "cut" or "soed"
        What is minimised; see :class:`HypergraphPartition`.
    imbalance : float
        Parts weigh at most 1 + imbalance times their share.
    fixed : integers, shape (n,), optional
        The part of a vertex, or -1 for one that is free.
    start, move_cost : integers, shape (n,), optional
        A partition to improve (-1 for a new vertex), and what counts as a net's weight if a vertex leaves its part.
    preset : "default", "fast" or "quality"
    runs : int
        Partitions computed, of which the best is kept.

    The same seed gives the same partition on any number of threads.
    """
    begin, pins, known = _rows(nets)
    begin, pins = _arrays.unsigned(begin, 64, "offsets"), _arrays.unsigned(pins, 32, "pins")
    if vertices is None:
        vertices = known if known is not None else int(pins.max(initial=0)) + 1 if pins.size else 0
    weights = _arrays.signed(vertex_weights, "vertex_weights")
    dimensions = 1 if weights is None or weights.ndim == 1 else weights.shape[1]
    return HypergraphPartition(
        *_core.partition_hypergraph(
            chosen(context, backend),
            _arrays.integer(vertices, "vertices"),
            begin,
            pins,
            _arrays.signed(net_weights, "net_weights"),
            None if weights is None else weights.ravel(),
            dimensions,
            _arrays.integer(parts, "parts"),
            _arrays.choice("objective", objective, _OBJECTIVES),
            _arrays.real(imbalance, "imbalance"),
            _arrays.signed(fixed, "fixed"),
            _arrays.signed(start, "start"),
            _arrays.signed(move_cost, "move_cost"),
            _arrays.choice("preset", preset, _arrays.PRESETS),
            _arrays.integer(runs, "runs"),
            _arrays.integer(seed, "seed", high=2**64 - 1),
        )
    )
