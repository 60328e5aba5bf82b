"""check_symbols.py LIBRARY LIST [PAGE]: the library exports the functions of the list, and nothing else; the page names
each of them; and it stays loaded after dlclose(), as its threads do."""
import subprocess
import sys

library, listed, *page = sys.argv[1:]
lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
found = {line.split()[-1].split("@")[0] for line in lines.splitlines() if line.split()[-2] in "TBDRVWi"}
expected = set(open(listed).read().split())
for name in sorted(found ^ expected):
    print(f"{library}: {'exports' if name in found else 'does not export'} {name}", file=sys.stderr)
text = open(page[0]).read() if page else ""
missing = [name for name in sorted(found) if page and f"`{name}`" not in text]
for name in missing:
    print(f"{page[0]}: does not name {name}", file=sys.stderr)
flags = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
if "NODELETE" not in flags:
    sys.exit(f"{library}: can be unloaded")
sys.exit(found != expected or bool(missing))
