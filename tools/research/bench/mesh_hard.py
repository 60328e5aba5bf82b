#!/usr/bin/env python3
"""Times amorph-mesh, and Triangle beside it, on domains that are hard in one way each.

    mesh_hard.py AMORPH_MESH [TRIANGLE] [--threads T] [--seconds S] [--only NAME]

wheel: 20,000 spokes of two lengths in turn at one vertex, and a rim; circle: the polygon of 200,000 points on a circle,
rounded to doubles; grid: 400 by 400 segments that cross; fan: 200,000 points on a line and one beside it. Prints a row
per run: domain, switches, vertices, and CPU seconds of each command, with reading and writing; "-" if it is not done
after S.
"""

import argparse
import math
import os
import pathlib
import resource
import subprocess
import tempfile

from poly import Domain


def wheel(spokes):
    around = [2 * math.pi * i / spokes for i in range(spokes)]
    domain = Domain().path([((1 + i % 2) * math.cos(a), (1 + i % 2) * math.sin(a)) for i, a in enumerate(around)])
    domain.points.append((0.0, 0.0))
    domain.segments += [(spokes, i) for i in range(spokes)]
    return domain


def circle(n):
    return Domain().path([(math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n)) for i in range(n)])


def grid(n):
    domain = Domain()
    for i in range(n):
        domain.path([(0.0, float(i)), (float(n), float(i))], closed=False)
        domain.path([(i + 0.5, -1.0), (i + 0.5, float(n))], closed=False)
    return domain


def fan(n):
    return Domain().path([(float(i), 0.0) for i in range(n)] + [(n / 2, float(n))])


RUNS = (("wheel", lambda: wheel(20000), ("-p", "-pq", "-pq33")), ("circle", lambda: circle(200000), ("-p",)),
        ("grid", lambda: grid(400), ("-pc", "-pcq")), ("fan", lambda: fan(200000), ("-p", "-pq", "-pq33")))


def run(command, folder, limit):
    """CPU seconds and vertices, or None."""
    def stops():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=stops)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    with open(pathlib.Path(folder) / "d.1.node", encoding="utf-8") as file:
        return used.ru_utime + used.ru_stime, int(file.readline().split()[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("amorph")
    parser.add_argument("triangle", nargs="?")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--only")
    options = parser.parse_args()
    print("| domain | switches | vertices | amorph-mesh | Triangle's vertices | Triangle |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name, make, all_switches in RUNS:
        if options.only not in (None, name):
            continue
        domain = make()
        for switches in all_switches:
            with tempfile.TemporaryDirectory() as folder:
                domain.write(pathlib.Path(folder) / "d.poly")
                ours = run([os.path.abspath(options.amorph), switches, "-Q", "--backend", "cpu", "--threads",
                            str(options.threads), "d.poly"], folder, options.seconds)
                peer = options.triangle and run([os.path.abspath(options.triangle), switches + "Q", "d.poly"], folder,
                                                options.seconds)
            cells = [f"{r[1]:,} | {r[0]:.2f}" if r else "- | -" for r in (ours, peer)]
            print(f"| {name} | `{switches}` | {cells[0]} | {cells[1]} |", flush=True)


if __name__ == "__main__":
    main()
