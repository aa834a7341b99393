// A lesson: one target taught, with every number computed at this moment.
//
// A lesson is a list of sections, each a function of the target; those that have nothing to say of it are
// left out. To teach something new, write a section beside the others and name it in lesson.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "harness/target/builtin/builtin_target.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

struct Law;

/// The draws of a shuffle are made of one word or one seed: its law is not that of draws chosen one by one.
inline bool shares_words(SeedingKind kind) {
  return kind == SeedingKind::per_draw_clock || kind == SeedingKind::per_shuffle_random;
}

/// What the sections are made of. Laws are computed once each.
class Lesson {
 public:
  /// `seed` decides the shuffle that is told step by step. The target must outlive the lesson.
  Lesson(const BuiltinTarget& target, std::uint64_t seed) : target_(&target), seed_(seed) {}

  const std::string& target_name() const { return target_->name(); }
  const SampleSetup& setup() const { return target_->setup(); }
  int deck_size() const { return setup().deck_size; }
  std::uint64_t seed() const { return seed_; }

  /// Every draw that the shuffle makes is exactly uniform.
  bool has_uniform_draws() const;
  /// The source is seeded for every shuffle or every draw.
  bool is_seeded_again() const;
  bool has_ideal_draws() const { return has_uniform_draws() && !is_seeded_again(); }

  /// A shuffle with a bias that has none at this deck size, as naive-swap of two cards.
  bool is_uniform_at_this_size_only();
  /// Whether this very target is: by its law where that is known, else by what its shuffle is called.
  bool is_uniform();

  /// The exact law at a deck size; null where there is none, or none within a reasonable time.
  const Law* law(int deck_size);
  /// The law at the target's own deck size.
  const Law* law() { return law(deck_size()); }

 private:
  const BuiltinTarget* target_;
  std::uint64_t seed_;
  std::map<int, std::shared_ptr<const Law>> laws_;
};

/// Deck sizes that are taught: larger ones have too many orders to be looked at one by one.
inline constexpr int smallest_taught_deck = 2;
inline constexpr int largest_taught_deck = 8;

/// A shuffle of more draws is told by nobody, and listened to by nobody.
inline constexpr std::uint64_t most_draws_taught = 10'000;

/// The whole lesson. Throws InputError for a deck size or a number of draws that is not taught.
Document lesson_of(const BuiltinTarget& target, std::uint64_t seed);

}  // namespace fairshuffle
