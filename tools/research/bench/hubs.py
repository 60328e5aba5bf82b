#!/usr/bin/env python3
"""hubs.py AMORPH-GPMETIS FOLDER [NAME]...

Graphs with hubs and communities beside METIS's gpmetis and KaMinPar's default (PyPI's kaminpar): a row of
tab-separated values per graph and number of parts, with the cuts of all three, the largest part relative to the mean,
and the user seconds of both commands (the shorter of two runs), on one thread, imbalance 3%, means over the seeds.
Makes the twenty graphs in FOLDER unless they are there: R-MAT by amorph-gen, beside AMORPH-GPMETIS, the others here
(NumPy, SciPy). With names, only graphs whose name contains one of them. The geometric means, by number of parts and of
all, relative to the better peer's cut and to METIS's time, follow on stderr.
"""
import argparse
import math
import pathlib
import re
import resource
import statistics
import subprocess
import sys

try:
    import kaminpar
    import numpy as np
    import scipy.spatial
    missing = None
except ImportError as error:  # --help works without them
    missing = error.name

IMBALANCE = 0.03


def nearest(random, points, dimensions, count):
    at = random.random((points, dimensions))
    to = scipy.spatial.cKDTree(at).query(at, count + 1)[1][:, 1:]
    return points, np.repeat(np.arange(points), count), to.ravel()


def attachment(random, vertices, degree):
    """Each vertex joins `degree` ends of earlier edges."""
    ends, u, v = list(range(degree)), [], []
    for vertex in range(degree, vertices):
        to = {ends[i] for i in random.integers(0, len(ends), degree).tolist()}
        u += [vertex] * len(to)
        v += to
        ends += to
        ends += [vertex] * len(to)
    return vertices, u, v


def links(random, pages, degree, copied=0.7):
    """Each page copies links of a page shortly before it; the others lead to earlier pages nearby."""
    of = [[0] * degree]
    for page in range(1, pages):
        model = of[max(0, page - int(random.geometric(1 / 200)))]
        near = np.maximum(0, page - random.geometric(1 / 1000, degree)).tolist()
        of.append([m if c else n for m, n, c in zip(model, near, random.random(degree) < copied)])
    return pages, np.repeat(np.arange(pages), degree), np.concatenate(of)


def caves(random, count, size, moved=0.05):
    """Cliques; of their edges one in twenty leads to a random vertex instead."""
    u, v = np.triu_indices(size, 1)
    base = size * np.repeat(np.arange(count), len(u))
    u, v = base + np.tile(u, count), base + np.tile(v, count)
    return count * size, u, np.where(random.random(len(v)) < moved, random.integers(0, count * size, len(v)), v)


def stars(random, hubs, leaves, more):
    """Hubs in a row with leaves each, and random edges between any vertices."""
    vertices = hubs * (leaves + 1)
    row, edge = np.arange(hubs - 1), random.integers(0, vertices, (2, more))
    return (vertices, np.concatenate([row, np.repeat(np.arange(hubs), leaves), edge[0]]),
            np.concatenate([row + 1, np.arange(hubs, vertices), edge[1]]))


def users(random, communities, items, members, taken=4, strange=1 / 32):
    """Each user takes items of the own community, the popular ones more often, and rarely another community's."""
    user = np.repeat(np.arange(communities * members), taken)
    of = np.where(random.random(len(user)) < strange, random.integers(0, communities, len(user)), user // members)
    item = (items * random.random(len(user)) ** 2).astype(np.int64)
    return communities * (members + items), user, communities * members + of * items + item


GRAPHS = {
    "8 nearest of 50000 points in 3 dimensions": (nearest, 50000, 3, 8),
    "10 nearest of 50000 points in 10 dimensions": (nearest, 50000, 10, 10),
    "caves 1000 x 20": (caves, 1000, 20),
    "caves 200 x 100": (caves, 200, 100),
    "links of 100000 pages": (links, 100000, 4),
    "preferential attachment 100000 x 3": (attachment, 100000, 3),
    "preferential attachment 20000 x 6": (attachment, 20000, 6),
    "preferential attachment 50000 x 12": (attachment, 50000, 12),
    "stars 20 x 2000 and 4000 random edges": (stars, 20, 2000, 4000),
    "stars 100 x 500 and 5000 random edges": (stars, 100, 500, 5000),
    "stars 300 x 100 and 20000 random edges": (stars, 300, 100, 20000),
    "users and items 16 x (200 + 2000)": (users, 16, 200, 2000),
    "users and items 40 x (5 + 500)": (users, 40, 5, 500),
    "users and items 64 x (50 + 1000)": (users, 64, 50, 1000),
    "users and items 100 x (20 + 300)": (users, 100, 20, 300),
    **{f"R-MAT {scale} {degree}": (scale, degree) for scale, degree in [(14, 8), (15, 16), (16, 8), (17, 4), (18, 8)]},
}


def make(name, path, generator):
    if not callable(GRAPHS[name][0]):
        subprocess.run([generator, "rmat", *map(str, GRAPHS[name]), "-o", path], check=True, stdout=subprocess.DEVNULL)
        return
    function, *sizes = GRAPHS[name]
    vertices, u, v = function(np.random.default_rng(1), *sizes)
    u, v = np.asarray(u), np.asarray(v)
    edge = np.unique(np.minimum(u, v)[u != v] * vertices + np.maximum(u, v)[u != v])
    u, v = edge // vertices, edge % vertices
    begin = np.searchsorted(np.sort(np.concatenate([u, v])), np.arange(vertices + 1))
    to = np.concatenate([v, u])[np.argsort(np.concatenate([u, v]), kind="stable")] + 1
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{vertices} {len(edge)}\n")
        for first, last in zip(begin, begin[1:]):
            file.write(" ".join(map(str, to[first:last])) + "\n")


def timed(*command):
    """Edges cut, the largest part relative to the mean, and CPU seconds: of two runs, the shorter one's."""
    seconds = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return int(re.search(r"Edgecut: (\d+)", text)[1]), float(re.search(r"#0: +([\d.]+)", text)[1]), min(seconds)


def by_kaminpar(graph, parts, seed):
    kaminpar.reseed(seed)
    partition = kaminpar.KaMinPar(1, kaminpar.default_context()).compute_partition(graph, parts, IMBALANCE)
    return kaminpar.edge_cut(graph, partition)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("command", metavar="AMORPH-GPMETIS", type=pathlib.Path)
    words.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    words.add_argument("names", metavar="NAME", nargs="*")
    words.add_argument("--parts", default="2,8,64", help="numbers of parts (default: 2,8,64)")
    words.add_argument("--seeds", type=int, default=2, help="number of seeds (default: 2)")
    given = words.parse_args()
    if missing:
        sys.exit(f"hubs.py: no module {missing}; pip install kaminpar numpy scipy")
    given.folder.mkdir(exist_ok=True)
    ratios = {}
    print("graph\tparts\tMETIS cut\tKaMinPar cut\tcut\tbalance\tMETIS CPU s\tCPU s")
    for name in GRAPHS:
        if given.names and not any(word in name for word in given.names):
            continue
        path = given.folder / (re.sub("[^A-Za-z0-9]+", "-", name).strip("-") + ".graph")
        if not path.exists():
            make(name, path, given.command.with_name("amorph-gen"))
        graph = kaminpar.load_graph(str(path), kaminpar.GraphFileFormat.METIS)
        for parts in map(int, given.parts.split(",")):
            rows = []
            for seed in range(1, given.seeds + 1):
                end = ["-nooutput", f"-seed={seed}", path, str(parts)]
                metis = timed("gpmetis", *end)
                ours = timed(given.command, "--backend=cpu", "--threads=1", *end)
                rows.append([metis[0], by_kaminpar(graph, parts, seed), *ours[:2], metis[2], ours[2]])
            metis, peer, cut, balance, metis_s, seconds = map(statistics.mean, zip(*rows))
            better = min(metis, peer)
            for key in (parts, "all"):
                ratios.setdefault(key, []).append(((cut + 1) / (better + 1), (seconds + 1e-3) / (metis_s + 1e-3)))
            print(name, parts, f"{metis:.0f}", f"{peer:.0f}", f"{cut:.0f}", f"{balance:.3f}", f"{metis_s:.3f}",
                  f"{seconds:.3f}", sep="\t", flush=True)
    for key, pairs in ratios.items():
        cut, time = (math.exp(statistics.mean(map(math.log, column))) for column in zip(*pairs))
        print(f"{key}: cut {cut:.3f}, at most {max(pairs)[0]:.3f}; time {time:.3f}", file=sys.stderr)


if __name__ == "__main__":
    main()
