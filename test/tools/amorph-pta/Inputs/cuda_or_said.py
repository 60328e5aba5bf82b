import json
import subprocess
import sys

run = subprocess.run(sys.argv[1:], capture_output=True, text=True)
if run.returncode == 0:
    if json.loads(run.stdout)["backend"] != "cuda":
        sys.exit("asked for cuda, ran on " + json.loads(run.stdout)["backend"])
elif run.returncode != 2 or run.stdout or run.stderr.count("\n") != 1:
    sys.exit(f"exit code {run.returncode}, stdout {run.stdout!r}, stderr {run.stderr!r}")
