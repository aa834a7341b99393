// A document of every kind of block on terminals of several widths, against the files of it.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "reports/document/render.hpp"
#include "reports/goldens/example_document.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/terminal/table.hpp"

using namespace fairshuffle;

namespace {

std::string tables_of_every_width() {
  std::string text;
  for (const std::size_t columns : {20U, 40U, 60U, 66U, 72U, 80U, 86U, 90U, 100U, 120U}) {
    text += std::to_string(columns) + " columns:\n";
    text += terminal_table(example_table(columns % 20 == 0 ? 5 : 2), {.columns = columns});
  }
  return text;
}

std::string heat_maps(bool colored) {
  std::string text;
  for (const int deck_size : {1, 2, 10, 11, 24}) {
    for (const int columns : {14, 28, 44, 84}) {
      text += std::to_string(deck_size) + " cards, " + std::to_string(columns) + " columns:\n";
      text += terminal_heat_map(example_grid(deck_size), columns, colored);
    }
  }
  return text;
}

std::vector<GoldenText> goldens() {
  const Document document = example_document(), of_a_run = example_document_of_a_run();
  return {
      {"terminal/document.txt", as_terminal_text(document)},
      {"terminal/document-30.txt", as_terminal_text(document, {.columns = 30})},
      {"terminal/document-64.txt", as_terminal_text(document, {.columns = 64, .pictures = true})},
      {"terminal/document-130.txt",
       as_terminal_text(of_a_run, {.columns = 130, .colored = true, .pictures = true, .everything = true})},
      {"terminal/run.txt", as_terminal_text(of_a_run, {.everything = true})},
      {"terminal/tables.txt", tables_of_every_width()},
      {"terminal/heat_maps.txt", heat_maps(false)},
      {"terminal/heat_maps_in_color.txt", heat_maps(true)}};
}

}  // namespace

TEST_CASE("a document, a table and a heat map are their golden texts at every width, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when the terminal's layout is meant to change.
TEST_CASE("the golden texts of terminals are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("a terminal of one column and one of none get every word, a character to a line at worst") {
  const Document document{
      .title = "ab", .lead = "", .sections = {{.title = "", .blocks = {Paragraph{"cd"}, List{{"e"}}}}}};
  for (const std::size_t columns : {0U, 1U}) {
    CHECK(as_terminal_text(document, {.columns = columns}).starts_with("a\nb\n"));
  }
  CHECK(as_terminal_text(document, {.columns = 1}) == "a\nb\n═\n\n\n  c\n  d\n\n  - e\n");
}
