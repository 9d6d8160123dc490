#if defined(__x86_64__)
#define NOVIKOFF_LEVEL avx512
#include "data/kernels_text.inc"
#endif
