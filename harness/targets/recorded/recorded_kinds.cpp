// The kinds of targets "log" and "stdin": recorded permutations, of a file or on standard input, as rows or
// in the columns of a CSV.
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "harness/targets/kind_table.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/first_row.hpp"
#include "harness/targets/rows/row_sampler.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view name_of_files = "log", name_of_standard_input = "stdin";

constexpr TargetSetting column_setting{.name = "column",
                                       .placeholder = "NAME",
                                       .meaning = "the column of a CSV file that holds the permutations",
                                       .schema = R"json({
  "description": "the name of the column of a CSV file that holds the permutations",
  "type": "string",
  "minLength": 1,
  "maxLength": 1000
})json"};

constexpr TargetSetting columns_setting{
    .name = "columns",
    .placeholder = "NAMES",
    .meaning = "the columns of a CSV file that hold a card each, by comma, or as in c1-c52",
    .schema = R"json({
  "description": "the names of the columns of a CSV file that hold a card each, by comma, or as in \"c1-c52\"",
  "type": "string",
  "minLength": 1,
  "maxLength": 1000
})json",
    .gives_deck_size = true,
    .unless = deal_setting.name};

constexpr std::array recorded_settings{
    &format_setting,    &base_setting,       &deck_setting,   &equal_cards_setting, &deal_setting,
    &unordered_setting, &one_a_line_setting, &column_setting, &columns_setting,     &starts_anew_setting};

std::string last_error() {
  return std::generic_category().message(errno);
}

/// Bytes of a file, a pipe or standard input, which stays open.
class FileBytes final : public ByteSource {
 public:
  // Or a pipe into which nobody writes would be waited for here.
  explicit FileBytes(const std::string& path)
      : FileBytes(path, ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (descriptor_ < 0) throw TargetError("cannot open {}: {}", name_, last_error());
  }
  FileBytes(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}
  ~FileBytes() override {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  bool can_be_opened_again() const override {
    return descriptor_ != STDIN_FILENO && ::lseek(descriptor_, 0, SEEK_CUR) >= 0;
  }
  void heed(const std::function<bool()>& is_to_end) override { is_to_end_ = is_to_end; }
  void request(std::uint64_t /*rows*/) override {}
  std::optional<std::size_t> read(std::span<char> into) override {
    if (!given_back_.empty()) {
      const std::size_t size = given_back_.copy(into.data(), into.size());
      given_back_.erase(0, size);
      return size;
    }
    while (true) {
      if (!wait_for_bytes()) return std::nullopt;
      const ssize_t size = ::read(descriptor_, into.data(), into.size());
      if (size >= 0) return static_cast<std::size_t>(size);
      if (errno != EINTR && errno != EAGAIN) throw TargetError("cannot read {}: {}", name_, last_error());
    }
  }
  void give_back(std::string bytes) override { given_back_ = std::move(bytes); }
  std::string why_ended() override { return ""; }

 private:
  // Of a file they are there; what writes into a pipe may take its time. False where the run is to end
  // before.
  bool wait_for_bytes() const {
#ifndef __EMSCRIPTEN__                 // whose files of node.js cannot be polled
    constexpr int longest_part = 100;  // milliseconds
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    while (::poll(&waiting, 1, longest_part) <= 0) {
      if (is_to_end_ && is_to_end_()) return false;
    }
#endif
    return true;
  }

  std::string name_;
  int descriptor_;
  std::string given_back_;
  std::function<bool()> is_to_end_;
};

std::string take_path(SettingReader& reader) {
  const std::string path = reader.take("path").value_or("");
  if (path.empty()) reader.fail("path= is missing; name the file of the recording");
  return path;
}

// Its rows are all the trials that there are.
class RecordedTarget final : public RowTarget {
 public:
  /// Takes path, of a file, the settings of the rows, column, columns, reset and marked. Throws InputError.
  RecordedTarget(const TargetText& text, const TargetRun& run);

  std::uint64_t identity() const override { return identity_of(description()); }
  std::string caveat() const override;
  RowOpener opener() const override {
    return [this](const RowStart&) { return open_(); };
  }

  /// What is opened the first time gives these bytes; null for what it gives by itself.
  void open_first(std::shared_ptr<ByteSource> source);

 private:
  void take_columns(SettingReader& reader, TargetText& name);

  std::function<std::shared_ptr<ByteSource>()> open_;
};

RecordedTarget::RecordedTarget(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  TargetText name{.name = text.name, .settings = {}};
  description_.kind = text.name;
  if (text.name == name_of_files) {
    description_.shuffle = take_path(reader);
    name.settings.emplace_back("path", description_.shuffle);
    open_ = [path = description_.shuffle] { return std::make_unique<FileBytes>(path); };
  } else {
    description_.shuffle = "standard input";
    open_ = [] { return std::make_unique<FileBytes>("standard input", STDIN_FILENO); };
  }
  manner_.recorded = true;
  take_columns(reader, name);
  const bool card_each = manner_.columns.size() > 1;
  const auto columns = static_cast<int>(manner_.columns.size());
  // The columns of a deal are not those of a deck.
  const bool of_deck = card_each && !reader.has("deal");
  manner_.format = take_row_format(reader, of_deck ? columns : run.deck_size, description_);
  if (!manner_.columns.empty() && manner_.format.is_raw()) {
    reader.fail("column= is for a CSV, whose rows are lines; format={} has none",
                to_text(manner_.format.kind));
  }
  if (!manner_.columns.empty() && manner_.format.one_a_line) {
    reader.fail("one-a-line= is for lines without columns; name the rows of a CSV with column= or columns=");
  }
  if (card_each && manner_.format.row_size() != columns) {
    reader.fail("columns= names {} columns, and a row has {} cards", columns, manner_.format.row_size());
  }
  add_row_settings(manner_.format, name);
  take_row_life(reader, description_, manner_);
  add_row_life(manner_, description_, name);
  reader.finish();
  name_ = written(name);
}

void RecordedTarget::take_columns(SettingReader& reader, TargetText& name) {
  for (const std::string_view key : {"column", "columns"}) {
    std::optional<std::string> typed = reader.take(key);
    if (!typed) continue;
    if (typed->empty()) reader.fail("{}= is empty; name a column of the header", key);
    if (!manner_.columns.empty()) reader.fail("column= and columns= are given; one of them names the row");
    if (key == "column") {
      manner_.columns = {*typed};
    } else if (auto names = column_names(*typed); names && names->size() > 1) {
      const std::set<std::string_view> different(names->begin(), names->end());
      if (different.size() < names->size()) {
        reader.fail("columns={} has a column twice; each holds a card of its own", *typed);
      }
      manner_.columns = *std::move(names);
    } else {
      reader.fail("columns={} is no list of 2 to {} columns; write it as c1-c52 or first,second", *typed,
                  largest_deck_size);
    }
    description_.options.emplace_back(key, *typed);
    name.settings.emplace_back(key, *std::move(typed));
  }
}

std::string RecordedTarget::caveat() const {
  std::string text = "rows that were left out of the recording, or chosen for it";
  if (manner_.starts_anew) text += fmt::format("; {}", starts_on_trust);
  return text;
}

void RecordedTarget::open_first(std::shared_ptr<ByteSource> source) {
  open_ = [first = std::move(source), open = std::move(open_)]() mutable {
    return first ? std::exchange(first, nullptr) : open();
  };
}

// The target, or where the first row is to tell its deck size one of that size. A recording that can be read
// only once is read on from there.
std::unique_ptr<Target> looked_at(const TargetText& text, const TargetRun& run,
                                  std::unique_ptr<RecordedTarget> target) {
  const RowFormat& format = target->row_manner().format;
  SettingReader reader(text);
  const bool is_sized =
      !run.may_look || format.kind == RowFormat::Kind::tokens || format.multiset.is_deal() || reader.has("n");
  if (format.one_a_line && !is_sized) {
    reader.fail(
        "a card a line does not tell how many make a deck: say it with --n, or name them with --deck");
  }
  if (!is_told_by_first_row(text, run)) return target;
  FirstRowLook look =
      look_at_first_row([&target] { return target->opener()({}); }, target->row_manner().columns, run);
  const bool is_sized_by_columns = target->row_manner().columns.size() > 1;
  if (look.row && (look.row->is_standard || (!is_sized_by_columns && look.row->cards != run.deck_size))) {
    target = std::make_unique<RecordedTarget>(with_deck_size(text, *look.row), run);
    target->notice_deck_size();
  }
  target->open_first(std::move(look.kept));
  return target;
}

void refuse_foreign(const SettingReader& reader, const RowFormat& format, const std::string& path) {
  std::error_code unknown;
  // What comes out of a pipe is gone when it was read.
  if (!std::filesystem::is_regular_file(path, unknown)) return;
  std::array<char, bytes_of_foreign> first{};
  std::ifstream file(path, std::ios::binary);
  file.read(first.data(), first.size());
  const std::string reason = why_no_rows(format, {first.data(), static_cast<std::size_t>(file.gcount())});
  if (!reason.empty()) reader.fail(reason);
}

// Fails where there is no such file or it is a folder; what is in it is read when the target runs.
std::unique_ptr<Target> make_of_file(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::string path = take_path(reader);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  const std::string option_for_input = option_for(TargetKind::Takes::standard_input);
  if (!std::filesystem::exists(status)) {
    if (path == "-")
      reader.fail("there is no file '-'; recorded permutations on standard input are read with {}",
                  option_for_input);
    reader.fail("cannot read {}: {}", path, error ? error.message() : "it does not exist");
  }
  if (std::filesystem::is_directory(status)) reader.fail("{} is a folder; name one file", path);
  // /dev/null has an end.
  if (std::filesystem::is_character_file(status) && path != "/dev/null") {
    reader.fail("{} is a device and may never end; pipe as many rows of it as are wanted into {}", path,
                option_for_input);
  }
  auto target = std::make_unique<RecordedTarget>(text, run);
  refuse_foreign(reader, target->row_manner().format, path);
  return looked_at(text, run, std::move(target));
}

std::unique_ptr<Target> make_of_standard_input(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  if (::fcntl(STDIN_FILENO, F_GETFD) < 0) reader.fail("standard input is closed; pipe rows into it");
  if (::isatty(STDIN_FILENO) != 0) {
    reader.fail("standard input is a terminal; pipe rows into it: my_program | fairshuffle ...");
  }
  return looked_at(text, run, std::make_unique<RecordedTarget>(text, run));
}

std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  return std::make_unique<RecordedTarget>(text, run);
}

}  // namespace

constinit const TargetKind log_kind{.name = name_of_files,
                                    .naming = {.member = name_of_files,
                                               .setting = "path",
                                               .placeholder = "FILE",
                                               .meaning = "recorded permutations, judged once",
                                               .schema = R"json({
  "description": "the path of a file with recorded permutations",
  "type": "string",
  "minLength": 1,
  "maxLength": 4096
})json"},
                                    .takes = TargetKind::Takes::recording,
                                    .settings = recorded_settings,
                                    .told_by_first_row = true,
                                    .make = &make_of_file,
                                    .make_unopened = &make_unopened};

constinit const TargetKind stdin_kind{
    .name = name_of_standard_input,
    .naming = {.member = name_of_standard_input,
               .setting = "",
               .placeholder = "",
               .meaning = "permutations on standard input, judged once",
               .schema =
                   R"json({ "description": "true: permutations on standard input", "enum": [true] })json"},
    .takes = TargetKind::Takes::standard_input,
    .settings = recorded_settings,
    .told_by_first_row = true,
    .only_once = true,
    .make = &make_of_standard_input,
    .make_unopened = &make_unopened};

}  // namespace fairshuffle
