// A trigger is a box or a rectangle of cells, an arrival a point or a cell: four groups of columns, of which
// a row fills one of the first two and one of the last two.
#include "bake/world/portal_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "bake/import/csv_columns.h"
#include "bake/import/csv_rows.h"
#include "bake/import/parse_number.h"
#include "bake/import/source_file.h"
#include "bake/world/portal_rules.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// A row, as far as its columns are numbers.
struct Row {
  std::array<std::optional<double>, 6> box;  // min x, y, z, max x, y, z
  std::array<std::optional<double>, 4> cells;
  std::array<std::optional<double>, 3> point;
  std::array<std::optional<double>, 2> cell;
};

// Where a field goes: a text, a number, or an item of a group.
using Field = std::string_view;
struct Column {
  std::string_view name;
  bool is_required = false;
  absl::Status (*read)(Field field, Row& row, PortalSpec& portal);
};

absl::StatusOr<double> NumberIn(Field field) {
  const std::optional<double> number = ParseNumber(field);
  if (number.has_value()) return *number;
  return absl::InvalidArgumentError(StrCat("'", Printable(field), "' is not a number"));
}

template <std::string PortalSpec::*kText>
absl::Status ReadText(Field field, Row&, PortalSpec& portal) {
  portal.*kText = std::string(field);
  return absl::OkStatus();
}

template <double PortalSpec::*kNumber>
absl::Status ReadNumber(Field field, Row&, PortalSpec& portal) {
  WS_ASSIGN_OR_RETURN(portal.*kNumber, NumberIn(field));
  return absl::OkStatus();
}

template <auto kGroup, size_t kItem>
absl::Status ReadItem(Field field, Row& row, PortalSpec&) {
  WS_ASSIGN_OR_RETURN((row.*kGroup)[kItem], NumberIn(field));
  return absl::OkStatus();
}

absl::Status ReadKind(Field field, Row&, PortalSpec& portal) {
  WS_ASSIGN_OR_RETURN(portal.kind, ParsePortalKind(field));
  return absl::OkStatus();
}

absl::Status ReadFromMap(Field field, Row&, PortalSpec& portal) {
  portal.trigger.map_id = std::string(field);
  return absl::OkStatus();
}

absl::Status ReadToMap(Field field, Row&, PortalSpec& portal) {
  portal.to.map_id = std::string(field);
  return absl::OkStatus();
}

constexpr std::array<Column, 24> kColumns = {{
    {"id", true, ReadText<&PortalSpec::name>},
    {"kind", false, ReadKind},
    {"from_map", true, ReadFromMap},
    {"min_x", false, ReadItem<&Row::box, 0>},
    {"min_y", false, ReadItem<&Row::box, 1>},
    {"min_z", false, ReadItem<&Row::box, 2>},
    {"max_x", false, ReadItem<&Row::box, 3>},
    {"max_y", false, ReadItem<&Row::box, 4>},
    {"max_z", false, ReadItem<&Row::box, 5>},
    {"first_column", false, ReadItem<&Row::cells, 0>},
    {"first_row", false, ReadItem<&Row::cells, 1>},
    {"last_column", false, ReadItem<&Row::cells, 2>},
    {"last_row", false, ReadItem<&Row::cells, 3>},
    {"to_map", true, ReadToMap},
    {"x", false, ReadItem<&Row::point, 0>},
    {"y", false, ReadItem<&Row::point, 1>},
    {"z", false, ReadItem<&Row::point, 2>},
    {"column", false, ReadItem<&Row::cell, 0>},
    {"row", false, ReadItem<&Row::cell, 1>},
    {"cost_m", false, ReadNumber<&PortalSpec::cost_m>},
    {"money", false, ReadNumber<&PortalSpec::money>},
    {"ticket", false, ReadText<&PortalSpec::ticket>},
    {"requirement", false, ReadText<&PortalSpec::requirement>},
    {"group", false, ReadText<&PortalSpec::group>},
}};

absl::Status Invalid(std::string_view rule) { return absl::InvalidArgumentError(ToAbsl(rule)); }

template <size_t kCount>
size_t Given(const std::array<std::optional<double>, kCount>& group) {
  return static_cast<size_t>(
      std::count_if(group.begin(), group.end(), [](const auto& value) { return value.has_value(); }));
}

template <size_t kCount>
absl::StatusOr<std::array<int64_t, kCount>> CellsOf(const std::array<std::optional<double>, kCount>& group) {
  std::array<int64_t, kCount> cells{};
  for (size_t i = 0; i < kCount; ++i) {
    if (!IsCellNumber(*group[i])) return Invalid(StrCat("cells are whole numbers, not ", *group[i]));
    cells[i] = static_cast<int64_t>(*group[i]);
  }
  return cells;
}

absl::Status TakeTrigger(const Row& row, PortalSpec& portal) {
  const size_t box = Given(row.box);
  const size_t cells = Given(row.cells);
  if (!(box == row.box.size() && cells == 0) && !(box == 0 && cells == row.cells.size())) {
    return Invalid(
        "the trigger is all of min_x, min_y, min_z, max_x, max_y, max_z, or all of first_column, first_row, "
        "last_column, last_row");
  }
  if (cells > 0) {
    WS_ASSIGN_OR_RETURN(portal.trigger.cells, CellsOf(row.cells));
    return absl::OkStatus();
  }
  portal.trigger.box = {{*row.box[0], *row.box[1], *row.box[2]}, {*row.box[3], *row.box[4], *row.box[5]}};
  return absl::OkStatus();
}

absl::Status TakeArrival(const Row& row, PortalSpec& portal) {
  const size_t point = Given(row.point);
  const size_t cell = Given(row.cell);
  if (!(point == row.point.size() && cell == 0) && !(point == 0 && cell == row.cell.size())) {
    return Invalid("the arrival is all of x, y, z, or column and row");
  }
  if (cell > 0) {
    WS_ASSIGN_OR_RETURN(portal.to.cell, CellsOf(row.cell));
    return absl::OkStatus();
  }
  portal.to.point = {*row.point[0], *row.point[1], *row.point[2]};
  return absl::OkStatus();
}

absl::StatusOr<PortalSpec> ReadRow(std::span<const std::string_view> fields,
                                   const std::vector<const Column*>& order) {
  if (fields.size() != order.size()) {
    return Invalid(StrCat("has ", fields.size(), " fields, the header ", order.size()));
  }
  Row row;
  PortalSpec portal;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].find('"') != std::string_view::npos) return Invalid("quotes are not read; leave them out");
    if (fields[i].empty()) continue;
    const absl::Status status = order[i]->read(fields[i], row, portal);
    if (!status.ok()) return Invalid(StrCat("column '", order[i]->name, "': ", status.message()));
  }
  WS_RETURN_IF_ERROR(TakeTrigger(row, portal));
  WS_RETURN_IF_ERROR(TakeArrival(row, portal));
  WS_RETURN_IF_ERROR(CheckPortalSpec(portal));
  return portal;
}

}  // namespace

absl::StatusOr<std::vector<PortalSpec>> ParsePortalTable(std::string_view text, std::string_view name) {
  CsvRows rows(text);
  const auto place = [&] { return StrCat(PrintablePath(name), ":", rows.line()); };
  const auto here = [&](const absl::Status& status) {
    return Invalid(StrCat(place(), ": ", status.message()));
  };
  if (!rows.Next()) return Invalid(StrCat(PrintablePath(name), ": has no header"));
  const absl::StatusOr<std::vector<const Column*>> order = ReadCsvHeader<Column>(rows.fields(), kColumns);
  if (!order.ok()) return here(order.status());
  std::vector<PortalSpec> portals;
  while (rows.Next()) {
    if (portals.size() == kMaxWorldPortals) {
      return here(Invalid(StrCat("more than ", kMaxWorldPortals, " portals")));
    }
    absl::StatusOr<PortalSpec> portal = ReadRow(rows.fields(), *order);
    if (!portal.ok()) return here(portal.status());
    portal->place = place();
    portals.push_back(*std::move(portal));
  }
  return portals;
}

absl::StatusOr<std::vector<PortalSpec>> ReadPortalTable(const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (text.size() > kMaxWorldManifestBytes) {
    return Invalid(StrCat(PrintablePath(path), ": has ", text.size(), " bytes, above the limit of ",
                          kMaxWorldManifestBytes));
  }
  return ParsePortalTable(text, path);
}

}  // namespace waystone
