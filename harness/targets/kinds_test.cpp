#include "harness/targets/kinds.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/targets/rows/row_settings.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

// What a target of that kind says when it is given the setting with a value that is none.
std::string answer_to(const TargetKind& kind, const TargetSetting& setting) {
  TargetText text{
      .name = std::string(kind.written == TargetKind::Written::by_shuffle ? "durstenfeld" : kind.name),
      .settings = {}};
  if (!kind.naming.setting.empty()) text.settings.emplace_back(kind.naming.setting, "something");
  text.settings.emplace_back(setting.name, "~");
  try {
    kind.make_unopened(text, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool is_unknown(const std::string& answer, const TargetSetting& setting) {
  return answer.find("unknown setting '" + std::string(setting.name) + "'") != std::string::npos;
}

}  // namespace

TEST_CASE("a kind takes the settings that the table says it takes, those of every kind, and no other's") {
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->written == TargetKind::Written::in_no_command) continue;
    const std::string kind_name(kind->name);
    CAPTURE(kind_name);
    std::set<const TargetSetting*> taken(kind->settings.begin(), kind->settings.end());
    taken.insert({&deck_size_setting, &reset_setting, &marked_setting});
    for (const TargetSetting* setting : all_target_settings()) {
      const std::string setting_name(setting->name);
      CAPTURE(setting_name);
      CHECK(is_unknown(answer_to(*kind, *setting), *setting) != taken.contains(setting));
    }
  }
}

TEST_CASE("kinds, their options and their settings have names of their own, and are described") {
  std::set<std::string_view> kinds, members, settings;
  for (const TargetKind* kind : all_target_kinds()) {
    CHECK(kinds.insert(kind->name).second);
    CHECK(find_target_kind(kind->name) == kind);
    if (!kind->naming.member.empty()) {
      CHECK(members.insert(kind->naming.member).second);
      CHECK(nlohmann::json::parse(kind->naming.schema).contains("description"));
    }
    if (kind->written == TargetKind::Written::behind_kind) CHECK(!kind->naming.meaning.empty());
  }
  for (const TargetSetting* setting : all_target_settings()) {
    CHECK(settings.insert(setting->name).second);
    // A flag has one value.
    if (setting->placeholder.empty())
      CHECK(setting->schema.find("\"enum\": [true]") != std::string_view::npos);
    CHECK(!setting->meaning.empty());
    CHECK(nlohmann::json::parse(setting->schema).contains("description"));
  }
  CHECK(find_target_kind("tarot") == nullptr);
}

TEST_CASE("what no command can name is no kind that stands before a colon") {
  CHECK_THROWS_WITH_AS(make_target(parse_target_text("callback:shuffle=x"), {}),
                       "unknown shuffle 'callback'; see 'fairshuffle list shuffles'", InputError);
  CHECK_THROWS_AS(make_target(parse_target_text("builtin:n=5"), {}), InputError);
}

TEST_CASE("the options that take a command, a recording and standard input are those of their kinds") {
  CHECK(option_for(TargetKind::Takes::command) == "--exec");
  CHECK(option_for(TargetKind::Takes::recording) == "--log");
  CHECK(option_for(TargetKind::Takes::standard_input) == "--stdin");
  CHECK_THROWS_WITH_AS(
      make_target({.name = "./shuffle.py", .settings = {}}, {}),
      "unknown shuffle './shuffle.py'; a program of your own is run by --exec COMMAND, recorded "
      "decks are read by --log FILE",
      InputError);
  // Rows cannot ask the table that they are below.
  CHECK(read_from_a_pipe == "fairshuffle certify " + option_for(TargetKind::Takes::standard_input));
  CHECK(reads_tables.starts_with(option_for(TargetKind::Takes::recording) + " or " +
                                 option_for(TargetKind::Takes::standard_input)));
  CHECK(advice_on_tables.find(option_for(TargetKind::Takes::recording) + " or " +
                              option_for(TargetKind::Takes::standard_input)) != std::string::npos);
}
