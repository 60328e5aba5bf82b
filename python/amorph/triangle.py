"""Triangular meshes, with the signature of the package ``triangle``.

>>> square = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0]]}
>>> mesh = triangulate(square, "pq30a0.1")
>>> mesh["triangles"].shape[1], len(mesh["vertices"]) > 4
(3, True)
"""

from __future__ import annotations

import re

import numpy as np

from . import _core
from ._context import chosen
from ._errors import BadInputError

__all__ = ["convex_hull", "delaunay", "plot", "to_meshio", "triangulate", "voronoi"]

_NONE = np.uint32(0xFFFFFFFF)
_IGNORED = "QzXiFlCVBD"  # messages, numbering, arithmetic, algorithms, checks; D: below


def _switches(opts):
    """The switches of ``opts`` with their numbers, e.g. {"p": None, "q": 30.0}."""
    found = {}
    at = 0
    while at != len(opts):
        letter = opts[at]
        number = re.compile(r"\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.").match(opts, at + 1) if letter in "qaS" else None
        at = number.end() if number else at + 1
        if letter not in "prqacSnej" + _IGNORED:
            raise BadInputError(f"switch '{letter}' of {opts!r} is not supported")
        found[letter] = float(number.group()) if number else None
    return found


def _table(values, columns, dtype):
    return np.ascontiguousarray(np.asarray(values, dtype).reshape(-1, columns))


def _domain_of(points, triangles, context):
    """The boundary of a mesh as segments, and a point in each triangle beyond it, of a mesh of that boundary."""
    a, b, c = points[triangles[:, 0]], points[triangles[:, 1]], points[triangles[:, 2]]
    clockwise = (b - a)[:, 0] * (c - a)[:, 1] < (b - a)[:, 1] * (c - a)[:, 0]
    triangles[clockwise] = triangles[clockwise, ::-1]
    ways = triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    _, first, times = np.unique(np.sort(ways, axis=1), axis=0, return_index=True, return_counts=True)
    boundary = ways[first[times == 1]]  # with the mesh on its left
    coarse = _core.triangulate(context, points, boundary.astype(np.uint32), None, False, 0.0, 0.0, 0)
    n = len(points)
    across = (coarse.triangles[:, [1, 2, 0]].astype(np.int64) * n + coarse.triangles).ravel()  # edges, reversed
    beyond = np.isin(across, boundary[:, 0] * n + boundary[:, 1]).reshape(-1, 3).any(axis=1)
    return boundary, coarse.points[coarse.triangles[beyond]].mean(axis=1)


def _edges(mesh):
    """Each edge of the mesh once: its two vertices, the domain's segment on it or none, and whether it is outside."""
    across = mesh.neighbours
    first = (across == _NONE) | (np.arange(len(across), dtype=np.uint32)[:, None] < across)
    tails, heads = mesh.triangles[:, [1, 2, 0]], mesh.triangles[:, [2, 0, 1]]
    return np.stack([tails[first], heads[first]], axis=1), mesh.segments[first], across[first] == _NONE


def triangulate(tri, opts="", *, context=None, backend=None):
    """The constrained Delaunay triangulation of a domain, refined.

    Parameters
    ----------
    tri : dict
        ``vertices`` (n, 2); optionally ``segments`` (k, 2), ``holes`` (h, 2), ``vertex_markers``, ``segment_markers``,
        and ``triangles`` (t, 3) for ``r``.
    opts : str
        Triangle's switches. Supported: ``p`` read segments and holes; ``r`` refine the given triangles (their domain is
        triangulated again); ``q`` minimum angle in degrees (20); ``a`` maximum area; ``c`` convex hull; ``S`` maximum
        number of Steiner points; ``D`` conforming Delaunay; ``n`` neighbors; ``e`` edges; ``j`` drop unused vertices.
        ``Q z X i F l C V B`` are accepted and ignored. Others are refused, as are ``a`` without a number and vertex
        attributes.

    Returns a dict: ``vertices`` (n, 2) float64, the given ones first; ``vertex_markers`` (n, 1), ``triangles`` (t, 3),
    with ``p`` or ``c`` ``segments`` and ``segment_markers``, with ``n`` ``neighbors`` (t, 3; -1: none), with ``e``
    ``edges`` and ``edge_markers``; int32.
    """
    switches = _switches(opts)
    points = _table(tri["vertices"], 2, np.float64)
    if len(np.asarray(tri.get("vertex_attributes", []))):
        raise BadInputError("vertex attributes are not supported")
    reads = "p" in switches or "r" in switches
    if "p" in switches and len(np.asarray(tri.get("regions", []))):
        raise BadInputError("regions are not supported")
    if "a" in switches and switches["a"] is None:
        raise BadInputError("switch 'a' needs a number: area constraints of regions are not supported")
    segments = _table(tri.get("segments", []), 2, np.int64) if reads else np.empty((0, 2), np.int64)
    holes = _table(tri.get("holes", []), 2, np.float64) if "p" in switches else np.empty((0, 2))
    context = chosen(context, backend)
    if "r" in switches:
        boundary, beyond = _domain_of(points, _table(tri["triangles"], 3, np.int64).copy(), context)
        segments, holes = np.concatenate([segments, boundary]), np.concatenate([holes, beyond])
    if segments.size and (segments.min() < 0 or segments.max() >= len(points)):
        raise BadInputError(f"segments: expected vertices 0 .. {len(points) - 1}")
    angle = (20.0 if switches["q"] is None else switches["q"]) if "q" in switches else 0.0
    area = switches.get("a") or (1e300 if "D" in switches and not angle else 0.0)
    steiner = switches.get("S")
    mesh = _core.triangulate(
        context,
        points,
        segments.astype(np.uint32),
        holes,
        "c" in switches or not len(segments),
        angle,
        area,
        int(steiner or 0),
    )
    return _answer(mesh, tri, switches, len(points))


def _answer(mesh, tri, switches, given):
    edges, segment, outside = _edges(mesh)
    on_segment = segment != _NONE
    marks = np.asarray(tri.get("segment_markers", []), np.int32).reshape(-1)
    edge_marker = np.zeros(len(edges), np.int32)
    known = on_segment & (segment < len(marks))
    edge_marker[known] = marks[segment[known]]
    edge_marker[outside & (edge_marker == 0)] = 1
    vertex_marker = np.zeros(len(mesh.points), np.int32)
    marked = edge_marker != 0
    for end in (0, 1):
        vertex_marker[edges[marked, end]] = edge_marker[marked]
    own = np.asarray(tri.get("vertex_markers", []), np.int32).reshape(-1)[:given]
    vertex_marker[: len(own)][own != 0] = own[own != 0]
    vertices, triangles, rename = mesh.points, mesh.triangles.astype(np.int32), None
    if "j" in switches:
        used = np.zeros(len(vertices), bool)
        used[triangles] = True
        rename = np.cumsum(used, dtype=np.int32) - 1
        vertices, vertex_marker, triangles = vertices[used], vertex_marker[used], rename[triangles]
        edges = rename[edges]
    found = {"vertices": np.array(vertices), "vertex_markers": vertex_marker.reshape(-1, 1), "triangles": triangles}
    if "p" in switches or "c" in switches or "r" in switches:
        kept = on_segment | outside
        found["segments"] = edges[kept].astype(np.int32)
        found["segment_markers"] = edge_marker[kept].reshape(-1, 1)
    if "p" in switches and len(np.asarray(tri.get("holes", []))):
        found["holes"] = _table(tri["holes"], 2, np.float64)
    if "n" in switches:
        found["neighbors"] = mesh.neighbours.astype(np.int32)  # none becomes -1
    if "e" in switches:
        found["edges"] = edges.astype(np.int32)
        found["edge_markers"] = edge_marker.reshape(-1, 1)
    return found


def delaunay(pts):
    """The Delaunay triangles of points, int32 of shape (t, 3).

    >>> len(delaunay([[0, 0], [0, 1], [0.5, 0.5], [1, 1], [1, 0]]))
    4
    """
    return triangulate({"vertices": pts})["triangles"]


def convex_hull(pts):
    """The edges of the convex hull of points, int32 of shape (k, 2)."""
    return triangulate({"vertices": pts}, "c")["segments"]


def voronoi(pts):
    """The Voronoi diagram of points.

    Returns ``(points, edges, ray_origin, ray_direct)``: the centres of the Delaunay triangles' circles, float64 of
    shape (t, 2); pairs of them, int32 of shape (e, 2); and rays from them, one for each edge of the convex hull.

    >>> points, edges, origin, direction = voronoi([[0, 0], [0, 1], [0.5, 0.5], [1, 1], [1, 0]])
    >>> sorted(points.tolist())
    [[0.0, 0.5], [0.5, 0.0], [0.5, 1.0], [1.0, 0.5]]
    """
    mesh = triangulate({"vertices": pts}, "n")
    corners, across = mesh["triangles"], mesh["neighbors"]
    at = mesh["vertices"][corners]
    b, c = at[:, 1] - at[:, 0], at[:, 2] - at[:, 0]
    bb, cc, area = (b**2).sum(1), (c**2).sum(1), 2 * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0])
    centre = np.stack([c[:, 1] * bb - b[:, 1] * cc, b[:, 0] * cc - c[:, 0] * bb], axis=1) / area[:, None]
    here = np.arange(len(corners), dtype=np.int32)[:, None]
    edges = np.stack([np.broadcast_to(here, across.shape)[here < across], across[here < across]], axis=1)
    outside = across == -1  # neighbour i is across the edge of the two other corners
    along = (np.roll(at, 1, axis=1) - np.roll(at, -1, axis=1))[outside]
    rays = np.stack([along[:, 1], -along[:, 0]], axis=1)
    return at[:, 0] + centre, edges, np.broadcast_to(here, across.shape)[outside], rays


def plot(axes, vertices, triangles, segments=None, **_):
    """Draws a mesh on matplotlib axes: ``plot(axes, **triangulate(...))``."""
    axes.triplot(vertices[:, 0], vertices[:, 1], triangles, linewidth=0.5)
    if segments is not None:
        for ends in segments:
            axes.plot(*vertices[ends].T, color="black", linewidth=1)
    axes.set_aspect("equal")


def to_meshio(mesh):
    """The answer of :func:`triangulate` as a ``meshio.Mesh``, which writes VTK, Gmsh and other formats."""
    import meshio

    return meshio.Mesh(mesh["vertices"], [("triangle", mesh["triangles"])])
