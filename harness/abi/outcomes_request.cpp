#include "harness/abi/outcomes_request.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/permutation/permutation.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

// The rank of "0 2 1"; no_rank where the text is no permutation of the deck. A card is one digit.
std::uint64_t rank_in(std::string_view text, int deck_size) {
  if (text.size() != 2 * static_cast<std::size_t>(deck_size) - 1) return no_rank;
  std::vector<Card> cards;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % 2 == 0) {
      cards.push_back(static_cast<Card>(text[at] - '0'));
    } else if (text[at] != ' ') {
      return no_rank;
    }
  }
  return checked_rank_of(cards);
}

Integer weight_in(const nlohmann::json& request, const char* member) {
  return Integer(request.value(member, "0"));
}

}  // namespace

Outcomes outcomes_in(const nlohmann::json& request, int deck_size) {
  if (deck_size < smallest_followed_deck || deck_size > largest_followed_deck) {
    throw InputError(fmt::format("exact: /n: expected {} to {} cards with outcomes, found {}",
                                 smallest_followed_deck, largest_followed_deck, deck_size));
  }
  Outcomes outcomes{.distribution = {.deck_size = deck_size, .denominator = 1, .weight = {}, .invalid = 0}};
  outcomes.distribution.weight.resize(permutation_count(deck_size));
  outcomes.distribution.denominator = weight_in(request, "denominator");
  outcomes.distribution.invalid = weight_in(request, "invalid");
  outcomes.unfollowed = weight_in(request, "unfollowed");
  outcomes.paths = request["paths"].get<std::uint64_t>();
  outcomes.shown = request.value("shown", "");
  outcomes.ordinary_runs = request.value("ordinary_runs", std::uint64_t{0});
  Integer sum = outcomes.distribution.invalid + outcomes.unfollowed;
  for (std::size_t index = 0; index < request["weights"].size(); ++index) {
    const auto& text = request["weights"][index][0].get_ref<const std::string&>();
    const auto& digits = request["weights"][index][1].get_ref<const std::string&>();
    const auto refuse = [&](const std::string& expected, const std::string& found) {
      throw InputError(fmt::format("exact: /outcomes/weights/{}: expected {}, found \"{}\"", index, expected,
                                   found.substr(0, 100)));
    };
    const std::uint64_t rank = rank_in(text, deck_size);
    if (rank == no_rank)
      refuse(fmt::format("a permutation of the cards 0 to {}, spaces between", deck_size - 1), text);
    if (digits[0] < '1' || digits.find_first_not_of("0123456789") != std::string::npos)
      refuse("a weight of digits, above 0", digits);
    Integer& weight = outcomes.distribution.weight[rank];
    if (weight != 0) refuse("each deck once", text);
    weight = Integer(digits);
    sum += weight;
  }
  if (sum != outcomes.distribution.denominator) {
    throw InputError(
        fmt::format("exact: /outcomes: expected weights that sum to the denominator, {}, found {}",
                    outcomes.distribution.denominator.str().substr(0, 100), sum.str().substr(0, 100)));
  }
  if (outcomes.unfollowed == sum) {
    throw InputError("exact: /outcomes: expected a path that was followed to its end, found none");
  }
  for (const nlohmann::json& width : request.value("widths", nlohmann::json::array())) {
    outcomes.widths.push_back({.bits = width["bits"].get<int>(),
                               .method = width["method"].get<std::string>(),
                               .bound = width["bound"].get<std::uint64_t>()});
  }
  return outcomes;
}

}  // namespace fairshuffle
