// libcsv's parser, as far as it is asked for here: RFC 4180, strictly. Debian has it compiled for its own
// machines only.
#pragma once

#include <cstddef>
#include <string>

enum { CSV_STRICT = 1, CSV_STRICT_FINI = 4 };

struct csv_parser {
  enum class At { row_begin, field_begin, field, after_quote } at = At::row_begin;
  bool is_quoted = false;
  std::string field;
  std::size_t blanks = 0;  // at the end of the field, which are part of it only where more follows
  char delimiter = ',';
};

using csv_field = void (*)(void* text, std::size_t length, void* self);
using csv_record = void (*)(int end, void* self);

inline int csv_init(csv_parser* parser, unsigned char) {
  *parser = {};
  return 0;
}
inline void csv_free(csv_parser*) {}
inline void csv_set_blk_size(csv_parser*, std::size_t) {}
inline void csv_set_delim(csv_parser* parser, unsigned char delimiter) {
  parser->delimiter = static_cast<char>(delimiter);
}

namespace csv_gap {

// Nothing of a field is there yet.
inline void begin(csv_parser& parser, csv_parser::At at, bool is_quoted = false) {
  parser = {.at = at, .is_quoted = is_quoted, .delimiter = parser.delimiter};
}

inline bool is_blank(const csv_parser& parser, char character) {
  return (character == ' ' || character == '\t') && character != parser.delimiter;
}

inline void end_field(csv_parser& parser, csv_field tell, void* self) {
  parser.field.resize(parser.field.size() - parser.blanks);
  tell(parser.field.data(), parser.field.size(), self);
  begin(parser, csv_parser::At::field_begin);
}

// What is read goes into the field as it is.
inline void keep(csv_parser& parser, char character) {
  parser.blanks = !parser.is_quoted && is_blank(parser, character) ? parser.blanks + 1 : 0;
  parser.field += character;
  parser.at = csv_parser::At::field;
}

// False for a quote where there may be none.
inline bool take(csv_parser& parser, char character, csv_field tell, csv_record tell_record, void* self) {
  using At = csv_parser::At;
  const bool ends_line = character == '\n' || character == '\r';
  const bool is_open = parser.at == At::field && parser.is_quoted;
  if (!is_open && ends_line) {
    if (parser.at == At::row_begin) return true;
    end_field(parser, tell, self);
    tell_record(character, self);
    begin(parser, At::row_begin);
  } else if (!is_open && character == parser.delimiter) {
    end_field(parser, tell, self);
  } else if (parser.at == At::row_begin || parser.at == At::field_begin) {
    if (is_blank(parser, character)) return true;
    if (character != '"')
      keep(parser, character);
    else
      begin(parser, At::field, true);
  } else if (parser.at == At::after_quote) {
    // Blanks may follow; a second quote is one that belongs to the field.
    if (is_blank(parser, character)) {
      parser.is_quoted = false;
    } else if (character == '"' && parser.is_quoted) {
      keep(parser, character);
    } else {
      return false;
    }
  } else if (character == '"') {
    if (!parser.is_quoted) return false;
    parser.at = At::after_quote;
  } else {
    keep(parser, character);
  }
  return true;
}

}  // namespace csv_gap

// The bytes that were read; fewer where one of them is no CSV.
inline std::size_t csv_parse(csv_parser* parser, const void* text, std::size_t length, csv_field tell,
                             csv_record tell_record, void* self) {
  for (std::size_t index = 0; index < length; ++index) {
    if (!csv_gap::take(*parser, static_cast<const char*>(text)[index], tell, tell_record, self)) return index;
  }
  return length;
}

// Other than 0 where a quote is not closed.
inline int csv_fini(csv_parser* parser, csv_field tell, csv_record tell_record, void* self) {
  if (parser->at == csv_parser::At::field && parser->is_quoted) return -1;
  return csv_gap::take(*parser, '\n', tell, tell_record, self) ? 0 : -1;
}
