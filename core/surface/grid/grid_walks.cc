#include "core/surface/grid/grid_walks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/grid/cell_costs.h"
#include "core/grid/cell_flood.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/path_drawing.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// [cells] A place on the outline of its polygon may by rounding lie in the cell beside it.
constexpr double kBeside = 0.01;
constexpr int32_t kMostCells = 4;               // at most this many are listed one by one
constexpr double kOctileOverStraight = 1.0824;  // at most, of lengths

std::optional<Cell> CellOf(const GridGround& ground, const Vec3& local) {
  const std::optional<Cell> under = ground.map->CellAt(local);
  if (under && ground.bits.IsFree(*under)) return under;
  return NearestFreeCell(*ground.map, ground.bits.row_words, local,
                         kBeside * ground.map->header().cell_size_m);
}

// [m] What GridPath::cost counts in.
double UnitOf(const GridGround& ground, Cell free_cell) {
  return CostOfCells(ground, free_cell) * ground.map->header().cell_size_m;
}

class GridWalkFlood final : public WalkFlood {
 public:
  explicit GridWalkFlood(const GridGround& ground) : ground_(ground) {}

  void Begin(const NavLocation& from) override {
    const std::optional<Cell> cell = CellOf(ground_, from.point);
    has_begun_ = cell.has_value();
    if (!has_begun_) return;
    unit_m_ = UnitOf(ground_, *cell);
    flood_.Begin(ground_, *cell);
  }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    if (!has_begun_) return SearchOutcome::kExhausted;
    const uint32_t most = std::min(options.max_nodes, options.max_expansions);
    const SearchOutcome end = flood_.GrowTo(limit_m / unit_m_, most, options.deadline);
    return IsCut(end) ? end : SearchOutcome::kExhausted;
  }
  double DistanceTo(const NavLocation& place) override {
    const std::optional<Cell> cell = has_begun_ ? CellOf(ground_, place.point) : std::nullopt;
    return cell ? flood_.CostTo(*cell) * unit_m_ : kInfinite;
  }
  double grown_to_m() const override { return has_begun_ ? flood_.grown_to() * unit_m_ : kInfinite; }
  uint32_t expansions() const override { return has_begun_ ? flood_.expansions() : 0; }

 private:
  const GridGround& ground_;
  bool has_begun_ = false;
  double unit_m_ = 1;
  CellFlood flood_;
};

}  // namespace

std::unique_ptr<WalkFlood> GridWalkGround::MakeFlood() const {
  return std::make_unique<GridWalkFlood>(ground_);
}

// A path leads between the middles of cells, each up to half a diagonal from its place, and is no shorter
// than the straight line.
double GridWalkGround::PlaneReach_m(double walk_m) const {
  GridGround weighted = ground_;
  weighted.is_uniform = false;
  return walk_m / static_cast<double>(LeastCost(weighted)) +
         std::numbers::sqrt2 * ground_.map->header().cell_size_m;
}

// If the ground is small, every cell is listed. Otherwise a straight path leads from the middle of one cell
// to the other over the polygon, a rectangle of cells of one area.
void GridWalkGround::Cover(const NavLocation& place, double radius_m,
                           std::vector<WalkSample>& samples) const {
  samples.clear();
  const GridView& map = *ground_.map;
  const GridHeader& h = map.header();
  const auto index = [&](double at_m, double corner_m, uint32_t count) {
    const double at = std::floor((at_m - corner_m) / h.cell_size_m);
    return static_cast<int32_t>(std::clamp(at, 0.0, static_cast<double>(count) - 1));
  };
  const Vec3& at = place.point;
  const int32_t left = index(at.x - radius_m, h.corner_x_m, h.columns);
  const int32_t right = index(at.x + radius_m, h.corner_x_m, h.columns);
  const int32_t top = index(at.z - radius_m, h.corner_z_m, h.rows);
  const int32_t bottom = index(at.z + radius_m, h.corner_z_m, h.rows);
  if ((right - left + 1) * (bottom - top + 1) > kMostCells) {
    const std::optional<Cell> cell = CellOf(ground_, at);
    if (!cell) return;
    const double cost = CostOfCells(ground_, *cell) * static_cast<double>(CostOf(ground_, *cell));
    const double between_m = radius_m + std::numbers::sqrt2 * h.cell_size_m;
    samples.push_back({place, kOctileOverStraight * cost * between_m});
    return;
  }
  for (int32_t row = top; row <= bottom; ++row) {
    for (int32_t column = left; column <= right; ++column) {
      const Cell cell{column, row};
      if (ground_.bits.IsFree(cell)) samples.push_back({{place.poly, map.CenterOf(cell)}, 0});
    }
  }
}

}  // namespace waystone
