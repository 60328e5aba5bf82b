"""Meshes, with triangle's and with meshpy's names."""

import pickle

import amorph
import numpy as np
import pytest
from amorph import meshpy, triangle

SQUARE = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0]]}
HALVES = SQUARE | {"segments": SQUARE["segments"] + [[0, 2]], "regions": [[0.9, 0.1, 7, 0.1], [0.1, 0.9, 8, 0.01]]}


def angles(mesh):
    corners = mesh["vertices"][mesh["triangles"]]
    sides = np.roll(corners, -1, axis=1) - corners
    back = -np.roll(sides, 1, axis=1)
    cosine = (sides * back).sum(-1) / np.linalg.norm(sides, axis=-1) / np.linalg.norm(back, axis=-1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def areas(mesh):
    a, b, c = np.moveaxis(mesh["vertices"][mesh["triangles"]], 1, 0)
    return ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2


def test_mesh_keeps_its_bounds():
    mesh = triangle.triangulate(SQUARE, "pq30a0.01ne")
    assert angles(mesh).min() >= 30 and areas(mesh).max() <= 0.01 and abs(areas(mesh).sum() - 1) < 1e-12
    assert np.array_equal(mesh["vertices"][:4], SQUARE["vertices"])
    v, e, t = len(mesh["vertices"]), len(mesh["edges"]), len(mesh["triangles"])
    assert v - e + t == 1
    assert (mesh["neighbors"] == -1).sum() == len(mesh["segments"]) == (mesh["edge_markers"] == 1).sum()
    on_side = (np.isin(mesh["vertices"], [0, 1])).any(axis=1)
    assert np.array_equal(mesh["vertex_markers"].ravel() == 1, on_side)


def test_holes_markers_and_switches():
    inner = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]]
    domain = {
        "vertices": SQUARE["vertices"] + inner,
        "holes": [[0.5, 0.5]],
        "segments": SQUARE["segments"] + [[4, 5], [5, 6], [6, 7], [7, 4]],
        "segment_markers": [2] * 4 + [3] * 4,
    }
    mesh = triangle.triangulate(domain, "pq20")
    assert abs(areas(mesh).sum() - 0.75) < 1e-12 and set(mesh["segment_markers"].ravel()) == {2, 3}
    again = triangle.triangulate(mesh, "rq30a0.01")
    assert abs(areas(again).sum() - 0.75) < 1e-12 and areas(again).max() <= 0.01
    assert len(triangle.triangulate(SQUARE, "pqa0.001S10")["vertices"]) <= 14
    for bad in ("w", "s", "g", "o3"):
        with pytest.raises(amorph.BadInputError):
            triangle.triangulate(SQUARE, bad)
    assert len(triangle.convex_hull([[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.4]])) == 4


def test_angles_without_end_are_refused():
    """Segments from a vertex to 161 others around it."""
    ring = [(x, 48) for x in range(0, -32, -1)] + [(-32, y) for y in range(48, -48, -1)]
    ring += [(x, -48) for x in range(-32, 1)]
    fan = {"vertices": [(0, 0), *ring], "segments": [(0, i + 1) for i in range(len(ring))]}
    with pytest.raises(amorph.BadInputError, match="has not ended after"):
        triangle.triangulate(fan, "pcq34")
    assert len(triangle.triangulate(fan, "pcq30")["vertices"]) < 10000


def test_voronoi_diagram():
    points = np.random.default_rng(6).random((60, 2))
    centre, edges, origin, direction = triangle.voronoi(points)
    distance = np.sort(np.linalg.norm(centre[:, None] - points, axis=2), axis=1)
    assert np.allclose(distance[:, 0], distance[:, 2])  # three nearest points: no other point in the circle
    ends = np.concatenate([edges.ravel(), origin])
    assert (np.bincount(ends, minlength=len(centre)) == 3).all()
    far = centre[origin] + 1e3 * direction / np.linalg.norm(direction, axis=1)[:, None]
    distance = np.sort(np.linalg.norm(far[:, None] - points, axis=2), axis=1)
    assert np.allclose(distance[:, 0], distance[:, 1], atol=1e-6)  # two nearest points for ever


def test_regions_have_attributes_and_areas():
    mesh = triangle.triangulate(HALVES, "pqaA")
    attribute = mesh["triangle_attributes"].ravel()
    below = mesh["vertices"][mesh["triangles"]].mean(axis=1) @ [1, -1] > 0
    assert np.array_equal(attribute, np.where(below, 7, 8)) and np.array_equal(mesh["regions"], HALVES["regions"])
    assert areas(mesh)[~below].max() <= 0.01 < areas(mesh)[below].max() <= 0.1
    coarse = triangle.triangulate(HALVES, "pA")
    assert len(coarse["triangles"]) == 2 and "triangle_attributes" not in triangle.triangulate(HALVES, "pqa")
    assert (triangle.triangulate(SQUARE, "pA")["triangle_attributes"] == 0).all()
    bounded = coarse | {"triangle_max_area": np.where(coarse["triangle_attributes"] == 7, 0.02, 0)}
    finer = triangle.triangulate(bounded, "ra")
    small = finer["triangle_attributes"].ravel() == 7
    assert areas(finer)[small].max() <= 0.02 and abs(areas(finer)[small].sum() - 0.5) < 1e-12
    several = coarse | {"triangle_attributes": [[1, 5], [2, 5]]}
    found = triangle.triangulate(several, "ra0.1")["triangle_attributes"]
    assert {tuple(row) for row in found} == {(1, 5), (2, 5)}


def test_attributes_of_vertices_are_interpolated():
    mesh = triangle.triangulate(SQUARE | {"vertex_attributes": [[0, 1], [2, 1], [5, 1], [3, 1]]}, "pqa0.01o2")
    x, y = mesh["vertices"].T
    assert np.allclose(mesh["vertex_attributes"], np.stack([2 * x + 3 * y, np.ones(len(x))], axis=1))


def test_nodes_of_the_second_order():
    mesh = triangle.triangulate(SQUARE, "pqa0.1o2")
    at, markers = mesh["vertices"][mesh["triangles"]], mesh["vertex_markers"].ravel()
    for i in range(3):
        assert np.allclose(at[:, 3 + i], (at[:, (i + 1) % 3] + at[:, (i + 2) % 3]) / 2)
    corners = len(np.unique(mesh["triangles"][:, :3]))
    edges = len(triangle.triangulate(SQUARE, "pqa0.1e")["edges"])
    assert len(mesh["vertices"]) == corners + edges
    assert np.array_equal(markers == 1, np.isin(mesh["vertices"], [0, 1]).any(axis=1))


def test_segments_that_must_not_be_split():
    for switches, diagonal in (("pqa0.01", True), ("pqa0.01Y", True), ("pqa0.01YY", False)):
        mesh = triangle.triangulate(HALVES, switches)
        at = mesh["vertices"][mesh["segments"]]
        inside = (at[..., 0] == at[..., 1]).all(axis=1)
        assert (inside.sum() > 1) == diagonal and ((~inside).sum() > 4) == ("Y" not in switches)


def test_refinement_by_a_function():
    asked = []

    def unsuitable(corners, area):
        asked.append(len(area))
        assert corners.shape == (len(area), 3, 2) and (area > 0).all()
        return area > 0.002 + 0.02 * corners.mean(axis=1)[:, 0]

    marked = HALVES | {"segment_markers": [2, 3, 4, 5, 6]}
    mesh = triangle.triangulate(marked, "pqaA", unsuitable=unsuitable)
    centre = mesh["vertices"][mesh["triangles"]].mean(axis=1)
    assert (areas(mesh) <= 0.002 + 0.02 * centre[:, 0]).all() and angles(mesh).min() >= 20
    assert np.array_equal(mesh["triangle_attributes"].ravel(), np.where(centre @ [1, -1] > 0, 7, 8))
    at = mesh["vertices"][mesh["segments"]]
    for marker, on in ((2, at[..., 1] == 0), (3, at[..., 0] == 1), (6, at[..., 0] == at[..., 1])):
        assert np.array_equal(on.all(axis=1), mesh["segment_markers"].ravel() == marker)
    assert len(mesh["triangles"]) <= sum(asked) < 4 * len(mesh["triangles"])  # accepted ones are not asked again
    assert len(triangle.triangulate(SQUARE, "pS7", unsuitable=lambda *_: True)["vertices"]) <= 11
    fixed = triangle.triangulate(SQUARE, "pYY", unsuitable=lambda c, area: area > 0.1)
    assert len(fixed["segments"]) == 4
    with pytest.raises(ZeroDivisionError):
        triangle.triangulate(SQUARE, "p", unsuitable=lambda *_: 1 / 0)


def domain_with_a_hole():
    info = meshpy.MeshInfo()
    info.set_points([(0, 0), (3, 0), (3, 3), (0, 3), (1, 1), (2, 1), (2, 2), (1, 2), (9, 9)], [1] * 9)
    ring = [(i, (i + 1) % 4) for i in range(4)]
    info.set_facets(ring + [(a + 4, b + 4) for a, b in ring], [2] * 4 + [3] * 4)
    info.set_holes([(1.5, 1.5)])
    return info


def test_meshpy_builds_and_refines():
    def too_large(vertices, area):
        assert len(vertices) == 3 and vertices[0].x == vertices[0][0]
        return area > 0.05

    mesh = meshpy.build(domain_with_a_hole(), refinement_func=too_large, min_angle=25, generate_faces=True)
    found = {"vertices": np.array(mesh.points), "triangles": np.array(mesh.elements)}
    assert areas(found).max() <= 0.05 and angles(found).min() >= 25 and abs(areas(found).sum() - 8) < 1e-9
    assert found["vertices"].max() == 3  # the point in no triangle is dropped
    assert set(mesh.facet_markers) == {2, 3} and set(mesh.point_markers) == {0, 1, 2, 3}
    assert len(mesh.points) - len(mesh.faces) + len(mesh.elements) == 0
    assert sum(m != 0 for m in mesh.face_vertex_indices_to_face_marker.values()) == len(mesh.facets)
    assert not mesh.holes.allocated and mesh.neighbors[0][0] < len(mesh.elements)
    again = pickle.loads(pickle.dumps(mesh)).copy()
    again.element_volumes.setup()
    for i in range(len(again.elements)):
        again.element_volumes[i] = 0.01 if i % 2 else -1
    finer = meshpy.refine(again)
    assert len(finer.elements) > len(mesh.elements) and set(finer.facet_markers) == {2, 3}


def test_meshpy_options():
    info = domain_with_a_hole()
    info.regions.resize(1)
    info.regions[0] = (0.5, 0.5, 4, 0.2)
    mesh = meshpy.build(info, attributes=True, volume_constraints=True, max_volume=0.3, mesh_order=2)
    corners = {"vertices": np.array(mesh.points), "triangles": np.array(mesh.elements)[:, :3]}
    assert mesh.elements.unit == 6 and set(mesh.element_attributes) == {4} and areas(corners).max() <= 0.2
    assert len(meshpy.build(info, quality_meshing=False).elements) == 8
    for boundary, volume in ((False, True), (False, False)):
        kept = meshpy.build(info, max_volume=0.1, allow_boundary_steiner=boundary, allow_volume_steiner=volume)
        assert len(kept.facets) == 8
    with pytest.raises(ValueError, match="Steiner"):
        meshpy.build(info, allow_volume_steiner=False)
    with pytest.warns(DeprecationWarning, match="generate_faces"):
        assert meshpy.build(info, generate_edges=True).faces.allocated


def test_neutral_files(tmp_path, capsys):
    mesh = meshpy.build(domain_with_a_hole(), max_volume=0.05, generate_faces=True)
    with open(tmp_path / "mesh.neu", "w") as file:
        mesh.write_neu(file, {2: ("wall", 6), frozenset([3, 7]): ("hole", 7)}, (1, (0.5, 0)))
    sections = (tmp_path / "mesh.neu").read_text().split("ENDOFSECTION\n")
    nodes, elements = sections[1].splitlines()[1:], sections[2].splitlines()[1:]
    assert [[float(x) for x in line.split()[1:]] for line in nodes] == list(mesh.points)
    corners = [[int(v) - 1 for v in line.split()[3:]] for line in elements]
    assert corners == list(mesh.elements)
    boundary = [section.splitlines() for section in sections[4:] if section]
    assert [lines[1].split()[0] for lines in boundary] == ["wall", "hole"]
    ends = {frozenset(face): marker for face, marker in zip(mesh.faces, mesh.face_markers)}
    for lines, marker in zip(boundary, (2, 3)):
        assert len(lines) - 2 == int(lines[1].split()[2]) == list(mesh.face_markers).count(marker)
        for line in lines[2:]:
            element, kind, side = map(int, line.split())
            at = corners[element - 1]
            assert kind == 3 and ends[frozenset([at[side - 1], at[side % 3]])] == marker
    with open(tmp_path / "plain.neu", "w") as file, pytest.warns(UserWarning, match="faces"):
        meshpy.build(domain_with_a_hole()).write_neu(file, {2: ("wall", 6)})
    mesh.dump()
    assert f"array points: {len(mesh.points)} elements, 2 values per element" in capsys.readouterr().out


def test_second_order_elements_for_meshio():
    pytest.importorskip("meshio")
    square = {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    mesh = triangle.to_meshio(triangle.triangulate(square, "o2"))
    cells = mesh.cells_dict["triangle6"]
    for i in range(3):
        middle = (mesh.points[cells[:, i]] + mesh.points[cells[:, (i + 1) % 3]]) / 2
        assert np.array_equal(mesh.points[cells[:, 3 + i]], middle)


def test_meshpys_arrays(tmp_path):
    info = meshpy.MeshInfo()
    info.set_points([(1, 1), (-1, 1), (-1, -1), (1, -1)])
    info.number_of_point_attributes = 2
    with pytest.raises(RuntimeError, match="unallocated"):
        info.point_attributes[0]
    info.point_attributes.setup()
    for i in range(4):
        info.point_attributes[i] = [i, 2 * i]
    info.point_attributes[3, 1] = 9
    assert info.point_attributes[3] == [3, 9] and list(info.points)[1] == [-1, 1] and info.points[2, 0] == -1
    with pytest.raises(IndexError):
        info.points[4]
    with pytest.raises(ValueError, match="unit"):
        info.points[0] = (1, 2, 3)
    with pytest.raises(ValueError, match="markers"):
        info.set_facets([(0, 1)], [1, 2])
    mesh = meshpy.build(info)
    assert mesh.number_of_point_attributes == 2 and np.array(mesh.point_attributes)[3].tolist() == [3, 9]
    meshpy.write_gnuplot_mesh(tmp_path / "mesh", mesh)
    assert (tmp_path / "mesh").read_text().count("\n") == 5 * len(mesh.elements)
    points, facets, markers = meshpy.subdivide_facets([1, 3], [(0, 0), (3, 0)], [(0, 1), (1, 0)], [5, 6])
    assert facets == [(0, 1), (1, 2), (2, 3), (3, 0)] and markers == [5, 6, 6, 6] and points[2] == [2, 0]
