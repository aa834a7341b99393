#include "reports/document/render.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cwchar>
#include <string>

#include <locale.h>
#include <nlohmann/json.hpp>
#include <wchar.h>

#include "reports/visible_text.hpp"

namespace fairshuffle {

const Section* Document::section_of_subject() const {
  if (subject.empty()) return nullptr;
  const auto found = std::ranges::find_if(sections, [this](const Section& section) {
    return section.headline && section.headline->anchor == subject;
  });
  return found == sections.end() ? nullptr : &*found;
}

int step_reached(std::span<const double> steps, double deviation) {
  const auto reached = std::ranges::upper_bound(steps, std::abs(deviation));
  const auto size = static_cast<int>(reached - steps.begin());
  return deviation < 0 ? -size : size;
}

std::vector<GridRun> runs_of(const std::vector<double>& row, std::span<const double> steps) {
  std::vector<GridRun> runs;
  for (std::size_t card = 0; card < row.size(); ++card) {
    const int step = step_reached(steps, row[card]);
    if (runs.empty() || runs.back().step != step) runs.push_back({card, card, step});
    ++runs.back().end;
  }
  return runs;
}

std::vector<std::string> labels_of(const CardGrid& grid,
                                   const std::function<bool(const std::string& name)>& fits) {
  const bool all_fit = std::ranges::all_of(grid.card_names, fits);
  std::vector<std::string> labels;
  for (std::size_t card = 0; card < grid.deviations.size(); ++card) {
    labels.push_back(all_fit ? card_called(grid.card_names, card) : std::to_string(card));
  }
  return labels;
}

namespace {

using nlohmann::ordered_json;

ordered_json json_of(const Curve& curve) {
  ordered_json points = ordered_json::array();
  for (const Curve::Point& point : curve.points) {
    points.push_back({{"times", point.times}, {"distance", point.distance}});
  }
  return {{"times_name", curve.times_name},
          {"distance_name", curve.distance_name},
          {"goal", curve.goal},
          {"points", std::move(points)}};
}

ordered_json json_of(const PathTree& tree) {
  ordered_json paths = ordered_json::array();
  for (const PathTree::Path& path : tree.paths) {
    paths.push_back({{"draws", path.draws}, {"decks", path.decks}, {"outcome", path.outcome}});
  }
  return {{"outcomes", tree.outcomes}, {"paths", std::move(paths)}};
}

ordered_json json_of(const Paragraph& paragraph) {
  return {{"paragraph", paragraph.text}};
}

ordered_json json_of(const Code& code) {
  return {{"code", code.text}};
}

ordered_json json_of(const Facts& facts) {
  ordered_json lines = ordered_json::array();
  for (const Facts::Line& line : facts.lines) lines.push_back({{"name", line.name}, {"text", line.text}});
  return {{"facts", std::move(lines)}};
}

ordered_json json_of(const List& list) {
  return {{"list", list.items}};
}

ordered_json json_of(const Command& command) {
  return {{"command", command.text}};
}

ordered_json table_json(const Table& table) {
  ordered_json columns = ordered_json::array(), rows = ordered_json::array();
  for (const Column& column : table.columns) columns.push_back(column.heading);
  for (const std::vector<Cell>& row : table.rows) {
    ordered_json& cells = rows.emplace_back(ordered_json::array());
    for (std::size_t column = 0; column < row.size(); ++column) {
      const bool is_bar = table.columns[column].kind == ColumnKind::bar;
      cells.push_back(is_bar ? ordered_json(row[column].share) : ordered_json(row[column].text));
    }
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

ordered_json json_of(const Table& table) {
  return {{"table", table_json(table)}};
}

ordered_json json_of(const Figure& figure) {
  ordered_json json = {
      {"title", figure.title}, {"remark", figure.remark}, {"numbers", table_json(figure.numbers)}};
  if (const auto* curve = std::get_if<Curve>(&figure.picture)) json["curve"] = json_of(*curve);
  if (const auto* tree = std::get_if<PathTree>(&figure.picture)) json["tree"] = json_of(*tree);
  return {{"figure", std::move(json)}};
}

ordered_json sections_json(const std::vector<Section>& sections) {
  ordered_json all = ordered_json::array();
  for (const Section& section : sections) {
    ordered_json blocks = ordered_json::array();
    for (const Block& block : section.blocks) {
      blocks.push_back(std::visit([](const auto& of_a_kind) { return json_of(of_a_kind); }, block));
    }
    ordered_json& json =
        all.emplace_back(ordered_json{{"title", section.title}, {"blocks", std::move(blocks)}});
    if (!section.parts.empty()) json["parts"] = sections_json(section.parts);
  }
  return all;
}

}  // namespace

std::string as_json(const Document& document) {
  const ordered_json json = {
      {"title", document.title}, {"lead", document.lead}, {"sections", sections_json(document.sections)}};
  return inert_json(json.dump(1)) + "\n";
}

namespace {

void add_block(std::string& out, const Paragraph& paragraph) {
  out += markdown_text(paragraph.text) + "\n";
}

void add_block(std::string& out, const Code& code) {
  out.append("```cpp\n").append(code.text);
  if (!code.text.empty() && code.text.back() != '\n') out += "\n";
  out += "```\n";
}

void add_block(std::string& out, const Facts& facts) {
  for (const auto& line : facts.lines) {
    out.append("- **").append(markdown_text(line.name)).append(":** ");
    out.append(markdown_text(line.text)).append("\n");
  }
}

void add_block(std::string& out, const List& list) {
  for (const std::string& item : list.items) out.append("- ").append(markdown_text(item)).append("\n");
}

void add_block(std::string& out, const Command& command) {
  out += markdown_code(command.text);
}

void add_block(std::string& out, const Table& table) {
  std::string heads = "|", rules = "|";
  for (const Column& column : table.columns) {
    if (column.kind == ColumnKind::bar) continue;
    heads.append(" ").append(markdown_text(column.heading)).append(" |");
    rules += column.kind == ColumnKind::text ? " --- |" : " --: |";
  }
  out += heads + "\n" + rules + "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.columns[column].kind == ColumnKind::bar) continue;
      const Cell& cell = row[column];
      out.append(" ").append(cell.sign).append(cell.sign.empty() ? "" : " ");
      out.append(markdown_text(cell.text)).append(" |");
    }
    out += "\n";
  }
}

void add_block(std::string& out, const Figure& figure) {
  if (!figure.caption.empty()) out += markdown_text(figure.caption) + "\n\n";
  add_block(out, figure.numbers);
  for (const CaptionedTable& more : figure.more_numbers) {
    out.append("\n").append(markdown_text(more.caption)).append("\n\n");
    add_block(out, more.table);
  }
}

void add_section(std::string& out, const Section& section, std::size_t level, std::string_view subject) {
  const Shown shown = section.shown;
  if (shown == Shown::in_detail || shown == Shown::as_picture || shown == Shown::on_page) return;
  if (!section.title.empty() && (!section.headline || section.headline->anchor != subject)) {
    out.append("\n").append(level, '#').append(" ").append(markdown_text(section.title));
    if (section.headline) out.append(": ").append(markdown_text(section.headline->badge));
    out += "\n";
  }
  for (const Block& block : section.blocks) {
    out += "\n";
    std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
  }
  for (const Section& part : section.parts) add_section(out, part, level + 1, subject);
}

}  // namespace

std::string words_behind(const Headline& line) {
  std::string words;
  if (!line.remark.empty()) words = "looks like " + line.remark;
  for (const std::string* text : {&line.expected, &line.aside}) {
    if (!text->empty()) words.append(words.empty() ? "" : "; ").append(*text);
  }
  return words;
}

std::string as_markdown(const Document& document) {
  std::string out = "# ";
  out.append(markdown_text(document.title)).append("\n");
  if (const Section* subject = document.section_of_subject()) {
    const Headline& line = *subject->headline;
    const std::string figures = line.figures.empty() ? "" : line.figures + "; ";
    out.append("\n**").append(markdown_text(line.badge)).append(":** ");
    out.append(markdown_text(figures + words_behind(line))).append("\n");
  }
  for (const std::string* line : {&document.lead, &document.basis}) {
    if (!line->empty()) out.append("\n").append(markdown_text(*line)).append("\n");
  }
  for (const Section& section : document.sections) add_section(out, section, 2, document.subject);
  return out;
}

namespace {

constexpr std::string_view digits_only = "0123456789";
constexpr std::string_view word_signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+-";

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char low, char any) { return low == (any | 0x20); });
}

// Whether GitHub makes a link, a name that is told, a picture or a formula of the sign there and what stands
// around it. It looks for most of them in the page that the Markdown has become, where no backslash is left.
bool is_taken_up(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at), behind = text.substr(at + 1);
  const bool before_digit = behind.find_first_of(digits_only) == 0;
  switch (text[at]) {
    case '$':
      return true;  // $x$
    case '@':
      return behind.find_first_of(word_signs) == 0;  // @user, user@host
    case '#':
      return before_digit;  // #1
    case '-':
      return before_digit && ends_with(before, "gh");  // GH-1
    case '.':
      return ends_with(before, "www");
    case ':': {
      const std::size_t end = behind.find_first_not_of(word_signs);                   // https://, :emoji:
      const bool is_time = end == 2 && behind.find_first_not_of(digits_only) == end;  // 12:00:00
      return behind.starts_with("//") || (end > 0 && end < behind.size() && behind[end] == ':' && !is_time);
    }
    default:
      return false;
  }
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<>&|#~";
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool taken_up = is_taken_up(text, at);
    if (taken_up) out += "<span>";
    if (special.find(text[at]) != std::string_view::npos) out += '\\';
    out += text[at];
    if (taken_up) out += "</span>";
  }
  // A dash or a number with a point at the start of a line would begin a list.
  if (!out.empty() && (out.front() == '-' || out.front() == '+' || out.front() == '='))
    out.insert(out.begin(), '\\');
  const std::size_t digits = out.find_first_not_of("0123456789");
  const bool numbered =
      digits != std::string::npos && digits > 0 && (out[digits] == '.' || out[digits] == ')');
  if (numbered && (digits + 1 == out.size() || out[digits + 1] == ' ')) {
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(digits), '\\');
  }
  return out;
}

std::string markdown_code(std::string_view lines) {
  // A fence ends at as many backticks as it began with, so it gets one more than any run of them inside.
  std::size_t run = 0, longest_run = 2;
  for (const char character : lines) {
    run = character == '`' ? run + 1 : 0;
    longest_run = std::max(longest_run, run);
  }
  const std::string fence(longest_run + 1, '`');
  std::string out = fence;
  out.append("\n").append(lines).append("\n").append(fence).append("\n");
  return out;
}

std::string shown_line(std::string_view text) {
  constexpr std::size_t longest = 1500;
  return one_visible_line(text.substr(0, longest)) + (text.size() <= longest ? "" : " ...");
}

namespace {

void show(std::string& text) {
  text = shown_line(text);
}

void show(Table& table) {
  for (Column& column : table.columns) show(column.heading);
  for (auto& row : table.rows) {
    for (Cell& cell : row) show(cell.text);
  }
}

void show(Paragraph& paragraph) {
  show(paragraph.text);
}

template <class Lines>
requires std::same_as<Lines, Code> || std::same_as<Lines, Command>
void show(Lines& lines) {
  lines.text = visible_lines(lines.text);
}

void show(Facts& facts) {
  for (Facts::Line& line : facts.lines) {
    show(line.name);
    show(line.text);
  }
}

void show(List& list) {
  for (std::string& item : list.items) show(item);
}

void show(Figure& figure) {
  for (std::string* text : {&figure.title, &figure.remark, &figure.caption}) show(*text);
  const auto show_names = [](auto& picture) {
    if constexpr (requires { picture.card_names; }) {
      for (std::string& name : picture.card_names) show(name);
    }
  };
  std::visit(show_names, figure.picture);
  show(figure.numbers);
  for (CaptionedTable& more : figure.more_numbers) {
    show(more.caption);
    show(more.table);
  }
}

void show(Section& section) {
  show(section.title);
  if (section.headline) {
    Headline& line = *section.headline;
    for (std::string* text : {&line.badge, &line.aside, &line.figures, &line.remark, &line.name,
                              &line.settings, &line.group, &line.expected}) {
      show(*text);
    }
  }
  for (Block& block : section.blocks) std::visit([](auto& of_a_kind) { show(of_a_kind); }, block);
  for (Section& part : section.parts) show(part);
}

}  // namespace

void make_visible(Document& document) {
  for (std::string* text :
       {&document.title, &document.lead, &document.summary, &document.took, &document.basis})
    show(*text);
  for (Section& section : document.sections) show(section);
}

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

namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

}  // namespace

bool may_break_behind(std::string_view word, std::size_t at) {
  if (word[at] != ',' && word[at] != '/' && word[at] != ':') return false;
  const bool in_number = at > 0 && at + 1 < word.size() && is_digit(word[at - 1]) && is_digit(word[at + 1]);
  return !in_number;
}

namespace {

// How much of a word that is wider than a line stands on it: up to the last place that fits where it may be
// broken, or all that does.
std::size_t first_piece(std::string_view word, std::size_t width) {
  const std::size_t fitting = bytes_within(word, width);
  for (std::size_t end = fitting; end > 0; --end) {
    if (may_break_behind(word, end - 1)) return end;
  }
  return fitting;
}

}  // namespace

namespace {

// The next word, and the percent sign of a number with it: "99.9 %" is no place for a line to end.
std::string_view first_word(std::string_view text) {
  std::size_t end = text.find(' ');
  if (end != std::string_view::npos && text.substr(end + 1).starts_with('%')) end = text.find(' ', end + 1);
  return text.substr(0, end);
}

}  // namespace

std::size_t widest_piece(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    std::string_view word = first_word(text);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    for (std::size_t at = 0; at < word.size();) {
      if (!may_break_behind(word, at++)) continue;
      widest = std::max(widest, width_of(word.substr(0, at)));
      word.remove_prefix(at);
      at = 0;
    }
    widest = std::max(widest, width_of(word));
  }
  return widest;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    std::string_view word = first_word(text);
    if (width_of(word) > width) word = text.substr(0, text.find(' '));
    if (width_of(word) > width) {
      word = word.substr(0, first_piece(word, width));
      text.remove_prefix(word.size());
    } else {
      text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (width_of(line) + 1 + width_of(word) <= width) {
      line += ' ';
      line += word;
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace fairshuffle
