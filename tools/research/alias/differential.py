"""aa differential [OPTION]... FILE.c...

Compares what programs print after opt pipelines with amorph-aa and without.

Each FILE.c is a whole program; its output at -O0 is the expected one. It is then compiled through opt with the
plugin, by fixed pipelines (default<O1>, default<O2>, default<O3>, and the passes that use alias analysis most, in a
closed world too) and by N random orders of passes, each with the alias analyses amorph-aa alone, basic-aa,amorph-aa and
all of LLVM's with amorph-aa, and run.

With --annotate, amorph-promote-calls and amorph-annotate change the module instead, at once and after SROA, in an
open and in a closed world, and opt optimises the result without the plugin.

Prints each pipeline under which a program crashes, prints something else or does not compile, unless it does the same
without amorph-aa; exit code 4 if there are any.
"""
import random
import subprocess

from .common import CLANG, OPT, die, execute, failure, file, plugin_environment, plugin_of, said_by

# LLVM checks that instcombine alone reaches a fixed point at once, which other passes do not promise.
ON_LOCALS = "function(mem2reg,gvn,loop-mssa(licm),dse,instcombine<no-verify-fixpoint>,gvn)"
QUERYING = ["function(mem2reg),require<amorph-aa>,function(gvn,loop-mssa(licm),dse,gvn)",
            "amorph-pta<world=closed>,function(mem2reg),require<amorph-aa>,"
            "function(gvn,loop-mssa(licm),dse,instcombine<no-verify-fixpoint>,gvn)"]
FIXED = ["default<O1>", "default<O2>", "default<O3>",
         "cgscc(inline),function(sroa,memcpyopt,gvn,dse,simplifycfg<sink-common-insts>,gvn,"
         "loop-mssa(loop-rotate,licm),dse)"]
FUNCTIONS = """
    sroa mem2reg instcombine<no-verify-fixpoint> simplifycfg simplifycfg<sink-common-insts;hoist-common-insts> gvn
    newgvn early-cse<memssa> dse memcpyopt loop-mssa(licm) loop-mssa(loop-rotate)
    loop-mssa(simple-loop-unswitch<nontrivial>)
    jump-threading mldst-motion reassociate sink loop-load-elim loop-vectorize slp-vectorizer loop-unroll tailcallelim
    gvn-hoist gvn-sink separate-const-offset-from-gep aggressive-instcombine loop-fusion loop-distribute sccp adce
    loop(loop-idiom) nary-reassociate partially-inline-libcalls mergeicmps""".split()
MODULES = """
    cgscc(inline) cgscc(argpromotion) globalopt ipsccp deadargelim mergefunc cgscc(function-attrs) globaldce
    require<globals-aa> hotcoldsplit partial-inliner inferattrs called-value-propagation constmerge""".split()
BASIC = "basic-aa"
ALL = "basic-aa,scoped-noalias-aa,tbaa,globals-aa"


def arguments(parser):
    parser.add_argument("--annotate", action="store_true", help="change the module by amorph-promote-calls and "
                        "amorph-annotate, and optimise it without the plugin")
    parser.number("--random", 0, "random orders of passes (default: 0)")
    parser.number("--seed", 1, "random seed")
    parser.plugin()
    parser.positional("files", nargs="+", type=file)


def shuffled(numbers):
    return ",".join(f"{numbers.choice(MODULES)},function({','.join(numbers.choices(FUNCTIONS, k=7))})"
                    for _ in range(4))


def outcome(options, module, passes, *more):
    """The output of the program after these passes, or how they fail."""
    optimised, program = f"{options.work}/out.bc", f"{options.work}/optimised"
    environment = plugin_environment() if more else None
    return (failure([OPT, *more, f"-passes={passes}", module, "-o", optimised], env=environment)
            or failure([CLANG, "-w", "-O0", "-x", "ir", optimised, "-o", program, "-lm"]) or said_by([program], 20))


def variants(options, module):
    """How the plugin changes the program: a description, a module, opt's options, and those without amorph-aa."""
    load = f"-load-pass-plugin={options.plugin}"
    if not options.annotate:
        for chain, without in (("", BASIC), (BASIC + ",", BASIC), (ALL + ",", ALL)):
            analyses = f"-aa-pipeline={chain}amorph-aa"
            yield analyses, module, [load, analyses], [load, f"-aa-pipeline={without}"]
        return
    for before in ("", "function(sroa,simplifycfg),"):
        for world in ("open", "closed"):
            passes = (f"internalize<preserve-gv=main>,{before}amorph-promote-calls<world={world}>,"
                      f"amorph-annotate<world={world}>")
            annotated = f"{options.work}/annotated.bc"
            execute([OPT, load, f"-passes={passes},verify", module, "-o", annotated], env=plugin_environment())
            yield f"-passes='{passes}', then", annotated, [], []


def run(options):
    options.plugin = plugin_of(options)
    numbers = random.Random(options.seed)
    pipelines = [*FIXED, *([ON_LOCALS] if options.annotate else QUERYING),
                 *(shuffled(numbers) for _ in range(options.random))]
    failed = ran = others = 0
    plain, module = f"{options.work}/plain", f"{options.work}/in.bc"
    for source in options.files:
        execute([CLANG, "-w", "-fwrapv", "-O0", source, "-o", plain, "-lm"])
        done = subprocess.run([plain], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        if done.returncode != 0:
            die(f"{source}: ends with {done.returncode} at -O0")
        expected = done.stdout.decode(errors="replace").replace("\0", "")
        execute([CLANG, "-w", "-fwrapv", "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o",
                 module])
        for name, changed, flags, flags_without in variants(options, module):
            for passes in pipelines:
                ran += 1
                got = outcome(options, changed, passes, *flags)
                if got == expected:
                    continue
                if got == outcome(options, module, passes, *flags_without):
                    others += 1
                    continue
                failed += 1
                print(f"{source}: {name} -passes='{passes}'\n  expected {expected}\n  got      {got}", flush=True)
    print(f"aa differential: {ran} runs, {failed} differ; {others} more do without amorph-aa, too")
    return 4 if failed else 0
