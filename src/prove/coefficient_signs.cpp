#include "novikoff/prove/separation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "prove/combinations.hpp"
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
constexpr std::uint64_t kAtOnce = 4;  // matrices of whole numbers that stand side by side; each is held to its share of the memory

// Which signs a coefficient is known to take.
struct Known {
  bool positive = false, negative = false, stopped = false;
};

// For each column j and sign s: some u in the dual cone has s·u_j > 0, or −s·e_j is in cone{z_i} (the overlapped rows in both directions). Doubles guess which
// of the two and how, and one system of equations confirms it. Where none does, elimination in whole numbers decides.
class SignedColumns {
 public:
  SignedColumns(const ExactRows& rows, const Separation& separation, const SearchOptions& options)
      : patience_(options.give_up, options.memory / kAtOnce), work_(rows), known_(work_.n_columns()), coordinates_({}, 0) {
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
    if (begin()) {
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

  // A basis of all rows, those of the overlapped ones first, and the columns that no row determines. False if the patience ended.
  bool begin() {
    basis_ = find_basis(work_, overlapped_first(), patience_);
    rays_ = separated_;
    if (!patience_.ended() && basis_.rows.size() == work_.size()) quickly();
    if (patience_.ended() || !take_basis()) return false;
    return all_known() || basis_.rows.size() == work_.n_columns() || free_columns();
  }

  bool all_known() const {
    return std::all_of(known_.begin(), known_.end(), [](const Known& known) { return known.positive && known.negative; });
  }

  // Independent rows of many columns leave most columns free, which takes no equations to see.
  void quickly() {
    const std::vector<bool> outside = certainly_outside(work_, basis_, patience_);
    for (std::size_t j = 0; j < outside.size(); ++j)
      if (outside[j]) known_[j].positive = known_[j].negative = true;
  }

  // The basis begins with one of the overlapped rows, and their columns.
  bool take_basis() {
    coordinates_ = Coordinates(basis_, work_.n_columns());
    n_free_ = 0;
    while (n_free_ < basis_.rows.size() && std::binary_search(overlapped_.begin(), overlapped_.end(), basis_.rows[n_free_])) ++n_free_;
    if (n_free_ == 0 || all_known()) return true;
    const auto end = static_cast<std::ptrdiff_t>(n_free_);
    free_ = Orthogonals::of(work_, {{basis_.rows.begin(), basis_.rows.begin() + end}, {basis_.columns.begin(), basis_.columns.begin() + end}}, patience_);
    return free_.has_value();
  }

  // v with v·z = 0 for all rows, and any numbers on the columns beside the basis: u ± t·v is in the dual cone if u is.
  bool free_columns() {
    constexpr std::uint64_t kMultiplier = 6364136223846793005U;  // Knuth 1998, 3.3.4
    constexpr unsigned kShift = 48;
    const std::optional<Orthogonals> orthogonals = Orthogonals::of(work_, basis_, patience_);
    std::vector<Integer> any;
    for (std::uint64_t j = 0, number = 1; j < work_.n_columns(); ++j) {
      number = number * kMultiplier + 1;
      any.emplace_back(static_cast<std::int64_t>(number >> kShift) + 1);
    }
    const std::optional<std::vector<Integer>> v = orthogonals ? orthogonals->nearest(any, patience_) : std::nullopt;
    if (!v) return false;
    for (std::uint32_t row = 0; row < work_.size() && !patience_.ended(); ++row)
      if (work_.dot(*v, row).sign() != 0) return true;  // an unlucky prime made the basis too small
    for (std::size_t j = 0; j < v->size() && !patience_.ended(); ++j)
      if ((*v)[j].sign() != 0) known_[j].positive = known_[j].negative = true;
    return true;
  }

  // The inverse of a basis of all rows, and without those of the overlapped ones: they may enter any sum at no price.
  bool prepare() {
    if (inverse_) return true;
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
    if (!take_basis()) return false;
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
    for (const bool up : {true, false})
      if (!(up ? known.positive : known.negative) && !attempt(j, up)) solve(j, up);
  }

  // x with e_j = Σ_k x_k/det·z_k over the rows of the basis; nullopt if e_j is not in their span.
  std::optional<std::vector<Integer>> combination(std::size_t j) const {
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

  // Is −e_j (for up) or e_j in the cone? Both have proofs; what doubles see says which one is worth trying first. False if none is found.
  bool attempt(std::size_t j, bool up) {
    const std::optional<std::size_t> coordinate = coordinates_.of(static_cast<std::uint32_t>(j));
    if (!coordinate) return false;
    std::vector<double> target(basis_.columns.size());
    target[*coordinate] = up ? -1 : 1;
    const LikelyBasis likely = likely_basis(work_, {.rays = rays_, .basis = basis_, .n_free = n_free_, .target = std::move(target)}, patience_);
    return (likely.distance > 0 && is_witness(likely.normal, j, up)) || is_in_cone(likely, j, up);
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
      std::optional<std::vector<Integer>> u = rounded(work_, w, kSignBits);
      if (free_) u = free_->nearest(*u, patience_);
      if (!u || (*u)[j].sign() != (up ? 1 : -1)) continue;
      const Signs signs = signs_of(work_, separated_, *u, true, patience_);
      if (patience_.ended() || signs.below) continue;
      const Signs of_overlapped = signs_of(work_, overlapped_, *u, true, patience_);
      if (patience_.ended() || of_overlapped.zero.size() != overlapped_.size()) continue;
      witness(*u);
      return true;
    }
    return false;
  }

  // The same in whole numbers alone.
  void solve(std::size_t j, bool up) {
    Known& known = known_[j];
    known.stopped = patience_.ended() || !prepare();
    if (known.stopped) return;
    const std::optional<std::vector<Integer>> combined = combination(j);
    if (!combined) {  // some n with n_j ≠ 0 has n·z_i = 0 for all i: u ± t·n
      known.positive = known.negative = true;
      return;
    }
    const std::vector<Integer>& x = *combined;
    Tableau inverse = *inverse_;
    inverse.keep_rows(members_);
    std::vector<Integer> value;
    std::vector<Cone::Basic> basics;
    for (const std::size_t k : members_) {
      value.push_back(up ? -x[k] : x[k]);
      basics.push_back({.row = basis_.rows[k]});
    }
    Cone cone(work_, rays_, basis_, inverse, std::move(basics), value);
    const Cone::Answer answer = cone.solve(patience_);
    if (answer == Cone::Answer::outside) witness(cone.normal());
    known.stopped = answer == Cone::Answer::ended;
  }

  // −e_j (for up) or e_j as a sum of the rows that doubles use for it, none but the overlapped ones with a factor below 0.
  bool is_in_cone(const LikelyBasis& likely, std::size_t j, bool up) {
    std::vector<std::uint32_t> rows(basis_.rows.begin(), basis_.rows.begin() + static_cast<std::ptrdiff_t>(n_free_));
    rows.insert(rows.end(), likely.used.begin(), likely.used.end());
    RowBasis basis = find_basis(work_, rows, patience_);
    if (basis.rows != rows) return false;
    const std::optional<Combinations> combinations = Combinations::of(work_, std::move(basis), patience_);
    std::vector<Integer> unit(work_.n_columns());
    unit[j] = Integer(up ? -1 : 1);
    const auto x = combinations ? combinations->solve(unit, patience_) : std::nullopt;
    return x && std::none_of(x->numerators.begin() + static_cast<std::ptrdiff_t>(n_free_), x->numerators.end(),
                             [](const Integer& value) { return value.sign() < 0; });
  }

  Patience patience_;
  WorkRows work_;
  std::vector<Known> known_;
  std::vector<std::uint32_t> overlapped_, separated_, rays_;
  RowBasis basis_;
  std::optional<Tableau> inverse_;  // once it is needed
  Coordinates coordinates_;
  std::vector<std::size_t> members_;  // rows of the inverse
  std::optional<Orthogonals> free_;   // of the overlapped rows: the first rows of the basis
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
