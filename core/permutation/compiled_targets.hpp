// For which vectors code is compiled that picks them at run time. To be included before other headers of
// Highway, which ask for these names.
#pragma once

// SSSE3 gains nothing over SSE4 here; g++ 12 has no working emulation of vectors of 128 bits, so where there
// are none the plain form runs, which needs no vectors. The newest AVX-512 is compiled where it is asked for
// (HWY_WANT_AVX3_DL), which is where bits are counted; elsewhere it gains nothing over the first. Compilers
// that put sanitizers in take minutes for all of them: a share of what they look at does with AVX2 and none.
#ifdef __EMSCRIPTEN__
// A module with vectors is loaded only where they are.
#define HWY_DISABLED_TARGETS HWY_SCALAR
#elif defined(FAIRSHUFFLE_FEW_VECTORS)
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#else
#define HWY_DISABLED_TARGETS HWY_SSSE3
#endif
#define HWY_BROKEN_EMU128 1
#define HWY_COMPILE_ALL_ATTAINABLE

#include <hwy/targets.h>
