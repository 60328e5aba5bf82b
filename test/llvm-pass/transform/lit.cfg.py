import os

config.name = "transform"
config.test_source_root = os.path.dirname(__file__)
lit_config.load_config(config, os.path.join(config.test_source_root, "..", "..", "plugin.cfg.py"))
# lld is a package of its own.
lld = os.path.join(config.llvm_bin, "ld.lld")
if os.path.exists(lld) and "address" not in config.sanitize:
    config.available_features.add("lld")
config.substitutions.append((r"%llvm-link\b", os.path.join(config.llvm_bin, "llvm-link")))
clang = os.path.join(config.llvm_bin, "clang")
config.substitutions.append(("%lld", f"{clang} -O2 -fuse-ld={lld}"))
