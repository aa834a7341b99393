// The kind of target "callback": a function that the library is given in a call. Its reports are read by the
// program, which has no function to call.
#include "harness/targets/callback/callback_words.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  return unopened_callback(read_callback(text, run.deck_size));
}

}  // namespace

constinit const TargetKind callback_kind{
    .name = callback_kind_name,
    .written = TargetKind::Written::in_no_command,
    .naming = {.member = "", .setting = "shuffle", .placeholder = "", .meaning = "", .schema = ""},
    .settings = {},
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
