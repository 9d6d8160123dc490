#if defined(__x86_64__)
#define NOVIKOFF_LEVEL avx2
#include "data/kernels_text.inc"
#endif
