#include "latspline/exact/polynomial_table.h"

#include <flint/fmpz_vec.h>

#include <map>

#include "latspline/base/error.h"
#include "latspline/exact/flint_access.h"

namespace latspline {

struct PolynomialTable::Storage {
  int variables = 0;
  std::vector<Exponents> monomials;
  std::size_t rows = 0;
  Rational denominator = 1;
  fmpz* entries = nullptr;  // rows x monomials

  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage() {
    if (entries != nullptr) _fmpz_vec_clear(entries, size());
  }
  slong size() const { return static_cast<slong>(rows * monomials.size()); }
};

PolynomialTable::PolynomialTable(const std::vector<Polynomial>& polynomials) : storage_(std::make_unique<Storage>()) {
  release_pool_at_thread_exit();
  Storage& storage = *storage_;
  std::vector<std::vector<Term>> terms;
  std::map<Exponents, std::size_t> column;
  fmpz* common = RationalAccess::numerator(storage.denominator);
  for (const Polynomial& polynomial : polynomials) {
    LATSPLINE_ASSERT(terms.empty() || polynomial.variables() == storage.variables);
    storage.variables = polynomial.variables();
    terms.push_back(polynomial.terms());
    for (const Term& term : terms.back()) {
      column.try_emplace(term.exponents, 0);
      fmpz_lcm(common, common, RationalAccess::denominator(term.coefficient));
    }
  }
  for (auto& [exponents, index] : column) {
    index = storage.monomials.size();
    storage.monomials.push_back(exponents);
  }
  storage.rows = polynomials.size();
  if (storage.size() == 0) return;
  storage.entries = _fmpz_vec_init(storage.size());
  for (std::size_t row = 0; row < terms.size(); ++row) {
    for (const Term& term : terms[row]) {
      fmpz* entry = storage.entries + row * storage.monomials.size() + column.at(term.exponents);
      fmpz_divexact(entry, common, RationalAccess::denominator(term.coefficient));
      fmpz_mul(entry, entry, RationalAccess::numerator(term.coefficient));
    }
  }
}

PolynomialTable::~PolynomialTable() = default;
PolynomialTable::PolynomialTable(PolynomialTable&&) noexcept = default;
PolynomialTable& PolynomialTable::operator=(PolynomialTable&&) noexcept = default;

Polynomial PolynomialTable::sum(std::span<const int> members) const {
  const Storage& storage = *storage_;
  const auto width = static_cast<slong>(storage.monomials.size());
  std::vector<Term> terms;
  if (width > 0) {
    fmpz* total = _fmpz_vec_init(width);
    for (int member : members) _fmpz_vec_add(total, total, storage.entries + static_cast<slong>(member) * width, width);
    for (slong k = 0; k < width; ++k) {
      if (fmpz_is_zero(total + k)) continue;
      Term term{storage.monomials[static_cast<std::size_t>(k)], {}};
      fmpq* value = RationalAccess::get(term.coefficient);
      fmpq_set_fmpz_frac(value, total + k, RationalAccess::numerator(storage.denominator));
      terms.push_back(std::move(term));
    }
    _fmpz_vec_clear(total, width);
  }
  return Polynomial::from_terms(storage.variables, terms);
}

}  // namespace latspline
