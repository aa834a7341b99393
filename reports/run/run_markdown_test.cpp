#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "reports/document/render.hpp"
#include "reports/run/run_document.hpp"

using namespace fairshuffle;

namespace {

TargetRecord result_named(const std::string& name, Verdict verdict) {
  TargetRecord result;
  result.name = name;
  result.verdict = verdict;
  result.sentence = "The sentence of " + name + ".";
  return result;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a target without a verdict is broken, whatever the others are") {
  TargetRecord result;
  CHECK(tone_of(result) == Tone::broken);
  result.verdict = Verdict::inconclusive;
  CHECK(tone_of(result) == Tone::open);
  result.verdict = Verdict::fair;
  CHECK(tone_of(result) == Tone::good);
  result.verdict = Verdict::invalid;
  CHECK(tone_of(result) == Tone::bad);
}

TEST_CASE("a name with pipes, brackets, backticks, line breaks and emoji stays in its cell") {
  RunRecord run;
  run.results = {result_named("a|b <img> `c` *d*\n\x01🂡", Verdict::fair)};
  const std::string text = run_markdown(run);
  CHECK(text.find("\n| a\\|b \\<img\\> \\`c\\` \\*d\\*␊␁🂡 | ✅ fair |") != std::string::npos);
}

TEST_CASE("what GitHub would take up of words from outside, escaped or not, stands as it is written") {
  for (const auto& [from_outside, shown] : {
           std::pair("$x$ for @ann", "<span>$</span>x<span>$</span> for <span>@</span>ann"),
           {"a@b.org", "a<span>@</span>b.org"},
           {"https://a.org", "https<span>:</span>//a.org"},
           {"WWW.a.org", "WWW<span>.</span>a.org"},
           {"#12 of me/it#3, GH-4", "<span>\\#</span>12 of me/it<span>\\#</span>3, GH<span>-</span>4"},
           {":+1: :n=5 12:00:00", "<span>:</span>+1: :n=5 12:00:00"},
           {"exec:command=a --b. @ # 1,n=5", "exec:command=a --b. @ \\# 1,n=5"},
       }) {
    CHECK(markdown_text(from_outside) == shown);
  }
}

TEST_CASE("a fair target gets no words, any other does, and one that failed says why") {
  RunRecord run;
  run.results = {result_named("one", Verdict::fair), result_named("two", Verdict::invalid),
                 result_named("three", Verdict::inconclusive), result_named("four", Verdict::fair)};
  run.results[3].verdict.reset();
  run.results[3].evidence.error = "It crashed.";
  const std::string text = run_markdown(run);
  CHECK(text.find("The sentence of one.") == std::string::npos);
  CHECK(text.find("## two: invalid\n\nThe sentence of two.\n") != std::string::npos);
  CHECK(text.find("## three: inconclusive\n\n- **How much:** ") != std::string::npos);
  CHECK(text.find("## four: failed\n\nFailed: It crashed.\n") != std::string::npos);
  CHECK(text.find("| two | ❌ invalid |") != std::string::npos);
  CHECK(text.find("| three | ❔ inconclusive |") != std::string::npos);
  CHECK(text.find("| four | ❌ failed |") != std::string::npos);
  CHECK(text.starts_with("# No verdict\n"));
}

TEST_CASE("beside a control that came out wrong no target has the sign of what is as due") {
  RunRecord run;
  run.results = {result_named("one", Verdict::fair)};
  run.controls = {result_named("two", Verdict::fair)};
  CHECK(run_markdown(run).find("| one | ✅ fair |") != std::string::npos);
  run.controls[0].expected = Verdict::biased;
  const std::string text = run_markdown(run);
  CHECK(text.find("| one | ❔ fair |") != std::string::npos);
  CHECK(text.find("| two | ❌ fair, EXPECTED biased |") != std::string::npos);
  CHECK(text.find("✅") == std::string::npos);
}

TEST_CASE("of ten thousand targets those not as due are shown, and the text stays below a mebibyte") {
  RunRecord run;
  for (int target = 0; target < 10'000; ++target) {
    run.results.push_back(
        result_named("target" + std::to_string(target), target % 20 == 0 ? Verdict::biased : Verdict::fair));
  }
  const std::string text = run_markdown(run);
  CHECK(times(text, "\n| target") == 501);  // one of them is the head
  CHECK(times(text, "\n## target") == 100);
  CHECK(text.find(
            "Of 10000 targets 9500 came out as due and are not shown; the table has 500 of the other 500.") !=
        std::string::npos);
  CHECK(text.find("Targets that are not told of here: 400 not fair. The JSON report has them.") !=
        std::string::npos);
  CHECK(text.size() < 1024 * 1024);
}

TEST_CASE("of many fair large decks a few tell their bounds, and none takes the room of what is not fair") {
  RunRecord run;
  const auto add = [&run](Verdict verdict, int targets) {
    for (int target = 0; target < targets; ++target) {
      TargetRecord& result =
          run.results.emplace_back(result_named("target" + std::to_string(run.results.size()), verdict));
      result.target.deck_size = 52;
      result.families.emplace_back().family = "cards";
      result.families.back().asked = true;
    }
  };
  add(Verdict::fair, 20);
  const std::string few = run_markdown(run);
  CHECK(times(few, "\n## target") == 8);
  CHECK(times(few, "- **By family:** points (99.9 % together): cards not bounded") == 8);
  CHECK(few.find("Targets that are not told of here: 12 fair. The JSON report has them.") !=
        std::string::npos);
  add(Verdict::biased, 97);
  const std::string many = run_markdown(run);
  CHECK(times(many, ": biased\n") == 97);
  CHECK(times(many, ": fair\n") == 3);
  CHECK(many.find("Targets that are not told of here: 17 fair. ") != std::string::npos);
  add(Verdict::biased, 5);
  CHECK(run_markdown(run).find("Targets that are not told of here: 2 not fair, 20 fair. ") !=
        std::string::npos);
  run.results.clear();
  add(Verdict::biased, 101);
  CHECK(run_markdown(run).find("Targets that are not told of here: 1 not fair. ") != std::string::npos);
}

TEST_CASE("a block of code holds any run of backticks") {
  CHECK(markdown_code("ls") == "```\nls\n```\n");
  CHECK(markdown_code("a ```` b") == "`````\na ```` b\n`````\n");
}
