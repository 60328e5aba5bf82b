# amorph-pta on sources. The tests of a run share a cache, which begins empty.
import os
import shutil
import sys

import lit.formats

config.name = "sources"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".test", ".c", ".cpp"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.environment["PATH"] = os.pathsep.join([config.amorph_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
shutil.rmtree(config.environment["XDG_CACHE_HOME"], ignore_errors=True)
if config.sanitize:
    config.available_features.add("sanitized")
inputs = os.path.join(config.test_source_root, "Inputs")
refuses = os.path.join(config.test_source_root, "..", "Inputs", "refuses.py")
config.substitutions += [
    ("%refuses", f'"{sys.executable}" "{refuses}"'),
    ("%database", f'"{sys.executable}" "{inputs}/database.py"'),
    ("%page", f'"{sys.executable}" "{inputs}/page.py"'),
    ("%command", os.path.join(config.amorph_bin, "amorph-pta")),
    ("%empty_path", inputs),
    ("%inputs", inputs),
    ("%taken", f'"{sys.executable}" "{inputs}/taken.py"'),
    ("%suite", os.path.join(config.test_source_root, "..", "..", "..", "..", "points-to-suite", "programs")),
    ("%python", f'"{sys.executable}"'),
    ("%signal_at_call", os.path.join(config.amorph_lib, "libamorph-signal-at-call.so")),
    ("%llvm_version", config.llvm_version),
    ("%plugin", os.path.join(config.amorph_lib, "AmorphPTA.so")),
]
