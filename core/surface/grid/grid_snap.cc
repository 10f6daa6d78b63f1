#include "core/surface/grid/grid_snap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/grid/grid_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/grid/grid_of_map.h"

namespace waystone {
namespace {

constexpr double kInset = 1.0 / 1024;  // [cells] of places from the outline of their cell

// Columns of one line of bits by rows; -1 if there is none. REQUIRES (both): 0 <= from, to < columns.
int32_t FirstFree(const uint64_t* line, int32_t from, int32_t to) {
  const auto last = static_cast<uint32_t>(to + 1);
  for (auto bit = static_cast<uint32_t>(from + 1); bit <= last; bit = (bit / 64 + 1) * 64) {
    const uint64_t word = line[bit / 64] >> (bit % 64);
    if (word == 0) continue;
    const uint32_t found = bit + static_cast<uint32_t>(std::countr_zero(word));
    return found <= last ? static_cast<int32_t>(found) - 1 : -1;
  }
  return -1;
}
int32_t LastFree(const uint64_t* line, int32_t from, int32_t to) {
  const auto first = static_cast<uint32_t>(to + 1);
  auto bit = static_cast<uint32_t>(from + 1);
  while (true) {
    const uint64_t word = line[bit / 64] << (63 - bit % 64);
    if (word != 0) {
      const uint32_t found = bit - static_cast<uint32_t>(std::countl_zero(word));
      return found >= first && found <= bit ? static_cast<int32_t>(found) - 1 : -1;
    }
    if (bit / 64 * 64 <= first) return -1;
    bit = bit / 64 * 64 - 1;
  }
}

class NearestFree {
 public:
  NearestFree(const GridView& map, const uint64_t* row_words, const Vec3& position, double radius_m)
      : map_(map), row_words_(row_words) {
    const GridHeader& h = map.header();
    x_ = (position.x - h.corner_x_m) / h.cell_size_m;
    z_ = (position.z - h.corner_z_m) / h.cell_size_m;
    const double radius = radius_m / h.cell_size_m;
    least_sq_ = radius * radius;
  }

  std::optional<Cell> Find() {
    const auto last_row = static_cast<int32_t>(map_.rows()) - 1;
    const auto middle = static_cast<int32_t>(std::clamp(std::floor(z_), 0.0, double{1} * last_row));
    for (int32_t k = 0; k <= last_row; ++k) {
      const bool goes_on_up = TryRow(middle - k);
      const bool goes_on_down = k > 0 && TryRow(middle + k);
      if (k > 0 && !goes_on_up && !goes_on_down) break;
    }
    return found_;
  }

 private:
  // False if the row and all beyond it are too far away.
  bool TryRow(int32_t row) {
    if (row < 0 || row >= static_cast<int32_t>(map_.rows())) return false;
    const double off = std::max({0.0, row - z_, z_ - (row + 1)});
    if (off * off > least_sq_) return false;
    const double reach = std::sqrt(least_sq_ - off * off);
    const double last = double{1} * map_.columns() - 1;
    const auto column_at = [&](double x) {
      return static_cast<int32_t>(std::clamp(std::floor(x), 0.0, last));
    };
    const uint64_t* line = row_words_ + size_t{static_cast<uint32_t>(row) + 1} *
                                            BitLines{map_.rows(), map_.columns()}.StrideWords();
    const int32_t middle = column_at(x_);
    Try({LastFree(line, middle, column_at(x_ - reach - 1)), row});
    Try({FirstFree(line, middle, column_at(x_ + reach + 1)), row});
    return true;
  }

  void Try(Cell cell) {
    if (cell.column < 0) return;
    const double dx = std::max({0.0, cell.column - x_, x_ - (cell.column + 1)});
    const double dz = std::max({0.0, cell.row - z_, z_ - (cell.row + 1)});
    const double off_sq = dx * dx + dz * dz;
    if (off_sq > least_sq_) return;
    if (found_ && off_sq == least_sq_ && map_.IdOf(cell) >= map_.IdOf(*found_)) return;
    least_sq_ = off_sq;
    found_ = cell;
  }

  const GridView& map_;
  const uint64_t* const row_words_;
  double x_;  // [cells]
  double z_;
  double least_sq_;
  std::optional<Cell> found_;
};

// The polygon under a cell's middle: exactly one, at any height.
PolyId PolyOf(const MapView& map, Cell cell, SurfaceWorkspace& scratch) {
  if (!GridOf(map).IsFree(cell)) return PolyId::None();
  constexpr double kAnyHeight_m = std::numeric_limits<double>::infinity();
  const auto place =
      NearestPolyWithin(*map.navmesh, GridOf(map).CenterOf(cell), GridOf(map).header().cell_size_m / 4,
                        kAnyHeight_m, kAnyHeight_m, scratch);
  return place ? place->poly : PolyId::None();
}

// The nearest place within the limits, of the cells that are free in `row_words`.
std::optional<NavLocation> PlaceWithin(const MapView& map, const uint64_t* row_words, const Vec3& position,
                                       const SnapOptions& options, SurfaceWorkspace& scratch) {
  const double above_m = GridOf(map).header().height_m - position.y;
  if (above_m > options.max_above_m || -above_m > options.max_below_m) return std::nullopt;
  const std::optional<Cell> under = GridOf(map).CellAt(position);
  const BitLines shape{GridOf(map).rows(), GridOf(map).columns()};
  const std::optional<Cell> cell = under && shape.IsSet(row_words, *under)
                                       ? under
                                       : NearestFreeCell(GridOf(map), row_words, position, options.radius_m);
  if (!cell) return std::nullopt;
  return NavLocation{PolyOf(map, *cell, scratch), PlaceInCell(GridOf(map), *cell, position)};
}

}  // namespace

std::optional<Cell> NearestFreeCell(const GridView& map, const uint64_t* row_words, const Vec3& position,
                                    double radius_m) {
  return NearestFree(map, row_words, position, radius_m).Find();
}

Vec3 PlaceInCell(const GridView& map, Cell cell, const Vec3& position) {
  const GridHeader& h = map.header();
  if (map.CellAt(position) == cell) return {position.x, h.height_m, position.z};
  const auto inside = [&](double at, double corner, int32_t index) {
    const double low = corner + (index + kInset) * h.cell_size_m;
    return std::clamp(at, low, corner + (index + 1 - kInset) * h.cell_size_m);
  };
  return {inside(position.x, h.corner_x_m, cell.column), h.height_m,
          inside(position.z, h.corner_z_m, cell.row)};
}

SnapResult SnapToGrid(const MapView& map, const GridGround& ground, const Vec3& position,
                      const SnapOptions& options, SurfaceWorkspace& scratch) {
  SnapResult result;
  result.place = PlaceWithin(map, ground.bits.row_words, position, options, scratch);
  result.nearest = result.place;
  if (!result.place) {
    constexpr SnapOptions kFar{kSnapReport_m, kSnapReport_m, kSnapReport_m};
    result.nearest = PlaceWithin(map, ground.bits.row_words, position, kFar, scratch);
  }
  if (result.nearest) result.distance_m = Distance(position, result.nearest->point);
  return result;
}

SnappedStops SnapAllToGrid(const MapView& map, const GridGround& ground, const RouteStops<Vec3>& positions,
                           const SnapOptions& options, const Deadline& deadline, SurfaceWorkspace& scratch) {
  return SnapEach(positions, deadline,
                  [&](const Vec3& position) { return SnapToGrid(map, ground, position, options, scratch); });
}

SnappedStops SnapMutuallyToGrid(const MapView& map, const GridGround& ground,
                                const RouteStops<Vec3>& positions, const SnapOptions& options,
                                const Deadline& deadline, Scratch& scratch) {
  const SnappedStops alone =
      SnapAllToGrid(map, ground, positions, options, deadline, *scratch.Borrow<SurfaceWorkspace>());
  const BitGrid& bits = ground.bits;
  const size_t words = BitLines{bits.rows, bits.columns}.WordCount();
  std::vector<uint64_t> untried;  // cells of no ground tried yet
  const Scratch::Lease<std::vector<uint64_t>> reached = scratch.Borrow<std::vector<uint64_t>>();
  std::vector<uint64_t>& there = *reached;
  const auto next_ground = [&] {
    if (untried.empty()) untried.assign(bits.row_words, bits.row_words + words);
    const auto from =
        PlaceWithin(map, untried.data(), positions.start, options, *scratch.Borrow<SurfaceWorkspace>());
    if (!from) return false;
    if (!FloodGrid(bits, *GridOf(map).CellAt(from->point), deadline, there)) return false;
    for (size_t i = 0; i < words; ++i) untried[i] &= ~there[i];
    return true;
  };
  return SnapTogether(alone, positions, deadline, next_ground, [&](const Vec3& position) {
    return PlaceWithin(map, there.data(), position, options, *scratch.Borrow<SurfaceWorkspace>());
  });
}

}  // namespace waystone
