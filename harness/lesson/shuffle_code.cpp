#include "harness/lesson/shuffle_code.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <vector>

#include "harness/lesson/shuffle_headers.hpp"

namespace fairshuffle {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t depth_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

constexpr std::size_t depth_in_struct = 2;

// Pieces stand apart by an empty line: the body, and the functions that it calls.
std::vector<std::string_view> pieces_of(std::string_view code) {
  std::vector<std::string_view> pieces;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find("\n\n"), code.size());
    pieces.push_back(code.substr(0, std::min(end + 1, code.size())));
    code.remove_prefix(std::min(end + 2, code.size()));
  }
  return pieces;
}

// The statement of the case: "merge_sort(deck, 0, deck.size());". Nothing where the body is no such switch.
std::string_view chosen_statement(std::string_view body, std::string_view choice) {
  constexpr std::string_view returned = "return ";
  if (!body.starts_with("switch (")) return {};
  std::string word(choice);
  std::ranges::replace(word, '-', '_');
  std::size_t label = body.find("case " + word + ":\n");
  if (label == std::string_view::npos) label = body.find("default:\n");
  if (label == std::string_view::npos) return {};
  body.remove_prefix(body.find('\n', label) + 1);
  body.remove_prefix(depth_of(body));
  if (body.starts_with(returned)) body.remove_prefix(returned.size());
  return body.substr(0, body.find('\n') + 1);
}

// The name before the first bracket of a function that follows its comment, "merge_sort".
std::string_view function_name(std::string_view piece) {
  for (const std::string_view line : lines_of(piece)) {
    if (line.starts_with("//")) continue;
    const std::string_view head = line.substr(0, line.find('('));
    return head.substr(head.rfind(' ') + 1);
  }
  return {};
}

bool calls(std::string_view code, std::string_view function) {
  const std::string call = std::string(function) + "(";
  for (std::size_t at = code.find(call); at != std::string_view::npos; at = code.find(call, at + 1)) {
    // "insertion_sort(" is in "php_insertion_sort(", too.
    if (at == 0 || (std::isalnum(static_cast<unsigned char>(code[at - 1])) == 0 && code[at - 1] != '_')) {
      return true;
    }
  }
  return false;
}

bool is_for_the_compiler(std::string_view line) {
  const std::string_view words = line.substr(depth_of(line));
  return words.starts_with("template <") || words.starts_with("#pragma") || words == "private:" ||
         words == "protected:" || words == "public:";
}

std::size_t line_with(std::string_view words, const std::vector<std::string_view>& lines) {
  return static_cast<std::size_t>(
      std::ranges::find_if(lines, [words](auto line) { return line.find(words) != line.npos; }) -
      lines.begin());
}

// The lines from this one to the end of its struct, without those that only C++ wants, each moved to the left
// by the depth of its block: `depth` up to where the block of the first line closes, then that of a struct.
std::string code_from(std::size_t first, const std::vector<std::string_view>& lines, std::size_t depth) {
  std::string code;
  for (std::size_t at = first; at < lines.size() && lines[at] != "};"; ++at) {
    const std::string_view line = lines[at];
    // Formatted code closes a block at the depth at which it was opened.
    if (depth > depth_in_struct && line == std::string(depth - 2, ' ') + "}") {
      depth = depth_in_struct;
      continue;
    }
    if (is_for_the_compiler(line)) continue;
    code += std::string(line.substr(std::min(depth_of(line), depth))) + "\n";
  }
  code.erase(code.find_last_not_of('\n') + 1);
  return code + "\n";
}

constexpr std::string_view call_operator = "void operator()(";

// What an object of this struct does when it is called, and the functions that it has, its base's among them.
std::string code_of_struct(std::string_view name) {
  const std::string head = "struct " + std::string(name) + " ";
  for (const std::string_view header : detail::shuffle_headers) {
    const std::vector<std::string_view> lines = lines_of(header);
    const std::size_t at = line_with(head, lines);
    if (at == lines.size()) continue;
    if (line_with(call_operator, lines) == lines.size()) return code_from(at + 1, lines, depth_in_struct);
    const std::string_view rest = lines[at].substr(head.size());  // ": PlainSorts {", or "{"
    if (!rest.starts_with(": ")) return code_in_header(header);
    return code_in_header(header) + "\n" + code_of_struct(rest.substr(2, rest.find(" {") - 2));
  }
  throw std::invalid_argument("code_that_runs: no header holds struct " + std::string(name));
}

}  // namespace

std::string code_that_runs(std::string_view code, std::string_view choice) {
  const std::string_view statement = chosen_statement(code, choice);
  if (statement.empty()) return std::string(code);
  // "MergeSort{coin}(deck);" hands over to a struct, and what that does is what runs.
  const std::size_t name_end = statement.find_first_of("{(");
  const bool is_handed_over = name_end != std::string_view::npos && statement[name_end] == '{';
  const std::string in_struct = is_handed_over ? code_of_struct(statement.substr(0, name_end)) : "";
  const std::vector<std::string_view> pieces = pieces_of(is_handed_over ? in_struct : code);
  std::string runs(is_handed_over ? pieces.front() : statement);
  for (auto function = pieces.begin() + 1; function != pieces.end(); ++function) {
    if (calls(runs, function_name(*function))) runs.append("\n").append(*function);
  }
  return runs;
}

std::string code_in_header(std::string_view header) {
  const std::vector<std::string_view> lines = lines_of(header);
  const std::size_t opening = line_with(call_operator, lines);
  if (opening == lines.size()) throw std::invalid_argument("code_in_header: no operator() in the header");
  return code_from(opening + 1, lines, depth_of(lines[opening]) + 2);
}

std::string code_of_shuffle(std::string_view name) {
  const std::string entry = ".name = \"" + std::string(name) + "\",\n";
  for (const std::string_view header : detail::shuffle_headers) {
    // Options have names too: the shuffle's own is the first one in its info.
    const std::size_t info = header.find("ShuffleInfo info{");
    const std::size_t own_name = info == std::string_view::npos ? info : header.find(".name = ", info);
    if (own_name != std::string_view::npos && header.substr(own_name).starts_with(entry)) {
      return code_in_header(header);
    }
  }
  throw std::invalid_argument("code_of_shuffle: no header holds " + std::string(name));
}

}  // namespace fairshuffle
