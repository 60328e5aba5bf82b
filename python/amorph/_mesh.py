"""Meshes with what refinement must keep: segments of the domain, regions, attributes. Private."""

from __future__ import annotations

import numpy as np

from . import _core

NONE = np.uint32(0xFFFFFFFF)
SPLIT = ("all", "inside", "none")  # segments that refinement may split, as in amorph.h


class Rules:
    """What refinement is to reach, and what it may do for that."""

    def __init__(self, min_angle=0.0, max_area=0.0, max_points=0, split="all", conforming=False):
        self.min_angle, self.max_area, self.max_points = min_angle, max_area, max_points
        self.split, self.conforming = SPLIT.index(split), conforming

    def arguments(self, added=0):
        """For the C interface, after ``added`` Steiner points."""
        left = max(self.max_points - added, 1) if self.max_points else 0
        return self.min_angle, self.max_area, left, self.split, self.conforming


class Kept:
    """A mesh, and the input's segment on each of its edges and row of attributes of each of its triangles.

    Attributes
    ----------
    points : float64, (n, 2)
    triangles, neighbours : uint32, (t, 3)
        Neighbour i is across from corner i; ``NONE``: there is none.
    segments : int64, (t, 3)
        The domain's segment on the edge across from corner i; -1: none.
    rows : int64, (t,)
        Row of attributes or region of each triangle; -1: none.
    attributes : float64, (n, k), or None
        Of the points.
    """

    def __init__(self, mesh, segment_of=None):
        self.points, self.triangles, self.neighbours = mesh.points, mesh.triangles, mesh.neighbours
        found = mesh.segments.astype(np.int64)
        found[mesh.segments == NONE] = -1
        if segment_of is not None:
            found = np.append(segment_of, -1)[found]
        self.segments = found
        rows = mesh.regions
        self.rows = np.full(len(found), -1) if rows is None else rows.astype(np.int64) - 1
        self.attributes = mesh.attributes

    def edges(self):
        """Each edge once: its two vertices, its segment, and whether it is outside."""
        across = self.neighbours
        first = (across == NONE) | (np.arange(len(across), dtype=np.uint32)[:, None] < across)
        tails, heads = self.triangles[:, [1, 2, 0]], self.triangles[:, [2, 0, 1]]
        return np.stack([tails[first], heads[first]], axis=1), self.segments[first], across[first] == NONE

    def areas(self):
        """Of the triangles."""
        a, b, c = (self.points[self.triangles[:, i]] for i in range(3))
        return ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2


def from_domain(context, points, segments, holes, regions, attributes, convex_hull, rules):
    """The mesh of a domain. ``regions``: (k, 3) places and area bounds; 0 or less: none."""
    numbered = np.column_stack([regions[:, :2], np.arange(1.0, len(regions) + 1), regions[:, 2]])
    mesh = _core.triangulate(
        context, points, segments.astype(np.uint32), holes, numbered, attributes, convex_hull, *rules.arguments()
    )
    return Kept(mesh)


def from_elements(context, points, triangles, segments, attributes, rows, areas, rules, added=0, segment_of=None):
    """The mesh of existing triangles; edges between those of different rows stay."""
    mesh = _core.rebuild(
        context,
        points,
        triangles.astype(np.uint32),
        segments.astype(np.uint32),
        attributes,
        rows + 1.0,
        areas,
        *rules.arguments(added),
    )
    return Kept(mesh, segment_of)


def refined_until(context, mesh, unsuitable, area_of_row, rules):
    """Halves triangles that ``unsuitable(corners, areas)`` refuses, as Triangle's -u does, until there are none.

    ``area_of_row``: the area bound of each region; 0 or less: none.
    """
    given = len(mesh.points)
    accepted = np.empty((0, 3), np.uint32)
    bound_of_row = np.append(np.asarray(area_of_row, np.float64), 0.0)
    while True:
        fresh = _fresh(mesh.triangles, accepted, len(mesh.points))
        areas = mesh.areas()
        refused = np.zeros(len(areas), bool)
        if fresh.any():
            answer = np.asarray(unsuitable(mesh.points[mesh.triangles[fresh]], areas[fresh]))
            if answer.dtype != bool or answer.shape not in ((), (fresh.sum(),)):
                raise ValueError(f"unsuitable: expected a bool for each of {fresh.sum()} triangles, found "
                                 f"{answer.dtype} of shape {answer.shape}")  # fmt: skip
            refused[fresh] = answer
        added = len(mesh.points) - given
        if not refused.any() or (rules.max_points and added >= rules.max_points):
            return mesh
        accepted = mesh.triangles[~refused]
        bound = bound_of_row[mesh.rows] if len(bound_of_row) > 1 else np.zeros(len(areas))
        half = areas / 2
        bound = np.where(refused & ((bound <= 0) | (half < bound)), half, bound)
        edges, segment, _ = mesh.edges()
        on = segment >= 0
        before = len(mesh.points)
        mesh = from_elements(
            context,
            mesh.points,
            mesh.triangles,
            edges[on],
            mesh.attributes,
            mesh.rows,
            bound,
            rules,
            added,
            segment[on],
        )
        if len(mesh.points) == before:  # no segment may be split, or the limit of precision
            return mesh


def _fresh(triangles, accepted, points):
    """Which triangles are not among the accepted ones; both by their vertices, in any order."""

    def keys(of):
        of = np.sort(of, axis=1).astype(np.uint64)
        return of[:, 0] * np.uint64(points) + of[:, 1], of[:, 2]

    if not len(accepted):
        return np.ones(len(triangles), bool)
    (a, b), (c, d) = keys(triangles), keys(accepted)
    order = np.lexsort((d, c))
    c, d = c[order], d[order]
    at = np.searchsorted(c, a)  # an edge has at most two triangles whose third vertex is greater
    found = np.zeros(len(triangles), bool)
    for step in (0, 1):
        place = np.minimum(at + step, len(c) - 1)
        found |= (c[place] == a) & (d[place] == b)
    return ~found
