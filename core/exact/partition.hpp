// Partitions of the deck size, which name the irreducible representations of the orders, and what each of
// them sees of a shuffle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairshuffle {

/// Parts in descending order, each at least 1: {3, 1, 1} is a partition of 5.
using Partition = std::vector<int>;

/// All partitions of `deck_size` (1 to 12; throws std::invalid_argument), the largest first: (5), (4,1),
/// (3,2), (3,1,1) ...
std::vector<Partition> partitions_of(int deck_size);

/// The dimension of the irreducible representation of a partition, to 12 cards: n! over the product of the
/// hook lengths (Frame, Robinson and Thrall 1954).
std::uint64_t dimension_of(const Partition& partition);

/// The partition mirrored at its diagonal: its representation is that of `partition` times the parity.
Partition conjugate_of(const Partition& partition);

/// "(3,1,1)".
std::string to_text(const Partition& partition);

/// What the part of a law that belongs to the partition shows and no smaller part does, for people: "single
/// cards" for (n-1,1), "unordered pairs" for (n-2,2), "ordered pairs" for (n-2,1,1), "unordered triples",
/// "triples split 2+1", "ordered triples", and so on: the first row holds the cards that are not looked at,
/// the other rows those that are, and the order within a row is not seen. "parity" for (1,...,1); where the
/// conjugate looks at fewer cards and the partition itself at more than two, the conjugate's name with "by
/// parity": what differs between even and odd orders. "nothing" for (n).
std::string name_of(const Partition& partition);

}  // namespace fairshuffle
