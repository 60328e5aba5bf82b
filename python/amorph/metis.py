"""The names and signatures of ``pymetis``, on Amorph's partitioner.

The functions go through ``libamorph_metis.so``, METIS's interface to Amorph: options are as in METIS's manual.
The backend is that of the environment variable ``AMORPH_BACKEND``. For contexts, progress and Ctrl-C use
:meth:`amorph.Graph.partition`.

>>> cut, part = part_graph(2, [[1], [0, 2], [1, 3], [2]])
>>> cut, sorted(part)
(1, [0, 0, 1, 1])
"""

from __future__ import annotations

import ctypes
import enum
import itertools
import operator
import os
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from . import _core

__all__ = [
    "CSRAdjacency",
    "CType",
    "DebugLevel",
    "GType",
    "GraphPartition",
    "IPType",
    "MeshPartition",
    "OPType",
    "ObjType",
    "OptionKey",
    "Options",
    "PType",
    "RType",
    "Status",
    "nested_dissection",
    "part_graph",
    "part_mesh",
    "verify_nd",
    "version",
    "vertex_separator",
    "zero_copy_dtype",
]

version = _core.version()

OPType = enum.IntEnum("OPType", "PMETIS KMETIS OMETIS", start=0)
OptionKey = enum.IntEnum(
    "OptionKey",
    "PTYPE OBJTYPE CTYPE IPTYPE RTYPE DBGLVL NITER NCUTS SEED NO2HOP MINCONN CONTIG COMPRESS CCORDER PFACTOR NSEPS "
    "UFACTOR NUMBERING HELP TPWGTS NCOMMON NOOUTPUT BALANCE GTYPE UBVEC",
    start=0,
)
PType = enum.IntEnum("PType", "RB KWAY", start=0)
GType = enum.IntEnum("GType", "DUAL NODAL", start=0)
CType = enum.IntEnum("CType", "RM SHEM", start=0)
IPType = enum.IntEnum("IPType", "GROW RANDOM EDGE NODE METISRB", start=0)
RType = enum.IntEnum("RType", "FM GREEDY SEP2SIDED SEP1SIDED", start=0)
Status = enum.IntEnum("Status", {"OK": 1, "ERROR_INPUT": -2, "ERROR_MEMORY": -3, "ERROR": -4})
ObjType = enum.IntEnum("ObjType", "CUT VOL NODE", start=0)
DebugLevel = enum.IntEnum(
    "DebugLevel",
    {
        "INFO": 1,
        "TIME": 2,
        "COARSEN": 4,
        "REFINE": 8,
        "IPART": 16,
        "MOVEINFO": 32,
        "SEPINFO": 64,
        "CONNINFO": 128,
        "CONTIGINFO": 256,
        "MEMORY": 2048,
    },
)


class GraphPartition(NamedTuple):
    """Cut (number of edges, or their weight) and the part of each vertex."""

    edge_cuts: int
    vertex_part: list


class MeshPartition(NamedTuple):
    """Cut of the mesh's graph, the part of each element and of each vertex."""

    edge_cuts: int
    element_part: list
    vertex_part: list


@dataclass(frozen=True)
class CSRAdjacency:
    """Neighbours of vertex i: ``adjacent[adj_starts[i]:adj_starts[i + 1]]``; int32 arrays are not copied."""

    adj_starts: object
    adjacent: object


class Options:
    """METIS's options by their names in lower case, integers; -1 is the default.

    >>> Options(ncuts=4, seed=1).ncuts
    4
    """

    def __init__(self, **options):
        object.__setattr__(self, "_values", np.full(40, -1, np.int32))
        for name, value in options.items():
            setattr(self, name, value)

    @staticmethod
    def _place(name):
        if not name.islower() or name.upper() not in OptionKey.__members__:
            raise AttributeError(name)
        return OptionKey[name.upper()]

    def __getattr__(self, name):
        return int(self._values[self._place(name)])

    def __setattr__(self, name, value):
        if not isinstance(value, int):
            raise TypeError("METIS options accept only integer values.")
        self._values[self._place(name)] = value


def zero_copy_dtype():
    """The type of index arrays that are not copied: int32."""
    return np.dtype(np.int32)


_ERRORS = {
    -2: "METIS refused an argument",
    -3: "out of memory",
    -4: "METIS_ERROR",
}
_loaded = None


def _library():
    global _loaded
    if _loaded is None:
        folder = os.path.dirname(_core.library_file())
        places = (os.path.join(folder, "libamorph_metis.so"), os.path.join(folder, "amorph/metis/libamorph_metis.so"))
        _loaded = ctypes.CDLL(next((place for place in places if os.path.exists(place)), places[0]))
    return _loaded


def _call(name, *arguments):
    status = getattr(_library(), name)(*arguments)  # ctypes lets go of the GIL
    if status != 1:
        raise RuntimeError(f"{name}: {_ERRORS.get(status, status)}")


def _indices(values, name, warn_on_copies=False):
    a = np.asarray(values)
    if a.ndim != 1 or a.size and a.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers in one dimension")
    made = np.ascontiguousarray(a, np.int32)
    if warn_on_copies and made is not values:
        warnings.warn(f"{name}: copied, because it is not an array of int32", BytesWarning, stacklevel=4)
    if a.size and a.dtype.itemsize > 4 and not np.array_equal(a, made):
        raise OverflowError(f"{name}: expected 32-bit integers")
    return made


def _pointer(a):
    return None if a is None else a.ctypes.data_as(ctypes.c_void_p)


def _one(value):
    return ctypes.byref(ctypes.c_int32(value))


def _checked(options):
    options = Options() if options is None else options
    if options.numbering not in (-1, 0):
        raise ValueError("METIS numbering option must be set to 0 or the default")
    return options


def _adjacency(adjacency, xadj, adjncy, warn_on_copies=False):
    if adjacency is not None:
        if xadj is not None or adjncy is not None:
            raise TypeError("may not pass xadj/adjacency if adjacency is passed")
        if isinstance(adjacency, CSRAdjacency):
            xadj, adjncy = adjacency.adj_starts, adjacency.adjacent
        else:
            rows = [list(map(operator.index, adjacency[i])) for i in range(len(adjacency))]
            xadj = [0, *itertools.accumulate(map(len, rows))]
            adjncy = list(itertools.chain.from_iterable(rows))
            warn_on_copies = False
    elif xadj is None or adjncy is None:
        raise TypeError("must pass xadj/adjacency if adjacency is not passed")
    else:
        warnings.warn(
            "Passing xadj/adjncy is deprecated and will be removed in 2027. Pass a CSRAdjacency object instead.",
            DeprecationWarning,
            stacklevel=3,
        )
    xadj, adjncy = _indices(xadj, "xadj", warn_on_copies), _indices(adjncy, "adjncy", warn_on_copies)
    if len(xadj) == 0 or xadj[-1] != len(adjncy):
        raise ValueError("xadj: expected its last entry to be the length of adjncy")
    _check_range(adjncy, len(xadj) - 1, "adjacency")
    return xadj, adjncy


def _check_range(indices, vertices, name, remark=""):
    if indices.size and not 0 <= indices.min() <= indices.max() < vertices:
        found = indices.min() if indices.min() < 0 else indices.max()
        raise ValueError(f"{name}: expected vertices 0 .. {vertices - 1}{remark}, found {found}")


def _targets(tpwgts, parts, name):
    if tpwgts is None or len(tpwgts) == 0:
        return None
    if len(tpwgts) != parts:
        raise RuntimeError(f"The length of tpwgts mismatches `{name}`")
    if any(w < 0.0 for w in tpwgts):
        raise ValueError("The values of tpwgts should be non-negative")
    total = sum(tpwgts)
    return np.array([w / total for w in tpwgts], np.float32)


def _weights(values, size, name):
    if values is None:
        return None, 1
    a = _indices(np.asarray(values).ravel(), name)
    if size == 0 or len(a) % size or len(a) == 0:
        raise ValueError(f"{name}: expected a multiple of {size} entries, found {len(a)}")
    return a, len(a) // size


def part_graph(
    nparts,
    adjacency=None,
    xadj=None,
    adjncy=None,
    *,
    vweights=None,
    eweights=None,
    tpwgts=None,
    recursive=None,
    contiguous=None,
    options=None,
    warn_on_copies=False,
):
    """Divides a graph in ``nparts`` parts. Returns ``(edge_cuts, vertex_part)``.

    The graph is a sequence or mapping of neighbours, each edge in both rows, or a :class:`CSRAdjacency`. ``vweights``
    has one integer per vertex (or several), ``eweights`` one per neighbour. Up to 8 parts ``recursive`` is the default.
    """
    xadj, adjncy = _adjacency(adjacency, xadj, adjncy, warn_on_copies)
    n = len(xadj) - 1
    recursive = nparts <= 8 if recursive is None else recursive
    options = _checked(options)
    if contiguous is True:
        if options.contig != -1:
            raise RuntimeError(
                "Contiguous setting should be specified either through `options` OR through the `contiguous` flag."
            )
        warnings.warn(
            "Passing the 'contiguous' flag is deprecated. Pass the equivalent flag in Options instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        options.contig = 1
    if tpwgts is not None and len(tpwgts) == nparts and abs(sum(tpwgts) - 1) > 1e-12:
        warnings.warn(
            "tpwghts does not sum to one. PyMetis used to automatically fix this, but this behavior is "
            "deprecated and will stop working in 2027.",
            DeprecationWarning,
            stacklevel=2,
        )
    targets = _targets(tpwgts, nparts, "nparts")
    if nparts == 1 or n == 0:
        return GraphPartition(0, [0] * n)
    vertex_weight, constraints = _weights(vweights, n, "vweights")
    edge_weight, _ = _weights(eweights, len(adjncy), "eweights")
    if targets is not None and constraints > 1:
        targets = np.repeat(targets, constraints)
    part, cut = np.zeros(n, np.int32), ctypes.c_int32()
    _call(
        "METIS_PartGraphRecursive" if recursive else "METIS_PartGraphKway",
        _one(n),
        _one(constraints),
        _pointer(xadj),
        _pointer(adjncy),
        _pointer(vertex_weight),
        None,
        _pointer(edge_weight),
        _one(nparts),
        _pointer(targets),
        None,
        _pointer(options._values),
        ctypes.byref(cut),
        _pointer(part),
    )
    if cut.value == np.iinfo(np.int32).max and edge_weight is not None and options.objtype != ObjType.VOL:
        here = np.repeat(part, np.diff(xadj))  # the library's largest number: the cut may exceed it
        return GraphPartition(int(edge_weight[here != part[adjncy]].sum(dtype=np.int64)) // 2, part.tolist())
    return GraphPartition(cut.value, part.tolist())


def part_mesh(n_parts, connectivity, options=None, tpwgts=None, gtype=None, ncommon=1):
    """Divides a mesh in ``n_parts`` parts. Returns ``(edge_cuts, element_part, vertex_part)``.

    ``connectivity`` has a sequence of vertices for each element. ``gtype`` selects the graph that is divided: of
    vertices (NODAL, the default), or of elements with ``ncommon`` common vertices (DUAL). Up to 8 parts are made by
    recursive bisection unless ``options.ptype`` says otherwise.
    """
    nodes = _indices(np.array(list(itertools.chain.from_iterable(connectivity))), "connectivity")
    begin = np.array([0, *itertools.accumulate(map(len, connectivity))], np.int32)
    elements = len(connectivity)
    vertices = len(np.unique(nodes))
    options = _checked(options)
    targets = _targets(tpwgts, n_parts, "n_part")
    if n_parts < 2:
        return MeshPartition(0, [0] * elements, [0] * vertices)
    _check_range(nodes, vertices, "connectivity", ", all of them used")
    of_elements, of_vertices, cut = np.zeros(elements, np.int32), np.zeros(vertices, np.int32), ctypes.c_int32()
    chosen = options._values.copy()
    if options.ptype == -1 and n_parts <= 8:
        chosen[OptionKey.PTYPE] = PType.RB
    mesh = (_one(elements), _one(vertices), _pointer(begin), _pointer(nodes), None, None)
    answer = (
        _one(n_parts),
        _pointer(targets),
        _pointer(chosen),
        ctypes.byref(cut),
        _pointer(of_elements),
        _pointer(of_vertices),
    )
    if gtype == GType.DUAL:
        _call("METIS_PartMeshDual", *mesh, _one(ncommon), *answer)
    else:
        _call("METIS_PartMeshNodal", *mesh, *answer)
    return MeshPartition(cut.value, of_elements.tolist(), of_vertices.tolist())


def nested_dissection(adjacency=None, xadj=None, adjncy=None, vweights=None, options=None):
    """A fill-reducing ordering, ``(perm, iperm)``."""
    xadj, adjncy = _adjacency(adjacency, xadj, adjncy)
    n = len(xadj) - 1
    options = _checked(options)
    weight, _ = _weights(vweights, n, "vweights")
    perm, iperm = np.zeros(n, np.int32), np.zeros(n, np.int32)
    _call(
        "METIS_NodeND",
        _one(n),
        _pointer(xadj),
        _pointer(adjncy),
        _pointer(weight),
        _pointer(options._values),
        _pointer(perm),
        _pointer(iperm),
    )
    return perm.tolist(), iperm.tolist()


def vertex_separator(adjacency=None, xadj=None, adjncy=None, vweights=None, options=None):
    """A vertex separator, ``(size, part)`` with part 2 for it."""
    xadj, adjncy = _adjacency(adjacency, xadj, adjncy)
    n = len(xadj) - 1
    weight, _ = _weights(vweights, n, "vweights")
    part, size = np.zeros(n, np.int32), ctypes.c_int32()
    _call(
        "METIS_ComputeVertexSeparator",
        _one(n),
        _pointer(xadj),
        _pointer(adjncy),
        _pointer(weight),
        _pointer(_checked(options)._values),
        ctypes.byref(size),
        _pointer(part),
    )
    return size.value, part.tolist()


def verify_nd(perm, iperm):
    """Whether the two are inverse permutations."""
    perm, iperm = np.asarray(perm), np.asarray(iperm)
    return len(perm) == len(iperm) and np.array_equal(perm[iperm], np.arange(len(perm)))
