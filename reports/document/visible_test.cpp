// Does no byte from outside reach a format unseen, wherever in a document it stands?
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "reports/document/render.hpp"
#include "reports/goldens/example_document.hpp"
#include "reports/goldens/golden_texts.hpp"

using namespace fairshuffle;

namespace {

// Every text of a document, in place.
struct Texts {
  std::vector<std::string*> lines, blocks;  // blocks keep their line breaks
  int pictures_of_cards = 0;

  void of(Table& table) {
    for (Column& column : table.columns) lines.push_back(&column.heading);
    for (auto& row : table.rows) {
      for (Cell& cell : row) lines.push_back(&cell.text);
    }
  }
  // Names of cards, where a picture has cards.
  template <class Picture>
  void of_cards(Picture& picture) {
    if constexpr (requires { picture.card_names; }) {
      picture.card_names.resize(2);
      for (std::string& name : picture.card_names) lines.push_back(&name);
      ++pictures_of_cards;
    }
  }
  void operator()(Paragraph& paragraph) { lines.push_back(&paragraph.text); }
  void operator()(Code& code) { blocks.push_back(&code.text); }
  void operator()(Command& command) { blocks.push_back(&command.text); }
  void operator()(Facts& facts) {
    for (auto& line : facts.lines) lines.insert(lines.end(), {&line.name, &line.text});
  }
  void operator()(List& list) {
    for (std::string& item : list.items) lines.push_back(&item);
  }
  void operator()(Table& table) { of(table); }
  void operator()(Figure& figure) {
    lines.insert(lines.end(), {&figure.title, &figure.remark, &figure.caption});
    std::visit([this](auto& picture) { of_cards(picture); }, figure.picture);
    of(figure.numbers);
    for (CaptionedTable& more : figure.more_numbers) {
      lines.push_back(&more.caption);
      of(more.table);
    }
  }
  void of(Section& section) {
    lines.push_back(&section.title);
    if (section.headline) {
      Headline& line = *section.headline;
      lines.insert(lines.end(), {&line.badge, &line.aside, &line.figures, &line.remark, &line.name,
                                 &line.settings, &line.group, &line.expected});
    }
    for (Block& block : section.blocks) std::visit(*this, block);
    for (Section& part : section.parts) of(part);
  }
};

Texts texts_of(Document& document) {
  Texts texts;
  texts.lines = {&document.title, &document.lead, &document.summary, &document.took, &document.basis};
  for (Section& section : document.sections) texts.of(section);
  return texts;
}

}  // namespace

TEST_CASE("every text of a document is made visible, and only code and commands keep their lines") {
  Document document = example_document();
  const Texts before = texts_of(document);
  for (std::string* text : before.lines) *text = "a\nb\x1b";
  for (std::string* text : before.blocks) *text = "a\nb\x1b";
  make_visible(document);
  const Texts after = texts_of(document);
  REQUIRE(after.lines.size() == before.lines.size());
  CHECK(after.lines.size() > 100);
  CHECK(after.blocks.size() == 3);
  CHECK(after.pictures_of_cards > 0);
  for (const std::string* text : after.lines) CHECK(*text == "a␊b␛");
  for (const std::string* text : after.blocks) CHECK(*text == "a\nb␛");
}

TEST_CASE("a text of 1,500 bytes is shown whole, and of a longer one its beginning") {
  const auto shown = [](std::size_t bytes) {
    Document document{.title = std::string(bytes, 'x'), .lead = "", .sections = {}};
    make_visible(document);
    return document.title;
  };
  CHECK(shown(1500) == std::string(1500, 'x'));
  CHECK(shown(1501) == std::string(1500, 'x') + " ...");
}

namespace {

std::vector<GoldenText> goldens() {
  return {{"document.md", as_markdown(example_document())},
          {"document-of-a-run.md", as_markdown(example_document_of_a_run())}};
}

}  // namespace

TEST_CASE("every block is its golden Markdown, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when the Markdown is meant to change.
TEST_CASE("the golden Markdown is written anew" * doctest::skip()) {
  write_goldens(goldens());
}
