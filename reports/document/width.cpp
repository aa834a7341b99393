#include "reports/document/width.hpp"

#include <algorithm>
#include <cwchar>

#include <locale.h>
#include <wchar.h>

namespace fairshuffle {

namespace {

bool is_plain(char byte) {
  return byte >= ' ' && byte <= '~';
}

// A locale of UTF-8 for this thread, whatever the user's is: words are UTF-8 on every terminal.
class InUtf8 {
 public:
  InUtf8() : before_(locale() == nullptr ? nullptr : uselocale(locale())) {}
  ~InUtf8() {
    if (before_ != nullptr) uselocale(before_);
  }
  InUtf8(const InUtf8&) = delete;
  InUtf8& operator=(const InUtf8&) = delete;

 private:
  static locale_t locale() {
    static const locale_t utf8 = [] {
      for (const char* name : {"C.UTF-8", "en_US.UTF-8"}) {
        if (const locale_t found = newlocale(LC_CTYPE_MASK, name, nullptr); found != nullptr) return found;
      }
      return static_cast<locale_t>(nullptr);
    }();
    return utf8;
  }

  locale_t before_;
};

struct Character {
  std::size_t bytes = 1;
  std::size_t columns = 1;
};

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// Of text that is not empty.
Character first_character(std::string_view text) {
  if (is_plain(text.front())) return {};
  std::mbstate_t state{};
  wchar_t character = 0;
  const std::size_t bytes = std::mbrtowc(&character, text.data(), text.size(), &state);
  if (bytes > 0 && bytes <= text.size()) {
    const int columns = wcwidth(character);
    return {.bytes = bytes, .columns = columns < 0 ? 1 : static_cast<std::size_t>(columns)};
  }
  Character unknown;
  while (unknown.bytes < text.size() && continues_character(text[unknown.bytes])) ++unknown.bytes;
  return unknown;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) return text.size();
  const InUtf8 utf8;
  std::size_t width = 0;
  while (!text.empty()) {
    const Character first = first_character(text);
    width += first.columns;
    text.remove_prefix(first.bytes);
  }
  return width;
}

std::size_t bytes_within(std::string_view text, std::size_t width) {
  const InUtf8 utf8;
  std::size_t end = 0, columns = 0;
  while (end < text.size()) {
    const Character next = first_character(text.substr(end));
    columns += next.columns;
    if (columns > width && end > 0) break;
    end += next.bytes;
  }
  return end;
}

}  // namespace fairshuffle
