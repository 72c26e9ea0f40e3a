"""Evaluates by SciPy what bench_peers asks for on standard input: a degree, the extents, a file of coefficients (f32); then, each time, a file of points (f32, one array per axis) and
one for the values (f32). Answers with the seconds that map_coordinates took."""
import sys
import time

import numpy
from scipy.ndimage import map_coordinates

degree, *extent, name = sys.stdin.readline().split("\t")
shape = tuple(int(count) for count in reversed(extent))
field = numpy.fromfile(name.rstrip("\n"), dtype=numpy.float32).reshape(shape).astype(numpy.float64)
known = {}
print("ready", flush=True)
for line in sys.stdin:
    source, target = line.rstrip("\n").split("\t")
    if source not in known:
        known[source] = numpy.fromfile(source, dtype=numpy.float32).reshape(3, -1)[::-1].astype(numpy.float64)
    start = time.perf_counter()
    values = map_coordinates(field, known[source], order=int(degree), mode="mirror", prefilter=False)
    seconds = time.perf_counter() - start
    values.astype(numpy.float32).tofile(target)
    print(seconds, flush=True)
