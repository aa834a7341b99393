#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fairshuffle/detail/trials.hpp>
#include <fairshuffle/exact.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/diagnosis/outcomes.hpp"
#include "core/exact/paths.hpp"
#include "core/permutation/permutation.hpp"
#include "harness/engine/blocks.hpp"
#include "reports/outcomes_report.hpp"

namespace fairshuffle {

AnsweredGenerator::result_type AnsweredGenerator::operator()() {
  return paths_->draw(DrawKind::word, max());
}

std::uint64_t AnsweredGenerator::below(std::uint64_t bound) {
  return paths_->draw(DrawKind::below, bound);
}

namespace detail {

namespace {

std::string shown(const std::vector<int>& deck, std::size_t deck_size) {
  std::vector<std::string> cards;
  for (const int card : deck) cards.push_back(std::to_string(card));
  return deck_text(cards, deck_size);
}

[[noreturn]] void rethrow_with(const std::vector<AnsweredDraw>& path) {
  const std::string draws = path_text(path);
  try {
    throw;
  } catch (const std::exception& error) {
    std::throw_with_nested(
        std::runtime_error(fmt::format("exact: the shuffle threw: {} (draws: {})", error.what(), draws)));
  } catch (...) {
    std::throw_with_nested(std::runtime_error(fmt::format("exact: the shuffle threw (draws: {})", draws)));
  }
}

}  // namespace

ExactResult exact_paths(std::intmax_t deck_size,
                        const std::function<void(std::vector<int>&, AnsweredGenerator&)>& shuffle,
                        const ExactOptions& options) {
  if (deck_size < smallest_followed_deck || deck_size > largest_followed_deck) {
    throw std::invalid_argument(fmt::format("exact: a deck has {} to {} cards, this one {}",
                                            smallest_followed_deck, largest_followed_deck, deck_size));
  }
  PathLimits limits;
  limits.paths = options.max_paths;
  limits.is_over = ending_after(std::clamp(options.max_seconds, 0.0, 1e6), {});
  std::vector<int> deck;
  Paths paths(
      static_cast<int>(deck_size),
      [&](Paths& draws, int cards) {
        deck.resize(static_cast<std::size_t>(cards));
        std::iota(deck.begin(), deck.end(), 0);
        AnsweredGenerator generator(draws);
        try {
          shuffle(deck, generator);
        } catch (const PathsRefused&) {
          throw;
        } catch (...) {
          rethrow_with(draws.path());
        }
        const std::uint64_t rank = rank_of_numbers(deck, cards);
        if (rank == no_rank) draws.show(shown(deck, static_cast<std::size_t>(cards)));
        return rank;
      },
      limits);
  return ExactResult(
      std::make_shared<const JudgedOutcomes>(judged(fmt::format("{}:n={}", options.name, deck_size), paths)));
}

}  // namespace detail

namespace {

Answer answer(const std::shared_ptr<const JudgedOutcomes>& of, bool yes) {
  return {yes, outcomes_sentence(*of), [of] { return outcomes_text(*of); }};
}

}  // namespace

ExactResult::ExactResult(std::shared_ptr<const JudgedOutcomes> of) : of_(std::move(of)) {}

Answer ExactResult::fair() const {
  return answer(of_, is_fair(of_->verdict));
}
Answer ExactResult::exactly_fair() const {
  return answer(of_, of_->verdict == OutcomeVerdict::exactly_fair);
}
Answer ExactResult::biased() const {
  return answer(of_, is_biased(of_->verdict));
}

std::string_view ExactResult::verdict() const {
  return to_text(of_->verdict);
}
std::string ExactResult::sentence() const {
  return outcomes_sentence(*of_);
}
std::string ExactResult::text() const {
  return outcomes_text(*of_);
}
std::string ExactResult::json() const {
  return outcomes_json(*of_).dump(2) + "\n";
}
double ExactResult::tv() const {
  return to_double(of_->total_variation);
}
std::string ExactResult::tv_fraction() const {
  return to_text(of_->total_variation);
}
std::uint64_t ExactResult::paths() const {
  return of_->outcomes.paths;
}

std::ostream& operator<<(std::ostream& out, const ExactResult& result) {
  return out << result.sentence();
}

}  // namespace fairshuffle
