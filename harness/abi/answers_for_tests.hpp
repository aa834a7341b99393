// What the C interface answers, read by its tests.
#pragma once

#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/abi/fairshuffle_abi.h"

namespace fairshuffle {

/// The answer, which is given back.
inline nlohmann::json taken(char* answer) {
  REQUIRE(answer != nullptr);
  const std::unique_ptr<char, void (*)(char*)> owned(answer, fairshuffle_free);
  return nlohmann::json::parse(owned.get());
}

/// The sentence of an answer that is an error of this kind.
inline std::string error_of(const nlohmann::json& answer, const char* kind) {
  CAPTURE(answer.dump());
  REQUIRE(answer.contains("error"));
  CHECK(answer["error"]["kind"] == kind);
  return answer["error"]["message"];
}

}  // namespace fairshuffle
