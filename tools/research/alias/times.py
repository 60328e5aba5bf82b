"""aa times build|run|count [OPTION]... [PROGRAM]...

Running time, instructions and loads of programs compiled by clang with the plugin and without.

PROGRAMs of bzip2, gzip, zlib, lua5.4 and sqlite3 (default: all) come from Debian's sources (tools/research/bitcode), as
the optimiser's input and as the linker's; clang compiles these.

build  builds the programs in all variants
run    runs them alternately: user seconds, median (minimum to maximum), and the ratio to `plain` or `lto`
count  runs them once under valgrind: instructions and loads executed, in millions, and the ratios

Variants: plain   clang -O2, a unit at a time
          plugin  the same with -fpass-plugin=AmorphPTA.so
          lto     clang -O2 -flto, lld
          lto-aa  the same with --load-pass-plugin, AMORPH_AA=world=closed, and so amorph-promote-calls

bzip2, gzip and zlib's minigzip compress C sources, lua runs workloads/lua5.4-benchmark.lua, SQLite its own speedtest1.
The output of each variant is compared with that of `plain`.
Builds go to FOLDER/PROGRAM/times.

Exit code 4 if an output differs. `count` needs valgrind.
"""
import glob
import os
import re
import subprocess
import sys

from .common import (CLANG, HERE, PROGRAMS, cachegrind, die, execute, loading, lto_link, mean, measure, objects_of,
                     plugin_of, print_head, print_row, ratio, spread, word_of)

VARIANTS = ("plain", "plugin", "lto", "lto-aa")
KNOWN = ("bzip2", "gzip", "zlib", "lua5.4", "sqlite3")


def arguments(parser):
    parser.positional("task", choices=("build", "run", "count"))
    parser.number("--runs", 5, "alternations of `run`")
    parser.number("--size", None, "MB to compress (default: 100, for `count` 1)")
    parser.number("--speed", None, "size of speedtest1 (default: 30, for `count` 2)")
    parser.plugin()
    parser.programs(word_of(*KNOWN))


def built(options, program, variant):
    return os.path.join(options.bitcode, program, "times", variant)


def build(options):
    plugin = plugin_of(options)
    for program in options.programs:
        objects = objects_of(options, program)
        os.makedirs(os.path.dirname(built(options, program, "")), exist_ok=True)
        inputs = {level: [f"{o}.{level}.bc" for o in objects] for level in ("raw", "lto")}
        if program == "sqlite3":  # its benchmark in place of its shell
            source = glob.glob(f"{options.bitcode}/sqlite3/source/sqlite3-*/test/speedtest1.c")[0]
            for level, flags in (("raw", ["-Xclang", "-disable-llvm-passes"]), ("lto", ["-flto"])):
                benchmark = built(options, program, f"speedtest1.{level}.bc")
                execute([CLANG, "-w", "-O2", *flags, "-emit-llvm", "-I", os.path.dirname(objects[0]), "-c", source,
                         "-o", benchmark])
                inputs[level] = [i for i in inputs[level] if "shell" not in os.path.basename(i)] + [benchmark]
        for variant in VARIANTS:
            print(f"{program}, {variant}", file=sys.stderr)
            output = built(options, program, variant)
            environment = dict(os.environ, AMORPH_AA="world=closed" if variant == "lto-aa" else "on")
            if variant.startswith("lto"):
                execute([*lto_link(inputs["lto"], PROGRAMS[program], output, plugin if variant == "lto-aa" else None),
                         "-s"], env=environment)
                continue
            parts = [f"{output}.{number}.o" for number in range(len(inputs["raw"]))]
            for unit, part in zip(inputs["raw"], parts):
                execute([CLANG, "-w", "-O2", *loading(plugin if variant == "plugin" else None), "-x", "ir", "-c", unit,
                         "-o", part], env=environment)
            # Valgrind 3.19 cannot read clang's debug information.
            execute([CLANG, *parts, *PROGRAMS[program], "-s", "-o", output])


def make_input(options):
    """A file of C sources, repeated up to the size."""
    path = os.path.join(options.bitcode, f"times-{options.size}.txt")
    wanted = options.size * 1000000
    if os.path.exists(path) and os.path.getsize(path) == wanted:
        return path
    sources = sorted(glob.glob(os.path.join(options.bitcode, "*", "source", "**", "*.[ch]"), recursive=True))
    if not sources:
        die(f"{options.bitcode}: no sources of programs; see `aa times build`")
    text = b"".join(open(source, "rb").read() for source in sources)
    with open(path, "wb") as file:
        while file.tell() < wanted:
            file.write(text[:wanted - file.tell()])
    return path


def command_of(options, program, variant, text):
    binary = built(options, program, variant)
    if not os.path.exists(binary):
        die(f"{binary}: not there; see `aa times build`")
    return {"bzip2": [binary, "-kc", text], "gzip": [binary, "-nc", text], "zlib": [binary, "-c", text],
            "lua5.4": [binary, str(HERE / "workloads" / "lua5.4-benchmark.lua")],
            "sqlite3": [binary, "--size", str(options.speed), "--testset", "main", "--verify",
                        ":memory:"]}[program]


def differing(options, program):
    """The number of variants whose output differs from that of plain."""
    def printed(name):
        with open(built(options, program, f"{name}.output"), "rb") as file:
            text = file.read()
        # speedtest1 prints seconds, and a hash of all results.
        return re.findall(rb"Verification Hash: .*", text) if program == "sqlite3" else text

    differ = [variant for variant in VARIANTS[1:] if not printed("plain") or printed("plain") != printed(variant)]
    for variant in differ:
        print(f"{program}: {variant} does not print what plain prints", file=sys.stderr)
    return len(differ)


def run_once(options, program, variant, text, runner):
    """runner(command, stdout=..., stderr=...), the output kept for differing()."""
    with open(built(options, program, f"{variant}.output"), "wb") as file:
        return runner(command_of(options, program, variant, text), stdout=file)


def time(options, text):
    print_head("program", "plain, s", "plugin, s", "plugin / plain", "lto, s", "lto-aa, s", "lto-aa / lto")
    ratios, differ = [], 0
    for program in options.programs:
        times = {variant: [] for variant in VARIANTS}
        for number in range(options.runs):
            for variant in VARIANTS if number % 2 == 0 else VARIANTS[::-1]:
                times[variant].append(run_once(options, program, variant, text, lambda command, **more: measure(
                    command, stderr=subprocess.DEVNULL, **more))[0])
        differ += differing(options, program)
        ratios.append((ratio(times["plugin"], times["plain"]), ratio(times["lto-aa"], times["lto"])))
        cells = {variant: spread(of) for variant, of in times.items()}
        print_row(program, cells["plain"], cells["plugin"], f"{ratios[-1][0]:.3f}", cells["lto"], cells["lto-aa"],
                  f"{ratios[-1][1]:.3f}")
    print_row("geometric mean", "", "", mean(r[0] for r in ratios), "", "", mean(r[1] for r in ratios))
    return differ


def count(options, text):
    print_head("program", "instructions, million: plain, plugin", "ratio", "loads", "ratio",
               "instructions: lto, lto-aa", "ratio", "loads", "ratio")
    ratios, differ = [], 0
    for program in options.programs:
        counts = {variant: run_once(options, program, variant, text, lambda command, **more: cachegrind(
            options, command, loads="yes", **more)) for variant in VARIANTS}
        differ += differing(options, program)
        pairs = [(counts[before][event], counts[after][event])
                 for before, after in (("plain", "plugin"), ("lto", "lto-aa")) for event in ("Ir", "Dr")]
        ratios.append([new / old for old, new in pairs])
        print_row(program, *(cell for old, new in pairs
                             for cell in (f"{old / 1e6:.1f}, {new / 1e6:.1f}", f"{new / old:.4f}")))
    print_row("geometric mean", *(cell for column in zip(*ratios) for cell in ("", mean(column, 4))))
    return differ


def run(options):
    options.size = options.size or (1 if options.task == "count" else 100)
    options.speed = options.speed or (2 if options.task == "count" else 30)
    options.programs = options.programs or list(KNOWN)
    if options.task == "build":
        return build(options)
    return 4 if (time if options.task == "run" else count)(options, make_input(options)) else 0
