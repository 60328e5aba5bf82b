#!/usr/bin/env python3
"""satisfiability.py BIN BAR: amorph-sat beside other solvers, on formulas of amorph-gen, both from the folder BIN.

BAR is one of
    walk-2000   random 3-SAT, 2,000 variables, ratio 4.2: the seeds that yalsat solves
    walk-10000  the same with 10,000 variables
    threshold   random 3-SAT, 10,000 variables, ratio 4.24
    long        random 4-SAT to 7-SAT (--k, --ratio), 100,000 variables
    structured  colourings, circuits and plans: the hybrid method beside its two parts
Prints a line per formula and solver: the answer, seconds of processor time and elapsed; then medians. Peers that are
named run in turn with amorph-sat; formulas of walk-2000 that yalsat does not solve are left out. --processor limits
processor time instead of elapsed time, for busy machines.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

LONG = {4: 9.83, 5: 20.4, 6: 40, 7: 80}  # ratios


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("bar")
    parser.add_argument("--yalsat", help="its command")
    parser.add_argument("--probsat", help="its command")
    parser.add_argument("--seeds", type=int, help="number of formulas, by seeds from 1 on")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--limit", type=float, help="seconds per run")
    parser.add_argument("--processor", action="store_true", help="--limit is of processor time")
    parser.add_argument("--threads", type=int, default=2, help="of amorph-sat")
    parser.add_argument("--backend", default="cpu", help="of amorph-sat")
    parser.add_argument("--k", type=int, default=5, help="long: literals per clause")
    parser.add_argument("--ratio", type=float, help="threshold, long: clauses per variable")
    return parser.parse_args()


def random_formulas(variables, k, ratio):
    return lambda seed: [f"ksat --vars {variables} --k {k} --ratio {ratio} --seed {seed}"]


def structured(seed):
    return [
        f"colouring 1500 4.6 3 --seed {seed}",
        f"colouring 100000 4 3 --seed {seed}",
        f"colouring 1000 10.5 5 --seed {seed}",
        f"blocks 20 --seed {seed}",
        f"circuit 100 2000 --seed {seed}",
    ]


def bars(o):
    """By name: formulas of a seed, number of seeds, limit in seconds, amorph-sat's methods."""
    return {
        "walk-2000": (random_formulas(2000, 3, 4.2), 20, 60, ["auto"]),
        "walk-10000": (random_formulas(10000, 3, 4.2), 10, 20, ["auto"]),
        "threshold": (random_formulas(10000, 3, o.ratio or 4.24), 20, 30, ["sp"]),
        "long": (random_formulas(100000, o.k, o.ratio or LONG.get(o.k, 0)), 10, 60, ["auto"]),
        "structured": (structured, 3, 10, ["complete", "walk", "hybrid", "auto"]),
    }


def run(words, limit, processor):
    """The 's' line's answer, seconds of processor time and elapsed."""
    if processor:
        words = ["/bin/sh", "-c", f'ulimit -t {int(limit)}; exec "$@"', "sh", *words]
        limit *= 1000
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(words, stdout=output, stderr=subprocess.DEVNULL)
        while True:
            pid, _, used = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() - started > limit:
                process.kill()
            time.sleep(0.005)
        process.returncode = 0
        elapsed = time.monotonic() - started
        output.seek(0)
        found = [line[2:].strip() for line in output.read().decode().splitlines() if line.startswith("s ")]
    return (found[0] if found else "UNKNOWN"), used.ru_utime + used.ru_stime, elapsed


def solvers(o, methods):
    """Name, and the command for a formula."""
    if o.yalsat:
        yield "yalsat", lambda path: [o.yalsat, path, "1"]
    if o.probsat:
        yield "probSAT", lambda path: [o.probsat, path, "1"]
    for method in methods:
        words = [os.path.join(o.bin, "amorph-sat"), "-n", f"-b{o.backend}", f"-t{o.threads}", f"--method={method}"]
        if method == "walk":
            words.append("--max-flips=1000000000000")
        yield f"-m {method}", lambda path, words=words: [*words, path]


def report(solved):
    first = None
    for name, runs in solved.items():
        used, elapsed = (statistics.median(r[i] for r in runs.values()) for i in (0, 1))
        print(f"{name}: {len(runs)} solved; medians {used:.2f} s of processor time, {elapsed:.2f} s elapsed")
        first = first or name
        both = [r for r in runs if r in solved[first]]
        if name != first and both:
            used, elapsed = (statistics.median(runs[r][i] / solved[first][r][i] for r in both) for i in (0, 1))
            print(f"  relative to {first}, {len(both)} formulas: {used:.2f} of processor time, {elapsed:.2f} elapsed")


def main():
    o = arguments()
    known = bars(o)
    if o.bar not in known:
        raise SystemExit(f"expected one of {', '.join(known)}, found {o.bar}")
    formulas, seeds, limit, methods = known[o.bar]
    seeds, limit = o.seeds or seeds, o.limit or limit
    judged = o.bar == "walk-2000" and o.yalsat  # yalsat decides which formulas count
    solved, seed, counted = {}, o.first, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.cnf")
        while counted != seeds and seed != o.first + 10 * seeds:
            for number, formula in enumerate(formulas(seed)):
                subprocess.run([os.path.join(o.bin, "amorph-gen"), *formula.split(), "-o", path], check=True)
                for name, command in solvers(o, methods):
                    answer, used, elapsed = run(command(path), limit, o.processor)
                    print(f"{formula:55} {name:12} {answer:14} {used:8.2f} {elapsed:8.2f}", flush=True)
                    if answer == "SATISFIABLE":
                        solved.setdefault(name, {})[seed, number] = used, elapsed
                    elif judged and name == "yalsat":
                        counted -= 1
                        break
            counted += 1
            seed += 1
    report(solved)


if __name__ == "__main__":
    main()
