"""refuses.py [--code N] EXPECTED COMMAND...

Runs COMMAND in an empty folder and checks how it refuses: exit code 1 (or N), nothing on stdout, one line on stderr
that begins with the command's name and holds EXPECTED, and no file left in the folder.
"""
import os
import subprocess
import sys
import tempfile


def fault(expected, command, code=1):
    """What is wrong with the way COMMAND refuses; empty when nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
        left = os.listdir(folder)
    error = run.stderr.decode("utf-8", "replace")
    wrong = []
    if run.returncode != code:
        wrong.append(f"exit code {run.returncode}, expected {code}")
    if run.stdout:
        wrong.append(f"stdout: {run.stdout[:200]!r}")
    if error.count("\n") != 1 or not error.endswith("\n"):
        wrong.append("expected one line on stderr")
    if not error.startswith(os.path.basename(command[0]) + ": "):
        wrong.append("the line does not begin with the command's name")
    if expected not in error:
        wrong.append(f"the line does not hold {expected!r}")
    if left:
        wrong.append(f"files left: {left}")
    return wrong and "; ".join(wrong) + f"\ncommand: {command}\nstderr: {error}"


if __name__ == "__main__":
    code, words = (int(sys.argv[2]), sys.argv[3:]) if sys.argv[1] == "--code" else (1, sys.argv[1:])
    sys.exit(fault(words[0], words[1:], code) or 0)
