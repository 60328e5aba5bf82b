"""gmsh_client.py GMSH FOLDER: has GMSH divide a mesh of a box in 8 with the METIS that its environment names.

FOLDER must be where gmsh finds METIS_PartGraphKway. Gmsh's own reader then reads the partitioned mesh and counts: every
tetrahedron must have come back, in 8 parts within 3%.
"""
import os
import re
import subprocess
import sys
import tempfile

gmsh, place = sys.argv[1], os.path.realpath(sys.argv[2])


def run(*words, **environment):
    # The library is for gmsh alone, so it comes in variables of this script.
    done = subprocess.run([gmsh, *words], capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        sys.exit(f"gmsh {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("box.geo", "w") as file:
        file.write("Point(1) = {0, 0, 0, 0.1};\nExtrude {1, 0, 0} { Point{1}; }\nExtrude {0, 1, 0} { Curve{1}; }\n"
                   "Extrude {0, 0, 1} { Surface{5}; }\n")
    made = run("-3", "box.geo", "-o", "box.msh", "-v", "5")
    said = run("box.msh", "-part", "8", "-save", "-o", "parts.msh", "-v", "5", LD_DEBUG="bindings")
    binding = r"binding file \S*libgmsh\S* \[0\] to (\S+) \[0\]: normal symbol `METIS_PartGraph"
    bound = {os.path.realpath(m) for m in re.findall(binding, said)}
    if bound != {place}:
        sys.exit(f"gmsh calls METIS of {bound}, expected {place}")
    shares = re.search(r"Repartition of (\d+) tetrahedra: (\d+)\(min\) (\d+)\(max\)", said)
    total, least, most = (int(n) for n in shares.groups())
    if most > 1.03 * total / 8 + 1 or least == 0:
        sys.exit(f"parts of {least} to {most} of {total} tetrahedra")
    again = run("parts.msh", "-check", "-v", "5")
    if re.search(r"^(Error|Warning)", again, re.M):
        sys.exit(again)
    cut = re.search(r"8 partitions, (\d+) total edge-cuts", said)
    print(f"{total} tetrahedra in 8 parts of {least} to {most}, cut {cut[1]}")
