#include <array>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/engine/run.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

std::unique_ptr<Target> recorded_target(const std::string& typed) {
  return make_target(parse_target_text(typed), {.deck_size = 5, .seed = 1, .max_trials = 1000});
}

std::string refusal_of(const std::string& typed) {
  try {
    recorded_target(typed);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TargetRecord record_of(const std::string& typed) {
  RunPlan plan;
  plan.targets.push_back(recorded_target(typed));
  plan.max_trials = 1'000'000;
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  return run(plan, [](const Progress&) {}).front();
}

/// Standard input from a file, for as long as it lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : kept_(::dup(STDIN_FILENO)) {
    // A terminal is not to become that of a session that we lead: it would end us when it is closed.
    const int file = ::open(path.c_str(), O_RDONLY | O_NOCTTY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    if (kept_ < 0) {
      ::close(STDIN_FILENO);
    } else {
      ::dup2(kept_, STDIN_FILENO);
      ::close(kept_);
    }
  }

 private:
  int kept_;
};

}  // namespace

TEST_CASE("a log is read whole, once, and what it does not decide is inconclusive") {
  constexpr std::array permutations{"0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"};
  const TestFolder folder;
  // Fair rows of a fixed seed; that they are flagged has the odds of the family-wise error rate, 1e-6.
  std::mt19937 words(1);
  std::vector<std::uint64_t> counts(6);
  std::string rows;
  for (int row = 0; row < 30'001; ++row) {
    const std::uint64_t rank = std::uint64_t{words()} * 6 >> 32;
    ++counts[rank];
    rows.append(row == 0 ? "" : "\n").append(permutations[rank]);
  }
  const std::string path = folder.write("games.txt", rows);
  const TargetRecord record = record_of("log:path=" + path + ",n=3");
  CHECK(record.evidence.error == "");
  CHECK(record.evidence.trials == 30'001);
  REQUIRE(record.verdict.has_value());
  CHECK(*record.verdict == Verdict::inconclusive);
  CHECK(record.evidence.permutations == counts);
}

TEST_CASE("a first row of the standard deck's cards tells that all are of it") {
  const TestFolder folder;
  std::string deck;
  for (int card = 0; card < 52; ++card)
    deck += std::string(deck.empty() ? "" : ",") + "A23456789TJQK"[card % 13] + "shdc"[card / 13];
  const auto looked = [](const std::string& typed) {
    TargetRun run{.deck_size = 5, .seed = 1, .max_trials = 1000};
    run.may_look = true;
    return make_target(parse_target_text(typed), run);
  };
  const std::string path = folder.write("decks.txt", deck + "\n" + deck + "\n");
  CHECK(looked("log:path=" + path)->name() == "log:path=" + path + ",format=tokens,deck=standard");
  CHECK(looked("log:path=" + path)->remark() == "row 1 has the 52 cards of --deck standard");
  CHECK(looked("log:format=text,path=" + path)->name() == "log:path=" + path + ",n=5");
  std::string header, numbers;
  for (int card = 1; card <= 52; ++card) {
    header += fmt::format("{}c{}", card == 1 ? "" : ",", card);
    numbers += fmt::format("{}{}", card == 1 ? "" : ",", card - 1);
  }
  const std::string table = folder.write("table.csv", header + "\n" + deck + "\n");
  CHECK(looked("log:columns=c1-c52,path=" + table)->name().ends_with(",format=tokens,deck=standard"));
  const std::string of_numbers = folder.write("numbers.csv", header + "\n" + numbers + "\n");
  CHECK(looked("log:columns=c1-c52,path=" + of_numbers)->name().ends_with("columns=c1-c52,n=52"));
  CHECK(looked("log:columns=c1-c52,path=" + of_numbers)->remark().empty());
  const std::string short_of_one = folder.write("short.txt", deck.substr(3) + "\n");
  CHECK(looked("log:path=" + short_of_one)->name() == "log:path=" + short_of_one + ",n=5");
}

TEST_CASE("a column of a CSV of words is biased where it is") {
  const TestFolder folder;
  std::string rows = "id,deck\n";
  for (int row = 0; row < 3'000; ++row) rows += std::to_string(row) + ",\"A,K,Q\"\n";
  const std::string path = folder.write("games.csv", rows);
  const TargetRecord record = record_of("log:path=" + path + ",column=deck,format=tokens,deck=K A Q");
  CHECK(record.evidence.error == "");
  CHECK(record.evidence.trials == 3'000);
  REQUIRE(record.verdict.has_value());
  CHECK(*record.verdict == Verdict::biased);
  CHECK(record.evidence.permutations == std::vector<std::uint64_t>{0, 0, 3000, 0, 0, 0});
}

TEST_CASE(
    "a log with a row that is no permutation is invalid, and one that is empty or cut off has no verdict") {
  const TestFolder folder;
  const TargetRecord invalid = record_of("log:n=2,path=" + folder.write("i", "0 1\n1 1\n1 0\n").string());
  REQUIRE(invalid.verdict.has_value());
  CHECK(*invalid.verdict == Verdict::invalid);
  CHECK(invalid.evidence.witnesses.front().row == "1 1");
  CHECK(invalid.evidence.witnesses.front().trial == 1);
  for (const auto& [bytes, settings, error] :
       {std::tuple{"", ",n=2", "the recording has no rows"},
        std::tuple{"deck\n", ",n=2,column=deck", "the recording has no rows"},
        std::tuple{"\1\2\1", ",n=2,format=u8,base=1",
                   "the recording ends after 1 row, and row 2 is cut off after 1 of its 2 bytes"},
        std::tuple{"a,b\n", ",n=2,column=deck", "no column 'deck' in the header; there is 'a', 'b'"}}) {
    const TargetRecord record = record_of("log:path=" + folder.write("log", bytes).string() + settings);
    CHECK(record.evidence.error == error);
    CHECK(!record.verdict.has_value());
  }
}

TEST_CASE("a log that is not there, a folder, and settings that do not go together are refused") {
  const TestFolder folder;
  CHECK(refusal_of("log:n=3").find("path= is missing") != std::string::npos);
  CHECK(refusal_of("log:path=" + (folder / "none").string()).find("cannot read") != std::string::npos);
  CHECK(refusal_of("log:path=" + (folder / "").string()).find("is a folder") != std::string::npos);
  const std::string path = folder.write("a.csv", "deck\n");
  CHECK(refusal_of("log:path=" + path + ",column=deck,format=u8").find("column= is for") !=
        std::string::npos);
  CHECK(refusal_of("log:path=" + path + ",colum=deck").find("did you mean 'column'") != std::string::npos);
}

TEST_CASE("a recorded target's name can be typed again, and its identity is that of what it says") {
  const TestFolder folder;
  const std::string path = folder.write("a.csv", "deck\n");
  for (const char* settings : {"", ",n=4,base=1", ",column=deck,reset=never", ",format=u8,marked=2",
                               ",format=tokens,deck=a b c", ",starts-anew=true"}) {
    const auto target = recorded_target("log:path=" + path + settings);
    const auto again = recorded_target(target->name());
    CHECK(again->name() == target->name());
    CHECK(again->identity() == target->identity());
    CHECK(target->description().kind == "log");
    CHECK(target->description().shuffle == path);
    CHECK(target->facts().recorded);
    CHECK(target->facts().in_sequence);
  }
  CHECK(recorded_target("log:path=" + path + ",n=5,base=0,format=text")->name() ==
        "log:path=" + path + ",n=5");
  CHECK(recorded_target("log:path=" + path)->identity() !=
        recorded_target("log:base=1,path=" + path)->identity());
  CHECK(recorded_target("log:path=" + path)->identity() !=
        recorded_target("log:reset=never,path=" + path)->identity());
  CHECK(recorded_target("log:path=" + path)->identity() !=
        recorded_target("log:column=x,path=" + path)->identity());
}

TEST_CASE("that each deck started anew is told by whoever knows it, and what it is told for is on trust") {
  const TestFolder folder;
  const std::string path = folder.write("a.csv", "deck\n");
  const auto plain = recorded_target("log:path=" + path),
             declared = recorded_target("log:starts-anew=true,path=" + path);
  CHECK_FALSE(plain->facts().starts_anew);
  CHECK(plain->caveat().find("declared") == std::string::npos);
  CHECK(declared->facts().starts_anew);
  CHECK(declared->caveat().find("whether each deck started from a draw of its own, as is declared") !=
        std::string::npos);
  CHECK(refusal_of("log:starts-anew=true,reset=never,path=" + path).find("starts-anew is for decks that") !=
        std::string::npos);
  CHECK(
      refusal_of("log:starts-anew=true,deck=a*2 b,equal-cards=true,path=" + path).find("takes whole decks") !=
      std::string::npos);
}

TEST_CASE("rows come from standard input, which stays open") {
  const TestFolder folder;
  {
    const StandardInput input(folder.write("rows", "2 1\n1 2\n2 1\n"));
    const TargetRecord record = record_of("stdin:n=2,base=1");
    CHECK(record.evidence.error == "");
    CHECK(record.evidence.permutations == std::vector<std::uint64_t>{1, 2});
    CHECK(record.target.kind == "stdin");
    CHECK(::fcntl(STDIN_FILENO, F_GETFD) >= 0);
  }
  const StandardInput nothing("/dev/null");
  CHECK(record_of("stdin:n=2").evidence.error == "the recording has no rows");
}

TEST_CASE("standard input that is a terminal is refused") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  {
    const StandardInput input(::ptsname(terminal));
    CHECK(refusal_of("stdin:n=2").find("is a terminal") != std::string::npos);
  }
  ::close(terminal);
}
