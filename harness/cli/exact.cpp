// fairshuffle exact: the exact law of a target.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/interpret/law_of.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "harness/cli/numbers.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/report_file.hpp"
#include "harness/target/builtin.hpp"

namespace fairshuffle {

namespace {

using nlohmann::ordered_json;

ordered_json fraction_json(const Fraction& fraction) {
  return {{"fraction", to_text(fraction)}, {"value", to_double(fraction)}};
}

ordered_json law_json(const BuiltinTarget& target, const Law& law) {
  ordered_json json;
  json["target"] = target.name();
  json["n"] = law.deck_size;
  json["tv"] = fraction_json(total_variation(law));
  json["phi2"] = fraction_json(phi2(law));
  json["phi2_positions"] = fraction_json(phi2_positions(law));
  json["even"] = fraction_json(even_probability(law));
  json["support"] = support_size(law);
  json["invalid"] = fraction_json(invalid_probability(law));
  json["positions"] = ordered_json::array();
  for (const auto& row : position_law(law)) {
    ordered_json cells = ordered_json::array();
    for (const Fraction& probability : row) cells.push_back(fraction_json(probability));
    json["positions"].push_back(cells);
  }
  json["orders"] = ordered_json::array();
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    json["orders"].push_back({{"order", std::vector<int>(order.begin(), order.end())},
                              {"p", fraction_json(probability_of(law, rank))}});
    to_next_order(order);
  }
  return json;
}

std::string order_line(const Law& law, std::uint64_t rank) {
  std::string cards;
  for (const Card card : order_of_rank(rank, law.deck_size)) cards += fmt::format("{} ", card);
  const Fraction probability = probability_of(law, rank);
  return fmt::format("  {} {:.6f}  {}\n", cards, to_double(probability), to_text(probability));
}

constexpr std::size_t most_orders_in_full = 24;
constexpr std::size_t orders_at_each_end = 5;

std::string orders_text(const Law& law) {
  std::vector<std::uint64_t> ranks(law.weight.size());
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  std::string text;
  if (ranks.size() <= most_orders_in_full) {
    text += "\nall orders\n";
    for (const std::uint64_t rank : ranks) text += order_line(law, rank);
    return text;
  }
  std::ranges::stable_sort(ranks, std::ranges::greater{},
                           [&](std::uint64_t rank) -> const Integer& { return law.weight[rank]; });
  text += "\nlikeliest orders\n";
  for (std::size_t i = 0; i < orders_at_each_end; ++i) text += order_line(law, ranks[i]);
  text += "\nleast likely orders\n";
  for (std::size_t i = ranks.size() - orders_at_each_end; i < ranks.size(); ++i)
    text += order_line(law, ranks[i]);
  return text;
}

std::string law_text(const BuiltinTarget& target, const Law& law) {
  std::string text = fmt::format("{}\n", target.name());
  const auto add = [&text](const char* what, const Fraction& fraction) {
    text += fmt::format("  {:<32} {:<12.6g} {}\n", what, to_double(fraction), to_text(fraction));
  };
  add("total variation from uniform", total_variation(law));
  add("phi2", phi2(law));
  add("phi2 of single cards", phi2_positions(law));
  add("probability of an even order", even_probability(law));
  if (law.invalid != 0) add("probability of no order at all", invalid_probability(law));
  text += fmt::format("  {:<32} {} of {}\n", "orders that can come out", with_commas(support_size(law)),
                      with_commas(law.weight.size()));
  text += "\ncard by position (rows: positions, columns: cards)\n";
  for (const auto& row : position_law(law)) {
    text += " ";
    for (const Fraction& probability : row) text += fmt::format(" {:.6f}", to_double(probability));
    text += "\n";
  }
  return text + orders_text(law);
}

struct ExactOptions {
  std::string target;
  std::optional<std::string> deck_size, json;
  bool force = false;
};

void run_exact(const ExactOptions& options) {
  const std::vector<int> sizes =
      options.deck_size ? parse_deck_sizes("--n", *options.deck_size) : std::vector<int>{5};
  if (sizes.size() != 1) throw InputError("--n: the exact law is of one deck size at a time");
  const BuiltinTarget target(parse_target_text(options.target), sizes.front(), 0);
  if (const std::string reason = why_no_law(target.setup()); !reason.empty()) {
    throw InputError(fmt::format("target '{}': {}", target.name(), reason));
  }
  Law law;
  try {
    law = law_of(target.setup());
  } catch (const LawRefused& error) {
    throw InputError(fmt::format("target '{}': {}; take a smaller n, or fewer and smaller draws",
                                 target.name(), error.what()));
  }
  if (!options.json) {
    fmt::print("{}", law_text(target, law));
  } else if (*options.json != "-") {
    check_report_path(*options.json, options.force);
    write_report_file(*options.json, law_json(target, law).dump(2) + "\n", options.force);
  } else {
    fmt::print("{}\n", law_json(target, law).dump(2));
  }
}

}  // namespace

void add_exact(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("exact", "The exact law of a target, as fractions");
  const auto options = std::make_shared<ExactOptions>();
  command->add_option("TARGET", options->target, "name[:key=value,...]")->required();
  command->add_option("--n", options->deck_size, "the deck size when the target gives none (5)")
      ->option_text("N");
  command->add_option("--json", options->json, "as JSON, to FILE or to standard output")
      ->option_text("FILE|-");
  command->add_flag("--force", options->force, "replace an existing file");
  command->callback([options, &exit_code] {
    run_exact(*options);
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
