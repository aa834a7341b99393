// The exact distribution of somebody's own code: it is replayed, path by path, with its draws answered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/exact/outcomes.hpp"

namespace fairshuffle {

/// How a draw is answered.
enum class DrawKind {
  below,     ///< 0..size-1, each a branch of its own
  word,      ///< 0..size-1, of which the code uses what it likes: pieces are found on which it goes on alike
  unit,      ///< a word that the code divides by its size, a number in [0, 1)
  weighted,  ///< 0..size-1 of unlike chances, each a branch of its own
};

/// One answered draw.
struct AnsweredDraw {
  DrawKind kind = DrawKind::below;
  std::uint64_t size = 1, value = 0;
  std::uint32_t weights = 0;  ///< which of the weights that were drawn by

  bool asks_alike(const AnsweredDraw& other) const {
    return kind == other.kind && size == other.size && weights == other.weights;
  }
  bool operator==(const AnsweredDraw&) const = default;
};

/// "2 of 5, word 17, 0.25": the answers in turn, of many the first. "none" for none.
std::string path_text(const std::vector<AnsweredDraw>& path);

/// The code can't be followed. One sentence says why, with the draws that lead there: the same draws end
/// otherwise, or its words are not used piece by piece.
class PathsRefused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The limits end sooner than the paths, or than one of them. Of paths the sentence says how many smaller
/// decks have, and about how many this one.
class BeyondLimits : public PathsRefused {
  using PathsRefused::PathsRefused;
};

/// One of equally likely paths.
struct EqualPath {
  std::vector<AnsweredDraw> draws;
  std::vector<std::string> decks;  ///< before each draw, where the shuffle showed them; else empty texts
  std::uint64_t rank = 0;          ///< of the deck in the end, or no_rank
};

/// The rank of a deck of 0..deck_size-1 of up to 8 cards; no_rank for other numbers.
std::uint64_t rank_of_numbers(std::span<const int> deck, int deck_size);

struct PathLimits {
  std::uint64_t paths = 5'000'000;
  std::uint64_t draws = 10'000;             ///< on one path
  std::uint64_t ordinary_runs = 100'000;    ///< where states are told apart; at least 1
  std::uint64_t repeats = 20'000;           ///< of paths of bounded draws
  std::function<bool()> is_over = nullptr;  ///< asked now and then: whether there is time for no more
};

/// Follows every path of a shuffle. Of bounded draws each value is a branch: what comes of them is proven. Of
/// words the values on which the code goes on alike are found by comparing what follows them. Paths that go
/// on alike are followed once, where there are words, loops that reject draws, or draws of many values; then
/// the whole is held against ordinary runs.
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

  /// For the shuffle, while it runs. size: from 1. Throws PathsRefused where a path has no end, and
  /// std::invalid_argument for a size of 0, and for `weighted`.
  std::uint64_t draw(DrawKind kind, std::uint64_t size);

  /// The same for one of unlike alternatives: "1 2 1" gives 0, 1 or 2, and 1 half of the time. Throws
  /// std::invalid_argument for other than whole numbers above 0.
  std::uint64_t draw_weighted(const std::string& weights);

  /// For the shuffle where it returns no_rank: what came. The outcomes hold the first.
  void show(const std::string& text);

  /// For the shuffle: what it makes a draw of. The outcomes hold each once.
  void tell_width(const DrawWidth& width);

  /// The draws of the run under way, or of the last one.
  std::vector<AnsweredDraw> path() const;

  /// For the shuffle, before it draws: the deck as it lies then; one that is no permutation is not shown.
  /// Only equal_paths looks at it, by runs that are watched.
  void see(std::span<const Card> deck);
  bool is_watched() const;

  /// Each path that was followed, run once more, where they are no more than `most`, in 1..1000, all equally
  /// likely and none left; nothing elsewhere. Throws what the shuffle throws.
  std::vector<EqualPath> equal_paths(std::uint64_t most);

  /// Those of another deck size, in 1..8, by the same shuffle.
  Paths of_deck(int deck_size) const;
  int deck_size() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace fairshuffle
