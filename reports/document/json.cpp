#include <string>

#include <nlohmann/json.hpp>

#include "reports/document/render.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
