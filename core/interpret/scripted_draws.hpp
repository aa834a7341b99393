// Choices for the scalar deck that try every sequence of values drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/interpret/enumerate.hpp"

namespace fairshuffle {

namespace detail {

inline constexpr const char* too_many_paths =
    "its paths are too many, or too long, to be followed one by one";

}  // namespace detail

/// A script of choices, replayed as an odometer: the last choice runs fastest.
class ScriptedDraws {
 public:
  std::uint64_t below(std::uint64_t bound) {
    if (played_ == script_.size()) {
      if (script_.size() == longest_path_enumerated) throw EnumerationRefused(detail::too_many_paths);
      script_.push_back({0, bound});
    }
    return script_[played_++].value;
  }

  void rewind() { played_ = 0; }

  /// Steps to the next script; false after the last. What follows the choice that moved is forgotten, because
  /// other choices may be asked for there.
  bool next() {
    while (!script_.empty() && script_.back().value + 1 == script_.back().bound) script_.pop_back();
    if (script_.empty()) return false;
    ++script_.back().value;
    return true;
  }

  struct Choice {
    std::uint64_t value;
    std::uint64_t bound;
  };
  std::span<const Choice> choices() const { return script_; }
  std::size_t draws() const { return script_.size(); }

 private:
  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

}  // namespace fairshuffle
