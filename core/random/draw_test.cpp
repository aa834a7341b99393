#include <cmath>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/random/seeding.hpp"

using namespace fairshuffle;

namespace {

// A source of one word: a draw that rejects it throws.
class OneWord final : public AnySource {
 public:
  OneWord(std::uint64_t word, std::uint64_t max_word) : AnySource(max_word), word_(word) {}
  void seed(std::uint64_t) override {}
  void restart() override {}
  std::uint64_t next_word() override {
    if (++words_taken > 1) throw std::out_of_range("rejected");
    return word_;
  }
  std::uint64_t native_below(std::uint64_t) override { throw std::logic_error("no native draw"); }
  int words_taken = 0;

 private:
  std::uint64_t word_;
};

const SourceEntry& some_source() {
  return *find_source(default_source);
}

}  // namespace

TEST_CASE(
    "the distribution of every one-word method counts exactly what the method makes of every word of a toy "
    "source") {
  for (const std::uint64_t max_word :
       {std::uint64_t{1}, std::uint64_t{6}, std::uint64_t{255}, std::uint64_t{996}}) {
    for (const DrawEntry& draw : all_draws()) {
      if (draw.info.name == "exact" || draw.info.name == "native") continue;
      for (std::uint64_t bound = 1; bound <= 13; ++bound) {
        std::vector<std::uint64_t> words(bound);
        for (std::uint64_t word = 0; word <= max_word; ++word) {
          OneWord source(word, max_word);
          const std::uint64_t value = draw.below(source, bound);
          REQUIRE(value < bound);
          REQUIRE(source.words_taken == 1);
          ++words[value];
        }
        const DrawDistribution distribution = draw.distribution(some_source(), max_word, bound);
        CAPTURE(draw.info.name);
        CAPTURE(max_word);
        CAPTURE(bound);
        if (distribution.uniform) {
          for (const std::uint64_t count : words) CHECK(count * bound == max_word + 1);
        } else {
          CHECK(distribution.words == words);
        }
      }
    }
  }
}

TEST_CASE("the exact draw accepts the same number of words for every value, whatever the number of words") {
  for (const std::uint64_t max_word :
       {std::uint64_t{1}, std::uint64_t{6}, std::uint64_t{255}, std::uint64_t{996}}) {
    for (std::uint64_t bound = 1; bound <= max_word + 1 && bound <= 40; ++bound) {
      std::vector<std::uint64_t> accepted(bound);
      for (std::uint64_t word = 0; word <= max_word; ++word) {
        OneWord source(word, max_word);
        try {
          ++accepted[ExactDraw::below(source, bound)];
        } catch (const std::out_of_range&) {
          continue;
        }
      }
      for (const std::uint64_t count : accepted) CHECK(count == (max_word + 1) / bound);
    }
  }
}

TEST_CASE("the exact draw chains the words of a source that has fewer words than values") {
  // Three words, seven values: pairs of words number nine, of which two are drawn again.
  class Digits final : public AnySource {
   public:
    explicit Digits(std::deque<std::uint64_t> words) : AnySource(2), words_(std::move(words)) {}
    void seed(std::uint64_t) override {}
    void restart() override {}
    std::uint64_t next_word() override {
      if (words_.empty()) throw std::out_of_range("rejected");
      const std::uint64_t word = words_.front();
      words_.pop_front();
      return word;
    }
    std::uint64_t native_below(std::uint64_t) override { return 0; }

   private:
    std::deque<std::uint64_t> words_;
  };
  std::vector<int> accepted(7);
  int rejected = 0;
  for (std::uint64_t first = 0; first < 3; ++first) {
    for (std::uint64_t second = 0; second < 3; ++second) {
      Digits source({first, second});
      try {
        ++accepted[ExactDraw::below(source, 7)];
      } catch (const std::out_of_range&) {
        ++rejected;
      }
    }
  }
  CHECK(accepted == std::vector<int>(7, 1));
  CHECK(rejected == 2);
}

TEST_CASE(
    "the distributions of whole 64-bit words add up and differ from uniform by at most one word a value") {
  for (const char* name : {"modulo", "multiply-shift"}) {
    const DrawDistribution distribution = find_draw(name)->distribution(some_source(), ~std::uint64_t{0}, 52);
    std::uint64_t sum = 0;
    for (const std::uint64_t count : distribution.words) {
      sum += count;
      CHECK(count - ~std::uint64_t{0} / 52 <= 1);
    }
    CHECK(sum == 0);  // 2^64 wraps to nothing
  }
}

TEST_CASE("rounding halves the chance of both ends and flooring does not") {
  const DrawDistribution rounded = find_draw("rounded-double")->distribution(some_source(), 0x7fffffff, 5);
  const DrawDistribution scaled = find_draw("scaled-double")->distribution(some_source(), 0x7fffffff, 5);
  CHECK(std::abs(static_cast<double>(rounded.words[0]) / 0x1p31 - 1.0 / 8) < 1e-9);
  CHECK(std::abs(static_cast<double>(rounded.words[2]) / 0x1p31 - 1.0 / 4) < 1e-9);
  CHECK(std::abs(static_cast<double>(rounded.words[4]) / 0x1p31 - 1.0 / 8) < 1e-9);
  for (const std::uint64_t count : scaled.words)
    CHECK(std::abs(static_cast<double>(count) / 0x1p31 - 0.2) < 1e-9);
}

TEST_CASE("of a 64-bit word the top 53 bits make the double") {
  constexpr std::uint64_t max_word = ~std::uint64_t{0}, bound = std::uint64_t{1} << 32;
  const auto drawn = [](std::string_view method, std::uint64_t word, std::uint64_t below) {
    OneWord source(word, max_word);
    return find_draw(method)->below(source, below);
  };
  CHECK(drawn("scaled-double", 0xdeadbeef'00000000, bound) == 0xdeadbeef);
  CHECK(drawn("scaled-double", 0xdeadbeef'ffffffff, bound) == 0xdeadbeef);
  CHECK(drawn("scaled-double", max_word, bound) == bound - 1);
  CHECK(drawn("scaled-double", std::uint64_t{5} << 61, 8) == 5);
  CHECK(drawn("rounded-double", std::uint64_t{5} << 61, 9) == 5);
  CHECK(drawn("rounded-double", max_word, 9) == 8);
}

TEST_CASE("modulo on fifteen bits has the published chi-square distance for decks of 5, 7 and 52 cards") {
  // chi-square distance of Durstenfeld is the product over its bounds of bound * sum p^2, minus 1
  // (core/README.md 8.2): exact figures.
  const auto chi_square_distance = [](const char* name, int deck_size) {
    double log_product = 0;
    for (std::uint64_t bound = 2; bound <= static_cast<std::uint64_t>(deck_size); ++bound) {
      const DrawDistribution distribution = find_draw(name)->distribution(some_source(), 0x7fff, bound);
      double excess = 0;
      for (const std::uint64_t count : distribution.words) {
        const double p = static_cast<double>(count) / 0x1p15 - 1 / static_cast<double>(bound);
        excess += static_cast<double>(bound) * p * p;
      }
      log_product += std::log1p(excess);
    }
    return std::expm1(log_product);
  };
  for (const char* name : {"modulo", "multiply-shift"}) {
    CHECK(chi_square_distance(name, 5) == doctest::Approx(7.451e-09).scale(0).epsilon(1e-3));
    CHECK(chi_square_distance(name, 7) == doctest::Approx(2.049e-08).scale(0).epsilon(1e-3));
    CHECK(chi_square_distance(name, 52) == doctest::Approx(7.831e-06).scale(0).epsilon(1e-3));
  }
}

TEST_CASE("the distributions of native draws are those of what the source runs") {
  for (const SourceEntry& source : all_sources()) {
    const DrawEntry& native = *find_draw("native");
    if (source.native_use == WordUse::none) {
      CHECK_THROWS_AS(native.distribution(source, source.max_word, 6), std::invalid_argument);
      continue;
    }
    const DrawDistribution distribution = native.distribution(source, source.max_word, 6);
    if (distribution.uniform) continue;
    const std::uint64_t sum =
        std::accumulate(distribution.words.begin(), distribution.words.end(), std::uint64_t{0});
    CHECK(sum == source.max_word + 1);
  }
}

TEST_CASE("bounds that no distribution is tabulated for are refused") {
  CHECK_THROWS_AS(find_draw("modulo")->distribution(some_source(), 100, 0), std::invalid_argument);
  CHECK_THROWS_AS(find_draw("exact")->distribution(some_source(), 100, largest_tabulated_bound + 1),
                  std::invalid_argument);
  CHECK(find_draw("modulus") == nullptr);
}
