#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/p_words.hpp"
#include "reports/run/figures.hpp"

namespace fairshuffle {

namespace {

std::string partition_of(const PartRecord& part) {
  return fmt::format("({})", fmt::join(part.partition, ","));
}

Table table_of(const std::vector<PartRecord>& parts) {
  Table table{
      .columns = {{"part"}, {"partition"}, {"share"}, {"phi2"}, {"p"}, {"statistic"}, {"degrees of freedom"}},
      .rows = {}};
  for (const PartRecord& part : parts) {
    table.rows.push_back({{part.name},
                          {partition_of(part)},
                          {part.share ? percent_text(*part.share) : ""},
                          {short_number(part.phi2, 4)},
                          {part.applied ? p_words(part.p_value, part.log10_p) : "not applied"},
                          {part.applied ? short_number(part.statistic, 6) : ""},
                          {part.applied ? exact_number(part.degrees_of_freedom) : ""}});
  }
  return table;
}

}  // namespace

std::optional<Figure> part_figure(const TargetRecord& result) {
  ShareBars shares{.title = "Shares of the bias", .bars = {}};
  for (const PartRecord& part : result.parts) {
    if (part.share) {
      shares.bars.push_back({.name = part.name + " " + partition_of(part), .share = *part.share});
    }
  }
  if (shares.bars.empty()) return std::nullopt;
  return Figure{
      .title = "Where the bias lies",
      .picture = std::move(shares),
      .remark =
          "Shares of phi2: what shows in single cards, in pairs of cards and so on, beyond all simpler "
          "parts; parity is whether the order is even.",
      .caption = "The bias by parts",
      .numbers = table_of(result.parts),
      .name = "parts"};
}

}  // namespace fairshuffle
