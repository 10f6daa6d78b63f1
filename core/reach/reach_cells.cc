#include "core/reach/reach_cells.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/geom/cell_floors.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr size_t kSamplesOfCell = 16;  // so many for each cell are gathered before they are merged
constexpr double kWithin = 1 - 1e-6;   // of a cell: what only touches it is not in it
constexpr double kSitesOfCell = 16;    // of a polygon, or of a box of cubes, at most, for each cell

// Of those of one floor of a cell the one nearest to its middle is left.
void Merge(double floor_m, std::vector<CellSample>& samples) {
  size_t kept = 0;
  ForEachFloor(floor_m, samples, [&](std::span<const CellSample> floor, size_t nearest) {
    samples[kept++] = CellSample(floor[nearest]);
  });
  samples.resize(kept);
}

class Sampler {
 public:
  Sampler(const MapView& map, const ReachLattice& lattice, std::vector<CellSample>& samples)
      : mesh_(*map.navmesh), lattice_(lattice), samples_(samples) {}

  // Its places in the lattice's cells that meet `box`; false if these are more than `most`, or it is late.
  bool Add(PolyId poly, const Aabb& box, double most, DeadlinePoll& poll) {
    const Aabb bounds = PolyBounds(mesh_, poly);
    if (lattice_.cell_m == 0) {
      const Vec3 at = ClosestPointOnPoly(mesh_, poly, (bounds.min + bounds.max) * 0.5);
      samples_.push_back({0, static_cast<int32_t>(poly.value()), 0, at, poly.value()});
      return true;
    }
    const double cell_m = lattice_.cell_m;
    const Vec3& corner = lattice_.corner;
    const Vec3 low{std::max(bounds.min.x, box.min.x), 0, std::max(bounds.min.z, box.min.z)};
    const Vec3 high{std::min(bounds.max.x, box.max.x), 0, std::min(bounds.max.z, box.max.z)};
    if (low.x > high.x || low.z > high.z) return true;
    if (((high.x - low.x) / cell_m + 1) * ((high.z - low.z) / cell_m + 1) > most) return false;
    const int32_t last_row = CellIndexOf(high.z, corner.z, cell_m);
    const int32_t last_column = CellIndexOf(high.x, corner.x, cell_m);
    const int32_t first_column = CellIndexOf(low.x, corner.x, cell_m);
    for (int32_t row = CellIndexOf(low.z, corner.z, cell_m); row <= last_row; ++row) {
      if (poll.Expired(static_cast<size_t>(last_column - first_column) + 1)) return false;
      for (int32_t column = first_column; column <= last_column; ++column) AddIn(poly, row, column);
    }
    return true;
  }

 private:
  void AddIn(PolyId poly, int32_t row, int32_t column) {
    const Vec2 middle{lattice_.corner.x + (column + 0.5) * lattice_.cell_m,
                      lattice_.corner.z + (row + 0.5) * lattice_.cell_m};
    const PlaneHit hit = ClosestInPlane(mesh_, poly, middle);
    const double half_m = lattice_.cell_m * kWithin / 2;
    if (std::abs(hit.point.x - middle.x) > half_m || std::abs(hit.point.z - middle.z) > half_m) return;
    const Vec3 at{hit.point.x, HeightOnPoly(mesh_, poly, hit.point.Plane()), hit.point.z};
    samples_.push_back({row, column, hit.distance_sq_m2, at, poly.value()});
  }

  const NavmeshView& mesh_;
  const ReachLattice& lattice_;
  std::vector<CellSample>& samples_;
};

std::vector<ReachCell> ToCells(const std::vector<CellSample>& samples) {
  std::vector<ReachCell> cells;
  cells.reserve(samples.size());
  for (const CellSample& one : samples) cells.push_back({one.column, one.row, {PolyId(one.id), one.point}});
  return cells;
}

}  // namespace

ReachCell CellAt(const ReachLattice& lattice, const NavLocation& place) {
  return {CellIndexOf(place.point.x, lattice.corner.x, lattice.cell_m),
          CellIndexOf(place.point.z, lattice.corner.z, lattice.cell_m), place};
}

std::optional<std::vector<ReachCell>> CellsOf(const MapView& map, const ReachLattice& lattice,
                                              const Aabb& box, double floor_m, size_t max_cells,
                                              const std::function<bool(PolyId)>& is_wanted,
                                              DeadlinePoll& poll) {
  std::vector<CellSample> samples;
  Sampler sampler(map, lattice, samples);
  const double most = kSitesOfCell * static_cast<double>(max_cells);
  bool is_full = false;
  ForEachPolyIn(*map.navmesh, box, [&](PolyId poly) {
    if (is_full || poll.Expired() || !is_wanted(poly)) return;
    is_full = !sampler.Add(poly, box, most, poll) && !poll.is_late();
    if (is_full || samples.size() < kSamplesOfCell * max_cells) return;
    Merge(floor_m, samples);
    is_full = samples.size() > max_cells;
  });
  if (is_full) return std::nullopt;
  Merge(floor_m, samples);
  if (samples.size() > max_cells) return std::nullopt;
  return ToCells(samples);
}

std::optional<std::vector<ReachCell>> CubesOf(const MapView& map, const ReachLattice& lattice,
                                              const Aabb& box, size_t max_cells, Scratch& scratch,
                                              DeadlinePoll& poll) {
  std::vector<ReachCell> cells;
  const double cell_m = lattice.cell_m;
  const SnapOptions snap{.radius_m = cell_m / 2, .max_above_m = cell_m / 2, .max_below_m = cell_m / 2};
  const auto index = [&](double at, double corner) { return CellIndexOf(at, corner, cell_m); };
  const Vec3& corner = lattice.corner;
  const Vec3 span = (box.max - box.min) * (1 / cell_m) + Vec3{1, 1, 1};
  if (span.x * span.y * span.z > kSitesOfCell * static_cast<double>(max_cells)) return std::nullopt;
  for (int32_t row = index(box.min.z, corner.z); row <= index(box.max.z, corner.z); ++row) {
    for (int32_t column = index(box.min.x, corner.x); column <= index(box.max.x, corner.x); ++column) {
      for (int32_t level = index(box.min.y, corner.y); level <= index(box.max.y, corner.y); ++level) {
        if (poll.Expired()) return cells;
        const Vec3 middle = corner + Vec3{column + 0.5, level + 0.5, row + 0.5} * cell_m;
        const SnapResult found = map.surface->SnapTo(map, middle, snap, PlaceRole::kArrive, nullptr, scratch);
        if (!found.place) continue;
        if (cells.size() == max_cells) return std::nullopt;
        cells.push_back({column, row, *found.place});
      }
    }
  }
  return cells;
}

}  // namespace waystone
