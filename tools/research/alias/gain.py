"""aa gain [OPTION]... [PROGRAM | FILE.c]...

Loads, stores, instructions, code size and time of programs optimised by opt with amorph-aa and without.

Whole programs, linked and internalised, are optimised by the same pipeline with opt's default alias analyses, and
with amorph-aa after them. Prints a Markdown table of "before -> after" per program: loads, stores and instructions in
the optimised module, bytes of machine code, user seconds of opt (minimum of N runs), and the results of the
program's own tests.

PROGRAM   bzip2, gzip, sed, lua5.4, sqlite3, redis or vim (default: all but vim), built by tools/research/bitcode if
          missing, with the tests of tools/research/program-tests
FILE.c    a whole program in one file, without arguments; its output is compared with that at -O0

Pipelines: O2    clang -O2 without its optimiser, linked, internalised, then default<O2>
           lto   clang -O2 -flto, linked, internalised, then lto<O2>, as a linker does
           late  the result of O2 without amorph-aa, optimised again by the passes that query alias analysis most
                 (LICM, GVN, DSE, EarlyCSE), with newly computed points-to sets

Queries: of aa-eval on the result of O2 without amorph-aa, for pairs of pointers and for pairs of typed accesses of
which one is a store, and the share of NoAlias answers.

Exit code 4 if a test result differs with amorph-aa. Run only one instance per bitcode folder: the tested program
temporarily replaces the built one. Testing redis needs tcl.
"""
import os
import re
import subprocess
import sys

from .common import (CLANG, HERE, LLVM, OPT, PROGRAMS, execute, file, measure, passed, percent, plugin_environment,
                     plugin_of, print_row, said_by, tests_of, word_of)
from .eval_report import evaluate

ANALYSES = "basic-aa,scoped-noalias-aa,tbaa,globals-aa"  # opt's "default" by name, so that one more can follow
PASSES = {"O2": "default<O2>", "lto": "lto<O2>", "late": "function(loop-mssa(licm),gvn,dse,early-cse<memssa>)"}
KNOWN = ("bzip2", "gzip", "sed", "lua5.4", "sqlite3", "redis", "vim")


def arguments(parser):
    parser.words("--pipelines", tuple(PASSES), list(PASSES))
    parser.number("--runs", 3, "runs of opt")
    parser.add_argument("--queries", action="store_true", help="also print the table of queries")
    parser.add_argument("--queries-only", action="store_true", help="print only that table")
    parser.add_argument("--no-tests", action="store_true", help="skip the tests")
    parser.plugin()
    parser.programs(lambda text: file(text) if text.endswith(".c") else word_of(*KNOWN)(text))


class Program:
    """One program: its modules in the scratch folder, and its tests."""

    def __init__(self, options, program):
        self.options, self.program, self.work = options, program, options.work
        self.name = os.path.basename(program).removesuffix(".c")
        self.source = program.endswith(".c")
        self.libraries = ["-lm"] if self.source else PROGRAMS[program]

    def optimise(self, passes, module, result, *flags):
        """Runs opt and returns its user seconds, the minimum of the runs."""
        command = [OPT, *flags, f"-passes={passes}", module, "-o", result]
        return min(measure(command, env=plugin_environment())[0] for _ in range(self.options.runs))

    def module(self, level):
        """The linked, internalised module, without debug information."""
        result = f"{self.work}/{self.name}.{level}.bc"
        if os.path.exists(result):
            return result
        linked = f"{self.options.bitcode}/{self.program}/{self.program}.{level}.bc"
        if self.source:
            linked, flags = f"{self.work}/whole.bc", {"raw": ["-Xclang", "-disable-llvm-passes"], "lto": ["-flto"]}
            execute([CLANG, "-w", "-O2", *flags[level], "-emit-llvm", "-c", self.program, "-o", linked])
        elif not os.path.exists(linked):
            execute([str(HERE / "bitcode"), "--levels", "raw,lto", self.program, os.path.dirname(linked)])
        execute([OPT, "-strip-debug", "-passes=internalize<preserve-gv=main>,globaldce", linked, "-o", result])
        return result

    def plainly_optimised(self):
        result = f"{self.work}/{self.name}.O2.plain.bc"
        if not os.path.exists(result):
            execute([OPT, f"-passes={PASSES['O2']}", self.module("raw"), "-o", result])
        return result

    def figures(self, module, binary):
        """Loads, stores, instructions and bytes of code of an optimised module, linked to `binary`."""
        disassemble = [f"llvm-dis-{LLVM}", module, "-o", "-"]
        text = subprocess.run(disassemble, stdout=subprocess.PIPE, text=True, check=True).stdout
        bodies = "\n".join(re.findall(r"^define.*?^}", text, re.M | re.S))
        count = [len(re.findall(pattern, bodies, re.M))
                 for pattern in (r"^  [^ ]+ = load ", r"^  store ", r"^  [^] #]")]
        # Machine code at -O2, without another run of the optimiser.
        execute([CLANG, "-w", "-O2", "-Xclang", "-disable-llvm-passes", "-x", "ir", module, "-x", "none",
                 *self.libraries, "-o", binary])
        measure_size = [f"llvm-size-{LLVM}", "-A", binary]
        sizes = subprocess.run(measure_size, stdout=subprocess.PIPE, text=True, check=True).stdout
        return [*count, int(re.search(r"^\.text +(\d+)", sizes, re.M)[1])]

    def tests(self, binary):
        if not self.source:
            return tests_of(self.options, self.program, binary)
        plain = f"{self.work}/plain"
        execute([CLANG, "-w", "-O0", self.program, "-lm", "-o", plain])
        same = said_by([plain], 600, stderr=subprocess.STDOUT) == said_by([binary], 600, stderr=subprocess.STDOUT)
        return {"pass output" if same else "fail output"}

    def gain(self, pipeline):
        """Prints the row of a pipeline, and returns whether the tests end otherwise."""
        module = self.plainly_optimised() if pipeline == "late" else self.module("lto" if pipeline == "lto" else "raw")
        plugin = [f"-load-pass-plugin={self.options.plugin}", f"-aa-pipeline={ANALYSES},amorph-aa"]
        seconds, figures, tests = [], [], []
        for kind, flags in (("before", ["-aa-pipeline=default"]), ("after", plugin)):
            result, binary = f"{self.work}/{kind}.bc", f"{self.work}/{kind}"
            seconds.append(self.optimise(PASSES[pipeline], module, result, *flags))
            figures.append(self.figures(result, binary))
            tests.append(set() if self.options.no_tests else self.tests(binary))
        said, differ = "not run", tests[0] != tests[1]
        if not self.options.no_tests:
            said = (f"{passed(tests[1])} pass, {len(tests[1]) - passed(tests[1])} fail; "
                    + (f"WITHOUT {passed(tests[0])} pass" if differ else "the same without"))
        if differ:
            print(f"{self.name}, {pipeline}: with amorph-aa its tests end otherwise (<: without, >: with):",
                  *(f"{'<' if line in tests[0] else '>'} {line}" for line in sorted(tests[0] ^ tests[1])[:20]),
                  sep="\n", file=sys.stderr)
        changes = (f"{a} -> {b}" + (f" ({b - a:+d})" if a != b else "") for a, b in zip(*figures))
        print_row(self.name, pipeline, *changes, f"{seconds[0]:.3f} -> {seconds[1]:.3f}", said)
        return differ

    def queries(self):
        """Prints the row of alias queries on the module that O2 makes, answered without amorph-aa and with it."""
        pointers, accesses = [], []
        for chain in (ANALYSES, f"{ANALYSES},amorph-aa"):
            # The evaluator counts accesses with their types on top of the pairs of pointers.
            pairs, everything = (evaluate(self.options, chain, self.plainly_optimised(),
                                          "require<globals-aa>,function(aa-eval)", flags)
                                 for flags in ([], ["-evaluate-aa-metadata"]))
            count = everything[0] - pairs[0]
            pointers.append(percent(pairs[1], pairs[0]))
            accesses.append(percent(everything[1] - pairs[1], count))
        print_row(self.name, pairs[0], " -> ".join(pointers), count, " -> ".join(accesses))


def run(options):
    options.plugin = plugin_of(options)
    programs = [Program(options, program) for program in options.programs or KNOWN[:-1]]
    differ = False
    if not options.queries_only:
        print_row("program", "pipeline", "loads", "stores", "instructions", ".text bytes", "opt, user s",
                  "tests with amorph-aa")
        print_row(*["---"] * 8)
        differ = sum([program.gain(pipeline) for program in programs for pipeline in options.pipelines])
        print("\n" * options.queries, end="")
    if options.queries or options.queries_only:
        print_row("program", "pairs of pointers", "NoAlias", "pairs of accesses", "NoAlias")
        print_row(*["---"] * 5)
        for program in programs:
            program.queries()
    return 4 if differ else 0
