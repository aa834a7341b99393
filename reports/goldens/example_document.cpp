#include "reports/goldens/example_document.hpp"

#include <cmath>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

const char* const long_sentence =
    "A deck of n cards has n! permutations, and a shuffle is fair if each of them comes out with the same "
    "probability, whatever came before; größer is wider in bytes than in characters.";

Section headed(const char* title, Tone tone, const char* anchor, const char* badge, const char* aside = "") {
  Headline headline{
      .anchor = anchor, .badge = badge, .tone = tone, .aside = aside, .bar = {}, .figures = {}, .remark = {}};
  return {.title = title, .blocks = {Paragraph{"What is said of it."}}, .headline = std::move(headline)};
}

Section of_blocks() {
  return {
      .title = "Every block",
      .blocks = {
          Paragraph{long_sentence},
          Facts{{{"short", "one line"}, {"a longer name", long_sentence}, {"größe", "in characters"}}},
          List{{"first", long_sentence,
                "exec:command=/usr/local/bin/some-program-with-a-long-name,n=52,seed=1"}},
          Command{"fairshuffle certify --exec 'a program \"with\" quotes' --n 52 --seed=18446744073709551615 "
                  "--trials 1000000 and\\ an\\ escaped \"one 'more'\""},
          Code{"for (int last = deck.size() - 1; last > 0; --last) {\n"
               "  // A comment goes on as a comment where it is too wide for the line that it stands on, "
               "twice.\n"
               "  deck.swap(last, deck.draw_below(last + 1), and_an_argument, and_another_argument, "
               "and_more);\n"
               "\n"
               "                                  "
               "averyveryverylongwordthatnolinecanhold_orbreakanywhere_at_all;\n"
               "}"},
          example_table(3)}};
}

Section of_figures() {
  const Table numbers{.columns = {{"k"}, {"distance", ColumnKind::number}},
                      .rows = {{{"1"}, {"0.5"}}, {{"12"}, {"0.25"}}}};
  const Curve curve{
      .times_name = "k", .distance_name = "distance", .points = {{1, 0.5}, {12, 0.25}}, .goal = 0.3};
  return {.title = "Figures",
          .blocks = {Figure{.title = "A curve",
                            .picture = curve,
                            .remark = "It falls <slowly>.",
                            .caption = "By k & more",
                            .numbers = numbers,
                            .more_numbers = {{"The same again", numbers}}},
                     Figure{.title = "",
                            .picture = curve,
                            .remark = "",
                            .caption = "",
                            .numbers = numbers,
                            .name = "named"}}};
}

std::vector<Section> headlines() {
  std::vector<Section> sections = {
      headed("durstenfeld:n=52", Tone::good, "target-1", "fair", "16,384 trials"),
      headed(
          "naive-swap:n=52,source=msvc-rand,bits=12,draw=modulo,seeding=per-shuffle-clock,clock=ms,rate=5000",
          Tone::bad, "target-2", "biased", "600 trials"),
      headed("open", Tone::open, "target-3", "inconclusive"),
      headed("broken", Tone::broken, "target-4", "failed"),
      headed("plain", Tone::plain, "target-5", "not run")};
  Headline &fair = *sections[0].headline, &biased = *sections[1].headline;
  fair.bar = LineBar{.from = 0, .to = 0.25, .mark = 0.5};
  fair.figures = "at most 0.1 points";
  fair.remark = "a fair one";
  sections[0].parts = {{.title = "A part", .blocks = {Paragraph{"in it"}}},
                       {.title = "A folded part", .blocks = {Paragraph{"in it, too"}}, .folded = true},
                       of_figures()};
  biased.bar = LineBar{.from = 0.5, .to = 1, .mark = 0.25, .alarm = true};
  biased.figures = "3 to 9 points";
  biased.remark = "not as <expected>";
  // A heading without blocks stands close above what follows.
  sections[1].blocks.clear();
  sections[1].parts = {{.title = "", .blocks = {Facts{{{"How much", "by 3 to 9 points"}}}}}};
  return sections;
}

}  // namespace

Table example_table(std::size_t rows) {
  Table table{.columns = {{.heading = "target"},
                          {.heading = "trials of it", .kind = ColumnKind::number},
                          {.heading = "share", .kind = ColumnKind::bar, .mark = 0.5},
                          {.heading = "p", .kind = ColumnKind::shade},
                          {.heading = "what the bar is said to show"}},
              .rows = {}};
  constexpr Tone tones[] = {Tone::good, Tone::bad, Tone::open, Tone::broken, Tone::plain};
  for (std::size_t row = 0; row < rows; ++row) {
    const double share = static_cast<double>(row) / static_cast<double>(rows > 1 ? rows - 1 : 1);
    table.rows.push_back({{.text = fmt::format("shuffle:number={},options=many", row),
                           .tone = tones[row % 5],
                           .sign = row % 2 == 0 ? "!" : ""},
                          {.text = fmt::format("{}", 1000 * row), .tone = tones[(row + 1) % 5]},
                          {.text = "", .share = share},
                          {.text = fmt::format("{:.2f}", share), .share = share},
                          {.text = "a share of " + fmt::format("{:.3f}", share) + " of the ground"}});
  }
  return table;
}

CardGrid example_grid(int deck_size) {
  CardGrid grid{.deviations = {}, .unit = "standard errors"};
  for (int position = 0; position < deck_size; ++position) {
    auto& row = grid.deviations.emplace_back();
    for (int card = 0; card < deck_size; ++card) {
      const int step = (card * 7 + position * 5) % 29 - 14;
      row.push_back((step < 0 ? -1 : 1) * (std::pow(1.3, std::abs(step)) - 1));
    }
  }
  return grid;
}

Document example_document() {
  Document document{
      .title = "An example of every kind", .lead = long_sentence, .sections = {of_blocks(), of_figures()}};
  auto& sections = document.sections;
  sections.push_back({.title = "", .blocks = {Paragraph{"Without a title."}}});
  sections.push_back({.title = "In text", .blocks = {Paragraph{"Not on a page."}}, .shown = Shown::in_text});
  sections.push_back(
      {.title = "In files", .blocks = {Paragraph{"And where all is asked for."}}, .shown = Shown::in_files});
  sections.push_back({.title = "In detail",
                      .blocks = {Paragraph{"Not in Markdown."}},
                      .shown = Shown::in_detail,
                      .folded = true});
  sections.push_back({.title = "On a page", .blocks = {Paragraph{"Nowhere else."}}, .shown = Shown::on_page});
  Figure cards{.title = "Cards",
               .picture = example_grid(3),
               .remark = "Look.",
               .caption = "By position",
               .numbers = {{{"x"}}, {{{"1"}}}}};
  sections.push_back(
      {.title = "As a picture", .blocks = {Paragraph{"no picture"}, cards}, .shown = Shown::as_picture});
  std::get<Figure>(sections.back().blocks[1]).name = "unused";
  for (Section& section : headlines()) sections.push_back(std::move(section));
  sections.push_back(
      {.title = "Reproduce with", .blocks = {Command{"fairshuffle certify naive-swap --n 5"}}});
  return document;
}

Document example_document_of_a_run() {
  Document document = example_document();
  document.summary =
      "5 targets: 1 fair, 1 biased, 1 inconclusive, 1 failed and 1 that was not run, of which 2 are not as "
      "expected";
  document.took = "1.5 s";
  return document;
}

}  // namespace fairshuffle
