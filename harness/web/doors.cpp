// The doors of the module where the callbacks of the C interface are functions of JavaScript, which
// js_functions.js has.
#include <cstdint>

#include "harness/abi/fairshuffle_abi.h"

extern "C" {

// The context of both is a deck size.
std::int32_t fairshuffle_js_fill(void* deck_size, std::uint8_t* rows, std::int32_t row_count,
                                 fairshuffle_batch* batch);
std::int32_t fairshuffle_js_tell(void* deck_size, const char* state);

/// As fairshuffle_certify_rows; deck_size is that of the request.
char* fairshuffle_js_certify_rows(const char* request, std::intptr_t deck_size) {
  return fairshuffle_certify_rows(request, nullptr, fairshuffle_js_fill, fairshuffle_js_tell,
                                  reinterpret_cast<void*>(deck_size));
}

/// As fairshuffle_certify.
char* fairshuffle_js_certify(const char* request) {
  return fairshuffle_certify(request, fairshuffle_js_tell, nullptr);
}

}  // extern "C"
