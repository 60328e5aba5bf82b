"""Amorph: graph algorithms, partitions, meshes, satisfiability and points-to analysis, on the CPU or a CUDA device.

>>> import amorph
>>> g = amorph.Graph.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [4, 1, 1, 9], undirected=True)
>>> g.sssp(0).distance.tolist()
[0, 4, 5, 6]

========================  ====================================================================
:class:`Graph`            searches, shortest paths, forests, flows, centralities, partitions
:mod:`amorph.csgraph`     the names and signatures of ``scipy.sparse.csgraph``
:mod:`amorph.networkx`    the backend ``amorph`` of NetworkX
:mod:`amorph.metis`       the names and signatures of ``pymetis``
:mod:`amorph.hypergraph`  netlists in balanced parts
:mod:`amorph.triangle`    meshes, with the signature of the package ``triangle``
:mod:`amorph.meshpy`      meshes, with the names and signatures of ``meshpy.triangle``
:mod:`amorph.sat`         satisfiability of CNF formulas
:mod:`amorph.pta`         points-to analysis, by the command ``amorph-pta``
========================  ====================================================================
"""

from . import _core
from ._arrays import DeviceArray
from ._context import Context
from ._errors import BadInputError, Error, InternalError, InterruptedError, NoDeviceError, OutOfMemoryError
from ._graph import (
    UNREACHED,
    Components,
    Flow,
    Forest,
    Graph,
    Mapping,
    Partition,
    Paths,
    Ranks,
    Search,
    Triangles,
)

__version__ = _core.version()

__all__ = [
    "BadInputError",
    "Components",
    "Context",
    "DeviceArray",
    "Error",
    "Flow",
    "Forest",
    "Graph",
    "InternalError",
    "InterruptedError",
    "NoDeviceError",
    "OutOfMemoryError",
    "Mapping",
    "Partition",
    "Paths",
    "Ranks",
    "Search",
    "Triangles",
    "UNREACHED",
    "__version__",
]
