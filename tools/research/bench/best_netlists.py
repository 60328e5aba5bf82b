#!/usr/bin/env python3
"""best_netlists.py AMORPH_HMETIS BEST_KNOWN NETLIST... : the best of many seeds beside the best known partitions.

BEST_KNOWN has lines K NETLIST VERTICES NETS CUT..., separated by tabs: cuts for two parts with UBfactor b = 1, 2, 5 and
10 (each part 50 - b to 50 + b percent of the weight), for more with b = 2 (each part 100/k - b to 100/k + b percent).
Cuts are appended to --log and not computed again, so that this can be stopped and goes on later. Prints a line per case
and the geometric mean of the ratios; with --report, of what the log has.
"""
import argparse
import json
import math
import os
import re
import subprocess


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("best_known")
    parser.add_argument("netlists", nargs="+")
    parser.add_argument("--parts", default="2", help="numbers of parts, as 2,3,4")
    parser.add_argument("--ubfactors", default="1,2,5,10", help="of two parts")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--preset", default="quality")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--log", default="best_netlists.tsv", help="file of the cuts")
    parser.add_argument("--report", action="store_true", help="compute nothing")
    return parser.parse_args()


def key_of(name):
    """IBM10_wt, ibm10.weight.hgr and the like are one."""
    name = os.path.basename(name).lower().removesuffix(".hgr")
    return re.sub("[^a-z0-9]", "", name.replace("_wt", "weight"))


def cases(o):
    """(parts, UBfactor, netlist, best known cut)"""
    paths = {key_of(path): path for path in o.netlists}
    with open(o.best_known, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            fields = line.rstrip("\n").split("\t")
            parts, path = int(fields[0]), paths.get(key_of(fields[1]))
            if path is None or str(parts) not in o.parts.split(","):
                continue
            factors = (1, 2, 5, 10) if parts == 2 else (2,)
            for factor, cut in zip(factors, fields[4:]):
                if parts != 2 or str(factor) in o.ubfactors.split(","):
                    yield parts, factor, path, int(cut)


def compute(o, parts, factor, path, seed):
    """The cut; None if a vertex is too heavy or a part too light."""
    words = [o.command, "--objective=cut", f"--imbalance={parts * factor / 100}", f"--threads={o.threads}", "--verify",
             f"--seed={seed}", f"--preset={o.preset}", "--json=-", "--nooutput", path, str(parts)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode == 1 and "more than a part may weigh" in done.stderr:
        return None
    assert done.returncode == 0, (words, done.stderr)
    figures = json.loads(done.stdout)
    total = sum(figures["part_weights"])
    light = min(figures["part_weights"]) < math.floor(total * (100 / parts - factor) / 100)
    return None if light or not figures["balanced"] else figures["cut"]


def main():
    o = arguments()
    known = {}
    if os.path.exists(o.log):
        with open(o.log, encoding="utf-8") as file:
            for line in file:
                *case, cut = line.rstrip("\n").split("\t")
                known[tuple(case)] = None if cut == "-" else int(cut)
    ratios = []
    print(f"{'netlist':22}{'parts':>6}{'b':>4}{'known':>8}{'best':>8}{'ratio':>8}{'seeds':>7}")
    for parts, factor, path, best in cases(o):
        cuts = []
        for seed in range(o.seeds):
            case = (o.preset, str(parts), str(factor), os.path.basename(path), str(seed))
            if case not in known and not o.report:
                known[case] = compute(o, parts, factor, path, seed)
                with open(o.log, "a", encoding="utf-8") as file:
                    file.write("\t".join(case) + f"\t{'-' if known[case] is None else known[case]}\n")
            if known.get(case) is not None:
                cuts.append(known[case])
        if cuts:
            ratios.append(min(cuts) / best)
            print(f"{os.path.basename(path):22}{parts:6}{factor:4}{best:8}{min(cuts):8}{ratios[-1]:8.3f}{len(cuts):7}",
                  flush=True)
    if ratios:
        print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f} of {len(ratios)} cases")


if __name__ == "__main__":
    main()
