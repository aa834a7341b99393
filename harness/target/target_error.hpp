// What a target from outside did wrong while it ran.
#pragma once

#include <stdexcept>
#include <string>

namespace fairshuffle {

/// `what()` is one or more sentences: what, where, what to do. The target has no verdict; the run goes on
/// with the others and is incomplete (exit code 4).
class TargetError : public std::runtime_error {
 public:
  explicit TargetError(const std::string& sentence) : std::runtime_error(sentence) {}
};

/// Nothing that the target did: others ended its process by a signal, as a machine does that is switched off
/// or has no memory left, or it could not be started at all. What it gave before is as good as ever.
class TargetDisturbed : public TargetError {
 public:
  using TargetError::TargetError;
};

}  // namespace fairshuffle
