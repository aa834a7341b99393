// Do trials depend on each other? Also by the relative permutations of successive trials.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// Do successive trials look dependent, so that bounds for independent trials do not hold?

/// True when successive trials come out equal far more often than the counts of permutations allow
/// independent trials to, or, where permutations are not counted, those of positions and the permutations
/// that come again; or than they do in another sequence of the same trials. A shuffle of few permutations has
/// few cards at each position, too. Independent trials of any distribution do with probability 1e-8 at most.
bool equal_too_often(const Tally& whole);

/// The logarithm, to base 10, of a bound on the chance that of these trials, put in any order, as many
/// successive ones are equal as were; 0 where not all of them are known. Independent trials of any
/// distribution come in each of the N! sequences alike. Of these, where e successive trials are equal, e
/// pairs can be joined to chains: m trials of one permutation by r joins in C(m - 1, r) m! / (m - r)! ways
/// (Lah's numbers), at most C(m - 1, r) c^r where no permutation came more than c times, so all of them by e
/// joins in C(R, e) c^e at most, R = N - (different permutations) being the sum of m - 1 (Vandermonde); the
/// chains lie in (N - e)! sequences.
double log10_chance_of_this_sequence(const Tally& whole);

/// True when successive trials are equal too often: bounds that take the trials as independent do not hold
/// then.
///
/// The same where one and the same order leads from a trial to the next that often: of independent trials
/// P(b = a q) = sum over a of p(a) p(a q), which for every q is at most sum p^2 (Cauchy and Schwarz). Above
/// largest_deck_of_successive_permutations cards only those pairs count for it that must have come that way:
/// all but those that the commonest step of some position misses.
bool trials_look_dependent(const Tally& whole);

// Where the hits of a bet lie among the trials that it was judged on: independent trials have them anywhere.

/// Small tables of hits, of the judged trials whose decks were kept in their sequence.
struct HitPlaces {
  struct Trials {
    std::uint64_t trials = 0, hits = 0;
    bool operator==(const Trials&) const = default;
  };
  struct Blocks {
    std::uint64_t blocks = 0, hits = 0;  ///< the last block where it is not whole is left out
    std::uint64_t squares = 0;           ///< of the hits of each, added up
    bool operator==(const Blocks&) const = default;
  };
  static constexpr std::array<std::uint64_t, 8> distances{32, 64, 128, 256, 512, 1024, 2048, 4096};
  static constexpr std::array<std::uint64_t, 3> block_sizes{64, 256, 1024};

  /// By the distance, in trials, from the nearest trial that the bet was chosen on: up to each of `distances`
  /// and beyond the one before; last, farther away.
  std::array<Trials, distances.size() + 1> by_distance{};
  std::array<Blocks, block_sizes.size()> by_block{};  ///< judged trials in turn, cut in blocks of each size

  bool operator==(const HitPlaces&) const = default;
};

/// trials: the indices over the run of judged trials, ascending; the bet was chosen on those between them.
/// hits: as many.
HitPlaces hit_places(std::span<const std::uint64_t> trials, const std::vector<bool>& hits);

/// Claim tested: the judged trials are independent draws of one distribution, whatever it is, so that given
/// the number of hits any of them are as likely to be these. More hits than so near to a choosing trial, by
/// the exact hypergeometric tail: the smallest over the distances, times their number; at most 1.
double clinging_p(const HitPlaces& places);

/// The same claim: hits are spread over blocks no more than at random. Their squared deviations over the
/// variance of the hypergeometric number of each are chi-square on blocks - 1; sizes at which a block is due
/// fewer than five hits, or five misses, say nothing. The smallest over the sizes, times their number; at
/// most 1.
double uneven_p(const HitPlaces& places);

/// Why a lower bound that rests on independent trials is not to be stated.
enum class HitFault { clinging, uneven };
/// Where either p is below 0.001.
std::optional<HitFault> hit_fault(const HitPlaces& places);

/// The word for it, as it stands in reports: "clinging", "uneven".
const char* to_text(HitFault fault);

// Is what leads from one permutation to the next one as random as a permutation?

/// The relative permutations as a tally of their own, a trial for each pair, with all kinds filled in that
/// relative permutations are counted by; no repeats, and no relative permutations of relative permutations.
Tally tally_of_successive(const Tally& tally);

/// Claim tested: the relative permutation of successive trials is uniform. Independent uniform permutations
/// a_1 .. a_N have independent uniform relative permutations, because (a_1, ..., a_N) -> (a_1, q_1, ...,
/// q_(N-1)) is one to one (core/README.md 2.12); so every test of permutations is one of relative
/// permutations, with the same null distribution and the same rule for the trials, which are pairs here:
/// those that are of relative permutations of such decks (TestInfo::smallest_of_successive). A result for
/// each of their hypotheses, named "successive-permutations" and the like.
std::vector<TestResult> test_successive(const Tally& tally);

/// Those of the tests that it runs. deck_size 2 to 1024.
std::uint64_t hypotheses_of_successive(int deck_size);

inline constexpr TestInfo successive_test{
    .name = "successive",
    .formerly = "quotients",
    .claim = "the relative permutation of two successive trials is as random as a permutation",
    .null_distribution =
        "those of permutations and its components to 8 cards; above of positions, their cells, parity, "
        "relative order and numbers of a permutation",
    .blind_to =
        "dependence that leaves relative permutations of successive trials uniform, and every bias that all "
        "trials share weakly",
    .needs = [](const Tally& tally) -> Needs {
      return {.lacking = tally.successive.pairs == 0 ? "no two trials followed each other" : ""};
    },
    .run = test_successive,
    .hypotheses = hypotheses_of_successive,
};

// Do cards stay where they were, from one trial to the next, more than between any two of the trials?

struct SuccessiveFixedPoints {
  double mean = 0;         ///< over the relative permutations of successive trials
  double mean_of_all = 0;  ///< over all pairs of trials
  /// Of a bound on the chance that independent trials of whatever distribution have so many more.
  double log10_p = 0;
};

/// The fixed points of relative permutations, beside those of all pairs of trials: of the counts C by
/// position, (sum of C^2 / N - n) / (N - 1) on average. In a sequence of these trials taken at random that is
/// the mean m, whatever the trials are.
///
/// For X of mean 0 and any t, exp(t X - t^2 (A + B) / 2) is at most 1 on average, A the square of X where X
/// is above 0, as it came, and B the mean of its square where it is below (Delyon 2009). So p = exp(-R d^2 /
/// (2 V)), of R relative permutations with the difference d; V is the mean of A and the largest B that f, the
/// number of fixed points, 0 to n, can have: m^2 (1 - m / n), since that square is convex in f. It needs no
/// variance of trials that happened to be alike. What both means owe to single trials cancels where nearly
/// every trial has a relative permutation, and doubles V where few have (Hoeffding 1948). Only more fixed
/// points are told: a rare order that has many may be missing, but not come so much too often. 2 to 1024
/// cards.
SuccessiveFixedPoints successive_fixed_points(const Tally& whole);

// Do permutations lead to each other, from one trial to the next, as between any two of the trials?

struct SuccessivePermutations {
  double statistic = 0;  ///< X2 over the cells
  int cells = 0;         ///< relative permutations of which five pairs are due, at least
  double spread = 1;     ///< 1 to 2: no direction of the cells has more variance; found where p is below 0.01
  /// Of the chance that independent trials of whatever distribution differ so much; 0 above 0.01.
  double log10_p = 0;
};

/// How often each permutation was a relative permutation, beside what all pairs of trials have: of the counts
/// C by order, the sum of C(a) C(b) over the pairs of permutations with that relative permutation, a trial
/// with itself left out, of N (N - 1). In a sequence of these trials taken at random that is the mean,
/// whatever the trials are.
///
/// The cells of one pair spread as a multinomial's, and so no direction of X2 has a variance above 1. Two
/// pairs that share a trial add S = D^(-1/2) (M + M') D^(-1/2), M the covariance of their cells and D the
/// means, whose norm is at most Frobenius's, and at most 1, since every other pair shares none; but that is
/// what a sequence owes to its single trials, of which as much cancels as there are trials with a relative
/// permutation (Hoeffding 1948). So X2 / spread, where spread = 1 + (1 - pairs / N) times that norm, is at
/// most, in distribution, a chi-square on `cells` degrees of freedom, as far as counts of five and more are
/// normal. Up to SuccessiveRanks::largest_deck cards whose permutations are counted; no cells elsewhere.
SuccessivePermutations successive_permutations(const Tally& whole);

// Do cards go from position to position, from one trial to the next, as between any two of the trials?

/// Due in a cell, from which on its count is taken for normal.
inline constexpr double least_pairs_of_cell = 5;

/// log10 of bounds on the chance that trials in any order, which independent ones of whatever distribution
/// come in, differ so much; 0 where nothing tells.
struct SuccessivePositions {
  double log10_p_of_cell = 0;   ///< of the farthest of all n^2 cells
  double log10_p_of_table = 0;  ///< of all of them together
};

/// The relative permutations' cells, how often the card at position p was at q in the trial before, beside
/// what all pairs of trials have there: of the counts C by position and card, (sum over the cards of C(p, c)
/// C(q, c), less N where p = q) of N (N - 1). In a sequence of these trials taken at random that is the mean
/// of each cell, whatever the trials are.
///
/// Of a cell: no two of every other pair share a trial; drawn without replacement, of so many the count
/// spreads no more than a binomial one (Hoeffding 1963), and one of the two halves is at least as far off as
/// both together. Of the table, whose cells must have five pairs each: of X2, a sum of squares, no direction
/// has a variance above n, since for every u (sum over p of u(p, q(p)) / sqrt(R))^2 is at most n sum u^2 / R
/// (Cauchy and Schwarz) of mean n, and all together have less than n (n - 1): it spreads at most as n times a
/// chi-square on n - 1 degrees of freedom. What both means owe to single trials cancels where nearly every
/// trial has a relative permutation, and doubles the variance where few have (Hoeffding 1948). 2 to 1024
/// cards: n^3 steps.
SuccessivePositions successive_positions(const Tally& whole);

}  // namespace fairshuffle
