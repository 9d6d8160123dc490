#include "novikoff/prove/separation.hpp"

#include <algorithm>
#include <utility>

#include "prove/cone.hpp"
#include "prove/row_basis.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

// Which signs a coefficient is known to take.
struct Known {
  bool positive = false, negative = false, stopped = false;
};

// For each column j and sign s: some u in the dual cone has s·u_j > 0, or −s·e_j is in cone{z_i} (the overlapped rows in both directions).
class Columns {
 public:
  Columns(const ExactRows& rows, const Separation& separation, const SearchOptions& options)
      : patience_(options.give_up, options.memory), work_(rows), known_(work_.n_columns()), coordinates_({}, 0) {
    std::size_t next = 0;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      const bool is_overlapped = next < separation.overlapped.size() && separation.overlapped[next] == row;
      if (is_overlapped) ++next;
      (is_overlapped ? overlapped_ : separated_).push_back(row);
    }
    witness(on_work_columns(rows, *separation.certificate));
  }

  std::vector<CoefficientSigns> signs() {
    if (prepare()) {
      for (std::size_t j = 0; j < known_.size(); ++j) decide(j);
    } else {
      for (Known& known : known_) known.stopped = true;
    }
    std::vector<CoefficientSigns> result;
    for (const Known& known : known_) result.push_back(sign_of(known));
    return result;
  }

 private:
  static CoefficientSigns sign_of(const Known& known) noexcept {
    if (known.positive && known.negative) return CoefficientSigns::either;
    if (known.stopped) return CoefficientSigns::unknown;
    return known.positive ? CoefficientSigns::positive : known.negative ? CoefficientSigns::negative : CoefficientSigns::finite;
  }

  // u·column_factor, coefficients in whole numbers.
  std::vector<Integer> on_work_columns(const ExactRows& rows, const Certificate& certificate) const {
    std::vector<Integer> u(work_.n_columns());
    std::size_t j = 0;
    for (const auto& [feature, value] : certificate.u) {
      while (rows.feature(j) != feature) ++j;
      u[j] = value.numerator() * work_.column_factor(j);
    }
    if (rows.has_bias()) u.back() = certificate.u_bias.numerator() * work_.column_factor(u.size() - 1);
    return u;
  }

  // All that one u of the dual cone shows.
  void witness(const std::vector<Integer>& u) {
    for (std::size_t j = 0; j < u.size(); ++j) {
      known_[j].positive |= u[j].sign() > 0;
      known_[j].negative |= u[j].sign() < 0;
    }
  }

  // The inverse of a basis of all rows, those of the overlapped ones first, and without them: they may enter any sum at no price.
  bool prepare() {
    std::vector<std::uint32_t> candidates = overlapped_;
    candidates.insert(candidates.end(), separated_.begin(), separated_.end());
    basis_ = find_basis(work_, candidates, patience_);
    for (;;) {
      if (patience_.ended()) return false;
      inverse_ = invert(work_, basis_, patience_);
      if (!inverse_) return false;
      const auto outside = outside_span(work_, basis_, *inverse_, candidates, patience_);
      if (patience_.ended()) return false;
      if (!outside) break;
      basis_.rows.push_back(outside->first);
      basis_.columns.push_back(outside->second);
    }
    coordinates_ = Coordinates(basis_, work_.n_columns());
    for (std::size_t k = 0; k < basis_.rows.size(); ++k)
      if (!std::binary_search(overlapped_.begin(), overlapped_.end(), basis_.rows[k])) members_.push_back(k);
    return choose_rays();
  }

  // The rows left out of the inverse span all overlapped rows, or (an unlucky prime) these are rays too: more work, the same answer.
  bool choose_rays() {
    Tableau inverse = *inverse_;
    inverse.keep_rows(members_);
    rays_ = separated_;
    for (const std::uint32_t row : overlapped_) {
      if (patience_.ended()) return false;
      const std::vector<Integer> d = coordinates_.image(inverse, work_, row);
      if (std::all_of(d.begin(), d.end(), [](const Integer& value) { return value.sign() == 0; })) continue;
      rays_.insert(rays_.end(), overlapped_.begin(), overlapped_.end());
      std::sort(rays_.begin(), rays_.end());
      break;
    }
    return true;
  }

  void decide(std::size_t j) {
    Known& known = known_[j];
    if (known.positive && known.negative) return;
    if (known.stopped |= patience_.ended()) return;
    const std::optional<std::vector<Integer>> x = in_row_space(j);
    if (!x) {  // some n with n_j ≠ 0 has n·z_i = 0 for all i: u ± t·n
      known.positive = known.negative = true;
      return;
    }
    for (const bool up : {true, false})
      if (!(up ? known_[j].positive : known_[j].negative)) attempt(j, *x, up);
  }

  // x with e_j = Σ_k x_k/det·z_k over the whole basis.
  std::optional<std::vector<Integer>> in_row_space(std::size_t j) const {
    const std::optional<std::size_t> coordinate = coordinates_.of(static_cast<std::uint32_t>(j));
    if (!coordinate) return std::nullopt;
    std::vector<Integer> x, rest(work_.n_columns());
    for (std::size_t k = 0; k < basis_.rows.size(); ++k) {
      x.push_back(inverse_->at(k, *coordinate));
      if (x[k].sign() == 0) continue;
      work_.each(basis_.rows[k], [&](std::uint32_t column, const auto& value) {
        if (!coordinates_.of(column)) rest[column].add_product(x[k], value);
      });
    }
    if (std::any_of(rest.begin(), rest.end(), [](const Integer& value) { return value.sign() != 0; })) return std::nullopt;
    return x;
  }

  // Is −e_j (for up) or e_j in the cone?
  void attempt(std::size_t j, const std::vector<Integer>& x, bool up) {
    Tableau start = *inverse_;
    start.keep_rows(members_);
    std::vector<Integer> value;
    std::vector<Cone::Basic> basics;
    for (const std::size_t k : members_) {
      value.push_back(up ? -x[k] : x[k]);
      basics.push_back({.row = basis_.rows[k]});
    }
    Cone cone(work_, rays_, basis_, start, std::move(basics), value);
    const Cone::Answer answer = cone.solve(patience_);
    if (answer == Cone::Answer::ended) known_[j].stopped = true;
    if (answer == Cone::Answer::outside) witness(cone.normal());
  }

  Patience patience_;
  WorkRows work_;
  std::vector<Known> known_;
  std::vector<std::uint32_t> overlapped_, separated_, rays_;
  RowBasis basis_;
  std::optional<Tableau> inverse_;
  Coordinates coordinates_;
  std::vector<std::size_t> members_;
};

}  // namespace

std::string_view name(CoefficientSigns signs) noexcept {
  switch (signs) {
    case CoefficientSigns::finite:
      return "finite";
    case CoefficientSigns::positive:
      return "+";
    case CoefficientSigns::negative:
      return "-";
    case CoefficientSigns::either:
      return "either";
    default:
      return "unknown";
  }
}

std::vector<CoefficientSigns> coefficient_signs(const ExactRows& rows, const Separation& separation, const SearchOptions& options) {
  if (separation.verdict == Verdict::overlapping) return std::vector<CoefficientSigns>(rows.n_columns(), CoefficientSigns::finite);
  return Columns(rows, separation, options).signs();
}

}  // namespace novikoff
