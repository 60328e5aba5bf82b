"""Triangular meshes, with the names and signatures of ``meshpy.triangle``.

>>> info = MeshInfo()
>>> info.set_points([(0, 0), (1, 0), (1, 1), (0, 1)])
>>> info.set_facets([(0, 1), (1, 2), (2, 3), (3, 0)])
>>> mesh = build(info, max_volume=0.01, min_angle=30)
>>> mesh.elements.unit, len(mesh.points) > 50
(3, True)

:func:`amorph.triangle.triangulate` does the same with arrays.
"""

from __future__ import annotations

import copy
import warnings
from typing import NamedTuple

import numpy as np

from . import _neutral, triangle

__all__ = ["MeshInfo", "Vertex", "build", "refine", "subdivide_facets", "write_gnuplot_mesh"]


class Vertex(NamedTuple):
    """A corner of a triangle, which a refinement function gets."""

    x: float
    y: float


class ForeignArray:
    """Rows of ``unit`` numbers: a list each, or a number if ``unit`` is 1. NumPy takes it as an array.

    The array that belongs to another one has its length, and holds nothing before :meth:`setup`.
    """

    def __init__(self, dtype, unit, owner=None):
        self._dtype, self.unit, self._owner = dtype, unit, owner
        self._values = None if owner is not None else np.zeros((0, unit), dtype)

    def __len__(self):
        return len(self._values) if self._owner is None else len(self._owner)

    @property
    def allocated(self):
        """Whether there are values."""
        return self._values is not None and self._values.size != 0

    def resize(self, size):
        """Sets the length; the values are zeros."""
        if self._owner is not None:
            raise RuntimeError("sizes of slave arrays cannot be changed")
        self._values = np.zeros((size, self.unit), self._dtype)

    def setup(self):
        """Makes the values of an array that belongs to another one: zeros."""
        if self._owner is None:
            raise RuntimeError("cannot setup non-slave array")
        if self._values is None or len(self._values) != len(self):
            self._values = np.zeros((len(self), self.unit), self._dtype)

    def deallocate(self):
        """Drops the values."""
        self._values = np.zeros((0, self.unit), self._dtype) if self._owner is None else None

    def assign(self, values):
        """Takes all values from an array of shape (length, unit)."""
        self._values = np.array(values, self._dtype).reshape(len(values), -1)
        self.unit = self._values.shape[1]

    def _set_unit(self, unit):
        if unit != self.unit:
            self.unit, self._values = unit, None

    def _rows(self):
        if self._values is None or len(self._values) != len(self):
            raise RuntimeError("Array unallocated")
        return self._values

    def __getitem__(self, at):
        row = self._rows()[at]
        return row.tolist() if row.ndim == 0 else row[0].item() if self.unit == 1 else row.tolist()

    def __setitem__(self, at, value):
        rows = self._rows()
        if not isinstance(at, tuple) and self.unit != 1 and len(value) != self.unit:
            raise ValueError("value must be a sequence of length self.unit")
        rows[at] = value

    def __array__(self, dtype=None, copy=None):
        rows = self._rows()
        return np.array(rows[:, 0] if self.unit == 1 else rows, dtype)

    def table(self):
        """The values as an array of shape (length, unit), or None without values."""
        return self._values if self.allocated and len(self._values) == len(self) else None


class MeshInfo:
    """A domain, or a mesh.

    ========================  ===================================================================
    ``points``                x and y
    ``point_attributes``      ``number_of_point_attributes`` numbers per point
    ``point_markers``         a number per point
    ``facets``                the two points of each segment
    ``facet_markers``         a number per segment
    ``holes``                 a point in each hole
    ``regions``               x, y, attribute and maximum area, of a point in each region
    ``elements``              the three points of each triangle, or six
    ``element_attributes``    of the regions
    ``element_volumes``       maximum area of each triangle, for :func:`refine`; 0 or less: none
    ``neighbors``             the triangle across from each corner; -1: none
    ``faces``                 the two points of each edge
    ``face_markers``          a number per edge
    ========================  ===================================================================
    """

    def __init__(self):
        real, integer = np.float64, np.int32
        self.points = ForeignArray(real, 2)
        self.point_attributes = ForeignArray(real, 0, self.points)
        self.point_markers = ForeignArray(integer, 1, self.points)
        self.elements = ForeignArray(integer, 3)
        self.element_attributes = ForeignArray(real, 0, self.elements)
        self.element_volumes = ForeignArray(real, 1, self.elements)
        self.neighbors = ForeignArray(integer, 3, self.elements)
        self.facets = ForeignArray(integer, 2)
        self.facet_markers = ForeignArray(integer, 1, self.facets)
        self.holes = ForeignArray(real, 2)
        self.regions = ForeignArray(real, 4)
        self.faces = ForeignArray(integer, 2)
        self.face_markers = ForeignArray(integer, 1, self.faces)
        self.normals = ForeignArray(real, 2, self.faces)

    @property
    def number_of_point_attributes(self):
        """Numbers per point in ``point_attributes``."""
        return self.point_attributes.unit

    @number_of_point_attributes.setter
    def number_of_point_attributes(self, count):
        self.point_attributes._set_unit(count)

    @property
    def number_of_element_attributes(self):
        """Numbers per triangle in ``element_attributes``."""
        return self.element_attributes.unit

    @number_of_element_attributes.setter
    def number_of_element_attributes(self, count):
        self.element_attributes._set_unit(count)

    def set_points(self, points, point_markers=None):
        """Sets the points: pairs of coordinates."""
        markers = None if point_markers is None else _per_row(point_markers, points)
        self.points.assign(np.asarray(points, np.float64).reshape(-1, 2))
        if markers is not None:
            self.point_markers.assign(markers)

    def set_facets(self, facets, facet_markers=None):
        """Sets the segments: pairs of points' numbers."""
        markers = None if facet_markers is None else _per_row(facet_markers, facets)
        self.facets.assign(np.asarray(facets, np.int32).reshape(-1, 2))
        if markers is not None:
            self.facet_markers.assign(markers)

    def set_holes(self, hole_starts):
        """Sets the holes: a point in each."""
        self.holes.assign(np.asarray(hole_starts, np.float64).reshape(-1, 2))

    @property
    def face_vertex_indices_to_face_marker(self):
        """The marker of each edge, by the frozenset of its two points."""
        return {frozenset(ends): marker for ends, marker in zip(self.faces, self.face_markers)}

    def copy(self):
        """An independent copy."""
        return copy.deepcopy(self)

    def dump(self):
        """Prints all arrays."""
        for name, array in vars(self).items():
            print(f"array {name}: {len(array)} elements, {array.unit} values per element")
            for number, row in enumerate([] if array.table() is None else array):
                print(f"  {number}: {','.join(map(str, row)) if isinstance(row, list) else row}")

    def write_neu(self, outfile, bc=None, periodicity=None, description="Amorph"):
        """Writes a mesh in Gambit's neutral format.

        Parameters
        ----------
        outfile : text file
        bc : dict, optional
            ``(name, code)`` of a boundary condition by marker of faces, or by frozenset of markers; needs
            ``generate_faces``.
        periodicity : (int, sequence of float), optional
            The marker of a periodic boundary, and the period in each direction, or 0.
        """
        faces = self.faces.table()
        if faces is None and (bc or periodicity):
            warnings.warn("boundary conditions are not written: the mesh has no faces", stacklevel=2)
        _neutral.write(
            outfile,
            np.asarray(self.points),
            np.asarray(self.elements)[:, :3],
            faces,
            None if faces is None else np.asarray(self.face_markers),
            bc or {},
            periodicity,
            description,
        )


def _per_row(values, rows):
    if len(values) != len(rows):
        raise ValueError(f"expected {len(rows)} markers, found {len(values)}")
    return np.asarray(values, np.int32).reshape(-1, 1)


_KEYS = {
    "points": "vertices",
    "point_attributes": "vertex_attributes",
    "point_markers": "vertex_markers",
    "elements": "triangles",
    "element_attributes": "triangle_attributes",
    "element_volumes": "triangle_max_area",
    "neighbors": "neighbors",
    "facets": "segments",
    "facet_markers": "segment_markers",
    "faces": "edges",
    "face_markers": "edge_markers",
}


def _run(info, switches, refinement_func, verbose, context, backend):
    given = {key: getattr(info, name).table() for name, key in [*_KEYS.items(), ("holes", "holes")]}
    given["regions"] = info.regions.table()
    given = {key: values for key, values in given.items() if values is not None}
    if "vertices" not in given:
        raise ValueError("points: expected some, found none")
    rule = None
    if refinement_func is not None:

        def rule(corners, areas):
            pairs = zip(corners.tolist(), areas.tolist())
            return [bool(refinement_func(tuple(Vertex(*at) for at in three), area)) for three, area in pairs]

    found = triangle.triangulate(given, switches, unsuitable=rule, context=context, backend=backend)
    if verbose:
        print(f"{len(found['vertices'])} vertices, {len(found['triangles'])} triangles")
    mesh = MeshInfo()
    for name, key in _KEYS.items():
        if key in found:
            getattr(mesh, name).assign(found[key])
    return mesh


def _quality(quality_meshing, min_angle):
    if not quality_meshing:
        return ""
    return "q" if min_angle is None else f"q{min_angle:f}"


def build(
    mesh_info,
    verbose=False,
    refinement_func=None,
    attributes=False,
    volume_constraints=False,
    max_volume=None,
    allow_boundary_steiner=True,
    allow_volume_steiner=True,
    quality_meshing=True,
    generate_edges=None,
    generate_faces=False,
    min_angle=None,
    mesh_order=None,
    generate_neighbor_lists=False,
    *,
    context=None,
    backend=None,
):
    """Triangulates a domain, without the points that no triangle needs.

    Parameters
    ----------
    mesh_info : MeshInfo
        Points, facets, holes and regions. Without facets the convex hull is triangulated.
    verbose : bool
        Prints the numbers of vertices and triangles.
    refinement_func : callable, optional
        ``refinement_func(vertices, area)`` with three :class:`Vertex` returns whether the triangle is too large. Such
        triangles are refined to half their area.
    attributes : bool
        Gives ``element_attributes`` of the regions.
    volume_constraints : bool
        Maximum areas of the regions hold.
    max_volume : float, optional
        Maximum area.
    allow_boundary_steiner, allow_volume_steiner : bool
        False: no new points on the boundary; on any segment.
    quality_meshing : bool
        Bounds angles from below by ``min_angle`` degrees (20).
    generate_faces, generate_edges : bool
        Gives ``faces`` and ``face_markers``; the second is the old name.
    mesh_order : 1 or 2, optional
        2: elements of six points.
    generate_neighbor_lists : bool
        Accepted: ``neighbors`` are always there.

    Returns a :class:`MeshInfo`.
    """
    if allow_boundary_steiner and not allow_volume_steiner:
        raise ValueError("cannot allow boundary Steiner points when volume Steiner points are forbidden")
    switches = "pjn" + _quality(quality_meshing, min_angle)
    switches += "A" if attributes else ""
    switches += ("a" if volume_constraints else "") + (f"a{max_volume:.20f}" if max_volume else "")
    switches += "" if allow_boundary_steiner else "Y" if allow_volume_steiner else "YY"
    if generate_edges is not None:
        warnings.warn("generate_edges is the old name of generate_faces", DeprecationWarning, stacklevel=2)
    switches += "e" if generate_faces or generate_edges else ""
    switches += f"o{mesh_order}" if mesh_order is not None else ""
    return _run(mesh_info, switches, refinement_func, verbose, context, backend)


def refine(
    input_p,
    verbose=False,
    refinement_func=None,
    quality_meshing=True,
    min_angle=None,
    generate_neighbor_lists=False,
    *,
    context=None,
    backend=None,
):
    """Refines a mesh, to the maximum area in ``element_volumes`` of each triangle; arguments as of :func:`build`."""
    switches = "rapjn" + _quality(quality_meshing, min_angle)
    return _run(input_p, switches, refinement_func, verbose, context, backend)


def subdivide_facets(subdivisions, points, facets, facet_markers=None):
    """Divides segments into ``subdivisions`` equal ones: one number for all, or one for each.

    Returns ``(points, facets)``, with ``facet_markers`` ``(points, facets, facet_markers)``; new points follow.

    >>> subdivide_facets(2, [(0, 0), (2, 0)], [(0, 1)])
    ([(0, 0), (2, 0), [1.0, 0.0]], [(0, 2), (2, 1)])
    """
    counts = [subdivisions] * len(facets) if isinstance(subdivisions, int) else list(subdivisions)
    if len(counts) != len(facets) or (facet_markers is not None and len(facet_markers) != len(facets)):
        raise ValueError("expected as many subdivisions and markers as facets")
    all_points, parts, origin = list(points), [], []
    for number, ((first, last), count) in enumerate(zip(facets, counts)):
        a, b = np.asarray(points[first], float), np.asarray(points[last], float)
        chain = [first, *range(len(all_points), len(all_points) + count - 1), last]
        all_points += ((a * (count - i) + b * i) / count for i in range(1, count))
        parts += zip(chain, chain[1:])
        origin += [number] * count
    all_points = [p.tolist() if isinstance(p, np.ndarray) else p for p in all_points]
    if facet_markers is None:
        return all_points, parts
    return all_points, parts, [facet_markers[number] for number in origin]


def write_gnuplot_mesh(filename, out_p, facets=False):
    """Writes the outline of each triangle, or of each facet, for gnuplot's ``with lines``."""
    at = np.asarray(out_p.points)
    with open(filename, "w") as file:
        for corners in out_p.facets if facets else out_p.elements:
            for x, y in at[[*corners[:3], corners[0]]]:
                file.write(f"{x:f} {y:f}\n")
            file.write("\n")
