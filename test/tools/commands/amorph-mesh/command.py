"""command.py AMORPH_MESH AMORPH_MESH_CHECK: amorph-mesh as Triangle's users meet it; every mesh is verified."""
import fractions
import gzip
import json
import lzma
import math
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

MESH, CHECK = sys.argv[1:3]

BOX = """# A box with a hole, markers of both kinds.
8 2 0 1
1 0 0 0
2 0 3 0
3 3 0 0
4 3 3 33  # a vertex of its own
5 1 1 0
6 1 2 0
7 2 1 0
8 2 2 0
# outer
8 1
1 1 2 5
2 2 4 0
3 4 3 0
4 3 1 0
5 5 7 0
6 7 8 0
7 8 6 10
8 6 5 0
1
1 1.5 1.5
"""


def poly(points, segments=(), holes=(), regions=()):
    lines = [f"{len(points)} 2 0 0"]
    lines += [f"{i} {x!r} {y!r}" for i, (x, y) in enumerate(points, 1)]
    lines.append(f"{len(segments)} 0")
    lines += [f"{i} {a + 1} {b + 1}" for i, (a, b) in enumerate(segments, 1)]
    lines.append(str(len(holes)))
    lines += [f"{i} {x!r} {y!r}" for i, (x, y) in enumerate(holes, 1)]
    if regions:
        lines.append(str(len(regions)))
        lines += [" ".join(map(repr, (i, *region))) for i, region in enumerate(regions, 1)]
    return "\n".join(lines) + "\n"


def ring(x, y, radius, n, turn=0.0):
    return [(x + radius * math.cos(turn + 2 * math.pi * i / n), y + radius * math.sin(turn + 2 * math.pi * i / n))
            for i in range(n)]


def closed(first, n):
    return [(first + i, first + (i + 1) % n) for i in range(n)]


def rows(text):
    """The numbers of each line."""
    lines = (line.split("#")[0].split() for line in text.splitlines())
    return [[float(word) for word in line] for line in lines if line]


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def put(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text.encode())

    def get(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def names(self):
        return sorted(os.listdir(self.folder.name))

    def call(self, program, *words, code=0):
        ended = subprocess.run([program, *words], cwd=self.folder.name, capture_output=True, text=True,
                               stdin=subprocess.DEVNULL, timeout=300)
        self.assertEqual(ended.returncode, code, (words, ended.stdout, ended.stderr))
        return ended

    def mesh(self, *words, code=0):
        return self.call(MESH, *words, "--backend", "cpu", code=code)

    def refused(self, message, *words):
        """One line, and no file more than before."""
        before = self.names()
        ended = self.mesh(*words, code=1)
        self.assertEqual(ended.stderr, f"amorph-mesh: {message}\n")
        self.assertEqual(ended.stdout, "")
        self.assertEqual(self.names(), before)

    def verified(self, name, switches, *demands):
        self.mesh(f"-{switches}Q", name)
        return self.call(CHECK, name, name.rsplit(".", 1)[0] + ".1", *demands)

    # What is asked for.

    def test_names_and_files(self):
        self.put("box.poly", BOX)
        ended = self.mesh("-p", "-e", "-n", "box")
        self.assertRegex(ended.stdout, r"^8 vertices, 8 triangles, smallest angle [0-9.]+ degrees, triangulated in ")
        self.assertEqual(self.names(), ["box.1.edge", "box.1.ele", "box.1.neigh", "box.1.node", "box.1.poly",
                                        "box.poly"])
        self.call(CHECK, "box.poly", "box.1")
        self.mesh("-rpQ", "box.1")
        self.assertIn("box.2.poly", self.names())
        self.call(CHECK, "box.1.ele", "box.2", "-p")
        self.assertEqual(rows(self.get("box.2.poly"))[-2:], [[1], [1, 1.5, 1.5]])
        self.mesh("-QNEPe", "box.poly")  # .poly means -p
        self.mesh("-QI", "box.poly")
        self.assertTrue({"box.ele", "box.node"} <= set(self.names()))
        self.assertEqual(self.get("box.poly"), BOX)

    def test_markers(self):
        self.put("box.poly", BOX)
        self.mesh("-pqa0.1e", "box")
        nodes, edges, poly_rows = (rows(self.get("box.1." + ending)) for ending in ("node", "edge", "poly"))
        at = {row[0]: row for row in nodes[1:]}
        self.assertEqual(nodes[0][2:], [0, 1])
        self.assertEqual(at[4][3], 33)
        self.assertEqual(at[2][3], 5)  # of its first segment
        for row in nodes[1:]:
            left, top = row[1] == 0, row[2] == 2 and 1 <= row[1] <= 2
            on_box = row[1] in (0, 3) or row[2] in (0, 3)
            on_hole = max(abs(row[1] - 1.5), abs(row[2] - 1.5)) == 0.5
            expected = 33 if row[0] == 4 else 5 if left else 10 if top and on_hole else 1 if on_box or on_hole else 0
            self.assertEqual(row[3], expected, row)
        self.assertEqual(poly_rows[0], [0, 2, 0, 1])
        for _, a, b, marker in edges[1:]:
            ends = at[a][1:3], at[b][1:3]
            if all(x == 0 for x, _ in ends):
                self.assertEqual(marker, 5)
            elif all(y == 2 and 1 <= x <= 2 for x, y in ends):
                self.assertEqual(marker, 10)
        self.mesh("-pqBQ", "box")
        self.assertEqual(rows(self.get("box.1.node"))[0][3], 0)

    def test_base_and_zero(self):
        self.put("a.node", "3 2 0 0\n0 0 0\n1 1 0\n2 0 1\n")
        self.put("b.node", "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n")
        self.mesh("a")
        self.mesh("b")
        self.assertEqual(sorted(rows(self.get("a.1.ele"))[1][1:]), [0, 1, 2])
        self.assertEqual(sorted(rows(self.get("b.1.ele"))[1][1:]), [1, 2, 3])
        self.mesh("-z", "b")
        self.assertEqual(sorted(rows(self.get("b.1.ele"))[1][1:]), [0, 1, 2])
        self.assertEqual(rows(self.get("b.1.node"))[1][0], 0)

    def test_attributes_are_interpolated(self):
        points = [(x / 4, y / 4) for x in range(5) for y in range(5)]
        text = f"{len(points)} 2 2 0\n" + "".join(f"{i} {x} {y} {3 * x - y + 7} {x}\n"
                                                  for i, (x, y) in enumerate(points))
        self.put("a.node", text)
        self.mesh("-qa0.003", "a")
        nodes = rows(self.get("a.1.node"))
        self.assertGreater(len(nodes), 100)
        for _, x, y, plane, first, _ in nodes[1:]:
            self.assertAlmostEqual(plane, 3 * x - y + 7, places=12)
            self.assertAlmostEqual(first, x, places=12)
        self.call(CHECK, "a.node", "a.1", "-q20", "-a0.003", "-u140")

    def test_voronoi(self):
        """Every end of an edge is as far from both vertices of the mesh's edge, and rays leave the domain."""
        self.put("box.poly", BOX)
        self.mesh("-pqa0.05ve", "box")
        at = [row[1:3] for row in rows(self.get("box.1.node"))[1:]]
        elements, edges = rows(self.get("box.1.ele"))[1:], rows(self.get("box.1.edge"))[1:]
        centres, dual = rows(self.get("box.1.v.node")), rows(self.get("box.1.v.edge"))
        self.assertEqual(centres[0], [len(elements), 2, 0, 0])
        self.assertEqual(dual[0], [len(edges), 0])
        rays = 0
        for (_, a, b, marker), row in zip(edges, dual[1:], strict=True):
            p, q = at[int(a) - 1], at[int(b) - 1]
            for end in row[1:2] if row[2] == -1 else row[1:3]:
                centre = centres[int(end)][1:3]
                self.assertAlmostEqual(math.dist(centre, p), math.dist(centre, q), places=9)
            if row[2] == -1:
                rays += 1
                self.assertEqual(row[3:], [q[1] - p[1], p[0] - q[0]])
                self.assertNotEqual(marker, 0)
        self.assertEqual(rays, sum(row[3] != 0 for row in edges))

    def test_second_order(self):
        self.put("box.poly", BOX)
        self.mesh("-pqa0.05o2gC", "box")
        nodes, elements = rows(self.get("box.1.node")), rows(self.get("box.1.ele"))
        self.assertEqual(elements[0][1], 6)
        used = set()
        for row in elements[1:]:
            corner, middle = ([nodes[int(v)][1:3] for v in part] for part in (row[1:4], row[4:7]))
            for i in range(3):
                a, b = corner[(i + 1) % 3], corner[(i + 2) % 3]
                self.assertEqual(middle[i], [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
            used.update(row[1:7])
            for v in row[4:7]:  # on the boundary of the box of 3 by 3, or inside
                x, y = nodes[int(v)][1:3]
                if x in (0, 3) or y in (0, 3):
                    self.assertNotEqual(nodes[int(v)][3], 0)
        self.assertEqual(len(used), len(nodes) - 1)
        off = self.get("box.1.off").split()
        self.assertEqual(off[:4], ["OFF", str(len(nodes) - 1), str(len(elements) - 1), "0"])
        self.assertEqual(len(off), 4 + 3 * (len(nodes) - 1) + 4 * (len(elements) - 1))
        self.mesh("-rpQ", "box.1")  # and back

    def test_segments_by_splitting(self):
        """The segment that is no edge is split; the others are not."""
        points = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 5), (10, 5), (3, 5.125), (6, 4.9375)]
        self.put("box.poly", poly(points, [(0, 1), (1, 5), (5, 2), (2, 3), (3, 4), (4, 0), (4, 5)]))
        self.mesh("-psC", "box")
        at = [[fractions.Fraction(x) for x in row[1:3]] for row in rows(self.get("box.1.node"))[1:]]
        self.assertEqual(len(at), 13)  # Triangle's
        self.assertEqual(sum(y == 5 for _, y in at), len(at) - 6)
        self.assertEqual(sum(at[int(a) - 1][1] == at[int(b) - 1][1] == 5
                             for _, a, b, _ in rows(self.get("box.1.poly"))[2:-1]), len(at) - 7)
        self.refused("-s is for segments of a .poly file and cannot be used with -r", "-rsp", "box.1")

    def test_sizes(self):
        square = [(0, 0), (4, 0), (4, 4), (0, 4)]
        self.put("square.poly", poly(square, closed(0, 4)))
        self.put("size.node", "5 2 1 0\n" + "".join(f"{i} {x} {y} {1 if i != 4 else 0.05}\n" for i, (x, y) in
                                                    enumerate([*square, (2, 2)])))
        grid = [[1 if (x, y) != (2, 2) else 0.05 for x in range(5)] for y in range(5)]
        self.put("size.asc", "ncols 5\nnrows 5\nxllcenter 0\nyllcenter 0\ncellsize 1\nNODATA_value -1\n" +
                 "\n".join(" ".join(map(str, row)) for row in grid) + "\n")

        def areas(size):
            at = [row[1:3] for row in rows(self.get("square.1.node"))[1:]]
            for _, *corner in rows(self.get("square.1.ele"))[1:]:
                (ax, ay), (bx, by), (cx, cy) = (at[int(v) - 1] for v in corner)
                area = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
                sampled = [(ax, ay), (bx, by), (cx, cy), ((ax + bx) / 2, (ay + by) / 2), ((bx + cx) / 2, (by + cy) / 2),
                           ((cx + ax) / 2, (cy + ay) / 2), ((ax + bx + cx) / 3, (ay + by + cy) / 3)]
                self.assertLessEqual(area, 0.4331 * min(size(*p) for p in sampled) ** 2)
            return len(at)

        def cone(x, y):
            return 0.05 + 0.95 * max(abs(x - 2), abs(y - 2)) / 2

        self.mesh("-pqC", "--sizing", "size.node", "square")
        refined = areas(cone)
        self.assertLess(refined, 2000)
        self.mesh("-pqC", "--sizing", "size.node", "--optimize", "square")
        self.assertLess(areas(cone), refined)
        self.mesh("-pqC", "--sizing", "size.asc", "square")
        plain = areas(lambda x, y: 1 - 0.95 * max(0, 1 - abs(x - 2)) * max(0, 1 - abs(y - 2)))
        self.mesh("-pqC", "--sizing", "size.asc", "--gradation", "0.1", "square")
        slowly = areas(lambda x, y: 0.05 + 0.1 * (abs(x - 2) + abs(y - 2)) + 1e-9)
        self.assertGreater(slowly, plain)
        self.mesh("-pqC", "--sizing", "size.asc", "--gradation", "0.1", "--optimize", "square")
        self.assertLess(areas(lambda x, y: 0.05 + 0.1 * (abs(x - 2) + abs(y - 2)) + 1e-9), slowly)
        self.put("square.poly", poly([*square, (2, 2), (2.01, 2)], closed(0, 4)))
        sizes = []
        for growth in ("0.1", "0.5"):
            self.mesh("-pqC", "--gradation", growth, "square")
            sizes.append(len(rows(self.get("square.1.node"))))
        self.assertGreater(sizes[0], 2 * sizes[1])
        # Between short edges that are far apart lengths grow, too, on the edge from one to the other as well.
        self.put("pairs.poly", poly([(0, 0), (10, 0), (10, 1), (0, 1), (1, 0.5), (1.001, 0.5), (9, 0.5), (9.001, 0.5)],
                                    closed(0, 4)))
        self.mesh("-pqC", "--gradation", "0.5", "pairs")
        self.assertLess(len(rows(self.get("pairs.1.node"))), 1500)
        self.put("size.node", "3 2 1 0\n1 0 0 1e-6\n2 4 0 1e-6\n3 0 4 1e-6\n")
        ended = self.mesh("-pq", "--sizing", "size.node", "square", code=3)
        self.assertEqual(ended.stderr, "amorph-mesh: the sizes need about 3.7e+13 triangles, which exceeds the "
                                       "maximum of 2^30; -S limits the vertices\n")
        self.mesh("-pqS500", "--sizing", "size.node", "square")
        self.put("size.asc", "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 0\n")
        self.refused("size.asc:6: expected a length, a number above 0, found '0'", "-pq", "--sizing", "size.asc",
                     "square")
        self.put("size.node", "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n")
        self.refused("size.node: expected an edge length as the first attribute, found no attributes", "-pq",
                     "--sizing", "size.node", "square")

    def test_angles_without_end(self):
        """Given up at a default limit: the mesh of 34 degrees, and a code of its own."""
        self.put("box.poly", BOX)
        ended = self.mesh("-pq50C", "box", "--json", "-", code=5)
        self.assertRegex(ended.stderr, r"refinement to 50 degrees was given up after \d+ Steiner points; the mesh is "
                                       r"refined to 34 degrees instead")
        figures = json.loads(ended.stdout)
        self.assertEqual((figures["angle_wanted"], figures["angle_bound"], figures["below_bound"]), (50, 34, 0))
        self.mesh("-pq50S300C", "box")  # the user's limit
        self.mesh("-pq34.5C", "box")    # it ends
        # Segments from a vertex to 161 others around it: 34 degrees have no end, 33 do. (To 41 others, both do.)
        ring = [(x, 48) for x in range(0, -32, -1)] + [(-32, y) for y in range(48, -48, -1)]
        ring += [(x, -48) for x in range(-32, 1)]
        self.put("fan.poly", poly([(0, 0), *ring], [(0, i + 1) for i in range(len(ring))]))
        ended = self.mesh("-pcq34C", "fan", "--json", "-", code=5)
        figures = json.loads(ended.stdout)
        self.assertEqual((figures["angle_wanted"], figures["angle_bound"]), (34, 33))
        # More points than the default limit, as at 30 degrees.
        self.put("strip.poly", poly([(0, 0), (60000, 0), (60000, 0.5), (0, 0.5)], [(0, 1), (1, 2), (2, 3), (3, 0)]))
        self.mesh("-pq33", "strip")
        self.assertGreater(int(self.get("strip.1.node").split()[0]), 101000)

    def test_regions(self):
        points = [(0, 0), (2, 0), (2, 1), (0, 1), (1, 0), (1, 1)]
        segments = [(0, 4), (4, 1), (1, 2), (2, 5), (5, 3), (3, 0), (4, 5)]
        self.put("two.poly", poly(points, segments, regions=[(0.5, 0.5, 7.0, 0.01), (1.5, 0.5, 8.0, -1.0)]))
        self.mesh("-pqAaQ", "two")
        self.call(CHECK, "two.poly", "two.1", "-q20", "-u140")
        at = {row[0]: row[1:3] for row in rows(self.get("two.1.node"))[1:]}
        elements = rows(self.get("two.1.ele"))
        self.assertEqual(elements[0][2], 1)
        count = {7: 0, 8: 0}
        for _, a, b, c, region in elements[1:]:
            (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
            self.assertEqual(region, 7 if ax + bx + cx < 3 else 8)
            count[region] += 1
            if region == 7:
                self.assertLessEqual((bx - ax) * (cy - ay) - (by - ay) * (cx - ax), 0.02 * (1 + 1e-9))
        self.assertGreater(count[7], 100)
        self.assertLess(count[8], count[7])
        # And on, with a file of areas.
        n = len(elements) - 1
        self.put("two.1.area", f"{n}\n" + "".join(f"{i} {0.001 if elements[i][4] == 8 else -1}\n"
                                                  for i in range(1, n + 1)))
        self.mesh("-rpqaQ", "two.1")
        self.call(CHECK, "two.1.ele", "two.2", "-p", "-q20", "-u140")
        after = rows(self.get("two.2.ele"))
        self.assertGreater(sum(row[4] == 8 for row in after[1:]), 900)

    def test_several_attributes_of_triangles_are_kept(self):
        self.put("m.node", "4\n1 0 0\n2 1 0\n3 1 1\n4 0 1\n")
        self.put("m.ele", "2 3 3\n1 1 2 3 5 -6 7.5\n2 1 3 4 8 9 10\n")
        self.put("m.poly", "0\n1 0\n1 1 3\n0\n")
        self.mesh("-rpqa0.01", "m")
        at = {row[0]: row[1:3] for row in rows(self.get("m.1.node"))[1:]}
        for row in rows(self.get("m.1.ele"))[1:]:
            lower = sum(at[v][0] - at[v][1] for v in row[1:4]) > 0
            self.assertEqual(row[4:], [5, -6, 7.5] if lower else [8, 9, 10])

    def test_limits_on_points(self):
        self.put("box.poly", BOX)
        self.mesh("-pq30a0.001S50", "box", "--json", "j")
        self.assertEqual(json.loads(self.get("j"))["steiner"], 50)
        self.mesh("-pqa0.01Y", "box", "--verify")
        for _, x, y, *_ in rows(self.get("box.1.node"))[9:]:
            self.assertTrue(0 < x < 3 and 0 < y < 3)
        self.put("line.poly", poly([(0, 0), (4, 0), (4, 4), (0, 4), (1, 2), (3, 2)], closed(0, 4) + [(4, 5)]))
        self.mesh("-pqa0.05YY", "line", "--verify")
        self.assertFalse([row for row in rows(self.get("line.1.node"))[7:] if row[2] == 2 and 1 < row[1] < 3])

    def test_conforming(self):
        points = [(0, 0), (10, 0), (5, 0.2), (5, -0.2)]
        self.put("flat.poly", poly(points, [(0, 1)]))
        self.mesh("-pcQ", "flat")
        self.call(CHECK, "flat.poly", "flat.1", "-c")
        self.call(CHECK, "flat.poly", "flat.1", "-c", "-D", code=4)
        self.mesh("-pcDQ", "flat")
        self.call(CHECK, "flat.poly", "flat.1", "-c", "-D", "-u90")

    def test_pictures_and_figures(self):
        self.put("box.poly", BOX)
        self.mesh("-pq30Q", "box", "--svg", "s", "--vtk", "v", "--json", "j", "--verify")
        self.assertEqual(xml.etree.ElementTree.parse(self.path("s")).getroot().tag, "{http://www.w3.org/2000/svg}svg")
        figures = json.loads(self.get("j"))
        for name in ("vertices", "triangles", "min_angle", "bad", "refine_ms", "backend"):
            self.assertIn(name, figures)
        self.assertEqual(figures["vertices"], rows(self.get("box.1.node"))[0][0])
        self.assertEqual(figures["bad"], 0)
        self.assertTrue(figures["verified"])
        self.assertGreaterEqual(figures["min_angle"], 30)
        self.assertIn(f"CELLS {figures['triangles']} ", self.get("v"))
        ended = self.mesh("-pq", "box", "--json", "-")
        self.assertEqual(json.loads(ended.stdout)["input_segments"], 8)
        self.assertIn("smallest angle", ended.stderr)

    def test_vtu(self):
        """The arrays that the file's XML describes are those of the text files."""
        self.put("box.poly", BOX)
        for switches, nodes, kind in (("-pq30AQ", 3, 5), ("-pq30Ao2Q", 6, 22)):
            self.mesh(switches, "box", "--vtk", "box.vtu")
            with open(self.path("box.vtu"), "rb") as file:
                head, data = file.read().split(b">\n_", 1)
            root = xml.etree.ElementTree.fromstring(head + b"></AppendedData></VTKFile>")
            piece = root.find("UnstructuredGrid/Piece")
            arrays = {}
            for a in piece.iter("DataArray"):
                at = int(a.get("offset"))
                (size,) = struct.unpack_from("<Q", data, at)
                code = {"Float64": "d", "Int32": "i", "Int64": "q", "UInt8": "B"}[a.get("type")]
                arrays[a.get("Name")] = struct.unpack_from(f"<{size // struct.calcsize(code)}{code}", data, at + 8)
            cells = rows(self.get("box.1.ele"))[1:]
            vertices = rows(self.get("box.1.node"))[1:]
            self.assertEqual(int(piece.get("NumberOfCells")), len(cells))
            self.assertEqual(list(arrays["Points"]), [x for v in vertices for x in (v[1], v[2], 0)])
            order = (0, 1, 2, 5, 3, 4)[:nodes]
            first = vertices[0][0]
            self.assertEqual(list(arrays["connectivity"]), [c[1 + k] - first for c in cells for k in order])
            self.assertEqual(list(arrays["offsets"]), list(range(nodes, nodes * len(cells) + 1, nodes)))
            self.assertEqual(set(arrays["types"]), {kind})
            self.assertEqual(list(arrays["attribute1"]), [c[-1] for c in cells])
            self.assertEqual(list(arrays["marker"]), [v[-1] for v in vertices])

    def parts_of(self, name):
        """The arrays of a binary file, by docs/mesh-formats.md."""
        with open(self.path(name), "rb") as file:
            data = file.read()
        self.assertEqual(data[:8], b"amorphm1")
        (vertices, attributes, triangles, of_triangles, segments, holes, regions, base,
         parts) = struct.unpack_from("<9I", data, 8)
        self.assertEqual(data[44:64], bytes(20))
        at, found = 64, {"base": base}
        for part, kind, count, there in (
                ("xy", "d", 2 * vertices, True), ("attribute", "d", vertices * attributes, True),
                ("of_triangles", "d", triangles * of_triangles, True), ("hole", "d", 2 * holes, True),
                ("region", "d", 4 * regions, True), ("marker", "i", vertices, parts & 1),
                ("segment", "I", 2 * segments, True), ("segment_marker", "i", segments, parts & 2),
                ("corner", "I", 3 * triangles, True), ("middle", "I", 3 * triangles, parts & 4),
                ("neighbour", "i", 3 * triangles, parts & 8)):
            count = count if there else 0
            found[part] = list(struct.unpack_from(f"<{count}{kind}", data, at))
            at += struct.calcsize(f"<{count}{kind}")
        self.assertEqual(at, len(data))
        return found

    def test_binary_form(self):
        self.put("box.poly", BOX.replace("1\n1 1.5 1.5\n", "1\n1 1.5 1.5\n1\n1 0.1 0.1 7 0.5\n"))
        self.mesh("-pq30aAnQ", "box.poly")
        self.mesh("-pq30aAnQ", "--format=binary", "box.poly")
        self.assertEqual(self.names(), ["box.1.amesh", "box.1.ele", "box.1.neigh", "box.1.node", "box.1.poly",
                                        "box.poly"])
        found = self.parts_of("box.1.amesh")
        nodes, elements = rows(self.get("box.1.node"))[1:], rows(self.get("box.1.ele"))[1:]
        poly_rows, near = rows(self.get("box.1.poly")), rows(self.get("box.1.neigh"))[1:]
        self.assertEqual(found["base"], 1)
        self.assertEqual(found["xy"], [x for row in nodes for x in row[1:3]])
        self.assertEqual(found["marker"], [row[3] for row in nodes])
        self.assertEqual(found["corner"], [c - 1 for row in elements for c in row[1:4]])
        self.assertEqual(found["of_triangles"], [row[4] for row in elements])
        self.assertEqual(found["neighbour"], [t if t == -1 else t - 1 for row in near for t in row[1:]])
        sides = poly_rows[2:2 + int(poly_rows[1][0])]
        self.assertEqual(found["segment"], [v - 1 for row in sides for v in row[1:3]])
        self.assertEqual(found["segment_marker"], [row[3] for row in sides])
        self.assertEqual((found["hole"], found["region"]), ([1.5, 1.5], [0.1, 0.1, 7, 0.5]))

        # What is read back is what text says; a binary input gives a binary output.
        self.mesh("-rpq32Q", "box.1.ele")
        self.mesh("-q32QC", "box.1.amesh")
        text = self.get("box.2.node"), self.get("box.2.ele"), self.get("box.2.poly")
        self.mesh("-q32Q", "--format=text", "box.1.amesh")
        self.assertEqual(text, (self.get("box.2.node"), self.get("box.2.ele"), self.get("box.2.poly")))
        self.assertEqual(self.parts_of("box.2.amesh")["corner"],
                         [c - 1 for row in rows(text[1])[1:] for c in row[1:4]])
        # -p and -r choose: segments without triangles, triangles without segments.
        self.mesh("-pQ", "box.1.amesh")
        self.assertEqual(len(self.parts_of("box.2.amesh")["xy"]), 2 * len(nodes))
        self.mesh("-rQ", "box.1.amesh")
        self.assertEqual(self.parts_of("box.2.amesh")["segment"], [])
        # Switches that leave out files leave out parts.
        self.mesh("-EQ", "box.1.amesh")
        self.assertEqual(self.parts_of("box.2.amesh")["corner"], [])
        self.mesh("-PBzQ", "box.1.amesh")
        found = self.parts_of("box.2.amesh")
        self.assertEqual([found[part] for part in ("segment", "hole", "region", "marker", "base")],
                         [[], [], [], [], 0])
        self.mesh("-o2IQ", "--format=binary", "box.poly")
        found = self.parts_of("box.amesh")
        self.assertEqual(len(found["middle"]), len(found["corner"]))
        before = set(self.names())
        self.mesh("-NQ", "box.1.amesh")
        self.assertEqual(set(self.names()), before)
        self.refused("box.1.amesh: cannot write: it is an input", "-I", "box.1.amesh")
        with open(self.path("box.1.amesh"), "rb") as plain, gzip.open(self.path("packed.amesh.gz"), "wb") as packed:
            packed.write(plain.read())
        self.mesh("-q32Q", "--format=text", "packed.amesh")
        self.assertEqual(text[1], self.get("packed.1.ele"))
        for name, ending in (("box.1.amesh", "amesh.xz"), ("box.poly", "poly.xz")):
            with open(self.path(name), "rb") as plain, lzma.open(self.path("small." + ending), "wb") as packed:
                packed.write(plain.read())
            self.mesh("-q32Q", "--format=text", "small." + ending)
            os.remove(self.path("small." + ending))
            self.get("small.1.ele")
        self.mesh("-pqQ", "--sizing", "box.1.amesh", "box.poly", code=1)  # without attributes

    def test_damaged_binary_files(self):
        self.put("box.poly", BOX)
        self.mesh("-pQn", "--format=binary", "box.poly")
        with open(self.path("box.1.amesh"), "rb") as file:
            whole = file.read()

        def damaged(message, at, word, switches="-q"):
            with open(self.path("bad.amesh"), "wb") as file:
                file.write(whole[:at] + word + whole[at + len(word):])
            self.refused("bad.amesh: " + message, switches, "bad.amesh")

        corners = len(whole) - 2 * 12 * 8
        damaged("it is not a mesh in the binary format", 0, b"x")
        damaged("the size of the file does not match its header", 8, b"\x09")
        damaged("the header is damaged", 60, b"\x01")
        damaged("a coordinate is not a finite number", 64, b"\xff" * 8)
        damaged("triangle 1: expected three different vertices of the file", corners, b"\xff" * 4)
        damaged("vertex 1: expected coordinates that are 0 or of magnitude 1e-35 to 1e60", 64,
                struct.pack("<d", 1e-40))
        damaged("triangle 3: expected a counter-clockwise triangle that overlaps no other, found a clockwise triangle",
                corners + 24, whole[corners + 28:corners + 32] + whole[corners + 24:corners + 28])
        self.put("bad.amesh", "")
        self.refused("bad.amesh: it is not a mesh in the binary format", "bad.amesh")
        self.refused("none.amesh: cannot read: No such file or directory", "none.amesh")

    def test_compressed_input(self):
        with gzip.open(self.path("box.poly.gz"), "wb") as file:
            file.write(BOX.encode())
        self.mesh("-pQ", "box")
        first = self.get("box.1.ele")
        self.mesh("-Q", "box.poly.gz")
        self.assertEqual(self.get("box.1.ele"), first)

    def test_same_mesh_on_any_number_of_threads(self):
        random.seed(5)
        points = [(0, 0), (1, 0), (1, 1), (0, 1)] + [(random.random(), random.random()) for _ in range(2000)]
        self.put("r.poly", poly(points, closed(0, 4)))
        meshes = set()
        for threads in (1, 2, 3):
            self.mesh("-pq30Q", "r", "--threads", str(threads))
            meshes.add(self.get("r.1.ele") + self.get("r.1.node") + self.get("r.1.poly"))
        self.assertEqual(len(meshes), 1)
        self.call(CHECK, "r.poly", "r.1", "-q30", "-u120")

    def test_single_precision(self):
        random.seed(6)
        points = [(0, 0), (7, 0), (7, 3), (0, 3)] + [(7 * random.random(), 3 * random.random()) for _ in range(300)]
        self.put("r.poly", poly(points, closed(0, 4)))
        self.mesh("-pq30Q", "r", "--precision", "single", "--verify")
        for _, x, y, *_ in rows(self.get("r.1.node"))[5:]:
            self.assertTrue((x / 7 * 2 ** 24).is_integer() or (x * 2 ** 21).is_integer(), x)  # 7 lies in a grid of 8
        self.put("close.node", "4\n1 0 0\n2 1 0\n3 1e-9 0\n4 0 1\n")
        self.refused("close.node:4: single precision: vertex 3 would coincide with vertex 1", "-q", "close",
                     "--precision", "single")
        self.put("twice.node", "5\n1 0 0\n2 1 0\n3 0 0\n4 1e-9 0\n5 0 1\n")
        self.refused("twice.node:5: single precision: vertex 4 would coincide with vertex 1", "twice",
                     "--precision", "single")
        self.put("cross.poly", poly([(0, 0), (1, 0), (1, 1), (0, 1)], closed(0, 4) + [(0, 2), (1, 3)]))
        self.refused("cross.poly: segments cross outside the grid of single precision; use --precision=double",
                     "-pq", "cross", "--precision", "single")

    def test_every_strategy_makes_a_mesh(self):
        random.seed(7)
        points = [(0, 0), (1, 0), (1, 1), (0, 1)] + [(random.random(), random.random()) for _ in range(1000)]
        self.put("r.poly", poly(points, closed(0, 4)))
        listed = self.call(MESH, "-p", "r", "--strategy", "none", code=1).stderr
        names = listed.split("expected one of ")[1].split(", found")[0].split(", ")
        self.assertIn("priority", names)
        for name in names:
            with self.subTest(strategy=name):
                self.mesh("-pq28DQ", "r", "--strategy", name)
                self.call(CHECK, "r.poly", "r.1", "-q28", "-u90", "-D")

    def test_area_bounds_that_cannot_fit_are_refused_at_once(self):
        square = [(0, 0), (1, 0), (1, 1), (0, 1)]
        self.put("a.poly", poly(square, closed(0, 4)))
        self.put("r.poly", poly(square, closed(0, 4), (), [(0.5, 0.5, 1, 1e-14)]))
        self.mesh("-p", "a")
        self.put("a.1.area", "2\n1 -1\n2 1e-13\n")
        too_many = "amorph-mesh: the area bound needs at least {} triangles, more than 1073741822\n"
        for words, said in ((("-pa0.00000000000001", "a"), too_many.format(10 ** 14)),
                            (("-pq30a0.00000000000001", "a"), too_many.format(10 ** 14)),
                            (("-pa0.00000000000001S2000000000", "a"), too_many.format(10 ** 14)),
                            (("-pa", "r"), too_many.format(10 ** 14)),
                            (("-ra", "a.1"), too_many.format(5 * 10 ** 12)),
                            (("-pa0.0000001", "a", "--memory-limit", "100M"),
                             "amorph-mesh: the area bound needs at least 10000000 triangles, 630 MiB of memory; the "
                             "limit is 100 MiB\n")):
            with self.subTest(words=words):
                self.assertEqual(self.mesh(*words, code=3).stderr, said)
        self.mesh("-pQa0.00000000000001S1000", "a", "--memory-limit", "100M")
        # Far from the origin, precision ends refinement much earlier.
        self.put("f.poly", poly([(1e13 + x, 1e13 + y) for x, y in square], closed(0, 4)))
        self.mesh("-pQa0.00000000000001", "f", "--memory-limit", "2G")

    def test_jettison_leaves_out_what_no_triangle_has(self):
        self.put("d.node", "5\n1 0 0\n2 1 0\n3 0 0\n4 0 1\n5 1 0\n")
        ended = self.mesh("d")
        self.assertEqual(ended.stderr,
                         "amorph-mesh: warning: d.node:4: vertex 3 is a duplicate of vertex 1 and is not used "
                                       "(and 1 more)\n")
        self.assertEqual(rows(self.get("d.1.node"))[0][0], 5)
        self.mesh("-j", "d")
        self.assertEqual(self.get("d.1.node"), "3 2 0 1\n1 0 0 1\n2 1 0 1\n3 0 1 1\n")
        self.assertEqual(sorted(rows(self.get("d.1.ele"))[1][1:]), [1, 2, 3])

    def test_segments_from_a_vertex_to_itself_are_left_out(self):
        self.put("s.poly", "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n4 0\n1 1 2\n2 2 2\n3 2 3\n4 3 1\n0\n")
        ended = self.mesh("-p", "s")
        self.assertEqual(ended.stderr,
                         "amorph-mesh: warning: s.poly:7: a segment from a vertex to itself is not used\n")
        self.assertEqual(len(rows(self.get("s.1.poly"))), 6)

    def test_holes_and_regions_outside_have_no_effect(self):
        # A ring with a notch on its right, and an inner square.
        ring = [(0, 0), (9, 0), (9, 4), (8, 4), (8, 5), (9, 5), (9, 9), (0, 9), (2, 2), (4, 2), (4, 4), (2, 4)]
        segments = closed(0, 8) + closed(8, 4)
        hole, notch, beyond, inside = (3, 3), (8.5, 4.5), (50, 50), (1, 1)
        for holes, first, more in (((hole,), None, 0), ((hole, (3.5, 3.5)), None, 0), ((hole, notch), 1, 0),
                                   ((beyond, hole), 0, 0), ((hole, beyond, notch, (1e70, 0)), 1, 2)):
            with self.subTest(holes=holes):
                self.put("h.poly", poly(ring, segments, holes))
                line = len(self.get("h.poly").splitlines()) - len(holes) + 1
                said = "" if first is None else (
                    f"amorph-mesh: warning: h.poly:{line + first}: the hole is outside the domain and has no effect"
                    + (f" (and {more} more)" if more else "") + "\n")
                for switches in ("-p", "-pq", "-pqs"):
                    self.assertEqual(self.mesh(switches, "h").stderr, said)
                self.assertEqual(self.mesh("-pO", "h").stderr, "")
                self.assertEqual(self.mesh("-pQ", "h").stderr, "")
        self.put("h.poly", poly(ring, segments, [notch]))
        self.assertEqual(self.mesh("-pc", "h").stderr, "")  # the hull has it
        for regions, said in (([(*inside, 1, 0.5)], False), ([(*hole, 1, 0.5)], True), ([(*notch, 1, 0.5)], True),
                              ([(*inside, 1, 0.5), (*beyond, 2, 0.1)], True)):
            with self.subTest(regions=regions):
                self.put("h.poly", poly(ring, segments, [hole], regions))
                line = len(self.get("h.poly").splitlines())
                warning = f"amorph-mesh: warning: h.poly:{line}: the region is outside the domain and has no effect\n"
                for switches in ("-pA", "-pa", "-pqAa"):
                    self.assertEqual(self.mesh(switches, "h").stderr, warning if said else "")
                self.assertEqual(self.mesh("-pq", "h").stderr, "")

    def test_overlapping_segments_and_hull(self):
        points = "4 2 0 0\n1 2 3\n2 3 1\n3 3 3\n4 1 3\n"
        for segments, markers in (("4 1\n1 3 4 7\n2 2 3 0\n3 1 2 0\n4 3 1 5\n", {(1, 3): 7}),
                                  ("4 1\n1 3 1 5\n2 2 3 0\n3 1 2 0\n4 3 4 7\n", {(1, 3): 5})):
            self.put("a.poly", points + segments + "0\n")
            self.mesh("-pCQ", "a")
            found = {tuple(sorted(row[1:3])): row[3] for row in rows(self.get("a.1.poly"))[2:-1]}
            for edge, marker in markers.items():
                self.assertEqual(found[edge], marker)
            self.call(CHECK, "a.poly", "a.1")
        # A side of the hull that a segment lies along, part of which a hole takes.
        self.put("h.poly", "4 2 0 0\n0 1 1\n1 3 4\n2 2 1\n3 3 1\n2 1\n0 3 0 -3\n1 1 2 5\n1\n0 1.37 1.06\n")
        self.mesh("-pcCQ", "h")
        self.assertEqual({row[3] for row in rows(self.get("h.1.poly"))[2:-2] if set(row[1:3]) == {2, 3}}, {-3})
        self.call(CHECK, "h.poly", "h.1", "-c")

    def test_many_segments_that_cross_and_overlap(self):
        for seed in range(4):
            random.seed(seed)
            n = 40
            if seed % 2:
                points = [(float(i % 8), float(i // 8)) for i in range(n)]
            else:
                points = [(random.random(), random.random()) for _ in range(n)]
            low, high = (-1, 9) if seed % 2 else (-0.2, 1.2)
            points += [(low, low), (high, low), (high, high), (low, high)]
            segments = [tuple(random.sample(range(n), 2)) for _ in range(60)] + closed(n, 4)
            self.put("x.poly", poly(points, segments))
            self.mesh("-pq25DQC", "x")
            first = self.get("x.1.node")
            self.call(CHECK, "x.poly", "x.1", "-q25u90D")
            random.shuffle(segments)
            self.put("x.poly", poly(points, [(b, a) for a, b in segments]))
            self.mesh("-pq25DQC", "x")
            self.assertEqual(self.get("x.1.node"), first)

    def test_segments_stay_whole_unless_all_is_to_be_delaunay(self):
        # Two rows of points along a segment, at a distance at which they lie in its circle.
        points = [(0, 0), (4, 0), (4, 2), (0, 2), (0, 1), (4, 1), (1, 0.6), (2, 0.6), (3, 0.6)]
        self.put("row.poly", poly(points, closed(0, 4) + [(4, 5)]))
        self.mesh("-pq20QC", "row", "--json", "lens")
        self.call(CHECK, "row.poly", "row.1", "-q20", "-u140")
        self.call(CHECK, "row.poly", "row.1", "-q20", "-u90", code=4)
        self.mesh("-pq20DQC", "row", "--json", "circle")
        self.call(CHECK, "row.poly", "row.1", "-q20", "-u90", "-D")
        self.assertLess(json.loads(self.get("lens"))["vertices"], json.loads(self.get("circle"))["vertices"])

    def test_large_angles_among_small_ones_terminate(self):
        random.seed(12)
        ends = [(random.random(), random.random()) for _ in range(120)]
        self.put("x.poly", poly([(0, 0), (1, 0), (1, 1), (0, 1)] + ends,
                                closed(0, 4) + [(i, i + 1) for i in range(4, 124, 2)]))
        self.mesh("-pq34QC", "x", "--json", "f", "--memory-limit", "500M")
        figures = json.loads(self.get("f"))
        self.assertLess(figures["vertices"], 40000)
        self.assertEqual(figures["bad"], figures["bad_input_angle"])

    def test_thin_wedges_do_not_split_their_sides_in_turns(self):
        # Sides of different lengths that meet at a millionth of a radian: shells nest, so there are few points.
        corners = [(0.0, 0.0), (1.0, 0.0), (0.7, 0.7e-6), (0.5, 1.0)]
        self.put("wedge.poly", poly(corners, [(0, 1), (0, 2), (1, 3), (3, 0)]))
        self.mesh("-pq30QC", "wedge.poly", "--json", "f.json")
        figures = json.loads(self.get("f.json"))
        self.assertLess(figures["vertices"], 1000)
        self.assertEqual(figures["bad"], figures["bad_input_angle"])
        self.call(CHECK, "wedge.poly", "wedge.1", "-q30", "-u120")

    def test_what_is_left_where_precision_ends_is_right(self):
        # Segments an ulp apart along half of the domain: what can be split beside them is.
        points = [(388596.295491801, 388596.295491801), (623960.1085566226, 207986.70285220756),
                  (236360.95488836928, 78786.98496278975), (771596.4008212223, 771596.4008212223),
                  (606126.6488971594, 393873.3511028406), (975149.9598081574, 24850.04019184256),
                  (381122.9662695568, 618877.0337304432), (820345.9157939419, 179654.08420605812),
                  (385545.2797823253, 614454.7202176746), (201194.71676828215, 201194.71676828215)]
        self.put("near.poly", poly(points, [(2, 5), (9, 7), (2, 9), (7, 8), (6, 5)]))
        for switches in ("-pqAcQC", "-pq30cQC", "-pq25cDQC"):
            self.mesh(switches, "near.poly")

    def test_checker_takes_rounded_points_and_meshes_without_segments(self):
        corners = [(0.1, 0.0), (3.3, 0.1), (3.1, 2.2), (0.0, 2.0), (1.1, 0.9), (2.0, 1.3)]
        self.put("a.poly", poly(corners, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 2), (1, 5)]))
        self.mesh("-pqQ", "a.poly", "--precision=single")
        self.call(CHECK, "a.poly", "a.1", "-q20", "-u140", "--precision=single")
        self.assertIn("has other coordinates than in the input",
                      self.call(CHECK, "a.poly", "a.1", "-q20", code=4).stderr)
        os.remove(self.path("a.1.poly"))
        self.call(CHECK, "a.poly", "a.1", "-q20", "-u140", "--precision=single")
        self.mesh("-pqPQ", "a.poly")
        self.call(CHECK, "a.poly", "a.1", "-q20", "-u140")
        self.put("b.poly", poly(corners, [(0, 1), (1, 2), (2, 3), (3, 0), (4, 2)]))  # one that a.1 does not have
        self.assertIn("is not a union of edges", self.call(CHECK, "b.poly", "a.1", code=4).stderr)
        self.call(CHECK, "a.poly", "a.1", "--precision=half", code=1)

    def test_no_triangle_is_left_across_larger_angles(self):
        # Segments that cross, two of them at 66 degrees, the others below 60.
        ends = [(0.06, 0.202), (0.707, 0.85), (0.672, 0.996), (0.311, 0.512), (0.029, 0.363), (0.652, 0.773),
                (0.434, 0.541), (0.207, 0.592)]
        self.put("four.poly", poly(ends, [(0, 1), (2, 3), (4, 5), (6, 7)]))
        draw = random.Random(7)
        many = [(draw.random(), draw.random()) for _ in range(120)]
        self.put("many.poly", poly(many, [(i, i + 1) for i in range(0, 120, 2)]))
        for name in ("four", "many"):
            for switches in ("-pcq30", "-pcq25D"):
                self.mesh(switches, name, "--verify")

    def test_why_bounds_are_broken(self):
        self.put("box.poly", BOX)

        def figures(*words):
            ended = self.mesh(*words, "--json", "j", "--verify")
            figures = json.loads(self.get("j"))
            names = ("input_angle", "precision", "point_limit", "kept_segment")
            left = {name: figures["bad_" + name] for name in names if figures["bad_" + name]}
            self.assertEqual(figures["bad"], sum(left.values()))
            return left, ended.stderr, ended.stdout

        self.assertEqual(figures("-pq30", "box")[:2], ({}, ""))
        left, warning, _ = figures("-pq30a0.001S5", "box")
        self.assertEqual(list(left), ["point_limit"])
        self.assertEqual(warning, f"amorph-mesh: warning: {left['point_limit']} triangles violate the bounds: "
                                  "the limit of 5 Steiner points was reached (-S)\n")
        thin = [(0, 0), (10, 0), (10, 1), (0, 1), (5, 0.01), (5, 0.99)]
        self.put("thin.poly", poly(thin, closed(0, 4)))
        left, warning, _ = figures("-pq30Y", "thin")
        self.assertIn("kept_segment", left)
        self.assertRegex(warning, r"^amorph-mesh: warning: \d+ triangles? violates? the bounds: segments next to them "
                                  r"must not be split \(-Y\)\n$")
        self.put("wedge.poly", poly([(0, 0), (10, 0), (10, 1)], closed(0, 3)))
        left, warning, report = figures("-pq30", "wedge")
        self.assertEqual((list(left), warning), (["input_angle"], ""))
        n = left["input_angle"]
        self.assertIn(f"{n} below 30 ({n} at small input angles)", report)
        # Two points an ulp apart.
        self.put("near.poly", poly([(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.5, math.nextafter(0.5, 1))],
                                   closed(0, 4)))
        left, warning, _ = figures("-pq30", "near")
        self.assertEqual(list(left), ["precision"])
        self.assertIn("their vertices are as near to each other as precision allows", warning)

    # What is hard.

    def hard_domains(self):
        yield "grid", [(x, y) for x in range(12) for y in range(12)], [], []
        yield "circle", ring(0, 0, 1, 100) + [(0, 0)], [], []
        yield "spiral", [(t * math.cos(t), t * math.sin(t)) for t in (i / 7 for i in range(1, 120))], [], []
        yield "line and one", [(i, i) for i in range(50)] + [(25, 26)], [], []
        near = [(math.nextafter(x, x + i % 2), math.nextafter(y, y + i // 2))
                for x, y in ((0.001 + 0.3 * k % 1, 0.002 + 0.7 * k % 1) for k in range(1, 30)) for i in range(4)]
        yield "near", near + [(-1, -1), (2, -1), (2, 2), (-1, 2)], [], []
        nested = [p for i in range(5) for p in ring(0, 0, 10 - 2 * i, 6 + 5 * i)]
        sides = [s for i in range(5) for s in closed(sum(6 + 5 * k for k in range(i)), 6 + 5 * i)]
        yield "nested", nested, sides, [(9 * math.cos(0.5), 9 * math.sin(0.5)), (4.9, 0.3)]
        star = [(0, 0)] + ring(0, 0, 10, 24)
        yield "star", star, [(0, i) for i in range(1, 25)] + closed(1, 24), []
        wedge = [(0, 0), (10, 0), (10, 0.5), (10, 3), (0, 3)]
        yield "wedge", wedge, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 0)], []
        yield "three", [(0, 0), (1, 0), (0, 1)], [], []
        yield "triangle", [(0, 0), (1, 0), (0, 1)], closed(0, 3), []
        yield "two triangles", [(0, 0), (1, 0), (0, 1), (5, 5), (6, 5), (5, 6)], closed(0, 3) + closed(3, 3), []
        teeth = [(i, 10.0 if i % 2 else 1.0) for i in range(20)] + [(19, 0), (0, 0)]
        yield "comb", teeth, closed(0, 22), []
        needles = [(0, 0)] + [(10, 0.01 * i) for i in range(8)]
        yield "needles", needles, [(0, i) for i in range(1, 9)] + [(i, i + 1) for i in range(1, 8)], []
        outside = ring(0, 0, 1, 8)
        yield "hole outside", outside, closed(0, 8), [(50, 50)]
        crossing = ring(0, 0, 5, 9)
        yield "crossing", crossing, closed(0, 9) + [(0, 3), (1, 5), (2, 7), (4, 6), (3, 6)], []

    def test_hard_domains(self):
        for name, points, segments, holes in self.hard_domains():
            for scale, by in ((1, 0), (1, 1e6), (1e-6, 0), (1e6, 0)):
                with self.subTest(domain=name, scale=scale, by=by):
                    moved = [(x * scale + by, y * scale + by) for x, y in points]
                    inside = [(x * scale + by, y * scale + by) for x, y in holes]
                    file = "h.poly" if segments else "h.node"
                    self.put(file, poly(moved, segments, inside) if segments else poly(moved).rsplit("\n", 3)[0] + "\n")
                    self.verified(file, "p" if segments else "")
                    if name == "near":  # at the precision limit, and what is left is explained
                        self.mesh("-q25QC", file)
                    else:
                        self.verified(file, "pq25" if segments else "q25", "-q25", "-u130")
                        self.mesh("-q25Q", file, "--optimize", "--json", "j.json")
                        self.call(CHECK, file, "h.1", "-q25", "-u130")
                        figures = json.loads(self.get("j.json"))
                        self.assertEqual(figures["vertices"] - figures["input_vertices"], figures["steiner"])
                    for ending in ("node", "poly", "1.node", "1.poly"):
                        if os.path.exists(self.path("h." + ending)):
                            os.remove(self.path("h." + ending))

    def test_optimization(self):
        self.put("box.poly", BOX)
        counts = []
        for words in ([], ["--optimize"]):
            self.mesh("-pq30a0.01Q", "box", "--json", "j.json", *words)
            self.call(CHECK, "box.poly", "box.1", "-q30", "-a0.01", "-u120")
            counts.append(json.loads(self.get("j.json"))["vertices"])
        self.assertLess(counts[1], 0.95 * counts[0])
        self.mesh("-pq30a0.01DQC", "box", "--optimize")
        self.mesh("-pq30YQC", "box", "--optimize")
        for limited in ("-pq30S5QC", "-pDS1QC", "-pDa2S10QC"):  # what the limit leaves stays excused
            self.mesh(limited, "box", "--optimize")
        self.refused("--optimize needs a bound: -q, -a or -D", "-p", "box", "--optimize")
        self.refused("--optimize cannot be used with --sizing or --gradation and bounds of regions (-a without a "
                     "number)", "-pqa", "box", "--gradation", "0.3", "--optimize")
        counts = []
        for words in ([], ["--optimize"]):
            self.mesh("-pq30QC", "box", "--gradation", "0.2", "--json", "j.json", *words)
            counts.append(json.loads(self.get("j.json"))["vertices"])
        self.assertLess(counts[1], counts[0])
        self.refused("--optimize cannot be used with --precision=single", "-pq", "box", "--precision", "single",
                     "--optimize")

    # What is wrong.

    def test_bad_usage(self):
        self.put("box.poly", BOX)
        self.refused("expected a .poly, .node, .ele or .amesh file; --help shows the usage")
        self.refused("unexpected argument 'b': expected one file", "a", "b")
        self.refused("unknown switch '-k' in '-pk'; --help lists them", "-pk", "box")
        self.refused("switch '-u' is not supported: no function is linked with this command; --sizing reads sizes from "
                     "a file, and libamorph_triangle calls triunsuitable()", "-pu", "box")
        self.refused("switch '-o': expected -o2, nodes on edges", "-po3", "box")
        self.refused("option '--gradation': expected a number above 0, found '-1'", "-p", "--gradation=-1", "box")
        self.refused("option '-q, --min-angle': expected an angle of 0 to 60 degrees, found '61'", "-pq61", "box")
        self.refused("option '-q, --min-angle': expected an angle of 0 to 60 degrees, found '1.2.3'", "-pq1.2.3", "box")
        self.refused("option '-q, --min-angle': expected an angle of 0 to 60 degrees, found 'box'", "-p", "--min-angle",
                     "box")
        self.refused("option '-a, --max-area': expected an area above 0, found '0'", "-pa0", "box")
        self.refused("switch '-S': expected a number of vertices directly after it, as in -S1000", "-pqS", "box")
        self.refused("switch '-a': expected digits and a point, found '1e-4'; --max-area accepts an exponent",
                     "-pa1e-4", "box")
        self.refused("switch '-q': expected digits and a point, found '-5'; --min-angle accepts an exponent",
                     "-pq-5", "box")
        self.refused("option '-S, --max-steiner': expected an integer number of vertices, found '1.5'", "-pqS1.5",
                     "box")
        self.refused("switches '-p0': expected a letter, found '0'; only -q, -a, -S and -o take a number", "-p0", "box")
        for words in (["-pq", "30"], ["-p", "-a", "0.1"]):
            self.refused(f"unexpected argument '{words[-1]}': a number directly follows its switch, as in "
                         f"{words[-2]}{words[-1]}", *words, "box")
        self.mesh("-pQ", "--max-area=1e-1", "box")
        self.mesh("-pa0.5eQ", "box")  # 'e' is a switch
        for name in ("node", "ele", "poly", "edge"):
            os.remove(self.path("box.1." + name))
        self.refused("-c is for points and segments and cannot be used with triangles, which FILE has (-p takes its "
                     "points and segments alone)", "-c", "box.ele")
        self.refused("expected a file name, from which other names are derived, found '-'", "-p", "-")
        self.refused("none.poly: cannot read: No such file or directory", "-p", "none")
        self.refused("box.1.node: cannot write: two outputs have this name", "-p", "box", "--json", "box.1.node")
        self.refused("box.poly: cannot write: it is an input", "-p", "box", "--svg", "box.poly")

    def test_backend_that_is_absent(self):
        self.put("box.poly", BOX)
        for switches in ("-pq", "-p"):
            ended = subprocess.run([MESH, switches, "box", "--backend", "cuda"], cwd=self.folder.name,
                                   capture_output=True, text=True, env={**os.environ, "AMORPH_CUDA_MODULE": "/none.so"},
                                   check=False)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1)
            self.assertEqual(self.names(), ["box.poly"])

    def test_negative_numbers_after_options(self):
        self.put("box.poly", BOX)
        self.refused("option '--threads': expected a number 0 .. 4096, found '-1'", "-pq", "box", "--threads", "-1")

    def test_bad_domains(self):
        for text, message in (
                ("0\n0\n0\n", "f.node: cannot read: No such file or directory"),
                (poly([(1, 1)]), "f.poly: expected at least three different points, found one"),
                (poly([(1, 1), (1, 1), (1, 1)]), "f.poly: expected at least three different points, found one"),
                (poly([(0, 0), (1, 1)]), "f.poly: expected three points that are not collinear, found none"),
                (poly([(0.1 * i, 0.3 * i) for i in (1, 2, 4, 8)]),
                 "f.poly: expected three points that are not collinear, found none"),
                (poly([(0, 0), (1, 0), (0, 1)]),
                 "f.poly: the domain is empty: all triangles are outside the segments or in holes; -c keeps the "
                 "convex hull"),
                (poly([(0, 0), (1, 0), (0, 1)], closed(0, 3), [(0.1, 0.1)]),
                 "f.poly: the domain is empty: all triangles are outside the segments or in holes; -c keeps the "
                 "convex hull"),
                (poly([(0, 0), (1, 0), (0, 1e70)], closed(0, 3)),
                 "f.poly:4: expected coordinates that are 0 or of magnitude 1e-35 to 1e60"),
                ("3 2 0 0\n1 0 0\n2 1 -1.0e-400\n3 0 1\n0 0\n0\n",
                 "f.poly:3: expected coordinates that are 0 or of magnitude 1e-35 to 1e60, found '-1.0e-400'"),
                (poly([(0, 0), (1e-21, 0), (0, 1e-34)], closed(0, 3)),
                 "f.poly: expected a coordinate of magnitude 1e-20 or more, found none; scale the input"),
                (poly([(0, 0), (1, 0), (0, 1)], [(0, 3)]), "f.poly:6: expected a vertex (1 .. 3), found '4'"),
                (BOX.replace("3 3 0 0", "3 nan 0 0"),
                 "f.poly:5: expected the x coordinate, a finite number, found 'nan'"),
                (BOX.replace("8 2 0 1", "9 2 0 1"), "f.poly:12: expected vertex number 9, found '8'"),
                (BOX.replace("8 1\n", "7 1\n", 1), "f.poly:20: expected the end of the line, found '6'"),
                (BOX[:120], "f.poly:8: expected the y coordinate, a finite number, found the end of the file"),
                ("<html>", "f.poly:1: expected the number of vertices (0 .. 4294967294), found '<'")):
            with self.subTest(message=message):
                self.put("f.poly", text)
                ended = self.mesh("-pq", "f", code=1)
                self.assertEqual(ended.stderr, f"amorph-mesh: {message}\n")
                self.assertEqual(self.names(), ["f.poly"])

    def test_bad_meshes(self):
        self.put("m.node", "4\n1 0 0\n2 1 0\n3 1 1\n4 0 1\n")
        beside = "expected a counter-clockwise triangle that overlaps no other, found "
        for text, message in (
                ("2\n1 1 2 3\n2 1 2 3\n", f"m.ele:3: {beside}the same triangle as another, the one in line 2"),
                ("2\n1 1 2 3\n2 1 4 3\n", f"m.ele:3: {beside}a clockwise triangle"),
                ("2\n1 1 2 3\n2 1 2 4\n",
                 f"m.ele:3: {beside}a triangle on the same side of an edge as another, the one in line 2"),
                ("2\n1 1 2 3\n2 2 4 1\n",
                 f"m.ele:3: {beside}a triangle on the same side of an edge as another, the one in line 2"),
                ("1\n1 1 2 5\n", "m.ele:2: expected a vertex (1 .. 4), found '5'"),
                ("1\n1 1 0 2\n", "m.ele:2: expected a vertex (1 .. 4), found '0'"),
                ("1\n1 1 2 2\n",
                 "m.ele:2: expected a triangle of three vertices, found one with the same vertex twice"),
                ("2\n1 1 2 3\n", "m.ele:3: expected triangle 2 of 2, found the end of the file"),
                ("0\n", "m.ele: expected triangles, found none")):
            with self.subTest(message=message):
                self.put("m.ele", text)
                self.refused(message, "-rq", "m")
        self.put("m.ele", "2\n1 1 2 3\n2 1 3 4\n")
        self.put("m.poly", "0\n1 0\n1 2 4\n0\n")
        self.refused("m.poly:3: expected an edge of the mesh, found a segment that is not one", "-rp", "m")
        self.refused("m.area: cannot read: No such file or directory", "-ra", "m")
        self.put("m.area", "1\n1 0.5\n")
        self.refused("m.area:1: expected 2 triangles as in m.ele, found 1", "-ra", "m")

    def test_meshes_that_overlap(self):
        beside = "expected a counter-clockwise triangle that overlaps no other, found "
        self.put("o.node", "6\n1 0 0\n2 4 0\n3 0 4\n4 1 1\n5 5 1\n6 1 5\n")
        self.put("o.ele", "2\n1 1 2 3\n2 4 5 6\n")
        self.refused(f"o.ele:3: {beside}a triangle that overlaps another, the one in line 2", "-rq", "o")
        # The checker does not take it either, as input or as output.
        for ending in ("node", "ele"):
            self.put("o.1." + ending, self.get("o." + ending))
        self.assertIn("of the input overlap", self.call(CHECK, "o.ele", "o.1", code=4).stderr)
        self.assertIn("triangles 1 and 2 overlap", self.call(CHECK, "o.node", "o.1", code=4).stderr)

    def test_checker_finds_wrong_values(self):
        points = [(0, 0), (2, 0), (2, 1), (0, 1), (1, 0), (1, 1)]
        segments = [(0, 4), (4, 1), (1, 2), (2, 5), (5, 3), (3, 0), (4, 5)]
        text = poly(points, segments, regions=[(0.5, 0.5, 7.0, 0.01), (1.5, 0.5, 8.0, -1.0), (1.6, 0.5, 9.0, -1.0)])
        lines = text.splitlines()
        lines[0] = "6 2 1 0"
        lines[1:7] = [f"{i} {x} {y} {2 * x + y}" for i, (x, y) in enumerate(points, 1)]
        self.put("r.poly", "\n".join(lines) + "\n")
        self.mesh("-pqAaQC", "r")
        good = {ending: self.get("r.1." + ending) for ending in ("node", "ele", "poly")}
        check = ("r.poly", "r.1", "-q20u140a")
        self.call(CHECK, *check)

        def spoilt(ending, change, message, *demands):
            table = [line.split() for line in good[ending].splitlines()]
            change(table)
            self.put("r.1." + ending, "\n".join(" ".join(row) for row in table) + "\n")
            self.assertIn(message, self.call(CHECK, *(demands or check), code=4).stderr)
            self.put("r.1." + ending, good[ending])

        def put(row, column, value):
            def change(table):
                table[row][column] = value
            return change

        on_side = next(i for i, row in enumerate(rows(good["node"])) if i > 6 and row[2] == 0)
        inside = next(i for i, row in enumerate(rows(good["node"])) if i > 6 and 0 < row[1] < 1 and 0 < row[2] < 1)
        right = next(i for i, row in enumerate(rows(good["ele"])) if i > 0 and row[4] == 9)
        left = next(i for i, row in enumerate(rows(good["ele"])) if i > 0 and row[4] == 7)
        spoilt("node", put(3, 3, "1"), "an attribute of vertex 3 has changed")
        spoilt("node", put(on_side, 3, "0.5"), "is not linear along its segment")
        spoilt("node", put(inside, 3, "1.4321"), "is not interpolated")
        spoilt("node", put(inside, 3, "9"), "is outside the input's range")
        spoilt("node", put(inside, 4, "1"), "has the marker 1")
        spoilt("node", put(on_side, 4, "2"), "has the marker 2")
        spoilt("ele", put(right, 4, "7"), "has the attribute 7.000000, which differs from its region's")
        spoilt("ele", put(left, 4, "8"), "has the attribute 8.000000, which differs from its region's")
        spoilt("ele", put(right, 4, "8"), "has the attribute 8.000000, which differs from its region's")
        self.mesh("-pqAQ", "r")  # without bounds of areas
        self.assertIn("larger than the bound", self.call(CHECK, *check, code=4).stderr)
        # Of a mesh that was refined.
        n = int(self.get("r.1.ele").split()[0])
        self.put("r.1.area", f"{n}\n" + "".join(f"{i} {0.01 if i % 3 == 0 else -1}\n" for i in range(1, n + 1)))
        self.mesh("-rpqaQC", "r.1")
        good = {"ele": self.get("r.2.ele")}
        after = ("r.1.ele", "r.2", "-pq20u140a")
        self.call(CHECK, *after)
        self.put("r.1.area", f"{n}\n" + "".join(f"{i} 0.002\n" for i in range(1, n + 1)))
        self.assertIn("larger than the bound", self.call(CHECK, *after, code=4).stderr)
        self.put("r.2.ele", good["ele"].replace(" 9\n", " 7\n"))
        self.assertIn("differs from its region's", self.call(CHECK, "r.1.ele", "r.2", "-p", code=4).stderr)

    def test_checker_finds_wrong_values_along_segments(self):
        """At a crossing, the value on one of the two; along a segment that is partly outside, values of its ends."""
        corners = [(0, 0, 0), (10, 0, 10), (10, 10, 4), (0, 10, 8)]

        def domain(ends, segments):
            text = poly([p[:2] for p in corners + ends], segments).splitlines()
            text[0] = f"{len(corners + ends)} 2 1 0"
            text[1:len(corners + ends) + 1] = [f"{i} {x} {y} {a}" for i, (x, y, a) in enumerate(corners + ends, 1)]
            self.put("x.poly", "\n".join(text) + "\n")

        def spoilt(value, which, *switches):
            """The numbers of new vertices at which a wrong value is not found."""
            self.mesh("-" + "".join(switches) + "QC", "x")
            demands = [f"-{s}" for s in switches if s != "p"]
            lines = self.get("x.1.node").splitlines()
            first = len(corners) + which + 1
            accepted = []
            for v in range(first, int(lines[0].split()[0]) + 1):
                words = lines[v].split()
                self.put("x.1.node", "\n".join([*lines[:v], " ".join([*words[:3], value, *words[4:]]), *lines[v + 1:]]))
                ended = subprocess.run([CHECK, "x.poly", "x.1", *demands], cwd=self.folder.name, capture_output=True,
                                       text=True, check=False)
                if ended.returncode == 0:
                    accepted.append(v)
            self.put("x.1.node", "\n".join(lines) + "\n")
            self.call(CHECK, "x.poly", "x.1", *demands)
            self.assertGreaterEqual(int(lines[0].split()[0]), first)
            return accepted

        domain([], [(0, 2), (3, 1)])
        for value in ("0.5", "5", "8.9"):
            self.assertEqual(spoilt(value, 0, "p", "c"), [])
        self.assertEqual(spoilt("2", 0, "p", "c"), [5])  # on the other diagonal
        outside = [(-5, 5, 77), (15, 6, 3)]
        domain(outside, [*closed(0, 4), (4, 5)])
        self.assertEqual(spoilt("1.25", 2, "p"), [])
        self.assertEqual(spoilt("1.25", 2, "p", "q30"), [])
        domain(outside, [*closed(0, 4), (4, 5), (0, 2)])
        self.assertEqual(spoilt("7.5", 2, "p", "q25"), [])

    def test_checker_finds_what_is_wrong(self):
        self.put("box.poly", BOX)
        self.mesh("-pq", "box")
        good = self.get("box.1.ele")
        lines = good.splitlines()
        self.put("box.1.ele", "\n".join([f"{len(lines) - 2} 3 0", *lines[1:-1]]) + "\n")
        self.call(CHECK, "box.poly", "box.1", code=4)
        self.put("box.1.ele", good)
        self.call(CHECK, "box.poly", "box.1")
        ended = self.call(CHECK, "box.poly", "box.1", "-q46", code=4)
        self.assertIn("below the bound that no input angle forces", ended.stderr)

    def interrupted(self, process):
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(errors, "amorph-mesh: interrupted\n")

    def start(self, *words):
        return subprocess.Popen([MESH, *words, "--backend", "cpu"], cwd=self.folder.name, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def test_interrupted_runs_leave_nothing(self):
        # While it reads: from a pipe that nobody fills. Opening it waits for the reader.
        os.mkfifo(self.path("r.node"))
        process = self.start("-q30", "r")
        with open(self.path("r.node"), "w", encoding="utf-8"):
            self.interrupted(process)
        self.assertEqual(self.names(), ["r.node"])
        # While it writes: files stand beside their places until the figures go to a pipe that nobody reads.
        self.put("box.poly", BOX)
        os.mkfifo(self.path("j"))
        process = self.start("-pq30", "box", "--json", "j")
        while process.poll() is None and not any(name.endswith(".tmp") for name in self.names()):
            pass
        self.interrupted(process)
        self.assertEqual(self.names(), ["box.poly", "j", "r.node"])

    def test_a_closed_standard_output_is_not_another_file(self):
        self.put("box.poly", BOX)
        ended = subprocess.run(["sh", "-c", f"{MESH} -pq30 box.poly --svg - >&-"], cwd=self.folder.name, text=True,
                               stderr=subprocess.PIPE, check=False)
        self.assertEqual((ended.returncode, ended.stderr),
                         (1, "amorph-mesh: standard output: cannot write: Bad file descriptor\n"))
        self.assertEqual(self.names(), ["box.poly"])

    def test_help_and_version(self):
        for word in ("-h", "--help"):
            self.assertIn("-q, --min-angle=ANGLE", self.call(MESH, word).stdout.replace(" ANGLE", "=ANGLE"))
        self.assertTrue(self.call(MESH, "--version").stdout.startswith("amorph-mesh (Amorph) "))
        self.assertTrue(self.call(MESH, "--help-man").stdout.startswith(".TH AMORPH-MESH 1"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
