// Evaluates a kernel compiled for WebAssembly, in node or a browser:
//
//     latspline compile bcc/rdodec-linear --target wasm32 --function bcc_linear -o out
//     node examples/evaluate.mjs out
//
// In a browser: `await load(fetch("bcc_linear.wasm"))`. The samples of a linear box spline are its coefficients, so nothing has to be filtered here.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2] ?? "out");

// [kernel]
const { load, space } = await import(pathToFileURL(`${folder}/bcc_linear.mjs`));
const kernel = await load(readFile(`${folder}/bcc_linear.wasm`));

// f(x, y, z) = 1 + 2x + 4y + 6z on the sites of 8 x 8 x 8 pairs: axis 0 fastest, coset slowest.
const extent = [8, 8, 8];
const samples = [];
for (const offset of space.offsets) {
  for (let z = 0; z < 8; ++z) {
    for (let y = 0; y < 8; ++y) {
      for (let x = 0; x < 8; ++x) {
        samples.push(1 + 2 * (2 * x + offset[0]) + 4 * (2 * y + offset[1]) + 6 * (2 * z + offset[2]));
      }
    }
  }
}
const volume = kernel.volume(extent, samples);
const { values, gradients } = volume.evaluate([5.25, 7.5, 6.125], { gradients: true });
console.log(`f = ${values[0]}, gradient = (${[...gradients].join(", ")})`);
// [/kernel]
