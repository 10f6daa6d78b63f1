// A breadth-first search in which free cells cost nothing and blocked ones 1 (0-1 search): free cells go to the front of the
// queue. Which cells are free follows from the map's polygons, which are rectangles of them.
#include "core/why/cell_walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include "core/base/str_cat.h"
#include "core/why/fix_text.h"

namespace waystone {
namespace {

constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();
constexpr uint8_t kNoStep = 4;
constexpr size_t kMostNamed = 8;  // cells of a wall
constexpr std::array<std::pair<int, int>, 4> kSteps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// The cell that a map-local place lies in; the nearest one to a place outside.
uint32_t CellAt(const CellExtent& extent, const Vec3& local) {
  const auto clamped = [&](double off_m, uint32_t count) {
    const double cell = std::floor(off_m / extent.cell_m);
    return static_cast<uint32_t>(std::clamp(cell, 0.0, static_cast<double>(count - 1)));
  };
  return clamped(local.x - extent.corner.x, extent.columns) +
         clamped(local.z - extent.corner.z, extent.rows) * extent.columns;
}

}  // namespace

CellWallFinder::CellWallFinder(const MapView& map, const GridChanges* changes, const Deadline& deadline)
    : map_(map), deadline_(deadline), extent_(*map.surface->Fields().cells) {
  if (CellCount() > kMaxWallCells) return;
  is_free_.assign(CellCount(), false);
  for (uint32_t p = 0; p < map.navmesh->poly_count(); ++p) Free(RectOf(PolyId(p)));
  for (; changes != nullptr; changes = changes->beneath.get()) {
    for (const uint32_t cell : changes->opened_cells) is_free_[cell] = true;
    for (const CellRect& rect : changes->opened_rects) Free(rect);
  }
}

void CellWallFinder::Start(const NavLocation& from) { Search(from, kNever); }

MendedPath CellWallFinder::To(const NavLocation& to) const {
  const uint32_t goal = CellOf(to);
  MendedPath path{.from = {from_}, .to = {to.point + map_.manifest->origin}};
  if (!opened_.empty() && opened_[goal] != kNever) AddWalls(WayTo(goal), path);
  return path;
}

MendedPath CellWallFinder::Between(const NavLocation& from, const NavLocation& to) {
  Search(from, CellOf(to));
  return To(to);
}

// Ends at the goal, if that is a cell.
void CellWallFinder::Search(const NavLocation& from, uint32_t goal) {
  constexpr uint32_t kCellsPerLook = 65'536;
  from_ = from.point + map_.manifest->origin;
  if (is_free_.empty()) return;
  opened_.assign(CellCount(), kNever);
  step_.assign(CellCount(), kNoStep);
  const uint32_t start = CellOf(from);
  opened_[start] = 0;
  std::deque<uint32_t> open = {start};
  for (uint32_t taken = 1; !open.empty(); ++taken) {
    const uint32_t cell = open.front();
    open.pop_front();
    if (cell == goal) return;
    if (taken % kCellsPerLook == 0 && deadline_.Expired()) break;
    for (size_t k = 0; k < kSteps.size(); ++k) {
      const uint32_t next = Neighbour(cell, k);
      if (next == kNever) continue;
      const uint32_t cost = opened_[cell] + (is_free_[next] ? 0 : 1);
      if (cost >= opened_[next]) continue;
      opened_[next] = cost;
      step_[next] = static_cast<uint8_t>(k);
      if (is_free_[next]) {
        open.push_front(next);
      } else {
        open.push_back(next);
      }
    }
  }
  if (!open.empty()) opened_.clear();  // no cell's way is known to be the best
}

// From the start to the cell.
std::vector<uint32_t> CellWallFinder::WayTo(uint32_t cell) const {
  std::vector<uint32_t> way = {cell};
  while (step_[way.back()] != kNoStep) {
    const auto [dx, dz] = kSteps[step_[way.back()]];
    way.push_back(
        static_cast<uint32_t>(static_cast<int64_t>(way.back()) - dx - int64_t{dz} * extent_.columns));
  }
  std::ranges::reverse(way);
  return way;
}

void CellWallFinder::AddWalls(const std::vector<uint32_t>& way, MendedPath& path) const {
  for (size_t i = 1; i < way.size();) {
    size_t end = i;
    while (end < way.size() && !is_free_[way[end]]) ++end;
    if (end > i && end < way.size()) {
      const Fix wall = WallOf(
          {way.begin() + static_cast<ptrdiff_t>(i) - 1, way.begin() + static_cast<ptrdiff_t>(end) + 1});
      path.breaks.push_back({.first_fix = path.fixes.size(), .from = {*wall.at}, .to = {*wall.to}});
      path.fixes.push_back(wall);
    }
    i = std::max(end, i + 1);
  }
}

// The cell that a place lies in. A place on the border of its polygon lies in a cell of that.
uint32_t CellWallFinder::CellOf(const NavLocation& place) const {
  const uint32_t cell = CellAt(extent_, place.point);
  if (place.poly.IsNone()) return cell;
  const CellRect rect = RectOf(place.poly);
  const uint32_t column = std::clamp(cell % extent_.columns, rect.column, rect.column + rect.columns - 1);
  const uint32_t row = std::clamp(cell / extent_.columns, rect.row, rect.row + rect.rows - 1);
  return column + row * extent_.columns;
}

uint32_t CellWallFinder::Neighbour(uint32_t cell, size_t step) const {
  const auto [dx, dz] = kSteps[step];
  const int64_t column = int64_t{cell % extent_.columns} + dx;
  const int64_t row = int64_t{cell / extent_.columns} + dz;
  if (column < 0 || row < 0 || column >= extent_.columns || row >= extent_.rows) return kNever;
  return static_cast<uint32_t>(column + row * extent_.columns);
}

// Of a polygon's cells.
CellRect CellWallFinder::RectOf(PolyId poly) const {
  double low[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double high[2] = {-low[0], -low[1]};
  for (const NavEdge& edge : map_.navmesh->edges(poly)) {
    const Vec3 corner(map_.navmesh->vertex(VertexId(edge.vertex)));
    low[0] = std::min(low[0], corner.x);
    low[1] = std::min(low[1], corner.z);
    high[0] = std::max(high[0], corner.x);
    high[1] = std::max(high[1], corner.z);
  }
  const double half_m = extent_.cell_m / 2;
  const uint32_t first = CellAt(extent_, {low[0] + half_m, 0, low[1] + half_m});
  const uint32_t last = CellAt(extent_, {high[0] - half_m, 0, high[1] - half_m});
  const uint32_t column = first % extent_.columns;
  const uint32_t row = first / extent_.columns;
  return {column, row, last % extent_.columns - column + 1, last / extent_.columns - row + 1};
}

void CellWallFinder::Free(const CellRect& rect) {
  const uint64_t end_row = std::min<uint64_t>(uint64_t{rect.row} + rect.rows, extent_.rows);
  const uint64_t end_column = std::min<uint64_t>(uint64_t{rect.column} + rect.columns, extent_.columns);
  for (uint64_t row = rect.row; row < end_row; ++row) {
    for (uint64_t column = rect.column; column < end_column; ++column)
      is_free_[row * extent_.columns + column] = true;
  }
}

Vec3 CellWallFinder::MiddleOf(uint32_t cell) const {
  const uint32_t column = cell % extent_.columns;
  const uint32_t row = cell / extent_.columns;
  return extent_.corner + map_.manifest->origin +
         Vec3((column + 0.5) * extent_.cell_m, 0, (row + 0.5) * extent_.cell_m);
}

// The first and the last cell are free.
Fix CellWallFinder::WallOf(const std::vector<uint32_t>& cells) const {
  Fix fix;
  fix.kind = FixKind::kCells;
  fix.at = MiddleOf(cells.front());
  fix.to = MiddleOf(cells.back());
  fix.measure = static_cast<double>(cells.size() - 2);
  fix.unit = FixUnit::kCells;
  fix.sentence =
      StrCat("a wall of ", cells.size() - 2, cells.size() == 3 ? " blocked cell" : " blocked cells", " from ",
             PlaceText(*fix.at), " to ", PlaceText(*fix.to), ": column and row");
  for (size_t i = 1; i + 1 < cells.size(); ++i) {
    if (i > kMostNamed) {
      StrAppend(fix.sentence, " and so on");
      break;
    }
    StrAppend(fix.sentence, i == 1 ? " " : ", ", cells[i] % extent_.columns, " ", cells[i] / extent_.columns);
  }
  return fix;
}

std::optional<NavLocation> OpenedPlace(const MapView& map, const Vec3& position, const SnapOptions& snap,
                                       const GridChanges* changes) {
  const std::optional<CellExtent> extent = map.surface->Fields().cells;
  if (!extent) return std::nullopt;
  const double column = std::floor((position.x - extent->corner.x) / extent->cell_m);
  const double row = std::floor((position.z - extent->corner.z) / extent->cell_m);
  const double up_m = extent->corner.y - position.y;
  const bool is_inside = column >= 0 && column < extent->columns && row >= 0 && row < extent->rows;
  if (!is_inside || up_m > snap.max_above_m || -up_m > snap.max_below_m) return std::nullopt;
  const uint32_t cell = CellAt(*extent, position);
  const auto has_cell = [&](const CellRect& rect) {
    return column >= rect.column && column - rect.column < rect.columns && row >= rect.row &&
           row - rect.row < rect.rows;
  };
  for (; changes != nullptr; changes = changes->beneath.get()) {
    const bool is_opened = std::ranges::count(changes->opened_cells, cell) > 0 ||
                           std::ranges::any_of(changes->opened_rects, has_cell);
    if (is_opened) return NavLocation{PolyId::None(), {position.x, extent->corner.y, position.z}};
  }
  return std::nullopt;
}

MendedPath FindCellWalls(const MapView& map, const NavLocation& from, const NavLocation& to,
                         const GridChanges* changes, const Deadline& deadline) {
  return CellWallFinder(map, changes, deadline).Between(from, to);
}

}  // namespace waystone
