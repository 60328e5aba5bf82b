#!/usr/bin/env python3
"""oracle.py --plugin AmorphOracle.so --llvm FOLDER [OPTION]... [PROGRAM...]: do the answers hold when the program runs?

Every program is compiled, instrumented and run. Nothing that it was seen to do may be missing in the answers, under any
value of any switch of the analysis, one at a time, in the open and in the closed world; and each switch changes the
answers in one direction only, the same in all programs. README.md has the details. Prints each failure as a line; ends
with 1 if there is any. Programs: those of test/points-to-suite/programs, and random ones (random_program.py SEED,
random_cxx_program.py SEED, library_program.py SEED, and csmith --seed SEED).
"""
import argparse
import concurrent.futures
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "points-to-suite"))
import suite  # noqa: E402

WORLDS = ("world=open", "world=closed")
PRESETS = ("strict", "c", "compiler")
# A remark of a program: the settings under which the line must be caught, since it breaks what they take for granted.
BREAKS = re.compile(r"//@ breaks ([^/]*)")
# A remark of a program: settings whose assumption it breaks somewhere.
SPARES = re.compile(r"//@ spares (.*)")
CSMITH_SECONDS = 10  # many of its programs never end


class Failure(Exception):
    pass


class Skipped(Exception):
    """A random program that its generator does not make in time."""


def run(command, what, limit=300, **more):
    ran = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, **more)
    if ran.returncode != 0:
        raise Failure(f"{what}: {ran.stderr.strip()[:2000]}")
    return ran.stdout


class Checker:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.runtime = os.path.join(scratch, "runtime.o")
        run([self.tool("clang"), "-O2", "-I", os.path.join(HERE, "..", ".."), "-c", os.path.join(HERE, "runtime.c"),
             "-o", self.runtime], "runtime.c")

    def tool(self, name):
        return os.path.join(self.options.llvm, name)

    def opt(self, passes, *arguments, **more):
        return subprocess.run([self.tool("opt"), f"-load-pass-plugin={self.options.plugin}", f"-passes={passes}",
                               *arguments],
                              capture_output=True, text=True, timeout=300, check=False, **more)

    def bitcode(self, program, folder):
        parts = []
        driver = self.tool("clang++" if program.path.endswith(".cpp") else "clang")
        for number, source in enumerate(program.sources()):
            parts.append(os.path.join(folder, f"{number}.bc"))
            run([driver, "-w", "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-pthread",
                 *suite.language_flags(program.path), *program.flags, "-emit-llvm", "-c", source, "-o", parts[-1]],
                source)
        whole, module = parts[0], os.path.join(folder, "module.bc")
        if len(parts) > 1:
            whole = os.path.join(folder, "whole.bc")
            run([self.tool("llvm-link"), *parts, "-o", whole], program.path)
        run([self.tool("opt"), "-passes=mem2reg", whole, "-o", module], program.path)
        return module

    def observe(self, program, module, folder):
        instrumented, binary = os.path.join(folder, "instrumented.bc"), os.path.join(folder, "program")
        ran = self.opt("oracle-instrument,verify", module, "-o", instrumented)
        if ran.returncode != 0:
            raise Failure(f"{program.path}: {ran.stderr.strip()}")
        driver = self.tool("clang++" if program.path.endswith(".cpp") else "clang")
        run([driver, "-w", "-O1", "-pthread", "-x", "ir", instrumented, "-x", "none", self.runtime, "-o", binary,
             *program.libraries], program.path)
        log = os.path.join(folder, "log")
        try:
            run([binary], f"{program.path}: instrumented", cwd=folder, stdin=subprocess.DEVNULL,
                limit=CSMITH_SECONDS if program.may_not_end else 300, env={**os.environ, "AMORPH_ORACLE_LOG": log})
        except subprocess.TimeoutExpired:
            if not program.may_not_end:
                raise Failure(f"{program.path}: expected it to end, instrumented") from None
        if not os.path.exists(log):
            raise Failure(f"{program.path}: expected a log of its run, found none")
        return log

    def compare(self, program, module, log):
        """Settings under which something is missing, with the lines that say what; counts of what ran."""
        missing, counts = {}, {}
        common = f"observed={log};show=100"
        settings = [[f"switches=on;{world}"] for world in WORLDS]
        if self.options.presets or program.calls_library:
            by_files = ";files=followed" if program.calls_library else ""
            settings = [[f"{world};preset={preset}{by_files}{self.options.more}" for world in WORLDS
                         for preset in PRESETS]]
        for together in settings:
            passes = [f"oracle-compare<{common};{setting}>" for setting in together]
            while passes:  # opt ends with the first pass that fails
                ran = self.opt(",".join(passes), "-disable-output", module)
                setting = None
                for line in ran.stdout.splitlines():
                    if line.startswith("== "):
                        setting = line[3:]
                        passes = passes[1:]
                    elif line.startswith("missing: ") or program.calls_library and line.startswith("unexplained: "):
                        missing.setdefault(setting, []).append(line)
                    elif match := re.match(r"(indirect calls|dereferences): \d+, ran (\d+)", line):
                        counts[match[1]] = int(match[2])
                if setting is None or (ran.returncode != 0 and "\nmissing: " not in ran.stdout):
                    raise Failure(f"{program.path}: {ran.stderr.strip()}")
        return missing, counts

    def directions(self, program, module):
        found = {}
        for world in () if self.options.presets or program.calls_library else WORLDS:
            ran = self.opt(f"oracle-shrinks<{world}>", "-disable-output", module)
            if ran.returncode != 0:
                raise Failure(f"{program.path}: {ran.stderr.strip()}")
            for match in re.finditer(r"^(\S+: .*): (equal|shrinks|grows|neither)$((?:\n  .*)*)", ran.stdout, re.M):
                found.setdefault(match[1], []).append((match[2], match[3]))
        return found

    def check(self, make):
        """Of one program: its path, what fails, how its switches compare, what ran."""
        try:
            program = make()
        except Skipped:
            return "", [], {}, {}
        except Failure as failure:
            return "", [str(failure)], {}, {}
        folder = os.path.join(self.scratch, program.name + ".files")
        os.mkdir(folder)
        failures = []
        try:
            module = self.bitcode(program, folder)
            missing, counts = self.compare(program, module, self.observe(program, module, folder))
            directions = self.directions(program, module)
        except Failure as failure:
            return program.path, [str(failure)], {}, {}
        except subprocess.TimeoutExpired as failure:
            return program.path, [f"{program.path}: {failure}"], {}, {}
        finally:
            if program.is_random:
                shutil.rmtree(folder)
        breaks, spares = {}, set()
        for source in program.sources():
            with open(source) as file:
                for number, line in enumerate(file, 1):
                    for match in SPARES.finditer(line):
                        spares.update(match[1].split())
                    for match in BREAKS.finditer(line):
                        breaks[f"/{os.path.basename(source)}:{number}:"] = match[1].split()
        caught = set()
        for setting, lines in missing.items():
            if spares.intersection(setting.split(";")):
                continue
            for line in lines:
                at = [(place, text) for place, texts in breaks.items() if place in line for text in texts
                      if text == "always" or text in setting.split(";")]
                caught.update(at)
                if not at:
                    failures.append(f"{program.path}: {setting}: {line}")
        failures += [f"{program.path}: expected {place.strip('/:')} to be caught with {text}, nothing is missing"
                     for place, texts in breaks.items() for text in texts if (place, text) not in caught
                     and not (self.options.presets and "=" in text)]  # such a setting is not tried
        return program.path, failures, directions, counts


class SuiteProgram(suite.Program):
    is_random = may_not_end = calls_library = False


class RandomProgram(suite.Program):
    """A program made by a command, which is the name that failures are reported by."""

    def __init__(self, scratch, suffix, command):
        name = "-".join(os.path.basename(word) for word in command) + suffix
        path = os.path.join(scratch, name)
        with open(path, "w") as file:
            try:
                ran = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                                     cwd=scratch)  # csmith writes platform.info there
            except subprocess.TimeoutExpired:
                raise Skipped(name) from None
        if ran.returncode != 0:
            raise Failure(f"{' '.join(command)}: {ran.stderr.strip()[:2000]}")
        super().__init__(path)
        self.flags += ["-I/usr/include/csmith"]
        self.is_random, self.may_not_end = True, "csmith" in command
        self.calls_library = any(word.endswith("library_program.py") for word in command)


def makers_of_programs(options, scratch):
    """A function for each program: random ones are made when they are due."""
    folder = os.path.join(HERE, "..", "points-to-suite", "programs")
    paths = options.programs
    if not paths and not options.only_random:
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith((".c", ".cpp"))]
    makers = [functools.partial(SuiteProgram, os.path.abspath(path)) for path in paths]
    own, own_cxx, library = ([sys.executable, os.path.join(HERE, name + "_program.py")]
                             for name in ("random", "random_cxx", "library"))
    for count, suffix, command in ((options.random, ".c", own), (options.random_cxx, ".cpp", own_cxx),
                                   (options.library, ".c", library), (options.csmith, ".c", ["csmith", "--seed"])):
        makers += [functools.partial(RandomProgram, scratch, suffix, [*command, str(seed)])
                   for seed in range(options.seed, options.seed + count)]
    return makers


def check_itself(checker):
    """A model that is wrong must be caught."""
    against = os.path.join(HERE, "against")
    program = SuiteProgram(os.path.join(against, "found_by_the_library.c"))
    folder = os.path.join(checker.scratch, "against")
    os.mkdir(folder)
    module = checker.bitcode(program, folder)
    log = checker.observe(program, module, folder)
    ran = checker.opt(f"oracle-compare<observed={log};models={against}/wrong.models>", "-disable-output", module)
    return [] if ran.returncode != 0 and "missing: " in ran.stdout else [
        f"{against}: expected missing facts, found: {ran.stdout}{ran.stderr}"]


def judge_directions(all_found):
    """A switch that makes the sets of one program smaller and those of another larger, or changes them in both ways."""
    seen, failures = {}, []
    for path, found in all_found:
        for pair, results in found.items():
            for verdict, facts in results:
                if verdict == "neither":
                    failures.append(f"{path}: {pair}: neither answer is within the other:{facts}")
                elif verdict != "equal":
                    seen.setdefault(pair, {}).setdefault(verdict, path)
    for pair, verdicts in seen.items():
        if len(verdicts) > 1:
            failures.append(f"{pair}: shrinks sets in {verdicts['shrinks']}, and grows them in {verdicts['grows']}")
        if pair.split(": ")[1].startswith("strict, ") and "grows" in verdicts:
            failures.append(f"{pair}: sets grow in {verdicts['grows']}")
    return failures, len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True, help="AmorphOracle.so")
    parser.add_argument("--llvm", required=True, help="the folder of clang, opt and llvm-link")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="also N programs of random_program.py")
    parser.add_argument("--random-cxx", type=int, default=0, metavar="N",
                        help="also N programs of random_cxx_program.py")
    parser.add_argument("--library", type=int, default=0, metavar="N",
                        help="also N programs of library_program.py, under the presets alone")
    parser.add_argument("--csmith", type=int, default=0, metavar="N",
                        help=f"also N programs of csmith, each for at most {CSMITH_SECONDS} s")
    parser.add_argument("--presets", action="store_true",
                        help="the presets alone, not every value of every switch, nor how they compare")
    parser.add_argument("--with", dest="more", type=lambda text: ";" + text, default="", metavar="KEY=VALUE",
                        help="with --presets: parameters of all analyses, as in contexts=2;heap-contexts=2")
    parser.add_argument("--seed", type=int, default=1, help="the first random program (1)")
    parser.add_argument("--only-random", action="store_true", help="none of the suite")
    parser.add_argument("programs", nargs="*", help="programs; all of the suite otherwise")
    options = parser.parse_args()
    failures, directions, totals = [], [], {}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checker = Checker(options, scratch)
        makers = makers_of_programs(options, scratch)
        failures += check_itself(checker)
        print(*failures, sep="\n", end="\n" if failures else "")
        for path, found, direction, counts in pool.map(checker.check, makers):
            print(*found, sep="\n", end="\n" if found else "", flush=True)
            failures += found
            directions.append((path, direction))
            for key, count in counts.items():
                totals[key] = totals.get(key, 0) + count
    found, switches = judge_directions(directions)
    failures += found
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(makers)} programs, {totals.get('indirect calls', 0)} indirect calls and "
          f"{totals.get('dereferences', 0)} dereferences ran, {switches} switches make a difference, "
          f"{len(failures)} failures")
    return 1 if failures or not makers else 0


if __name__ == "__main__":
    sys.exit(main())
