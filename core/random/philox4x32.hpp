// Philox4x32-10: randomness as a function of a key and a counter.
#pragma once

#include <array>
#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// Ten rounds that turn a 128-bit counter into four 32-bit words under a 64-bit key; least significant word
/// first, as in Random123.
inline std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xd2511f53} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xcd9e8d57} * counter[2];
    const auto high = [](std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); };
    const auto low = [](std::uint64_t product) { return static_cast<std::uint32_t>(product); };
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1), high(product0) ^ counter[3] ^ key[1],
               low(product0)};
    key[0] += 0x9e3779b9;
    key[1] += 0xbb67ae85;
  }
  return counter;
}

/// 32-bit words, period 2^66 (a 64-bit counter). The 64-bit seed is the key, low half first; the counter
/// starts at 0 and each of its values gives four words in order, so that with a seed below 2^32 the words are
/// those of C++26's std::philox4x32.
class Philox4x32 {
 public:
  static constexpr SourceInfo info{
      .name = "philox4x32-10",
      .truth = "encrypts a counter under the seed as key: passes the known tests, 2^64 separate streams",
      .origin = "Salmon, Moraes, Dror, Shaw 2011, Parallel Random Numbers: As Easy as 1, 2, 3 (SC11)",
      .ideal = true,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  explicit Philox4x32(std::uint64_t seed)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

  std::uint64_t next_word() {
    if (taken_ == words_.size()) {
      words_ = philox4x32_10(
          {static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32), 0, 0}, key_);
      ++counter_;
      taken_ = 0;
    }
    return words_[taken_++];
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> words_{};
  std::size_t taken_ = 4;  // of words_
};

}  // namespace fairshuffle
