#include "harness/targets/target.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/diagnosis/suspects.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/targets/shell_words_for_tests.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

BuiltinTarget target_of(const std::string& text, int deck_size = 5, std::uint64_t seed = 1) {
  return BuiltinTarget(parse_target_text(text), deck_size, seed);
}

std::string error_of(const std::string& text) {
  try {
    target_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a target's text is split at its colon, commas and equals signs") {
  const TargetText text = parse_target_text("swap-pairs:k=10,n=5,source=msvc-rand,draw=modulo");
  CHECK(text.name == "swap-pairs");
  REQUIRE(text.settings.size() == 4);
  CHECK(text.settings[0] == std::pair<std::string, std::string>("k", "10"));
  CHECK(text.settings[3] == std::pair<std::string, std::string>("draw", "modulo"));
  CHECK(parse_target_text("sattolo").settings.empty());
}

TEST_CASE("a target's text with a hole in it is refused") {
  for (const char* text :
       {"", ":k=1", "sattolo:", "sattolo:k", "sattolo:=1", "sattolo:k=", "sattolo:k=1,", "sattolo:n=3,n=4"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_target_text(text), InputError);
  }
}

TEST_CASE("a line of quoted words is parted into them again, and what a shell would expand is not") {
  const std::vector<std::string> words{"fairshuffle", "it's $HOME; \"x\"\n*", "", "'", "a=b,c", "--n", "\\"};
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += shell_quoted(word);
  }
  CHECK(shell_words(line) == words);
  CHECK(shell_typed("it's $HOME") == shell_quoted("it's $HOME"));
  CHECK(shell_typed("a\n::error::'b'\\") == "$'a\\x0a\\x3a\\x3aerror\\x3a\\x3a\\'b\\'\\\\'");
  CHECK(shell_typed("a ::b ##[c]") == "$'a \\x3a\\x3ab \\x23\\x23[c]'");
  CHECK(shell_typed("std::shuffle") == "std::shuffle");
  CHECK(shell_typed("\xe2\x80\xae🂡") == "$'\\xe2\\x80\\xae\\xf0\\x9f\\x82\\xa1'");
  CHECK(shell_words("x " + shell_typed("a\n::error::'b'\\\xe2\x80\xae ") + " y") ==
        std::vector<std::string>{"x", "a\n::error::'b'\\\xe2\x80\xae ", "y"});
  CHECK(shell_words("") == std::vector<std::string>());
  for (const char* other :
       {"a $b", "a \"b\"", "a 'b", "a*", "a;b", "a\nb", "a\\b", "$(a)", "$'a", "$'\\n'", "$'\\x4'", "$'\\"}) {
    CAPTURE(other);
    CHECK_FALSE(shell_words(other));
  }
}

TEST_CASE("everything a target names is found, and what it does not name is the standard") {
  const BuiltinTarget target =
      target_of("swap-pairs:k=10,source=msvc-rand,draw=modulo,bits=12,reset=never", 7);
  const TargetDescription& description = target.description();
  CHECK(description.shuffle == "swap-pairs");
  CHECK(description.options == std::vector<std::pair<std::string, std::string>>{{"k", "10"}});
  CHECK(description.deck_size == 7);
  CHECK(description.source == "msvc-rand");
  CHECK(description.bits == 12);
  CHECK(description.draw == "modulo");
  CHECK(description.seeding == "per-block");
  CHECK(description.reset == "never");
  CHECK(target.name() == "swap-pairs:k=10,n=7,source=msvc-rand,bits=12,draw=modulo,reset=never");
}

TEST_CASE("a target's name can be typed again and names the same streams") {
  for (const char* text :
       {"swap-pairs", "rounded-index", "random-key-sort:bits=3", "skip-last:end=first",
        "durstenfeld:seeding=per-shuffle-clock,source=glibc-rand,draw=modulo,rate=50",
        "durstenfeld:n=6,marked=2", "comparator-sort:sort=merge,source=mt19937", "comparator-sort:coin=three",
        "durstenfeld:slip=last-below-n", "random-key-sort:keys=100",
        "durstenfeld:seeding=per-shuffle-counter", "durstenfeld:seeding=per-shuffle-random",
        "durstenfeld:seeding=per-shuffle-random,seeds=2^16"}) {
    const BuiltinTarget target = target_of(text);
    const BuiltinTarget again = target_of(target.name(), 9);
    CHECK(again.name() == target.name());
    CHECK(again.identity() == target.identity());
  }
}

TEST_CASE("targets that are the same, however written, have the same streams, and others have not") {
  CHECK(target_of("swap-pairs").identity() == target_of("swap-pairs:k=5").identity());
  CHECK(target_of("rounded-index").identity() == target_of("durstenfeld:draw=rounded-double").identity());
  CHECK(target_of("swap-pairs").identity() != target_of("swap-pairs:k=6").identity());
  CHECK(target_of("durstenfeld").identity() != target_of("durstenfeld", 6).identity());
  CHECK(target_of("durstenfeld:seeding=per-shuffle-random").identity() ==
        target_of("durstenfeld:seeding=per-shuffle-random,seeds=2147483648").identity());
  CHECK(target_of("durstenfeld:seeding=per-shuffle-random").identity() !=
        target_of("durstenfeld:seeding=per-shuffle-random,seeds=2147483647").identity());
  CHECK(target_of("durstenfeld:source=java-random,seeding=per-shuffle-random").identity() ==
        target_of("durstenfeld:source=java-random,seeding=per-shuffle-random,seeds=2^48").identity());
  // Options that came later go without saying where they are standard, and older reports can be made again.
  CHECK(target_of("durstenfeld:slip=none").identity() == target_of("durstenfeld").identity());
  CHECK(target_of("durstenfeld").description().options.empty());
  CHECK(target_of("comparator-sort:coin=two").description().options.size() == 1);
  CHECK(target_of("random-key-sort:keys=16").description().options ==
        std::vector<std::pair<std::string, std::string>>{{"keys", "16"}});
}

TEST_CASE("a random seed for every shuffle is one of those that the source takes, where none is typed") {
  const auto seeds_of = [](const std::string& settings) {
    return target_of("durstenfeld:seeding=per-shuffle-random" + settings).description().seeds;
  };
  // What the originals say of themselves; 64 bits are more than a report can tell, and an int stands for
  // them.
  const std::vector<std::pair<std::string, int>> bits{{"java-random", 48},
                                                      {"mt19937", 32},
                                                      {"glibc-rand", 32},
                                                      {"unity-random", 32},
                                                      {"php-mt-rand-legacy", 32},
                                                      {"msvc-rand", 31},
                                                      {"ansi-c-rand", 31},
                                                      {"dotnet-random", 31},
                                                      {"minstd", 31},
                                                      {"randu", 31},
                                                      {"mt19937-64", 31},
                                                      {"philox4x32-10", 31},
                                                      {"xoshiro256++", 31}};
  CHECK(bits.size() == all_sources().size());
  for (const auto& each : bits) {
    const std::string& source = each.first;
    CAPTURE(source);
    CHECK(seeds_of(",source=" + source) == std::uint64_t{1} << each.second);
    CHECK(seeds_of(",seeds=77,source=" + source) == 77);
  }
  CHECK(seeds_of("") == std::uint64_t{1} << 31);
  CHECK(target_of("durstenfeld:source=java-random,seeding=per-shuffle-random").name() ==
        "durstenfeld:n=5,source=java-random,seeding=per-shuffle-random,seeds=281474976710656");
}

TEST_CASE("an unknown name is refused with the nearest one") {
  CHECK(says(error_of("satolo"), "did you mean 'sattolo'"));
  CHECK(says(error_of("durstenfeld:source=mt19973"), "did you mean 'mt19937'"));
  CHECK(says(error_of("durstenfeld:draw=modul"), "did you mean 'modulo'"));
  CHECK(says(error_of("durstenfeld:sorce=mt19937"), "did you mean 'source'"));
  CHECK(error_of("xyzzy") == "unknown shuffle 'xyzzy'; see 'fairshuffle list shuffles'");
  CHECK(did_you_mean(std::string(100'000, 'x'), {"sattolo"}) == "");
  CHECK(did_you_mean("k", {"n"}) == "");
  CHECK(did_you_mean("nn", {"n"}) == " (did you mean 'n'?)");
}

TEST_CASE("settings out of range are refused with the range") {
  CHECK(says(error_of("swap-pairs:k=-1"), "a whole number from 0 to 1000000"));
  CHECK(says(error_of("swap-pairs:k=ten"), "a whole number from 0 to 1000000"));
  CHECK(says(error_of("comparator-sort:sort=bubble"),
             "insertion, merge, quick, tim, php, intro, old-v8, pdq or binary"));
  CHECK(says(error_of("durstenfeld:n=0"), "from 1 to 1024"));
  CHECK(says(error_of("durstenfeld:n=1025"), "from 1 to 1024"));
  CHECK(says(error_of("durstenfeld:source=msvc-rand,bits=16"), "from 1 to 15"));
  CHECK(says(error_of("durstenfeld:reset=maybe"), "always nor never"));
  CHECK(says(error_of("durstenfeld:marked=5"), "from 1 to 4"));
  CHECK(says(error_of("durstenfeld:n=54,marked=27"), "too many places"));
  CHECK(says(error_of("durstenfeld:seeding=per-shuffle-clock,clock=h"), "neither s nor ms"));
  CHECK(says(error_of("durstenfeld:rate=10"), "needs a seeding from a clock"));
  CHECK(error_of("durstenfeld:seeding=per-shuffle-random:seeds=65536")
            .ends_with("settings are parted by commas: write seeding=per-shuffle-random,seeds=65536"));
  CHECK(says(error_of("durstenfeld:seeding=per-shuffle:seeds=2"), "unknown seeding 'per-shuffle:seeds=2'"));
  CHECK(says(error_of("durstenfeld:seeds=10"), "seeds needs seeding=per-shuffle-random"));
  for (const char* seeds : {"0", "2^54", "9007199254740993", "2^", "2^-1", "many", "3^4"}) {
    CAPTURE(seeds);
    CHECK(says(error_of("durstenfeld:seeding=per-shuffle-random,seeds=" + std::string(seeds)),
               "from 1 to 9007199254740992, nor a power like 2^31"));
  }
  CHECK(says(error_of("random-key-sort:bits=3,keys=8"), "bits has no part where keys is given"));
  CHECK(says(error_of("random-key-sort:keys=0"), "from 1 to 4294967296"));
  CHECK(says(error_of("rounded-index:draw=exact"), "fixed by rounded-index"));
  CHECK(says(error_of("pick-from-all:n=13"), "1 to 12 cards"));
  CHECK(says(error_of("std-shuffle:draw=modulo"), "makes its own draws"));
  CHECK(says(error_of("durstenfeld:draw=native"), "no native draw"));
}

TEST_CASE("the clock of a clock seeding follows the seed of the run, not the time") {
  const char* text = "durstenfeld:seeding=per-shuffle-clock";
  CHECK(target_of(text, 5, 1).setup().clock.epoch == target_of(text, 5, 1).setup().clock.epoch);
  CHECK(target_of(text, 5, 1).setup().clock.epoch != target_of(text, 5, 2).setup().clock.epoch);
}

TEST_CASE("a draw method that is not exactly uniform is told beforehand, and an exact one is not") {
  CHECK(target_of("durstenfeld").caveat() == "");
  CHECK(target_of("durstenfeld:source=java-random,draw=native").caveat() == "");
  CHECK(says(target_of("durstenfeld:source=glibc-rand,draw=modulo").caveat(),
             "draw=modulo on these words, which is not exactly uniform"));
}

// chi-square distance by the product over m = 2..52 of 1 + r (m - r) / 4^b, r = 2^b mod m, less 1; 462.1 of
// it show in 1,326 digits.
TEST_CASE(
    "of a large deck the caveat has chi-square distance of all draws together, and the trials that show it") {
  CHECK(says(
      target_of("durstenfeld:bits=31,draw=modulo", 52).caveat(),
      "; all draws together make chi-square distance 1.7e-15, which a test of them finds in 2.7e17 trials"));
  CHECK(says(target_of("durstenfeld:bits=15,draw=modulo", 52).caveat(),
             "chi-square distance 7.8e-6, which a test"));
  for (const char* text :
       {"durstenfeld:bits=15,draw=modulo,n=12", "durstenfeld:draw=modulo", "naive-swap:bits=15,draw=modulo",
        "durstenfeld:bits=15,draw=modulo,reset=never", "durstenfeld:slip=last-below-n,bits=15,draw=modulo"}) {
    CAPTURE(text);
    CHECK_FALSE(says(target_of(text, 52).caveat(), "chi_square_distance"));
  }
}

TEST_CASE("every known mistake that a diagnosis may name can be typed, and is then that very target") {
  int mistakes = 0;
  for_each_suspect(4, {1e-9, 1e-12}, [&mistakes](const SampleSetup& setup, const NumericDistribution&) {
    ++mistakes;
    const std::string text = target_text(setup);
    CAPTURE(text);
    const BuiltinTarget target = target_of(text);
    CHECK(target.setup().shuffle == setup.shuffle);
    CHECK(target.setup().options == setup.options);
    CHECK(target.setup().deck_size == setup.deck_size);
    CHECK(target.setup().source == setup.source);
    CHECK(target.setup().draw == setup.draw);
    CHECK(target.setup().bits == setup.bits);
    CHECK(target.setup().clock.seeding.kind == setup.clock.seeding.kind);
    if (setup.clock.seeding.kind == SeedingKind::per_block) CHECK(target.name() == text);
  });
  CHECK(mistakes > 200);
}
