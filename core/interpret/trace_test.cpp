#include "core/interpret/trace.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

using Cards = std::vector<Card>;

Cards sorted_deck(int n) {
  Cards deck(static_cast<std::size_t>(n));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}

// What the events say, done again with a vector's own operations: nothing of the samplers' deck.
class Replay {
 public:
  explicit Replay(int n) : deck_(sorted_deck(n)), keys_(deck_.size()) {}

  void play(const TraceEvent& event) {
    const auto i = static_cast<std::ptrdiff_t>(event.first), j = static_cast<std::ptrdiff_t>(event.second);
    if (event.kind == EventKind::draw) {
      bound_ = event.first;
      drawn_ = event.second;
    } else if (event.verb == &Swap::info) {
      std::iter_swap(deck_.begin() + i, deck_.begin() + j);
    } else if (event.verb == &Move::info) {
      deck_.insert(deck_.begin() + j, take(i));
    } else if (event.verb == &Deal::info) {
      pile_.push_back(take(i));
    } else if (event.verb == &PlaceInsideOut::info) {
      pile_.push_back(0);
      const auto at_i = static_cast<std::size_t>(i), at_j = static_cast<std::size_t>(j);
      pile_[at_i] = pile_[at_j];
      pile_[at_j] = deck_[at_i];
    } else if (event.verb == &Cut::info) {
      for (std::ptrdiff_t card = 0; card < i; ++card) deck_.push_back(take(0));
    } else if (event.verb == &Arrange::info) {
      for (std::uint64_t steps = 0; steps < event.first; ++steps)
        std::next_permutation(deck_.begin(), deck_.end());
    } else if (event.verb == &DealByItself::info) {
      Cards again;
      for (const Card card : deck_) again.push_back(deck_[card]);
      deck_ = again;
    } else if (event.kind == EventKind::label) {
      keys_[static_cast<std::size_t>(i)] = event.second;
    } else if (event.verb == &SortByLabels::info) {
      Cards sorted;
      for (const std::size_t position : positions_by_key()) sorted.push_back(deck_[position]);
      deck_ = sorted;
    } else if (event.verb == &MergeByLabels::info) {
      Cards merged(deck_.size());
      std::size_t next = 0;
      for (const std::size_t position : positions_by_key()) merged[position] = deck_[next++];
      deck_ = merged;
    } else if (event.verb == &ShelveByLabels::info) {
      std::map<std::uint64_t, std::deque<Card>> shelves;
      for (std::size_t position = 0; position < deck_.size(); ++position) {
        auto& cards = shelves[keys_[position]];
        keys_[position] % 2 == 0 ? cards.push_front(deck_[position]) : cards.push_back(deck_[position]);
      }
      deck_.clear();
      for (const auto& [key, cards] : shelves) deck_.insert(deck_.end(), cards.begin(), cards.end());
    } else if (event.verb == &ThrowByLabels::info) {
      Cards packet, thrown;
      for (std::size_t position = 0; position < deck_.size(); ++position) {
        if (position > 0 && keys_[position] == 0) {
          thrown.insert(thrown.begin(), packet.begin(), packet.end());
          packet.clear();
        }
        packet.push_back(deck_[position]);
      }
      deck_ = packet;
      deck_.insert(deck_.end(), thrown.begin(), thrown.end());
    } else if (event.verb == &DealIntoPiles::info) {
      std::vector<Cards> piles(event.first);
      for (std::size_t next = 0; next < deck_.size(); ++next) {
        Cards& pile = piles[next % piles.size()];
        pile.insert(pile.begin(), deck_[next]);
      }
      std::vector<std::size_t> permutation(piles.size());
      std::iota(permutation.begin(), permutation.end(), std::size_t{0});
      for (std::uint64_t steps = 0; steps < event.second; ++steps)
        std::next_permutation(permutation.begin(), permutation.end());
      deck_.clear();
      for (const std::size_t pile : permutation)
        deck_.insert(deck_.end(), piles[pile].begin(), piles[pile].end());
    } else if (event.kind == EventKind::compare) {
      CHECK(event.before == (drawn_ + 1 == bound_));
    } else if (event.verb == &HandOut::info) {
      pile_.push_back(deck_[static_cast<std::size_t>(i)]);
    }
    CHECK(event.deck == deck_);
    CHECK(event.pile == pile_);
  }

  const Cards& result() const { return pile_.empty() ? deck_ : pile_; }

 private:
  Card take(std::ptrdiff_t i) {
    const Card card = deck_[static_cast<std::size_t>(i)];
    deck_.erase(deck_.begin() + i);
    return card;
  }

  std::vector<std::size_t> positions_by_key() const {
    std::vector<std::size_t> positions(deck_.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::ranges::stable_sort(positions, {}, [this](std::size_t position) { return keys_[position]; });
    return positions;
  }

  Cards deck_, pile_;
  std::vector<std::uint64_t> keys_;
  std::uint64_t bound_ = 0, drawn_ = 0;
};

// Every shuffle with its standard options, and those whose options choose another way through it.
std::vector<SampleSetup> every_way(int n) {
  std::vector<SampleSetup> setups;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (n > shuffle.largest_deck) continue;
    setups.push_back(setup_for_test(shuffle.name, n));
    const SampleSetup standard = setups.back();
    for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
      for (std::size_t choice = 1; choice < shuffle.options[option].choices.size(); ++choice) {
        setups.push_back(standard);
        setups.back().options[option] = static_cast<std::int64_t>(choice);
      }
    }
  }
  setups.push_back(setup_for_test("deal-hands", n, {2}));
  setups.push_back(setup_for_test("overhand", n, {3, 2}));
  setups.push_back(setup_for_test("piles", n, {5, 2, 0}));
  return setups;
}

// The deck of a sampler's first trial: the rank, or the deck itself where it is no permutation.
Cards first_deck(const SampleSetup& setup, std::uint64_t seed) {
  const RunningTally tally = scalar_sample_for_test(setup, 1, seed);
  if (!tally.witnesses().empty()) {
    const std::vector<WideCard>& permutation = tally.witnesses().front().permutation;
    return {permutation.begin(), permutation.end()};
  }
  const Tally counted = tally.counted();
  const auto counts = counted.permutations->by_rank();
  const auto rank = static_cast<std::uint64_t>(std::ranges::find(counts, 1U) - counts.begin());
  return permutation_of_rank(rank, setup.deck_size);
}

}  // namespace

TEST_CASE("a story ends with the deck that the sampler makes of the same seed, for every shuffle") {
  for (const int n : {1, 2, 5, 9}) {
    for (const SampleSetup& setup : every_way(n)) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(setup.shuffle->name);
        CAPTURE(n);
        CHECK(trace(setup, seed).deck == first_deck(setup, seed));
      }
    }
  }
}

TEST_CASE("other sources, draw methods and clocks are traced as they are sampled") {
  for (const char* draw : {"modulo", "multiply-shift", "scaled-double", "rounded-double"}) {
    for (const SeedingKind seeding :
         {SeedingKind::per_block, SeedingKind::per_shuffle_clock, SeedingKind::per_draw_clock}) {
      SampleSetup setup = setup_for_test("inside-out", 7);
      setup.source = find_source("glibc-rand");
      setup.draw = find_draw(draw);
      setup.clock = {.seeding = {.kind = seeding}, .epoch = 1'600'000'000};
      CHECK(trace(setup, 3).deck == first_deck(setup, 3));
    }
  }
  SampleSetup library = setup_for_test("std-shuffle", 7);
  library.source = find_source("msvc-rand");
  CHECK(trace(library, 3).deck == first_deck(library, 3));
}

TEST_CASE("the events, replayed from the sorted deck, give every deck on the way and the last one") {
  for (const int n : {1, 2, 5, 9, 52}) {
    for (const SampleSetup& setup : every_way(n)) {
      CAPTURE(setup.shuffle->name);
      CAPTURE(n);
      const Trace story = trace(setup, 11);
      Replay replay(n);
      for (const TraceEvent& event : story.events) replay.play(event);
      CHECK(replay.result() == story.deck);
    }
  }
}

TEST_CASE("draws that are given decide the shuffle") {
  const SampleSetup setup = setup_for_test("durstenfeld", 4);
  const std::vector<std::uint64_t> draws{1, 0, 1};
  const Trace story = trace(setup, draws);
  // swap(3,1): 0 3 2 1; swap(2,0): 2 3 0 1; swap(1,1).
  CHECK(story.deck == Cards{2, 3, 0, 1});
  REQUIRE(story.events.size() == 6);
  CHECK(story.events[0].kind == EventKind::draw);
  CHECK(story.events[0].first == 4);
  CHECK(story.events[0].second == 1);
  CHECK(story.events[1].verb == &Swap::info);
  CHECK(story.events[1].deck == Cards{0, 3, 2, 1});
}

TEST_CASE("draws that do not fit are refused") {
  const SampleSetup setup = setup_for_test("durstenfeld", 4);
  const std::vector<std::uint64_t> few{1, 0}, many{1, 0, 1, 0}, large{4, 0, 1};
  CHECK_THROWS_AS(trace(setup, few), std::invalid_argument);
  CHECK_THROWS_AS(trace(setup, many), std::invalid_argument);
  CHECK_THROWS_AS(trace(setup, large), std::invalid_argument);
  CHECK_THROWS_AS(trace(setup_for_test("std-shuffle", 4), few), std::invalid_argument);
  CHECK_THROWS_AS(trace(setup_for_test("durstenfeld", 129), 1), std::invalid_argument);
}
