#!/usr/bin/env python3
"""Every space of the catalogue through the program: a volume of a few coefficients is evaluated by `latspline eval`, values and gradients, and compared with the
sum of exact values of the basis function from `latspline basis`, which knows nothing of plans and kernels.

usage: impulse_test.py --list | --program PATH SPACE | --program PATH all-listed
"""
import argparse
import fractions
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

SPACES = """
    a2s/voronoi2 a3s/voronoi2 a4s/linear a4s/quartic a5s/doubled a5s/linear a6s/linear bcc/rdodec-linear bcc/rdodec-quintic bcc/toct-quartic bcc/tp-linear bcc/tp-quadratic bcc/voronoi2 bcc/voronoi3 cc/6dir cc/cubic cc/linear cc/quadratic cc/quartic cc/quintic cc/rdodec-linear cc/tetrahedral
    cc/voronoi2 cc/voronoi3 cc/voronoi4 cc/zp7 d4/8dir d4/voronoi2 d4s/8dir d4s/voronoi2 fcc/toct-cubic fcc/toct-nonic fcc/tp-linear fcc/voronoi2
    fcc/voronoi3 fcc/voronoi4 hex/linear hex/quartic hex/voronoi2 hex/voronoi3 hex/voronoi4 prime/4dir prime/voronoi2 quincunx/tp-linear
    quincunx/voronoi2 quincunx/voronoi3 quincunx/voronoi4 quincunx/zp z1/cubic z1/linear z1/quadratic z1/quartic z1/quintic z1/voronoi2 z1/voronoi3
    z1/voronoi4 z2/cubic z2/linear z2/quadratic z2/quartic z2/quintic z2/voronoi2 z2/voronoi3 z2/voronoi4 z2/zp z4/cubic z4/linear z4/quadratic
    z4/quartic z4/quintic z4/voronoi2 z5/linear z6/linear
""".split()
# Their kernels take minutes to compile.
TOO_LARGE = ["bcc/voronoi4", "d4/voronoi3"]

EXTENT = 4
POINTS = 12


def run(command, text=None):
    result = subprocess.run([str(word) for word in command], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {result.returncode}\n{result.stderr}")
    return result.stdout


def cosets_of(program, space):
    """Period and offsets of the storage, from the plan's text."""
    period, offsets, inside = None, [], False
    for line in run([program, "plan", space, "--stop-after=order_fetches"]).splitlines():
        if not line.startswith(" "):
            inside = line == "cosets"
        elif inside and line.split()[0] == "period":
            period = [int(word) for word in line.split()[1:]]
        elif inside and line.split()[0] == "offset":
            offsets.append([int(word) for word in line.split()[1:]])
    return period, offsets


def write_volume(path, lattice, period, offsets, impulses):
    """Coefficients on a box of EXTENT sites of each coset and axis, 0 but for the impulses: (coset, index) -> value."""
    s = len(period)
    values = [0.0] * (EXTENT ** s * len(offsets))
    for (coset, index), value in impulses.items():
        place = coset
        for i in reversed(index):
            place = place * EXTENT + i
        values[place] = value
    sizes = [EXTENT] * s + ([len(offsets)] if len(offsets) > 1 else [])
    header = ["NRRD0005", "type: double", "endian: little", "encoding: raw", f"dimension: {len(sizes)}", "sizes: " + " ".join(map(str, sizes))]
    if len(offsets) > 1:
        header += ["kinds: " + " ".join(["space"] * s + ["list"])]
    header += ["latspline.version:=1", f"latspline.lattice:={lattice}", "latspline.period:=" + " ".join(map(str, period)),
               "latspline.offsets:=" + ";".join(" ".join(map(str, offset)) for offset in offsets), "latspline.content:=samples"]
    path.write_bytes(("\n".join(header) + "\n\n").encode() + struct.pack(f"<{len(values)}d", *values))


def exact_values(program, space, points, derivative=None):
    lines = "".join(" ".join(map(str, point)) + "\n" for point in points)
    words = [program, "basis", space, "-"] + ([f"--derivative={derivative}"] if derivative else [])
    return [fractions.Fraction(line) for line in run(words, lines).splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("space", nargs="?")
    arguments = parser.parse_args()
    program, space = arguments.program, arguments.space
    if arguments.list:
        print("\n".join(["all-listed", *SPACES]))
        return
    if space == "all-listed":
        listed = [line.split()[0] for line in run([program, "list"]).splitlines()]
        if sorted(listed) != sorted(SPACES + TOO_LARGE):
            sys.exit(f"only the catalogue or only this test knows {set(listed) ^ set(SPACES + TOO_LARGE)}")
        return
    period, offsets = cosets_of(program, space)
    s = len(period)
    generator = random.Random(space)
    impulses = {}
    for coset in sorted(generator.sample(range(len(offsets)), min(2, len(offsets)))):
        for _ in range(2):
            impulses[coset, tuple(generator.randrange(EXTENT) for _ in range(s))] = generator.uniform(-1, 1)
    sites = {key: [period[j] * key[1][j] + offsets[key[0]][j] for j in range(s)] for key in impulses}

    # Around the impulses, off the knot planes but for accident, and the impulses' sites themselves, where only values are compared. Multiples of 2^-20 are doubles.
    spread = 2 ** 20
    reach = max(1, max(period)) if max(period) < 8 else 2
    points = []
    for i in range(POINTS):
        site = list(sites.values())[i % len(sites)]
        points.append([n + fractions.Fraction(generator.randrange(-reach * spread, reach * spread), spread) for n in site])
    generic = len(points)
    points += [[fractions.Fraction(n) for n in site] for site in sites.values()]

    expected = []
    for derivative in [None] + [",".join("1" if i == j else "0" for i in range(s)) for j in range(s)]:
        column = [0.0] * len(points)
        for key, value in impulses.items():
            shifted = [[x - n for x, n in zip(point, sites[key])] for point in points]
            for i, phi in enumerate(exact_values(program, space, shifted, derivative)):
                column[i] += value * float(phi)
        expected.append(column)

    with tempfile.TemporaryDirectory() as folder:
        volume = pathlib.Path(folder) / "impulses.nrrd"
        write_volume(volume, space.split("/")[0], period, offsets, impulses)
        text = "".join(" ".join(repr(float(x)) for x in point) + "\n" for point in points)
        lines = run([program, "eval", space, "--data", volume, "--points", "-", "--gradient", "--prefilter=none", "--boundary=zero", "--scalar=f64"],
                    text).splitlines()
    if len(lines) != len(points):
        sys.exit(f"{len(lines)} lines for {len(points)} points")
    worst, nonzero = 0.0, 0
    for i, line in enumerate(lines):
        found = [float(word) for word in line.split()]
        if len(found) != 1 + s:
            sys.exit(f"point {i}: {line}")
        for column, (number, wanted) in enumerate(zip(found, (column[i] for column in expected))):
            if column > 0 and i >= generic:
                continue
            nonzero += wanted != 0
            worst = max(worst, abs(number - wanted))
            if not abs(number - wanted) <= 1e-11:
                sys.exit(f"{space} at {points[i]}: {'value' if column == 0 else f'derivative {column - 1}'} {number}, expected {wanted}")
    if nonzero < 4:
        sys.exit(f"only {nonzero} numbers are not 0: the points miss the impulses")
    print(f"{space}: {len(points)} points, {nonzero} numbers not 0, worst difference {worst:.2g}")


if __name__ == "__main__":
    main()
