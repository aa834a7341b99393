// The module: its doors, and what the native program has and it has none of, or a smaller one.
#include <cstdint>
#include <vector>

#include "core/record/evidence_check.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "harness/job/certify_plan.hpp"
#include "harness/whole_file.hpp"

// The doors where the callbacks of the C interface are functions of JavaScript, which js_functions.js has.

extern "C" {

// The context of both is a deck size.
std::int32_t fairshuffle_js_fill(void* deck_size, std::uint8_t* rows, std::int32_t row_count,
                                 fairshuffle_batch* batch);
std::int32_t fairshuffle_js_tell(void* deck_size, const char* state);
std::int32_t fairshuffle_js_replay(void* context, std::int32_t deck_size, std::uint8_t* cards,
                                   fairshuffle_draws* draws);

/// As fairshuffle_certify_rows; deck_size is that of the request.
char* fairshuffle_js_certify_rows(const char* request, std::intptr_t deck_size) {
  return fairshuffle_certify_rows(request, nullptr, fairshuffle_js_fill, fairshuffle_js_tell,
                                  reinterpret_cast<void*>(deck_size));
}

/// As fairshuffle_exact_code.
char* fairshuffle_js_exact_code(const char* request) {
  return fairshuffle_exact_code(request, fairshuffle_js_replay, nullptr);
}

/// As fairshuffle_explain_code.
char* fairshuffle_js_explain_code(const char* request) {
  return fairshuffle_explain_code(request, fairshuffle_js_replay, nullptr);
}

/// As fairshuffle_certify.
char* fairshuffle_js_certify(const char* request) {
  return fairshuffle_certify(request, fairshuffle_js_tell, nullptr);
}

}  // extern "C"

// Job files come from a command line, and doubts of counts are of others'.

namespace fairshuffle {

Job read_job_file(const std::filesystem::path& path) {
  throw InputError(path.string() + ": job files are read by the native program fairshuffle");
}

// Reports and counts of others are not read here.
std::vector<Contradiction> contradictions_of(const PlannedTarget&, const Tally&, const Evidence&) {
  return {};
}

}  // namespace fairshuffle
