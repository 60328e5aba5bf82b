"""page.py FILE POINTER OBJECT: the report FILE says that POINTER may point to OBJECT, and that alone, with its line."""
import json
import re
import sys

path, pointer, wanted = sys.argv[1:]
with open(path, encoding="utf-8") as page:
    data = json.loads(re.search(r'id="data">(.*?)</script>', page.read(), re.S).group(1))
row = next(p for p in data["pointers"] if p["name"] == pointer)
found = [data["objects"][o] for o in data["sets"][row["set"]]]
if [o["name"] for o in found] != [wanted]:
    sys.exit(f"{path}: expected {pointer} to point to {wanted}, found {found}")
line = data["lines"][str(found[0]["file"])][str(found[0]["line"])]
if "malloc" not in line:
    sys.exit(f"{path}: expected the line of {wanted}, found {line!r}")
if data["sizes"][row["set"]] != 1:
    sys.exit(f"{path}: expected one object, found {data['sizes'][row['set']]}")
