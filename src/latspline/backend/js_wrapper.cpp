#include "latspline/backend/js_wrapper.h"

#include <cstddef>
#include <nlohmann/json.hpp>

#include "latspline/base/hash.h"

namespace latspline::backend {
namespace {

/// The members of latspline_volume that the wrapper writes. Up to the pointer `coefficients` the two layouts agree, and what follows a pointer is a multiple of
/// eight bytes away in both.
nlohmann::ordered_json volume_offsets() {
  return {{"abiVersion", offsetof(latspline_volume, abi_version)},
          {"dimension", offsetof(latspline_volume, dimension)},
          {"cosetCount", offsetof(latspline_volume, coset_count)},
          {"scalar", offsetof(latspline_volume, scalar)},
          {"boundary", offsetof(latspline_volume, boundary)},
          {"content", offsetof(latspline_volume, content)},
          {"space", offsetof(latspline_volume, space)},
          {"coefficients", offsetof(latspline_volume, coefficients)},
          {"stride", offsetof(latspline_volume, stride)},
          {"cosetStride", offsetof(latspline_volume, coset_stride)},
          {"extent", offsetof(latspline_volume, extent)},
          {"padding", offsetof(latspline_volume, padding)},
          {"top", offsetof(latspline_volume, top)},
          {"wrap", offsetof(latspline_volume, wrap)},
          {"lower", offsetof(latspline_volume, lower)},
          {"upper", offsetof(latspline_volume, upper)},
          {"outsideValue", offsetof(latspline_volume, outside_value)},
          {"size", sizeof(latspline_volume)}};
}

constexpr std::string_view body = R"js(
const SCALAR = { f32: { bytes: 4, Array: Float32Array }, f64: { bytes: 8, Array: Float64Array } }[space.scalar];
const STATUS = ["ok", "ABI mismatch", "dimension mismatch", "space mismatch", "scalar mismatch", "boundary mismatch",
  "samples in place of coefficients", "null argument", "not built with Hessians"];
const PAGE = 65536;
const BATCH = 4096; // points evaluated by one call

const modulo = (a, b) => a - Math.floor(a / b) * b;
const aligned = (bytes) => Math.ceil(bytes / 64) * 64;

/**
 * Where the coefficient at index i along `axis` of coset k comes from, in [0, extent); -1 where it is the constant of the boundary rule.
 */
function sourceIndex(axis, k, i, extent, top) {
  if (i >= 0 && i < extent) return i;
  switch (space.boundary) {
    case "clamp":
      return Math.min(Math.max(i, 0), extent - 1);
    case "periodic":
      return modulo(i, extent);
    case "mirror": {
      if (top === 0) return 0;
      const n = modulo(space.period[axis] * i + space.offsets[k][axis], 2 * top);
      return (Math.min(n, 2 * top - n) - space.offsets[k][axis]) / space.period[axis];
    }
    default:
      return -1;
  }
}

/** Padding, strides and limits of a volume: see abi/kernel_abi.h of latspline. */
function layOut(extent) {
  const axes = extent.map((count, j) => {
    const period = space.period[j];
    const reach = space.reach[j];
    const largest = Math.max(...space.offsets.map((offset) => offset[j]));
    const top = period * (count - 1) + largest;
    const limits = {
      zero: [-reach, top + reach, 0],
      value: [-reach, top + reach, 0],
      clamp: [-reach - period, top + reach + period, period],
      mirror: [0, top, 2 * top],
      periodic: [0, period * count, period * count],
    }[space.boundary];
    const lower = limits[0] - 1e-3;
    const upper = limits[1] + 1e-3;
    const first = Math.ceil((lower - (reach + 1) - largest) / period);
    const last = Math.floor((upper + (reach + 1)) / period);
    return { extent: count, top, lower, upper, wrap: limits[2], padding: Math.max(-first, last - (count - 1), 0), stride: 0 };
  });
  let stride = 1;
  let origin = 0;
  for (const axis of axes) {
    axis.stride = stride;
    origin += stride * axis.padding;
    stride *= axis.extent + 2 * axis.padding;
  }
  return { axes, origin, cosetStride: stride, elements: stride * space.offsets.length };
}

/** Coefficients in the memory of a kernel's instance. */
export class Volume {
  #instance;
  #view; // address of the latspline_volume
  #batch; // address of the points and results of one call

  constructor(module, extent, coefficients, outsideValue) {
    const layout = layOut(extent);
    this.#instance = new WebAssembly.Instance(module, {});
    const { memory, __heap_base: heap } = this.#instance.exports;
    const s = space.dimension;
    const results = 1 + s + (space.hessian ? (s * (s + 1)) / 2 : 0);
    this.#view = aligned(heap.value);
    const storage = aligned(this.#view + VOLUME.size);
    this.#batch = aligned(storage + layout.elements * SCALAR.bytes);
    const bytes = this.#batch + BATCH * (s + results) * SCALAR.bytes;
    if (bytes > 65536 * PAGE) {
      throw new RangeError(`extents ${extent.join(" x ")} take ${bytes} bytes with padding; accepted: at most ${65536 * PAGE}`);
    }
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    this.#fill(layout, new SCALAR.Array(memory.buffer, storage, layout.elements), coefficients, outsideValue);
    this.#describe(layout, storage, outsideValue);
  }

  #fill(layout, storage, coefficients, outsideValue) {
    const { axes } = layout;
    const row = axes[0];
    const length = row.extent + 2 * row.padding;
    let rows = 1;
    for (const axis of axes.slice(1)) rows *= axis.extent + 2 * axis.padding;
    let plane = 1;
    for (const axis of axes) plane *= axis.extent;
    for (let k = 0; k < space.offsets.length; ++k) {
      const sources = axes.map((axis, j) => Array.from({ length: axis.extent + 2 * axis.padding },
        (_, i) => sourceIndex(j, k, i - axis.padding, axis.extent, axis.top)));
      for (let r = 0; r < rows; ++r) {
        let rest = r;
        let from = k * plane;
        let step = row.extent;
        let inside = true;
        for (let j = 1; j < axes.length; ++j) {
          const padded = axes[j].extent + 2 * axes[j].padding;
          const source = sources[j][rest % padded];
          inside &&= source >= 0;
          from += source * step;
          step *= axes[j].extent;
          rest = Math.floor(rest / padded);
        }
        const begin = k * layout.cosetStride + r * length;
        for (let i = 0; i < length; ++i) {
          const source = sources[0][i];
          storage[begin + i] = inside && source >= 0 ? coefficients[from + source] : outsideValue;
        }
      }
    }
  }

  #describe(layout, storage, outsideValue) {
    const view = new DataView(this.#instance.exports.memory.buffer, this.#view, VOLUME.size);
    const word = (name, value) => view.setUint32(VOLUME[name], value, true);
    const long = (name, j, value) => view.setBigInt64(VOLUME[name] + 8 * j, BigInt(value), true);
    const real = (name, j, value) => view.setFloat64(VOLUME[name] + 8 * j, value, true);
    word("abiVersion", NUMBERS.abiVersion);
    word("dimension", space.dimension);
    word("cosetCount", space.offsets.length);
    word("scalar", NUMBERS.scalar);
    word("boundary", NUMBERS.boundary);
    word("content", NUMBERS.coefficients);
    view.setBigUint64(VOLUME.space, space.identity, true);
    word("coefficients", storage + layout.origin * SCALAR.bytes);
    long("cosetStride", 0, layout.cosetStride);
    layout.axes.forEach((axis, j) => {
      for (const name of ["stride", "extent", "padding"]) long(name, j, axis[name]);
      for (const name of ["top", "wrap", "lower", "upper"]) real(name, j, axis[name]);
    });
    real("outsideValue", 0, outsideValue);
  }

  /**
   * f at points x y z x y z .. in lattice coordinates: an array of values, and one of gradients (dimension each) or packed Hessians (dimension (dimension + 1) / 2
   * each) where asked for. A coordinate that is NaN or infinite gives NaN.
   */
  evaluate(points, { gradients = false, hessians = false } = {}) {
    const s = space.dimension;
    if (points.length % s !== 0) throw new RangeError(`${points.length} coordinates of points; accepted: a multiple of ${s}`);
    if (hessians && !space.hessian) throw new RangeError("the kernel was made without Hessians; accepted: one made with --hessian");
    const count = points.length / s;
    const sizes = { values: 1, gradients: gradients ? s : 0, hessians: hessians ? (s * (s + 1)) / 2 : 0 };
    const result = {};
    for (const [name, size] of Object.entries(sizes)) if (size > 0) result[name] = new SCALAR.Array(count * size);
    const { memory, [FUNCTION]: kernel } = this.#instance.exports;
    const input = new SCALAR.Array(memory.buffer, this.#batch, BATCH * s);
    for (let begin = 0; begin < count; begin += BATCH) {
      const some = Math.min(BATCH, count - begin);
      for (let i = 0; i < some * s; ++i) input[i] = points[begin * s + i];
      const address = {};
      let next = this.#batch + BATCH * s * SCALAR.bytes;
      for (const [name, size] of Object.entries(sizes)) {
        address[name] = size > 0 ? next : 0;
        next += BATCH * size * SCALAR.bytes;
      }
      const status = kernel(this.#view, this.#batch, BigInt(s), 1n, BigInt(some), address.values, address.gradients, address.hessians);
      if (status !== 0) throw new Error(`kernel ${FUNCTION}: ${STATUS[status] ?? `status ${status}`}`);
      for (const [name, size] of Object.entries(sizes)) {
        if (size > 0) result[name].set(new SCALAR.Array(memory.buffer, address[name], some * size), begin * size);
      }
    }
    return result;
  }
}

export class Kernel {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /**
   * Coefficients (not samples, unless the basis interpolates) on extent[0] x extent[1] x .. sites of each coset: axis 0 fastest, coset slowest; the site at index i of
   * coset k is period[j] i[j] + offsets[k][j]. They are copied. outsideValue is the constant of the boundary rule "value".
   */
  volume(extent, coefficients, outsideValue = 0) {
    if (extent.length !== space.dimension || extent.some((count) => !Number.isInteger(count) || count < 1)) {
      throw new RangeError(`extents ${extent.join(" x ")}; accepted: ${space.dimension} positive integers`);
    }
    const expected = extent.reduce((product, count) => product * count, space.offsets.length);
    if (coefficients.length !== expected) {
      throw new RangeError(`${coefficients.length} coefficients; accepted: ${expected} (cosets x product of extents)`);
    }
    if (!Number.isFinite(outsideValue)) throw new RangeError(`outside value ${outsideValue}; accepted: a finite number`);
    return new Volume(this.#module, extent, coefficients, space.boundary === "value" ? outsideValue : 0);
  }
}

/** The kernel of a compiled module: its bytes (ArrayBuffer or typed array), or a promise of a Response that brings them. */
export async function load(source) {
  const given = await source;
  const bytes = typeof Response !== "undefined" && given instanceof Response ? await given.arrayBuffer() : given;
  return new Kernel(await WebAssembly.compile(bytes));
}
)js";

}  // namespace

std::string js_wrapper(const Plan& plan, const std::string& function) {
  const auto number = [](double value) { return nlohmann::ordered_json(value).dump(); };
  std::string reach;
  for (const Rational& entry : plan.reach) reach += (reach.empty() ? "" : ", ") + number(entry.to_double());
  std::string text =
      "// A kernel that latspline generated, for WebAssembly: lays out coefficients in its memory and evaluates.\n\n";
  text += "/** The spline space, the scalar type and the boundary rule that the kernel was made for. */\n";
  text += "export const space = Object.freeze({\n";
  const auto member = [&](const char* name, const std::string& value) {
    text += "  " + std::string(name) + ": " + value + ",\n";
  };
  member("name",
         nlohmann::ordered_json(plan.space_name).dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  member("identity", "0x" + hex64(plan.space) + "n");
  member("dimension", std::to_string(plan.dimension));
  member("period", nlohmann::ordered_json(plan.cosets.period).dump());
  member("offsets", nlohmann::ordered_json(plan.cosets.offsets).dump());
  member("reach", "[" + reach + "]");
  member("scalar", "\"" + std::string(to_string(plan.options.scalar)) + "\"");
  member("boundary", "\"" + std::string(to_string(plan.options.boundary)) + "\"");
  member("hessian", plan.options.hessian ? "true" : "false");
  text += "});\n\n";
  text += "const FUNCTION = \"" + function + "\";\n";
  const nlohmann::ordered_json numbers = {
      {"abiVersion", LATSPLINE_ABI_VERSION},
      {"scalar", plan.options.scalar == Scalar::f32 ? LATSPLINE_F32 : LATSPLINE_F64},
      {"boundary", static_cast<int>(plan.options.boundary)},
      {"coefficients", LATSPLINE_COEFFICIENTS}};
  text += "const NUMBERS = " + numbers.dump() + ";\n";
  text += "const VOLUME = " + volume_offsets().dump() + ";\n";
  text += body;
  return text;
}

}  // namespace latspline::backend
