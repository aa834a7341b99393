// The one error for what the world got wrong: an option, a file, a target's name.
#pragma once

#include <stdexcept>
#include <string>

namespace fairshuffle {

/// `what()` is one sentence: what, where, what to do. Caught once, in main; exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& sentence) : std::runtime_error(sentence) {}
};

}  // namespace fairshuffle
