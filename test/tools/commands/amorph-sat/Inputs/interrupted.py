"""interrupted.py FORMULA METHOD: interrupts an endless search with each signal; it reports what it knows and leaves no
other files."""
import os
import signal
import subprocess
import sys

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    run = subprocess.Popen(["amorph-sat", "--method=" + sys.argv[2], sys.argv[1], "--json", "figures.json"],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL)
                                               for s in (signal.SIGINT, signal.SIGHUP)])
    lines = [run.stdout.readline(), run.stdout.readline()]  # printed right before the search begins
    while b"variables" not in lines[-1]:
        lines.append(run.stdout.readline())
    run.send_signal(number)
    out, error = run.communicate(timeout=60)
    early = run.returncode == 130 and error == b"amorph-sat: interrupted\n"  # before its flag stood by
    if not early and (run.returncode, error) != (130, b""):
        sys.exit(f"{number}: exit code {run.returncode}, stderr {error!r}, stdout {out!r}")
    if not early and not out.endswith(b"s UNKNOWN\n"):
        sys.exit(f"{number}: stdout {out!r}")
    if not early and b'"interrupted": true' not in open("figures.json", "rb").read():
        sys.exit(f"{number}: the figures do not say so")
if set(os.listdir(".")) - {"figures.json"}:
    sys.exit(f"files left: {os.listdir('.')}")
