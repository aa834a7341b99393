// What certify found out.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairshuffle {

struct RunRecord;

namespace detail {

/// A yes or no that carries its reason: testing::AssertionResult, without a word of GoogleTest here.
template <class T>
concept ReasonedBool = std::constructible_from<T, bool> && requires(T answer, const std::string& reason) {
  { answer.message() } -> std::convertible_to<const char*>;
  answer << reason;
};

}  // namespace detail

/// Yes or no, with why: the result's headline and the report as a terminal shows it. doctest and Catch2 print
/// them where a CHECK fails, GoogleTest where an EXPECT_TRUE does.
class Answer {
 public:
  /// told: asked where a test prints it, since a report takes longer to draw than an answer to give.
  Answer(bool yes, std::string sentence, std::function<std::string()> told)
      : yes_(yes), sentence_(std::move(sentence)), told_(std::move(told)) {}

  explicit operator bool() const { return yes_; }
  const std::string& sentence() const { return sentence_; }
  std::string told() const { return told_(); }

  /// GoogleTest prints only the reasons of its own type.
  template <detail::ReasonedBool T>
  operator T() const {
    T answer(yes_);
    answer << told();
    return answer;
  }

 private:
  bool yes_;
  std::string sentence_;
  std::function<std::string()> told_;
};

std::ostream& operator<<(std::ostream& out, const Answer& answer);

/// One test of the shuffle, at the look that decided.
struct TestSummary {
  std::string name;
  bool applied = false;
  std::string reason;     ///< why not applied; empty otherwise
  double p_value = 1;     ///< 0 where it is below 1e-300: see log10_p
  double log10_p = 0;     ///< to about -4900
  double adjusted_p = 1;  ///< by Holm's method over the tests of the look
  bool rejected = false;  ///< within the family-wise error rate
};

/// How often a named bet had one of its values.
struct BetValueSummary {
  std::string value;  ///< "3", "full house"
  double fair = 0;    ///< its probability under fairness
  std::uint64_t count = 0;
  /// Bounds on its probability; absent where trials are dependent. At the confidence asked for, spent over
  /// the looks, those of all values of all bets hold together.
  std::optional<double> lower, upper;
};

struct BetSummary {
  std::string name;
  std::vector<BetValueSummary> values;  ///< those that are possible
};

/// Exactly one of fair, biased, inconclusive and invalid is yes. What is not fair fails a CHECK of fair():
/// an inconclusive shuffle, too.
class Result {
 public:
  explicit Result(std::shared_ptr<const RunRecord> run);

  /// Not rejected, and the bound on the bias is within the tolerance.
  Answer fair() const;
  /// Rejected within the family-wise error rate.
  Answer biased() const;
  /// Neither at max_trials.
  Answer inconclusive() const;
  /// A trial left something that was no order of the deck: missing, duplicate or unknown cards.
  Answer invalid() const;
  /// Biased in that trials hang together, as where a deck is not put back in order; then no bound is stated.
  Answer dependent() const;
  explicit operator bool() const { return static_cast<bool>(fair()); }
  template <detail::ReasonedBool T>
  operator T() const {
    return fair();
  }

  /// "fair", "biased", "inconclusive" or "invalid".
  std::string_view verdict() const;
  /// The verdict in plain words, with its trials and bounds.
  const std::string& sentence() const;
  /// The same in a line: "Biased: looks like sattolo; card 0 never lands at position 0; 79 to 86 points".
  std::string headline() const;

  /// Valid and invalid.
  std::uint64_t trials() const;
  std::uint64_t invalid_trials() const;
  /// Bounds on the bias as a total variation distance, each at the confidence asked for; absent where the
  /// trials support none. tv_lower is about every bet on the order. tv_upper is about the bets that
  /// tv_upper_covers() names: "permutations", every bet too; of larger decks fewer ("positions", where one
  /// card lies; "cards,pairs-order"), and then it is no end of the same interval and may be below tv_lower.
  std::optional<double> tv_lower() const;
  std::optional<double> tv_upper() const;
  const std::string& tv_upper_covers() const;
  std::vector<TestSummary> tests() const;
  /// In the order of the options.
  std::vector<BetSummary> bets() const;
  /// About how many trials would decide, where the result is inconclusive and that can be said: a forecast,
  /// if the shuffle is fair, or as biased as it looks where it looks clearly so.
  std::optional<double> trials_to_decide() const;

  /// How often each of the n! permutations came, in lexicographic order; empty above ten cards. Valid as long
  /// as the result lives.
  std::span<const std::uint64_t> permutation_counts() const;
  /// How often the card came to the position, both in 0..n-1; throws std::out_of_range.
  std::uint64_t count_at(int position, int card) const;

  /// The whole report, as the program writes it.
  std::string json() const;

 private:
  std::shared_ptr<const RunRecord> run_;
};

/// The sentence.
std::ostream& operator<<(std::ostream& out, const Result& result);

}  // namespace fairshuffle
