#define NOVIKOFF_LEVEL avx2
#include "vec/kernels_dense.inc"
