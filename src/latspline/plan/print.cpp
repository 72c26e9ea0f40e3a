#include <array>
#include <charconv>
#include <cmath>
#include <concepts>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"
#include "latspline/plan/plan.h"
#include "latspline/plan/plan_text.h"

namespace latspline {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result.append(1, '\\').append(1, c);
    } else if (byte < 0x20 || byte == 0x7f) {
      result.append("\\x").append(1, "0123456789abcdef"[byte >> 4]).append(1, "0123456789abcdef"[byte & 15]);
    } else {
      result.append(1, c);
    }
  }
  return result.append(1, '"');
}

std::string hex_float(double value) {
  std::array<char, 40> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::hex);
  LATSPLINE_ASSERT(error == std::errc());
  std::string text = std::signbit(value) ? "-" : "";
  return text.append(std::isfinite(value) ? "0x" : "").append(buffer.data(), end);
}

/// Writes lines of words.
class Writer {
 public:
  explicit Writer(std::string& text) : text_(text) {}

  template <typename... Words>
  void line(int indent, std::string_view keyword, const Words&... words) {
    text_.append(static_cast<std::size_t>(2 * indent), ' ').append(keyword);
    (word(words), ...);
    text_ += '\n';
  }

 private:
  void word(std::string_view value) { text_.append(1, ' ').append(value); }
  void word(const char* value) { word(std::string_view(value)); }
  void word(const std::string& value) { word(std::string_view(value)); }
  void word(std::integral auto value) { word(std::to_string(value)); }
  void word(const Rational& value) { word(value.to_string()); }
  template <typename Value>
  void word(const std::vector<Value>& values) {
    for (const Value& value : values) word(value);
  }

  std::string& text_;
};

void print_program(Writer& out, std::string_view name, const WeightProgram& program) {
  if (program == WeightProgram{}) return;
  LATSPLINE_ASSERT(program.quantized.empty() || program.quantized.size() == program.constants.size());
  out.line(1, "program", name);
  for (std::size_t i = 0; i < program.constants.size(); ++i) {
    if (program.quantized.empty()) {
      out.line(2, "constant", program.constants[i]);
    } else {
      out.line(2, "constant", program.constants[i], hex_float(program.quantized[i]));
    }
  }
  const auto value = [](auto index) { return std::string(1, 'v').append(std::to_string(index)); };
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const auto& [op, a, b, c] = program.code[i];
    const std::string result = value(i);
    switch (op) {
      case Op::constant:
      case Op::coordinate:
      case Op::coefficient:
        out.line(2, result, "=", to_string(op), a);
        break;
      case Op::negate:
        out.line(2, result, "=", to_string(op), value(a));
        break;
      case Op::add:
      case Op::subtract:
      case Op::multiply:
        out.line(2, result, "=", to_string(op), value(a), value(b));
        break;
      case Op::fma:
        out.line(2, result, "=", to_string(op), value(a), value(b), value(c));
        break;
    }
  }
  std::vector<std::string> outputs;
  for (const std::int32_t output : program.outputs) outputs.push_back(value(output));
  out.line(2, "outputs", outputs);
}

void print_reference(Writer& out, std::size_t number, const ReferenceSubregion& reference) {
  out.line(0, "reference", number);
  out.line(1, "interior_point", reference.interior_point);
  for (const Vector& vertex : reference.vertices) out.line(1, "vertex", vertex);
  for (const IntVector& site : reference.sites) out.line(1, "site", site);
  for (const Polynomial& weight : reference.weights) out.line(1, "weight", weight.to_string());
  if (!reference.coset.empty()) out.line(1, "coset", reference.coset);
  for (const IntVector& step : reference.step) out.line(1, "step", step);
  if (!reference.group_begin.empty()) out.line(1, "group_begin", reference.group_begin);
  print_program(out, "value", reference.value);
  print_program(out, "value_and_gradient", reference.value_and_gradient);
  print_program(out, "value_gradient_and_hessian", reference.value_gradient_and_hessian);
}

}  // namespace

std::string_view to_string(Op op) {
  switch (op) {
    case Op::constant:
      return "constant";
    case Op::coordinate:
      return "coordinate";
    case Op::coefficient:
      return "coefficient";
    case Op::add:
      return "add";
    case Op::subtract:
      return "subtract";
    case Op::multiply:
      return "multiply";
    case Op::negate:
      return "negate";
    case Op::fma:
      return "fma";
  }
  throw InternalError("unknown operation of a weight program");
}

std::string_view to_string(RoundingKind kind) {
  switch (kind) {
    case RoundingKind::voronoi_cosets:
      return "voronoi_cosets";
    case RoundingKind::parallelepiped:
      return "parallelepiped";
  }
  throw InternalError("unknown kind of rounding");
}

std::string_view to_string(Separable separable) {
  switch (separable) {
    case Separable::automatic:
      return "auto";
    case Separable::off:
      return "off";
  }
  throw InternalError("unknown choice of separable evaluation");
}

std::string_view to_string(Fetch fetch) {
  switch (fetch) {
    case Fetch::array:
      return "array";
    case Fetch::callback:
      return "callback";
  }
  throw InternalError("unknown way to fetch");
}

std::string_view to_string(Bin bin) {
  switch (bin) {
    case Bin::automatic:
      return "auto";
    case Bin::on:
      return "on";
    case Bin::off:
      return "off";
  }
  throw InternalError("unknown choice of bins");
}

std::string_view to_string(Layout layout) {
  switch (layout) {
    case Layout::automatic:
      return "auto";
    case Layout::points:
      return "points";
    case Layout::sites:
      return "sites";
  }
  throw InternalError("unknown layout");
}

std::string_view to_string(Scalar scalar) {
  switch (scalar) {
    case Scalar::f32:
      return "f32";
    case Scalar::f64:
      return "f64";
  }
  throw InternalError("unknown scalar");
}

std::string_view to_string(Boundary boundary) {
  switch (boundary) {
    case Boundary::automatic:
      return "auto";
    case Boundary::zero:
      return "zero";
    case Boundary::clamp:
      return "clamp";
    case Boundary::mirror:
      return "mirror";
    case Boundary::periodic:
      return "periodic";
    case Boundary::value:
      return "value";
  }
  throw InternalError("unknown boundary rule");
}

std::string print_plan_body(const Plan& plan) {
  std::string text;
  Writer out(text);
  out.line(0, "space", hex64(plan.space));
  out.line(0, "dimension", plan.dimension);
  out.line(0, "options");
  out.line(1, "scalar", to_string(plan.options.scalar));
  out.line(1, "boundary", to_string(plan.options.boundary));
  out.line(1, "group_size", plan.options.group_size);
  out.line(1, "pipeline_depth", plan.options.pipeline_depth);
  out.line(1, "branches", plan.options.branches ? "on" : "off");
  if (plan.options.lanes == 0)
    out.line(1, "lanes", "auto");
  else
    out.line(1, "lanes", plan.options.lanes);
  out.line(1, "fetch", to_string(plan.options.fetch));
  out.line(1, "layout", to_string(plan.options.layout));
  out.line(1, "bin", to_string(plan.options.bin));
  out.line(1, "separable", to_string(plan.options.separable));
  out.line(1, "shared", plan.options.shared ? "auto" : "off");
  out.line(1, "strategy", to_string(plan.options.strategy));
  out.line(1, "hessian", plan.options.hessian ? "on" : "off");
  out.line(1, "reflect", plan.options.reflect_axes ? "on" : "off");
  out.line(0, "cosets");
  out.line(1, "period", plan.cosets.period);
  for (const IntVector& offset : plan.cosets.offsets) out.line(1, "offset", offset);
  out.line(1, "key_axes", plan.cosets.key_axes);
  out.line(1, "table", plan.cosets.table);
  out.line(0, "reach", plan.reach);
  out.line(0, "axis_mirror", plan.axis_mirror);
  for (const IntVector& shift : plan.shifts) out.line(0, "shift", shift);
  out.line(0, "rounding", to_string(plan.rounding.kind));
  out.line(1, "center", plan.rounding.center);
  if (!plan.rounding.period.empty()) out.line(1, "period", plan.rounding.period);
  for (const IntVector& offset : plan.rounding.offsets) out.line(1, "offset", offset);
  for (const IntVector& row : plan.rounding.edges) out.line(1, "edges_row", row);
  for (const Vector& row : plan.rounding.edges_inverse) out.line(1, "edges_inverse_row", row);
  out.line(0, "fold");
  for (const Reflection& reflection : plan.fold) {
    out.line(1, "reflection", reflection.functional, "direction", reflection.direction);
  }
  for (const IntVector& base : plan.bases) out.line(1, "base", base);
  if (plan.stride_scale != 1) out.line(1, "stride_scale", plan.stride_scale);
  out.line(0, "index", "modulus", plan.index.modulus);
  for (const IndexPlane& plane : plan.index.planes)
    out.line(1, "plane", plane.normal, ">=", plane.offset, "weight", plane.weight);
  out.line(1, "table", plan.index.table);
  for (const Transform& transform : plan.transforms) {
    out.line(0, "transform");
    for (int i = 0; i < transform.linear.rows(); ++i) out.line(1, "linear_row", transform.linear.row(i));
    out.line(1, "shift", transform.shift);
    out.line(1, "site_shift", transform.site_shift);
  }
  for (const Placement& placement : plan.placements)
    out.line(0, "subregion", "reference", placement.reference, "transform", placement.transform);
  for (std::size_t i = 0; i < plan.references.size(); ++i) print_reference(out, i, plan.references[i]);
  if (plan.quantization) out.line(0, "coefficient_error", hex_float(plan.quantization->coefficient_error));
  out.line(0, "end");
  return text;
}

std::string print_plan(const Plan& plan) {
  std::string text(plan_text_header);
  text.append("\nspace_name ").append(quoted(plan.space_name)).append("\n");
  return text.append(print_plan_body(plan));
}

}  // namespace latspline
