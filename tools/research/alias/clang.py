"""aa clang [OPTION]... N
aa clang [OPTION]... FILE...

Compares what random or given programs print, compiled by clang with the plugin and without.

N random programs of csmith, or FILEs of C or C++, each of them a whole program. Each is compiled by clang at -O0,
and with the plugin loaded at each level (lto is -O2 -flto with ld.lld), in the open and in the closed world. Prints the
program and the options of each run whose output differs, unless it differs without the plugin too; exit code 4 if there
are any.

Programs that csmith does not make in 10 s, that do not compile, or that at -O0 run for more than two seconds or end
with an error, are skipped; compilations that take more than 120 s with the plugin are listed and counted. A FILE's
program runs in its folder. To run many in parallel: xargs -P2 -n50 aa clang <LIST.

Random programs need the Debian packages csmith and libcsmith-dev.
"""
import os
import subprocess

from .common import CLANG, CLANGXX, OPT, at_level, die, execute, failure, file, plugin_environment, plugin_of, said_by


def arguments(parser):
    parser.plugin()
    parser.words("--levels", ("O0", "O1", "O2", "O3", "Os", "Oz", "lto"), ["O2", "O3"])
    parser.words("--worlds", ("open", "closed"), ["open", "closed"])
    parser.add_argument("--flags", type=str.split, default=[], help="options of clang for FILEs: --flags='-x -y'")
    parser.number("--seed", 1, "the first random program's seed, then N + 1, ...")
    parser.add_argument("--annotate", action="store_true", help="change the program first by amorph-promote-calls and "
                        "amorph-annotate, and compile the result without the plugin")
    parser.positional("programs", nargs="+", type=lambda text: int(text) if text.isdigit() else file(text))


def compiler(source):
    return CLANG if source.endswith(".c") else CLANGXX


def outcome(options, source, flags, seconds=20, folder=None, **environment):
    """The output of the program, or how it or its compilation fails."""
    program = f"{options.work}/program"
    failed = failure([compiler(source), "-w", *options.flags, *flags, source, "-o", program, "-lm", "-pthread"],
                     timeout=120, env=plugin_environment(**environment))
    return failed or said_by([program], seconds, stderr=subprocess.STDOUT, cwd=folder)


def outcome_with(options, source, level, world, folder):
    """The same with the plugin, or of the annotated program without."""
    if not options.annotate:
        return outcome(options, source, at_level(level, options.plugin), folder=folder, AMORPH_AA=f"world={world}")
    module, annotated = f"{options.work}/in.bc", f"{options.work}/annotated.bc"
    passes = ("internalize<preserve-gv=main>,function(sroa,simplifycfg),"
              f"amorph-promote-calls<world={world}>,amorph-annotate<world={world}>,verify")
    execute([compiler(source), "-w", *options.flags, "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c",
             source, "-o", module])
    return failure([OPT, f"-load-pass-plugin={options.plugin}", f"-passes={passes}", module, "-o", annotated],
                   timeout=120, env=plugin_environment()) or outcome(options, annotated, at_level(level), folder=folder)


def sources(options):
    """Names and files of the programs; of a random one that cannot be made, no file."""
    number = options.programs[0]
    if len(options.programs) > 1 or isinstance(number, str):
        yield from ((os.path.relpath(program), program) for program in options.programs)
        return
    options.flags = ["-I/usr/include/csmith"]
    for seed in range(options.seed, options.seed + number):
        with open(f"{options.work}/random.c", "wb") as random:  # csmith writes platform.info beside it
            failed = failure(["csmith", "--seed", str(seed)], stdout=random, timeout=10, cwd=options.work)
        yield f"seed {seed}", None if failed else random.name


def run(options):
    if 0 in options.programs or any(isinstance(program, int) for program in options.programs[1:]):
        die("expected a number of programs, or files; see --help")
    options.plugin = plugin_of(options)
    failed = ran = skipped = slow = 0
    for name, source in sources(options):
        folder = source and os.path.dirname(source)
        expected = outcome(options, source, ["-O0"], 2, folder) if source else "ends with"
        if "ends with" in expected:
            skipped += 1
            continue
        for level, world in ((level, world) for level in options.levels for world in options.worlds):
            ran += 1
            got = outcome_with(options, source, level, world, folder)
            if "not done after" in got:
                slow += 1
                print(f"{name}, {level}, world={world}: {got}", flush=True)
            elif got != expected and got != outcome(options, source, at_level(level), folder=folder):
                failed += 1
                print(f"{name}, {level}, world={world}\n  expected {expected[:2000]}\n  got      {got[:2000]}",
                      flush=True)
    print(f"aa clang: {ran} runs, {failed} differ, {slow} not compiled in time; {skipped} programs skipped")
    return 4 if failed else 0
