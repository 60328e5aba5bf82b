"""Graph files: those that take a few lines to read here. `amorph-graph convert` makes them of all others."""

from __future__ import annotations

import gzip

import numpy as np

from . import _arrays
from ._errors import BadInputError


def read(path):
    """Offsets, heads, weights or None, and whether every arc has its reverse."""
    name = path.removesuffix(".gz")
    if name.endswith(".npz"):
        from scipy.sparse import load_npz

        return *_of_matrix(path, load_npz(path)), False
    if name.endswith(".mtx"):
        return _matrix_market(path)
    if name.endswith(".gr"):
        return _dimacs(path)
    raise BadInputError(f"{path}: expected a name ending in .mtx, .gr or .npz")


def _matrix_market(path):
    from scipy.io import mminfo, mmread

    layout, field, symmetry = mminfo(path)[3:]
    if layout != "coordinate" or field == "complex" or symmetry not in ("general", "symmetric"):
        raise BadInputError(
            f"{path}: expected 'matrix coordinate', real, integer or pattern, general or symmetric, "
            f"found '{layout} {field} {symmetry}'"
        )
    matrix = mmread(path)
    if symmetry == "general":
        indptr, indices, values = _of_matrix(path, matrix)
    else:  # SciPy adds the reverse arcs at the end; here each follows its arc
        lower = np.flatnonzero(matrix.row >= matrix.col)
        indptr, indices, entry = _arrays.rows(matrix.shape[0], matrix.row[lower], matrix.col[lower], both_ways=True)
        values = matrix.data[lower][entry]
    return indptr, indices, None if field == "pattern" else values, symmetry == "symmetric"


def _of_matrix(path, matrix):
    try:
        return _arrays.rows_of_matrix(matrix)
    except ValueError as error:
        raise BadInputError(f"{path}: {error}") from None


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
    indptr, indices, edge = _arrays.rows(vertices, ends[:, 0], ends[:, 1])
    return indptr, indices, numbers[:, 2][edge], False
