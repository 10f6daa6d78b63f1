#include "bake/import/waypoint_csv.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bake/import/csv_rows.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint32_t kAnyNumber = std::numeric_limits<uint32_t>::max();

// Where the columns that count stand.
class Columns {
 public:
  // Reads the header. `required` must be there; of those and `optional` none twice.
  static absl::StatusOr<Columns> Take(CsvRows& rows, std::span<const std::string_view> required,
                                      std::span<const std::string_view> optional) {
    Columns columns;
    if (!rows.Next()) return absl::InvalidArgumentError("line 1: there is no header");
    for (const std::string_view name : required) {
      WS_ASSIGN_OR_RETURN(const std::optional<size_t> at, Find(rows, name));
      if (!at) return rows.Error(StrCat("the header has no column '", name, "'"));
      columns.at_.push_back(at);
    }
    for (const std::string_view name : optional) {
      WS_ASSIGN_OR_RETURN(columns.at_.emplace_back(), Find(rows, name));
    }
    return columns;
  }

  // Of the k-th name taken.
  std::optional<size_t> operator[](size_t k) const { return at_[k]; }

 private:
  static absl::StatusOr<std::optional<size_t>> Find(const CsvRows& rows, std::string_view name) {
    const std::span<const std::string_view> fields = rows.fields();
    const auto found = std::ranges::find(fields, name);
    if (found == fields.end()) return std::nullopt;
    if (std::find(found + 1, fields.end(), name) != fields.end()) {
      return rows.Error(StrCat("the header has column '", name, "' twice"));
    }
    return static_cast<size_t>(found - fields.begin());
  }

  std::vector<std::optional<size_t>> at_;
};

absl::StatusOr<bool> Flag(const CsvRows& rows, std::optional<size_t> column, std::string_view name) {
  if (!column) return false;
  WS_ASSIGN_OR_RETURN(const uint32_t value, rows.Integer(*column, name, 1));
  return value == 1;
}

absl::StatusOr<WaypointGraph::Node> NodeOf(const CsvRows& rows, const Columns& columns) {
  WaypointGraph::Node node;
  WS_ASSIGN_OR_RETURN(node.id, rows.Integer(*columns[0], "id", kMaxWaypointId));
  WS_ASSIGN_OR_RETURN(node.at.x, rows.Number(*columns[1], "x"));
  WS_ASSIGN_OR_RETURN(node.at.y, rows.Number(*columns[2], "y"));
  WS_ASSIGN_OR_RETURN(node.at.z, rows.Number(*columns[3], "z"));
  if (columns[4]) {
    WS_ASSIGN_OR_RETURN(node.radius, rows.Number(*columns[4], "radius"));
    if (node.radius < 0) return rows.Error("radius must not be negative");
  }
  if (columns[5]) {
    WS_ASSIGN_OR_RETURN(node.flags, rows.Integer(*columns[5], "flags", kAnyNumber));
  }
  node.place = rows.line();
  return node;
}

}  // namespace

absl::Status ParseWaypointNodes(std::string_view text, WaypointGraph& graph) {
  constexpr std::string_view kRequired[] = {"id", "x", "y", "z"};
  constexpr std::string_view kOptional[] = {"radius", "flags"};
  CsvRows rows(text);
  WS_ASSIGN_OR_RETURN(const Columns columns, Columns::Take(rows, kRequired, kOptional));
  return rows.ForEach(kMaxWaypointNodes, "nodes", [&] {
    WS_ASSIGN_OR_RETURN(graph.nodes.emplace_back(), NodeOf(rows, columns));
    return absl::OkStatus();
  });
}

absl::Status ParseWaypointLinks(std::string_view text, WaypointGraph& graph) {
  constexpr std::string_view kRequired[] = {"from", "to"};
  constexpr std::string_view kOptional[] = {"jump", "ladder"};
  CsvRows rows(text);
  WS_ASSIGN_OR_RETURN(const Columns columns, Columns::Take(rows, kRequired, kOptional));
  return rows.ForEach(kMaxWaypointLinks, "links", [&] {
    WaypointGraph::Link& link = graph.links.emplace_back();
    WS_ASSIGN_OR_RETURN(link.from, rows.Integer(*columns[0], "from", kMaxWaypointId));
    WS_ASSIGN_OR_RETURN(link.to, rows.Integer(*columns[1], "to", kMaxWaypointId));
    WS_ASSIGN_OR_RETURN(link.jump, Flag(rows, columns[2], "jump"));
    WS_ASSIGN_OR_RETURN(link.ladder, Flag(rows, columns[3], "ladder"));
    link.place = rows.line();
    return absl::OkStatus();
  });
}

}  // namespace waystone
