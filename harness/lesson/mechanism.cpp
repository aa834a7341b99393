#include "harness/lesson/mechanism.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

#include "core/shuffle/registry.hpp"
#include "harness/lesson/mechanisms/tables.hpp"

namespace fairshuffle {

std::string_view chosen_word(const SampleSetup& setup) {
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!info.choices.empty()) return info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return "";
}

std::string choice_of(const SampleSetup& setup) {
  std::string choice;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (!is_told(*setup.shuffle, setup.options, option)) continue;
    if (info.choices.empty() && info.instead_of.empty()) continue;
    if (!choice.empty()) choice += ' ';
    choice +=
        info.choices.empty() ? info.name : info.choices[static_cast<std::size_t>(setup.options[option])];
  }
  return choice;
}

const Mechanism& mechanism_of(const SampleSetup& setup) {
  const std::string choice = choice_of(setup);
  for (const std::span<const Mechanism> table :
       {detail::card_by_card_mechanisms(), detail::mixing_mechanisms(), detail::coin_sort_mechanisms()}) {
    const auto found = std::ranges::find_if(table, [&](const Mechanism& mechanism) {
      return mechanism.shuffle == setup.shuffle->name && mechanism.choice == choice;
    });
    if (found != table.end()) return *found;
  }
  throw std::invalid_argument("mechanism_of: none of " + std::string(setup.shuffle->name) + " " + choice);
}

}  // namespace fairshuffle
