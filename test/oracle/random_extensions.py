"""What programs of random_program.py have beyond ISO C: each of them has some of these.

Pointers go through registers of assembly, through a section between its first and last byte, through the frames of the
stack, and through complex numbers; constructors keep the arguments of the program.
"""
import random

KINDS = ("assembly", "section", "frames", "complex", "constructor")
MARK = 0x5ca1ab1e0  # is next to a pointer that a frame keeps


class Extensions:
    def __init__(self, program, seed):
        self.program = program
        self.random = random.Random(f"extensions {seed}")
        self.kinds = {kind for kind in KINDS if self.random.random() < 0.3}

    def pointer_forms(self):
        """Of a pointer to structure {0}, from another one, {1}."""
        forms = {"assembly": "through_register{0}({1})", "section": "from_section{0}({1})",
                 "frames": "from_frame{0}({1})", "complex": "from_complex{0}({1})"}
        return [form for kind, form in forms.items() if kind in self.kinds]

    def function_forms(self):
        """Of a function of signature {0}."""
        return ["listed{0}()"] if "section" in self.kinds else []

    def helpers(self):
        lines = []
        structs = range(len(self.program.structs))
        for i in structs:
            s = f"struct S{i}"
            if "assembly" in self.kinds:
                lines.append(f"static {s} *through_register{i}({s} *p) {{\n  {s} *q;\n"
                             f'  __asm__("" : "+r"(p));\n  __asm__("mov %1, %0" : "=r"(q) : "r"(p));\n'
                             f"  return q;\n}}")
            if "section" in self.kinds:
                lines.append(f"extern {s} *__start_of_s{i}[], *__stop_of_s{i}[];\n"
                             f"static {s} *in_section{i}[2] __attribute__((section(\"of_s{i}\"), used));\n"
                             f"static {s} *from_section{i}({s} *p) {{\n  in_section{i}[sum & 1] = p;\n"
                             f"  for ({s} **at = __start_of_s{i}; at != __stop_of_s{i}; ++at)\n"
                             f"    if (*at) return *at;\n  return p;\n}}")
            if "frames" in self.kinds:
                lines.append(f"__attribute__((noinline)) static {s} *scan{i}(char *high) {{\n"
                             f"  for (char *low = __builtin_frame_address(0); low < high; low += 8)\n"
                             f"    if (*(volatile long *)low == {MARK} + {i}) return *({s} *volatile *)(low + 8);\n"
                             f"  return 0;\n}}\n"
                             f"__attribute__((noinline)) static {s} *from_frame{i}({s} *p) {{\n"
                             f"  volatile struct {{\n    long mark;\n    {s} *p;\n  }} kept = {{{MARK} + {i}, p}};\n"
                             f"  {s} *q = scan{i}((char *)(&kept + 1));\n"
                             f"  kept.mark = 0;\n  return q;\n}}")
            if "complex" in self.kinds:
                lines.append(f"static {s} *from_complex{i}({s} *p) {{\n  _Complex double c = 0;\n"
                             f"  volatile _Complex double kept;\n"
                             f"  memcpy((char *)&c + 8, &p, 8);\n  kept = c;\n  c = kept;\n"
                             f"  memcpy(&p, (char *)&c + 8, 8);\n  return p;\n}}")
        if "section" in self.kinds:
            lines += [f"static F{k} *listed{k}(void);" for k in range(len(self.program.signatures))]
        if "constructor" in self.kinds:
            lines.append("static char **kept_arguments;\n"
                         "__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {\n"
                         "  kept_arguments = argv;\n  add(argc + (argv[0][0] != 0));\n}\n"
                         "__attribute__((destructor)) static void use_arguments(void) {\n"
                         "  add(kept_arguments[0][0]);\n}")
        return lines

    def functions(self):
        """Tables of functions in a section, found from its start."""
        lines = []
        for k in range(len(self.program.signatures)) if "section" in self.kinds else ():
            name = self.random.choice([name for name, of in self.program.functions if of == k])
            lines.append(f"static F{k} *const entry{k} __attribute__((section(\"entries{k}\"), used)) = {name};\n"
                         f"extern F{k} *const __start_entries{k}[], *const __stop_entries{k}[];\n"
                         f"static F{k} *listed{k}(void) {{\n"
                         f"  return __start_entries{k} == __stop_entries{k} ? 0 : __start_entries{k}[0];\n}}")
        return lines
