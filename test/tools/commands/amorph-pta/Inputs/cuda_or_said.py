"""cuda_or_said.py COMMAND...: COMMAND runs on a CUDA device, or says with exit code 2 that there is no driver or
device.

Any other reason is a failure: a module that is broken or missing, or a driver that is too old. If
$AMORPH_REQUIRE_DEVICE is 1, so is each of them. ($AMORPH_CUDA_BUILT is 1 if the build has the module.)
"""
import json
import os
import re
import subprocess
import sys

ABSENT = r"no CUDA device in this machine|no NVIDIA driver in this machine"
if os.environ.get("AMORPH_CUDA_BUILT") != "1":
    ABSENT += r"|this installation has no CUDA module \(libamorph_cuda\.so\)"

run = subprocess.run(sys.argv[1:], capture_output=True, text=True)
if run.returncode == 0:
    if json.loads(run.stdout)["backend"] != "cuda":
        sys.exit("asked for cuda, ran on " + json.loads(run.stdout)["backend"])
elif run.returncode != 2 or run.stdout or not re.fullmatch(rf"[^\n]*: backend cuda: ({ABSENT})\n", run.stderr):
    sys.exit(f"exit code {run.returncode}, stdout {run.stdout!r}, stderr {run.stderr!r}")
elif os.environ.get("AMORPH_REQUIRE_DEVICE") == "1":
    sys.exit("AMORPH_REQUIRE_DEVICE=1, but " + run.stderr)
