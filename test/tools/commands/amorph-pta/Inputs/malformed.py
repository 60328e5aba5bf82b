"""malformed.py TABLE COMMAND...

TABLE holds cases: a line "== MESSAGE", then the text of the file up to the next such line. MESSAGE is what the
command must say after the file's name, as "LINE: expected ..., found ...". In the text, \\r, \\0, \\t and a \\ at the
end of the text (no newline there) stand for what they name. FILE in COMMAND is replaced by the file. Each case is
checked as refuses.py does, so exit code, one line and no file left are checked too.
"""
import os
import re
import sys
import tempfile

from refuses import fault

table, command = sys.argv[1], sys.argv[2:]
cases = re.findall(r"^== (.*)\n((?:(?!== ).*\n)*)", open(table).read(), re.M)
failed = 0
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "case")
    for message, text in cases:
        text = text.replace("\\r", "\r").replace("\\0", "\0").replace("\\t", "\t")
        if text.endswith("\\\n"):
            text = text[:-2]
        with open(path, "w", newline="") as file:
            file.write(text)
        run = [path if word == "FILE" else word for word in command]
        place = path + ":" if re.match(r"\d+: ", message) else ""
        wrong = fault(place + message, [*run, "-o", "out"])
        if wrong:
            failed += 1
            print(f"case {message!r}: {wrong}")
print(f"{len(cases) - failed} of {len(cases)} cases refused as they should be")
sys.exit(failed != 0 or not cases)
