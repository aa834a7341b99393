#include "core/exact/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t words_spread = 256;
constexpr std::uint64_t words_told_apart = std::uint64_t{1} << 31;
constexpr std::uint64_t largest_modulus = 64, larger_moduli[] = {100, 128, 256, 1000, 1024};
// Where neighbours among the words differ so often, or pieces are so many, they are not pieces but chance.
constexpr std::size_t most_changes = words_spread / 2, most_pieces = 1000;

using Signed = std::pair<std::uint64_t, std::uint64_t>;  // a word, and what follows from it

// Adds the starts of intervals above low.first and up to high.first.
void bisect(const Signed& low, const Signed& high, const Signature& signature, std::vector<Signed>& starts) {
  if (low.second == high.second || starts.size() > most_pieces) return;
  if (low.first + 1 == high.first) return starts.push_back(high);
  const std::uint64_t middle = low.first + (high.first - low.first) / 2;
  const Signed between{middle, signature(middle)};
  bisect(low, between, signature, starts);
  bisect(between, high, signature, starts);
}

// The simple fraction that start / size is two words from, or a double's last places; nothing where chance
// alone would find one for most words, or none is there.
std::optional<Fraction> simple_fraction(std::uint64_t start, std::uint64_t size) {
  const Wide tolerance = Wide{2} + (size >> 50);
  // Fractions up to this one lie so near to one word in some hundred.
  const auto largest_denominator = static_cast<std::uint64_t>(
      std::clamp(std::sqrt(static_cast<double>(size) / static_cast<double>(tolerance)) / 16, 1.0, 100'000.0));
  // Its convergents: no simpler fraction is nearer.
  std::uint64_t above = start, below = size, p = 1, q = 0, p_before = 0, q_before = 1;
  while (below != 0) {
    const std::uint64_t whole = above / below;
    if (whole > largest_denominator) break;
    p = std::exchange(p_before, p) + whole * p;
    q = std::exchange(q_before, q) + whole * q;
    if (q > largest_denominator) break;
    const Wide left = Wide{start} * q, right = Wide{p} * size;
    // Two of few words are more than ordinary runs see: there an end is what the fraction's first word is.
    const bool is_near = size >= words_told_apart
                             ? (left > right ? left - right : right - left) <= tolerance * q
                             : (right + q - 1) / q == start;
    if (is_near) return Fraction(p, q);
    above = std::exchange(below, above % below);
  }
  return std::nullopt;
}

// Pieces whose words go on alike are one branch, also where they lie apart.
class Branches {
 public:
  explicit Branches(Pieces& pieces) : pieces_(pieces) {}

  void add(std::uint64_t follows, const Fraction& chance, std::uint64_t word) {
    const auto [found, is_new] =
        of_.try_emplace(follows, static_cast<std::uint32_t>(pieces_.branches.size()));
    if (is_new) {
      pieces_.branches.push_back({.word = word});
      chances_.emplace_back(0);
    }
    pieces_.branch.push_back(found->second);
    chances_[found->second] += chance;
  }

  void finish() {
    for (std::size_t branch = 0; branch < chances_.size(); ++branch) {
      pieces_.branches[branch].times = numerator(chances_[branch]);
      pieces_.branches[branch].of = denominator(chances_[branch]);
      pieces_.branches[branch].chance = to_double(chances_[branch]);
    }
  }

 private:
  Pieces& pieces_;
  std::map<std::uint64_t, std::uint32_t> of_;
  std::vector<Fraction> chances_;
};

// One of the words with that remainder, in the middle.
std::uint64_t word_with(std::uint64_t remainder, const Pieces& pieces) {
  const std::uint64_t word = pieces.size / pieces.modulus / 2 * pieces.modulus + remainder;
  return word < pieces.size ? word : remainder;
}

// Whether the known words go by their remainders, and two others of each.
bool goes_by_remainder(const std::vector<Signed>& known, const Pieces& pieces, const Signature& signature) {
  std::vector<std::optional<std::uint64_t>> of_remainder(pieces.modulus);
  const auto is_alike = [&](std::uint64_t word, std::uint64_t follows) {
    std::optional<std::uint64_t>& other = of_remainder[word % pieces.modulus];
    if (!other) other = follows;
    return *other == follows;
  };
  if (!std::ranges::all_of(known, [&](const Signed& each) { return is_alike(each.first, each.second); }))
    return false;
  for (std::uint64_t remainder = 0; remainder < pieces.modulus; ++remainder) {
    const std::uint64_t word = word_with(remainder, pieces);
    const std::uint64_t other =
        number_of(remainder, 0, pieces.size / pieces.modulus) * pieces.modulus + remainder;
    if (!is_alike(word, signature(word)) || !is_alike(other, signature(other))) return false;
  }
  return true;
}

std::vector<std::uint64_t> moduli_of(std::uint64_t size, bool takes_remainders) {
  std::vector<std::uint64_t> moduli;
  for (std::uint64_t modulus = 1; modulus <= (takes_remainders ? largest_modulus : 1); ++modulus)
    moduli.push_back(modulus);
  if (takes_remainders) moduli.insert(moduli.end(), std::begin(larger_moduli), std::end(larger_moduli));
  std::erase_if(moduli, [&](std::uint64_t modulus) { return modulus > size; });
  return moduli;
}

}  // namespace

std::uint32_t Pieces::branch_of(std::uint64_t word) const {
  if (modulus != 0) return branch[word % modulus];
  return branch[static_cast<std::size_t>(std::ranges::upper_bound(starts, word) - starts.begin()) - 1];
}

std::optional<std::uint64_t> Pieces::even_bound() const {
  const bool is_even = std::ranges::all_of(branches, [&](const Branch& each) {
    return each.times == 1 && each.of == static_cast<std::uint64_t>(branches.size());
  });
  return is_even ? std::optional<std::uint64_t>(branches.size()) : std::nullopt;
}

std::optional<Pieces> found_pieces(std::uint64_t size, bool takes_remainders,
                                   const std::vector<std::uint64_t>& words, const Signature& signature) {
  std::vector<Signed> known;
  for (const std::uint64_t word : words) known.emplace_back(word, signature(word));
  std::ranges::sort(known);
  Pieces pieces{.size = size, .modulus = 0, .starts = {}, .odd_ends = {}, .branch = {}, .branches = {}};
  Branches branches(pieces);
  for (const std::uint64_t modulus : moduli_of(size, takes_remainders)) {
    pieces.modulus = modulus;
    if (!goes_by_remainder(known, pieces, signature)) continue;
    for (std::uint64_t remainder = 0; remainder < modulus; ++remainder) {
      const std::uint64_t word = word_with(remainder, pieces);
      branches.add(signature(word), Fraction(1, modulus), word);
    }
    branches.finish();
    return pieces;
  }
  pieces.modulus = 0;
  std::size_t changes = 0;
  std::vector<Signed> starts{{0, known.front().second}};
  for (std::size_t at = 1; at < known.size(); ++at) {
    if (known[at].second != known[at - 1].second && ++changes > most_changes) return std::nullopt;
    bisect(known[at - 1], known[at], signature, starts);
  }
  if (starts.size() > most_pieces) return std::nullopt;
  Fraction low = 0;
  for (std::size_t at = 0; at < starts.size(); ++at) {
    const std::uint64_t from = starts[at].first, to = at + 1 < starts.size() ? starts[at + 1].first : size;
    pieces.starts.push_back(from);
    const std::optional<Fraction> simple = simple_fraction(to, size);
    if (!simple) pieces.odd_ends.push_back(to);
    const Fraction high = simple.value_or(Fraction(to, size));
    branches.add(starts[at].second, high - low, from + (to - from) / 2);
    low = high;
  }
  branches.finish();
  return pieces;
}

Pieces pieces_of_values(const std::vector<Integer>& weights, const Signature& signature) {
  const std::uint64_t size = weights.size();
  Pieces pieces{.size = size, .modulus = size, .starts = {}, .odd_ends = {}, .branch = {}, .branches = {}};
  Branches branches(pieces);
  const Integer sum = std::accumulate(weights.begin(), weights.end(), Integer(0));
  for (std::uint64_t value = 0; value < size; ++value)
    branches.add(signature(value), Fraction(weights[value], sum), value);
  branches.finish();
  return pieces;
}

bool are_pieces(const Pieces& pieces, const std::vector<std::uint64_t>& words, const Signature& signature) {
  std::vector<std::uint64_t> follows;
  for (const Pieces::Branch& branch : pieces.branches) follows.push_back(signature(branch.word));
  // Branches that go on alike would make a loop that rejects draws many.
  std::vector<std::uint64_t> sorted = follows;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return false;
  const auto goes_on_alike = [&](std::uint64_t word) {
    return signature(word) == follows[pieces.branch_of(word)];
  };
  for (std::uint64_t remainder = 0; remainder < pieces.modulus; ++remainder) {
    if (!goes_on_alike(remainder)) return false;
  }
  for (std::size_t at = 0; at < pieces.starts.size(); ++at) {
    const std::uint64_t to = at + 1 < pieces.starts.size() ? pieces.starts[at + 1] : pieces.size;
    // The first words and the last ones may be redrawn: their chance is nothing.
    if ((at != 0 && !goes_on_alike(pieces.starts[at])) || (to != pieces.size && !goes_on_alike(to - 1)))
      return false;
  }
  return std::ranges::all_of(words, goes_on_alike);
}

std::vector<std::uint64_t> spread_words(std::uint64_t size) {
  const std::uint64_t count = std::min(size, words_spread);
  std::vector<std::uint64_t> words;
  for (std::uint64_t index = 0; index < count; ++index) {
    // Somewhere in its share, so that no pattern of the words falls in with theirs.
    const std::uint64_t from = size / count * index;
    words.push_back(from + number_of(0, index, size / count));
  }
  return words;
}

std::uint64_t number_of(std::uint64_t seed, std::size_t place, std::uint64_t size) {
  // splitmix64 (Steele, Lea, Flood 2014), twice.
  const auto mixed = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  };
  const std::uint64_t word = mixed(mixed(seed * 0x9E3779B97F4A7C15 + 1) + (place + 1) * 0x9E3779B97F4A7C15);
  return static_cast<std::uint64_t>(Wide{word} * size >> 64);
}

}  // namespace fairshuffle
