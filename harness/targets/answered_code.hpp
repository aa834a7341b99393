// A target whose own draws are answered, path by path, in place of trials.
#pragma once

#include <cstdint>
#include <string>

#include "core/exact/paths.hpp"

namespace fairshuffle {

class AnsweredCode {
 public:
  virtual ~AnsweredCode() = default;

  /// As Paths::Shuffle. Throws TargetError where the target fails, and PathsRefused.
  virtual std::uint64_t shuffle(Paths& paths, int deck_size) = 0;

  /// What reports call it.
  const std::string& name() const { return name_; }
  int deck_size() const { return deck_size_; }
  /// The first result that was no permutation; empty for none.
  const std::string& shown() const { return shown_; }

 protected:
  std::string name_, shown_;
  int deck_size_ = 0;
};

}  // namespace fairshuffle
