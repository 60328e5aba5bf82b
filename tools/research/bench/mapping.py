#!/usr/bin/env python3
"""mapping.py AMORPH-GPMETIS GRAPH...

Process mapping beside KaHIP's (PyPI's kahip): a row of tab-separated values per graph and hierarchy, with the
communication cost and the CPU seconds of both, on one thread, seed 1, imbalance 3%. KaHIP's mode is FAST, by
multisection, and its time that of the call alone; ours is that of the whole command, reading included. Both costs are
counted here. Graphs are in METIS's format, without vertex weights, and may have edge weights.
"""
import argparse
import ctypes
import math
import multiprocessing
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import kahip
import numpy as np

MACHINES = [([4, 8], [1, 10]), ([4, 4, 4], [1, 10, 100]), ([2, 3, 5], [1, 10, 100]), ([4, 8, 16], [1, 10, 100])]
FAST, MULTISECTION, IMBALANCE = 0, 0, 0.03


def read(path):
    """Offsets, neighbours and edge weights."""
    with open(path, encoding="ascii") as file:
        header = file.readline().split()
        weighted = len(header) > 2 and header[2].endswith("1")
        rows = [np.array(file.readline().split(), np.int32) for _ in range(int(header[0]))]
    begin = np.cumsum([0] + [len(row) // (1 + weighted) for row in rows]).astype(np.int32)
    entries = np.concatenate(rows)
    to = np.ascontiguousarray(entries[:: 1 + weighted] - 1)
    return begin, to, np.ascontiguousarray(entries[1::2]) if weighted else np.ones_like(to)


def cost_of(graph, part, sizes, distances):
    begin, to, weight = graph
    p, q = np.repeat(part, np.diff(begin)).astype(np.int64), part[to].astype(np.int64)
    sum_of, apart = 0, p != q
    for size, distance in zip(sizes, distances):
        p, q = p // size, q // size
        joined = apart & (p == q)
        sum_of += distance * int(weight[joined].sum(dtype=np.int64))
        apart &= ~joined
    return sum_of // 2


def by_kahip(graph, sizes, distances, answers):
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    (library,) = pathlib.Path(kahip.__file__).parent.glob("kahip*.so")
    begin, to, weight = graph
    part, vertex_weight = np.zeros(len(begin) - 1, np.int32), np.ones(len(begin) - 1, np.int32)
    vertices, cut, qap, imbalance = ctypes.c_int(len(part)), ctypes.c_int(), ctypes.c_int(), ctypes.c_double(IMBALANCE)
    array = [ctypes.c_void_p(a.ctypes.data) for a in (vertex_weight, begin, weight, to)]
    machine = [np.array(a, np.int32) for a in (sizes, distances)]
    before = cpu_seconds(resource.RUSAGE_SELF)
    ctypes.CDLL(str(library)).process_mapping(
        ctypes.byref(vertices), *array, *(ctypes.c_void_p(a.ctypes.data) for a in machine), len(sizes), FAST,
        MULTISECTION, ctypes.byref(imbalance), ctypes.c_bool(True), 1, ctypes.byref(cut), ctypes.byref(qap),
        ctypes.c_void_p(part.ctypes.data))
    answers.put((cpu_seconds(resource.RUSAGE_SELF) - before, part))


def by_amorph(given, path, sizes, distances):
    colons = [":".join(map(str, a)) for a in (sizes, distances)]
    with tempfile.TemporaryDirectory() as folder:
        link = pathlib.Path(folder, "graph")
        link.symlink_to(pathlib.Path(path).resolve())
        before = cpu_seconds(resource.RUSAGE_CHILDREN)
        options = ["--backend=cpu", "--threads=1", "-seed=1", f"--preset={given.preset}", f"--hierarchy={colons[0]}",
                   f"--distances={colons[1]}"]
        subprocess.run([given.command, *options, link], check=True, stdout=subprocess.DEVNULL)
        seconds = cpu_seconds(resource.RUSAGE_CHILDREN) - before
        return seconds, np.loadtxt(f"{link}.part.{math.prod(sizes)}", np.int32)


def cpu_seconds(whose):
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("command", metavar="AMORPH-GPMETIS")
    words.add_argument("graph", metavar="GRAPH", nargs="+")
    words.add_argument("--runs", type=int, default=3, help="alternating runs; the shortest counts (default: 3)")
    words.add_argument("--preset", default="default")
    given = words.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    print("graph\thierarchy\tKaHIP cost\tcost\tKaHIP balance\tbalance\tKaHIP CPU s\tCPU s")
    for path in given.graph:
        graph = read(path)
        for sizes, distances in MACHINES:
            times = [], []
            for _ in range(given.runs):
                answers = multiprocessing.Queue()
                child = multiprocessing.Process(target=by_kahip, args=(graph, sizes, distances, answers))
                child.start()
                seconds, theirs = answers.get()
                child.join()
                times[0].append(seconds)
                seconds, ours = by_amorph(given, path, sizes, distances)
                times[1].append(seconds)
            parts = math.prod(sizes)
            balance = [np.bincount(p, minlength=parts).max() * parts / len(p) for p in (theirs, ours)]
            print(pathlib.Path(path).stem, ":".join(map(str, sizes)), cost_of(graph, theirs, sizes, distances),
                  cost_of(graph, ours, sizes, distances), *(f"{b:.3f}" for b in balance),
                  *(f"{min(t):.3f}" for t in times), sep="\t", flush=True)


if __name__ == "__main__":
    sys.exit(main())
