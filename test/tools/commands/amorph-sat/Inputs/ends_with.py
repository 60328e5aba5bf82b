"""ends_with.py CODE COMMAND...: runs COMMAND and succeeds if it ends with that exit code."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
sys.exit(0 if code == int(sys.argv[1]) else f"exit code {code}, expected {sys.argv[1]}")
