#!/usr/bin/env python3
"""netlist_growth.py AMORPH_HMETIS AMORPH_GEN : time and memory of amorph-hmetis against the size of the netlist.

Generates netlists by Rent's rule and prints a line per netlist, preset and number of threads: pins, objective, elapsed
and user time of the command without reading and writing, its peak memory and that divided by the hypergraph (offsets
and pins by net: 8 bytes per net, 4 per pin). --svg draws elapsed times, or with --user user times, against pins, from
these lines or, with --from, from earlier ones.
"""
import argparse
import json
import math
import os
import subprocess
import tempfile

COLUMNS = ("pins", "preset", "threads", "km1", "elapsed", "user", "peak_mb", "ratio")
COLOURS = ("#1f5fa8", "#c2571a", "#2f8f4e", "#8a4fa3", "#666666", "#b59410")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("generator")
    parser.add_argument("--pins", default="1e4,1e5,1e6,1e7", help="sizes, approximately")
    parser.add_argument("--parts", type=int, default=2)
    parser.add_argument("--presets", default="fast,default")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--folder", help="keep the netlists here, and use those that are here")
    parser.add_argument("--svg", help="file of the plot")
    parser.add_argument("--user", action="store_true", help="plot user times")
    parser.add_argument("--from", dest="lines", help="file of earlier lines: run nothing")
    return parser.parse_args()


def netlist(o, folder, pins):
    """A netlist has about 3.85 pins per vertex."""
    path = os.path.join(folder, f"n{pins:.0e}.hgr")
    if not os.path.exists(path):
        subprocess.run([o.generator, "netlist", str(max(2, round(pins / 3.85))), "-o", path], check=True)
    return path


def run(o, path, preset, threads):
    words = [o.command, f"--backend={o.backend}", f"--preset={preset}", f"--threads={threads}", "--objective=km1",
             "--imbalance=0.03", "--nooutput", "--json=-", path, str(o.parts)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        text = process.stdout.read()
        _, code, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(code)
    assert process.returncode == 0, words
    f = json.loads(text)
    user = max(0.0, used.ru_utime - f["read_ms"] / 1000)
    size = 8 * (f["nets"] + 1) + 4 * f["pins"]
    peak = used.ru_maxrss * 1024
    return [f["pins"], preset, threads, f["km1"], f["partition_ms"] / 1000, user, peak / 1e6, peak / size]


def measure(o):
    print("\t".join(COLUMNS), flush=True)
    lines = []
    with tempfile.TemporaryDirectory() as temporary:
        for pins in map(float, o.pins.split(",")):
            path = netlist(o, o.folder or temporary, pins)
            for preset in o.presets.split(","):
                for threads in map(int, o.threads.split(",")):
                    line = run(o, path, preset, threads)
                    lines.append(line)
                    print("\t".join(f"{x:.4g}" if isinstance(x, float) else str(x) for x in line), flush=True)
    return lines


def read(path):
    with open(path, encoding="ascii") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return [[int(r[0]), r[1], int(r[2]), int(r[3]), *map(float, r[4:])] for r in rows]


def plot(lines, column, title):
    """A log-log plot: a curve per preset and number of threads."""
    left, top, width, height = 70, 40, 560, 380
    xs = [math.log10(line[0]) for line in lines]
    ys = [math.log10(max(line[column], 1e-3)) for line in lines]
    x0, x1, y0, y1 = math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys)), math.ceil(max(ys))

    def at(x, y):
        return (left + (x - x0) / (x1 - x0) * width, top + height - (y - y0) / (y1 - y0) * height)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 130}" height="{top + height + 50}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="22" font-size="14">{title}</text>']
    for x in range(x0, x1 + 1):
        a, b = at(x, y0), at(x, y1)
        out.append(f'<path stroke="#ddd" d="M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}"/>'
                   f'<text x="{a[0]:.0f}" y="{a[1] + 18:.0f}" text-anchor="middle">10<tspan dy="-5" font-size="9">{x}'
                   '</tspan></text>')
    for y in range(y0, y1 + 1):
        a, b = at(x0, y), at(x1, y)
        out.append(f'<path stroke="#ddd" d="M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}"/>'
                   f'<text x="{a[0] - 8:.0f}" y="{a[1] + 4:.0f}" text-anchor="end">{10.0 ** y:g}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">pins</text>')
    curves = sorted({(line[1], line[2]) for line in lines}, key=str)
    for number, curve in enumerate(curves):
        points = sorted(at(math.log10(p[0]), math.log10(max(p[column], 1e-3))) for p in lines if (p[1], p[2]) == curve)
        colour = COLOURS[number % len(COLOURS)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{path}"/>')
        out.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
        out.append(f'<text x="{left + width + 10}" y="{top + 14 + 18 * number}" fill="{colour}">{curve[0]}, {curve[1]} '
                   f'thread{"" if curve[1] == 1 else "s"}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    o = arguments()
    lines = read(o.lines) if o.lines else measure(o)
    if o.svg:
        kind = "user time" if o.user else "elapsed time"
        with open(o.svg, "w", encoding="ascii") as file:
            file.write(plot(lines, COLUMNS.index("user" if o.user else "elapsed"),
                            f"amorph-hmetis, {o.parts} parts: {kind}, s"))


if __name__ == "__main__":
    main()
