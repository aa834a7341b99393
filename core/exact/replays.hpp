// Runs of somebody's code with its draws answered, one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/exact/paths.hpp"
#include "core/exact/pieces.hpp"

namespace fairshuffle {

/// Numbers without end, of which the first so many are left out.
struct Continuation {
  std::uint64_t seed = 0;
  std::size_t skipped = 0;
};

class Replays {
 public:
  /// What one draw is of by whole weights.
  struct Alternatives {
    std::vector<Integer> weights;
    std::shared_ptr<const Pieces> each;  ///< is a branch of its own
  };

  Replays(Paths& owner, int deck_size, Paths::Shuffle shuffle, PathLimits limits);

  // What the next run is answered: the path; then first values as long as first_while is no less than
  // least_chance, which each of them lowers; then numbers of the continuation.
  std::vector<AnsweredDraw> answers;
  double first_while = 0;
  Continuation rest;

  // What it has come to.
  std::vector<AnsweredDraw> beyond;  ///< draws after the path
  bool differs = false;              ///< from the path that it was to take

  /// A draw of more values mostly leads to few states.
  static constexpr std::uint64_t many_values = 64;
  /// Paths of less are let be.
  static constexpr double least_chance = 0x1p-60;
  /// So many paths are repeated, and where they are fewer the more often: state that outlives a run shows
  /// there.
  static constexpr std::size_t paths_repeated = 1000;

  /// The rank that comes of a run. It may differ from its path.
  std::uint64_t tried();
  /// The same; throws PathsRefused where it differs.
  std::uint64_t run();
  std::uint64_t draw(AnsweredDraw asked);

  /// The draw by these weights. Throws std::invalid_argument for other than whole numbers above 0.
  AnsweredDraw weighted_draw(const std::string& weights);
  /// Of a draw whose every value is a branch.
  const Alternatives& alternatives_of(const AnsweredDraw& draw) const { return alternatives_[draw.weights]; }
  /// The chance of the value that was drawn, of the same.
  double chance_of(const AnsweredDraw& draw) const;

  std::vector<AnsweredDraw> path() const;
  bool is_out_of_time() const { return is_out_of_time_; }
  std::uint64_t runs() const { return runs_; }

  /// Throws PathsRefused where the first path and some ordinary runs end otherwise when they are repeated:
  /// what outlives a call also looks like chance, or like paths without number. Where all their draws are
  /// bounded and alike, the number of paths that these make; nothing elsewhere.
  std::optional<double> hold_to_repeat();
  [[noreturn]] void refuse_difference() const;

  const Paths::Shuffle shuffle;
  const PathLimits limits;
  const int deck_size;

 private:
  std::uint64_t ordinary_value(const AnsweredDraw& asked) const;

  Paths& owner_;
  std::size_t at_ = 0;  // answers used
  double first_left_ = 0;
  std::uint64_t runs_ = 0;
  bool is_out_of_time_ = false;
  std::map<std::string, std::uint32_t> weights_;  // as they were asked for
  std::vector<Alternatives> alternatives_{{}};    // of those weights; none of the first
};

}  // namespace fairshuffle
