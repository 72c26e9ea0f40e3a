// Evaluates a kernel compiled for WebAssembly through its wrapper. Arguments: a folder with kernel.mjs, kernel.wasm, coefficients and points (doubles), then the extents.
// Writes `output` there: values; values and gradients of a second call (doubles).
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...extents] = process.argv.slice(2);
const bytes = (name) => readFileSync(`${folder}/${name}`);
const doubles = (name) => {
  const read = bytes(name);
  return new Float64Array(read.buffer.slice(read.byteOffset, read.byteOffset + read.byteLength));
};
const { load, space } = await import(pathToFileURL(`${folder}/kernel.mjs`));
const kernel = await load(bytes("kernel.wasm"));
const volume = kernel.volume(extents.map(Number), doubles("coefficients"));
const alone = volume.evaluate(doubles("points"));
const both = volume.evaluate(doubles("points"), { gradients: true });
writeFileSync(`${folder}/output`, new Uint8Array(Float64Array.from([...alone.values, ...both.values, ...both.gradients]).buffer));

const long = 2 ** Math.ceil(33 / extents.length); // sites along an axis of more than a wasm32 memory holds

// What is wrong is refused, with what would be accepted.
const refusals = [
  [() => kernel.volume(extents.map(() => 0), []), /accepted: \d positive integers/],
  [() => kernel.volume(extents.map(Number), [1]), /^1 coefficients; accepted: \d+/],
  [() => kernel.volume([...extents.map(Number), 2], []), /accepted: \d positive integers/],
  [() => kernel.volume(extents.map(() => long), { length: space.offsets.length * long ** extents.length }), /accepted: at most 4294967296/],
  [() => volume.evaluate(new Array(space.dimension + 1).fill(0)), space.dimension > 1 ? /accepted: a multiple of/ : null],
  [() => volume.evaluate([], { hessians: true }), /accepted: one made with --hessian/],
];
for (const [attempt, message] of refusals) {
  if (message === null) continue;
  let said = "";
  try {
    attempt();
  } catch (error) {
    said = error.message;
  }
  if (!message.test(said)) throw new Error(`${attempt} said "${said}"; expected ${message}`);
}
