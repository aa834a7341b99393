// What is thrown where an exact law cannot be had.
#pragma once

#include <stdexcept>

namespace fairshuffle {

/// A law would take more time or memory than anyone should wait for; says what is too large.
class LawRefused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fairshuffle
