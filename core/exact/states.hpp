// The states of some code: where it asks for its next draw, and what follows is the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/exact/pieces.hpp"
#include "core/exact/replays.hpp"

namespace fairshuffle {

/// A graph of all paths. Two states are one where the same further draws, some continuations, end alike: as
/// many draws, the same deck. That is assumed, and so is that the pieces of a word are those that were found.
/// Ordinary runs show where it is not so, as a counterexample does where automata are learned (Angluin 1987,
/// Information and Computation 75; its search is that of Rivest and Schapire 1993, Information and
/// Computation 103), and all is found anew with it.
class States {
 public:
  explicit States(Replays& replays) : replays_(replays) {}

  /// Follows all branches until ordinary runs, so many at least, end as the graph predicts: how many the
  /// reader may be told of; 0 where the limits end sooner. Throws PathsRefused.
  std::uint64_t follow();

  /// The same without a check, so many branches at most; whether these were all.
  bool explore(std::uint64_t most_branches);

  /// Paths that go round in loops are followed until 2^-60 is left, or fractions grow too long.
  Outcomes outcomes() const;
  /// The draws of each, as Paths::equal_paths has them.
  std::vector<std::vector<AnsweredDraw>> equal_paths(std::uint64_t most) const;
  /// Those of loops are not counted.
  std::uint64_t path_count() const;
  std::uint64_t branch_count() const { return branches_; }

 private:
  struct State {
    std::uint64_t key = 0;   // what follows, in a number
    std::uint64_t rank = 0;  // that came, at an end
    bool is_end = false;
    AnsweredDraw asked;        // the draw that is next
    std::uint32_t parent = 0;  // whose path leads here, and then `taken`
    AnsweredDraw taken;
    std::shared_ptr<const Pieces> pieces;  // of the draw, once it is explored
    std::vector<std::uint32_t> next;       // by branch
  };

  struct Check {
    std::uint64_t runs = 0, predicted = 0, otherwise = 0;
    std::vector<std::uint64_t> seeds;  // of some that ended otherwise

    bool many_end_otherwise() const { return otherwise * 20 > predicted + otherwise; }
  };

  std::vector<AnsweredDraw> path_of(std::uint32_t state) const;
  State what_follows();
  void explore_state(std::uint32_t state);
  std::shared_ptr<const Pieces> pieces_of(const AnsweredDraw& asked, std::size_t depth,
                                          const Signature& signature);
  void tell_width(const AnsweredDraw& asked, const Pieces& pieces);
  bool is_as_predicted(std::uint64_t result) const;
  Check checked(std::uint64_t most);
  void learn(std::uint64_t seed);
  void hold_to_repeat();
  [[noreturn]] void refuse_chance();

  Replays& replays_;
  std::vector<State> states_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  std::uint64_t branches_ = 0;
  std::vector<std::shared_ptr<const Pieces>> last_pieces_;  // by depth
  std::set<std::uint64_t> odd_ends_;
  std::vector<DrawWidth> widths_;
  // What tells states apart, and words.
  std::vector<Continuation> continuations_{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  std::vector<AnsweredDraw> points_;
  // Of ordinary runs: each check has others, and none that states are told apart by.
  std::uint64_t next_seed_ = std::uint64_t{1} << 32;
};

}  // namespace fairshuffle
