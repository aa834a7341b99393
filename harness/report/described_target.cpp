#include "harness/report/described_target.hpp"

#include <utility>

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

TargetText typed_target(const PlannedTarget& planned) {
  const TargetDescription& target = planned.target;
  const TargetKind* kind = find_target_kind(target.kind);
  if (kind == nullptr) throw InputError(fmt::format("there is no kind of target '{}'", target.kind));
  if (kind->written == TargetKind::Written::by_shuffle) return parse_target_text(planned.name);
  TargetText text{.name = target.kind, .settings = target.options};
  if (!kind->naming.setting.empty()) text.settings.emplace_back(kind->naming.setting, target.shuffle);
  text.settings.emplace_back("n", std::to_string(target.deck_size));
  add_last_settings(target, text);
  return text;
}

DescribedTarget described_target(const TargetRecord& record, std::uint64_t run_seed) {
  const TargetText text = typed_target(record);
  const TargetKind& kind = *find_target_kind(record.target.kind);
  const auto made = kind.make_unopened(text, {.deck_size = record.target.deck_size, .seed = run_seed});
  DescribedTarget described{.name = made->name(),
                            .description = made->description(),
                            .facts = made->facts(),
                            .caveat = made->caveat()};
  if (!kind.on_trust.empty()) described.caveat.reset();
  return described;
}

}  // namespace fairshuffle
