# Suites that go through the plugin: each folder's lit.cfg.py loads this. Substitutions:
#   %opt        opt with the plugin loaded
#   plain-opt   opt without it
#   %clang      clang, with the folder's Inputs to include
#   %mem2reg    the test itself at -O0 with debug information, locals in registers; bitcode to -o FILE
#   %native     clang from IR to a program, without any optimisation of its own
#   %plugin     the plugin's file
#   %research   tools/research
#   %python     this Python
#   %pta, %open  print the sets of a closed program, of an open one; read a module from the standard input
#   %O0, %O2    the test itself in C at -O0 with debug information, locals in memory, or optimised; to standard output
#   %cxx        the test itself in C++, as %mem2reg
#   %signal_at_call  test/support/signal_at_call.c, to preload
#   %watched_module  test/support/watched_module.c, in place of the CUDA module
#   %tools      the folder of the built programs
# All tools are those of the LLVM that the plugin is built for. In a tree built with AddressSanitizer the plugin is
# loaded by a program that is not, so the sanitizer's library is preloaded.
import os
import subprocess
import sys
import lit.formats

config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".ll", ".test"]
config.excludes = ["Inputs", "programs", "README.md", "SetOperands.cpp", "out_of_memory_test.cpp",
                   "reachability_test.cpp"]

tool = lambda name: os.path.join(config.llvm_bin, name)
plugin = os.path.join(config.amorph_lib, "AmorphPTA.so")
opt = f"{tool('opt')} -load-pass-plugin={plugin}"
release = config.llvm_version.split(".")[0]
config.environment["AMORPH_LLVM_VERSION"] = release  # for tools/research
config.available_features.add(f"llvm{release}")  # for IR that only some releases take
if "address" in config.sanitize:
    library = subprocess.check_output(["g++", "-print-file-name=libasan.so"], text=True).strip()
    opt = f"env LD_PRELOAD={library} ASAN_OPTIONS=detect_leaks=0 {opt}"
    config.environment["AMORPH_PRELOAD"] = library
    config.available_features.add("sanitized")
config.substitutions += [
    ("%mem2reg", f"{tool('clang')} -w -O0 -Xclang -disable-O0-optnone -g -I %S/Inputs -emit-llvm -c -o - %s"
                 f" | {tool('opt')} -passes=mem2reg"),
    ("%python", f"\"{sys.executable}\""),
    ("%pta", f"{opt} -passes='print<amorph-pta><world=closed;preset=strict>' -disable-output"),
    ("%open", f"{opt} -passes='print<amorph-pta><preset=strict>' -disable-output"),
    ("%O0", f"{tool('clang')} -w -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c -o - %s"),
    ("%O2", f"{tool('clang')} -w -O2 -g -emit-llvm -c -o - %s"),
    ("%cxx", f"{tool('clang')}++ -w -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c -o - %s"
             f" | {tool('opt')} -passes=mem2reg"),
    ("%native", f"{tool('clang')} -w -O0 -x ir"),
    ("%clang", f"{tool('clang')} -w -I %S/Inputs"),
    (r"\bplain-opt\b", tool("opt")),
    ("%opt", opt),
    ("%plugin", plugin),
    ("%tools", config.amorph_bin),
    ("%signal_at_call", os.path.join(config.amorph_lib, "libamorph-signal-at-call.so")),
    ("%watched_module", os.path.join(config.amorph_lib, "libamorph-watched-module.so")),
    (r"\bcount\b", tool("count")),
    ("%research", os.path.join(os.path.dirname(__file__), "..", "tools", "research")),
    (r"\bFileCheck\b", tool("FileCheck")),
    (r"\bnot\b", tool("not")),
]
