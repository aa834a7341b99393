// The kind of target "callback": a function that the library is given in a call. Its reports are read by the
// program, which has no function to call.
#include "harness/targets/callback/callback_words.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  std::string shuffle = reader.take("shuffle").value_or("");
  const int deck_size = reader.take_deck_size(run.deck_size);
  std::string reset = reader.take_reset();
  const int marked = reader.take_marked(deck_size);
  reader.finish();
  TargetDescription description =
      callback_description(std::move(shuffle), deck_size, std::move(reset), marked);
  std::string name = callback_name(description);
  return std::make_unique<UnopenedTarget>(std::move(name), std::move(description), callback_facts);
}

}  // namespace

constinit const TargetKind callback_kind{
    .name = callback_kind_name,
    .written = TargetKind::Written::in_no_command,
    .naming = {.member = "", .setting = "shuffle", .placeholder = "", .meaning = "", .schema = ""},
    .settings = {},
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
