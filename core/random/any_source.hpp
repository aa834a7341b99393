// Sources chosen by name at run time, optionally cut to their top bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/random/source.hpp"

namespace fairshuffle {

/// A type-erased source. Words are uniform on 0..max_word() as far as the source is any good.
class AnySource {
 public:
  virtual ~AnySource() = default;

  /// Starts anew from `seed`.
  virtual void seed(std::uint64_t seed) = 0;
  /// Goes back to the state right after the last seed(), without the cost of seeding.
  virtual void restart() = 0;
  virtual std::uint64_t next_word() = 0;
  /// Only where native_law() != NativeLaw::none; throws std::logic_error elsewhere.
  virtual std::uint64_t native_below(std::uint64_t bound) = 0;

  std::uint64_t max_word() const { return max_word_; }

 protected:
  explicit AnySource(std::uint64_t max_word) : max_word_(max_word) {}

 private:
  std::uint64_t max_word_;
};

/// What the registry knows of one source.
struct SourceEntry {
  SourceInfo info;
  std::uint64_t max_word;  ///< words are 0..max_word
  int word_bits;           ///< smallest b with max_word < 2^b
  NativeLaw native_law;
  /// For NativeLaw::monotone: the value that the native draw makes of one word; otherwise null.
  std::uint64_t (*native_of_word)(std::uint64_t word, std::uint64_t bound);
  /// `bits` = 0 for whole words, or 1..word_bits for the top bits of each word (word >> (word_bits - bits)).
  std::unique_ptr<AnySource> (*make)(std::uint64_t seed, int bits);
};

/// All sources, in the order of the registry.
std::span<const SourceEntry> all_sources();

/// The source of that name, or null.
const SourceEntry* find_source(std::string_view name);

/// The largest word of the source when its words are cut to `bits` as SourceEntry::make takes it.
inline std::uint64_t max_word_of(const SourceEntry& source, int bits) {
  return source.max_word >> (bits == 0 ? 0 : source.word_bits - bits);
}

inline constexpr std::string_view default_source = "xoshiro256++";

}  // namespace fairshuffle
