#include "tools/commands/basis.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/basis/spline_space.h"
#include "tools/commands/export_pieces.h"
#include "tools/io/atomic_file.h"

namespace latspline::tools {
namespace {

/// The exponents of "i,j,..": how often to differentiate by each coordinate.
std::vector<int> parse_derivative(const std::string& text, int dimension) {
  std::vector<int> result;
  std::istringstream stream(text);
  std::string word;
  while (std::getline(stream, word, ',')) {
    if (word.empty() || word.size() > 2 || word.find_first_not_of("0123456789") != std::string::npos)
      throw InputError("--derivative is \"" + text + "\"; " + std::to_string(dimension) +
                       " small integers separated by commas are accepted");
    result.push_back(std::stoi(word));
  }
  if (static_cast<int>(result.size()) != dimension)
    throw InputError("--derivative \"" + text + "\" has " + std::to_string(result.size()) +
                     " entries; the space has dimension " + std::to_string(dimension));
  return result;
}

void print_values(const SplineSpace& space, std::istream& points, const std::string& source,
                  const std::vector<int>& derivative) {
  const int s = space.lattice.dimension();
  PieceEvaluator phi(space.basis, space.lattice.determinant());
  std::string line;
  for (int number = 1; std::getline(points, line); ++number) {
    check_interrupt();
    line = line.substr(0, line.find('#'));
    std::istringstream words(line);
    Vector x;
    std::string word;
    while (words >> word) {
      try {
        x.push_back(Rational::parse(word));
      } catch (const InputError& error) {
        throw InputError(source + ":" + std::to_string(number) + ": " + error.what());
      }
    }
    if (x.empty()) continue;
    if (static_cast<int>(x.size()) != s)
      throw InputError(source + ":" + std::to_string(number) + ": the point has " + std::to_string(x.size()) +
                       " coordinates; the space has dimension " + std::to_string(s));
    Polynomial piece = phi.piece(x);
    for (int j = 0; j < s; ++j)
      for (int k = 0; k < derivative[static_cast<std::size_t>(j)]; ++k) piece = piece.derivative(j);
    std::printf("%s\n", piece(x).to_string().c_str());
  }
}

}  // namespace

void add_basis(CLI::App& app) {
  struct Options {
    std::string spec;
    std::string points;
    std::string derivative;
    std::string exported;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("basis", "print exact values of the basis function phi at rational points, \"p/q\" a line");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command->add_option("points", options->points,
                      "a file, or - for standard input: one point a line, e.g. \"1/3 -2/7 0\"");
  command->add_option("--derivative", options->derivative, "how often to differentiate by each coordinate, e.g. 1,0,0");
  command->add_option(
      "--export", options->exported,
      "write the function as a spec in pieces (polytopes and polynomials, exact) to this file; - for standard output");
  command->footer(
      "On a knot plane a piece next to the point is taken; where phi is continuous all give the same value.\n"
      "Example: echo \"1/3 -2/7 0\" | latspline basis bcc/rdodec-linear -");
  command->callback([options] {
    const SplineSpace space = load_space(options->spec);
    if (!options->exported.empty()) write_text(options->exported, export_pieces(space));
    if (options->points.empty()) {
      if (options->exported.empty()) throw CLI::RequiredError("points or --export");
      return;
    }
    const std::vector<int> derivative = options->derivative.empty()
                                            ? std::vector<int>(static_cast<std::size_t>(space.lattice.dimension()), 0)
                                            : parse_derivative(options->derivative, space.lattice.dimension());
    if (options->points == "-") {
      print_values(space, std::cin, "standard input", derivative);
      return;
    }
    std::ifstream file(options->points);
    if (!file) throw InputError("points file \"" + options->points + "\" cannot be read");
    print_values(space, file, options->points, derivative);
  });
}

}  // namespace latspline::tools
