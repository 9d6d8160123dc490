#define NOVIKOFF_LEVEL avx512
#include "vec/kernels_dense.inc"
#include "vec/kernels_panel.inc"
#include "vec/kernels_rows.inc"
#include "vec/kernels_steps.inc"
