// Claims about rows in a kernel's feature space: whatever is needed of them are their products.
#include <algorithm>
#include <tuple>
#include <utility>

#include "prove/check_entries.hpp"
#include "prove/check_kernel.hpp"
#include "prove/gram_span.hpp"

namespace novikoff {
namespace {

using namespace checking;

using Part = std::pair<std::size_t, Integer>;
struct PartsByPoint {
  BeforeByPoint before;
  bool operator()(const Part& a, const Part& b) const { return before(a.first, b.first); }
};

// Σ a_k z_k with whole a. Where rows of distinct points are independent, one part a point, in the order of points.
class Combination {
 public:
  Combination(const Entries& entries, const Gram& gram) : gram_(gram) {
    const Integer denominator = common_denominator(entries);
    for (const auto& [row, value] : entries) parts_.emplace_back(static_cast<std::size_t>(row), times(value, denominator));
    if (gram.by_points()) add_up_points();
  }
  Integer product(std::size_t row) const {
    auto begin = parts_.begin(), end = parts_.end();
    if (gram_.by_points()) std::tie(begin, end) = std::equal_range(begin, end, Part(row, Integer()), PartsByPoint{{gram_.rows()}});
    Integer sum;
    for (auto part = begin; part != end; ++part) sum.add_product(part->second, gram_.product(part->first, row));
    return sum;
  }
  // A sum of vectors is 0 iff its square is.
  bool vanishes() const {
    if (gram_.by_points()) return parts_.empty();
    Integer square;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const auto& [row, a] = parts_[k];
      Integer sum;
      for (std::size_t j = 0; j < k; ++j) sum.add_product(parts_[j].second, gram_.product(parts_[j].first, row));
      sum *= std::int64_t{2};
      sum.add_product(a, gram_.product(row, row));
      square.add_product(a, sum);
    }
    return square.sign() == 0;
  }

 private:
  // z of equal points are the same, or with the other label the negative.
  void add_up_points() {
    std::stable_sort(parts_.begin(), parts_.end(), PartsByPoint{{gram_.rows()}});
    std::vector<Part> sums;
    for (Part& part : parts_) {
      if (sums.empty() || !same_point(gram_.rows(), sums.back().first, part.first)) {
        sums.push_back(std::move(part));
      } else if (gram_.rows().y(sums.back().first) == gram_.rows().y(part.first)) {
        sums.back().second += part.second;
      } else {
        sums.back().second -= part.second;
      }
    }
    std::erase_if(sums, [](const Part& part) { return part.second.sign() == 0; });
    parts_ = std::move(sums);
  }

  const Gram& gram_;
  std::vector<Part> parts_;
};

MaybeRefusal refuse_kernel(const ExactKernel& kernel) {
  if (kernel.gamma.sign() <= 0) return no("its kernel has a g that is not above 0");
  if (kernel.coef0.sign() < 0) return no("its kernel has a c below 0");
  if (kernel.degree < 1 || kernel.degree > ExactKernel::kMaxDegree) return no("its kernel has a degree that there is not");
  return std::nullopt;
}

MaybeRefusal refuse_verdict(const Certificate& c) {
  const bool strict = c.claim == Claim::strict, inseparable = c.verdict == Verdict::inseparable;
  if (c.claim == Claim::errors) {
    if (!c.lambda.empty()) return no("a proof about errors has no λ but those of its conflicts");
    return std::nullopt;
  }
  if (c.verdict == Verdict::undecided || inseparable != (strict && c.verdict != Verdict::separable))
    return no("the claim " + std::string(name(c.claim)) + " has no verdict " + std::string(name(c.verdict)));
  if (inseparable && !c.u.empty()) return no("a proof of inseparability has no u");
  if (inseparable && c.lambda.empty()) return no("λ is empty, which proves nothing");
  if (strict && !inseparable && !c.lambda.empty()) return no("a strict proof of separability has no λ");
  return std::nullopt;
}

std::variant<Proved, Refusal> check_separation(const Certificate& c, const Gram& gram, std::uint64_t memory) {
  if (!Combination(c.lambda, gram).vanishes()) return Refusal{"the sum of λ·z is not 0", {}};
  if (c.verdict == Verdict::inseparable) return Proved{Verdict::inseparable, {}};
  const Combination u(c.u, gram);
  GramSpan span(gram, memory);
  Proved proved;
  for (std::size_t row = 0; row < gram.size(); ++row) {
    const int sign = u.product(row).sign();
    if (sign < 0) return Refusal{"u·z is below 0", row};
    if (sign > 0) continue;
    if (c.verdict == Verdict::separable) return Refusal{"u·z is 0, not above it", row};
    if (proved.overlapped.empty())
      for (const auto& entry : c.lambda) span.add(static_cast<std::size_t>(entry.first));
    if (span.too_large()) return Refusal{"the rank test of the rows with λ > 0 may take more memory than is allowed", row, true};
    if (!span.contains(row)) return Refusal{"u·z is 0, but the row is no combination of those with λ > 0", row};
    proved.overlapped.push_back(row);
  }
  const std::size_t n = proved.overlapped.size();
  proved.verdict = n == 0 ? Verdict::separable : n == gram.size() ? Verdict::overlapping : Verdict::quasi_separable;
  if (proved.verdict != c.verdict) return Refusal{"the numbers prove " + std::string(name(proved.verdict)) + ", not what the verdict says", {}};
  return proved;
}

std::variant<Proved, Refusal> check_errors(const Certificate& c, const Gram& gram) {
  const ErrorsProof& proof = c.errors;
  if (proof.low > gram.size()) return Refusal{"there are not so many rows to err on", {}};  // and low fits 63 bits
  const Combination u(c.u, gram);
  std::uint64_t errors = 0;
  for (std::size_t row = 0; row < gram.size(); ++row) errors += u.product(row).sign() <= 0 ? 1 : 0;
  if (errors != proof.high) return Refusal{"u has " + counted(errors, "error", "errors") + ", not " + std::to_string(proof.high), {}};
  for (std::size_t k = 0; k < proof.conflicts.size(); ++k) {
    const std::string what = "conflict " + std::to_string(k);
    if (proof.conflicts[k].empty()) return Refusal{what + " is empty, which proves nothing", {}};
    if (auto refusal = refuse_entries(proof.conflicts[k], gram.size(), what, true)) return *std::move(refusal);
    if (!Combination(proof.conflicts[k], gram).vanishes()) return Refusal{what + ": the sum of λ·z is not 0", {}};
  }
  if (auto refusal = refuse_tree(proof, gram.size())) return *std::move(refusal);
  return verdict_of_errors(c);
}

}  // namespace

namespace checking {

MaybeRefusal refuse_form_with_kernel(const Certificate& c, const ExactRows& rows) {
  if (rows.size() == 0) return no("there are no rows");
  if (c.claim == Claim::existence) return no("the claim existence is about no kernel");
  if (c.numbers != rows.numbers()) return no("it is about numbers of another kind: " + std::string(name(c.numbers)));
  if (!(c.bias_value == rows.bias_value())) return no("it is about another bias value: " + c.bias_value.to_text());
  if (auto refusal = refuse_kernel(*c.kernel)) return refusal;
  if (const auto row = row_not_defined(rows, *c.kernel)) return no("a feature is below 0, and the kernel takes none", *row);
  if (c.u_bias.sign() != 0) return no("with a kernel u has no coordinates, but rows");
  if (auto refusal = refuse_entries(c.u, rows.size(), "u", false)) return refusal;
  return refuse_entries(c.lambda, rows.size(), "λ", true);
}

}  // namespace checking

std::variant<Proved, Refusal> check_kernel(const Certificate& certificate, const ExactRows& rows, std::uint64_t memory) {
  if (!certificate.kernel) return Refusal{"it is about no kernel", {}};
  if (certificate.claim == Claim::margin) return check_kernel_margin(certificate, rows);
  if (auto refusal = refuse_form_with_kernel(certificate, rows)) return *std::move(refusal);
  if (auto refusal = refuse_verdict(certificate)) return *std::move(refusal);
  const Gram gram(rows, *certificate.kernel, Gram::Of::structure);
  return certificate.claim == Claim::errors ? check_errors(certificate, gram) : check_separation(certificate, gram, memory);
}

}  // namespace novikoff
