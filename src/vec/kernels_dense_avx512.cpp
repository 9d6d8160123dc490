#define NOVIKOFF_LEVEL avx512
#include "vec/kernels_dense.inc"
