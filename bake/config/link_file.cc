#include "bake/config/link_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "absl/strings/str_split.h"
#include "bake/config/link_rules.h"
#include "bake/import/csv_columns.h"
#include "bake/import/csv_rows.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Cell = std::string_view;
using CellReader = absl::Status (*)(Cell cell, OffMeshLink& link);

absl::Status ReadNumber(Cell cell, double& number) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error == std::errc() && end == cell.data() + cell.size()) return absl::OkStatus();
  return InvalidArgument("'", Printable(cell), "' is not a number");
}

absl::Status ReadNames(Cell cell, std::vector<std::string>& names) {
  if (!cell.empty()) names = absl::StrSplit(ToAbsl(cell), ';');
  return absl::OkStatus();
}

absl::Status ReadTwoWay(Cell cell, OffMeshLink& link) {
  link.two_way = cell == "1" || cell == "true";
  if (link.two_way || cell.empty() || cell == "0" || cell == "false") return absl::OkStatus();
  return InvalidArgument("'", Printable(cell), "' is none of 0, 1, false, true");
}

absl::Status ReadKind(Cell cell, OffMeshLink& link) {
  WS_ASSIGN_OR_RETURN(link.kind, ParseLinkKind(cell));
  return absl::OkStatus();
}

struct Column {
  std::string_view name;
  bool is_required;
  CellReader read;  // an empty cell of a column that is not required keeps the default
};

constexpr std::array<Column, 13> kColumns = {{
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

absl::StatusOr<OffMeshLink> ReadRow(std::span<const Cell> cells, const std::vector<const Column*>& order) {
  const auto has_quote = [](Cell cell) { return cell.find('"') != Cell::npos; };
  if (std::ranges::any_of(cells, has_quote)) return InvalidArgument("quotes are not read; leave them out");
  if (cells.size() != order.size()) {
    return InvalidArgument("has ", cells.size(), " cells, the header ", order.size());
  }
  OffMeshLink link;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty() && !order[i]->is_required) continue;
    const absl::Status status = order[i]->read(cells[i], link);
    if (!status.ok()) return InvalidArgument("column '", order[i]->name, "': ", status.message());
  }
  WS_RETURN_IF_ERROR(SortAbilities(link.abilities));
  WS_RETURN_IF_ERROR(CheckLink(link));
  return link;
}

}  // namespace

absl::StatusOr<std::vector<OffMeshLink>> ParseLinkCsv(std::string_view text, std::string_view name) {
  CsvRows rows(text);
  const auto place = [&] { return StrCat(PrintablePath(name), ":", std::max(1U, rows.line())); };
  const auto here = [&](const absl::Status& status) {
    return InvalidArgument(place(), ": ", status.message());
  };
  constexpr std::string_view kNothing[] = {""};
  const absl::StatusOr<std::vector<const Column*>> order =
      ReadCsvHeader<Column>(rows.Next() ? rows.fields() : kNothing, kColumns);
  if (!order.ok()) return here(order.status());
  std::vector<OffMeshLink> links;
  while (rows.Next()) {
    absl::StatusOr<OffMeshLink> link = ReadRow(rows.fields(), *order);
    if (!link.ok()) return here(link.status());
    if (links.size() == kMaxLinks) return here(InvalidArgument("more than ", kMaxLinks, " links"));
    link->place = place();
    links.push_back(*std::move(link));
  }
  return links;
}

absl::StatusOr<std::vector<OffMeshLink>> ReadLinkFile(const std::string& path, SourceDigest* digest) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (digest != nullptr) digest->Add(text);
  if (text.size() > kMaxLinkFileBytes) {
    return InvalidArgument(PrintablePath(path), ": has ", text.size(), " bytes, above the limit of ",
                           kMaxLinkFileBytes);
  }
  return ParseLinkCsv(text, path);
}

}  // namespace waystone
