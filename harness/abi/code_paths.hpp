// The paths of a caller's own code, which draws through the C interface.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/exact/paths.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "reports/document/document.hpp"

/// Answers the draws of one run. What is thrown may not cross the caller's code: it is kept until that has
/// returned, and from there on each draw says that the run is to end.
struct fairshuffle_draws {
  fairshuffle::Paths& paths;
  std::span<const fairshuffle::Card> deck;
  std::exception_ptr thrown = nullptr;
  std::string shown = {};

  double draw(std::int32_t kind, double size) noexcept;
  std::int32_t draw_weighted(const char* weights) noexcept;
  void show(const char* text) noexcept;
};

namespace fairshuffle {

/// The answer of fairshuffle_exact_code. request: held to request.schema.json already. Throws PathsRefused,
/// CallbackFailed where the shuffle failed, and InputError for a draw that can't be.
nlohmann::ordered_json exact_code(const nlohmann::json& request, fairshuffle_shuffle shuffle, void* context);
/// What fairshuffle_explain_code draws. Throws the same.
Document lesson_of_code(const nlohmann::json& request, fairshuffle_shuffle shuffle, void* context);

}  // namespace fairshuffle
