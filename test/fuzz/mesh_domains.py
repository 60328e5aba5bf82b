#!/usr/bin/env python3
"""Meshes random domains with amorph-mesh, degenerate ones among them, and verifies every mesh.

    mesh_domains.py AMORPH_MESH [--count N] [--seed S] [--triangle TRIANGLE] [--keep FOLDER] [--threads T]
                    [--compare THREADS] [--device] [--optimize] [--sizes] [--strict]

A domain has 3 to 60 points: on a small grid (cocircular, collinear, duplicate), on circles, on a line, in clusters,
far from the origin, or moved by 1e-30; with segments between random points (crossing, overlapping, repeated), closed
chains, holes and regions. The switches are random. A run must end with a mesh that --verify accepts, or refuse a
domain for a reason that is confirmed here with exact arithmetic. Features that are very near to each other need very
large meshes: a run that needs too much time or memory is counted as unfinished, and is a failure only if Triangle does
with a tenth of the time, or with --strict. With --triangle, the CPU times of longer runs are compared, too: at most 100
times Triangle's. With --compare, each mesh must be the same on that number of threads; with --device, on a CUDA device.
Failing domains are kept in FOLDER. Prints one line per failure and unfinished run, and a summary; ends with 1 if there
is a failure.
"""

import argparse
import concurrent.futures
import fractions
import math
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ANGLES = ("", "q", "q5", "q20", "q25", "q28", "q30", "q33", "q34")


def place(r, kind):
    if kind == "grid":
        return (float(r.randrange(6)), float(r.randrange(6)))
    if kind == "circle":
        angle = 2 * math.pi * r.randrange(24) / 24
        return (math.cos(angle), math.sin(angle)) if r.random() < 0.9 else (0.0, 0.0)
    if kind == "exact-circle":  # integer points on the circle of radius 65
        return tuple(map(float, r.choice(CIRCLE)))
    if kind == "line":
        at = float(r.randrange(20))
        return (at, 2 * at + (r.choice((0, 0, 0, 1e-9, 1e-15, 3.0)) if r.random() < 0.5 else 0.0))
    if kind == "cluster":
        return (r.choice((0.0, 1.0)) + r.gauss(0, 1e-3), r.choice((0.0, 1.0)) + r.gauss(0, 1e-3))
    if kind == "far":
        return (1e6 + r.random(), 1e6 + r.random())
    if kind == "tiny":
        return (r.random() * 1e-15, r.random() * 1e-15)
    return (r.random(), r.random())


CIRCLE = [(x, y) for x in range(-65, 66) for y in range(-65, 66) if x * x + y * y == 65 * 65]
KINDS = ("grid", "circle", "exact-circle", "line", "cluster", "far", "tiny", "square", "square", "square")


def moved(r, point):
    """A move by 1e-30 changes coordinates of 0 alone; others, by one unit in the last place."""
    return tuple(x + r.choice((-1e-30, 0.0, 1e-30)) if x == 0 else math.nextafter(x, r.choice((-math.inf, math.inf)))
                 for x in point)


def domain(r):
    kind = r.choice(KINDS)
    points = [place(r, kind) for _ in range(r.choice((3, 4, 5, 8, 12, 20, 40, 60)))]
    if r.random() < 0.2:
        points += [r.choice(points) for _ in range(r.randrange(1, 5))]
    if r.random() < 0.3:
        points = [moved(r, p) if r.random() < 0.5 else p for p in points]
    if r.random() < 0.4:  # a frame
        low, high = min(min(p) for p in points), max(max(p) for p in points)
        wide = (high - low) * r.choice((0.0, 0.1, 1.0))
        points += [(low - wide, low - wide), (high + wide, low - wide), (high + wide, high + wide),
                   (low - wide, high + wide)]
        segments = [(len(points) - 4 + i, len(points) - 4 + (i + 1) % 4) for i in range(4)]
    else:
        segments = []
    count = len(points)
    for _ in range(r.choice((0, 0, 1, 3, 6, 12))):
        segments.append((r.randrange(count), r.randrange(count)))
    if r.random() < 0.3:
        ring = r.sample(range(count), r.randrange(3, min(count, 12) + 1)) if count > 3 else list(range(3))
        segments += [(ring[i - 1], ring[i]) for i in range(len(ring))]
    if r.random() < 0.1 and segments:
        segments.append(r.choice(segments))
    # Triangle crashes on some segments from a vertex to itself, and amorph-mesh warns.
    segments = [s for s in segments if s[0] != s[1]]
    holes = [place(r, kind) for _ in range(r.choice((0, 0, 0, 1, 2)))]
    regions = [place(r, kind) for _ in range(r.choice((0, 0, 1, 2)))]
    return points, segments, holes, regions


def switches(r, segments):
    word = "p" if segments else ""
    if not segments or r.random() < 0.5:
        word += "c" if segments else ""
    word += r.choice(ANGLES)
    if r.random() < 0.15:
        word += "D"
    if r.random() < 0.1 and "q" in word:
        word += r.choice(("Y", "YY"))
    if r.random() < 0.1:
        word += "A"
    if r.random() < 0.05:
        word += "s"
    return word or "e"


def write(file, points, segments, holes, regions):
    with open(file, "w") as out:
        print(len(points), 2, 1, 1, file=out)
        for number, (x, y) in enumerate(points):
            print(number, repr(x), repr(y), number % 7, number % 3, file=out)
        if file.suffix == ".node":
            return
        print(len(segments), 1, file=out)
        for number, (a, b) in enumerate(segments):
            print(number, a, b, 2 + number % 5, file=out)
        print(len(holes), file=out)
        for number, (x, y) in enumerate(holes):
            print(number, repr(x), repr(y), file=out)
        print(len(regions), file=out)
        for number, (x, y) in enumerate(regions):
            print(number, repr(x), repr(y), number + 1, -1, file=out)


def cpu_seconds(command, folder, limit, memory=None):
    """Exit code (negative: the signal that ended it), stderr, CPU seconds of the process."""
    def stops():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=stops)
    text = process.stderr.read().decode(errors="replace")
    _, status, used = os.wait4(process.pid, 0)
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, text.strip(), used.ru_utime + used.ru_stime


def sizes(r, folder, points):
    """--sizing or --gradation, at random."""
    if r.random() < 0.5:
        return ["--gradation", r.choice(("0.1", "0.3", "1"))]
    wide = max(max(p) for p in points) - min(min(p) for p in points)
    with open(folder / "sizes.node", "w") as out:
        print(5, 2, 1, 0, file=out)
        for number, (x, y) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1), (0.4, 0.3))):
            low = min(min(p) for p in points)
            print(number, repr(low + x * wide), repr(low + y * wide), repr(wide * r.choice((0.02, 0.1, 1.0)) or 1.0),
                  file=out)
    return ["--sizing", "sizes.node", *r.choice(((), ("--gradation", "0.5")))]


def is_flat(points):
    """Whether there are no three points off one line."""
    exact = [tuple(map(fractions.Fraction, p)) for p in sorted(set(points))]
    if len(exact) < 3:
        return True
    (ax, ay), (bx, by) = exact[:2]
    return all((bx - ax) * (y - ay) == (by - ay) * (x - ax) for x, y in exact)


def pieces(points, segments):
    """Edges of the exact arrangement of the segments, each once."""
    exact = [tuple(map(fractions.Fraction, p)) for p in points]
    ends = [(exact[a], exact[b]) for a, b in segments if exact[a] != exact[b]]

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def inside(a, b, c):
        return min(a, b) <= c <= max(a, b) and turn(a, b, c) == 0

    edges = set()
    for a, b in ends:
        stops = {p for p in exact if inside(a, b, p)}
        for c, d in ends:
            of_a, of_b, of_c, of_d = turn(c, d, a), turn(c, d, b), turn(a, b, c), turn(a, b, d)
            if of_a * of_b < 0 and of_c * of_d < 0:
                t = of_a / (of_a - of_b)
                stops.add((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
        ordered = sorted(stops)
        edges.update(zip(ordered, ordered[1:]))
    return edges


def encloses(points, segments):
    """Whether the segments enclose anything: the arrangement has a cycle."""
    root = {}

    def find(p):
        while root.setdefault(p, p) != p:
            p = root[p]
        return p

    for a, b in pieces(points, segments):
        a, b = find(a), find(b)
        if a == b:
            return True
        root[a] = b
    return False


def is_right_to_refuse(text, word, points, segments, holes):
    if "expected three points that are not collinear" in text or "expected at least three different points" in text:
        return is_flat(points)
    # A hole may remove all that the segments, or the hull, enclose; which it does is not decided here.
    return "the domain is empty" in text and (bool(holes) or ("c" not in word and not encloses(points, segments)))


def written(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if ".1." in file.name}


def one(seed, options):
    """The failure of one domain as text, or None; why it is unfinished, likewise; the ratio of the times, or None; and
    whether there is a mesh."""
    r = random.Random(seed)
    points, segments, holes, regions = domain(r)
    word = switches(r, segments)
    extra = ["--optimize"] if options.optimize and "q" in word and r.random() < 0.5 else []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.sizes and "q" in word and not extra and r.random() < 0.4:
            extra = sizes(r, folder, points)
        alone = extra and "--optimize" not in extra  # Triangle has no such meshes
        file = folder / ("d.poly" if segments else "d.node")
        write(file, points, segments, holes, regions)

        def run(threads, *more, backend="cpu", extra=tuple(extra)):
            return cpu_seconds([options.amorph, "-" + word, "-Q", "--backend", backend, *more, "--threads",
                                str(threads), "--memory-limit", options.memory, *extra, file.name], folder,
                               options.seconds)

        def triangle(limit):
            code, _, seconds = cpu_seconds([options.triangle, f"-{word}Q", file.name], folder, limit, 3 << 30)
            return code, seconds

        code, text, seconds = run(options.threads, "--verify")
        fault, unfinished, ratio = None, None, None
        if code == 1:
            if not is_right_to_refuse(text, word, points, segments, holes):
                fault = f"refused: {text[:150]}"
        elif code in (3, -signal.SIGXCPU, -signal.SIGKILL):
            unfinished = "out of memory" if code == 3 else "out of time"
            if options.triangle and not alone and triangle(max(1, options.seconds // 10))[0] == 0:
                # --verify or --optimize may have needed the time.
                if run(options.threads, extra=())[0] != 0:
                    fault = f"{unfinished}, but not Triangle"
            elif options.strict:
                fault = unfinished
        elif code != 0:  # 5, too: at these angles refinement must end
            fault = f"code {code}: {text[:150]}"
        else:
            mesh = written(folder)
            others = [(f"on {options.compare} threads", options.compare, "cpu")] if options.compare else []
            others += [("on the device", options.threads, "cuda")] if options.device else []
            for where, threads, backend in others:
                other, text, _ = run(threads, backend=backend)
                if other != code or mesh != written(folder):
                    fault = f"differs {where} (code {other}) {text[:150]}"
        if options.triangle and not alone and not fault and code == 0 and seconds > options.quick:
            _, _, seconds = run(options.threads)  # without verification
            peer, peer_seconds = triangle(options.seconds)
            if peer == 0:
                ratio = seconds / max(peer_seconds, 0.001)
                if ratio > 100:
                    fault = f"slow: {seconds:.2f} s, Triangle {peer_seconds:.3f} s"
        if fault and options.keep:
            pathlib.Path(options.keep).mkdir(exist_ok=True)
            shutil.copy(file, pathlib.Path(options.keep) / f"{seed}{file.suffix}")
    what = f"seed {seed}: amorph-mesh -{word} {' '.join(extra)} {file.name}: "
    return fault and what + fault, not fault and unfinished and what + unfinished, ratio, code == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("amorph")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", help="instead of --seed and --count: seeds, separated by commas")
    parser.add_argument("--triangle")
    parser.add_argument("--keep")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=20, help="CPU time of a run (default: 20)")
    parser.add_argument("--memory", default="400M", help="memory of a run (default: 400M)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optimize", action="store_true", help="run half of the refinements with --optimize")
    parser.add_argument("--sizes", action="store_true", help="run some of the others with --sizing or --gradation")
    parser.add_argument("--compare", type=int, help="the same mesh on so many threads, byte for byte")
    parser.add_argument("--device", action="store_true", help="the same mesh with --backend cuda, byte for byte")
    parser.add_argument("--strict", action="store_true", help="unfinished runs are failures")
    parser.add_argument("--until", type=float, help="stop after so many seconds; the summary says after which seed")
    parser.add_argument("--quick", type=float, default=0.1, help="CPU seconds below which times are not compared")
    options = parser.parse_args()
    options.amorph = str(pathlib.Path(options.amorph).resolve())
    if options.triangle:
        options.triangle = str(pathlib.Path(options.triangle).resolve())
    failures, unfinished, meshes, done, slowest, start = 0, 0, 0, 0, 0.0, time.monotonic()
    seeds = ([int(seed) for seed in options.seeds.split(",")] if options.seeds
             else range(options.seed, options.seed + options.count))

    def timely(seed):
        late = options.until and time.monotonic() - start > options.until
        return None if late else one(seed, options)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(timely, seeds):
            if result is None:
                break
            fault, left, ratio, meshed = result
            done += 1
            meshes += meshed
            failures += bool(fault)
            unfinished += bool(left)
            slowest = max(slowest, ratio or 0)
            if fault or left:
                print(fault or left, flush=True)
            if done % 500 == 0:
                print(f"{done} domains, {meshes} meshes, {unfinished} unfinished, {failures} failures", flush=True)
    print(f"{done} domains, {meshes} meshes, {unfinished} unfinished, {failures} failures, "
          f"{time.monotonic() - start:.0f} s"
          + (f"; at most {slowest:.1f} times Triangle's time" if options.triangle else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
