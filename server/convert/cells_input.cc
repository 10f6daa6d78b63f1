#include "server/convert/cells_input.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"
#include "core/surface/solid_cells.h"
#include "server/convert/obstacles_input.h"
#include "server/convert/request_check.h"

namespace waystone {
namespace {

using NumberList = google::protobuf::RepeatedField<uint32_t>;

constexpr int kNumbersOfRect = 4;

// Reads the lists of one request.
class CellsReader {
 public:
  CellsReader(const FoundMap& found, const RequestLimits& limits)
      : found_(found), cells_(found.view.surface->Fields().cells), limits_(limits) {}

  absl::Status ReadIds(const char* field, const NumberList& list, std::vector<uint32_t>& ids) const {
    if (list.empty()) return absl::OkStatus();
    WS_RETURN_IF_ERROR(CheckCount(field, list.size(), limits_.max_cells));
    WS_RETURN_IF_ERROR(CheckHasCells(field));
    const uint32_t count = cells_->columns * cells_->rows;
    for (int i = 0; i < list.size(); ++i) {
      if (list[i] < count) continue;
      return FieldError(StrCat(field, "[", i, "]"), StrCat("no cell ", list[i], ", there are ", count));
    }
    ids.assign(list.begin(), list.end());
    return absl::OkStatus();
  }

  absl::Status ReadRects(const char* field, const NumberList& list, std::vector<CellRect>& rects) const {
    if (list.empty()) return absl::OkStatus();
    if (list.size() % kNumbersOfRect != 0) {
      return FieldError(field, StrCat(list.size(), " numbers, must be four for each rectangle"));
    }
    const auto count = static_cast<uint64_t>(list.size() / kNumbersOfRect);
    WS_RETURN_IF_ERROR(CheckCount(field, count, limits_.max_cells));
    WS_RETURN_IF_ERROR(CheckHasCells(field));
    rects.reserve(count);
    for (int i = 0; i < list.size(); i += kNumbersOfRect) {
      const CellRect rect{list[i], list[i + 1], list[i + 2], list[i + 3]};
      WS_RETURN_IF_ERROR(CheckSpan(field, i, rect.column, rect.columns, "columns", cells_->columns, rect));
      WS_RETURN_IF_ERROR(CheckSpan(field, i + 1, rect.row, rect.rows, "rows", cells_->rows, rect));
      rects.push_back(rect);
    }
    return absl::OkStatus();
  }

  absl::Status ReadUnderObstacles(const v1::MapChanges& changes, const Deadline& deadline,
                                  std::vector<CellRect>& rects) const {
    if (!cells_ || changes.obstacles().empty()) return absl::OkStatus();
    std::vector<Solid> solids;
    WS_RETURN_IF_ERROR(ReadObstacles(changes, found_, limits_, solids));
    return BlockUnder(solids, *cells_, found_.view.variant->agent, limits_.max_cells, deadline, rects);
  }

 private:
  absl::Status CheckHasCells(const char* field) const {
    return cells_ ? absl::OkStatus() : FieldError(field, "the map is no grid");
  }

  static std::string TextOf(const CellRect& rect) {
    return StrCat(" in ", rect.column, ",", rect.row, ",", rect.columns, ",", rect.rows);
  }

  // The first of the columns (or rows) stands at `index` of the list, their number two behind it. `rect`: for messages.
  static absl::Status CheckSpan(const char* field, int index, uint32_t first, uint32_t count,
                                const char* what, uint32_t there_are, const CellRect& rect) {
    if (first >= there_are) {
      return FieldError(StrCat(field, "[", index, "]"), StrCat("must be below ", there_are, ", the grid's ",
                                                               what, ", is ", first, TextOf(rect)));
    }
    if (count >= 1 && count <= there_are - first) return absl::OkStatus();
    return FieldError(StrCat(field, "[", index + 2, "]"),
                      StrCat("must be 1 to ", there_are - first, " ", what, ", is ", count, TextOf(rect)));
  }

  const FoundMap& found_;
  const std::optional<CellExtent> cells_;
  const RequestLimits& limits_;
};

// The changes and those beneath them as one.
std::shared_ptr<const GridChanges> Joined(const GridChanges& changes) {
  auto all = std::make_shared<GridChanges>(*changes.beneath);
  const auto append = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  append(changes.blocked_cells, all->blocked_cells);
  append(changes.opened_cells, all->opened_cells);
  append(changes.blocked_rects, all->blocked_rects);
  append(changes.opened_rects, all->opened_rects);
  return all;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const GridChanges>> ReadCells(const v1::MapChanges& changes,
                                                             const FoundMap& found,
                                                             const RequestLimits& limits,
                                                             const Deadline& deadline,
                                                             std::shared_ptr<const GridChanges> beneath) {
  auto cells = std::make_shared<GridChanges>();
  const CellsReader reader(found, limits);
  WS_RETURN_IF_ERROR(reader.ReadIds("blocked_cells", changes.blocked_cells(), cells->blocked_cells));
  WS_RETURN_IF_ERROR(reader.ReadIds("opened_cells", changes.opened_cells(), cells->opened_cells));
  WS_RETURN_IF_ERROR(reader.ReadRects("blocked_rects", changes.blocked_rects(), cells->blocked_rects));
  WS_RETURN_IF_ERROR(reader.ReadRects("opened_rects", changes.opened_rects(), cells->opened_rects));
  WS_RETURN_IF_ERROR(reader.ReadUnderObstacles(changes, deadline, cells->blocked_rects));
  if (cells->IsNone()) return beneath;
  if (beneath != nullptr && beneath->beneath != nullptr) beneath = Joined(*beneath);
  cells->beneath = std::move(beneath);
  return cells;
}

}  // namespace waystone
