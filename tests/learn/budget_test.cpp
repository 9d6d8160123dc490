#include "novikoff/learn/budget.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/learn/learner.hpp"

namespace novikoff::budget_test {
namespace {

using Vector = std::vector<double>;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
constexpr std::size_t kWidth = 4;
constexpr BudgetRule kRules[] = {BudgetRule::randomised, BudgetRule::forgetron, BudgetRule::projectron, BudgetRule::projectron_plus};

double product(const Vector& x, const Vector& z) {
  double sum = 1;  // the bias coordinate
  for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * z[j];
  return sum;
}

struct Point {
  Vector x;
  double y;
};

std::vector<Point> stream(std::uint64_t seed, std::size_t n) {
  Rng rng(seed);
  std::vector<Point> points;
  for (std::size_t i = 0; i < n; ++i) {
    Point point{Vector(kWidth), 1};
    for (double& v : point.x) v = static_cast<double>(rng.below(65)) / 32 - 1;
    point.x.back() = 0.5;  // never 0, so that rows are dense
    const double side = point.x[0] - 0.7 * point.x[1] + 0.3 * point.x[2];
    point.y = (side > 0) != (rng.below(8) == 0) ? 1 : -1;
    points.push_back(std::move(point));
  }
  return points;
}

LearnerSpec spec_of(BudgetRule rule, std::uint64_t size) {
  LearnerSpec spec;
  spec.eta = 0.5;
  spec.seed = 9;
  spec.budget = {.size = size, .rule = rule, .projection_error = 0.25};
  return spec;
}

struct Support {
  Vector x;
  double c;
};

// The algorithms once more: rows and coefficients in lists in the order of their coming, by the definitions, with the slowest means.
class Twin {
 public:
  explicit Twin(const LearnerSpec& spec) : spec_(spec) {}

  double score(const Vector& x) const {
    double sum = 0;
    for (const Support& s : support) sum += s.c * product(s.x, x);
    return sum;
  }

  void learn(const Point& point) {
    const double margin = point.y * score(point.x) / spec_.eta;
    const bool projects = spec_.budget.projects();
    if (margin > 0 && !(spec_.budget.rule == BudgetRule::projectron_plus && margin < 1)) return;
    if (!projects) return replace(point);
    const auto [d, distance2] = projection(point.x);
    const double error = spec_.budget.projection_error, distance = std::sqrt(std::max(0.0, distance2));
    double step = 1;
    if (margin > 0) {
      const double loss = 1 - margin, inside = product(point.x, point.x) - distance2;
      if (!(loss > distance / error) || support.empty()) return;
      step = std::min({1.0, loss / inside, 2 * (loss - distance / error) / inside});
    } else if (support.size() < spec_.budget.size && distance > error && distance2 > 1e-12 * product(point.x, point.x)) {
      ++updates;
      return support.push_back({point.x, spec_.eta * point.y});
    }
    ++updates;
    for (std::size_t k = 0; k < support.size(); ++k) support[k].c += spec_.eta * point.y * step * d[k];
  }

  std::vector<Support> support;
  std::uint64_t updates = 0;

 private:
  void replace(const Point& point) {
    ++updates;
    r2_ = std::max(r2_, product(point.x, point.x));
    support.push_back({point.x, spec_.eta * point.y});
    if (support.size() <= spec_.budget.size) return places_.push_back(places_.size());
    std::size_t victim = 0;
    if (spec_.budget.rule == BudgetRule::forgetron) {
      shrink();
    } else {
      const std::uint64_t place = Rng(spec_.seed, (std::uint64_t{1} << 63U) + updates).below(spec_.budget.size);
      while (places_[victim] != place) ++victim;
    }
    places_.push_back(places_[victim]);
    places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(victim));
    support.erase(support.begin() + static_cast<std::ptrdiff_t>(victim));
  }

  // φ by bisection on its definition.
  void shrink() {
    const Support& oldest = support.front();
    const double weight = std::fabs(oldest.c) / spec_.eta, y = oldest.c < 0 ? -1 : 1;
    const double f = score(oldest.x) / spec_.eta, k = product(oldest.x, oldest.x);
    const auto loss = [&](double phi) { return 2 * weight * phi + (weight * weight * phi * phi * k - 2 * weight * phi * phi * y * f) / r2_; };
    const double free = std::max(15.0 / 32 * static_cast<double>(updates) - (2 * weights_ + damage_ / r2_), 15.0 / 32);
    double low = 0, high = 1;
    if (loss(1) <= free) {
      low = 1;
    } else {
      for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (loss(middle) <= free ? low : high) = middle;
      }
      ++shrunk;
    }
    weights_ += weight * low;
    damage_ += (loss(low) - 2 * weight * low) * r2_;
    for (Support& s : support) s.c *= low;
  }

  // K̃·d = K̃(support, x) by elimination; ‖δ‖².
  std::pair<Vector, double> projection(const Vector& x) const {
    const std::size_t n = support.size();
    std::vector<Vector> m(n, Vector(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) m[i][j] = product(support[i].x, support[j].x);
      m[i][n] = product(support[i].x, x);
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t p = k;
      for (std::size_t i = k; i < n; ++i)
        if (std::fabs(m[i][k]) > std::fabs(m[p][k])) p = i;
      std::swap(m[k], m[p]);
      for (std::size_t i = 0; i < n; ++i)
        if (i != k)
          for (std::size_t j = n + 1; j-- > k;) m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    Vector d(n);
    double distance2 = product(x, x);
    for (std::size_t k = 0; k < n; ++k) {
      d[k] = m[k][n] / m[k][k];
      distance2 -= d[k] * product(support[k].x, x);
    }
    return {d, distance2};
  }

  const LearnerSpec& spec_;
  double r2_ = 0, weights_ = 0, damage_ = 0;
  std::vector<std::size_t> places_;  // of support

 public:
  int shrunk = 0;
};

FeatureView view(const Vector& x) { return {nullptr, x.data(), x.size()}; }

// The rows in the support, whatever their places, are the twin's, with its coefficients.
void expect_same(const BudgetSpace& space, const Twin& twin, double tolerance) {
  const RowStore rows = space.support();
  ASSERT_EQ(rows.size(), twin.support.size());
  std::vector<bool> taken(rows.size());
  for (const Support& s : twin.support) {
    std::size_t k = 0;
    const auto same = [&](std::size_t i) { return !taken[i] && Vector(rows[i].value, rows[i].value + rows[i].size) == s.x; };
    double nearest = 1e9;
    std::size_t found = rows.size();
    for (; k < rows.size(); ++k)
      if (same(k) && std::fabs(space.current().weights[k] - s.c) < nearest) nearest = std::fabs(space.current().weights[k] - s.c), found = k;
    ASSERT_LT(found, rows.size());
    EXPECT_LE(nearest, tolerance);
    taken[found] = true;
  }
}

TEST(BudgetSpace, DoesWhatTheAlgorithmsSayAndNeverHoldsMoreThanItsBudget) {
  for (const BudgetRule rule : kRules)
    for (const std::uint64_t size : {1U, 3U, 8U}) {
      int shrunk = 0;
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const LearnerSpec spec = spec_of(rule, size);
        BudgetSpace space(spec, kMemory);
        Learner<Perceptron, LastKeep, BudgetSpace&> learner(spec.make_rule(), space, LastKeep{});
        Twin twin(spec);
        for (const Point& point : stream(seed, 150)) {
          const double expected = twin.score(point.x);
          const Outcome outcome = learner.observe(view(point.x), point.y, kNoRow);
          ASSERT_NEAR(outcome.score, expected, 1e-9) << name(rule);
          twin.learn(point);
          ASSERT_EQ(learner.counts().updates, twin.updates);
          ASSERT_LE(space.size(), size);
        }
        // Multiples of η stay exact; the other rules multiply and solve.
        expect_same(space, twin, rule == BudgetRule::randomised ? 0 : 1e-9);
        EXPECT_EQ(space.trace().steps, twin.updates);
        shrunk += twin.shrunk;
      }
      EXPECT_EQ(shrunk > 0, rule == BudgetRule::forgetron) << "budget " << size;
    }
}

TEST(BudgetSpace, ProjectsSoThatWhatIsLeftOutIsOrthogonalToTheSupport) {
  const LearnerSpec spec = spec_of(BudgetRule::projectron, 3);
  BudgetSpace space(spec, kMemory);
  const std::vector<Point> points = stream(4, 4);
  for (std::size_t i = 0; i < 3; ++i) {
    space.score(view(points[i].x), kNoRow);
    ASSERT_TRUE(space.ready(view(points[i].x), kNoRow));
    space.add(1, view(points[i].x), kNoRow);
  }
  ASSERT_EQ(space.size(), 3U);
  Vector before;
  for (std::size_t i = 0; i < 3; ++i) before.push_back(space.score(view(points[i].x), kNoRow).value);
  space.score(view(points[3].x), kNoRow);
  ASSERT_TRUE(space.ready(view(points[3].x), kNoRow));
  space.add(2, view(points[3].x), kNoRow);
  ASSERT_EQ(space.size(), 3U);
  EXPECT_EQ(space.trace().projected, 1U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(space.score(view(points[i].x), kNoRow).value - before[i], 2 * product(points[i].x, points[3].x), 1e-12);
}

TEST(BudgetSpace, SaysWhatItCouldNotDo) {
  LearnerSpec spec = spec_of(BudgetRule::forgetron, 4);
  spec.kernel = {.kind = KernelKind::poly, .degree = 4};
  BudgetSpace space(spec, kMemory);
  const double large[] = {1e200}, small[] = {1};
  const FeatureView beyond{nullptr, large, 1}, fine{nullptr, small, 1};
  EXPECT_TRUE(space.score(beyond, kNoRow).sign_known);
  EXPECT_FALSE(space.ready(beyond, kNoRow));
  EXPECT_EQ(space.refused(), std::optional<std::size_t>(0));  // itself
  BudgetSpace narrow(spec, 64);
  narrow.score(fine, kNoRow);
  EXPECT_FALSE(narrow.ready(fine, kNoRow));
  EXPECT_TRUE(narrow.full());
}

// Panels hold the row that came in the place of another, also a wider one.
TEST(KernelRows, CompareWithTheRowThatTookAPlace) {
  for (const std::size_t width : {3U, 5U}) {
    std::vector<Vector> rows{{1, 2, 3}, {0, 1, 4}, {2, 2, 2}};
    KernelRows all(
        {.kind = KernelKind::rbf, .gamma = 0.1}, [&](std::size_t i) { return view(rows[i]); }, kMemory);
    all.extend(3, 3);
    rows[1] = Vector(width, 1.5);
    all.extend(3, width);
    all.replaced(1, 3);
    const Vector x{1, 0, 1};
    Vector values(all.padded());
    all.values(view(x), values.data());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(values[i], all.kernel()(view(x), view(rows[i])));
  }
}

}  // namespace
}  // namespace novikoff::budget_test
