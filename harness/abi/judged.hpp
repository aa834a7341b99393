// What the C interface answers of shuffles that it was asked to judge.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "harness/abi/fairshuffle_abi.h"
#include "harness/abi/watched_run.hpp"

namespace fairshuffle {

/// Where the rows of a caller's shuffle come from.
struct RowSource {
  std::uint8_t* room = nullptr;
  fairshuffle_fill fill = nullptr;
};

/// Of a request of "certify", of shuffles of the catalogue, and of "certify_rows", of the caller's own. The
/// answer is as fairshuffle_abi.h says. Throw InputError, CallbackFailed.
nlohmann::ordered_json judged_targets(const nlohmann::json& request, const Watcher& watcher);
nlohmann::ordered_json judged_rows(const nlohmann::json& request, const RowSource& rows,
                                   const Watcher& watcher);

}  // namespace fairshuffle
