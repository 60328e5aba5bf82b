#!/usr/bin/env python3
"""Writes ten matrix patterns of finite elements, as METIS graph files, for comparisons of orderings.

    finite_elements.py AMORPH_BIN FOLDER

Five are of the plane, meshed by amorph-mesh, and five of space, meshed by gmsh (Debian's package of that name); six
have quadratic elements. The vertices are the nodes of a mesh, and two are adjacent if an element has both. AMORPH_BIN
is the folder of the commands. Prints the path, vertices and edges of each graph.
"""

import itertools
import math
import pathlib
import random
import subprocess
import sys

from poly import Domain

PLATE = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]  # an L
WHEEL = [(math.cos(a * math.pi / 60), math.sin(a * math.pi / 60)) for a in range(120)]


def points(file, count):
    """Writes random points, denser towards a corner."""
    numbers = random.Random(1)
    with open(file, "w") as out:
        print(count, 2, 0, 0, file=out)
        for number in range(1, count + 1):
            print(number, numbers.random() ** 2, numbers.random() ** 2, file=out)


def plane(bin, folder, switches, source):
    """Elements, as lists of nodes, of a mesh of the plane."""
    subprocess.run([bin / "amorph-mesh", "-Q", switches, source], cwd=folder, check=True)
    rows = (folder / f"{source.stem}.1.ele").read_text().split("\n")[1:]
    rows = [row.split() for row in rows if row and not row.startswith("#")]
    return [[int(node) for node in row[1:]] for row in rows]


def space(folder, name, shape, size, order):
    """Elements of a mesh of space, by gmsh."""
    (folder / f"{name}.geo").write_text(f'SetFactory("OpenCASCADE");\n{shape}\n')
    subprocess.run(
        ["gmsh", "-3", f"{name}.geo", "-clmax", str(size), "-clmin", str(size), "-order", str(order), "-format", "msh2",
         "-v", "0", "-o", f"{name}.msh"], cwd=folder, check=True)
    text = (folder / f"{name}.msh").read_text()
    kind = {1: "4", 2: "11"}[order]  # tetrahedra of 4 and of 10 nodes
    rows = text[text.index("$Elements") : text.index("$EndElements")].split("\n")[2:]
    return [[int(node) for node in row[3 + int(row[2]) :]] for row in map(str.split, rows) if row and row[1] == kind]


def write_graph(file, elements):
    names = {}
    neighbours = []
    for element in elements:
        nodes = []
        for node in element:
            if node not in names:
                names[node] = len(neighbours)
                neighbours.append(set())
            nodes.append(names[node])
        for a, b in itertools.permutations(nodes, 2):
            neighbours[a].add(b)
    edges = sum(map(len, neighbours)) // 2
    with open(file, "w") as out:
        print(len(neighbours), edges, file=out)
        for row in neighbours:
            print(*(v + 1 for v in sorted(row)), file=out)
    print(file, len(neighbours), edges, flush=True)


def main():
    if len(sys.argv) != 3 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    bin, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    Domain().path(PLATE).write(folder / "plate.poly")
    wheel = Domain().path(WHEEL).path([(0.3 * x, 0.3 * y) for x, y in WHEEL])
    wheel.holes.append((0, 0))
    wheel.write(folder / "wheel.poly")
    points(folder / "cloud.node", 60000)
    flat = [
        ("plate", "-pq30a0.00005", "plate.poly"),
        ("plate2", "-pq30a0.0002o2", "plate.poly"),
        ("wheel", "-pq32a0.00003", "wheel.poly"),
        ("wheel2", "-pq32a0.0001o2", "wheel.poly"),
        ("cloud2", "-q25o2", "cloud.node"),
    ]
    for name, switches, source in flat:
        write_graph(folder / f"{name}.graph", plane(bin, folder, switches, folder / source))
    solid = [
        ("box", "Box(1) = {0, 0, 0, 1, 1, 1};", 0.035, 1),
        ("ball2", "Sphere(1) = {0, 0, 0, 1};", 0.12, 2),
        ("pipe", "Cylinder(1) = {0,0,0, 0,0,6, 1}; Cylinder(2) = {0,0,0, 0,0,6, 0.7};"
                 " BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };", 0.1, 1),
        ("pipe2", "Cylinder(1) = {0,0,0, 0,0,6, 1}; Cylinder(2) = {0,0,0, 0,0,6, 0.7};"
                  " BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };", 0.2, 2),
        ("bracket2", "Box(1) = {0,0,0, 4,1,0.3}; Box(2) = {0,0,0, 0.3,1,3};"
                     " BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };", 0.1, 2),
    ]
    for name, shape, size, order in solid:
        write_graph(folder / f"{name}.graph", space(folder, name, shape, size, order))


if __name__ == "__main__":
    main()
