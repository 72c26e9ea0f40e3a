#include "latspline/lattice/catalog.h"

#include <cmath>

namespace latspline {
namespace {

/// The Euclidean basis of A_n* in which the n generators and minus their sum are the n + 1 vectors from the centre to the vertices of a
/// regular simplex: the Cholesky factor of the Gram matrix with 1 on the diagonal and -1/n elsewhere, which makes the
/// generators and their negated sum equivalent. In lattice coordinates the generators are e_1 .. e_n.
std::vector<std::vector<double>> simplex_frame(int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<std::vector<double>> frame(size, std::vector<double>(size, 0.0));
  // Column j of the frame is generator j; frame^T frame = Gram, so the frame is upper triangular.
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      double sum = i == j ? 1.0 : -1.0 / n;
      for (std::size_t k = 0; k < i; ++k) sum -= frame[k][i] * frame[k][j];
      frame[i][j] = i == j ? std::sqrt(sum) : sum / frame[i][i];
    }
  }
  return frame;
}

/// The Gram matrix of the generators in that basis.
Matrix simplex_metric(int n) {
  Matrix metric(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) metric(i, j) = i == j ? Rational(1) : Rational(-1, n);
  return metric;
}

}  // namespace

std::optional<NamedLattice> find_lattice(std::string_view name) {
  const auto integer = [&](std::vector<IntVector> rows) {
    return NamedLattice{std::string(name), Lattice(Matrix::from_rows(rows)), {}, {}};
  };
  if (name == "cc") return integer({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  if (name == "bcc") return integer({{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}});
  if (name == "fcc") return integer({{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
  if (name == "quincunx") return integer({{1, -1}, {1, 1}});
  if (name == "prime") return integer({{2, 3}, {-7, 5}});
  if (name == "d4s") return integer({{2, 0, 0, 1}, {0, 2, 0, 1}, {0, 0, 2, 1}, {0, 0, 0, 1}});
  if (name == "d4") return integer({{1, 1, 0, 0}, {-1, 1, 1, 0}, {0, 0, -1, 1}, {0, 0, 0, -1}});
  if (name == "hex") {
    // Generators at 120 degrees, so that the third short direction is e_1 + e_2.
    NamedLattice hexagonal{
        "hex", Lattice(Matrix::identity(2)), {{1.0, -0.5}, {0.0, std::sqrt(3.0) / 2.0}}, simplex_metric(2)};
    return hexagonal;
  }
  if (name.size() == 2 && name[0] == 'z' && name[1] >= '1' && name[1] <= '6')
    return NamedLattice{std::string(name), Lattice(Matrix::identity(name[1] - '0')), {}, {}};
  if (name.size() == 3 && name[0] == 'a' && name[2] == 's' && name[1] >= '2' && name[1] <= '6') {
    const int n = name[1] - '0';
    return NamedLattice{std::string(name), Lattice(Matrix::identity(n)), simplex_frame(n), simplex_metric(n)};
  }
  return std::nullopt;
}

std::vector<std::string> lattice_names() {
  return {"cc", "bcc", "fcc", "quincunx", "prime", "hex", "z1",  "z2",  "z3", "z4",
          "z5", "z6",  "d4",  "d4s",      "a2s",   "a3s", "a4s", "a5s", "a6s"};
}

}  // namespace latspline
