// The values of a word on which some code goes on alike, found by asking what follows from single values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/exact/distribution.hpp"

namespace fairshuffle {

/// What follows from a word 0..size-1: equal numbers where the code goes on alike.
using Signature = std::function<std::uint64_t(std::uint64_t word)>;

/// The words 0..size-1 in intervals or by their remainders, and the branches that these make up.
struct Pieces {
  struct Branch {
    Integer times = 0, of = 1;  ///< its chance
    double chance = 0;
    std::uint64_t word = 0;  ///< one of its words
  };

  std::uint64_t size = 1;
  std::uint64_t modulus = 0;            ///< words with the same remainder go on alike; 0 for intervals
  std::vector<std::uint64_t> starts;    ///< of the intervals, ascending from 0
  std::vector<std::uint64_t> odd_ends;  ///< those of them that are no simple fractions of all words
  std::vector<std::uint32_t> branch;    ///< of each remainder or interval
  std::vector<Branch> branches;

  std::uint32_t branch_of(std::uint64_t word) const;
  /// The bound of an even draw below it that the pieces make of a word; nothing where they make no such.
  std::optional<std::uint64_t> even_bound() const;
};

/// The pieces as far as these words show them, and what lies between them. Ends that are within two words of
/// a simple fraction of all words are taken for it, and remainders as equally likely: a wider word would have
/// them so. Nothing where the words are in no few pieces. takes_remainders: whether to look for those.
std::optional<Pieces> found_pieces(std::uint64_t size, bool takes_remainders,
                                   const std::vector<std::uint64_t>& words, const Signature& signature);

/// Each word is a piece of its own, and those that go on alike are one branch: for few words, of chances by
/// these weights, each above 0.
Pieces pieces_of_values(const std::vector<Integer>& weights, const Signature& signature);

/// Whether the code goes on alike at both ends of each piece, and at those words, and otherwise on each
/// branch.
bool are_pieces(const Pieces& pieces, const std::vector<std::uint64_t>& words, const Signature& signature);

/// Words that are spread evenly.
std::vector<std::uint64_t> spread_words(std::uint64_t size);

/// A number in 0..size-1 that follows from the seed and its place.
std::uint64_t number_of(std::uint64_t seed, std::size_t place, std::uint64_t size);

}  // namespace fairshuffle
