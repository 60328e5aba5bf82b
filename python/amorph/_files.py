"""Graph files: those that take a few lines to read here. `amorph-graph convert` makes them of all others."""

from __future__ import annotations

import gzip

import numpy as np

from . import _core
from ._errors import BadInputError


def read(path):
    """Offsets, heads, weights or None, and whether every arc has its reverse."""
    name = path.removesuffix(".gz")
    if name.endswith(".npz"):
        from scipy.sparse import load_npz

        matrix = load_npz(path).tocsr()
        return matrix.indptr, matrix.indices, matrix.data, False
    if name.endswith(".mtx"):
        return _matrix_market(path)
    if name.endswith(".gr"):
        return _dimacs(path)
    raise BadInputError(f"{path}: expected a name ending in .mtx, .gr or .npz")


def _matrix_market(path):
    from scipy.io import mminfo, mmread
    from scipy.sparse import csr_array

    symmetry = mminfo(path)[5]
    pattern = mminfo(path)[4] == "pattern"
    matrix = csr_array(mmread(path))
    return matrix.indptr, matrix.indices, None if pattern else matrix.data, symmetry == "symmetric"


def _dimacs(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        lines = file.read().split(b"\n")
    sizes = [line.split() for line in lines if line.startswith(b"p")]
    if len(sizes) != 1 or len(sizes[0]) != 4:
        raise BadInputError(f"{path}: expected one line 'p sp VERTICES ARCS'")
    vertices, arcs = int(sizes[0][2]), int(sizes[0][3])
    text = b" ".join(line[1:] for line in lines if line.startswith(b"a"))
    try:
        numbers = np.array(text.split(), dtype=np.int64).reshape(-1, 3)
    except ValueError:
        raise BadInputError(f"{path}: expected lines 'a TAIL HEAD WEIGHT' of integers") from None
    if len(numbers) != arcs:
        raise BadInputError(f"{path}: expected {arcs} arcs, found {len(numbers)}")
    if arcs and (numbers[:, :2].min() < 1 or numbers[:, :2].max() > vertices):
        raise BadInputError(f"{path}: expected vertices 1 .. {vertices}")
    ends = (numbers[:, :2] - 1).astype(np.uint32)
    indptr, indices, edge = _core.rows_of_edges(vertices, ends[:, 0].copy(), ends[:, 1].copy(), False)
    return indptr, indices, numbers[:, 2][edge], False
