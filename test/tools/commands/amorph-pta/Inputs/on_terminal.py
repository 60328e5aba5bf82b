"""on_terminal.py COMMAND...: runs COMMAND with a terminal as stderr and checks the progress line."""
import os
import pty
import re
import subprocess
import sys

terminal, end = pty.openpty()
run = subprocess.Popen(sys.argv[1:], stderr=end)
os.close(end)
seen = b""
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:  # Linux: the other end is closed
        more = b""
    if not more:
        break
    seen += more
if run.wait() != 0 or not re.fullmatch(rb"(\r\x1b\[Kround \d+: \d+ edges, \d+ sets changed)+\r\x1b\[K", seen):
    sys.exit(f"exit code {run.returncode}, terminal shows {seen!r}")
