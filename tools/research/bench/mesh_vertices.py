#!/usr/bin/env python3
"""Vertices of amorph-mesh beside Triangle's, on domains with small angles.

    mesh_vertices.py AMORPH_MESH TRIANGLE [FILE...] [--angles 20,28,30,33,34] [--optimize] [--only NAME] [--hull]
                     [--alone]

FILEs are .poly or .node files of your own. Without --alone, twenty domains with small angles come to them: stars,
gears, coastlines, fans, needles, wedges. Every mesh is verified (--verify). Prints a table per angle: vertices of
both, their ratio, and seconds of both; then the geometric mean, the largest ratio and the domains above 1.15.
"""

import argparse
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from poly import Domain


def around(radius, angle, x=0.0, y=0.0):
    return (x + radius * math.cos(angle), y + radius * math.sin(angle))


def star(tips, inner):
    return Domain().path([around(inner if i % 2 else 1.0, 0.1 + math.pi * i / tips) for i in range(2 * tips)])


def gear(teeth, depth, width):
    """Teeth with pointed feet: the flanks lean over."""
    ring = []
    for i in range(teeth):
        at, step = 2 * math.pi * i / teeth, 2 * math.pi / teeth
        ring += [around(1 - depth, at), around(1, at - 0.1 * step), around(1, at + width * step)]
        ring += [around(1 - depth, at + (width - 0.1) * step)]
    domain = Domain().path(ring).path([around(0.2, 2 * math.pi * i / 12) for i in range(12)])
    domain.holes.append((0.0, 0.0))
    return domain


def ring_of_coast(points, roughness, seed, radius=1.0, x=0.0, y=0.0):
    """A closed curve around (x, y): radii by displacement of midpoints."""
    numbers = random.Random(seed)
    radii, spread = [radius, radius * 0.8], roughness * radius
    while len(radii) < points:
        finer = []
        for i, r in enumerate(radii):
            middle = (r + radii[(i + 1) % len(radii)]) / 2
            finer += [r, max(0.2 * radius, middle + numbers.uniform(-spread, spread))]
        radii, spread = finer, spread * 0.62
    return [around(r, 2 * math.pi * (i + 0.4 * numbers.random()) / len(radii), x, y) for i, r in enumerate(radii)]


def coast(points, roughness, seed):
    return Domain().path(ring_of_coast(points, roughness, seed))


def archipelago(islands, points, seed):
    """A square sea with islands as holes."""
    domain, side = Domain().box(0.0, float(islands)), islands
    for i in range(islands * islands):
        x, y = i % islands + 0.5, i // islands + 0.5
        domain.path(ring_of_coast(points, 0.5, seed + i, 0.38, x, y))
        domain.holes.append((x, y))
    return domain


def fan(spokes, spread, seed=None):
    """Segments from one point of a square."""
    numbers = random.Random(seed)
    domain = Domain().box(-1.5, 1.5)
    domain.points.append((-1.0, -0.9))
    hub = len(domain.points) - 1
    for i in range(spokes):
        length = 1.6 if seed is None else numbers.uniform(0.3, 2.0)
        angle = spread * i / (spokes - 1) + 0.3
        domain.points.append(around(length, angle, -1.0, -0.9))
        domain.segments.append((hub, len(domain.points) - 1))
    return domain


def needles(count, seed):
    """Thin triangles in a square, as holes."""
    numbers = random.Random(seed)
    domain = Domain().box(0.0, 1.0)
    for i in range(count):
        x, y = (i + 0.5) / count, numbers.uniform(0.2, 0.3)
        tip = (x + numbers.uniform(-0.1, 0.1) / count, numbers.uniform(0.6, 0.9))
        domain.path([(x - 0.05 / count, y), (x + 0.05 / count, y), tip])
        domain.holes.append((x, y + 1e-6))
    return domain


def slits(count, seed):
    """Chains of segments with sharp turns in a square."""
    numbers = random.Random(seed)
    domain = Domain().box(0.0, 1.0)
    for i in range(count):
        y = (i + 0.5) / count
        chain = [(0.1 + 0.8 * k / 9, y + (0.45 if k % 2 else -0.45) / count * numbers.random()) for k in range(10)]
        domain.path(chain, closed=False)
    return domain


def snowflake(depth):
    ring = [around(1.0, 2 * math.pi * i / 3) for i in range(3)]
    for _ in range(depth):
        finer = []
        for i, (x, y) in enumerate(ring):
            dx, dy = ring[(i + 1) % len(ring)][0] - x, ring[(i + 1) % len(ring)][1] - y
            middle = (x + dx / 2 + dy * math.sqrt(3) / 6, y + dy / 2 - dx * math.sqrt(3) / 6)
            finer += [(x, y), (x + dx / 3, y + dy / 3), middle, (x + 2 * dx / 3, y + 2 * dy / 3)]
        ring = finer
    return Domain().path(ring)


def cusps(count):
    """Between circles that touch in pairs."""
    ring = []
    for i in range(count):
        centre, half = 2 * math.pi * i / count, math.pi / 2 + math.pi / count
        radius = math.sin(math.pi / count)
        for k in range(24):
            ring.append(around(radius * 0.999, centre + math.pi + half - 0.05 - (2 * half - 0.1) * k / 23,
                               *around(1.0, centre)))
    return Domain().path(ring)


def lattice(count, lean):
    """Two families of lines that cross at a small angle, cut at the crossings."""
    domain = Domain().box(-1.0, 2.0)
    number = {}
    for i in range(count + 1):
        for k in range(count + 1):
            number[i, k] = len(domain.points)
            domain.points.append(((i + k) / (2.0 * count), (k - i) * lean / count + 0.5))
    for i in range(count + 1):
        for k in range(count):
            domain.segments += [(number[i, k], number[i, k + 1]), (number[k, i], number[k + 1, i])]
    return domain


def domains():
    return {
        "star-5": star(5, 0.38), "star-9": star(9, 0.3), "star-24": star(24, 0.6), "star-60": star(60, 0.7),
        "gear-12": gear(12, 0.15, 0.5), "gear-30": gear(30, 0.1, 0.5), "gear-64": gear(64, 0.06, 0.4),
        "coast-128": coast(128, 0.4, 1), "coast-512": coast(512, 0.45, 2), "coast-2048": coast(2048, 0.5, 3),
        "archipelago-3": archipelago(3, 64, 4), "archipelago-6": archipelago(6, 128, 5),
        "fan-6": fan(6, 0.9), "fan-20": fan(20, 1.2), "fan-12-uneven": fan(12, 1.2, 6),
        "needles-8": needles(8, 7), "slits-12": slits(12, 8), "snowflake-4": snowflake(4), "cusps-7": cusps(7),
        "lattice-6": lattice(6, 0.12),
    }


def count_of(node_file):
    with open(node_file) as lines:
        return int(lines.readline().split()[0])


def timed(command, folder, limit):
    start = time.monotonic()
    try:
        code = subprocess.run(command, cwd=folder, timeout=limit, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return None, "", time.monotonic() - start
    return code.returncode, code.stderr, time.monotonic() - start


def measure(options, name, file, angle, folder):
    """A row of the table, and the ratio, or None."""
    switches = ("-" if file.suffix != ".poly" else "-pc" if options.hull else "-p") + f"q{angle}"
    stem = file.stem
    peer_vertices = ours = None
    code, _, peer_seconds = timed([options.triangle, switches + "Q", file.name], folder, 20)
    if code == 0:
        peer_vertices = count_of(folder / f"{stem}.1.node")
    extra = ["--optimize"] if options.optimize else []
    report = folder / "report.json"
    code, text, seconds = timed([options.amorph, switches, "-Q", "--verify", "--threads", "1", "--json", report, *extra,
                                 file.name], folder, 120)
    if code == 0:
        ours = json.loads(report.read_text())
    ratio = ours["vertices"] / peer_vertices if ours and peer_vertices else None
    print(f"{angle:>3} {name:16} {peer_vertices or '-':>8} {ours['vertices'] if ours else '-':>8} "
          f"{f'{ratio:.3f}' if ratio else '-':>6} {peer_seconds:6.2f} {seconds:6.2f}"
          f"{'' if code == 0 else f'  code {code} {text.strip()[:90]}'}", flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("amorph")
    parser.add_argument("triangle")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--angles", default="20,28,30,33,34")
    parser.add_argument("--optimize", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--hull", action="store_true", help="-c")
    parser.add_argument("--alone", action="store_true", help="only FILEs")
    options = parser.parse_args()
    options.amorph, options.triangle = (str(pathlib.Path(p).resolve()) for p in (options.amorph, options.triangle))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        inputs = {}
        for file in options.files:
            shutil.copy(file, folder)
            inputs[file.name] = folder / file.name
        for title, domain in ({} if options.alone else domains()).items():
            inputs[title] = folder / f"{title}.poly"
            domain.write(inputs[title])
        for angle in options.angles.split(","):
            ratios = {title: measure(options, title, file, angle, folder) for title, file in inputs.items()
                      if options.only in title}
            known = {title: r for title, r in ratios.items() if r}
            mean = math.exp(sum(math.log(r) for r in known.values()) / max(1, len(known)))
            above = ", ".join(f"{title} {r:.2f}" for title, r in known.items() if r > 1.15)
            print(f"{angle:>3} geometric mean {mean:.3f} of {len(known)}, largest {max(known.values(), default=0):.3f};"
                  f" above 1.15: {above or 'none'}", flush=True)
            if options.optimize is False and len(known) < len(ratios):
                print("    without an answer of both: ", ", ".join(sorted(set(ratios) - set(known))))


if __name__ == "__main__":
    sys.exit(main())
