// Permutations as they lie in planes, on every vector target.
#include "core/tally/planes/planes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/vector_targets.hpp"
#include "core/tally/planes/planes_for_tests.hpp"

using namespace fairshuffle;

namespace {

// The value of a deck in a plane.
Card value_at(const PlaneBatches& planes, std::size_t plane, std::size_t deck) {
  return planes.batch(deck / decks_of_planes)[plane][deck % decks_of_planes];
}

}  // namespace

TEST_CASE("permutations, their inverses and their digits lie in planes as they are, on every vector target") {
  on_every_target_in_batches([](const Permutations& permutations, PermutationBatches& planes) {
    CHECK(planes.size() == permutations.size());
    bool same = true;
    for (std::size_t deck = 0; deck < permutations.size(); ++deck) {
      const auto inverse = inverse_of(permutations[deck]), digits = draws_read_back(permutations[deck]);
      for (std::size_t at = 0; at < inverse.size(); ++at) {
        same = same && value_at(planes.cards(), at, deck) == permutations[deck][at];
        same = same && value_at(planes.places(), at, deck) == inverse[at];
        same = same && value_at(planes.digits(), at, deck) == digits[at];
      }
    }
    CHECK(same);
  });
}

TEST_CASE("permutations that come in planes are those that come one by one, on every vector target") {
  on_every_target<PermutationPlanes>(
      {64, 1, 17}, [](const Permutations& permutations, PermutationPlanes& planes) {
        if (!planes.full() || planes.deck_size() > largest_deck_taken_in_planes) return;
        std::vector<Plane> places(planes.cards().size());
        REQUIRE(lay_out_places(planes.cards(), places));
        PermutationPlanes taken(planes.deck_size());
        // What came before is forgotten.
        for (std::size_t deck = 0; deck < 3; ++deck) taken.add(permutations[deck]);
        CHECK(taken.places().size() == permutations.front().size());
        taken.clear();
        taken.take(planes.cards(), places);
        CHECK(taken.full());
        CHECK(taken.known_digits().empty());
        CHECK(std::ranges::equal(taken.cards(), planes.cards()));
        CHECK(std::ranges::equal(taken.places(), planes.places()));
        bool same = true;
        for (std::size_t deck = 0; deck < permutations.size(); ++deck) {
          same = same && std::ranges::equal(taken.permutation(deck), permutations[deck]);
        }
        CHECK(same);
        taken.clear();
        taken.add(permutations[5]);
        CHECK(std::ranges::equal(taken.permutation(0), permutations[5]));
        CHECK(taken.cards()[0][0] == permutations[5][0]);
        // Without room from permutations that came before.
        PermutationPlanes first(planes.deck_size());
        first.take(planes.cards(), places);
        CHECK(std::ranges::equal(first.permutation(63), permutations[63]));
      });
}

TEST_CASE("decks that lie end to end are taken where all of them are permutations, on every vector target") {
  on_every_target<PermutationPlanes>({64}, [](const Permutations& permutations, PermutationPlanes& planes) {
    const std::size_t deck_size = permutations.front().size();
    std::vector<Card> decks = end_to_end(permutations);
    PermutationPlanes taken(planes.deck_size());
    REQUIRE(taken.take(decks));
    CHECK(taken.full());
    CHECK(taken.known_digits().empty());
    CHECK(std::ranges::equal(taken.cards(), planes.cards()));
    CHECK(std::ranges::equal(taken.places(), planes.places()));
    for (std::size_t deck = 0; deck < permutations.size(); ++deck) {
      REQUIRE(std::ranges::equal(taken.permutation(deck), permutations[deck]));
    }
    // Of the first deck, one between, and the last: a card beyond the deck, none of any deck, one twice.
    for (const std::size_t deck : {0U, 30U, 63U}) {
      Card& spoilt = decks[deck * deck_size + deck % deck_size];
      const Card good = spoilt, other = decks[deck * deck_size + (deck + 1) % deck_size];
      for (const Card wrong : {static_cast<Card>(deck_size), Card{128}, Card{255}, other}) {
        taken.clear();
        if (wrong == good) continue;
        spoilt = wrong;
        CHECK_FALSE(taken.take(decks));
        CHECK(taken.size() == 0);
      }
      spoilt = good;
    }
    taken.add(permutations[5]);
    CHECK(std::ranges::equal(taken.permutation(0), permutations[5]));
    CHECK(taken.cards()[0][0] == permutations[5][0]);
    CHECK(taken.places()[permutations[5][0]][0] == 0);
  });
}

TEST_CASE("digits that are known are not read, and those of other batches are") {
  const Permutations permutations = random_permutations(20, 64, 3);
  PermutationPlanes rows(20), known(20);
  for (const auto& permutation : permutations) rows.add(permutation);
  // Other digits than these permutations have.
  const std::vector<Plane> digits(rows.places().begin(), rows.places().end());
  known.take(rows.cards(), rows.places(), digits);
  PermutationBatches read(20), mixed(20);
  read.add(rows);
  for (PermutationPlanes* batch : {&rows, &known, &rows}) mixed.add(*batch);
  CHECK(std::ranges::equal(mixed.digits().batch(0), read.digits().batch(0)));
  CHECK(std::ranges::equal(mixed.digits().batch(1), digits));
  CHECK(std::ranges::equal(mixed.digits().batch(2), read.digits().batch(0)));
  // Nor are they those of batches that are gone.
  mixed.clear();
  for (int batch = 0; batch < 2; ++batch) mixed.add(rows);
  CHECK(std::ranges::equal(mixed.digits().batch(1), read.digits().batch(0)));
  known.clear();
  known.add(permutations[0]);
  CHECK(known.known_digits().empty());
}

TEST_CASE(
    "sieves of permutations in planes are those of the permutations, and the low bits of their "
    "fingerprints") {
  on_every_target<PermutationPlanes>(
      {64, 1, 17}, [](const Permutations& permutations, PermutationPlanes& planes) {
        const DeckNumbers sieves = sieves_of(planes.cards());
        bool same = true;
        for (std::size_t deck = 0; deck < permutations.size(); ++deck) {
          const std::uint16_t sieve = sieve_of(permutations[deck]);
          same = same && sieves[deck] == sieve;
          if (planes.deck_size() >= smallest_sieved_deck) {
            same = same && (fingerprint_of(permutations[deck]).low & 0xffff) == sieve;
          }
        }
        CHECK(same);
      });
}

TEST_CASE("fingerprints of permutations of up to sixteen cards in planes are those of the permutations") {
  on_every_target<PermutationPlanes>({64}, [](const Permutations& permutations, PermutationPlanes& planes) {
    if (planes.deck_size() > largest_deck_of_nibbles) return;
    const auto words = nibble_fingerprints_of(planes.cards());
    for (std::size_t deck = 0; deck < permutations.size(); ++deck)
      CHECK(fingerprint_of(permutations[deck]) == Fingerprint{0, words[deck]});
  });
}

TEST_CASE("one deck that holds a card twice is seen among the others, on every vector target") {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const std::size_t n :
         {std::size_t{2}, std::size_t{13}, std::size_t{17}, std::size_t{33}, std::size_t{64}}) {
      CAPTURE(n);
      std::vector<Plane> cards(n), places(n);
      for (std::size_t p = 0; p < n; ++p) cards[p].fill(static_cast<Card>(p));
      CHECK(lay_out_places(cards, places));
      bool all_seen = true;
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        Card& card = cards[deck % n][deck];
        const Card before = std::exchange(card, static_cast<Card>((card + 1 + deck % (n - 1)) % n));
        all_seen = all_seen && !lay_out_places(cards, places);
        card = before;
      }
      CHECK(all_seen);
    }
  }
}
