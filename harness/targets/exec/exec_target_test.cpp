// Programs as targets: their settings, their rows counted, and their faults in a run.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tally.hpp"
#include "harness/engine/run.hpp"
#include "harness/targets/child/child_process.hpp"
#include "harness/targets/child/processes_for_tests.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::uint64_t max_trials = 1'000'000;

std::unique_ptr<Target> target_of(const std::string& command, Settings settings = {}) {
  settings.emplace(settings.begin(), "command", command);
  return make_target({.name = "exec", .settings = std::move(settings)},
                     {.deck_size = 3, .seed = 1, .max_trials = max_trials});
}

std::string refusal_of(const std::string& command, Settings settings) {
  try {
    target_of(command, std::move(settings));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Runs so many trials as the engine does, block by block, and gives the counts of the permutations.
std::vector<std::uint64_t> counts_of(const Target& target, std::uint64_t trials, std::uint64_t seed = 5) {
  const std::unique_ptr<Sampler> sampler = target.make_sampler();
  RunningTally tally(target.description().deck_size, 0);
  sampler->begin_block(seed);
  for (std::uint64_t done = 0; done < trials;) {
    const std::uint64_t block = std::min<std::uint64_t>(trials - done, 1000);
    const std::uint64_t ready = sampler->ready(block);
    CHECK(ready == block);
    sampler->run(done, block, tally);
    done += block;
  }
  CHECK(tally.trials() == trials);
  CHECK(tally.invalid_trials() == 0);
  return tally.complete().permutations->by_rank();
}

std::string error_of(const Target& target, std::uint64_t trials) {
  try {
    counts_of(target, trials);
  } catch (const TargetError& error) {
    return error.what();
  }
  return "";
}

// The same shuffle in both manners: Fisher-Yates by the seed that the child is told.
const std::string streaming =
    "python3 -c '\n"
    "import random, sys\n"
    "trials, n, seed = map(int, sys.argv[1:])\n"
    "random.seed(seed)\n"
    "for _ in range(trials):\n"
    "    deck = list(range(n)); random.shuffle(deck); print(*deck)\n"
    "' {trials} {n} {seed}";
const std::string serving =
    "python3 -c '\n"
    "import os, random, sys\n"
    "random.seed(int(os.environ[\"FAIRSHUFFLE_SEED\"]))\n"
    "for line in sys.stdin:\n"
    "    rows, n = map(int, line.split())\n"
    "    for _ in range(rows):\n"
    "        deck = list(range(n)); random.shuffle(deck); print(*deck)\n"
    "    sys.stdout.flush()\n"
    "'";

}  // namespace

TEST_CASE("a child's target says all that was settled on, by a name that can be typed again") {
  const auto target =
      target_of("./cards {n}", {{"format", "u8"}, {"base", "1"}, {"timeout", "3"}, {"n", "4"}});
  CHECK(target->description().kind == "exec");
  CHECK(target->description().shuffle == "./cards {n}");
  CHECK(target->description().deck_size == 4);
  CHECK(target->description().reset == "always");
  const auto again =
      make_target(parse_target_text(target->name()), {.deck_size = 3, .seed = 1, .max_trials = max_trials});
  CHECK(again->name() == target->name());
  CHECK(again->identity() == target->identity());
  CHECK(again->description().options == target->description().options);
  CHECK(target->facts().in_sequence);
  CHECK_FALSE(target->facts().recorded);
}

TEST_CASE("a child that is waited for longer is the same target, and every other setting makes another") {
  const std::uint64_t identity = target_of("x")->identity();
  CHECK(target_of("x", {{"timeout", "20"}})->identity() == identity);
  CHECK(target_of("y")->identity() != identity);
  for (const auto& [key, value] : Settings{{"n", "4"}, {"format", "u8"}, {"base", "1"}, {"reset", "never"}}) {
    CHECK(target_of("x", {{key, value}})->identity() != identity);
  }
}

TEST_CASE("a program that draws by itself for each deck may be said to, unless it is given its seed") {
  CHECK_FALSE(target_of("x")->facts().starts_anew);
  const auto declared = target_of("x", {{"starts-anew", "true"}});
  CHECK(declared->facts().starts_anew);
  CHECK(declared->identity() == target_of("x")->identity());
  CHECK(declared->name() == target_of("x")->name() + ",starts-anew=true");
  CHECK(says(declared->caveat(), "as is declared"));
  CHECK(says(refusal_of("x {seed}", {{"starts-anew", "true"}}), "leave it or {seed} out"));
  CHECK(target_of("x", {{"manner", "once"}})->facts().starts_anew);
  CHECK_FALSE(target_of("x {seed}", {{"manner", "once"}})->facts().starts_anew);
}

TEST_CASE("settings that no child can follow are refused") {
  CHECK(says(refusal_of(" ", {}), "command= is missing"));
  CHECK(says(refusal_of("x", {{"manner", "server"}}), "neither stream, serve nor once"));
  CHECK(says(refusal_of("x", {{"timeout", "0"}}), "from 1 to 86400"));
  CHECK(says(refusal_of("x", {{"time-out", "1"}}), "did you mean 'timeout'"));
  CHECK(says(refusal_of("x", {{"reset", "maybe"}}), "always nor never"));
}

TEST_CASE("a program that is started for each deck gives the same counts, however many starts run at once") {
  const std::string once = "python3 -S -c 'print(*[[0, 1, 2], [2, 1, 0], [1, 0, 2]][{seed} % 3])'";
  std::vector<std::vector<std::uint64_t>> counts;
  for (const int children : {1, 5}) {
    const auto target = make_target({.name = "exec", .settings = {{"command", once}, {"manner", "once"}}},
                                    {.deck_size = 3, .seed = 1, .max_trials = 60, .children = children});
    const std::unique_ptr<Sampler> sampler = target->make_sampler();
    dynamic_cast<LookListener&>(*sampler).begin_look(60, {}, {});
    RunningTally tally(3, 0);
    sampler->begin_block(5);
    REQUIRE(sampler->ready(60) == 60);
    sampler->run(0, 60, tally);
    counts.push_back(tally.complete().permutations->by_rank());
  }
  CHECK(counts[0] == counts[1]);
  CHECK(counts[0][0] > 0);
  CHECK(counts[0][5] > 0);
}

TEST_CASE("serve and stream give the same counts, however the rows are asked for") {
  const std::vector<std::uint64_t> streamed = counts_of(*target_of(streaming), 20'000);
  CHECK(streamed == counts_of(*target_of(serving, {{"manner", "serve"}}), 20'000));
  // A seed that is not handed on would go unnoticed otherwise.
  CHECK(streamed != counts_of(*target_of(streaming), 20'000, 6));
}

TEST_CASE("a child that answers short is at fault, even when it exits in peace") {
  const std::string error = error_of(*target_of("echo 0 1 2; echo 2 1 0; echo bye >&2"), 3);
  CAPTURE(error);
  CHECK(says(error, "2"));
  CHECK(says(error, "It exited with status 0."));
  CHECK(says(error, "bye"));
}

TEST_CASE("garbage and a line of a billion bytes are faults that are found at once, in little memory") {
  const std::int64_t before = peak_memory();
  CHECK(says(error_of(*target_of("cat /dev/urandom"), 1000), "row"));
  CHECK(says(error_of(*target_of("head -c 1000000000 /dev/zero | tr '\\0' 7"), 1000), "row 1"));
  CHECK(says(error_of(*target_of("yes 2 1 0 | tr '\\n' ' '"), 1000), "row 1"));
  CHECK(peak_memory() - before < (64 << 20));
}

TEST_CASE("rows that come one byte at a time are counted as any others") {
  const std::string bytewise =
      "python3 -c 'for i in range(6000): __import__(\"os\").write(1, b\"0 1 2\\n\"[i % 6:][:1])'";
  CHECK(counts_of(*target_of(bytewise), 1000) == std::vector<std::uint64_t>{1000, 0, 0, 0, 0, 0});
}

TEST_CASE("a run goes on without the child that failed, and leaves none behind") {
  RunPlan plan;
  const std::string marker = "FAIRSHUFFLE_TEST=" + std::to_string(::getpid());
  const std::string begin = "export " + marker + "; ";
  for (const std::string command : {"echo 0 1 2; exit 3", "yes 2 1 0", "echo 0 1 2; sleep 1000"}) {
    // The shell itself has an older environment, and has to run the command again to be seen by it.
    plan.targets.push_back(target_of(begin + "exec sh -c '" + command + "'", {{"timeout", "1"}}));
  }
  plan.targets.push_back(target_of(begin + "exec " + serving, {{"manner", "serve"}}));
  plan.targets.push_back(target_of(begin + "exec " + streaming));
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  plan.seed = 3;
  plan.max_trials = 40'000;
  plan.budget.tolerance = 0.2;
  const std::vector<TargetRecord> records = run(plan, [](const Progress&) {});
  REQUIRE(records.size() == 5);
  CHECK(says(records[0].evidence.error, "It exited with status 3."));
  CHECK_FALSE(records[0].verdict);
  CHECK(records[1].verdict == Verdict::biased);
  CHECK(says(records[2].evidence.error, "The program wrote nothing for 1 s"));
  // Fisher-Yates by Mersenne Twister, with a fixed seed: the same verdict every time.
  CHECK(records[3].verdict == Verdict::fair);
  CHECK(records[4].verdict == Verdict::fair);
  CHECK(processes_left(marker) == "");
}
