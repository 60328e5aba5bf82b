# Tests of the command amorph-sat. %refuses WHERE: see ../amorph-pta/Inputs/refuses.py.
import os
import pty
import subprocess
import sys

import lit.formats

config.name = "amorph-sat"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.environment["PATH"] = os.pathsep.join([config.amorph_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# A search that a second signal ends leaves threads that are not joined.
config.environment["TSAN_OPTIONS"] = config.environment.get("TSAN_OPTIONS", "") + " report_thread_leaks=0"

# A chroot without /dev/pts has no terminals.
try:
    for end in pty.openpty():
        os.close(end)
    config.available_features.add("terminal")
except OSError as error:
    lit_config.note(f"tests that need a terminal are skipped: {error}")

inputs = os.path.join(config.test_source_root, "Inputs")
refuses = os.path.join(config.test_source_root, "..", "amorph-pta", "Inputs", "refuses.py")
config.substitutions.append(("%refuses", f'"{sys.executable}" "{refuses}"'))
config.substitutions.append(("%ends-with", f'"{sys.executable}" "{inputs}/ends_with.py"'))
config.substitutions.append(("%python", f'"{sys.executable}"'))
config.substitutions.append(("%inputs", inputs))
config.substitutions.append(("%no_threads", os.path.join(config.amorph_lib, "libamorph-no-threads.so")))
if config.sanitize:
    config.available_features.add("sanitized")

# Builds without CaDiCaL are tested too.
asked = subprocess.run([os.path.join(config.amorph_bin, "amorph-sat"), "--method=complete", "/no/such/file"],
                       capture_output=True, text=True)
config.available_features.add("incomplete" if "CaDiCaL" in asked.stderr else "complete")
