#include <algorithm>
#include <cctype>
#include <string_view>

#include "reports/document/render.hpp"
#include "reports/terminal/table.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t widest_prose = 100;
constexpr std::string_view indent = "  ";

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  });
  return text;
}

// The words of a command as a shell parts them: a space within quotes or after a backslash parts none. In
// '...' a backslash is a character like any other, in $'...' it is not.
std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words{""};
  char quote = 0;
  bool escapes = true;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char character = command[at];
    if (character == ' ' && quote == 0) {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    words.back() += character;
    if (character == '\\' && escapes && at + 1 < command.size()) {
      words.back() += command[++at];
    } else if (quote == 0 && (character == '\'' || character == '"')) {
      quote = character;
      escapes = character == '"' || (at > 0 && command[at - 1] == '$');
    } else if (character == quote) {
      quote = 0;
      escapes = true;
    }
  }
  return words;
}

// A command that is too wide goes on after a backslash, so that it can still be copied as one.
std::string command_text(const std::string& before, const std::string& lines, std::size_t columns) {
  const std::string command = one_visible_line(lines);
  if (width_of(before) + width_of(command) <= columns) return before + command + "\n";
  std::string out, line = before;
  bool empty = true;
  for (const std::string& word : shell_words(command)) {
    if (!empty && width_of(line) + 1 + width_of(word) + 2 > columns) {
      out += line + " \\\n";
      line = repeated(indent, 2);
      empty = true;
    }
    line.append(empty ? "" : " ").append(word);
    empty = false;
  }
  return out + line + "\n";
}

class Writer {
 public:
  explicit Writer(const TerminalStyle& style)
      : style_(style), prose_(std::min(std::max<std::size_t>(style.columns, 1), widest_prose)) {}

  void operator()(const Paragraph& paragraph) { add_prose(indent, paragraph.text); }

  void operator()(const Code& code) {
    for (std::string_view rest = code.text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      // Whole, however wide: it is there to be copied.
      if (end > 0) out_.append(repeated(indent, 2)).append(rest.substr(0, end));
      out_ += '\n';
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void operator()(const Facts& facts) {
    std::size_t width = 0;
    for (const auto& line : facts.lines) width = std::max(width, width_of(line.name));
    for (const auto& line : facts.lines) {
      const std::string space(width - width_of(line.name), ' ');
      add_prose(std::string(indent) + line.name + space + "  ", line.text);
    }
  }

  void operator()(const List& list) {
    for (const std::string& item : list.items) add_prose(std::string(indent) + "- ", item);
  }

  void operator()(const Command& command) {
    out_ += command_text(std::string(indent), command.text, style_.columns);
  }

  void operator()(const Table& table) { out_ += terminal_table(table, style_); }

  void operator()(const Figure& figure) {
    add_numbers(figure.caption, figure.numbers);
    for (const CaptionedTable& more : figure.more_numbers) {
      out_ += "\n";
      add_numbers(more.caption, more.table);
    }
  }

  void add(const Section& section) {
    const bool asked_for = section.shown == Shown::in_files || section.shown == Shown::in_detail;
    if (section.shown == Shown::as_picture) return add_pictures(section);
    if (section.shown == Shown::on_page || (asked_for && !style_.everything)) return;
    if (!headed_) add_empty_line();
    headed_ = false;
    if (section.blocks.size() == 1 && std::holds_alternative<Command>(section.blocks[0])) {
      return add_command(section.title, std::get<Command>(section.blocks[0]));
    }
    add_heading(section);
    bool first = true;
    for (const Block& block : section.blocks) {
      if (!first) out_ += "\n";
      first = false;
      std::visit(*this, block);
    }
    headed_ = section.blocks.empty();
    for (const Section& part : section.parts) add(part);
    headed_ = false;
  }

  std::string text(const Document& document) {
    if (document.summary.empty()) {
      add_prose("", document.title);
      add_rule("═", width_of(document.title));
      add_prose("", document.lead);
    }
    for (const Section& section : document.sections) add(section);
    if (document.summary.empty()) return std::move(out_);
    if (!document.lead.empty()) {
      add_empty_line();
      add_prose("", document.lead);
    }
    add_empty_line();
    add_prose("", document.summary + (document.took.empty() ? "" : "; " + document.took));
    return std::move(out_);
  }

 private:
  void add_lines(std::string_view text) {
    for (const std::string& line : wrapped(text, style_.columns)) out_ += line + "\n";
  }

  void add_rule(std::string_view text, std::size_t width) {
    out_ += repeated(text, std::min(width, style_.columns)) + "\n";
  }

  void add_empty_line() {
    if (!out_.empty()) out_ += "\n";
  }

  // The first line after `before`, the others below its end.
  void add_prose(std::string_view before, std::string_view text) {
    const std::size_t width = width_of(before);
    std::string start(before);
    for (const std::string& line : wrapped(text, prose_ - std::min(prose_ - 1, width))) {
      out_ += start + line + "\n";
      start.assign(width, ' ');
    }
  }

  // Behind its title, or below it where not even its first word has room there.
  void add_command(const std::string& title, const Command& command) {
    const std::string before = title + ": ",
                      first_line = before + command.text.substr(0, command.text.find(' '));
    if (width_of(first_line) + width_of(" \\") <= style_.columns) {
      out_ += command_text(before, command.text, style_.columns);
    } else {
      add_lines(title + ":");
      out_ += command_text(std::string(indent), command.text, style_.columns);
    }
  }

  void add_heading(const Section& section) {
    if (section.headline) return add_headline(section.title, *section.headline);
    if (section.title.empty()) return;
    add_lines(section.title);
    add_rule("─", width_of(section.title));
  }

  void add_headline(const std::string& title, const Headline& headline) {
    const std::string badge = in_capitals(headline.badge);
    const std::string aside = (headline.aside.empty() ? "" : "   ") + headline.aside;
    const bool fits = width_of(title) + 3 + width_of(badge + aside) <= style_.columns;
    add_lines(title);
    if (fits) out_.pop_back();
    out_.append(fits ? "   " : indent).append(toned(badge, headline.tone, style_));
    if (fits || width_of(indent) + width_of(badge + aside) <= style_.columns) {
      out_.append(aside).append("\n");
    } else {
      out_ += "\n";
      add_prose(std::string(indent), headline.aside);
    }
  }

  void add_numbers(const std::string& caption, const Table& table) {
    if (!caption.empty()) {
      (*this)(Paragraph{caption});
      out_ += "\n";
    }
    (*this)(table);
  }

  void add_pictures(const Section& section) {
    if (!style_.pictures) return;
    for (const Block& block : section.blocks) {
      const auto* figure = std::get_if<Figure>(&block);
      const auto* grid = figure == nullptr ? nullptr : std::get_if<CardGrid>(&figure->picture);
      if (grid == nullptr) continue;
      add_empty_line();
      out_ += terminal_heat_map(*grid, static_cast<int>(style_.columns), style_.colored);
    }
  }

  const TerminalStyle& style_;
  std::size_t prose_;
  std::string out_;
  bool headed_ = false;  // a heading was the last thing
};

}  // namespace

std::string as_terminal_text(const Document& document, const TerminalStyle& style) {
  return Writer(style).text(document);
}

}  // namespace fairshuffle
