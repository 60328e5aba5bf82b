"""aa cost compile|optimise|link [OPTION]... [PROGRAM]...

Time and memory of clang or of links with the plugin and without.

User and system seconds per PROGRAM, median (minimum to maximum), and the largest resident memory; their ratios, and the
geometric mean of these. PROGRAMs come from Debian's sources (tools/research/bitcode); default: all of bzip2, gzip,
zlib, lua5.4, sqlite3, sed, redis, vim, git and ninja-build; for `link` sqlite3, redis and vim.

compile  clang -O2, unit by unit, from sources
optimise the same of the optimiser's input: without the front end, whose time would be the same
link     clang -O2 -flto -fuse-ld=lld of the linker's input: full link-time optimisation

With --together, the changing speed of a virtual machine is the same for both. --count is for machines that do other
work, and for differences below the variation of times; it takes some 20 times as long as one run.
"""
import os
import statistics
from concurrent.futures import ThreadPoolExecutor

from .common import (CLANG, PROGRAMS, cachegrind, die, loading, lto_link, mean, measure, objects_of, plugin_of,
                     print_head, print_row, ratio, spread)


def arguments(parser):
    parser.positional("task", choices=("compile", "optimise", "link"))
    parser.number("--runs", None, "alternations (default: 5)")
    parser.add_argument("--count", action="store_true", help="report instructions of user code, counted by valgrind")
    parser.add_argument("--together", action="store_true", help="run each pair at once, on processors 0 and 1 in turn, "
                        "and take the median of the runs' ratios")
    parser.number("--units", None, "at most N units per program, evenly chosen (default: all); not of `link`")
    parser.add_argument("--world", choices=("open", "closed"), default="open", help="(default: open)")
    parser.plugin()
    parser.programs()


def jobs_of(options, program, plugin):
    """The commands of the task for a program."""
    units = objects_of(options, program, options.units if options.task != "link" else None)
    if options.task == "compile":
        return [["bash", f"{o}.compile", "-O2", *loading(plugin), "-o", os.devnull] for o in units]
    if options.task == "optimise":
        return [[CLANG, "-w", "-O2", *loading(plugin), "-x", "ir", "-c", f"{o}.raw.bc", "-o", os.devnull]
                for o in units]
    return [lto_link([f"{o}.lto.bc" for o in units], PROGRAMS[program], f"{options.work}/linked{bool(plugin):d}",
                     plugin)]


def count(options, pairs_of, environment):
    """Counts the instructions of the jobs of each program with and without the plugin."""
    print_head("program", "jobs", "without, million instructions", "with", "with / without", "largest of a job")
    ratios = []
    for program in options.programs:
        counts = [[cachegrind(options, job, env=environment)["Ir"] for job in pair] for pair in pairs_of(program)]
        without, with_plugin = map(sum, zip(*counts))
        ratios.append(with_plugin / without)
        print_row(program, len(counts), f"{without / 1e6:.0f}", f"{with_plugin / 1e6:.0f}", f"{ratios[-1]:.3f}",
                  f"{max(b / a for a, b in counts):.3f}")
    print_row("geometric mean", "", "", "", mean(ratios), "")


def measure_pair(pair, turn, options, environment):
    """measure() of a job without and with the plugin: one after the other, or at once; every other turn swaps them."""
    order = (0, 1) if turn % 2 == 0 else (1, 0)
    if options.together:
        pinned = [["taskset", "-c", str(processor), *job] for processor, job in zip(order, pair)]
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(lambda job: measure(job, env=environment), pinned))
    results = [None, None]
    for which in order:
        results[which] = measure(pair[which], env=environment)
    return results


def compare(options, pairs_of, environment):
    """Measures the jobs of each program without and with the plugin."""
    print_head("program", "jobs", "without, s", "with, s", "with / without", "without, MiB", "with, MiB",
               "with / without")
    ratios = []
    for program in options.programs:
        pairs = pairs_of(program)
        seconds, memory = ([], []), ([], [])
        for number in range(options.runs):
            runs = [measure_pair(pair, number + index, options, environment) for index, pair in enumerate(pairs)]
            for which in (0, 1):
                seconds[which].append(sum(user + system for user, system, _ in (run[which] for run in runs)))
                memory[which].append(max(run[which][2] for run in runs) / 1024)
        cost = (statistics.median(b / a for a, b in zip(*seconds)) if options.together
                else ratio(seconds[1], seconds[0]))
        ratios.append((cost, ratio(memory[1], memory[0])))
        print_row(program, len(pairs), *map(spread, seconds), f"{cost:.3f}",
                  *(f"{statistics.median(sizes):.0f}" for sizes in memory), f"{ratios[-1][1]:.3f}")
    print_row("geometric mean", "", "", "", mean(r[0] for r in ratios), "", "", mean(r[1] for r in ratios))


def run(options):
    if options.count and options.runs is not None:
        die("--runs: --count makes one run")
    if options.together and (options.count or len(os.sched_getaffinity(0)) < 2):
        die("--together: expected seconds to measure, and two processors")
    options.runs = options.runs or 5
    options.programs = options.programs or (["sqlite3", "redis", "vim"] if options.task == "link" else list(PROGRAMS))
    plugin = plugin_of(options)
    environment = dict(os.environ, AMORPH_AA=f"world={options.world}")
    (count if options.count else compare)(
        options, lambda program: list(zip(*(jobs_of(options, program, given) for given in (None, plugin)))),
        environment)
