#!/usr/bin/env python3
"""other_domains.py FOLDER SUITE=FOLDER...: the domains of other projects' tests, as .poly and .node files in FOLDER.

    cdt=CDT/CDT/tests/inputs    and cdt=CDT/visualizer/data: points and segments
    earcut=earcut/test/fixtures polygons with holes
    poly2tri=poly2tri/testbed/data    the same, and points inside
    delaunator=delaunator/test/fixtures    points

For mesh_vertices.py --alone. Inputs that are equal are written once.
"""
import json
import pathlib
import re
import sys

from poly import Domain


def inside(ring):
    """A point inside a ring: the middle of the widest piece of the horizontal lines between its vertices; or None."""
    heights, best = sorted({y for _, y in ring}), (0, None)
    for low, high in zip(heights, heights[1:]):
        y = (low + high) / 2
        cuts = sorted(a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
                      for a, b in zip(ring, ring[1:] + ring[:1]) if (a[1] > y) != (b[1] > y))
        best = max([best, *((min(r - l, high - low), ((l + r) / 2, y)) for l, r in zip(cuts[::2], cuts[1::2]))],
                   key=lambda piece: piece[0])
    return best[1]


def polygon(rings, points=()):
    """The first ring without the others."""
    domain = Domain()
    for i, ring in enumerate(rings):
        ring = [tuple(map(float, p[:2])) for p in ring]
        while len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
        domain.path(ring, closed=len(ring) > 2)
        if i != 0 and len(ring) > 2 and (hole := inside(ring)):
            domain.holes.append(hole)
    domain.points += points
    return domain


def cdt(text):
    numbers, domain = text.split(), Domain()
    n, m = int(numbers[0]), int(numbers[1])
    rows = list(zip(numbers[2::2], numbers[3::2]))
    domain.points = [(float(x), float(y)) for x, y in rows[:n]]
    domain.segments = [(int(a), int(b)) for a, b in rows[n:n + m]]
    return domain


def poly2tri(text):
    rings, points = [[]], []
    into = rings[0]
    for words in filter(None, (line.split() for line in text.splitlines())):
        if words[0] == "HOLE":
            into = []
            rings.append(into)
        elif words[0] == "STEINER":
            into = points
        else:
            into.append(tuple(map(float, words)))
    return polygon(rings, points)


def delaunator(text):
    domain = Domain()
    domain.points = [tuple(map(float, p)) for p in json.loads(text)]
    return domain


SUITES = {"cdt": (cdt, "*.txt"), "earcut": (lambda text: polygon(json.loads(text)), "*.json"),
          "poly2tri": (poly2tri, "*.dat"), "delaunator": (delaunator, "*.json")}

if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
    print(__doc__.strip())
    sys.exit(sys.argv[1:] not in (["-h"], ["--help"]))
target, written = pathlib.Path(sys.argv[1]), set()
for suite, _, folder in (argument.partition("=") for argument in sys.argv[2:]):
    if suite not in SUITES or not pathlib.Path(folder).is_dir():
        sys.exit(f"other_domains.py: {suite}={folder}: expected one of {', '.join(SUITES)}, '=' and a folder")
    read, pattern = SUITES[suite]
    for path in sorted(pathlib.Path(folder).glob(pattern)):
        domain = read(path.read_text(encoding="utf-8"))
        name = f"{suite}-" + re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem)
        while (file := target / (name + (".poly" if domain.segments else ".node"))).exists():
            name += "-"
        domain.write(file)
        if not domain.segments:
            file.write_text("".join(file.read_text().splitlines(True)[:len(domain.points) + 1]))
        if (text := file.read_text()) in written:
            file.unlink()
        written.add(text)
