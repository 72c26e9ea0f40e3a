#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "latspline/base/error.h"
#include "latspline/plan/plan.h"
#include "latspline/plan/plan_text.h"

// The text holds no counts: a list is as long as its lines, so what is allocated is bounded by the text's own length.

namespace latspline {

namespace {

using Words = std::span<const std::string_view>;

std::string shown(std::string_view text) {
  constexpr std::size_t limit = 50;
  std::string result = "'";
  result.append(text.substr(0, limit)).append(text.size() > limit ? "...'" : "'");
  return result;
}

/// The words of one line after another; blank lines and lines that begin with # are skipped.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) { advance(); }

  bool at_end() const { return words_.empty(); }
  std::string_view keyword() const { return words_.empty() ? std::string_view() : words_.front(); }
  std::string_view line() const { return line_; }
  bool starts_with(std::string_view keyword) const { return !words_.empty() && words_.front() == keyword; }

  /// The words after the keyword, and on to the next line.
  std::vector<std::string_view> take(std::string_view keyword) {
    if (!starts_with(keyword)) fail("a line '" + std::string(keyword) + " ..'");
    std::vector<std::string_view> words(words_.begin() + 1, words_.end());
    advance();
    return words;
  }

  /// All words of the line, and on to the next.
  std::vector<std::string_view> take() {
    std::vector<std::string_view> words = std::move(words_);
    advance();
    return words;
  }

  /// Complains about the line that is to be read next.
  [[noreturn]] void fail(const std::string& expected) const {
    complain(number_, at_end() ? std::string("the end") : shown(line_), expected);
  }
  /// Complains about a word of the line read last.
  [[noreturn]] void fail_word(std::string_view word, const std::string& expected) const {
    complain(last_number_, shown(word), expected);
  }

  int last_number() const { return last_number_; }

 private:
  [[noreturn]] static void complain(int number, const std::string& found, const std::string& expected) {
    throw InputError("plan, line " + std::to_string(number) + ": found " + found + ", expected " + expected);
  }

  void advance() {
    last_number_ = number_;
    words_.clear();
    while (!rest_.empty() && words_.empty()) {
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
      ++number_;
      constexpr std::string_view blanks = " \t\r";
      const std::size_t first = line_.find_first_not_of(blanks);
      line_ = first == std::string_view::npos ? std::string_view()
                                              : line_.substr(first, line_.find_last_not_of(blanks) - first + 1);
      if (line_.empty() || line_.front() == '#') continue;
      for (std::size_t begin = 0; begin != std::string_view::npos;) {
        const std::size_t stop = line_.find_first_of(blanks, begin);
        words_.push_back(line_.substr(begin, stop == std::string_view::npos ? stop : stop - begin));
        begin = line_.find_first_not_of(blanks, stop);
      }
    }
    if (words_.empty()) ++number_;  // the end is one past the last line
  }

  std::string_view rest_;
  std::string_view line_;
  std::vector<std::string_view> words_;
  int number_ = 0;
  int last_number_ = 0;
};

class PlanParser {
 public:
  explicit PlanParser(std::string_view text) : in_(text) {}

  Plan parse() {
    if (in_.line() != plan_text_header) in_.fail("'" + std::string(plan_text_header) + "'");
    in_.take();
    plan_.space_name = unquoted();
    plan_.space = hex(single("space"));
    plan_.dimension = number<int>(single("dimension"), 1, max_dimension);
    options();
    cosets();
    plan_.reach = rationals(in_.take("reach"));
    plan_.axis_mirror = number<std::uint32_t>(single("axis_mirror"), 0, (1 << max_dimension) - 1);
    while (in_.starts_with("shift")) plan_.shifts.push_back(site(in_.take("shift")));
    rounding();
    fold();
    index();
    transforms();
    while (in_.starts_with("reference")) reference();
    if (in_.starts_with("coefficient_error")) {
      plan_.quantization = Quantization{};
      plan_.quantization->coefficient_error = real(single("coefficient_error"));
    }
    if (!in_.starts_with("end")) in_.fail("'reference', 'coefficient_error' or 'end'");
    none("end");
    if (!in_.at_end()) in_.fail("nothing after the line 'end'");
    return std::move(plan_);
  }

 private:
  // Sections.

  void options() {
    none("options");
    plan_.options.scalar = choice("scalar", parse_scalar);
    plan_.options.boundary = choice("boundary", parse_boundary);
    plan_.options.group_size = number<int>(single("group_size"), 0, std::numeric_limits<int>::max());
    plan_.options.pipeline_depth = number<int>(single("pipeline_depth"), 0, std::numeric_limits<int>::max());
    const std::string_view branches = single("branches");
    if (branches != "on" && branches != "off") in_.fail_word(branches, "on or off");
    plan_.options.branches = branches == "on";
    const std::string_view lanes = single("lanes");
    plan_.options.lanes = lanes == "auto" ? 0 : number<int>(lanes, 1, 16);
    if (lanes != "auto" && !is_lane_count(plan_.options.lanes)) in_.fail_word(lanes, "auto, 1, 4, 8 or 16");
    plan_.options.fetch = choice("fetch", parse_fetch);
    plan_.options.layout = choice("layout", parse_layout);
    plan_.options.bin = choice("bin", parse_bin);
    const std::string_view separable = single("separable");
    if (separable != "auto" && separable != "off") in_.fail_word(separable, "auto or off");
    plan_.options.separable = separable == "auto" ? Separable::automatic : Separable::off;
    const std::string_view shared = single("shared");
    if (shared != "auto" && shared != "off") in_.fail_word(shared, "auto or off");
    plan_.options.shared = shared == "auto";
    plan_.options.strategy = choice("strategy", parse_strategy);
    const std::string_view hessian = single("hessian");
    if (hessian != "on" && hessian != "off") in_.fail_word(hessian, "on or off");
    plan_.options.hessian = hessian == "on";
    const std::string_view reflect = single("reflect");
    if (reflect != "on" && reflect != "off") in_.fail_word(reflect, "on or off");
    plan_.options.reflect_axes = reflect == "on";
  }

  void cosets() {
    none("cosets");
    plan_.cosets.period = site(in_.take("period"));
    while (in_.starts_with("offset")) plan_.cosets.offsets.push_back(site(in_.take("offset")));
    plan_.cosets.key_axes = numbers<int>(in_.take("key_axes"), 0, max_dimension - 1);
    plan_.cosets.table = numbers<std::int32_t>(in_.take("table"), -1, std::numeric_limits<std::int32_t>::max());
  }

  void rounding() {
    const std::string_view kind = single("rounding");
    if (kind == to_string(RoundingKind::voronoi_cosets)) {
      plan_.rounding.kind = RoundingKind::voronoi_cosets;
    } else if (kind == to_string(RoundingKind::parallelepiped)) {
      plan_.rounding.kind = RoundingKind::parallelepiped;
    } else {
      in_.fail_word(kind, "voronoi_cosets or parallelepiped");
    }
    plan_.rounding.center = rationals(in_.take("center"));
    if (in_.starts_with("period")) plan_.rounding.period = site(in_.take("period"));
    while (in_.starts_with("offset")) plan_.rounding.offsets.push_back(site(in_.take("offset")));
    while (in_.starts_with("edges_row")) plan_.rounding.edges.push_back(site(in_.take("edges_row")));
    while (in_.starts_with("edges_inverse_row")) {
      plan_.rounding.edges_inverse.push_back(rationals(in_.take("edges_inverse_row")));
    }
  }

  void fold() {
    none("fold");
    const auto s = static_cast<std::size_t>(plan_.dimension);
    while (in_.starts_with("reflection")) {
      const auto words = in_.take("reflection");
      if (words.size() != 2 * s + 1 || words[s] != "direction") {
        in_.fail_word("reflection",
                      std::to_string(s) + " numbers, 'direction' and " + std::to_string(s) + " numbers after it");
      }
      plan_.fold.push_back({rationals(Words(words).first(s)), rationals(Words(words).last(s))});
    }
    while (in_.starts_with("base")) plan_.bases.push_back(site(in_.take("base")));
    if (in_.starts_with("stride_scale"))
      plan_.stride_scale = number<std::int64_t>(single("stride_scale"), 2, std::numeric_limits<std::int32_t>::max());
  }

  void index() {
    const auto head = in_.take("index");
    if (head.size() != 2 || head[0] != "modulus") in_.fail_word("index", "'modulus' and a number after it");
    plan_.index.modulus = number<std::int64_t>(head[1], 1, std::numeric_limits<std::int64_t>::max());
    const auto s = static_cast<std::size_t>(plan_.dimension);
    while (in_.starts_with("plane")) {
      const auto words = in_.take("plane");
      if (words.size() != s + 4 || words[s] != ">=" || words[s + 2] != "weight") {
        in_.fail_word("plane", std::to_string(s) + " numbers, '>=', a number, 'weight' and a number after it");
      }
      plan_.index.planes.push_back({rationals(Words(words).first(s)), rational(words[s + 1]),
                                    number<std::int64_t>(words[s + 3], 0, std::numeric_limits<std::int64_t>::max())});
    }
    plan_.index.table = numbers<std::int32_t>(in_.take("table"), -1, std::numeric_limits<std::int32_t>::max());
  }

  void transforms() {
    while (in_.starts_with("transform")) {
      none("transform");
      Transform transform;
      std::vector<Vector> rows;
      while (in_.starts_with("linear_row")) rows.push_back(rationals(in_.take("linear_row")));
      if (rows.size() != static_cast<std::size_t>(plan_.dimension))
        in_.fail_word("transform", std::to_string(plan_.dimension) + " lines linear_row after it");
      transform.linear = Matrix::from_rows(rows);
      transform.shift = rationals(in_.take("shift"));
      transform.site_shift = site(in_.take("site_shift"));
      plan_.transforms.push_back(std::move(transform));
    }
    constexpr std::int32_t any = std::numeric_limits<std::int32_t>::max();
    while (in_.starts_with("subregion")) {
      const auto words = in_.take("subregion");
      if (words.size() != 4 || words[0] != "reference" || words[2] != "transform")
        in_.fail_word("subregion", "'reference', a number, 'transform' and a number after it");
      plan_.placements.push_back({number<std::int32_t>(words[1], 0, any), number<std::int32_t>(words[3], 0, any)});
    }
  }

  void reference() {
    constexpr std::int32_t any = std::numeric_limits<std::int32_t>::max();
    const std::string_view position = single("reference");
    if (position != std::to_string(plan_.references.size())) {
      in_.fail_word(position, "reference sub-region " + std::to_string(plan_.references.size()));
    }
    ReferenceSubregion result;
    result.interior_point = rationals(in_.take("interior_point"));
    while (in_.starts_with("vertex")) result.vertices.push_back(rationals(in_.take("vertex")));
    while (in_.starts_with("site")) result.sites.push_back(site(in_.take("site")));
    while (in_.starts_with("weight")) {
      const std::string_view text = in_.line().substr(std::string_view("weight").size());
      in_.take();
      try {
        result.weights.push_back(Polynomial::parse(plan_.dimension, text));
      } catch (const InputError& error) {
        throw InputError("plan, line " + std::to_string(in_.last_number()) + ": weight, " + error.what());
      }
    }
    if (in_.starts_with("coset")) result.coset = numbers<std::int32_t>(in_.take("coset"), 0, any);
    while (in_.starts_with("step")) result.step.push_back(site(in_.take("step")));
    if (in_.starts_with("group_begin")) result.group_begin = numbers<std::int32_t>(in_.take("group_begin"), 0, any);
    while (in_.starts_with("program")) {
      const std::string_view name = single("program");
      if (name != "value" && name != "value_and_gradient" && name != "value_gradient_and_hessian")
        in_.fail_word(name, "value, value_and_gradient or value_gradient_and_hessian");
      WeightProgram& target = result.program(name == "value"                ? Derivatives::none
                                             : name == "value_and_gradient" ? Derivatives::gradient
                                                                            : Derivatives::hessian);
      if (target != WeightProgram{}) in_.fail_word(name, "each program once");
      target = program();
    }
    plan_.references.push_back(std::move(result));
  }

  WeightProgram program() {
    WeightProgram result;
    while (in_.starts_with("constant")) {
      const auto words = in_.take("constant");
      if (words.empty() || words.size() > 2)
        in_.fail_word("constant", "a rational and, if rounded, its value in hexadecimal");
      result.constants.push_back(rational(words[0]));
      if (words.size() == 2) result.quantized.push_back(real(words[1]));
      if (!result.quantized.empty() && result.quantized.size() != result.constants.size()) {
        in_.fail_word("constant", "a rounded value for all constants of the program or for none");
      }
    }
    while (!in_.at_end() && in_.keyword().front() == 'v' && in_.keyword() != "vertex")
      result.code.push_back(instruction(result));
    for (const std::string_view word : in_.take("outputs")) result.outputs.push_back(operand(word, result));
    return result;
  }

  Instruction instruction(const WeightProgram& program) {
    const auto words = in_.take();
    const std::string result = std::string(1, 'v').append(std::to_string(program.code.size()));
    if (words[0] != result) in_.fail_word(words[0], "'" + result + " = ..'");
    if (words.size() < 4 || words[1] != "=") in_.fail_word(words[0], "'=', an operation and its operands after it");
    for (const Op op :
         {Op::constant, Op::coordinate, Op::coefficient, Op::add, Op::subtract, Op::multiply, Op::negate, Op::fma}) {
      if (words[2] != to_string(op)) continue;
      Instruction instruction{op};
      const std::size_t operands = op == Op::fma                                                 ? 3
                                   : (op == Op::add || op == Op::subtract || op == Op::multiply) ? 2
                                                                                                 : 1;
      if (words.size() != 3 + operands) in_.fail_word(words[2], std::to_string(operands) + " operands after it");
      if (op == Op::constant || op == Op::coordinate || op == Op::coefficient) {
        instruction.a = number<std::int32_t>(words[3], 0, std::numeric_limits<std::int32_t>::max());
      } else {
        instruction.a = operand(words[3], program);
        if (operands > 1) instruction.b = operand(words[4], program);
        if (operands > 2) instruction.c = operand(words[5], program);
      }
      return instruction;
    }
    in_.fail_word(words[2], "constant, coordinate, coefficient, add, subtract, multiply, negate or fma");
  }

  std::int32_t operand(std::string_view word, const WeightProgram& program) {
    if (program.code.empty() || word.empty() || word.front() != 'v')
      in_.fail_word(word, "an earlier instruction v0, v1, ..");
    return number<std::int32_t>(word.substr(1), 0, static_cast<std::int64_t>(program.code.size()) - 1);
  }

  // Lines and words.

  void none(std::string_view keyword) {
    const auto words = in_.take(keyword);
    if (!words.empty()) in_.fail_word(words[0], "nothing after '" + std::string(keyword) + "'");
  }

  std::string_view single(std::string_view keyword) {
    const auto words = in_.take(keyword);
    if (words.size() != 1) in_.fail_word(keyword, "one word after it");
    return words[0];
  }

  template <typename Value>
  Value choice(std::string_view keyword, Value (*parse_word)(std::string_view)) {
    const std::string_view word = single(keyword);
    try {
      return parse_word(word);
    } catch (const InputError& error) {
      throw InputError("plan, line " + std::to_string(in_.last_number()) + ": " + error.what());
    }
  }

  template <typename Integer>
  Integer number(std::string_view word, std::int64_t least, std::int64_t greatest) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < least || value > greatest) {
      in_.fail_word(word, "an integer from " + std::to_string(least) + " to " + std::to_string(greatest));
    }
    return static_cast<Integer>(value);
  }

  template <typename Integer>
  std::vector<Integer> numbers(Words words, std::int64_t least, std::int64_t greatest) {
    std::vector<Integer> values;
    values.reserve(words.size());
    for (const std::string_view word : words) values.push_back(number<Integer>(word, least, greatest));
    return values;
  }

  Rational rational(std::string_view word) {
    try {
      return Rational::parse(word);
    } catch (const InputError& error) {
      throw InputError("plan, line " + std::to_string(in_.last_number()) + ": " + error.what());
    }
  }

  void require_size(Words words) {
    if (words.size() != static_cast<std::size_t>(plan_.dimension)) {
      in_.fail_word(std::to_string(words.size()) + " numbers",
                    "one for each dimension, " + std::to_string(plan_.dimension));
    }
  }

  Vector rationals(Words words) {
    require_size(words);
    Vector values;
    for (const std::string_view word : words) values.push_back(rational(word));
    return values;
  }

  IntVector site(Words words) {
    require_size(words);
    return numbers<std::int64_t>(words, std::numeric_limits<std::int64_t>::min(),
                                 std::numeric_limits<std::int64_t>::max());
  }

  std::uint64_t hex(std::string_view word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
    if (error != std::errc() || end != word.data() + word.size() || word.size() != 16)
      in_.fail_word(word, "16 hexadecimal digits");
    return value;
  }

  double real(std::string_view word) {
    std::string_view body = word;
    const bool negative = !body.empty() && body.front() == '-';
    if (negative) body.remove_prefix(1);
    double value = 0;
    if (body.substr(0, 2) == "0x") {
      body.remove_prefix(2);
      const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value, std::chars_format::hex);
      if (error == std::errc() && end == body.data() + body.size() && std::isfinite(value) && body.front() != '-') {
        return negative ? -value : value;
      }
    }
    in_.fail_word(word, "a finite number in hexadecimal such as 0x1.8p-3");
  }

  std::string unquoted() {
    if (!in_.starts_with("space_name")) in_.fail("a line 'space_name \"..\"'");
    std::string_view text = in_.line().substr(std::string_view("space_name").size());
    in_.take();
    const std::string expected = "a name in double quotes";
    const std::size_t first = text.find_first_not_of(' ');
    text = first == std::string_view::npos ? std::string_view() : text.substr(first);
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') in_.fail_word(text, expected);
    text = text.substr(1, text.size() - 2);
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"') in_.fail_word(text.substr(i), expected);
      if (text[i] != '\\') {
        name += text[i];
        continue;
      }
      const std::string_view escape = text.substr(i + 1, 3);
      if (!escape.empty() && (escape[0] == '\\' || escape[0] == '"')) {
        name += escape[0];
        ++i;
        continue;
      }
      unsigned byte = 0;
      const bool complete = escape.size() == 3 && escape[0] == 'x';
      if (!complete || std::from_chars(escape.data() + 1, escape.data() + 3, byte, 16).ptr != escape.data() + 3) {
        in_.fail_word(text.substr(i), "one of the escapes \\\\, \\\" and \\xNN");
      }
      name += static_cast<char>(byte);
      i += 3;
    }
    return name;
  }

  LineReader in_;
  Plan plan_;
};

}  // namespace

Scalar parse_scalar(std::string_view text) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    if (text == to_string(scalar)) return scalar;
  }
  throw InputError("scalar " + shown(text) + " is unknown; accepted are f32 and f64");
}

Strategy parse_strategy(std::string_view text) {
  for (const Strategy strategy : {Strategy::automatic, Strategy::fold, Strategy::table}) {
    if (text == to_string(strategy)) return strategy;
  }
  throw InputError("strategy " + shown(text) + " is unknown; accepted are auto, fold and table");
}

Fetch parse_fetch(std::string_view text) {
  for (const Fetch fetch : {Fetch::array, Fetch::callback}) {
    if (text == to_string(fetch)) return fetch;
  }
  throw InputError("fetch " + shown(text) + " is unknown; accepted are array and callback");
}

Bin parse_bin(std::string_view text) {
  for (const Bin bin : {Bin::automatic, Bin::on, Bin::off}) {
    if (text == to_string(bin)) return bin;
  }
  throw InputError("bin " + shown(text) + " is unknown; accepted are auto, on and off");
}

Layout parse_layout(std::string_view text) {
  for (const Layout layout : {Layout::automatic, Layout::points, Layout::sites}) {
    if (text == to_string(layout)) return layout;
  }
  throw InputError("layout " + shown(text) + " is unknown; accepted are auto, points and sites");
}

Boundary parse_boundary(std::string_view text) {
  for (const Boundary boundary :
       {Boundary::automatic, Boundary::zero, Boundary::clamp, Boundary::mirror, Boundary::periodic, Boundary::value}) {
    if (text == to_string(boundary)) return boundary;
  }
  throw InputError("boundary rule " + shown(text) +
                   " is unknown; accepted are auto, zero, clamp, mirror, periodic and value");
}

Plan parse_plan(std::string_view text) {
  Plan plan = PlanParser(text).parse();
  try {
    verify_plan(plan);
  } catch (const InternalError& error) {
    throw InputError(std::string("the plan's text is inconsistent: ") + error.what());
  }
  return plan;
}

}  // namespace latspline
