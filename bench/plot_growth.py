#!/usr/bin/env python3
"""Draws how the time of the analysis grows, from the CSV of bench_analysis_growth, and prints the table of docs/analysis-times.md.

usage: plot_growth.py GROWTH.csv PICTURE.svg > table.md     (needs matplotlib)
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def main():
    source, picture = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for key in row:
            if key not in ("family", "space"):
                row[key] = float(row[key])
    plt.rcParams.update({"svg.hashsalt": "latspline", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    figure, (directions, dimension, terms) = plt.subplots(1, 3, figsize=(12, 3.8), layout="constrained")

    for prefix, label, marker in (("z2+", "box splines on Z$^2$", "o"), ("z3+", "box splines on Z$^3$", "s")):
        chosen = [row for row in rows if row["family"] == "directions" and row["space"].startswith(prefix)]
        directions.semilogy([row["directions"] for row in chosen], [row["median"] for row in chosen], marker=marker, label=label)
    directions.set(xlabel="directions", ylabel="seconds", title="Number of directions")

    for names, label, marker in ((("z1/linear", "z2/linear", "cc/linear", "z4/linear", "z5/linear", "z6/linear"), "Z$^s$, linear", "o"),
                                 (("z1/cubic", "z2/cubic", "cc/cubic", "z4/cubic"), "Z$^s$, cubic", "s"),
                                 (("hex/linear", "bcc/rdodec-linear", "a4s/linear", "a5s/linear", "a6s/linear"), "A$_s^*$, linear", "^")):
        chosen = [row for name in names for row in rows if row["family"] == "dimension" and row["space"] == name]
        dimension.semilogy([row["dimension"] for row in chosen], [row["median"] for row in chosen], marker=marker, label=label)
    dimension.set(xlabel="dimension s", title="Dimension")

    chosen = [row for row in rows if row["family"] == "catalogue"]
    for voronoi, label, marker in ((False, "box splines", "o"), (True, "Voronoi splines", "s")):
        part = [row for row in chosen if ("voronoi" in row["space"]) == voronoi]
        terms.loglog([row["pieces"] / row["subregions"] * row["sites"] for row in part], [row["median"] for row in part], marker, ms=4, ls="", label=label)
    terms.set(xlabel="pieces of the chamber $\\times$ sites", title="Sub-regions, whole catalogue")
    for axes in (directions, dimension, terms):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.savefig(picture, metadata={"Date": None})

    print("| space | dimension | degree | group | sub-regions | pieces | sites, all sub-regions | terms | seconds | peak MiB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in sorted(chosen, key=lambda row: -row["median"]):
        if row["median"] < 0.01:
            continue
        print("| " + " | ".join([row["space"], *(f"{row[key]:.0f}" for key in ("dimension", "degree", "group", "subregions", "pieces", "sites", "terms")),
                                 f"{row['median']:.2g}" if row["median"] < 10 else f"{row['median']:.0f}", f"{row['peak_mib']:.0f}"]) + " |")
    total = sum(row["median"] for row in chosen)
    print(f"\nTotal {total:.1f} s; without d4/voronoi3 {total - sum(row['median'] for row in chosen if row['space'] == 'd4/voronoi3'):.1f} s.")


main()
