// Do trials depend on each other?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

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

}  // namespace fairshuffle
