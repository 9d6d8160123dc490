#include "run/gram_check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "novikoff/prove/semidefinite.hpp"
#include "run/dual_train.hpp"
#include "run/exact_units.hpp"

namespace novikoff {
namespace {

// The rows to learn from, and behind them those held out.
class Rows {
 public:
  Rows(const Dataset& data, const Dataset* holdout) : data_(data), holdout_(holdout) {}
  std::size_t size() const { return data_.size() + (holdout_ != nullptr ? holdout_->size() : 0); }
  const Dataset& of(std::size_t row) const { return row < data_.size() ? data_ : *holdout_; }
  std::size_t in(std::size_t row) const { return row < data_.size() ? row : row - data_.size(); }
  FeatureView x(std::size_t row) const { return of(row)[in(row)].x; }
  std::string where(std::size_t row) const { return of(row).where(in(row)); }
  Place place(std::size_t row) const { return of(row).place(in(row)); }

 private:
  const Dataset& data_;
  const Dataset* holdout_;
};

ErrorInfo no_serial(std::string message, Place place, const std::string& where) {
  ErrorInfo error{ErrorCode::kernel_not_defined, std::move(message), std::move(place), "number the rows from 1, as 0:1 1:K(x1,x1) 2:K(x1,x2) …", {}};
  if (error.where.file.empty()) error.message += " (" + where + ")";
  return error;
}

ErrorInfo not_symmetric(double one, double other, Place place, const std::string& a, const std::string& b) {
  return {ErrorCode::kernel_not_symmetric,
          "the kernel of " + a + " and " + b + " is " + to_text(one) + ", and of " + b + " and " + a + " it is " + to_text(other),
          std::move(place),
          {},
          {}};
}

// One row has each serial number, and there is a column for it.
Status check_serials(const Rows& rows, std::uint64_t n_features) {
  std::vector<std::pair<std::size_t, std::size_t>> serials;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t serial = row_serial(rows.x(row));
    if (serial == 0) return no_serial("index 0 holds no serial number: a whole number from 1 on", rows.place(row), rows.where(row));
    if (serial >= n_features)
      return no_serial("the row has serial number " + std::to_string(serial) + ", and no row has a value for that", rows.place(row), rows.where(row));
    serials.emplace_back(serial, row);
  }
  std::sort(serials.begin(), serials.end());
  const auto twice = std::adjacent_find(serials.begin(), serials.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == serials.end()) return {};
  const std::size_t first = twice->second, second = std::next(twice)->second;
  return no_serial("the row has the serial number of " + rows.where(first), rows.place(second), rows.where(second));
}

}  // namespace

Status check_gram(const Kernel& kernel, const Dataset& data, const Dataset* holdout) {
  if (!kernel.in_rows()) return {};
  const Rows rows(data, holdout);
  if (Status numbered = check_serials(rows, data.n_features()); !numbered) return numbered;
  std::vector<std::size_t> serial(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) serial[row] = row_serial(rows.x(row));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FeatureView x = rows.x(i);
    for (std::size_t j = 0; j < i; ++j) {
      const double one = feature_value(x, serial[j]), other = feature_value(rows.x(j), serial[i]);
      if (one != other) return not_symmetric(one, other, rows.place(i), rows.where(i), rows.where(j));
    }
  }
  return {};
}

Status ArrivedRows::add(const FeatureView& x, Place place, const std::string& where) {
  const std::size_t serial = row_serial(x);
  if (serial == 0) return no_serial("index 0 holds no serial number: a whole number from 1 on", std::move(place), where);
  for (const Known& known : known_)
    if (known.serial == serial) return no_serial("the row has the serial number of " + known.where, std::move(place), where);
  for (std::size_t row = 0; row < known_.size(); ++row) {
    const Known& known = known_[row];
    const double one = feature_value(x, known.serial), other = feature_value(rows_[row], serial);
    if (one != other) return not_symmetric(one, other, std::move(place), where, known.where);
  }
  if (!rows_.append_within(x, limit_ - std::min<std::uint64_t>(limit_, rows_.memory() + known_.size() * sizeof(Known))))
    return ErrorInfo{ErrorCode::memory_limit,
                     "the rows of the Gram matrix, kept so that its symmetry is seen, need more than --memory allows (" + where + ")",
                     std::move(place),
                     "raise --memory",
                     {}};
  known_.push_back({serial, where});
  return {};
}

Result<KernelCheck> check_kernel_on(const Dataset& data, const Kernel& kernel, std::uint64_t memory, unsigned threads) {
  const std::size_t n = data.size();
  const double needed = semidefinite_memory(n) + 8 * static_cast<double>(n) * static_cast<double>(n);
  if (needed > static_cast<double>(memory))
    return ErrorInfo{ErrorCode::memory_limit,
                     "--check-kernel needs " + to_text(std::ceil(needed)) + " bytes for " + counted(n, "row", "rows"),
                     {},
                     "raise --memory, or check the kernel on fewer rows",
                     {}};
  std::vector<double> gram(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double value = gram[i * n + j] = kernel(data[i].x, data[j].x);
      if (!std::isfinite(value)) return not_representable(value, data.place(i), data.where(i), data.where(j));
      if (j < i && value != gram[j * n + i]) return not_symmetric(value, gram[j * n + i], data.place(i), data.where(i), data.where(j));
    }
  // Sums of n_features rounded terms, and the power of one; what was read is what it is.
  const double factors = kernel.kind == KernelKind::poly ? kernel.degree : 1;
  const double rounding = kernel.in_rows() ? 0 : (static_cast<double>(data.n_features()) + 8) * factors * 0x1p-51;
  const Semidefiniteness answer = semidefinite(
      n, [&](std::size_t i, std::size_t j) { return gram[i * n + j]; }, rounding, threads);
  if (!answer.witness) return KernelCheck{answer.least};
  std::string v;
  for (const auto& [row, value] : answer.witness->v) v += (v.empty() ? "" : ", ") + to_text(value) + " at " + data.where(row);
  return ErrorInfo{ErrorCode::kernel_not_semidefinite,
                   "the kernel is not positive semidefinite: vᵀKv = " + to_text(nearest_double(answer.witness->value)) + " for v = " + v,
                   {},
                   {},
                   {}};
}

}  // namespace novikoff
