"""Interrupts amorph-sat while it reads: one line, exit code 130, no files."""
import os
import signal
import subprocess
import sys
import tempfile
import time

with tempfile.TemporaryDirectory() as folder:
    run = subprocess.Popen(["amorph-sat", "-", "-o", "model", "--json", "figures", "--proof", "steps"], cwd=folder,
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    run.stdin.write(b"p cnf 3 2\n1 2 0\n")
    run.stdin.flush()
    caught = 0
    while not caught >> (signal.SIGINT - 1) & 1:  # until it has its handler
        time.sleep(0.01)
        status = open(f"/proc/{run.pid}/status").read()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
    time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    run.wait(60)
    found = run.returncode, run.stdout.read(), run.stderr.read(), os.listdir(folder)
if found != (130, b"", b"amorph-sat: interrupted\n", []):
    sys.exit(f"unexpected: {found}")
