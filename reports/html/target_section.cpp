#include "reports/html/target_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/words.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

std::string setting_words(const TargetDescription& target) {
  std::vector<std::string> words = {fmt::format("{} cards", target.deck_size)};
  if (!target.source.empty()) {
    words.push_back("source " + target.source +
                    (target.bits > 0 ? fmt::format(" cut to {} bits", target.bits) : ""));
  }
  if (!target.draw.empty()) words.push_back("draw " + target.draw);
  if (!target.seeding.empty()) words.push_back("seeding " + target.seeding);
  if (target.reset == "never") words.push_back("the deck is never reset");
  if (target.marked > 0) words.push_back(fmt::format("{} marked", target.marked));
  return fmt::format("{}", fmt::join(words, " \u00b7 "));
}

std::string mistake_words(const KnownMistake& mistake) {
  return mistake.reading.empty() ? mistake.target : mistake.target + " with " + mistake.reading;
}

std::string diagnosis_part(const TargetRecord& result) {
  if (!result.diagnosis) return "";
  const DiagnosisRecord& diagnosis = *result.diagnosis;
  std::string out = "<section class=\"figure\">\n<h3>Which known mistake it is</h3>\n<p>";
  out.append(escaped(diagnosis.sentence)).append("</p>\n");
  if (!diagnosis.fits.empty()) {
    HtmlTable table(
        fmt::format("The likeliest of {} laws that fit, of {} known mistakes", diagnosis.laws_fitting,
                    diagnosis.mistakes_compared),
        {"mistake", "p", "at most this far off", "log10 likelihood over fair", "over the likeliest"});
    for (const FittingLaw& fit : diagnosis.fits) {
      for (const KnownMistake& mistake : fit.mistakes) {
        table.row({mistake_words(mistake), fmt::format("{:.2g}", fit.p_value),
                   fit.tv_upper ? rounded_up(*fit.tv_upper) : "", fmt::format("{:.4g}", fit.log10_over_fair),
                   fmt::format("{:.4g}", fit.log10_over_best)});
      }
    }
    out.append("<details><summary>The numbers</summary>\n").append(table.finish()).append("</details>\n");
  }
  return out + "</section>\n";
}

std::string witnesses_part(const TargetRecord& result) {
  if (result.evidence.witnesses.empty()) return "";
  HtmlTable table(
      fmt::format("The first of {} trials that were no order", with_commas(result.evidence.invalid_trials)),
      {"trial", "read as", "written as"});
  for (const WitnessRecord& witness : result.evidence.witnesses) {
    table.row({with_commas(witness.trial), fmt::format("{}", fmt::join(witness.order, " ")), witness.row});
  }
  return "<section class=\"figure\">\n<h3>What came instead of orders</h3>\n" + table.finish() +
         "</section>\n";
}

std::string blind_spots_part(const TargetRecord& result) {
  if (result.blind_spots.empty()) return "";
  std::string out = "<section class=\"figure\">\n<h3>What this does not cover</h3>\n<ul>\n";
  for (const std::string& line : result.blind_spots)
    out.append("<li>").append(escaped(line)).append("</li>\n");
  return out + "</ul>\n</section>\n";
}

}  // namespace

std::string target_section(const TargetRecord& result, const Budget& budget, std::string_view id) {
  const std::string verdict = verdict_word(result);
  std::string out = fmt::format("<section id=\"{0}\">\n<h2>{1} <span class=\"verdict {2}\">{2}</span></h2>\n",
                                id, escaped_with_breaks(result.name), verdict);
  out.append("<p>")
      .append(escaped(result.evidence.error.empty() ? result.sentence : result.evidence.error))
      .append("</p>\n");
  out.append("<p class=\"facts\">").append(escaped(setting_words(result.target))).append("</p>\n");
  const auto with = [id](const char* picture) { return fmt::format("{}-{}", id, picture); };
  out += witnesses_part(result);
  out += heat_map(result, with("positions"));
  out += order_bars(result, with("orders"));
  out += p_value_bars(result, with("tests"));
  out += tv_intervals({&result, 1}, budget.tolerance, with("bias"));
  out += detection_curve(result, budget.tolerance, with("detection"));
  out += part_bars(result, with("parts"));
  out += diagnosis_part(result);
  out += blind_spots_part(result);
  return out + "</section>\n";
}

}  // namespace fairshuffle
