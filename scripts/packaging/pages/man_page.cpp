#include "scripts/packaging/pages/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reports/document/wrap.hpp"
#include "scripts/packaging/pages/known_words.hpp"
#include "scripts/packaging/pages/manual_text.hpp"

namespace fairshuffle {

namespace {

// Every hyphen is one that can be typed and copied.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else {
      result += letter;
    }
  }
  return result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escaped(text));
}
std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", escaped(text));
}

// Lines of text; one that begins with a dot or an apostrophe would be a request to the formatter.
std::string lines_of(std::string_view text) {
  // Of the source: so short that escapes leave it below 80 bytes.
  constexpr std::size_t width = 66;
  std::string result;
  for (const std::string& line : wrapped(text, width)) {
    if (line.starts_with('.') || line.starts_with('\'')) result += "\\&";
    result += escaped(line) + "\n";
  }
  return result;
}

std::string sentence(std::string text) {
  if (!text.empty() && !text.ends_with('.')) text += '.';
  return lines_of(text);
}

std::string heading(std::string_view name) {
  return fmt::format(".SH {}\n", name);
}

std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}", term, lines_of(meaning));
}

// "FILE|-": what is to be replaced in italics, what is typed as it is in bold.
std::string placeholder(std::string_view text) {
  std::string result;
  for (bool first = true; !text.empty() || first; first = false) {
    const std::size_t bar = text.find('|');
    const std::string_view part = text.substr(0, bar);
    const bool to_be_typed =
        std::ranges::none_of(part, [](unsigned char letter) { return std::isupper(letter) != 0; });
    if (!first) result += '|';
    result += to_be_typed ? bold(part) : italic(part);
    text = bar == std::string_view::npos ? "" : text.substr(bar + 1);
  }
  return result;
}

std::string term_of(const OptionOutline& option) {
  if (option.positional) return italic(option.name) + (option.repeatable ? " ..." : "");
  std::string term = option.short_name.empty() ? "" : bold(option.short_name) + ", ";
  term += bold(option.name);
  if (!option.placeholder.empty()) term += " " + placeholder(option.placeholder);
  return term;
}

// Positionals, then the options of no group of their own, then group by group.
std::string options_of(const CommandOutline& command) {
  const std::string plain_group = "Options";
  std::vector<std::string> groups;
  std::string text = heading("OPTIONS"), plain;
  for (const OptionOutline& option : command.options) {
    if (option.positional) {
      text += entry(term_of(option), option.meaning);
    } else if (option.group == plain_group) {
      plain += entry(term_of(option), option.meaning);
    } else if (std::ranges::find(groups, option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  text += plain;
  for (const std::string& group : groups) {
    text += fmt::format(".SS {}\n", group);
    for (const OptionOutline& option : command.options) {
      if (!option.positional && option.group == group) text += entry(term_of(option), option.meaning);
    }
  }
  return text;
}

std::string synopsis_of(const CommandOutline& command) {
  std::string line = bold("fairshuffle " + command.name) + " [" + italic("OPTION") + "]...";
  for (const OptionOutline& option : command.options) {
    if (!option.positional) continue;
    const std::string name = italic(option.name) + (option.repeatable ? "..." : "");
    line += option.required ? " " + name : " [" + name + "]";
  }
  return heading("SYNOPSIS") + line + "\n";
}

std::string title(std::string_view page, const PageOrigin& origin) {
  std::string name = escaped(page);
  std::ranges::transform(name, name.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return fmt::format(
      ".\\\" Written by fairshuffle_pages from the program's own help.\n"
      ".TH {} 1 {} \"fairshuffle {}\" \"User Commands\"\n",
      name, origin.date, origin.version);
}

std::string name_of(std::string_view page, std::string meaning) {
  meaning.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(meaning.front())));
  return heading("NAME") + lines_of(fmt::format("{} - {}", page, meaning));
}

std::string exit_status(std::string_view codes) {
  std::string text = heading("EXIT STATUS");
  while (!codes.empty()) {
    const std::size_t semicolon = codes.find("; ");
    const std::string_view code = codes.substr(0, semicolon);
    const std::size_t blank = code.find(' ');
    text += entry(bold(code.substr(0, blank)), code.substr(blank + 1));
    codes = semicolon == std::string_view::npos ? "" : codes.substr(semicolon + 2);
  }
  return text;
}

std::string facts(std::string_view name, std::span<const ManualFact> facts) {
  if (facts.empty()) return "";
  std::string text = heading(name);
  for (const ManualFact& fact : facts) text += entry(bold(fact.name), fact.meaning);
  return text;
}

std::string examples(std::span<const ManualExample> examples) {
  if (examples.empty()) return "";
  std::string text = heading("EXAMPLES");
  for (const ManualExample& example : examples) {
    if (&example != &examples.front()) text += ".PP\n";
    text += lines_of(example.meaning);
    text += fmt::format(".PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", escaped(example.command));
  }
  return text;
}

std::string targets() {
  std::string text = heading("TARGETS");
  text += lines_of(
      "A target is name[:key=value,...], as in swap-pairs:k=10,source=msvc-rand,draw=modulo. The name is "
      "that of a "
      "shuffle; it takes its own options, which 'fairshuffle list shuffles' tells, and these:");
  for (const KnownSetting& setting : settings_of_targets()) {
    const bool few = setting.values.size() <= 2 && !setting.values.empty();
    std::string term = bold(setting.key + "=");
    if (few) {
      term += bold(setting.values[0].word) + "|" + bold(setting.values[1].word);
    } else {
      term += italic(setting.values.empty() ? "N" : "NAME");
    }
    std::string meaning = setting.meaning;
    if (setting.values.size() > 2) meaning += fmt::format("; see 'fairshuffle list {}s'", setting.key);
    text += entry(term, meaning);
  }
  return text;
}

std::string see_also(const ProgramOutline& outline, std::string_view here) {
  std::vector<std::string> pages{"fairshuffle"};
  for (const CommandOutline& command : outline.commands) pages.push_back("fairshuffle-" + command.name);
  std::erase(pages, here);
  std::ranges::sort(pages);
  std::string text = heading("SEE ALSO");
  for (const std::string& page : pages) {
    text += fmt::format(".BR {} (1){}\n", escaped(page), page == pages.back() ? "" : ",");
  }
  return text;
}

std::string prose(const ManualText& text) {
  std::string result;
  for (const std::string_view paragraph : text.paragraphs) result += ".PP\n" + lines_of(paragraph);
  return result;
}

std::string last_sections(const ProgramOutline& outline, const ManualText& text, std::string_view page,
                          std::string_view exit_codes) {
  return exit_status(exit_codes) + facts("ENVIRONMENT", text.environment) + facts("FILES", text.files) +
         examples(text.examples) + see_also(outline, page);
}

}  // namespace

std::string man_page(const ProgramOutline& outline, const PageOrigin& origin) {
  const CommandOutline& program = outline.program;
  const ManualText text = manual_text(program.name);
  std::string page = title(program.name, origin);
  page += name_of(program.name, "prove, or disprove, that a shuffle is fair");
  page += heading("SYNOPSIS") + bold(program.name) + " " + italic("COMMAND") + " [" + italic("OPTION") +
          "]... [" + italic("TARGET") + "...]\n";
  page += heading("DESCRIPTION") + sentence(program.meaning) + prose(text);
  page += heading("COMMANDS");
  for (const CommandOutline& command : outline.commands) {
    page += entry(bold("fairshuffle-" + command.name) + "(1)", command.meaning);
  }
  return page + options_of(program) + targets() +
         last_sections(outline, text, program.name, program.exit_codes);
}

std::string man_page(const ProgramOutline& outline, const CommandOutline& command, const PageOrigin& origin) {
  const std::string name = "fairshuffle-" + command.name;
  const ManualText text = manual_text(command.name);
  std::string page = title(name, origin) + name_of(name, command.meaning) + synopsis_of(command);
  page += heading("DESCRIPTION") + sentence(command.meaning);
  if (!command.more.empty()) page += ".PP\n" + sentence(command.more);
  page += prose(text) + options_of(command);
  return page + last_sections(outline, text, name, command.exit_codes);
}

}  // namespace fairshuffle
