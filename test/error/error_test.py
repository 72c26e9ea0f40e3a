#!/usr/bin/env python3
"""The error contract of the program: exit code, a message that names the item and its value, nothing half-written.

usage: error_test.py --list | --program PATH CASE
Exit codes of the program: 0 done, 1 wrong input, 2 not supported, 3 a fault of latspline, 64 wrong usage.
"""
import argparse
import gzip
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile

DONE, WRONG_INPUT, UNSUPPORTED, USAGE = 0, 1, 2, 64
SKIPPED = 77


class Case:
    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)

    def run(self, *words, stdin=None, stdout=subprocess.PIPE):
        command = [str(self.program), *map(str, words)]
        print("+", " ".join(command), flush=True)
        result = subprocess.run(command, input=stdin, stdin=None if stdin is not None else subprocess.DEVNULL, stdout=stdout,
                                stderr=subprocess.PIPE, text=True, cwd=self.folder, timeout=50, check=False)
        print(f"exit code {result.returncode}\n{result.stderr}", flush=True)
        return result

    def fails(self, code, *needles, words, streams=False, **options):
        """The command exits with `code`, says each needle (a regular expression) on stderr, and writes no file and no data. A command that
        `streams` prints the results of the lines before the wrong one."""
        before = self.files()
        result = self.run(*words, **options)
        expect(result.returncode == code, f"exit code {result.returncode}, expected {code}")
        for needle in needles:
            expect(re.search(needle, result.stderr, re.IGNORECASE), f"the message does not say /{needle}/")
        expect(not re.search(r"terminate called|AddressSanitizer|runtime error|core dumped", result.stderr), "the program crashed")
        expect(streams or not result.stdout, f"data on stdout: {result.stdout!r}")
        expect(self.files() == before, f"files left behind: {sorted(self.files() - before)}")
        return result

    def stops(self, *words):
        """Ctrl-C ends long work soon, with exit code 130, no data and no output file."""
        before = self.files()
        with subprocess.Popen([str(self.program), *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            try:
                process.wait(timeout=1.5)
                sys.exit("FAILED: the work ended before it could be interrupted")
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            try:
                data, message = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                sys.exit("FAILED: the program goes on after Ctrl-C")
        print(message)
        expect(process.returncode == 130, f"exit code {process.returncode}, expected 130")
        expect(not data, f"data on stdout: {data!r}")
        expect(self.files() == before, f"files left behind: {sorted(self.files() - before)}")

    def succeeds(self, *words, **options):
        result = self.run(*words, **options)
        expect(result.returncode == DONE, f"exit code {result.returncode}, expected 0")
        return result

    def files(self):
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}

    def write(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return name

    def nrrd(self, name, header="", data=b"", sizes="4 4 4", kind="float", encoding="raw"):
        text = f"NRRD0004\ntype: {kind}\ndimension: 3\nsizes: {sizes}\nendian: little\nencoding: {encoding}\n{header}\n"
        return self.write(name, text.encode() + data)

    def spec_fails(self, spec, *needles, code=WRONG_INPUT):
        self.write("spec.json", spec)
        self.fails(code, *needles, words=["analyze", "spec.json"])


def expect(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


FLOATS = struct.pack("<64f", *range(64))
IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
LINEAR = {"box": IDENTITY + [[1, 1, 1]]}


# Usage.

def no_arguments(case):
    case.fails(USAGE, "usage", words=[])


def unknown_option(case):
    case.fails(USAGE, "--frobnicate", words=["analyze", "cc/linear", "--frobnicate"])


def unknown_command(case):
    case.fails(USAGE, "frobnicate", words=["frobnicate"])


def missing_argument(case):
    case.fails(USAGE, "spec", words=["analyze"])


def bad_option_value(case):
    case.fails(USAGE, "f128", "f32", words=["plan", "cc/linear", "--scalar", "f128"])
    case.fails(USAGE, "sideways", "mirror", words=["plan", "cc/linear", "--boundary", "sideways"])
    case.fails(USAGE, "-3|group-size", words=["plan", "cc/linear", "--group-size=-3"])


def help_everywhere(case):
    result = case.succeeds("--help")
    verbs = re.findall(r"^\s{2,}([a-z]+)\b", result.stdout.split("ommands", 1)[-1], re.MULTILINE)
    for verb in ("list", "analyze", "basis", "plan", "compile", "check", "eval", "prefilter", "resample", "render"):
        expect(verb in verbs, f"--help does not list {verb}: {verbs}")
    for verb in sorted(set(verbs)):
        text = case.succeeds(verb, "--help").stdout
        expect(f"latspline {verb}" in text, f"{verb} --help shows no example")


# Spline spaces.

def unknown_space(case):
    case.fails(WRONG_INPUT, "bcc/rdodec-quintix", "latspline list|bcc/rdodec-quintic", words=["analyze", "bcc/rdodec-quintix"])


def singular_matrix(case):
    case.spec_fails({"lattice": {"matrix": [[1, 2], [2, 4]]}, "basis": {"box": [[1, 0], [0, 1]]}}, "matrix", "singular|determinant|rank")


def non_square_matrix(case):
    case.spec_fails({"lattice": {"matrix": [[1, 0, 0], [0, 1, 0]]}, "basis": {"box": [[1, 0], [0, 1]]}}, "matrix", "square|2 x 3|3 x 2")


def ragged_matrix(case):
    case.spec_fails({"lattice": {"matrix": [[1, 0], [0, 1, 5]]}, "basis": {"box": [[1, 0], [0, 1]]}}, "matrix|row")


def non_integer_matrix(case):
    case.spec_fails({"lattice": {"matrix": [[0.5, 0], [0, 1]]}, "basis": {"box": [[1, 0], [0, 1]]}}, "0.5", "integer")


def matrix_of_text(case):
    case.spec_fails({"lattice": {"matrix": [["one", 0], [0, 1]]}, "basis": {"box": [[1, 0], [0, 1]]}}, "one", "integer")


def non_spanning_directions(case):
    case.spec_fails({"lattice": "cc", "basis": {"box": [[1, 0, 0], [0, 1, 0], [1, 1, 0]]}}, "direction", "span")


def no_directions(case):
    case.spec_fails({"lattice": "cc", "basis": {"box": []}}, "direction|box")


def zero_direction(case):
    case.spec_fails({"lattice": "cc", "basis": {"box": IDENTITY + [[0, 0, 0]]}}, "direction", "zero|0 0 0")


def direction_of_wrong_length(case):
    case.spec_fails({"lattice": "cc", "basis": {"box": IDENTITY + [[1, 1]]}}, "direction|box", "3")


def shifts_without_constant(case):
    # The indicator of the cube [0,1]^3 on the bcc lattice, whose determinant is 4: its shifts leave gaps.
    case.spec_fails({"lattice": "bcc", "basis": {"box": IDENTITY}}, "constant|partition of unity")


def unknown_lattice(case):
    case.spec_fails({"lattice": "hcp", "basis": LINEAR}, "hcp", "bcc")


def unknown_basis(case):
    case.spec_fails({"lattice": "cc", "basis": {"wavelet": 3}}, "wavelet", "box")


def unknown_key(case):
    case.spec_fails({"lattice": "cc", "basis": LINEAR, "basiss": 1}, "basiss")


def missing_key(case):
    case.spec_fails({"lattice": "cc"}, "basis")


def broken_json(case):
    case.spec_fails('{"lattice": "cc", ', "spec.json", "json|parse")


def huge_integer(case):
    case.spec_fails('{"lattice": {"matrix": [[123456789012345678901234567890, 0], [0, 1]]}, "basis": {"box": [[1,0],[0,1]]}}',
                    "integer|large|range|123456789012345")


def negative_degree(case):
    case.spec_fails({"lattice": "cc", "basis": {"b_spline": -1}}, "-1", "degree")


def b_spline_on_bcc(case):
    result = case.run("analyze", case.write("spec.json", {"lattice": "bcc", "basis": {"b_spline": 1}}))
    expect(result.returncode in (WRONG_INPUT, UNSUPPORTED, DONE), f"exit code {result.returncode}")
    expect(result.returncode == DONE or result.stderr, "no message")


# Points.

def bad_points(case):
    case.fails(WRONG_INPUT, "1/0|zero", words=["basis", "cc/linear", "-"], stdin="1/0 0 0\n")
    points = case.write("points.txt", "0 0 0\n0 0\n")
    case.fails(WRONG_INPUT, "3", "line 2|:2", words=["basis", "cc/linear", points], streams=True)
    case.fails(WRONG_INPUT, "nan", words=["basis", "cc/linear", "-"], stdin="nan 0 0\n")
    case.fails(WRONG_INPUT, "gone.txt", words=["basis", "cc/linear", "gone.txt"])


def nan_points(case):
    """A point that is no number gives NaN, and the next one its value."""
    case.nrrd("volume.nrrd", data=FLOATS)
    case.write("points.txt", "nan 1 1\n1 1 1\ninf 0 0\n")
    output = case.succeeds("eval", "cc/linear", "--data", "volume.nrrd", "--points", "points.txt").stdout.lower().split()
    expect(len(output) == 3 and "nan" in output[0] and abs(float(output[1]) - 21) < 1e-4 and "nan" in output[2], f"{output}")


# Volumes.

def eval_fails(case, name, *needles):
    case.write("points.txt", "1 1 1\n")
    case.fails(WRONG_INPUT, re.escape(name), *needles, words=["eval", "cc/linear", "--data", name, "--points", "points.txt", "-o", "out.txt"])


def unreadable_path(case):
    eval_fails(case, "gone.nrrd")
    case.write("secret.nrrd", b"")
    os.chmod(case.folder / "secret.nrrd", 0)
    eval_fails(case, "secret.nrrd")
    (case.folder / "folder.nrrd").mkdir()
    eval_fails(case, "folder.nrrd")


def no_volume(case):
    eval_fails(case, case.write("noise.nrrd", os.urandom(300)))
    eval_fails(case, case.write("empty.nii", b""))
    eval_fails(case, case.write("noise.txt", "hello"))


def lying_nrrd(case):
    eval_fails(case, case.nrrd("short.nrrd", data=FLOATS[:100]))
    eval_fails(case, case.nrrd("sizes.nrrd", data=FLOATS, sizes="4 -4 4"))
    eval_fails(case, case.nrrd("zero.nrrd", data=FLOATS, sizes="4 0 4"))
    eval_fails(case, case.nrrd("dimension.nrrd", data=FLOATS, sizes="4 4"))
    eval_fails(case, case.nrrd("type.nrrd", data=FLOATS, kind="quaternion"))
    eval_fails(case, case.nrrd("huge.nrrd", data=FLOATS, sizes="3037000500 3037000500 3037000500"))
    eval_fails(case, case.nrrd("large.nrrd", data=FLOATS, sizes="100000 100000 100000"))


def truncated_gzip(case):
    packed = gzip.compress(os.urandom(64 * 4))
    eval_fails(case, case.nrrd("cut.nrrd", data=packed[: len(packed) // 2], encoding="gzip"))
    eval_fails(case, case.nrrd("mangled.nrrd", data=packed[:40] + b"\0" * 40 + packed[80:], encoding="gzip"))


def nifti(dim=(3, 4, 4, 4, 1, 1, 1, 1), datatype=16, bits=32, offset=352.0):
    header = bytearray(348)
    struct.pack_into("<i", header, 0, 348)
    struct.pack_into("<8h", header, 40, *dim)
    struct.pack_into("<hh", header, 70, datatype, bits)
    struct.pack_into("<8f", header, 76, 1, 1, 1, 1, 1, 1, 1, 1)
    struct.pack_into("<f", header, 108, offset)
    struct.pack_into("<f", header, 112, 1)
    header[344:348] = b"n+1\0"
    return bytes(header) + b"\0" * 4


def lying_nifti(case):
    case.write("good.nii", nifti() + FLOATS)
    case.write("points.txt", "1 1 1\n")
    case.succeeds("eval", "cc/linear", "--data", "good.nii", "--points", "points.txt")
    eval_fails(case, case.write("short.nii", nifti() + FLOATS[:100]))
    eval_fails(case, case.write("header.nii", nifti()[:200]))
    eval_fails(case, case.write("sizes.nii", nifti(dim=(3, 4, -4, 4, 1, 1, 1, 1)) + FLOATS))
    eval_fails(case, case.write("huge.nii", nifti(dim=(3, 32767, 32767, 32767, 1, 1, 1, 1)) + FLOATS))
    eval_fails(case, case.write("type.nii", nifti(datatype=9999) + FLOATS))
    packed = gzip.compress(nifti() + FLOATS)
    eval_fails(case, case.write("cut.nii.gz", packed[: len(packed) // 2]))


def wrong_dimension(case):
    case.nrrd("volume.nrrd", data=FLOATS)
    case.write("points.txt", "1 1\n")
    case.fails(WRONG_INPUT, "2|3", words=["eval", "z2/linear", "--data", "volume.nrrd", "--points", "points.txt"])


def wrong_lattice(case):
    """A volume on one lattice is not taken for a volume on another."""
    case.nrrd("volume.nrrd", data=FLOATS)
    case.write("points.txt", "1 1 1\n")
    case.fails(WRONG_INPUT, "volume.nrrd.* another lattice", words=["eval", "bcc/rdodec-linear", "--data", "volume.nrrd", "--points", "points.txt"])


def singular_prefilter(case):
    """The shifts of the Zwart-Powell element are linearly dependent: interpolation does not exist, and the message says where."""
    text = "NRRD0004\ntype: float\ndimension: 2\nsizes: 8 8\nendian: little\nencoding: raw\n\n"
    case.write("volume.nrrd", text.encode() + FLOATS)
    case.fails(UNSUPPORTED, "zp|symbol|zero|interpol",
               words=["prefilter", "z2/zp", "--data", "volume.nrrd", "--prefilter", "interpolate", "-o", "out.nrrd"])


# Output.

def full_disk(case):
    if not pathlib.Path("/dev/full").exists():
        print("skipped: no /dev/full here")
        sys.exit(1 if os.environ.get("CI") else SKIPPED)
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = case.run("list", stdout=full)
    expect(result.returncode == WRONG_INPUT, f"exit code {result.returncode}, expected 1")
    expect(re.search("space|write|output", result.stderr), "the message does not say that the output could not be written")


def unwritable_output(case):
    case.fails(WRONG_INPUT, "gone/plan.txt", words=["plan", "cc/linear", "-o", "gone/plan.txt"])
    (case.folder / "folder").mkdir()
    case.fails(WRONG_INPUT, "folder", words=["plan", "cc/linear", "-o", "folder"])
    case.fails(WRONG_INPUT, "gone/zp.svg", words=["analyze", "z2/zp", "--svg", "gone/zp.svg"])


def old_output_survives(case):
    """A command that fails leaves the file that stood there before."""
    case.write("out.txt", "old")
    eval_fails(case, case.nrrd("short.nrrd", data=FLOATS[:100]))
    expect((case.folder / "out.txt").read_text() == "old", "the old file is gone")


def interrupted(case):
    case.nrrd("volume.nrrd", data=FLOATS)
    case.stops("render", "cc/cubic", "--data", "volume.nrrd", "--dvr", "--density", "0.001", "--step", "0.0001", "--size", "1000x1000",
               "--supersampling", "8", "-o", "out.png")


def interrupted_analysis(case):
    case.stops("analyze", "d4/voronoi3", "--svg", "out.svg")


def tuning_of_an_unknown_space(case):
    case.fails(WRONG_INPUT, "cc/cubik", "cc/cubic", words=["tune", "cc/cubik", "--dry"])


def tuning_without_a_space(case):
    case.fails(USAGE, "spec", words=["tune"])


def interrupted_tuning(case):
    case.stops("tune", "bcc/voronoi3", "--seconds", "100", "--dry")


# Plans and targets.

def broken_plan(case):
    case.fails(WRONG_INPUT, "broken.plan", words=["compile", case.write("broken.plan", "latspline plan\nrubbish\n"), "--emit", "object", "-o", "."])


def unknown_target(case):
    case.fails(WRONG_INPUT, "vax", words=["compile", "cc/linear", "--target", "vax", "--emit", "llvm", "-o", "."])


def unknown_kind_of_output(case):
    case.fails(USAGE, "pdf", "object", words=["compile", "cc/linear", "--emit", "pdf", "-o", "."])


def output_of_another_target(case):
    case.fails(WRONG_INPUT, "ptx", "object", words=["compile", "cc/linear", "--emit", "ptx", "-o", "."])


def callback_for_webassembly(case):
    case.fails(UNSUPPORTED, "callback", "wasm32", "array", words=["compile", "cc/linear", "--target", "wasm32", "--fetch", "callback", "-o", "."])


def lanes_of_a_grid(case):
    case.fails(UNSUPPORTED, "lanes", "nvptx64", words=["compile", "cc/linear", "--target", "nvptx64", "--lanes", "4", "-o", "."])


CASES = {name: function for name, function in list(globals().items())
         if callable(function) and getattr(function, "__code__", None) and function.__code__.co_varnames[:1] == ("case",)
         and function.__code__.co_argcount == 1}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("case", nargs="?", choices=CASES)
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(CASES))
        return
    if arguments.case is None or arguments.program is None:
        parser.error("--program and a case, or --list")
    with tempfile.TemporaryDirectory() as folder:
        CASES[arguments.case](Case(arguments.program.resolve(), folder))


if __name__ == "__main__":
    main()
