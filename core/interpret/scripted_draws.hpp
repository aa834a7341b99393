// Choices for the scalar deck that try every sequence of values drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/interpret/enumerate.hpp"
#include "core/shuffle/deck.hpp"

namespace fairshuffle {

namespace detail {

inline constexpr const char* too_many_paths =
    "its paths are too many, or too long, to be followed one by one";

}  // namespace detail

/// A script of choices, replayed as an odometer: the last choice runs fastest.
class ScriptedDraws {
 public:
  std::uint64_t below(std::uint64_t bound) { return choose({.value = 0, .bound = bound, .yes = 0}); }

  /// One choice of two, whatever the faces: those that say the same lead along the same paths.
  bool toss(Coin coin) {
    return choose({.value = 0,
                   .bound = static_cast<std::uint64_t>(coin.faces),
                   .yes = static_cast<std::uint64_t>(coin.yes)}) == 1;
  }

  void rewind() { played_ = 0; }

  /// Steps to the next script; false after the last. What follows the choice that moved is forgotten, because
  /// other choices may be asked for there.
  bool next() {
    while (!script_.empty() && script_.back().value + 1 == script_.back().values()) script_.pop_back();
    if (script_.empty()) return false;
    ++script_.back().value;
    return true;
  }

  struct Choice {
    std::uint64_t value;  ///< of a toss: 1 for yes
    std::uint64_t bound;
    std::uint64_t yes;  ///< faces that say yes, of a toss; 0 for a draw

    std::uint64_t values() const { return yes == 0 ? bound : 2; }
    /// The values drawn that are this choice.
    std::uint64_t first_drawn() const { return yes == 0 ? value : value == 0 ? 0 : bound - yes; }
    std::uint64_t drawn() const { return yes == 0 ? 1 : value == 0 ? bound - yes : yes; }
  };
  std::span<const Choice> choices() const { return script_; }
  std::size_t draws() const { return script_.size(); }

 private:
  std::uint64_t choose(const Choice& first) {
    if (played_ == script_.size()) {
      if (script_.size() == longest_path_enumerated) throw EnumerationRefused(detail::too_many_paths);
      script_.push_back(first);
    }
    return script_[played_++].value;
  }

  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

}  // namespace fairshuffle
