#include "bake/config/link_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "absl/strings/str_split.h"
#include "bake/config/link_rules.h"
#include "bake/import/source_file.h"
#include "core/base/byte_order_mark.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Cell = std::string_view;
using CellReader = absl::Status (*)(Cell cell, OffMeshLink& link);

absl::Status Invalid(std::string_view rule) { return absl::InvalidArgumentError(ToAbsl(rule)); }

absl::Status ReadNumber(Cell cell, double& number) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error == std::errc() && end == cell.data() + cell.size()) return absl::OkStatus();
  return Invalid(StrCat("'", Printable(cell), "' is not a number"));
}

absl::Status ReadNames(Cell cell, std::vector<std::string>& names) {
  if (!cell.empty()) names = absl::StrSplit(ToAbsl(cell), ';');
  return absl::OkStatus();
}

absl::Status ReadTwoWay(Cell cell, OffMeshLink& link) {
  link.two_way = cell == "1" || cell == "true";
  if (link.two_way || cell.empty() || cell == "0" || cell == "false") return absl::OkStatus();
  return Invalid(StrCat("'", Printable(cell), "' is none of 0, 1, false, true"));
}

absl::Status ReadKind(Cell cell, OffMeshLink& link) {
  WS_ASSIGN_OR_RETURN(link.kind, ParseLinkKind(cell));
  return absl::OkStatus();
}

struct Column {
  std::string_view name;
  bool required;
  CellReader read;  // an empty cell of a column that is not required keeps the default
};

constexpr size_t kColumnCount = 13;
const std::array<Column, kColumnCount>& Columns() {
  static const std::array<Column, kColumnCount> kColumns = {{
      {"kind", true, ReadKind},
      {"start_x", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.start.x); }},
      {"start_y", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.start.y); }},
      {"start_z", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.start.z); }},
      {"end_x", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.end.x); }},
      {"end_y", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.end.y); }},
      {"end_z", true, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.end.z); }},
      {"two_way", false, ReadTwoWay},
      {"radius_m", false, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.radius_m); }},
      {"cost_m", false, [](Cell cell, OffMeshLink& link) { return ReadNumber(cell, link.cost_m); }},
      {"abilities", false, [](Cell cell, OffMeshLink& link) { return ReadNames(cell, link.abilities); }},
      {"agents", false, [](Cell cell, OffMeshLink& link) { return ReadNames(cell, link.agents); }},
      {"id", false,
       [](Cell cell, OffMeshLink& link) {
         link.external_id = std::string(cell);
         return absl::OkStatus();
       }},
  }};
  return kColumns;
}

std::vector<Cell> SplitLine(std::string_view line) {
  std::vector<Cell> cells;
  for (const absl::string_view cell : absl::StrSplit(ToAbsl(line), ',')) {
    cells.emplace_back(cell.data(), cell.size());
  }
  return cells;
}

// Which column each cell of a row belongs to.
absl::StatusOr<std::vector<const Column*>> ReadHeader(std::string_view line) {
  std::vector<const Column*> order;
  for (const Cell name : SplitLine(line)) {
    const auto known = std::find_if(Columns().begin(), Columns().end(),
                                    [&](const Column& column) { return column.name == name; });
    if (known == Columns().end()) return Invalid(StrCat("column '", Printable(name), "' is not known"));
    if (std::find(order.begin(), order.end(), &*known) != order.end()) {
      return Invalid(StrCat("column '", name, "' is there twice"));
    }
    order.push_back(&*known);
  }
  for (const Column& column : Columns()) {
    if (!column.required || std::find(order.begin(), order.end(), &column) != order.end()) continue;
    return Invalid(StrCat("the header needs a column '", column.name, "'"));
  }
  return order;
}

absl::StatusOr<OffMeshLink> ReadRow(std::string_view line, const std::vector<const Column*>& order) {
  if (line.find('"') != std::string_view::npos) return Invalid("quotes are not read; leave them out");
  const std::vector<Cell> cells = SplitLine(line);
  if (cells.size() != order.size()) {
    return Invalid(StrCat("has ", cells.size(), " cells, the header ", order.size()));
  }
  OffMeshLink link;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty() && !order[i]->required) continue;
    const absl::Status status = order[i]->read(cells[i], link);
    if (!status.ok()) return Invalid(StrCat("column '", order[i]->name, "': ", status.message()));
  }
  WS_RETURN_IF_ERROR(SortAbilities(link.abilities));
  WS_RETURN_IF_ERROR(CheckLink(link));
  return link;
}

// Cuts the next line off `text`, without its end (LF or CR LF).
std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace

absl::StatusOr<std::vector<OffMeshLink>> ParseLinkCsv(std::string_view text, std::string_view name) {
  text = WithoutByteOrderMark(text);
  const auto at = [&](size_t line_number, const absl::Status& status) {
    return Invalid(StrCat(PrintablePath(name), ":", line_number, ": ", status.message()));
  };
  const absl::StatusOr<std::vector<const Column*>> order = ReadHeader(TakeLine(text));
  if (!order.ok()) return at(1, order.status());
  std::vector<OffMeshLink> links;
  for (size_t line_number = 2; !text.empty(); ++line_number) {
    const std::string_view line = TakeLine(text);
    if (line.empty()) continue;
    absl::StatusOr<OffMeshLink> link = ReadRow(line, *order);
    if (!link.ok()) return at(line_number, link.status());
    if (links.size() == kMaxLinks) return at(line_number, Invalid(StrCat("more than ", kMaxLinks, " links")));
    link->place = StrCat(PrintablePath(name), ":", line_number);
    links.push_back(*std::move(link));
  }
  return links;
}

absl::StatusOr<std::vector<OffMeshLink>> ReadLinkFile(const std::string& path, SourceDigest* digest) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (digest != nullptr) digest->Add(text);
  if (text.size() > kMaxLinkFileBytes) {
    return Invalid(
        StrCat(PrintablePath(path), ": has ", text.size(), " bytes, above the limit of ", kMaxLinkFileBytes));
  }
  return ParseLinkCsv(text, path);
}

}  // namespace waystone
