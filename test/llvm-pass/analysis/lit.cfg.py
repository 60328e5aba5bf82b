import os
import sys

config.name = "llvm-pass"
config.test_source_root = os.path.dirname(__file__)
lit_config.load_config(config, os.path.join(config.test_source_root, "..", "..", "plugin.cfg.py"))
# %pta: print the sets of a closed program; %open: of an open one. Both read a module from the standard input.
opt = next(value for name, value in config.substitutions if name == "%opt")
tool = lambda name: os.path.join(config.llvm_bin, name)
config.substitutions = [
    ("%python", f"\"{sys.executable}\""),
    ("%pta", f"{opt} -passes='print<amorph-pta><world=closed;preset=strict>' -disable-output"),
    ("%open", f"{opt} -passes='print<amorph-pta><preset=strict>' -disable-output"),
    # The test itself in C at -O0 with debug information, locals in memory, or optimised; to the standard output.
    ("%O0", f"{tool('clang')} -w -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c -o - %s"),
    ("%O2", f"{tool('clang')} -w -O2 -g -emit-llvm -c -o - %s"),
    ("%cxx", f"{tool('clang')}++ -w -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c -o - %s"
             f" | {tool('opt')} -passes=mem2reg"),
] + config.substitutions
