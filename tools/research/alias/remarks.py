"""aa remarks [OPTION]... [PROGRAM]...

Remarks of clang's passes, loads and stores, summed over programs, with amorph-aa and without.

What the passes of clang -O2 do with amorph-aa and without: the sums of their remarks over programs from Debian's
sources (tools/research/bitcode; default: all of bzip2, gzip, zlib, lua5.4, sqlite3, sed, redis, vim, git and
ninja-build), compiled unit by unit, and the loads, stores and run-time checks of the vectoriser in the result. A
Markdown table. DSE makes no remarks: stores show its work.
"""
import collections
import os
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

from .common import PROGRAMS, die, failure, loading, objects_of, plugin_of, print_head, print_row

REMARKS = {
    ("gvn", "LoadElim"): "loads deleted by GVN",
    ("gvn", "LoadPRE"): "loads made redundant by GVN (PRE)",
    ("gvn", "LoadClobbered"): "loads kept by GVN because memory may change",
    ("licm", "Hoisted"): "instructions hoisted by LICM",
    ("licm", "PromoteLoopAccessesToScalar"): "variables that LICM keeps in registers",
    ("licm", "LoadWithLoopInvariantAddressInvalidated"): "loads kept in loops because memory may change",
    ("loop-vectorize", "Vectorized"): "loops vectorised",
    ("slp-vectorizer", "StoresVectorized"): "groups of stores vectorised",
    ("inline", "Inlined"): "calls inlined",
}
RESULT = {
    "loads": re.compile(r"= load "),
    "stores": re.compile(r"^  store "),
    "run-time checks of vectorised loops": re.compile(r"^vector\.memcheck"),
}


def arguments(parser):
    parser.number("--units", None, "at most N units per program, evenly chosen (default: all)")
    parser.plugin()
    parser.programs()


def count(unit, plugin):
    """Counts by remark, and by instruction of the optimised code, of one unit."""
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        remarks, code = os.path.join(folder, "remarks"), os.path.join(folder, "code")
        if failed := failure(["bash", f"{unit}.compile", "-O2", *loading(plugin), "-S", "-emit-llvm",
                              "-fno-discard-value-names", "-fsave-optimization-record",
                              f"-foptimization-record-file={remarks}", "-o", code]):
            die(f"{unit}: {failed}")
        name = None
        with open(remarks, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("Pass: "):
                    name = line.split()[1]
                elif line.startswith("Name: "):
                    counts[REMARKS.get((name, line.split()[1]))] += 1
        with open(code, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                for kind, pattern in RESULT.items():
                    counts[kind] += bool(pattern.search(line))
    return counts


def run(options):
    units = [unit for program in options.programs or PROGRAMS for unit in objects_of(options, program, options.units)]
    sums = []
    for plugin in (None, plugin_of(options)):
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            sums.append(sum(pool.map(lambda unit, plugin=plugin: count(unit, plugin), units), collections.Counter()))
    print_head(f"{len(units)} units", "without", "with", "change")
    for kind in [*REMARKS.values(), *RESULT]:
        before, after = sums[0][kind], sums[1][kind]
        print_row(kind, before, after, f"{100 * (after - before) / before:+.1f}%" if before else "")
