"""newer.py IN OUT: bitcode as if a newer LLVM had written it.

Its name is in the identification block, and damage behind it.
"""
import sys

bits = bytearray(open(sys.argv[1], "rb").read())
# The name is an array of char6 or 8-bit characters that need not begin at a byte: found bit by bit.
stream = "".join(f"{byte:08b}"[::-1] for byte in bits)


def code(text, width, alphabet=None):
    values = [alphabet.index(c) if alphabet else ord(c) for c in text]
    return "".join(f"{v:0{width}b}"[::-1] for v in values)


char6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
for encode in (lambda t: code(t, 6, char6), lambda t: code(t, 8)):
    at = stream.find(encode("LLVM"))
    if at >= 0:
        new = encode("LLVM91")  # and then the rest of its version
        stream = stream[:at] + new + stream[at + len(new):]
        break
else:
    sys.exit("expected the name of the producer, found none")
out = bytearray(int(stream[i:i + 8][::-1], 2) for i in range(0, len(stream), 8))
# Damage behind it: the module's block.
middle = len(out) // 3
out[middle:middle + 64] = b"\xff" * 64
open(sys.argv[2], "wb").write(out)
