#include "harness/json_input/strict_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/whole_file.hpp"

namespace fairshuffle::detail {

namespace {

using nlohmann::json;

constexpr std::size_t most_levels = 16;
constexpr std::size_t most_parts = 100'000;

// "parse error at line 3, column 5: syntax error while parsing value - unexpected '}'; expected ..." of
// nlohmann's message, without its number and without the text it read last, which may be megabytes.
std::string syntax_sentence(const json::exception& error) {
  std::string message = error.what();
  if (const auto number_end = message.find("] "); number_end != std::string::npos) {
    message.erase(0, number_end + 2);
  }
  if (const auto last_read = message.find("; last read: "); last_read != std::string::npos) {
    const auto expected = message.rfind("; expected ");
    message.erase(last_read, expected == std::string::npos || expected < last_read ? std::string::npos
                                                                                   : expected - last_read);
  }
  constexpr std::size_t longest_message = 300;
  if (message.size() > longest_message) message.resize(longest_message);
  return message;
}

// The characters of a text, which tell how far they were read.
class ReadText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  ReadText(const char* at, const char*& reached) : at_(at), reached_(&reached) {}

  reference operator*() const { return *at_; }
  ReadText& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  ReadText operator++(int) {
    ReadText before = *this;
    ++*this;
    return before;
  }
  bool operator==(const ReadText& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

// Builds the value out of what nlohmann's parser meets, and refuses what a JSON value can no longer show.
class StrictReader {
 public:
  StrictReader(std::string_view text, std::string file, std::size_t longest_string,
               std::span<const std::string_view> lists)
      : text_(text),
        file_(std::move(file)),
        longest_string_(longest_string),
        lists_(lists),
        reached_(text.data()),
        copied_(text.data()) {
    result_.items.resize(lists.size());
  }

  TakenApart read() {
    json::sax_parse(ReadText(text_.data(), reached_), ReadText(text_.data() + text_.size(), reached_), this);
    if (!lists_.empty()) copy_to_frame(text_.data() + text_.size());
    return std::move(result_);
  }

  // What the parser calls, by the names that it knows.
  bool null() { return add_scalar(nullptr); }
  bool boolean(bool value) { return add_scalar(value); }
  bool number_integer(std::int64_t value) { return add_scalar(value); }
  bool number_unsigned(std::uint64_t value) { return add_scalar(value); }
  bool number_float(double value, const std::string&) {
    // JSON knows one kind of number: 1e6 is as whole as 1000000.
    constexpr double exact_limit = 9007199254740992;  // 2^53: from here on doubles skip whole numbers
    const bool is_whole = std::trunc(value) == value && std::abs(value) <= exact_limit;
    return is_whole ? add_scalar(static_cast<std::int64_t>(value)) : add_scalar(value);
  }
  bool string(std::string& value) {
    begin_item();
    refuse_unfit(value);
    add(std::move(value));
    return true;
  }
  bool binary(json::binary_t&) { return true; }  // JSON has none
  bool start_object(std::size_t) {
    begin_item();
    if (!levels_.empty() && levels_.back().parts != nullptr) {
      begin_part(*levels_.back().parts);
    } else {
      open(json::object());
    }
    return true;
  }
  bool key(std::string& name) {
    Level& object = levels_.back();
    object.name.reset();
    refuse_unfit(name);
    object.name = name;
    if (!object.names.insert(name).second) refuse("expected each member once, found this one twice");
    return true;
  }
  bool end_object() {
    levels_.pop_back();
    if (part_begin_ != nullptr && levels_.back().parts != nullptr) end_part(*levels_.back().parts);
    return true;
  }
  bool start_array(std::size_t) {
    begin_item();
    Parts* parts = list_taken_apart();
    open(json::array());
    levels_.back().parts = parts;
    return true;
  }
  bool end_array() {
    levels_.pop_back();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) {
    const std::string seeming = seeming_of(text_, file_);
    throw InputError(file_ + ": " +
                     (seeming.empty() ? syntax_sentence(error) : "expected JSON, found " + seeming));
  }

 private:
  using Parts = std::vector<std::string_view>;

  struct Level {
    json* value = nullptr;  // null inside of what is taken apart
    bool is_object = false;
    std::set<std::string> names{};      // of an object's members so far
    std::optional<std::string> name{};  // of the member being read
    std::size_t items = 0;              // of a list so far
    Parts* parts = nullptr;             // of a list that is taken apart
  };

  template <class Value>
  bool add_scalar(Value value) {
    begin_item();
    add(value);
    return true;
  }

  // A value opens that is the next item, where the innermost level is a list.
  void begin_item() {
    if (!levels_.empty()) ++levels_.back().items;
  }

  // Where it is now; null where nothing is kept.
  json* add(json value) {
    if (levels_.empty()) return &(result_.frame = std::move(value));
    const Level& level = levels_.back();
    if (level.value == nullptr) return nullptr;
    if (level.is_object) return &((*level.value)[*level.name] = std::move(value));
    level.value->push_back(std::move(value));
    return &level.value->back();
  }

  void open(json value) {
    const bool is_object = value.is_object();
    open(add(std::move(value)), is_object);
  }

  void open(json* value, bool is_object) {
    if (levels_.size() == most_levels) {
      refuse("expected at most " + std::to_string(most_levels) + " levels of lists and objects, found more");
    }
    levels_.push_back({.value = value, .is_object = is_object});
  }

  // Where the parts go of the list that opens now, if it is one of those that are taken apart.
  Parts* list_taken_apart() {
    if (lists_.empty() || part_begin_ != nullptr) return nullptr;
    json::json_pointer where;
    for (const Level& level : levels_) {
      if (!level.is_object) return nullptr;
      where /= *level.name;
    }
    const auto found = std::ranges::find(lists_, where.to_string());
    return found == lists_.end() ? nullptr : &result_.items[static_cast<std::size_t>(found - lists_.begin())];
  }

  // The parser has read the opening bracket, and no further.
  void begin_part(const Parts& parts) {
    if (parts.size() == most_parts) {
      refuse("expected at most " + std::to_string(most_parts) + " objects, found more");
    }
    add(json::object());
    part_begin_ = reached_ - 1;
    open(nullptr, true);
  }

  // The same of the closing bracket.
  void end_part(Parts& parts) {
    parts.emplace_back(part_begin_, static_cast<std::size_t>(reached_ - part_begin_));
    copy_to_frame(part_begin_);
    result_.frame_text += "{}";
    copied_ = reached_;
    part_begin_ = nullptr;
  }

  void copy_to_frame(const char* end) { result_.frame_text.append(copied_, end); }

  void refuse_unfit(const std::string& text) const {
    if (text.size() > longest_string_) {
      refuse("expected texts of at most " + std::to_string(longest_string_) + " bytes, found one of " +
             std::to_string(text.size()));
    }
    // What takes texts as C does would see them end there.
    if (text.find('\0') != std::string::npos) refuse("expected texts without a NUL, found one with it");
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    json::json_pointer where;
    for (const Level& level : levels_) {
      if (level.name) where /= *level.name;
      if (!level.is_object) where /= level.items - 1;
    }
    const std::string pointer = where.to_string();
    throw InputError(file_ + ": " + (pointer.empty() ? "" : pointer + ": ") + sentence);
  }

  std::string_view text_;
  std::string file_;
  std::size_t longest_string_;
  std::span<const std::string_view> lists_;
  TakenApart result_;
  std::vector<Level> levels_;
  const char* reached_;               // by the parser
  const char* copied_;                // to the frame's text
  const char* part_begin_ = nullptr;  // of an object that is taken apart, while it is read
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string read_text(const std::filesystem::path& path, const std::string& what, std::size_t most_bytes) {
  const auto refuse = [&](int reason) {
    throw InputError("cannot read the " + what + " " + path.string() + ": " +
                     std::generic_category().message(reason));
  };
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(errno);
  std::string text;
  // Room for twice as much would be asked for, time and again, as it grows.
  std::error_code is_no_file;
  const std::uintmax_t size = std::filesystem::file_size(path, is_no_file);
  if (!is_no_file) text.reserve(std::min<std::uintmax_t>(size, most_bytes));
  std::vector<char> piece(64 * 1024);
  while (const std::size_t size_read = std::fread(piece.data(), 1, piece.size(), file.get())) {
    const std::string_view read(piece.data(), size_read);
    text.append(read);
    if (text.size() > most_bytes) {
      throw InputError("the " + what + " " + path.string() + " is larger than " +
                       std::to_string(most_bytes / (1024 * 1024)) + " MiB");
    }
    if (read.find('\0') != std::string_view::npos) break;
  }
  if (std::ferror(file.get()) != 0) refuse(errno);
  return text;
}

TakenApart take_apart_strictly(std::string_view text, const std::string& file, const std::string& what,
                               std::size_t longest_string, std::span<const std::string_view> lists) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError(file + ": expected a " + what + ", found an empty file");
  }
  // The parser takes it for the end, whatever follows.
  if (text.find('\0') != std::string_view::npos) {
    const std::string seeming = seeming_of(text, file);
    throw InputError("{}: expected JSON, found {}", file, seeming.empty() ? "a byte 0" : seeming);
  }
  return StrictReader(text, file, longest_string, lists).read();
}

json parse_strictly(std::string_view text, const std::string& file, const std::string& what,
                    std::size_t longest_string) {
  return take_apart_strictly(text, file, what, longest_string, {}).frame;
}

}  // namespace fairshuffle::detail
