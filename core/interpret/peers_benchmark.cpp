// The peers of the program on the same work: shuffle n cards fairly and count every permutation. One
// iteration is one trial. Nothing here is ours: what a user would write, and the best that one can write by
// hand.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

constexpr benchmark::IterationCount trials_per_batch = 16'384;

// What a user writes in twenty lines.
void std_shuffle_into_map(benchmark::State& state) {
  const auto deck_size = static_cast<std::size_t>(state.range(0));
  std::mt19937 words(1);
  std::map<std::vector<int>, long> counts;
  std::vector<int> deck(deck_size);
  for (auto _ : state) {
    std::iota(deck.begin(), deck.end(), 0);
    std::shuffle(deck.begin(), deck.end(), words);
    ++counts[deck];
  }
  benchmark::DoNotOptimize(counts);
}

// The same shuffle with nothing counted, by a source of 64 bits.
void std_shuffle_alone(benchmark::State& state) {
  const auto deck_size = static_cast<std::size_t>(state.range(0));
  std::mt19937_64 words(1);
  std::vector<std::uint8_t> deck(deck_size);
  for (auto _ : state) {
    std::iota(deck.begin(), deck.end(), std::uint8_t{0});
    std::shuffle(deck.begin(), deck.end(), words);
    benchmark::DoNotOptimize(deck.data());
    benchmark::ClobberMemory();
  }
}

// What one writes who cares. The loops below do no more than is asked: no deck context, no validity check, no
// witnesses, no repeats. They are compiled for the very machine (-march=native), and as in the program the
// deck size is known only at run time. Two decks and two ways to draw make four loops; which is the fastest
// depends on the deck size, and the fastest is the peer.
__extension__ using Wide = unsigned __int128;

std::uint64_t factorial(int number) {
  std::uint64_t product = 1;
  for (int factor = 2; factor <= number; ++factor) product *= static_cast<std::uint64_t>(factor);
  return product;
}

class Xoshiro {
 public:
  std::uint64_t next_word() {
    const std::uint64_t word = rotated(s_[0] + s_[3], 23) + s_[0], shifted = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= shifted;
    s_[3] = rotated(s_[3], 45);
    return word;
  }

 private:
  static std::uint64_t rotated(std::uint64_t word, int by) { return word << by | word >> (64 - by); }

  std::uint64_t s_[4] = {1, 2, 3, 4};
};

// Each draw from a word of its own: Lemire 2019.
struct WordADraw {
  explicit WordADraw(int) {}

  template <class Deck>
  void shuffle(Xoshiro& words, int deck_size, Deck& deck) const {
    deck.sort();
    for (int last = deck_size - 1; last > 0; --last) {
      deck.swap(last, below(words, static_cast<std::uint64_t>(last) + 1));
    }
  }

  static std::uint64_t below(Xoshiro& words, std::uint64_t bound) {
    Wide product = Wide{words.next_word()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
      const std::uint64_t threshold = -bound % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = Wide{words.next_word()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }
};

// All draws of a trial from one word, exact as well: Brackett-Rozinsky, Lemire 2024.
struct WordATrial {
  explicit WordATrial(int deck_size) : threshold(-factorial(deck_size) % factorial(deck_size)) {}

  template <class Deck>
  void shuffle(Xoshiro& words, int deck_size, Deck& deck) const {
    std::uint64_t rest;
    do {
      deck.sort();
      rest = words.next_word();
      for (int last = deck_size - 1; last > 0; --last) {
        const Wide product = Wide{rest} * (static_cast<std::uint64_t>(last) + 1);
        rest = static_cast<std::uint64_t>(product);
        deck.swap(last, static_cast<std::uint64_t>(product >> 64));
      }
    } while (rest < threshold);
  }

  std::uint64_t threshold;
};

// A deck of bytes, ranked by popcount.
class Bytes {
 public:
  explicit Bytes(int) {}

  void sort() { cards_ = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
  void swap(int i, std::uint64_t j) { std::swap(cards_[static_cast<std::size_t>(i)], cards_[j]); }

  static std::size_t cells(int deck_size) { return factorial(deck_size); }
  std::size_t cell(int deck_size) const {
    std::uint64_t rank = 0, remaining = ~std::uint64_t{0};
    for (int position = 0; position < deck_size; ++position) {
      const std::uint64_t bit = std::uint64_t{1} << cards_[static_cast<std::size_t>(position)];
      const auto smaller = static_cast<std::uint64_t>(__builtin_popcountll(remaining & (bit - 1)));
      rank = rank * static_cast<std::uint64_t>(deck_size - position) + smaller;
      remaining ^= bit;
    }
    return rank;
  }

 private:
  std::array<std::uint8_t, 16> cards_;
};

// A deck in three bits a card that never leaves its register, and that is its own index into the counts.
class Packed {
 public:
  explicit Packed(int deck_size) {
    for (int card = 0; card < deck_size; ++card) sorted_ |= static_cast<std::uint64_t>(card) << (3 * card);
  }

  void sort() { deck_ = sorted_; }
  void swap(int i, std::uint64_t j) {
    const int to = 3 * i, from = 3 * static_cast<int>(j);
    const std::uint64_t differ = (deck_ >> to ^ deck_ >> from) & 7;
    deck_ ^= differ << to | differ << from;
  }

  static std::size_t cells(int deck_size) { return std::size_t{1} << (3 * deck_size); }
  std::size_t cell(int) const { return deck_; }

 protected:
  std::uint64_t deck_ = 0;

 private:
  std::uint64_t sorted_ = 0;
};

// The same for decks whose 2^3n counters fit no cache: the first four cards and the others each look up their
// part of the rank.
class PackedRanked : public Packed {
 public:
  explicit PackedRanked(int deck_size) : Packed(deck_size) {
    std::vector<int> permutation(static_cast<std::size_t>(deck_size));
    std::iota(permutation.begin(), permutation.end(), 0);
    const std::uint64_t permutations_of_rest = factorial(std::max(0, deck_size - 4));
    std::uint64_t rank = 0;
    do {
      std::size_t packed = 0;
      for (std::size_t i = 0; i < permutation.size(); ++i)
        packed |= static_cast<std::size_t>(permutation[i]) << (3 * i);
      first_[packed % 4096] = static_cast<std::uint32_t>(rank - rank % permutations_of_rest);
      rest_[packed / 4096] = static_cast<std::uint32_t>(rank % permutations_of_rest);
      ++rank;
    } while (std::ranges::next_permutation(permutation).found);
  }

  static std::size_t cells(int deck_size) { return factorial(deck_size); }
  std::size_t cell(int) const { return first_[deck_ % 4096] + rest_[deck_ / 4096]; }

 private:
  std::array<std::uint32_t, 4096> first_{}, rest_{};
};

template <class Deck, class Draws>
[[gnu::noinline]] void shuffle_and_count(int deck_size, Deck deck, Draws draws, Xoshiro& words,
                                         std::uint32_t* counts) {
  Xoshiro local = words;
  for (benchmark::IterationCount trial = 0; trial < trials_per_batch; ++trial) {
    draws.shuffle(local, deck_size, deck);
    ++counts[deck.cell(deck_size)];
  }
  words = local;
}

template <class Deck, class Draws>
void by_hand(benchmark::State& state) {
  const auto deck_size = static_cast<int>(state.range(0));
  std::vector<std::uint32_t> counts(Deck::cells(deck_size));
  Xoshiro words;
  const Deck deck(deck_size);
  const Draws draws(deck_size);
  while (state.KeepRunningBatch(trials_per_batch)) {
    shuffle_and_count(deck_size, deck, draws, words, counts.data());
  }
  // Who measures the wrong thing fast has measured nothing: each permutation must come about as often as any
  // other.
  std::erase(counts, 0U);
  if (counts.size() != factorial(deck_size) && state.iterations() > 1'000'000) {
    state.SkipWithError("not every permutation came");
  }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int deck_size : {3, 5, 8}) benchmark->Arg(deck_size);
}

BENCHMARK(std_shuffle_into_map)->Apply(sizes);
BENCHMARK(std_shuffle_alone)->Apply(sizes)->Arg(10)->Arg(12)->Arg(16)->Arg(52);
BENCHMARK(by_hand<Bytes, WordADraw>)->Name("by_hand_word_a_draw/bytes")->Apply(sizes);
BENCHMARK(by_hand<Packed, WordADraw>)->Name("by_hand_word_a_draw/packed")->Arg(3)->Arg(5);
BENCHMARK(by_hand<PackedRanked, WordADraw>)->Name("by_hand_word_a_draw/packed")->Arg(8);
BENCHMARK(by_hand<Bytes, WordATrial>)->Name("by_hand_word_a_trial/bytes")->Apply(sizes);
BENCHMARK(by_hand<Packed, WordATrial>)->Name("by_hand_word_a_trial/packed")->Arg(3)->Arg(5);
BENCHMARK(by_hand<PackedRanked, WordATrial>)->Name("by_hand_word_a_trial/packed")->Arg(8);

}  // namespace
