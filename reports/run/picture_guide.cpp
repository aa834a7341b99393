#include <algorithm>

#include "reports/run/sections.hpp"

namespace fairshuffle {

namespace {

void take_remarks(std::vector<Section>& sections, Facts& guide) {
  for (Section& section : sections) {
    for (Block& block : section.blocks) {
      auto* figure = std::get_if<Figure>(&block);
      if (figure == nullptr) continue;
      const bool known =
          std::ranges::find(guide.lines, figure->remark, &Facts::Line::text) != guide.lines.end();
      if (!known) {
        guide.lines.push_back({figure->kind.empty() ? figure->title : figure->kind, figure->remark});
      }
      figure->remark.clear();
    }
    take_remarks(section.parts, guide);
  }
}

}  // namespace

Section picture_guide(std::vector<Section>& sections) {
  Facts guide{{{"The bars of the lines",
                "Total variation distance from a fair shuffle, from 1e-5 to 1 on a logarithmic scale; the "
                "upright stands at the tolerance."}}};
  take_remarks(sections, guide);
  return {.title = "How to read the pictures",
          .blocks = {std::move(guide)},
          .shown = Shown::on_page,
          .folded = true};
}

}  // namespace fairshuffle
