#include <filesystem>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/shuffle/catalogue.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

// What follows the file's name in the refusal of a job file with this text.
std::string refusal_of(std::string_view text) {
  const TestFolder folder;
  const std::filesystem::path path = folder.write("job.json", text);
  try {
    read_job_file(path);
  } catch (const InputError& error) {
    const std::string sentence = error.what();
    REQUIRE(sentence.starts_with(path.string() + ": "));
    return sentence.substr(path.string().size() + 2);
  }
  return "not refused";
}

Job job_of(std::string_view text) {
  const TestFolder folder;
  return read_job_file(folder.write("job.json", text));
}

// A job of one target with these members.
std::string target_job(const std::string& members) {
  return R"({"targets": [{"shuffle": "durstenfeld")" + (members.empty() ? "" : ", " + members) + "}]}";
}

std::string typed(const JobTarget& target) {
  std::string text = target.text.name;
  for (const auto& [key, value] : target.text.settings) text += ' ' + key + '=' + value;
  return text;
}

}  // namespace

TEST_CASE("every member of a job arrives, and a target's settings stand in the stated order") {
  const Job job = job_of(R"({
    "$schema": "job.schema.json", "name": "one", "description": "all members",
    "budget": {"alpha": 1e-4, "confidence": 0.99, "tolerance": 1, "max_trials": 1e6},
    "seed": "18446744073709551615", "certify": ["parity", "cards"],
    "targets": [{"note": "a remark", "expect": "invalid", "marked": 2, "reset": "never", "rate": 1000,
                 "clock": "ms", "seeding": "per-draw-clock", "draw": "modulo", "bits": 15,
                 "source": "xoshiro256++", "n": 5, "options": {"sort": "merge", "k": 10},
                 "shuffle": "swap-pairs"}]})");
  CHECK(job.options.alpha == "0.0001");
  CHECK(job.options.confidence == "0.99");
  CHECK(job.options.tolerance == "1");
  CHECK(job.options.max_trials == "1000000");
  CHECK_FALSE(job.options.trials.has_value());
  CHECK(job.options.seed == "18446744073709551615");
  CHECK(job.options.certify == "parity,cards");
  REQUIRE(job.targets.size() == 1);
  CHECK(typed(job.targets[0]) ==
        "swap-pairs k=10 sort=merge n=5 source=xoshiro256++ bits=15 draw=modulo seeding=per-draw-clock "
        "clock=ms rate=1000 reset=never marked=2");
  CHECK(job.targets[0].expected == Verdict::invalid);
  CHECK(job.targets[0].where == "/targets/0");
}

TEST_CASE("a tolerance may be a percentage, which is the number nearest to it") {
  const Job job = job_of(R"({"budget": {"tolerance": "0.7%"}, "targets": [{"shuffle": "sattolo"}]})");
  CHECK(job.options.tolerance == "0.7%");
  CHECK(parse_tolerance("--tolerance", "0.7%") == 0.007);
  CHECK(parse_tolerance("--tolerance", "100%") == 1);
  CHECK(parse_tolerance("--tolerance", "1e-3") == 0.001);
  for (const char* text : {"0%", "100.1%", "%", "1e-1%", "0.1 %", "0", "1.01", "nan%"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_tolerance("--tolerance", text), InputError);
  }
}

TEST_CASE("a job that only names a shuffle sets nothing else") {
  const Job job = job_of(target_job(""));
  CHECK_FALSE(job.options.alpha.has_value());
  CHECK_FALSE(job.options.confidence.has_value());
  CHECK_FALSE(job.options.tolerance.has_value());
  CHECK_FALSE(job.options.max_trials.has_value());
  CHECK_FALSE(job.options.seed.has_value());
  CHECK_FALSE(job.options.certify.has_value());
  CHECK(typed(job.targets.at(0)) == "durstenfeld");
  CHECK_FALSE(job.targets[0].expected.has_value());
  CHECK(job_of(R"({"seed": 17, "budget": {"trials": 1}, "targets": [{"shuffle": "x"}]})").options.seed ==
        "17");
  CHECK(job_of(R"({"budget": {"trials": 1}, "targets": [{"shuffle": "x"}]})").options.trials == "1");
}

TEST_CASE("ranges expand to every combination, the deck size fastest and the first option slowest") {
  const Job job = job_of(R"({"targets": [
    {"shuffle": "a", "n": [4, 3], "options": {"k": [2, 1], "end": ["last", "first"]}, "expect": "biased"},
    {"shuffle": "b", "n": 6}]})");
  std::string all;
  for (const JobTarget& target : job.targets) all += typed(target) + ", " + target.where + "\n";
  CHECK(all ==
        "a end=last k=2 n=4, /targets/0\n"
        "a end=last k=2 n=3, /targets/0\n"
        "a end=last k=1 n=4, /targets/0\n"
        "a end=last k=1 n=3, /targets/0\n"
        "a end=first k=2 n=4, /targets/0\n"
        "a end=first k=2 n=3, /targets/0\n"
        "a end=first k=1 n=4, /targets/0\n"
        "a end=first k=1 n=3, /targets/0\n"
        "b n=6, /targets/1\n");
  CHECK(job.targets[7].expected == Verdict::biased);
  CHECK_FALSE(job.targets[8].expected.has_value());
}

TEST_CASE("each refusal of a wrong value names its place, what was expected and what was found") {
  CHECK(
      refusal_of(target_job(R"("n": "five")")) ==
      R"(/targets/0/n: expected a deck size from 1 to 1024, or a list of them without repetition, found "five")");
  CHECK(refusal_of(target_job(R"("n": 0)")).ends_with("found 0"));
  CHECK(refusal_of(target_job(R"("n": 1025)")).ends_with("found 1025"));
  CHECK(refusal_of(target_job(R"("n": 5.5)")).ends_with("found 5.5"));
  CHECK(refusal_of(target_job(R"("n": [])")).ends_with("found an empty list"));
  CHECK(refusal_of(target_job(R"("n": [3, 3])")).ends_with("without repetition, found a list of 2"));
  CHECK(refusal_of(target_job(R"("n": {"from": 3})")).ends_with("found an object"));
  CHECK(refusal_of(target_job(R"("n": [3, 1025])")) ==
        "/targets/0/n/1: expected a deck size from 1 to 1024, found 1025");
  CHECK(refusal_of(target_job(R"("n": [3, [4]])")) ==
        "/targets/0/n/1: expected a deck size from 1 to 1024, found a list of 1");
  CHECK(refusal_of(target_job(R"("expect": "maybe")")) ==
        R"(/targets/0/expect: expected the verdict that must come out: "fair", "biased", "inconclusive" or )"
        R"("invalid", found "maybe")");
  CHECK(refusal_of(target_job(R"("options": {"k": -1})"))
            .starts_with("/targets/0/options/k: expected an option's value, which is a whole number from 0"));
  CHECK(refusal_of(target_job(R"("options": {"k": "1,n=3"})")).ends_with(R"(found "1,n=3")"));
  CHECK(refusal_of(target_job(R"("options": {"k": [1, true]})"))
            .starts_with("/targets/0/options/k/1: expected an option's value"));
  CHECK(refusal_of(target_job(R"("options": 10)"))
            .starts_with("/targets/0/options: expected an object with the shuffle's own options"));
  CHECK(refusal_of(target_job(R"("source": null)")).starts_with("/targets/0/source: expected the name of a"));
  CHECK(refusal_of(target_job(R"("bits": 0)")).starts_with("/targets/0/bits: expected a number of bits"));
  CHECK(refusal_of(target_job(R"("clock": "h")")).starts_with(R"(/targets/0/clock: expected "s" or "ms")"));
  CHECK(refusal_of(target_job(R"("rate": 0)")).starts_with("/targets/0/rate: expected a whole number"));
  CHECK(refusal_of(target_job(R"("reset": true)")).starts_with("/targets/0/reset: expected \"always\""));
  CHECK(refusal_of(target_job(R"("marked": 1024)"))
            .starts_with("/targets/0/marked: expected a number of cards"));
}

TEST_CASE("each member of the budget is held to its bounds") {
  const auto budget = [](const std::string& members) {
    return refusal_of(R"({"budget": {)" + members + R"(}, "targets": [{"shuffle": "x"}]})");
  };
  CHECK(budget(R"("alpha": 0)").starts_with("/budget/alpha: expected a probability between 0 and 1"));
  CHECK(budget(R"("alpha": "1e-6")").ends_with(R"(found "1e-6")"));
  CHECK(budget(R"("confidence": 1)").starts_with("/budget/confidence: expected a probability"));
  CHECK(budget(R"("tolerance": 1.01)").starts_with("/budget/tolerance: expected a number above 0"));
  CHECK(budget(R"("tolerance": "0.1")").starts_with("/budget/tolerance: expected a number above 0"));
  CHECK(budget(R"("max_trials": 0)").starts_with("/budget/max_trials: expected a whole number from 1"));
  CHECK(budget(R"("max_trials": 1e13)").ends_with("found 10000000000000"));
  CHECK(budget(R"("trials": -5)").ends_with("found -5"));
  CHECK(budget(R"("trials": 1.5)").ends_with("found 1.5"));
  CHECK(budget(R"("trials": 5, "max_trials": 6)")
            .ends_with(R"(with "trials" or "max_trials" but not both, found an object)"));
}

TEST_CASE("a label goes on with what sets its targets apart, and a group is the same for all of them") {
  const Job job = job_of(
      R"({"targets": [{"shuffle": "x", "label": "ours", "group": "the house", "n": [1, 54], "options": {"k": [2, 3]}}]})");
  std::string labels;
  for (const JobTarget& target : job.targets) {
    labels += target.label + "; ";
    CHECK(target.group == "the house");
  }
  CHECK(labels == "ours k=2, 1 card; ours k=2, 54 cards; ours k=3, 1 card; ours k=3, 54 cards; ");
  CHECK(job_of(target_job(R"("label": "ours", "n": 54)")).targets.at(0).label == "ours");
  CHECK(refusal_of(target_job(R"("group": "")")).starts_with("/targets/0/group: expected the heading that"));
}

TEST_CASE("a seed is a whole number or digits, and fits 64 bits") {
  const auto seed = [](const std::string& value) {
    return refusal_of(R"({"seed": )" + value + R"(, "targets": [{"shuffle": "x"}]})");
  };
  CHECK(seed(R"("18446744073709551616")") ==
        "/seed: expected a whole number from 0 to 18446744073709551615, found '18446744073709551616'");
  for (const char* value :
       {"-1", "0.5", "18446744073709551615", R"("")", R"("-1")", R"("0x1f")", "[1]", "1e30"}) {
    CHECK_MESSAGE(seed(value).starts_with("/seed: expected a seed: a whole number from 0"),
                  std::string(value));
  }
}

TEST_CASE("so many seeds are a number, or a power of two as it is typed") {
  CHECK(typed(job_of(target_job(R"("seeds": "2^31")")).targets.at(0)) == "durstenfeld seeds=2^31");
  CHECK(typed(job_of(target_job(R"("seeds": 65536)")).targets.at(0)) == "durstenfeld seeds=65536");
  for (const char* value : {R"("2^54")", R"("2^-1")", R"("3^4")", R"("65536")", "0", "10000000000000000"}) {
    CHECK_MESSAGE(refusal_of(target_job(R"("seeds": )" + std::string(value)))
                      .starts_with("/targets/0/seeds: expected a whole number from 1"),
                  std::string(value));
  }
}

TEST_CASE("a member that is unknown, missing or given twice is refused by name") {
  CHECK(refusal_of(target_job(R"("N": 5)"))
            .starts_with(R"(/targets/0/N: expected one of the members "base", "bits", "clock")"));
  CHECK(refusal_of(target_job(R"("a/b~c": 5)")).starts_with("/targets/0/a~1b~0c: expected one of"));
  CHECK(refusal_of(R"({"target": [{"shuffle": "x"}]})").starts_with("/target: expected one of the members"));
  CHECK(refusal_of(target_job(R"("options": {"source": "randu"})"))
            .starts_with("/targets/0/options: expected"));
  CHECK(refusal_of(R"({"targets": [{"n": 5}]})") ==
        R"(/targets/0: expected one of "shuffle", )" + naming_members("\"", "\"", " and ") + ", found none");
  CHECK(refusal_of("{}") == "/targets: expected a list of 1 to 100000 targets, found nothing");
  CHECK(refusal_of(R"({"targets": [{"shuffle": "x", "n": 3}, {"shuffle": "x", "n": 3, "n": 4}]})") ==
        "/targets/1/n: expected each member once, found this one twice");
  CHECK(refusal_of(target_job(R"("options": {"k": 1, "k": 2})")) ==
        "/targets/0/options/k: expected each member once, found this one twice");
  CHECK(refusal_of(target_job(R"("options": {"bits": 4}, "bits": 15)")) ==
        "/targets/0/bits: expected no such member beside the option of that name, found both");
}

TEST_CASE("a job that is no object or has no targets is refused") {
  CHECK(refusal_of("[]").starts_with("expected a job: an object with the list \"targets\""));
  CHECK(refusal_of("null").ends_with("found null"));
  CHECK(refusal_of(R"({"targets": []})") ==
        "/targets: expected a list of 1 to 100000 targets, found an empty list");
  CHECK(refusal_of(R"({"targets": {"shuffle": "x"}})").ends_with("found an object"));
  CHECK(
      refusal_of(R"({"targets": ["durstenfeld"]})").starts_with("/targets/0: expected a target: an object"));
}

TEST_CASE("a syntax error is told with its line and column in one line") {
  CHECK(refusal_of("{\n  \"targets\": [\n    }\n")
            .starts_with("parse error at line 3, column 5: syntax error"));
  CHECK(refusal_of("{").starts_with("parse error at line 1, column 2: "));
  CHECK(refusal_of(target_job("") + "}").find("expected end of input") != std::string::npos);
  CHECK(refusal_of("{\"targets\": 1e999}").starts_with("number overflow"));
  const std::string endless = refusal_of("{\"name\": \"" + std::string(100'000, 'x'));
  CHECK(endless.starts_with("parse error at line 1, "));
  CHECK(endless.size() < 400);
  CHECK(refusal_of("{\"seed\": " + std::string(100'000, '9') + "}").size() < 400);
}

TEST_CASE("an empty file and bytes that are not UTF-8 are refused") {
  CHECK(refusal_of("") == "expected a job, found an empty file");
  CHECK(refusal_of(" \n") == "expected a job, found an empty file");
  const std::string refusal = refusal_of("{\"name\": \"caf\xe9\"}");
  CHECK(refusal.find("line 1, column 15") != std::string::npos);
  CHECK(refusal.find("ill-formed UTF-8") != std::string::npos);
  CHECK(refusal.find('\xe9') == std::string::npos);
}

TEST_CASE("a missing file and a folder are refused with the system's reason") {
  const TestFolder folder;
  CHECK_THROWS_WITH_AS(
      read_job_file(folder / "none.json"),
      ("cannot read the job file " + (folder / "none.json").string() + ": No such file or directory").c_str(),
      InputError);
  CHECK_THROWS_WITH_AS(read_job_file(folder / "."),
                       ("cannot read the job file " + (folder / ".").string() + ": Is a directory").c_str(),
                       InputError);
}

TEST_CASE("size, depth, texts and the number of targets are bounded") {
  const TestFolder folder;
  const auto large = folder.write("large.json", std::string(largest_job_file + 1, ' '));
  CHECK_THROWS_WITH_AS(read_job_file(large),
                       ("the job file " + large.string() + " is larger than 16 MiB").c_str(), InputError);
  CHECK(refusal_of(std::string(2'000'000, '[')).ends_with("levels of lists and objects, found more"));
  CHECK(refusal_of(R"({"targets": [{"a": [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]}]})")
            .starts_with("/targets/0/a/0/0/0/0/0/0/0/0/0/0/0/0/0: expected at most 16 levels"));
  CHECK(refusal_of(R"({"targets": [{"shuffle": ")" + std::string(1'000'000, 'a') + "\"}]}") ==
        "/targets/0/shuffle: expected texts of at most 1000 bytes, found one of 1000000");
  CHECK(refusal_of("{\"" + std::string(1001, 'a') + "\": 1}") ==
        "expected texts of at most 1000 bytes, found one of 1001");

  const auto with_k_up_to = [](int largest) {
    std::string ks = "1";
    for (int k = 2; k <= largest; ++k) ks += ',' + std::to_string(k);
    return R"({"targets": [{"shuffle": "x", "options": {"a": [)" + ks + R"(], "k": [)" + ks +
           R"(], "m": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}})";
  };
  CHECK(job_of(with_k_up_to(100) + "]}").targets.size() == most_targets);
  CHECK(refusal_of(with_k_up_to(100) + R"(, {"shuffle": "y"}]})") ==
        "/targets/1: expected at most 100000 targets in all combinations, found more");
  // Its items are not held against each other, which would take minutes.
  CHECK(refusal_of(with_k_up_to(300'000) + "]}").ends_with("found a list of 300000"));
}

TEST_CASE("long values are cut in refusals, between characters") {
  std::string name;
  for (int i = 0; i < 60; ++i) name += "\u00e9";
  const std::string refusal = refusal_of(target_job("\"draw\": \"" + name + "\""));
  CHECK(refusal.ends_with("\u00e9..."));
  CHECK(refusal.size() < 200);
}

TEST_CASE("the teaching job has every shuffle of the catalogue with every word of its options") {
  std::string targets;
  for (const JobTarget& target : read_job_file("harness/job/ready/teaching.json").targets) {
    targets += typed(target) + " \n";
  }
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    // Hands are dealt of whole decks.
    if (shuffle.name == "deal-hands") continue;
    CHECK_MESSAGE(targets.find(std::string(shuffle.name) + " ") != std::string::npos,
                  std::string(shuffle.name));
    for (const OptionInfo& option : shuffle.options) {
      for (const std::string_view word : option.choices) {
        const std::string setting = " " + std::string(option.name) + "=" + std::string(word) + " ";
        const bool is_standard = word == option.choices[static_cast<std::size_t>(option.standard)];
        CAPTURE(shuffle.name);
        CAPTURE(setting);
        CHECK((is_standard || targets.find(setting) != std::string::npos));
      }
    }
  }
}

TEST_CASE("the ready jobs are read, and every target of theirs says what must come out") {
  const std::pair<const char*, std::size_t> jobs[] = {{"articles", 32}, {"teaching", 288}, {"ci-smoke", 12}};
  for (const auto& ready : jobs) {
    const Job job = read_job_file("harness/job/ready/" + std::string(ready.first) + ".json");
    CHECK_MESSAGE(job.targets.size() == ready.second, ready.first);
    for (const JobTarget& target : job.targets) CHECK_MESSAGE(target.expected.has_value(), typed(target));
  }
}
