#include "core/interpret/trace.hpp"

#include <concepts>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/random/language_generators.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

using Choose = std::function<std::uint64_t(std::uint64_t)>;

AskedDraws chosen_draws(const Choose& choose) {
  return {[&choose](std::uint64_t bound) {
    const std::uint64_t value = choose(bound);
    if (value >= bound) {
      throw std::invalid_argument("trace: a draw of " + std::to_string(value) + " is not below " +
                                  std::to_string(bound));
    }
    return value;
  }};
}

/// Keeps what was noted, and the cards then.
class TraceListener {
 public:
  template <class Deck>
  void operator()(const Noted& noted, const Deck& deck) {
    if (noted.verb != nullptr) {
      piled_ += noted.verb->piles;
      dealt_ += noted.verb->takes_out;
    }
    const std::span<const Card> cards = deck.cards(), pile = deck.pile();
    events.push_back({.kind = noted.kind,
                      .first = noted.first,
                      .second = noted.second,
                      .before = noted.before,
                      .verb = noted.verb,
                      .deck = {cards.begin(), cards.end() - dealt_},
                      .pile = {pile.begin(), pile.begin() + piled_}});
  }

  std::vector<TraceEvent> events;

 private:
  int dealt_ = 0, piled_ = 0;
};

template <class Draws>
using TracedDeck = NotedDeck<Draws, TraceListener>;

template <class Shuffle, class Draws>
Trace trace_of(const SampleSetup& setup, Draws& draws) {
  TracedDeck<Draws> deck(setup.deck_size, draws, {});
  Shuffle{OptionValues(setup.options)}(deck);
  const std::span<const Card> cards = deck.end_trial();
  return {.events = std::move(deck.listener().events), .deck = {cards.begin(), cards.end()}};
}

template <class Shuffle>
constexpr bool draws_through_deck = std::invocable<const Shuffle&, TracedDeck<AskedDraws>&>;

template <class Draws>
Draws draws_of(const SampleSetup& setup, std::uint64_t seed) {
  Draws draws(setup.source->make(0, setup.bits), *setup.draw, setup.clock);
  draws.begin_block(seed);
  draws.begin_trial(0);
  return draws;
}

template <class Shuffle>
Trace trace_seeded(const SampleSetup& setup, std::uint64_t seed) {
  Trace result;
  if constexpr (draws_through_deck<Shuffle>) {
    auto draws = draws_of<AnyDraws>(setup, seed);
    AskedDraws asked = asked_of(draws);
    result = trace_of<Shuffle>(setup, asked);
  } else {
    visit_source(setup.source->info.name, [&]<class S>(std::type_identity<S>) {
      auto draws = draws_of<AnyWordDraws<S::max_word()>>(setup, seed);
      result = trace_of<Shuffle>(setup, draws);
    });
  }
  return result;
}

template <class Shuffle>
Trace trace_chosen(const SampleSetup& setup, const Choose& choose) {
  if constexpr (draws_through_deck<Shuffle>) {
    AskedDraws draws = chosen_draws(choose);
    return trace_of<Shuffle>(setup, draws);
  } else {
    throw std::invalid_argument("trace: " + std::string(setup.shuffle->name) +
                                " makes its own draws: none can be given");
  }
}

void check(const SampleSetup& setup) {
  if (const std::string reason = why_not_followed(setup); !reason.empty()) {
    throw std::invalid_argument("trace: " + reason);
  }
}

}  // namespace

Trace trace(const SampleSetup& setup, std::uint64_t seed) {
  check(setup);
  return visit_shuffle(setup.shuffle->name,
                       [&]<class S>(std::type_identity<S>) { return trace_seeded<S>(setup, seed); });
}

Trace trace(const SampleSetup& setup, const std::function<std::uint64_t(std::uint64_t)>& choose) {
  check(setup);
  return visit_shuffle(setup.shuffle->name,
                       [&]<class S>(std::type_identity<S>) { return trace_chosen<S>(setup, choose); });
}

Trace trace(const SampleSetup& setup, std::span<const std::uint64_t> draws) {
  std::size_t played = 0;
  Trace result = trace(setup, [&](std::uint64_t) {
    if (played == draws.size()) {
      throw std::invalid_argument("trace: the shuffle takes more than the " + std::to_string(draws.size()) +
                                  " draws given");
    }
    return draws[played++];
  });
  if (played != draws.size()) {
    throw std::invalid_argument("trace: of " + std::to_string(draws.size()) +
                                " draws given the shuffle took " + std::to_string(played));
  }
  return result;
}

}  // namespace fairshuffle
