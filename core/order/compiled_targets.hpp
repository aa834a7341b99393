// For which vectors code is compiled that picks them at run time. To be included before other headers of
// Highway, which ask for these names.
#pragma once

// SSSE3 gains nothing over SSE4 here, nor the newest AVX-512 over the first; g++ 12 has no working emulation
// of vectors of 128 bits, so where there are none the plain form runs, which needs no vectors. Compilers that
// put sanitizers in take minutes for all of them: a share of what they look at does with AVX2 and none.
#ifdef FAIRSHUFFLE_FEW_VECTORS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#else
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#endif
#define HWY_BROKEN_EMU128 1
#define HWY_COMPILE_ALL_ATTAINABLE

#include <hwy/targets.h>
