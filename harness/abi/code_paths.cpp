#include "harness/abi/code_paths.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fairshuffle/detail/trials.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/diagnosis/outcomes.hpp"
#include "core/permutation/permutation.hpp"
#include "harness/abi/row_trials.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/whole_file.hpp"
#include "reports/outcomes_report.hpp"

using namespace fairshuffle;

namespace {

constexpr double largest_size = 0x1p53;

// What `work()` answers; -1 where it throws, and from then on.
template <class Answer, class Work>
Answer kept(std::exception_ptr& thrown, Work work) noexcept {
  if (thrown == nullptr) {
    try {
      return static_cast<Answer>(work());
    } catch (...) {
      thrown = std::current_exception();
    }
  }
  return -1;
}

DrawKind kind_of(std::int32_t kind) {
  switch (kind) {
    case FAIRSHUFFLE_BELOW:
    case FAIRSHUFFLE_PART:
      return DrawKind::below;
    case FAIRSHUFFLE_WORD:
      return DrawKind::word;
    case FAIRSHUFFLE_UNIT:
      return DrawKind::unit;
    default:
      throw InputError(fmt::format("expected a kind of draw from 0 to 3, found {}", kind));
  }
}

}  // namespace

double fairshuffle_draws::draw(std::int32_t kind, double size) noexcept {
  return kept<double>(thrown, [&] {
    if (!(size >= 1 && size <= largest_size && size == std::floor(size)))
      throw InputError(fmt::format("expected a draw of 1 to 2^53 values, found {}", size));
    paths.see(deck);
    if (kind == FAIRSHUFFLE_PART) {
      paths.tell_width({.bits = std::numeric_limits<double>::digits,
                        .method = "scaled-double",
                        .bound = static_cast<std::uint64_t>(size)});
    }
    return paths.draw(kind_of(kind), static_cast<std::uint64_t>(size));
  });
}

std::int32_t fairshuffle_draws::draw_weighted(const char* weights) noexcept {
  return kept<std::int32_t>(thrown, [&] {
    paths.see(deck);
    return paths.draw_weighted(weights);
  });
}

void fairshuffle_draws::show(const char* text) noexcept {
  kept<int>(thrown, [&] {
    shown = detail::deck_text(std::array{std::string(text)}, 1);
    return 0;
  });
}

namespace fairshuffle {

namespace {

std::uint64_t rank_of_run(Paths& paths, int deck_size, fairshuffle_shuffle shuffle, void* context) {
  std::array<Card, largest_followed_deck> cards{};
  std::iota(cards.begin(), cards.end(), Card{0});
  const auto deck = std::span(cards).first(static_cast<std::size_t>(deck_size));
  fairshuffle_draws draws{.paths = paths, .deck = deck};
  const std::int32_t answer = shuffle(context, deck_size, cards.data(), &draws);
  if (draws.thrown != nullptr) std::rethrow_exception(draws.thrown);
  if (answer != FAIRSHUFFLE_GO_ON) throw CallbackFailed(path_text(paths.path()));
  const std::uint64_t rank = draws.shown.empty() ? checked_rank_of(deck) : no_rank;
  if (rank == no_rank) {
    if (draws.shown.empty()) draws.shown = fmt::format("{}", fmt::join(deck, " "));
    paths.show(draws.shown);
  }
  return rank;
}

// What `work` makes of the paths, given what reports call them and the paths.
template <class Work>
auto with_paths(const nlohmann::json& request, fairshuffle_shuffle shuffle, void* context, Work work) {
  constexpr double standard_seconds = 10;
  const int deck_size = request["n"].get<int>();
  PathLimits limits;
  limits.paths = request.value("max_paths", limits.paths);
  limits.ordinary_runs = request.value("ordinary_runs", limits.ordinary_runs);
  // Each is a call of a function in a language that may be slow.
  limits.repeats = 2000;
  limits.is_over = ending_after(request.value("max_seconds", standard_seconds), {});
  Paths paths(
      deck_size, [&](Paths& of, int cards) { return rank_of_run(of, cards, shuffle, context); }, limits);
  return work(fmt::format("{}:n={}", request.value("name", "shuffle"), deck_size), paths);
}

}  // namespace

nlohmann::ordered_json exact_code(const nlohmann::json& request, fairshuffle_shuffle shuffle, void* context) {
  const JudgedOutcomes of = with_paths(
      request, shuffle, context, [](const std::string& name, Paths& paths) { return judged(name, paths); });
  return {{"verdict", to_text(of.verdict)},
          {"fair", is_fair(of.verdict)},
          {"sentence", outcomes_sentence(of)},
          {"text", outcomes_text(of)},
          {"distribution", outcomes_json(of)}};
}

Document lesson_of_code(const nlohmann::json& request, fairshuffle_shuffle shuffle, void* context) {
  return with_paths(request, shuffle, context,
                    [](const std::string& name, Paths& paths) { return lesson_of(name, paths); });
}

}  // namespace fairshuffle
