"""What aa-times and aa-cost share: programs in bitcode, and measuring them. Imported, never run."""
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.join(HERE, "..", "..")
CLANG = "clang-19"
LIBRARIES = {"lua5.4": ["-lm", "-ldl", "-Wl,-E"], "sqlite3": ["-lm", "-ldl", "-lpthread", "-lz"],
             "redis": ["-lm", "-ldl", "-lpthread", "-rdynamic"], "vim": ["-lm", "-ltinfo", "-ldl"]}


def die(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


def newest_plugin():
    found = subprocess.run([os.path.join(HERE, "aa-plugin")], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        sys.exit(found.returncode)
    return found.stdout.strip()


def execute(command, **options):
    done = subprocess.run(command, **options)
    if done.returncode != 0:
        die(f"'{' '.join(command)}' ends with {done.returncode}")


def measure(command, **options):
    """User seconds, system seconds, and the largest resident memory in KiB."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status != 0:
        die(f"'{' '.join(command)}' ends with {process.returncode}")
    return usage.ru_utime, usage.ru_stime, usage.ru_maxrss


def instructions(command, **options):
    """Instructions of user code, without those of the kernel."""
    with tempfile.NamedTemporaryFile("r") as log:
        execute(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                 "--trace-children=yes", f"--log-file={log.name}", *command], stdin=subprocess.DEVNULL, **options)
        found = re.findall(r"I +refs: +([\d,]+)", log.read())
    return sum(int(n.replace(",", "")) for n in found) or die("valgrind: no count of instructions")


def objects_of(options, program):
    """The objects that the program is made of; beside each are its .raw.bc, .lto.bc and .compile (bitcode-cc)."""
    folder = os.path.join(options.folder, program)
    for attempt in range(2):
        listed = os.path.join(folder, "objects")
        if os.path.exists(listed):
            with open(listed, encoding="utf-8") as file:
                objects = file.read().split("\n")[:-1]
            if all(os.path.exists(o + suffix) for o in objects for suffix in (".raw.bc", ".lto.bc", ".compile")):
                return objects
        if attempt == 0:
            for level in ("raw", "lto"):  # bitcode would keep one of them
                if os.path.exists(linked := os.path.join(folder, f"{program}.{level}.bc")):
                    os.remove(linked)
            execute([os.path.join(HERE, "bitcode"), "--levels", "raw,lto", program, folder], stdout=subprocess.DEVNULL)
    return die(f"{folder}: no bitcode of the units")


def ratio(times, base):
    return statistics.median(times) / statistics.median(base)


def report(times):
    return f"{statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})"


