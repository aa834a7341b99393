// The exact laws that `exact` is asked for: of one target, step by step, or of two against each other.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "harness/target/spec.hpp"

namespace fairshuffle {

struct LawQuestion {
  TargetText target;
  std::optional<TargetText> other;  ///< that it is compared with
  int deck_size = 5;                ///< of targets that give none
  bool steps = false;               ///< the distances after every step, too; not beside `other`
};

/// As a terminal shows it, and as JSON, where decks have at most nine cards: with every order and its
/// fraction, and after each step the chance of every card at every position. Throw InputError: a target that
/// there is not, has no exact law, or one that is too large.
std::string law_as_text(const LawQuestion& question);
nlohmann::ordered_json law_as_json(const LawQuestion& question);

}  // namespace fairshuffle
