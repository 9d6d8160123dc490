#define NOVIKOFF_LEVEL baseline
#include "vec/kernels_dense.inc"
