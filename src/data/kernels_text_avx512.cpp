#if defined(__x86_64__)
#define NOVIKOFF_LEVEL avx512
#include "kernels_text.inc"
#endif
