#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "reports/run/figures.hpp"

namespace fairshuffle {

std::optional<Figure> detection_figure(const TargetRecord& result, double tolerance) {
  const std::vector<Detection> points = trials_that_detect(result);
  if (points.empty() || result.evidence.trials == 0 || result.verdict == Verdict::invalid)
    return std::nullopt;
  Detections detections{.points = {}, .tolerance = tolerance, .trials = result.evidence.trials};
  Table table{.columns = {{"total variation"}, {"trials"}}, .rows = {}};
  for (const Detection& point : points) {
    detections.points.push_back({.tv = point.tv, .trials = point.trials});
    table.rows.push_back({{short_number(point.tv, 2)}, {short_number(point.trials, 3)}});
  }
  return Figure{.title = "What so many trials can find",
                .picture = std::move(detections),
                .remark =
                    "The test of orders finds every bias on or above the curve with 99.9 % probability, "
                    "at the level of the look that decided; many are found sooner.",
                .caption = "Trials that find a bias",
                .numbers = std::move(table),
                .name = "detection"};
}

}  // namespace fairshuffle
