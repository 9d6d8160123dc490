// Room for many doubles.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace novikoff {

/// Doubles without a value yet, in large pages where the system gives them on request: small ones cost more time than what is written to them.
class LargeArray {
 public:
  explicit LargeArray(std::size_t size);
  double* data() const noexcept { return values_.get(); }

 private:
  struct Free {
    void operator()(double* p) const noexcept { std::free(p); }  // NOLINT(cppcoreguidelines-no-malloc): aligned_alloc made it
  };
  std::unique_ptr<double, Free> values_;
};

}  // namespace novikoff
