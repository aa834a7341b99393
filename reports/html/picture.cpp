// Text and numbers inside HTML, and the writer of pictures.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reports/document/render.hpp"
#include "reports/html/page.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

std::string written(std::string_view attribute, double value) {
  return fmt::format(" {}=\"{}\"", attribute, coordinate(value));
}

std::string written(std::string_view attribute, const Paint& paint) {
  return fmt::format(" class=\"{0}-{1}\" {0}=\"{2}\"", attribute, paint.class_name, paint.on_white);
}

// An element up to its paint; whoever asks for it closes it.
std::string begun(std::string_view name, std::initializer_list<std::pair<std::string_view, double>> numbers,
                  std::string_view attribute, const Paint& paint) {
  std::string out = fmt::format("<{}", name);
  for (const auto& [number, value] : numbers) out += written(number, value);
  return out + written(attribute, paint);
}

std::string rectangle_text(double x, double y, double width, double height, const Paint& fill) {
  return begun("rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}}, "fill", fill) + "/>";
}

// Capitals, a few others and what is not ASCII, by the first byte, may be twice as wide as a letter.
std::size_t letters_wide(char first) {
  const bool is_ascii = static_cast<unsigned char>(first) < 0x80;
  const bool is_capital = first >= 'A' && first <= 'Z';
  return !is_ascii || is_capital || std::string_view("mw@%&<>#=+~").find(first) != std::string_view::npos ? 2
                                                                                                          : 1;
}

// A small bar on its ground, with an upright where there is a mark. Nobody is read anything of it.
std::string small_bar(double width, double height, double from, double to, const Paint& fill,
                      const std::optional<double>& mark) {
  constexpr double top = 3;
  const double thick = height - 2 * top;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\"{}{}>{}{}{}</svg>",
      written("width", width), written("height", height), rectangle_text(0, top, width, thick, paint::panel),
      rectangle_text(from, top, to - from, thick, fill),
      mark ? rectangle_text(std::clamp(*mark, 0.0, 1.0) * (width - 2), 0, 2, height, paint::mark) : "");
}

}  // namespace

std::string signed_words(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  out.reserve(text.size());
  for (const char character : visible_lines(text)) {
    const auto* entity = std::ranges::find(entities, character, &std::pair<char, std::string_view>::first);
    if (entity == std::end(entities)) {
      out += character;
    } else {
      out += entity->second;
    }
  }
  return out;
}

std::string escaped_line(std::string_view text) {
  return escaped(one_visible_line(text));
}

std::string escaped_with_breaks(std::string_view text) {
  constexpr std::size_t longest_word = 30;
  const std::string whole = escaped(text);
  std::string out;
  std::size_t unbroken = 0;
  for (std::size_t at = 0; at < whole.size();) {
    // An entity is one character, and so are the bytes of one.
    std::size_t end = whole[at] == '&' ? whole.find(';', at) + 1 : at + 1;
    while (end < whole.size() && (static_cast<unsigned char>(whole[end]) & 0xC0) == 0x80) ++end;
    out.append(whole, at, end - at);
    unbroken = whole[at] == ' ' ? 0 : unbroken + 1;
    const bool ends_line = end == whole.size() || whole[end] == ' ';
    if ((may_break_behind(whole, at) && !ends_line) || unbroken == longest_word) {
      out += "<wbr>";
      unbroken = 0;
    }
    at = end;
  }
  return out;
}

std::string coordinate(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("coordinate: the value must be finite");
  const double rounded = std::round(value * 100) / 100;
  char digits[64];
  // Adding zero makes 0 of -0.
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), rounded + 0.0);
  return {digits, end};
}

Picture::Picture(double width, double height, std::string_view id, std::string_view title,
                 std::string_view description) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"system-ui, sans-serif\" "
      "font-size=\"12\" aria-labelledby=\"{0}-t {0}-d\"{1}{2} viewBox=\"0 0 {3} {4}\">\n<title "
      "id=\"{0}-t\">{5}</title>\n"
      "<desc id=\"{0}-d\">{6}</desc>\n",
      id, written("width", width), written("height", height), coordinate(width), coordinate(height),
      escaped_line(title), escaped_line(description));
}

void Picture::rectangle(double x, double y, double width, double height, const Paint& fill) {
  out_ += rectangle_text(x, y, width, height, fill) + "\n";
}

void Picture::line(double x1, double y1, double x2, double y2, const Paint& stroke, bool dashed) {
  out_ += begun("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}, "stroke", stroke);
  out_ += dashed ? " stroke-dasharray=\"4 3\"/>\n" : "/>\n";
}

void Picture::circle(double x, double y, double radius, const Paint& fill) {
  out_ += begun("circle", {{"cx", x}, {"cy", y}, {"r", radius}}, "fill", fill) + "/>\n";
}

void Picture::curve(std::span<const Dot> points, const Paint& stroke) {
  std::string places;
  for (const Dot& point : points) {
    places += fmt::format("{}{},{}", places.empty() ? "" : " ", coordinate(point.x), coordinate(point.y));
  }
  out_ += fmt::format("<polyline points=\"{}\" stroke-width=\"2\" fill=\"none\"{}/>\n", places,
                      written("stroke", stroke));
}

void Picture::path(std::string_view data, const Paint& fill) {
  if (!data.empty()) out_ += fmt::format("<path d=\"{}\"{}/>\n", data, written("fill", fill));
}

void Picture::text(double x, double y, Anchor anchor, std::string_view words, const Paint& fill, bool bold) {
  out_ += fmt::format("<text{}{}{}{}{}>{}</text>\n", written("x", x), written("y", y),
                      anchor == Anchor::middle ? " text-anchor=\"middle\""
                      : anchor == Anchor::end  ? " text-anchor=\"end\""
                                               : "",
                      bold ? " font-weight=\"600\"" : "", written("fill", fill), escaped_line(words));
}

std::string Picture::finish() {
  return std::move(out_.append("</svg>\n"));
}

std::string bar(double share, const std::optional<double>& mark) {
  constexpr double width = 208;
  return small_bar(width, 18, 0, std::clamp(share, 0.0, 1.0) * width, paint::calm, mark);
}

std::string bar_piece(const LineBar& piece) {
  constexpr double width = 120, thinnest = 2;
  const double from = std::min(std::clamp(piece.from, 0.0, 1.0) * width, width - thinnest);
  const double to = std::max(std::clamp(piece.to, 0.0, 1.0) * width, from + thinnest);
  return small_bar(width, 16, from, to, piece.alarm ? paint::alarm : paint::calm, piece.mark);
}

std::string bar_scale() {
  constexpr double width = 120;
  std::string words;
  for (const auto& [decade, points] : {std::pair(0, "0.001"), {2, "0.1"}, {4, "10"}}) {
    words += fmt::format("<text x=\"{}\" y=\"12\"{}{}>{}</text>", coordinate(width * decade / 5),
                         decade == 0 ? "" : " text-anchor=\"middle\"", written("fill", paint::faint), points);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\" font-family=\"system-ui, "
      "sans-serif\" font-size=\"11\"{}{}>{}</svg>",
      written("width", width), written("height", 16), words);
}

std::string shortened(std::string_view words, std::size_t most) {
  std::size_t width = 0, kept = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(words[at]) & 0xC0) != 0x80;
    if (!begins) continue;
    if (width + 3 <= most) kept = at;
    width += letters_wide(words[at]);
    if (width > most) return std::string(words.substr(0, kept)).append("...");
  }
  return std::string(words);
}

}  // namespace fairshuffle
