# The command amorph-pta, as people and scripts meet it. %refuses WHERE: see Inputs/refuses.py.
import os
import pty
import sys

import lit.formats

config.name = "amorph-pta"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".test"]
config.excludes = ["Inputs", "source"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.environment["PATH"] = os.pathsep.join([config.amorph_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["AMORPH_CUDA_BUILT"] = config.cuda_built
for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "AMORPH_REQUIRE_DEVICE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# A chroot without /dev/pts has no terminals to give.
try:
    for end in pty.openpty():
        os.close(end)
    config.available_features.add("terminal")
except OSError as error:
    lit_config.note(f"left out what needs a terminal, for there is none: {error}")

inputs = os.path.join(config.test_source_root, "Inputs")
config.substitutions.append(("%refuses", f'"{sys.executable}" "{inputs}/refuses.py"'))
config.substitutions.append(("%python", f'"{sys.executable}"'))
