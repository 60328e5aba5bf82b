"""aa eval-report [OPTION]... FILE.bc...

LLVM's own evaluator, aa-eval, with basic-aa alone and with amorph-aa after it.

Prints a Markdown table: alias queries, NoAlias and MustAlias answers of each, their difference, pairs of call and
location answered NoModRef, and the seconds of each run.

The oracle verifies every NoAlias answer for two memory accesses against the sets of an independent solver,
amorph-apart-check of the plugin's build tree, or of our solver, after an independent checker has verified that they
satisfy every constraint; exit code 4 on a contradiction.
"""
import os
import re
import subprocess
import sys
import time

from .common import OPT, die, file, percent, plugin_environment, plugin_of, print_row

COUNTS = ("Total Alias Queries", "no alias responses", "must alias responses", "no mod/ref responses")


def arguments(parser):
    parser.add_argument("--oracle", action="store_const", const=[], help="verify with an independent solver")
    parser.add_argument("--quick-oracle", action="store_const", const=["--quick"], dest="oracle",
                        help="verify with our solver's sets")
    parser.number("--limit", 20000, "pairs per function that are verified")
    parser.plugin()
    parser.positional("files", nargs="+", type=file)


def evaluate(options, analyses, module, passes="aa-eval", flags=()):
    """The numbers of queries, and of NoAlias, MustAlias and NoModRef answers."""
    done = subprocess.run([OPT, f"-load-pass-plugin={options.plugin}", f"-aa-pipeline={analyses}", f"-passes={passes}",
                           *flags, "-disable-output", module], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env=plugin_environment())
    if done.returncode != 0:
        die(f"{module}: {done.stdout.splitlines()[0] if done.stdout else done.returncode}")
    return [int((re.findall(rf"(\d+) {text}", done.stdout) or [0])[-1]) for text in COUNTS]


def verify(options, checker, name, module):
    """Whether an independent solver confirms the answers; its verdict goes to stderr."""
    pairs, dump = f"{options.work}/pairs", f"{options.work}/dump"
    said = subprocess.run([OPT, f"-load-pass-plugin={options.plugin}", "-disable-output", module, "-passes="
                           f"check<amorph-alias><pairs={pairs};constraints={dump};limit={options.limit}>"],
                          stdout=subprocess.PIPE, text=True, check=True,
                          env=plugin_environment()).stdout.splitlines()[-1]
    verdict = subprocess.run([checker, *options.oracle, dump, pairs], stdout=subprocess.PIPE, text=True)
    confirmed = verdict.returncode == 0
    print(f"{name}: {said + '; oracle: ' if confirmed else ''}{verdict.stdout.strip()}", file=sys.stderr)
    return confirmed


def run(options):
    options.plugin = plugin_of(options)
    checker = os.path.join(os.path.dirname(options.plugin), "..", "bin", "amorph-apart-check")
    if options.oracle is not None and not os.access(checker, os.X_OK):
        die(f"{checker}: not built")
    print_row("module", "queries", "basic-aa: no, must", "with amorph-aa", "more resolved", "NoModRef",
              "with amorph-aa", "s", "s")
    print_row(*["---"] * 9)
    contradicted = False
    for module in options.files:
        counts, seconds = [], []
        for analyses in ("basic-aa", "basic-aa,amorph-aa"):
            began = time.perf_counter()
            counts.append(evaluate(options, analyses, module))
            seconds.append(f"{time.perf_counter() - began:.2f}")
        (queries, *before), (_, *after) = counts
        more, name = sum(after[:2]) - sum(before[:2]), os.path.basename(module).removesuffix(".bc")
        print_row(name, queries, f"{before[0]}, {before[1]}", f"{after[0]}, {after[1]}",
                  f"{more} ({percent(more, queries - sum(before[:2]))} of the open ones)", before[2], after[2],
                  *seconds)
        if options.oracle is not None:
            contradicted |= not verify(options, checker, name, module)
    return 4 if contradicted else 0
