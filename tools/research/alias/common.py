"""Shared by `aa` and other scripts: options, the plugin, programs in bitcode and their tests, processes, tables."""
import argparse
import contextlib
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[1]
BUILD = HERE.parents[1] / "build"
LLVM = os.environ.get("AMORPH_LLVM_VERSION", "19")  # the release of the plugin
CLANG, CLANGXX, OPT = f"clang-{LLVM}", f"clang++-{LLVM}", f"opt-{LLVM}"
# The programs that `bitcode` builds, with the libraries that they are linked with.
PROGRAMS = {
    "bzip2": [], "gzip": [], "zlib": [], "lua5.4": ["-lm", "-ldl", "-Wl,-E"],
    "sqlite3": ["-lm", "-ldl", "-lpthread", "-lz"], "sed": [], "redis": ["-lm", "-ldl", "-pthread", "-rdynamic"],
    "vim": ["-lm", "-ltinfo", "-ldl"], "git": ["-lz", "-pthread", "-lrt"], "ninja-build": ["-lstdc++", "-pthread"],
}


def die(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


# -- Options --


class Parser(argparse.ArgumentParser):
    """--help prints the description of a command, then its options."""

    def __init__(self, description):
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter,
                         usage=argparse.SUPPRESS, allow_abbrev=False)

    def error(self, message):
        die(f"{message}; see --help")

    def number(self, name, default, text):
        self.add_argument(name, type=positive, default=default, metavar="N",
                          help=f"{text} (default: {default})" if default else text)

    def words(self, name, known, default, text=""):
        self.add_argument(name, type=list_of(*known), default=default, metavar="LIST",
                          help=f"{text or 'of ' + ', '.join(known)} (default: {','.join(default)})")

    def plugin(self):
        self.add_argument("--plugin", type=file, metavar="FILE",
                          help="the plugin (default: that of the newest build tree)")

    def programs(self, kind=None):
        self.add_argument("--bitcode", type=os.path.realpath, default=str(BUILD / "bitcode"), metavar="FOLDER",
                          help="output folder of tools/research/bitcode (default: build/bitcode)")
        self.add_argument("programs", nargs="*", type=kind or word_of(*PROGRAMS), help=argparse.SUPPRESS)

    def positional(self, name, **options):
        self.add_argument(name, help=argparse.SUPPRESS, **options)


def positive(text):
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise argparse.ArgumentTypeError(f"expected 1 or more, found '{text}'")
    return int(text)


def word_of(*words):
    def read(text):
        if text not in words:
            raise argparse.ArgumentTypeError(f"unknown '{text}', expected {', '.join(words)}")
        return text
    return read


def list_of(*words):
    """The type of an option whose value is a list of these words, separated by commas."""
    return lambda text: [word_of(*words)(word) for word in text.split(",")]


def file(text):
    if not os.path.exists(text):
        raise argparse.ArgumentTypeError(f"{text}: no such file")
    return os.path.realpath(text)


def plugin_of(options, name="AmorphPTA.so"):
    """The plugin given by --plugin, or that of the newest build tree."""
    built = sorted(BUILD.glob(f"*/lib/{name}"), key=os.path.getmtime)
    if not options.plugin and not built:
        die(f"no build/*/lib/{name}; build it, or name it with --plugin")
    return options.plugin or os.path.realpath(built[-1])


# -- Processes --


def plugin_environment(**more):
    """In a tree built with AddressSanitizer the plugin needs its library before all others."""
    preload = os.environ.get("AMORPH_PRELOAD")
    return dict(os.environ, **{"LD_PRELOAD": preload, "ASAN_OPTIONS": "detect_leaks=0"} if preload else {}, **more)


def failure(command, stdout=subprocess.DEVNULL, **options):
    """None, or the first line of the messages of a command that fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True,
                              errors="replace", **options)
    except subprocess.TimeoutExpired as expired:
        return f"{command[0]}: not done after {expired.timeout:.0f} s"
    first = (done.stderr.splitlines() or [""])[0]
    return f"{command[0]}: ends with {done.returncode}: {first}" if done.returncode else None


def execute(command, **options):
    if said := failure(command, **options):
        die(f"'{' '.join(command)}': {said}")


def said_by(command, seconds, **options):
    """The output of a program within that time, and how it ends, unless with 0."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=seconds, **options)
        printed, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as expired:
        printed, code = expired.stdout or b"", "a timeout"
    return printed.decode(errors="replace").replace("\0", "") + (f"ends with {code}" if code else "")


def measure(command, **options):
    """User seconds, system seconds, and the largest resident memory in KiB."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status != 0:
        die(f"'{' '.join(command)}' ends with {process.returncode}")
    return usage.ru_utime, usage.ru_stime, usage.ru_maxrss


def cachegrind(options, command, loads="no", **more):
    """Counts of user code, child processes included: Ir instructions, and Dr loads if asked for."""
    execute(["valgrind", "--tool=cachegrind", f"--cache-sim={loads}", "--trace-children=yes",
             f"--cachegrind-out-file={options.work}/%p.cachegrind", *command], **more)
    totals = {}
    for summary in pathlib.Path(options.work).glob("*.cachegrind"):
        text = summary.read_text(encoding="utf-8", errors="replace")
        events, values = (re.findall(rf"^{word}: (.*)", text, re.M)[-1].split() for word in ("events", "summary"))
        for event, value in zip(events, values):
            totals[event] = totals.get(event, 0) + int(value)
        summary.unlink()
    return totals


# -- Compilation --


def loading(plugin):
    return [f"-fpass-plugin={plugin}"] if plugin else []


def at_level(level, plugin=None):
    """clang's options for O1, ..., or lto; with the plugin, if there is one."""
    if level != "lto":
        return [f"-{level}", *loading(plugin)]
    return ["-O2", "-flto", *loading(plugin), *linking(plugin)]


def linking(plugin):
    return ["-fuse-ld=lld", *([f"-Wl,--load-pass-plugin={plugin}"] if plugin else [])]


def lto_link(inputs, libraries, output, plugin=None):
    """The command that links bitcode. -Wl, as clang would compile files named .bc first."""
    return [CLANG, "-w", "-O2", "-flto", *linking(plugin), "-x", "none", *(f"-Wl,{i}" for i in inputs), *libraries,
            "-o", output]


def objects_of(options, program, limit=None):
    """The objects that the program is made of, or `limit` of them, evenly chosen; beside each are its .raw.bc, .lto.bc
    and .compile (bitcode-cc)."""
    folder = pathlib.Path(options.bitcode, program)
    for attempt in range(2):
        with contextlib.suppress(FileNotFoundError):
            objects = (folder / "objects").read_text(encoding="utf-8").splitlines()
            if all(os.path.exists(o + suffix) for o in objects for suffix in (".raw.bc", ".lto.bc", ".compile")):
                number = min(limit or len(objects), len(objects))
                return [objects[i * len(objects) // number] for i in range(number)]
        if attempt == 0:
            for level in ("raw", "lto"):  # bitcode would keep one of them
                (folder / f"{program}.{level}.bc").unlink(missing_ok=True)
            execute([str(HERE / "bitcode"), "--levels", "raw,lto", program, str(folder)])
    return die(f"{folder}: no bitcode of the units")


def tests_of(options, program, *binary):
    """The program's own tests, of a binary or of the built program: a set of lines "pass NAME" and "fail NAME"."""
    done = subprocess.run([HERE / "program-tests", options.bitcode, program, *binary], stdout=subprocess.PIPE,
                          text=True, errors="replace")
    return set(done.stdout.splitlines()) if done.returncode == 0 else sys.exit(1)


def passed(tests):
    return sum(line.startswith("pass ") for line in tests)


# -- Tables --


def print_row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def print_head(text, *numbers):
    print_row(text, *numbers)
    print_row("---", *["---:"] * len(numbers))


def percent(part, all_of_them):
    return f"{100 * part / all_of_them if all_of_them else 0:.1f}%"


def ratio(times, base):
    return statistics.median(times) / statistics.median(base)


def spread(times):
    return f"{statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})"


def mean(ratios, digits=3):
    return f"{statistics.geometric_mean(ratios):.{digits}f}"
