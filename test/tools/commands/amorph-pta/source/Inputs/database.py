"""database.py DIR SOURCE...: writes DIR/compile_commands.json; a SOURCE may carry flags behind commas, and before these
its object file behind an equals sign."""
import json
import os
import sys

folder, sources = os.path.abspath(sys.argv[1]), sys.argv[2:]
os.makedirs(folder, exist_ok=True)
entries = []
for source in sources:
    name, *flags = source.split(",")
    name, _, made = name.partition("=")
    path = os.path.join(folder, name)
    entries.append({"directory": folder, "file": path,
                    "arguments": ["cc", *flags, "-c", path, "-o", made or name + ".o"]})
with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as out:
    json.dump(entries, out)
