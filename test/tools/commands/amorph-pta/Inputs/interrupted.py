"""interrupted.py COMMAND: sends SIGINT, SIGTERM and SIGHUP to COMMAND while it reads from a pipe."""
import os
import signal
import subprocess
import sys

os.mkfifo("pipe")
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    run = subprocess.Popen([sys.argv[1], "pipe", "-o", "out"], stderr=subprocess.PIPE, stdout=subprocess.PIPE,
                           preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL)
                                               for s in (signal.SIGINT, signal.SIGHUP)])
    writer = os.open("pipe", os.O_WRONLY)  # returns when the command has opened its end: its handlers stand by then
    run.send_signal(number)
    out, error = run.communicate()
    os.close(writer)
    if (run.returncode, error, out) != (130, b"amorph-pta: interrupted\n", b""):
        sys.exit(f"{number}: exit code {run.returncode}, stderr {error!r}, stdout {out!r}")
if os.listdir(".") != ["pipe"]:
    sys.exit(f"files left: {os.listdir('.')}")
