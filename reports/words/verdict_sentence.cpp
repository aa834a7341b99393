#include "reports/words/verdict_sentence.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/bound_text.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/tail.hpp"
#include "reports/words/bet_words.hpp"
#include "reports/words/blind_spots.hpp"
#include "reports/words/card_names.hpp"
#include "reports/words/cell_words.hpp"
#include "reports/words/constant_cards.hpp"
#include "reports/words/diagnosis_sentence.hpp"
#include "reports/words/link_words.hpp"
#include "reports/words/looked_at.hpp"
#include "reports/words/made_up_words.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/neighbour_words.hpp"
#include "reports/words/number_words.hpp"
#include "reports/words/pair_words.hpp"
#include "reports/words/part_words.hpp"
#include "reports/words/repeat_words.hpp"
#include "reports/words/seed_words.hpp"
#include "reports/words/trial_words.hpp"

namespace fairshuffle {

namespace {

std::string confidence_text(double fraction) {
  return short_number(100 * fraction, 4) + " %";
}

std::string p_text(const TestRecord& test) {
  if (test.log10_p <= smallest_log10_p) return "p < 1e-4900";
  if (test.p_value <= 0) return fmt::format("p = 1e{:.0f}", test.log10_p);
  return "p = " + typed_exponent(fmt::format("{:.1e}", test.p_value));
}

// Tests that reject, as a sentence names them: a test of several hypotheses once.
class Rejecting {
 public:
  void add(const TestRecord& test) {
    if (last_ != test.test) names_ += (names_.empty() ? "" : ", ") + test.test;
    last_ = test.test;
    if (strongest_ == nullptr || test.log10_p < strongest_->log10_p) strongest_ = &test;
  }
  bool any() const { return strongest_ != nullptr; }
  bool several() const { return names_.find(',') != std::string::npos || names_ == "parts"; }
  const std::string& names() const { return names_; }
  std::string strongest() const {
    const bool of_mistakes = strongest_->name == e_value_name;
    return fmt::format("({}: {})", of_mistakes ? "e-value over the known mistakes" : strongest_->name,
                       p_text(*strongest_));
  }

 private:
  std::string names_, last_;
  const TestRecord* strongest_ = nullptr;
};

std::string why_rejected(const TargetRecord& record) {
  Rejecting uneven, regular;
  for (const TestRecord& test : record.tests) {
    if (test.rejected && test.same_as.empty()) (too_regular(test) ? regular : uneven).add(test);
  }
  const std::string trials = with_commas(record.evidence.trials);
  std::string text;
  if (uneven.any()) {
    text = fmt::format("{} {} fairness in {} trials {}", uneven.names(),
                       uneven.several() ? "reject" : "rejects", trials, uneven.strongest());
  }
  if (regular.any()) {
    text += fmt::format("{}{} {} too regular for independent fair decks in {} trials {}",
                        uneven.any() ? "; " : "", regular.names(), regular.several() ? "are" : "is", trials,
                        regular.strongest());
  }
  if (only_repeats_reject(record)) text += ": " + repeat_words(record);
  return text + ".";
}

std::string missing_orders_sentence(const TargetRecord& record) {
  if (record.missing_orders.value_or(0) == 0) return "";
  return fmt::format(" {} of {} orders never came.", with_commas(*record.missing_orders),
                     with_commas(order_count(record.target.deck_size)));
}

// The words as a sentence after others; nothing where there are none.
std::string next_sentence(std::string words) {
  if (words.empty()) return "";
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return " " + words + ".";
}

std::string worst_card_sentence(const TargetRecord& record) {
  if (record.evidence.makeup) return next_sentence(farthest_site(record));
  if (std::string neighbours = neighbour_words(record); !neighbours.empty())
    return next_sentence(std::move(neighbours));
  if (std::string pairs = pair_words(record); !pairs.empty()) return next_sentence(std::move(pairs));
  if (!single_decks_are_uneven(record.tests)) return "";
  if (record.worst.empty()) {
    if (!number_words(record).empty()) return "";
    return rejects_as_uneven(record.tests, "neighbours") || rejects_as_uneven(record.tests, "orders")
               ? " No card came clearly too often to any position: the bias is in how cards stand together."
               : "";
  }
  const WorstCell& cell = record.worst.front();
  const std::string card = card_text(record.target, static_cast<std::size_t>(cell.card));
  if (cell.count != 0 && !is_clear(cell, record.target.deck_size)) {
    return next_sentence(
        fmt::format("no card stands out; the farthest, {}, came {} to position {}, which may be chance", card,
                    how_often(cell), cell.position));
  }
  const std::string came = cell.count == 0 ? "never came" : "came " + how_often(cell);
  return next_sentence(fmt::format("{} {} to position {}", card, came, cell.position));
}

std::string worst_place(const TargetRecord& record) {
  if (std::string constant = constant_cards(record); !constant.empty()) return next_sentence(constant);
  const std::string places =
      next_sentence(uneven_bet(record)) + worst_card_sentence(record) + next_sentence(number_words(record));
  return places.empty() ? next_sentence(looked_at(record)) : places;
}

std::string size_of_bias(const TargetRecord& record, const Budget& budget) {
  const BiasRecord& bias = record.bias;
  if (!bias.tv_upper && bias.tv_lower.value_or(0) > 0) {
    return fmt::format(
        " In total variation, the best bet on the order gains at least {} over a fair deck ({} confidence).",
        rounded_down(*bias.tv_lower), confidence_text(budget.confidence));
  }
  if (!bias.tv_lower || !bias.tv_upper) return "";
  std::string text;
  const bool two_bounds = *bias.tv_lower > 0;
  if (bounds_all_bets(bias) && two_bounds) {
    text = fmt::format("the best bet on {} gains between {} and {} over a fair deck", bets_covered(bias),
                       rounded_down(*bias.tv_lower), rounded_up(*bias.tv_upper));
  } else {
    if (two_bounds) {
      text = fmt::format("the best bet on the order gains at least {} over a fair deck, and ",
                         rounded_down(*bias.tv_lower));
    }
    text += fmt::format("no bet on {} gains more than {}", bets_covered(bias), rounded_up(*bias.tv_upper));
  }
  return fmt::format(" In total variation, {} ({}{} confidence).", text, two_bounds ? "each bound with " : "",
                     confidence_text(budget.confidence));
}

std::string linked_trials(const TargetRecord& record) {
  std::string looks = link_looks(record);
  looks.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(looks.front())));
  const std::string cause = link_cause(record);
  return fmt::format(
      " {}{}{}. So the size of the bias is not bounded, and no known mistake is looked for in single decks.",
      looks, cause.empty() ? "" : ", ", cause);
}

std::string biased_sentence(const TargetRecord& record, const Budget& budget) {
  std::string sentence =
      (record.linked ? "Biased, the decks are linked: " : "Biased: ") + why_rejected(record);
  if (record.linked) return sentence + linked_trials(record);
  if (const std::string seeds = seed_words(record, budget); !seeds.empty()) sentence += " " + seeds + ".";
  sentence += size_of_bias(record, budget) + missing_orders_sentence(record) + worst_place(record);
  if (const std::string parts = part_words(record.parts); !parts.empty())
    sentence += " B" + parts.substr(1) + ".";
  sentence += next_sentence(ascending_words(record));
  if (record.diagnosis) sentence += " " + record.diagnosis->sentence;
  return sentence;
}

std::string fewest_orders(const TargetRecord& record, const Budget& budget) {
  std::string words = fewest_orders_words(record, budget);
  if (words.empty()) return "";
  words.front() = 'A';
  return " " + words + ".";
}

std::string fair_sentence(const TargetRecord& record, const Budget& budget) {
  if (record.target.deck_size == 1) return "Fair: one card has one order, and it came every time.";
  return fmt::format(
             "Fair: no test rejects fairness in {} trials, and with {} confidence no bet on {} gains more "
             "than {} "
             "over a fair deck (total variation; tolerance {}).",
             with_commas(record.evidence.trials), confidence_text(budget.confidence),
             bets_covered(record.bias), rounded_up(*record.bias.tv_upper), exact_number(budget.tolerance)) +
         fewest_orders(record, budget);
}

// Of several families some may be bounded already.
std::string not_bounded(const TargetRecord& record) {
  std::vector<std::string> missing;
  for (const FamilyRecord& family : record.families) {
    if (family.asked && !family.tv_upper) missing.push_back(family.family);
  }
  const bool some_are = std::ranges::any_of(
      record.families, [](const FamilyRecord& family) { return family.tv_upper.has_value(); });
  if (missing.empty() || !some_are) return "but nothing bounds the bias.";
  return fmt::format("but so few trials do not bound {}, which {} to be certified.",
                     told(missing, missing.size(), "and"), missing.size() == 1 ? "was" : "were");
}

// A program that was started again may have begun with the same decks.
bool may_have_no_more(const TargetRecord& record) {
  return record.facts.writes_rows && !record.facts.recorded;
}

std::string inconclusive_sentence(const TargetRecord& record, const Budget& budget) {
  std::string sentence =
      fmt::format("Inconclusive: no test rejects fairness in {}{}, ", how_many_trials(record.evidence.trials),
                  !record.evidence.ended_early ? ""
                  : may_have_no_more(record)   ? ", after which the run was ended early or no others came"
                                               : ", after which the run was ended early");
  if (record.linked) {
    sentence +=
        "but successive trials look linked, so that nothing bounds the bias: the tests repeats and quotients "
        "see links.";
  } else if (!record.bias.tv_upper) {
    sentence += not_bounded(record);
  } else if (*record.bias.tv_upper > budget.tolerance) {
    sentence +=
        fmt::format("but the best bet on {} may still gain {} (tolerance {}).", bets_covered(record.bias),
                    rounded_up(*record.bias.tv_upper), exact_number(budget.tolerance));
  } else {
    sentence += fmt::format("but only the bet on {} is bounded, by {}, which certifies no shuffle.",
                            bets_covered(record.bias), rounded_up(*record.bias.tv_upper));
  }
  if (record.trials_to_decide) {
    sentence += fmt::format(" About {} trials would decide.", short_number(*record.trials_to_decide, 2));
  }
  return sentence + fewest_orders(record, budget);
}

// What a row of a target from outside is to hold.
std::string row_advice(const TargetDescription& target, std::vector<int> cards, std::string_view row) {
  const auto option = [&target](std::string_view name) {
    const auto found = std::ranges::find(target.options, name, &std::pair<std::string, std::string>::first);
    return found == target.options.end() ? std::string() : found->second;
  };
  const std::string foreign = foreign_word(target, row);
  const std::string named = foreign.empty() ? "" : fmt::format("; {} is none of them", foreign);
  if (!target.makeup.is_plain()) return fmt::format(". {}{}.", made_up_row_advice(target, cards), named);
  if (option("format") == "tokens") return fmt::format(". A row holds each word of the deck once{}.", named);
  const int base = option("base") == "1" ? 1 : 0;
  std::ranges::sort(cards);
  bool is_one_off = base == 0 && static_cast<int>(cards.size()) == target.deck_size;
  for (int card = 0; is_one_off && card < target.deck_size; ++card) {
    is_one_off = cards[static_cast<std::size_t>(card)] == card + 1;
  }
  return fmt::format(". A row holds each of {} to {} once{}.", base, base + target.deck_size - 1,
                     is_one_off ? "; these begin with 1, which --base 1 declares" : "");
}

std::string invalid_sentence(const TargetRecord& record) {
  const std::string no_order = no_order_clause(record.evidence, "the");
  const std::string faults = "(cards lost, doubled or foreign)";
  if (record.evidence.witnesses.empty()) return fmt::format("Invalid: {} {}.", no_order, faults);
  const WitnessRecord& first = record.evidence.witnesses.front();
  const std::string shown = first.row.empty() ? fmt::format("{}.", fmt::join(first.order, " ")) : first.row;
  if (!record.facts.writes_rows) {
    return fmt::format("Invalid: {} {}. The first, trial {}: {}", no_order, faults, with_commas(first.trial),
                       shown);
  }
  // Rows that others wrote are counted from 1, as their readers do.
  const std::string row = with_commas(first.trial + 1),
                    advice = row_advice(record.target, first.order, first.row);
  const Makeup& makeup = record.target.makeup;
  const int due = makeup.is_deal() ? makeup.dealt : record.target.deck_size;
  const auto held = static_cast<int>(first.order.size());
  // Whether cards were lost, or rows are of another deck, such a row does not tell.
  if (held > 0 && held != due) {
    return fmt::format("Invalid: {}. The first, row {}, holds {} card{} where {} {} due: {}{}", no_order, row,
                       held, held == 1 ? "" : "s", due, due == 1 ? "is" : "are", shown, advice);
  }
  return fmt::format("Invalid: {} {}. The first, row {}: {}{}", no_order, faults, row, shown, advice);
}

std::string sentence_of(const TargetRecord& record, const Budget& budget) {
  switch (record.verdict.value()) {
    case Verdict::fair:
      return fair_sentence(record, budget);
    case Verdict::biased:
      return biased_sentence(record, budget);
    case Verdict::inconclusive:
      return inconclusive_sentence(record, budget);
    case Verdict::invalid:
      return invalid_sentence(record);
  }
  return "";
}

}  // namespace

void put_in_words(const Budget& budget, TargetRecord& record) {
  record.blind_spots = blind_spots_of(record);
  if (!record.verdict) return;
  if (record.diagnosis)
    record.diagnosis->sentence =
        sentence_of(*record.diagnosis, record.target.deck_size, record.evidence.trials);
  record.sentence = sentence_of(record, budget);
}

}  // namespace fairshuffle
