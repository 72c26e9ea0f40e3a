#!/usr/bin/env python3
"""Draws a sweep in the form of the paper's figures: time per point by group size, a line per pipeline depth, solid with branches, dashed without.

usage: plot_sweep.py SWEEP.jsonl PICTURE [random|rays] [LANES] [STRATEGY]     (PICTURE ends in .png or .svg; needs matplotlib)
STRATEGY: fold (default) or table, where a space has rows of both.
LANES: 1 (default) for kernels of single points, as the paper's, 0 for full vectors.
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

COLORS = {1: "#56B4E9", 2: "#009E73", 4: "#E69F00", 0: "#D55E00"}


def main():
    source, picture, *rest = sys.argv[1:]
    points = rest[0] if rest else "random"
    lanes = int(rest[1]) if len(rest) > 1 else 1
    with open(source, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    strategy = rest[2] if len(rest) > 2 else "fold"
    rows = [row for row in rows if row["lanes"] == lanes]
    both = {row["space"] for row in rows if row["strategy"] == strategy}
    rows = [row for row in rows if row["strategy"] == strategy or row["space"] not in both]
    spaces = list(dict.fromkeys(row["space"] for row in rows))
    columns = 4
    height = -(-len(spaces) // columns)
    plt.rcParams.update({"svg.hashsalt": "latspline", "font.size": 8, "axes.spines.top": False, "axes.spines.right": False})
    figure, panels = plt.subplots(height, columns, figsize=(3.1 * columns, 2.5 * height), layout="constrained", squeeze=False)
    for panel in panels.flat[len(spaces):]:
        panel.axis("off")
    for space, panel in zip(spaces, panels.flat):
        chosen = [row for row in rows if row["space"] == space]
        sizes = sorted({row["group_size"] for row in chosen if row["form"] == "horner"}, key=lambda m: m or 10**6)
        place = {m: k for k, m in enumerate(sizes)}
        for branches, style in ((True, "-"), (False, "--")):
            for multiple, color in COLORS.items():
                line = []
                for row in chosen:
                    m, d = row["group_size"], row["pipeline_depth"]
                    wanted = d == m * multiple if multiple and m else d == 0
                    if row["form"] == "horner" and row["branches"] == branches and wanted and m in place:
                        line.append((place[m], row[points + "_ns"]))
                line.sort()
                if not line:
                    continue
                x = [entry[0] for entry in line]
                panel.plot(x, [entry[1][1] for entry in line], style, marker="o", ms=3, color=color, lw=1.2)
                panel.fill_between(x, [entry[1][0] for entry in line], [entry[1][2] for entry in line], color=color, alpha=0.12, lw=0)
            for row in chosen:
                if row["form"] == "auto" and row["branches"] == branches:
                    panel.axhline(row[points + "_ns"][1], color="#000000", ls=style, lw=0.9)
        panel.set_xticks(range(len(sizes)), [str(m) if m else "all" for m in sizes])
        panel.set_title(f"{space} (sites: {chosen[0]['sites']}, sub-regions: {chosen[0]['reference_subregions']})", fontsize=8)
        panel.set_xlabel("group size m")
        panel.set_ylim(bottom=0)
        panel.grid(alpha=0.3)
    for row in panels:
        row[0].set_ylabel("ns per point")
    handles = [plt.Line2D([], [], color=color, marker="o", ms=3, label=f"depth {multiple} m" if multiple else "depth: all") for multiple, color in COLORS.items()]
    handles += [plt.Line2D([], [], color="#555555", ls="-", label="branches"), plt.Line2D([], [], color="#555555", ls="--", label="predicated"),
                plt.Line2D([], [], color="#000000", lw=0.9, label="weights shared or separable")]
    figure.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), ncol=4, frameon=False)
    figure.savefig(picture, dpi=110, bbox_inches="tight", **({"metadata": {"Date": None}} if picture.endswith(".svg") else {}))


main()
