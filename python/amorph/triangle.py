"""Triangular meshes, with the signature of the package ``triangle``.

>>> square = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0]]}
>>> mesh = triangulate(square, "pq30a0.1")
>>> mesh["triangles"].shape[1], len(mesh["vertices"]) > 4
(3, True)
"""

from __future__ import annotations

import re

import numpy as np

from . import _core, _mesh
from ._context import chosen
from ._errors import BadInputError

__all__ = ["convex_hull", "delaunay", "plot", "to_meshio", "triangulate", "voronoi"]

_ACCEPTED, _WITH_NUMBERS = _core.mesh_switches()
_NUMBER = re.compile(r"\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.")


def _switches(opts):
    """The switches of ``opts`` with their numbers, e.g. {"p": None, "q": 30.0}; a without a number is "areas"."""
    found = {}
    at = 0
    while at != len(opts):
        letter = opts[at]
        number = _NUMBER.match(opts, at + 1) if letter in _WITH_NUMBERS else None
        at = number.end() if number else at + 1
        if letter not in _ACCEPTED:
            raise BadInputError(f"switch '{letter}' of {opts!r} is not supported")
        value = float(number.group()) if number else None
        if letter == "a" and value is None:
            found["areas"] = None
        elif letter == "Y":
            found["Y"] = found.get("Y", 0) + 1
        else:
            found[letter] = value
    if "o" in found and found["o"] not in (1.0, 2.0):
        raise BadInputError(f"switch 'o' of {opts!r}: expected o1 or o2")
    return found


def _table(tri, name, columns, dtype):
    """An entry of the domain as an array of that many columns; empty if there is none."""
    given = np.asarray(tri.get(name, []))
    if given.size == 0:
        return np.empty((0, columns), dtype)
    if given.ndim != 2 or given.shape[1] != columns:
        raise BadInputError(f"{name}: expected shape (n, {columns}), found {given.shape}")
    found = np.ascontiguousarray(given, dtype)
    if dtype == np.int64 and not np.array_equal(found, given):
        raise BadInputError(f"{name}: expected integers")
    return found


def _rules(switches):
    angle = (20.0 if switches["q"] is None else switches["q"]) if "q" in switches else 0.0
    split = _mesh.SPLIT[min(switches.get("Y", 0), 2)]
    return _mesh.Rules(angle, switches.get("a", 0.0), int(switches.get("S") or 0), split, "D" in switches)


def _start(tri, switches, rules, context):
    """The mesh, the attributes of its rows, or None, and their area bounds."""
    if "vertices" not in tri:
        raise BadInputError("expected 'vertices' in the domain")
    points = _table(tri, "vertices", 2, np.float64)
    attributes = np.asarray(tri.get("vertex_attributes", []), np.float64)
    attributes = np.ascontiguousarray(attributes.reshape(len(points), -1)) if attributes.size else None
    segments = _table(tri, "segments", 2, np.int64) if "p" in switches else np.empty((0, 2), np.int64)
    if segments.size and (segments.min() < 0 or segments.max() >= len(points)):
        raise BadInputError(f"segments: expected vertices 0 .. {len(points) - 1}")
    if "r" in switches:
        return _restart(tri, points, attributes, segments, switches, rules, context)
    reads = "p" in switches
    holes = _table(tri, "holes", 2, np.float64) if reads else np.empty((0, 2))
    regions = _table(tri, "regions", 4, np.float64) if reads else np.empty((0, 4))
    if "A" not in switches and "areas" not in switches:
        regions = regions[:0]
    area = regions[:, 3] if "areas" in switches else np.zeros(len(regions))
    hull = "c" in switches or not len(segments)
    mesh = _mesh.from_domain(
        context, points, segments, holes, np.column_stack([regions[:, :2], area]), attributes, hull, rules
    )
    return mesh, regions[:, 2:3] if "A" in switches else None, area


def _restart(tri, points, attributes, segments, switches, rules, context):
    """The same, from triangles."""
    triangles = np.asarray(tri["triangles"], np.int64)
    triangles = np.array(triangles.reshape(len(triangles), -1)[:, :3])
    if triangles.size and (triangles.min() < 0 or triangles.max() >= len(points)):
        raise BadInputError(f"triangles: expected vertices 0 .. {len(points) - 1}")
    a, b, c = points[triangles[:, 0]], points[triangles[:, 1]], points[triangles[:, 2]]
    clockwise = (b - a)[:, 0] * (c - a)[:, 1] < (b - a)[:, 1] * (c - a)[:, 0]
    triangles[clockwise] = triangles[clockwise, ::-1]
    table, row = None, np.full(len(triangles), -1)
    own = np.asarray(tri.get("triangle_attributes", []), np.float64)
    if own.size:
        table, row = np.unique(own.reshape(len(triangles), -1), axis=0, return_inverse=True)
    areas = np.asarray(tri.get("triangle_max_area", []), np.float64).reshape(-1) if "areas" in switches else []
    areas = np.ascontiguousarray(areas) if len(areas) else None
    mesh = _mesh.from_elements(context, points, triangles, segments, attributes, row.reshape(-1), areas, rules)
    return mesh, table, np.zeros(0 if table is None else len(table))


def triangulate(tri, opts="", *, unsuitable=None, context=None, backend=None):
    """The constrained Delaunay triangulation of a domain, refined.

    Parameters
    ----------
    tri : dict
        ``vertices`` (n, 2); optionally ``segments`` (k, 2), ``holes`` (h, 2), ``regions`` (g, 4: x, y, attribute,
        maximum area), ``vertex_attributes`` (n, any), ``vertex_markers``, ``segment_markers``; for ``r`` ``triangles``
        (t, 3), and optionally ``triangle_attributes`` (t, any), ``triangle_max_area`` (t; 0 or less: no bound).
    opts : str
        Triangle's switches. Supported: ``p`` read segments, holes and regions; ``r`` refine the given triangles; ``q``
        minimum angle in degrees (20); ``a`` maximum area; ``a`` without a number: areas of regions, or of triangles;
        ``A`` attributes of regions; ``c`` convex hull; ``D`` conforming Delaunay; ``S`` maximum number of Steiner
        points; ``Y`` none on the boundary, ``YY`` none on any segment; ``n`` neighbors; ``e`` edges; ``j`` drop unused
        vertices; ``o2`` triangles of six nodes. ``Q z X i F l C V B v`` are accepted and ignored; others are refused.
    unsuitable : callable, optional
        ``unsuitable(corners, areas)``, with float64 arrays of shape (t, 3, 2) and (t,), returns a bool for each
        triangle, or one for all. Triangles that it refuses are refined to half their area, until it refuses none.

    Returns a dict: ``vertices`` (n, 2) float64, the given ones first; ``vertex_markers`` (n, 1); ``triangles`` (t, 3),
    counter-clockwise, with ``o2`` (t, 6), node 3 + i opposite corner i; ``vertex_attributes``, interpolated at new
    vertices; with ``A`` ``triangle_attributes`` (t, 1), 0 outside all regions; with ``p`` or ``c`` ``segments`` and
    ``segment_markers``; with ``n`` ``neighbors`` (t, 3; -1: none); with ``e`` ``edges`` and ``edge_markers``. Numbers
    are int32, attributes float64.

    >>> halves = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]],
    ...           "regions": [[0.9, 0.1, 7, 0.1], [0.1, 0.9, 8, 0.01]]}
    >>> mesh = triangulate(halves, "pqaA")
    >>> sorted(set(mesh["triangle_attributes"].ravel().tolist()))
    [7.0, 8.0]
    """
    switches = _switches(opts)
    rules = _rules(switches)
    context = chosen(context, backend)
    mesh, table, area_of_row = _start(tri, switches, rules, context)
    if unsuitable is not None:
        mesh = _mesh.refined_until(context, mesh, unsuitable, area_of_row, rules)
    return _answer(mesh, tri, switches, table)


def _markers(mesh, tri, edges, segment, outside):
    """Of edges and vertices."""
    marks = np.asarray(tri.get("segment_markers", []), np.int32).reshape(-1)
    of_edge = np.zeros(len(edges), np.int32)
    known = (segment >= 0) & (segment < len(marks))
    of_edge[known] = marks[segment[known]]
    of_edge[outside & (of_edge == 0)] = 1
    of_vertex = np.zeros(len(mesh.points), np.int32)
    marked = of_edge != 0
    for end in (0, 1):
        of_vertex[edges[marked, end]] = of_edge[marked]
    own = np.asarray(tri.get("vertex_markers", []), np.int32).reshape(-1)[: len(tri["vertices"])]
    of_vertex[: len(own)][own != 0] = own[own != 0]
    return of_edge, of_vertex


def _middle_nodes(mesh, edges):
    """The middle of each edge, and the number of the edge across from each corner."""

    def keys(ends):
        ends = np.sort(ends, axis=-1).astype(np.uint64)
        return ends[..., 0] * np.uint64(len(mesh.points)) + ends[..., 1]

    of_edge = keys(edges)
    order = np.argsort(of_edge)
    number = order[np.searchsorted(of_edge, keys(mesh.triangles[:, [[1, 2], [2, 0], [0, 1]]]), sorter=order)]
    return mesh.points[edges].mean(axis=1), number


def _answer(mesh, tri, switches, table):
    edges, segment, outside = mesh.edges()
    edge_marker, vertex_marker = _markers(mesh, tri, edges, segment, outside)
    vertices, triangles, attributes = np.array(mesh.points), mesh.triangles.astype(np.int32), mesh.attributes
    if switches.get("o") == 2:
        middle, number = _middle_nodes(mesh, edges)
        triangles = np.concatenate([triangles, (len(vertices) + number).astype(np.int32)], axis=1)
        vertices, vertex_marker = np.concatenate([vertices, middle]), np.concatenate([vertex_marker, edge_marker])
        if attributes is not None:
            attributes = np.concatenate([attributes, attributes[edges].mean(axis=1)])
    if "j" in switches:
        used = np.zeros(len(vertices), bool)
        used[triangles] = True
        rename = np.cumsum(used, dtype=np.int32) - 1
        vertices, vertex_marker, triangles = vertices[used], vertex_marker[used], rename[triangles]
        attributes = None if attributes is None else attributes[used]
        edges = rename[edges]
    found = {"vertices": vertices, "vertex_markers": vertex_marker.reshape(-1, 1), "triangles": triangles}
    if attributes is not None:
        found["vertex_attributes"] = np.array(attributes)
    if table is not None:
        found["triangle_attributes"] = np.concatenate([table, np.zeros((1, table.shape[1]))])[mesh.rows]
    if "p" in switches or "c" in switches or "r" in switches:
        kept = (segment >= 0) | outside
        found["segments"] = edges[kept].astype(np.int32)
        found["segment_markers"] = edge_marker[kept].reshape(-1, 1)
    for name, columns in (("holes", 2), ("regions", 4)):
        if "p" in switches and len(np.asarray(tri.get(name, []))):
            found[name] = _table(tri, name, columns, np.float64)
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
    axes.triplot(vertices[:, 0], vertices[:, 1], triangles[:, :3], linewidth=0.5)
    if segments is not None:
        for ends in segments:
            axes.plot(*vertices[ends].T, color="black", linewidth=1)
    axes.set_aspect("equal")


def to_meshio(mesh):
    """The answer of :func:`triangulate` as a ``meshio.Mesh``, which writes VTK, Gmsh and other formats."""
    import meshio

    cells = mesh["triangles"]
    kind = "triangle" if cells.shape[1] == 3 else "triangle6"  # whose middle nodes follow the edges 01, 12, 20
    return meshio.Mesh(mesh["vertices"], [(kind, cells[:, [0, 1, 2, 5, 3, 4][: cells.shape[1]]])])
