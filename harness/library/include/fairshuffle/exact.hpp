// The exact distribution of a shuffle, without chance: for tests in C++ that cannot fail by bad luck.
//
//   auto result = fairshuffle::exact(
//       5, [](auto& deck, auto& generator) { std::shuffle(deck.begin(), deck.end(), generator); });
//   CHECK(result.fair());
//
// The shuffle is called once for each path of its draws, which are answered in every way there is. What it
// draws by generator.below(bound) is proven. Words, as std::shuffle and the distributions of <random> take
// them, are cut into the pieces on which the code goes on alike, and then 100,000 ordinary runs are held
// against them: the verdict is then "fair as far as checked". Words are ideal: what a narrow generator adds
// is not seen. Take certify for larger decks, for random keys that are compared, and for whole programs.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fairshuffle/result.hpp>

namespace fairshuffle {

struct JudgedOutcomes;
class Paths;

/// A uniform random bit generator whose words are answered. Copies answer as one.
class AnsweredGenerator {
 public:
  using result_type = std::uint64_t;

  explicit AnsweredGenerator(Paths& paths) : paths_(&paths) {}

  static constexpr result_type min() { return 0; }
  /// All numbers up to 46 divide it, and it is never answered itself: so a bounded draw is even.
  static constexpr result_type max() { return 9'419'588'158'802'421'600U; }
  result_type operator()();

  /// A number in 0..bound-1, bound from 1: one path for each value.
  std::uint64_t below(std::uint64_t bound);

 private:
  Paths* paths_;
};

struct ExactOptions {
  std::uint64_t max_paths = 5'000'000;
  double max_seconds = 60;
  /// What reports call the shuffle.
  std::string name = "shuffle";
};

/// What exact found out.
class ExactResult {
 public:
  explicit ExactResult(std::shared_ptr<const JudgedOutcomes> of);

  /// Every permutation is as likely, exactly or as far as checked; the verdict says which.
  Answer fair() const;
  /// The same by bounded draws alone, with no path left: proven.
  Answer exactly_fair() const;
  Answer biased() const;
  explicit operator bool() const { return static_cast<bool>(fair()); }
  template <detail::ReasonedBool T>
  operator T() const {
    return fair();
  }

  /// "exactly fair", "exactly biased", "fair as far as checked", "biased as far as checked", "inconclusive"
  /// or "invalid".
  std::string_view verdict() const;
  /// "Exactly biased: TV 1/18 (5.6 points); ... This is the distribution of naive-swap:n=3."
  std::string sentence() const;
  /// The whole distribution, as `fairshuffle exact` prints it.
  std::string text() const;
  std::string json() const;
  /// The total variation distance from uniform, and the same as a fraction: "1/18".
  double tv() const;
  std::string tv_fraction() const;
  /// How many paths were followed.
  std::uint64_t paths() const;

 private:
  std::shared_ptr<const JudgedOutcomes> of_;
};

/// The sentence.
std::ostream& operator<<(std::ostream& out, const ExactResult& result);

namespace detail {

ExactResult exact_paths(std::intmax_t deck_size,
                        const std::function<void(std::vector<int>&, AnsweredGenerator&)>& shuffle,
                        const ExactOptions& options);

}  // namespace detail

/// Follows all paths of a shuffle of the cards 0..deck_size-1, deck_size in 2..8. Throws
/// std::invalid_argument for other sizes; std::runtime_error, with the draws that lead there, where the
/// shuffle draws without end, or otherwise the second time, or has too many paths, or compares random keys;
/// and std::runtime_error around what the shuffle throws (std::rethrow_if_nested).
template <std::integral Size, std::invocable<std::vector<int>&, AnsweredGenerator&> Shuffle>
ExactResult exact(Size deck_size, Shuffle&& shuffle, const ExactOptions& options = {}) {
  return detail::exact_paths(
      static_cast<std::intmax_t>(deck_size),
      [&shuffle](std::vector<int>& deck, AnsweredGenerator& generator) { shuffle(deck, generator); },
      options);
}

}  // namespace fairshuffle
