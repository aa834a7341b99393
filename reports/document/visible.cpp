#include "reports/document/visible.hpp"

#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

void show(std::string& text) {
  constexpr std::size_t longest = 1500;
  text = text.size() <= longest ? one_visible_line(text) : one_visible_line(text.substr(0, longest)) + " ...";
}

void show(Table& table) {
  for (Column& column : table.columns) show(column.heading);
  for (auto& row : table.rows) {
    for (Cell& cell : row) show(cell.text);
  }
}

// Cards are called as somebody outside called them.
struct ShowNames {
  void operator()(OrderExcesses& orders) const { names(orders.card_names); }
  void operator()(CardGrid& grid) const { names(grid.card_names); }
  void operator()(auto&) const {}

 private:
  static void names(std::vector<std::string>& names) {
    for (std::string& name : names) show(name);
  }
};

struct Show {
  void operator()(Paragraph& paragraph) const { show(paragraph.text); }
  void operator()(Code& code) const { code.text = visible_lines(code.text); }
  void operator()(Command& command) const { command.text = visible_lines(command.text); }
  void operator()(Facts& facts) const {
    for (Facts::Line& line : facts.lines) {
      show(line.name);
      show(line.text);
    }
  }
  void operator()(List& list) const {
    for (std::string& item : list.items) show(item);
  }
  void operator()(Table& table) const { show(table); }
  void operator()(Figure& figure) const {
    show(figure.title);
    show(figure.remark);
    show(figure.kind);
    show(figure.caption);
    std::visit(ShowNames{}, figure.picture);
    show(figure.numbers);
    for (CaptionedTable& more : figure.more_numbers) {
      show(more.caption);
      show(more.table);
    }
  }
};

void show(Section& section) {
  show(section.title);
  if (section.headline) {
    for (std::string* text : {&section.headline->badge, &section.headline->aside, &section.headline->figures,
                              &section.headline->remark}) {
      show(*text);
    }
  }
  for (Block& block : section.blocks) std::visit(Show{}, block);
  for (Section& part : section.parts) show(part);
}

}  // namespace

void make_visible(Document& document) {
  show(document.title);
  show(document.lead);
  show(document.summary);
  show(document.took);
  for (Section& section : document.sections) show(section);
}

}  // namespace fairshuffle
