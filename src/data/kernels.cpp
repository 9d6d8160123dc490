#include "kernels.hpp"

#include "novikoff/vec/kernels.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

#if defined(__x86_64__)

constexpr TextKernels kAvx2{avx2::mark, avx2::pairs, avx2::cells};
constexpr TextKernels kAvx512{avx512::mark, avx512::pairs, avx512::cells};

bool has_avx2() noexcept { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }

// More than the dense loops need: the first CPUs with AVX-512 lack some of it and take AVX2 here.
bool has_avx512() noexcept {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2");
}

#endif

}  // namespace

const TextKernels* text_kernels(std::string_view level) noexcept {
#if defined(__x86_64__)
  if (level == "avx512" && has_avx512()) return &kAvx512;
  if (level == "avx2" && has_avx2()) return &kAvx2;
#endif
  return nullptr;
}

const TextKernels* text_kernels() noexcept {
  static const TextKernels* const chosen = kernel_isa() == "avx512" && text_kernels("avx512") == nullptr ? text_kernels("avx2") : text_kernels(kernel_isa());
  return chosen;
}

bool token_value(const char* begin, const char* end, double& value) noexcept { return scan_number(begin, end, value) == end; }

}  // namespace novikoff::text
