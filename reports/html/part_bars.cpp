#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/p_words.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 256, right = 570, top = 8, row_height = 22;

std::string partition_of(const PartRecord& part) {
  return fmt::format("({})", fmt::join(part.partition, ","));
}

std::string tables_of(const TargetRecord& result) {
  HtmlTable table("The bias by parts",
                  {"part", "partition", "share", "phi2", "p", "statistic", "degrees of freedom"});
  for (const PartRecord& part : result.parts) {
    table.row({part.name, partition_of(part), part.share ? percent_text(*part.share) : "",
               fmt::format("{:.4g}", part.phi2),
               part.applied ? p_words(part.p_value, part.log10_p) : "not applied",
               part.applied ? fmt::format("{:.6g}", part.statistic) : "",
               part.applied ? fmt::format("{}", part.degrees_of_freedom) : ""});
  }
  return table.finish();
}

}  // namespace

std::string part_bars(const TargetRecord& result, std::string_view id) {
  std::vector<const PartRecord*> shared;
  for (const PartRecord& part : result.parts) {
    if (part.share) shared.push_back(&part);
  }
  if (shared.empty()) return "";
  const PartRecord& largest = **std::ranges::max_element(shared, {}, &PartRecord::share);
  const double bottom = top + row_height * static_cast<double>(shared.size());
  Picture picture(640, bottom + 26, id, "Shares of the bias",
                  fmt::format("A bar for each of {} parts of the bias. The largest: {}, {}.", shared.size(),
                              largest.name, percent_text(*largest.share)));
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const double x = left + quarter / 4.0 * (right - left);
    picture.line(x, top, x, bottom, paint::grid);
    picture.text(x, bottom + 16, Anchor::middle, fmt::format("{} %", 25 * quarter), paint::faint);
  }
  for (std::size_t row = 0; row < shared.size(); ++row) {
    const PartRecord& part = *shared[row];
    const double y = top + row_height * static_cast<double>(row);
    // An estimate of nothing may come out a little below it.
    const double share = std::clamp(*part.share, 0.0, 1.0);
    picture.text(left - 8, y + 15, Anchor::end, shortened(part.name + " " + partition_of(part), 36),
                 paint::ink);
    picture.rectangle(left, y + 4, std::max(share * (right - left), 1.0), row_height - 8, paint::alarm);
    picture.text(right + 8, y + 15, Anchor::start, percent_text(share), paint::ink);
  }
  return figure(
      "Where the bias lies", picture.finish(),
      "Shares of phi2: what shows in single cards, in pairs of cards and so on, beyond all simpler parts; "
      "parity is whether the order is even.",
      tables_of(result));
}

}  // namespace fairshuffle
