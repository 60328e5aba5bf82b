#!/usr/bin/env python3
"""netlists.py AMORPH_HMETIS NETLIST... : amorph-hmetis against Mt-KaHyPar, in quality and time.

Prints a line per netlist, number of parts and objective (means over the seeds), and the geometric means of the ratios.
With --edits, improves the old partition of a changed netlist, against partitioning it from scratch, without the peer.
The peer is the package `mtkahypar` of PyPI, in the Python that runs this; its results are kept in --cache, so that it
runs once. Elapsed times are of the partitioning alone. User times are too for the peer; ours are of the whole command.
"""
import argparse
import collections
import itertools
import json
import math
import os
import random
import resource
import subprocess
import tempfile
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("netlists", nargs="+")
    parser.add_argument("--parts", default="2,4,8,64")
    parser.add_argument("--objectives", default="cut,km1")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--peer-seeds", type=int, help="seeds of the peer; default: as many as ours")
    parser.add_argument("--imbalance", type=float, default=0.02)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--peer", default="DEFAULT", choices=["DEFAULT", "QUALITY", "DETERMINISTIC"])
    parser.add_argument("--cache", help="file of the peer's results")
    parser.add_argument("--edits", type=float, help="share of the nets to change, and half as many vertices to add")
    return parser.parse_args()


def user_time(who):
    return resource.getrusage(who).ru_utime


class Peer:
    """Mt-KaHyPar, or its cached results."""

    def __init__(self, options):
        self.options = options
        self.results = {}
        self.module = None
        self.loaded = (None, None)
        if options.cache and os.path.exists(options.cache):
            with open(options.cache, encoding="utf-8") as file:
                self.results = json.load(file)

    def run(self, path, parts, objective, seed):
        o = self.options
        key = f"{o.peer} {os.path.basename(path)} {parts} {objective} {o.imbalance} {o.threads} {seed}"
        if key not in self.results:
            self.results[key] = self.compute(path, parts, objective, seed)
            if o.cache:
                with open(o.cache, "w", encoding="utf-8") as file:
                    json.dump(self.results, file, indent=0)
        return self.results[key]

    def compute(self, path, parts, objective, seed):
        import mtkahypar  # pylint: disable=import-outside-toplevel
        if self.module is None:
            self.module = mtkahypar.initialize(self.options.threads)
        context = self.module.context_from_preset(getattr(mtkahypar.PresetType, self.options.peer))
        kind = {"cut": mtkahypar.Objective.CUT, "km1": mtkahypar.Objective.KM1, "soed": mtkahypar.Objective.SOED}
        context.set_partitioning_parameters(parts, self.options.imbalance, kind[objective])
        mtkahypar.set_seed(seed)
        context.logging = False
        if self.loaded[0] != path:
            self.loaded = (path, self.module.hypergraph_from_file(path, context, mtkahypar.FileFormat.HMETIS))
        start, user = time.perf_counter(), user_time(resource.RUSAGE_SELF)
        found = self.loaded[1].partition(context)
        took, user = time.perf_counter() - start, user_time(resource.RUSAGE_SELF) - user
        value = found.cut() if objective == "cut" else found.km1() if objective == "km1" else found.soed()
        return [int(value), took, user]


def run_ours(o, path, parts, objective, seed, more=("--nooutput",)):
    words = [o.command, f"--objective={objective}", f"--imbalance={o.imbalance}", f"--threads={o.threads}", "--verify",
             f"--seed={seed}", f"--preset={o.preset}", "--json=-", *more, path, str(parts)]
    user = user_time(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    user = user_time(resource.RUSAGE_CHILDREN) - user
    if done.returncode == 1 and "more than a part may weigh" in done.stderr:
        return None
    assert done.returncode == 0, (words, done.stderr)
    figures = json.loads(done.stdout)
    assert figures["balanced"], words
    return figures, user


def ours(o, path, parts, objective, seed):
    found = run_ours(o, path, parts, objective, seed)
    return found and (found[0][objective], found[0]["partition_ms"] / 1000, found[1])


def write_edited(path, to, share, seed):
    """Replaces a pin of some nets by one two nets away, and adds vertices, each to two nets of an old one; without
    weights. Returns the number of new vertices."""
    with open(path, encoding="ascii") as file:
        lines = [list(map(int, line.split())) for line in file if not line.startswith("%")]
    weighted = 1 if lines[0][2:] in ([1], [11]) else 0
    vertices, nets = lines[0][1], [line[weighted:] for line in lines[1:1 + lines[0][0]]]
    nets_of = [[] for _ in range(vertices + 1)]
    for number, net in enumerate(nets):
        for pin in net:
            nets_of[pin].append(number)
    rng = random.Random(seed)
    for number in rng.sample(range(len(nets)), int(share * len(nets))):
        near = rng.choice(nets[rng.choice(nets_of[rng.choice(nets[number])])])
        far = rng.choice(nets[rng.choice(nets_of[near])])
        if far not in nets[number]:
            nets[number][rng.randrange(len(nets[number]))] = far
    added = int(share * vertices / 2)
    for new in range(vertices + 1, vertices + 1 + added):
        old = nets_of[rng.randrange(1, vertices + 1)]
        for number in rng.sample(old, min(2, len(old))):
            nets[number].append(new)
    with open(to, "w", encoding="ascii") as file:
        file.write(f"{len(nets)} {vertices + added}\n")
        file.writelines(" ".join(map(str, net)) + "\n" for net in nets)
    return added


def mean(values):
    return sum(values) / len(values)


def geometric(values):
    return math.exp(mean([math.log(v) for v in values]))


def after_edits(o):
    print(f"{'netlist':22}{'parts':>6} {'objective':10}{'scratch':>10}{'start':>10}{'ratio':>8}{'time':>8}{'user':>8}"
          f"{'moved':>8}")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        old, edited, start = (os.path.join(folder, name) for name in ("old.hgr", "edited.hgr", "start"))
        for path, parts, objective in itertools.product(o.netlists, map(int, o.parts.split(",")),
                                                        o.objectives.split(",")):
            write_edited(path, old, 0, 0)
            added = write_edited(path, edited, o.edits, 1)
            rows = []
            for seed in range(o.seeds):
                run_ours(o, old, parts, objective, seed, ())
                with open(f"{old}.part.{parts}", encoding="ascii") as part, open(start, "w", encoding="ascii") as file:
                    file.write(part.read() + "-1\n" * added)
                a, u = run_ours(o, edited, parts, objective, seed)
                b, v = run_ours(o, edited, parts, objective, seed,
                                ("--nooutput", f"--start={start}", "--move-cost=1"))
                rows.append((a[objective], b[objective], b["partition_ms"] / a["partition_ms"], v / u,
                             b["moved"] / b["vertices"]))
            a, b, time_ratio, user_ratio, moved = map(mean, zip(*rows))
            ratios.append((b / a, time_ratio, user_ratio, moved))
            print(f"{os.path.basename(path):22}{parts:6} {objective:10}{a:10.1f}{b:10.1f}{b / a:8.3f}{time_ratio:8.3f}"
                  f"{user_ratio:8.3f}{moved:8.4f}", flush=True)
    objective, time_ratio, user_ratio, moved = zip(*ratios)
    print(f"means: objective {geometric(objective):.3f}, time {mean(time_ratio):.3f}, "
          f"user time {mean(user_ratio):.3f}, moved {mean(moved):.4f}")


def main():
    o = arguments()
    if o.edits:
        after_edits(o)
        return
    peer = Peer(o)
    ratios = collections.defaultdict(list)
    print(f"{'netlist':22}{'parts':>6} {'objective':10}{'ours':>10}{'peer':>10}{'ratio':>8}{'s':>8}{'peer s':>8}"
          f"{'user':>8}{'peer':>8}")
    for path in o.netlists:
        for parts in map(int, o.parts.split(",")):
            for objective in o.objectives.split(","):
                runs = [ours(o, path, parts, objective, s) for s in range(o.seeds)]
                if None in runs:
                    print(f"{os.path.basename(path):22}{parts:6} {objective:10} a vertex is heavier than a part may be")
                    continue
                other = [peer.run(path, parts, objective, s) for s in range(o.peer_seeds or o.seeds)]
                (a, s, u), (b, t, v) = (list(map(mean, zip(*rows))) for rows in (runs, other))
                for group in ("all", objective, f"{parts} parts", f"{parts} parts, {objective}"):
                    ratios[group].append((a / b, s / t, u / v))
                print(f"{os.path.basename(path):22}{parts:6} {objective:10}{a:10.1f}{b:10.1f}{a / b:8.3f}"
                      f"{s:8.2f}{t:8.2f}{u:8.2f}{v:8.2f}", flush=True)
    for group, values in ratios.items():
        print(f"{group:22} objective {geometric([v[0] for v in values]):.3f}, "
              f"time {geometric([v[1] for v in values]):.2f}, user time {geometric([v[2] for v in values]):.2f}")


if __name__ == "__main__":
    main()
