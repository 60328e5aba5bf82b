"""aa suites [OPTION]... [PROGRAM]...
aa suites [OPTION]... --test-suite FOLDER [PART]...

Programs' own tests, and LLVM's test suite, compiled by clang with the plugin and without.

Each program of tools/research/bitcode is compiled at each level, unit by unit or with link-time optimisation, and its
tests (tools/research/program-tests) are compared with those of the program at -O0. If a result differs, the program of
that level is compiled and tested without the plugin too. Prints a Markdown table: tests that pass, tests whose result
differs from that at -O0, and those among them whose result differs from that without the plugin.

With --test-suite, the programs of LLVM's test suite (github.com/llvm/llvm-test-suite), checked out in FOLDER, with
its small inputs, against its reference outputs: each PART is a folder of it (default: SingleSource and MultiSource).
Those that fail, or do not compile, are built and run without the plugin too, and must then print the same.

PROGRAM   of bzip2, gzip, zlib, sed, lua5.4, sqlite3, redis, vim, git and ninja-build (default: all)

Exit code 4 if the plugin changes the result of a test. Run only one instance per bitcode folder: the tested program
temporarily replaces the built one. Testing redis needs tcl. Takes minutes to half an hour per program and level.
"""
import filecmp
import json
import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

from .common import (CLANG, CLANGXX, LLVM, PROGRAMS, at_level, die, execute, linking, loading, lto_link, objects_of,
                     passed, plugin_of, print_row, tests_of)

LIT = f"/usr/lib/llvm-{LLVM}/build/utils/lit/lit.py"
PARTS = ["SingleSource", "MultiSource"]


def arguments(parser):
    parser.words("--levels", ("O1", "O2", "O3", "lto"), ["O2", "O3", "lto"])
    parser.add_argument("--test-suite", type=os.path.realpath, metavar="FOLDER", help="LLVM's test suite")
    parser.add_argument("--keep", type=os.path.realpath, metavar="FOLDER",
                        help="folder of its builds, which are reused")
    parser.plugin()
    parser.programs(str)


def compile_program(options, program, level, output, plugin=None):
    """Compiles and links a program from its units."""
    units = objects_of(options, program)
    if level == "lto":
        execute(lto_link([f"{unit}.lto.bc" for unit in units], PROGRAMS[program], output, plugin))
        return
    objects = [f"{options.work}/{number}.o" for number in range(len(units))]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(lambda unit, result: execute(["bash", f"{unit}.compile", f"-{level}", *loading(plugin), "-o",
                                                    result]), units, objects))
    execute([CLANG, *objects, *PROGRAMS[program], "-o", output])


def test_program(options, program, level, plain):
    """The number of tests that pass, and the names of those that differ from -O0, and from clang without the plugin."""
    binary, tests = f"{options.work}/binary", []
    for plugin in (options.plugin, None):
        compile_program(options, program, level, binary, plugin)
        tests.append(tests_of(options, program, binary))
        differ = names(plain ^ tests[0])
        if not differ:
            return passed(tests[0]), [], []
    return passed(tests[0]), differ, sorted(set(differ) & set(names(tests[0] ^ tests[1])))


def names(lines):
    return sorted({line.partition(" ")[2] for line in lines})


def run_suite(options, level, plugin, tests):
    """Builds and runs parts or tests of LLVM's test suite: its build folder, and whether each test passes."""
    suite, out = options.test_suite, f"{options.keep}/{level}{'' if plugin else '-without'}"
    if not os.path.exists(f"{out}/build.ninja"):
        link = " ".join(linking(plugin)) if level == "lto" else ""
        flags = " ".join(at_level(level, plugin)).removesuffix(link).strip()
        settings = {"CMAKE_BUILD_TYPE": "Release", "CMAKE_C_COMPILER": CLANG, "CMAKE_CXX_COMPILER": CLANGXX,
                    "CMAKE_EXE_LINKER_FLAGS": link, "CMAKE_C_FLAGS_RELEASE": flags, "CMAKE_CXX_FLAGS_RELEASE": flags,
                    "SMALL_PROBLEM_SIZE": "ON", "TEST_SUITE_COLLECT_CODE_SIZE": "OFF", "TEST_SUITE_LIT": LIT,
                    "TEST_SUITE_SUBDIRS": ";".join(PARTS)}
        execute(["cmake", "-S", suite, "-B", out, "-G", "Ninja",
                 *(f"-D{name}={value}" for name, value in settings.items())])
    folders = [os.path.isdir(f"{suite}/{test}") for test in tests]
    for log, command in (  # failures show in the results
            ("log", ["ninja", "-k", "0", "-C", out, "tools/all",
                     *(f"{test}/all" if folder else test for test, folder in zip(tests, folders))]),
            ("failures", ["python3", LIT, "-q", "-o", f"{out}/results.json",
                          *(f"{out}/{test}" + ("" if folder else ".test") for test, folder in zip(tests, folders))])):
        with open(f"{out}/{log}", "wb") as file:
            subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    results = json.loads(pathlib.Path(out, "results.json").read_text(encoding="utf-8"))["tests"]
    return out, {test["name"].split(" :: ")[1].removesuffix(".test"): test["code"] == "PASS" for test in results}


def test_part(options, part, level):
    """The number of tests that pass, and the names of those that fail, and that fail otherwise without the plugin."""
    out, results = run_suite(options, level, options.plugin, [part])
    failing = sorted(test for test, good in results.items() if not good)
    if not failing:
        return len(results), [], []
    plain, without = run_suite(options, level, None, failing)

    def prints_the_same(test):
        outputs = [pathlib.Path(folder, test).parent / "Output" / f"{os.path.basename(test)}.test.out"
                   for folder in (out, plain)]
        there = [output.exists() for output in outputs]
        return there[0] == there[1] and (not there[0] or filecmp.cmp(*outputs, shallow=False))

    ours = [test for test in failing if without.get(test, True) or not prints_the_same(test)]
    return len(results) - len(failing), failing, ours


def run(options):
    suite = options.test_suite
    if suite:
        if not os.path.exists(f"{suite}/litsupport/test.py"):
            die(f"{suite}: not LLVM's test suite")
        for part in options.programs:
            if not os.path.isdir(f"{suite}/{part}"):
                die(f"{suite}/{part}: no such folder")
    options.programs = options.programs or (PARTS if suite else list(PROGRAMS))
    for program in () if suite else options.programs:
        if program not in PROGRAMS:
            die(f"unknown program '{program}', expected {', '.join(PROGRAMS)}")
    options.plugin, options.keep = plugin_of(options), options.keep or options.work
    print_row("program", "level", "pass", "fail" if suite else "differ from -O0", "of these, by the plugin")
    print_row("---", "---", "---:", "---:", "---")
    failed = False
    for program in options.programs:
        if not suite:
            plain = tests_of(options, program)
            if not passed(plain):
                die(f"{program}: no test passes at -O0")
        for level in options.levels:
            good, differ, ours = (test_part(options, program, level) if suite
                                  else test_program(options, program, level, plain))
            failed |= bool(ours)
            print_row(program, level, good, len(differ), ", ".join(ours) or "none")
    return 4 if failed else 0
