# METIS's commands, as people and scripts meet them. %refuses WHERE: see ../amorph-pta/Inputs/refuses.py; they end with
# METIS's exit code. The feature "metis" is Debian's package of that name.
import os
import shutil
import sys

import lit.formats

config.name = "metis"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
by_their_names = os.path.join(os.path.dirname(config.amorph_bin), "libexec", "amorph", "metis")
config.environment["PATH"] = os.pathsep.join([config.amorph_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

inputs = os.path.join(config.test_source_root, "Inputs")
refuses = os.path.join(config.test_source_root, "..", "amorph-pta", "Inputs", "refuses.py")
config.substitutions.append(("%refuses", f'"{sys.executable}" "{refuses}" --code 254'))
config.substitutions.append(("%ends-with", f'"{sys.executable}" "{refuses}" --code'))
config.substitutions.append(("%python", f'"{sys.executable}"'))
config.substitutions.append(("%inputs", inputs))
config.substitutions.append(("%metis", by_their_names))
if shutil.which("gpmetis"):
    config.available_features.add("metis")
    config.substitutions.append(("%debian", os.path.dirname(shutil.which("gpmetis"))))
if not config.sanitize:
    config.available_features.add("plain")
