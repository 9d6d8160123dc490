#include "novikoff/prove/separation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "prove/cone.hpp"
#include "prove/float_simplex.hpp"
#include "prove/guess.hpp"
#include "prove/row_basis.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

// Shares of the certificate's u that are mixed into what doubles found, and the bits to which the mixture is rounded.
constexpr double kShares[] = {1e-3, 1e-6, 1e-9};
constexpr int kSignBits = 50;

// Which signs a coefficient is known to take.
struct Known {
  bool positive = false, negative = false, stopped = false;
};

// For each column j and sign s: some u in the dual cone has s·u_j > 0, or −s·e_j is in cone{z_i} (the overlapped rows in both directions).
class SignedColumns {
 public:
  SignedColumns(const ExactRows& rows, const Separation& separation, const SearchOptions& options)
      : patience_(options.give_up, options.memory), work_(rows), known_(work_.n_columns()), coordinates_({}, 0) {
    std::size_t next = 0;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      const bool is_overlapped = next < separation.overlapped.size() && separation.overlapped[next] == row;
      if (is_overlapped) ++next;
      (is_overlapped ? overlapped_ : separated_).push_back(row);
    }
    const std::vector<Integer> u = on_work_columns(rows, *separation.certificate);
    centre_ = work_.scaled(u);
    witness(u);
  }

  std::vector<CoefficientSigns> signs() {
    const bool done = quickly();
    if (done || prepare()) {
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

  std::vector<std::uint32_t> overlapped_first() const {
    std::vector<std::uint32_t> rows = overlapped_;
    rows.insert(rows.end(), separated_.begin(), separated_.end());
    return rows;
  }

  // Independent rows of many columns leave most columns free, which takes no inverse to see. Whether that was all.
  bool quickly() {
    basis_ = find_basis(work_, overlapped_first(), patience_);
    if (basis_.rows.size() != work_.size()) return false;
    const std::vector<bool> outside = certainly_outside(work_, basis_, patience_);
    for (std::size_t j = 0; j < outside.size(); ++j)
      if (outside[j]) known_[j].positive = known_[j].negative = true;
    return std::all_of(known_.begin(), known_.end(), [](const Known& known) { return known.positive && known.negative; });
  }

  // The inverse of a basis of all rows, those of the overlapped ones first, and without them: they may enter any sum at no price.
  bool prepare() {
    const std::vector<std::uint32_t> candidates = overlapped_first();
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
    // The basis begins with one of the overlapped rows, and their columns.
    while (n_free_ < basis_.rows.size() && std::binary_search(overlapped_.begin(), overlapped_.end(), basis_.rows[n_free_])) ++n_free_;
    const auto end = static_cast<std::ptrdiff_t>(n_free_);
    free_ = {{basis_.rows.begin(), basis_.rows.begin() + end}, {basis_.columns.begin(), basis_.columns.begin() + end}};
    free_inverse_ = invert(work_, free_, patience_);
    if (!free_inverse_) return false;
    for (std::size_t k = n_free_; k < basis_.rows.size(); ++k) members_.push_back(k);
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
    known.stopped = known.stopped || patience_.ended();
    if (known.stopped) return;
    const std::optional<std::vector<Integer>> x = combination(basis_, *inverse_, j);
    if (!x) {  // some n with n_j ≠ 0 has n·z_i = 0 for all i: u ± t·n
      known.positive = known.negative = true;
      return;
    }
    for (const bool up : {true, false})
      if (!(up ? known_[j].positive : known_[j].negative)) attempt(j, *x, up);
  }

  // x with e_j = Σ_k x_k/det·z_k over the rows of a basis; nullopt if e_j is not in their span.
  std::optional<std::vector<Integer>> combination(const RowBasis& basis, const Tableau& inverse, std::size_t j) const {
    const Coordinates coordinates(basis, work_.n_columns());
    const std::optional<std::size_t> coordinate = coordinates.of(static_cast<std::uint32_t>(j));
    if (!coordinate) return std::nullopt;
    std::vector<Integer> x, rest(work_.n_columns());
    for (std::size_t k = 0; k < basis.rows.size(); ++k) {
      x.push_back(inverse.at(k, *coordinate));
      if (x[k].sign() == 0) continue;
      work_.each(basis.rows[k], [&](std::uint32_t column, const auto& value) {
        if (!coordinates.of(column)) rest[column].add_product(x[k], value);
      });
    }
    if (std::any_of(rest.begin(), rest.end(), [](const Integer& value) { return value.sign() != 0; })) return std::nullopt;
    return x;
  }

  // Is −e_j (for up) or e_j in the cone?
  void attempt(std::size_t j, const std::vector<Integer>& x, bool up) {
    std::vector<double> target(basis_.columns.size());
    target[*coordinates_.of(static_cast<std::uint32_t>(j))] = up ? -1 : 1;
    const LikelyBasis likely = likely_basis(work_, {.rays = rays_, .basis = basis_, .n_free = n_free_, .target = std::move(target)}, patience_);
    // Both are proofs; what doubles see says which one is worth trying first.
    if (likely.distance > 0 && is_witness(likely.normal, j, up)) return;
    if (is_in_cone(likely, j, up)) return;
    if (solve(x, up) == Answer::ended) known_[j].stopped = true;
  }

  // Weights of doubles, a little toward the inside of the cone and into the plane of the overlapped rows, are tried in whole numbers.
  bool is_witness(const std::vector<double>& normal, std::size_t j, bool up) {
    double largest = 0;
    for (const double value : normal) largest = std::max(largest, std::abs(value));
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    for (const double share : kShares) {
      std::vector<double> w(normal.size());
      for (std::size_t k = 0; k < w.size(); ++k) w[k] = normal[k] / largest + share * centre_[k];
      if (patience_.ended()) return false;
      std::vector<Integer> u = rounded(work_, w, kSignBits);
      project(u);
      if (u[j].sign() != (up ? 1 : -1)) continue;
      const Signs signs = signs_of(work_, rays_, u, true, patience_);
      if (patience_.ended() || signs.below) continue;
      witness(u);
      return true;
    }
    return false;
  }

  // u·z = 0 for the overlapped rows, by what u is on the columns of their basis.
  void project(std::vector<Integer>& u) const {
    if (free_.rows.empty()) return;
    for (const std::uint32_t column : free_.columns) u[column] = Integer();
    std::vector<Integer> on_columns(free_.columns.size());
    for (std::size_t k = 0; k < free_.rows.size(); ++k) {
      const Integer product = work_.dot(u, free_.rows[k]);
      if (product.sign() == 0) continue;
      for (std::size_t c = 0; c < on_columns.size(); ++c) on_columns[c].sub_product(product, free_inverse_->at(k, c));
    }
    for (Integer& value : u) value *= free_inverse_->det();
    for (std::size_t c = 0; c < on_columns.size(); ++c) u[free_.columns[c]].swap(on_columns[c]);
    make_coprime(u);
  }

  using Answer = Cone::Answer;

  Answer solve(const std::vector<Integer>& x, bool up) {
    Tableau inverse = *inverse_;
    inverse.keep_rows(members_);
    std::vector<Integer> value;
    std::vector<Cone::Basic> basics;
    for (const std::size_t k : members_) {
      value.push_back(up ? -x[k] : x[k]);
      basics.push_back({.row = basis_.rows[k]});
    }
    Cone cone(work_, rays_, basis_, inverse, std::move(basics), value);
    const Answer answer = cone.solve(patience_);
    if (answer == Answer::outside) witness(cone.normal());
    return answer;
  }

  // −e_j (for up) or e_j as a sum of the rows that doubles use for it, none but the overlapped ones with a factor below 0.
  bool is_in_cone(const LikelyBasis& likely, std::size_t j, bool up) {
    std::vector<std::uint32_t> rows = free_.rows;
    rows.insert(rows.end(), likely.used.begin(), likely.used.end());
    const RowBasis basis = find_basis(work_, rows, patience_);
    if (basis.rows != rows) return false;
    const std::optional<Tableau> inverse = invert(work_, basis, patience_);
    if (!inverse) return false;
    const auto x = combination(basis, *inverse, j);
    return x && std::none_of(x->begin() + static_cast<std::ptrdiff_t>(n_free_), x->end(), [&](const Integer& value) { return value.sign() == (up ? 1 : -1); });
  }

  Patience patience_;
  WorkRows work_;
  std::vector<Known> known_;
  std::vector<std::uint32_t> overlapped_, separated_, rays_;
  RowBasis basis_;
  std::optional<Tableau> inverse_;
  Coordinates coordinates_;
  std::vector<std::size_t> members_;  // rows of the inverse
  RowBasis free_;                     // of the overlapped rows: the first rows of the basis
  std::optional<Tableau> free_inverse_;
  std::size_t n_free_ = 0;
  std::vector<double> centre_;  // the certificate's u, scaled
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
  return SignedColumns(rows, separation, options).signs();
}

}  // namespace novikoff
