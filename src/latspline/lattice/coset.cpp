#include "latspline/lattice/coset.h"

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {
namespace {

constexpr std::int64_t max_cosets = 4096;
constexpr std::int64_t max_period = std::int64_t{1} << 40;
constexpr std::int64_t max_table = std::int64_t{1} << 20;

std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  const std::int64_t r = a % b;
  return r < 0 ? r + b : r;
}

std::int64_t key_of(const IntVector& n, const IntVector& period, const std::vector<int>& axes) {
  std::int64_t key = 0;
  std::int64_t radix = 1;
  for (int j : axes) {
    key += radix * floor_mod(n[static_cast<std::size_t>(j)], period[static_cast<std::size_t>(j)]);
    radix *= period[static_cast<std::size_t>(j)];
  }
  return key;
}

/// The table for these axes, or empty if they do not tell the cosets apart or it would be too large.
std::vector<std::int32_t> key_table(const CosetDecomposition& cosets, const std::vector<int>& axes) {
  std::int64_t size = 1;
  for (int j : axes) {
    const std::int64_t period = cosets.period[static_cast<std::size_t>(j)];
    if (period > max_table / size) return {};
    size *= period;
  }
  std::vector<std::int32_t> table(static_cast<std::size_t>(size), -1);
  for (std::size_t k = 0; k < cosets.offsets.size(); ++k) {
    std::int32_t& entry = table[static_cast<std::size_t>(key_of(cosets.offsets[k], cosets.period, axes))];
    if (entry >= 0) return {};
    entry = static_cast<std::int32_t>(k);
  }
  return table;
}

bool is_identity(const std::vector<std::int32_t>& table) {
  for (std::size_t r = 0; r < table.size(); ++r)
    if (table[r] != static_cast<std::int32_t>(r)) return false;
  return true;
}

}  // namespace

int CosetDecomposition::coset_of(const IntVector& n) const {
  const std::int32_t coset = table[static_cast<std::size_t>(key_of(n, period, key_axes))];
  bool is_site = coset >= 0;
  for (std::size_t j = 0; is_site && j < period.size(); ++j)
    is_site = floor_mod(n[j], period[j]) == offsets[static_cast<std::size_t>(coset)][j];
  if (!is_site) throw InputError("(" + to_string(n) + ") is not a site of the lattice");
  return coset;
}

CosetDecomposition coset_decomposition(const Lattice& lattice) {
  const auto s = static_cast<std::size_t>(lattice.dimension());
  CosetDecomposition result;
  Rational box = 1;
  for (std::size_t j = 0; j < s; ++j) {
    // The least common multiple of the denominators is the inverse of the greatest common measure of the entries and 1.
    Vector entries = lattice.inverse().column(static_cast<int>(j));
    entries.emplace_back(1);
    const Rational period = content(entries).inverse();
    box *= period;
    if (period > Rational(max_period))
      throw UnsupportedError("the lattice [" + lattice.matrix().to_string() + "] has a site on axis " +
                             std::to_string(j) + " only every " + period.to_string() + " units; at most " +
                             std::to_string(max_period) + " are supported");
    result.period.push_back(period.to_int64());
  }
  const Rational count = box / lattice.determinant();
  if (count > Rational(max_cosets))
    throw UnsupportedError("the lattice [" + lattice.matrix().to_string() + "] has " + count.to_string() +
                           " Cartesian cosets; at most " + std::to_string(max_cosets) + " are supported");
  // Sites in the box: the sites L z reduced by the periods. The Hermite form's columns generate the quotient, so walk it.
  std::vector<IntVector> sites{IntVector(s, 0)};
  for (int c = 0; c < lattice.dimension(); ++c) {
    const IntVector generator = to_integer(lattice.hermite().column(c));
    std::vector<IntVector> found;
    for (const IntVector& site : sites) {
      IntVector next = site;
      do {
        found.push_back(next);
        for (std::size_t j = 0; j < s; ++j) next[j] = floor_mod(next[j] + generator[j], result.period[j]);
      } while (next != site);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    sites = std::move(found);
  }
  std::sort(sites.begin(), sites.end(), [](const IntVector& a, const IntVector& b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  });
  LATSPLINE_ASSERT(Rational(static_cast<std::int64_t>(sites.size())) == count);
  result.offsets = std::move(sites);

  // The fewest key axes; among equally many, axes whose table is the identity.
  for (int size = 0; size <= lattice.dimension() && result.table.empty(); ++size) {
    for (unsigned mask = 0; mask < (1u << s); ++mask) {
      std::vector<int> axes;
      for (std::size_t j = 0; j < s; ++j)
        if (mask >> j & 1) axes.push_back(static_cast<int>(j));
      if (static_cast<int>(axes.size()) != size) continue;
      std::vector<std::int32_t> table = key_table(result, axes);
      if (table.empty() || (!result.table.empty() && !is_identity(table))) continue;
      const bool done = is_identity(table);
      result.key_axes = std::move(axes);
      result.table = std::move(table);
      if (done) break;
    }
  }
  if (result.table.empty())
    throw UnsupportedError("the Cartesian cosets of the lattice [" + lattice.matrix().to_string() +
                           "] are told apart by more than " + std::to_string(max_table) + " residues only");
  return result;
}

}  // namespace latspline
