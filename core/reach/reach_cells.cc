#include "core/reach/reach_cells.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr size_t kSamplesOfCell = 16;  // so many for each cell are gathered before they are merged
constexpr double kWithin = 1 - 1e-6;   // of a cell: what only touches it is not in it
constexpr double kSitesOfCell = 16;    // of a polygon, or of a box of cubes, at most, for each cell

// A place of a polygon in a cell.
struct Sample {
  int32_t row;
  int32_t column;
  double off_sq_m2;  // from the cell's middle
  NavLocation place;
};

int32_t IndexOf(double at, double corner, double cell_m) {
  return static_cast<int32_t>(std::floor((at - corner) / cell_m));
}

bool BySite(const Sample& a, const Sample& b) {
  return std::tie(a.row, a.column, a.place.point.y, a.place.poly) <
         std::tie(b.row, b.column, b.place.point.y, b.place.poly);
}

// Of those of one floor of a cell the one nearest to its middle is left.
void Merge(double floor_m, std::vector<Sample>& samples) {
  std::sort(samples.begin(), samples.end(), BySite);
  size_t kept = 0;
  double floor_begins_y = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const Sample next = samples[i];
    const bool is_same_floor = kept > 0 && samples[kept - 1].row == next.row &&
                               samples[kept - 1].column == next.column &&
                               next.place.point.y - floor_begins_y < floor_m;
    if (!is_same_floor) {
      floor_begins_y = next.place.point.y;
      samples[kept++] = next;
    } else if (next.off_sq_m2 < samples[kept - 1].off_sq_m2) {
      samples[kept - 1] = next;
    }
  }
  samples.resize(kept);
}

class Sampler {
 public:
  Sampler(const MapView& map, const ReachLattice& lattice, std::vector<Sample>& samples)
      : mesh_(*map.navmesh), lattice_(lattice), samples_(samples) {}

  // Its places in the lattice's cells that meet `box`; false if these are more than `most`, or it is late.
  bool Add(PolyId poly, const Aabb& box, double most, DeadlinePoll& poll) {
    const Aabb bounds = PolyBounds(mesh_, poly);
    if (lattice_.cell_m == 0) {
      const Vec3 at = ClosestPointOnPoly(mesh_, poly, (bounds.min + bounds.max) * 0.5);
      samples_.push_back({0, static_cast<int32_t>(poly.value()), 0, {poly, at}});
      return true;
    }
    const double cell_m = lattice_.cell_m;
    const Vec3& corner = lattice_.corner;
    const Vec3 low{std::max(bounds.min.x, box.min.x), 0, std::max(bounds.min.z, box.min.z)};
    const Vec3 high{std::min(bounds.max.x, box.max.x), 0, std::min(bounds.max.z, box.max.z)};
    if (low.x > high.x || low.z > high.z) return true;
    if (((high.x - low.x) / cell_m + 1) * ((high.z - low.z) / cell_m + 1) > most) return false;
    const int32_t last_row = IndexOf(high.z, corner.z, cell_m);
    const int32_t last_column = IndexOf(high.x, corner.x, cell_m);
    const int32_t first_column = IndexOf(low.x, corner.x, cell_m);
    for (int32_t row = IndexOf(low.z, corner.z, cell_m); row <= last_row; ++row) {
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
    samples_.push_back({row, column, hit.distance_sq_m2, {poly, at}});
  }

  const NavmeshView& mesh_;
  const ReachLattice& lattice_;
  std::vector<Sample>& samples_;
};

std::vector<ReachCell> ToCells(const std::vector<Sample>& samples) {
  std::vector<ReachCell> cells;
  cells.reserve(samples.size());
  for (const Sample& one : samples) cells.push_back({one.column, one.row, one.place});
  return cells;
}

}  // namespace

ReachCell CellAt(const ReachLattice& lattice, const NavLocation& place) {
  return {IndexOf(place.point.x, lattice.corner.x, lattice.cell_m),
          IndexOf(place.point.z, lattice.corner.z, lattice.cell_m), place};
}

std::optional<std::vector<ReachCell>> CellsOf(const MapView& map, const ReachLattice& lattice,
                                              const Aabb& box, double floor_m, size_t max_cells,
                                              const std::function<bool(PolyId)>& is_wanted,
                                              DeadlinePoll& poll) {
  std::vector<Sample> samples;
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
  const auto index = [&](double at, double corner) { return IndexOf(at, corner, cell_m); };
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
