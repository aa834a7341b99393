// The exact distribution of somebody's own code: it is replayed, path by path, with its draws answered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/exact/outcomes.hpp"

namespace fairshuffle {

/// How a draw is answered.
enum class DrawKind {
  below,  ///< 0..size-1, each a branch of its own
  word,   ///< 0..size-1, of which the code uses what it likes: pieces are found on which it goes on alike
  unit,   ///< a word that the code divides by its size, a number in [0, 1)
};

/// One answered draw.
struct AnsweredDraw {
  DrawKind kind = DrawKind::below;
  std::uint64_t size = 1, value = 0;

  bool asks_alike(const AnsweredDraw& other) const { return kind == other.kind && size == other.size; }
};

/// "2 of 5, word 17, 0.25": the answers in turn, of many the first. "none" for none.
std::string path_text(const std::vector<AnsweredDraw>& path);

/// The code can't be followed. One sentence says why, with the draws that lead there: it does not end, the
/// same draws end otherwise, its words are not used piece by piece, or there are too many paths.
class PathsRefused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct PathLimits {
  std::uint64_t paths = 5'000'000;
  std::uint64_t draws = 10'000;             ///< on one path
  std::uint64_t ordinary_runs = 100'000;    ///< where pieces are looked for; at least 1
  std::function<bool()> is_over = nullptr;  ///< asked now and then: whether there is time for no more
};

/// Follows every path of a shuffle. Of bounded draws each value is a branch: what comes of them is proven. Of
/// words the values on which the code goes on alike are found by comparing what follows them, and then the
/// whole is held against ordinary runs: one that ends otherwise than predicted refines the pieces. Loops that
/// reject draws are followed as long as the limits and a chance of 2^-60 allow.
class Paths {
 public:
  /// Shuffles a sorted deck of that many cards once, by the draws of `paths`, and returns its rank, or
  /// no_rank for what is no permutation. It must do the same for the same answers.
  using Shuffle = std::function<std::uint64_t(Paths& paths, int deck_size)>;

  /// deck_size in 1..8.
  Paths(int deck_size, Shuffle shuffle, PathLimits limits = {});
  ~Paths();

  /// Throws PathsRefused, and what the shuffle throws.
  Outcomes follow();

  /// For the shuffle, while it runs. size: from 1. Throws PathsRefused where a path has no end.
  std::uint64_t draw(DrawKind kind, std::uint64_t size);

  /// The draws of the run under way, or of the last one.
  std::vector<AnsweredDraw> path() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace fairshuffle
