#include "tests/oracle/place_oracle.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kRounding_m = 1e-4;
// [m] the farthest that a position may be from the surface it claims to be on.
constexpr double kOnSurface_m = 0.01;
// [m] a border this much higher or lower than a position, and more, is another floor's.
constexpr double kSameFloor_m = 1;

using Arcs = std::vector<std::vector<uint32_t>>;  // [polygon] where one can walk at once

std::vector<bool> Search(const Arcs& arcs, PolyId home) {
  std::vector<bool> seen(arcs.size());
  std::vector<uint32_t> queue = {home.value()};
  seen[home.value()] = true;
  for (size_t head = 0; head < queue.size(); ++head) {
    for (const uint32_t next : arcs[queue[head]]) {
      if (seen[next]) continue;
      seen[next] = true;
      queue.push_back(next);
    }
  }
  return seen;
}

// Square cells of the plane; two cells may share a number, which costs time only.
int64_t CellIndex(double coordinate_m, double size_m) {
  return static_cast<int64_t>(std::floor(coordinate_m / size_m));
}
int64_t CellNumber(int64_t x, int64_t z) { return x * 1'000'003 + z; }

double BorderCell_m(double clearance_m) { return std::max(1.0, clearance_m); }

uint64_t CountTooClose(const std::vector<Vec3>& positions, double spacing_m) {
  std::unordered_map<int64_t, std::vector<uint32_t>> cells;
  const auto index = [&](double coordinate_m) { return CellIndex(coordinate_m, spacing_m); };
  for (uint32_t i = 0; i < positions.size(); ++i) {
    cells[CellNumber(index(positions[i].x), index(positions[i].z))].push_back(i);
  }
  uint64_t count = 0;
  for (uint32_t i = 0; i < positions.size(); ++i) {
    const int64_t x = index(positions[i].x), z = index(positions[i].z);
    bool is_close = false;
    for (int64_t cell = 0; cell < 9; ++cell) {
      for (const uint32_t other : cells[CellNumber(x + cell / 3 - 1, z + cell % 3 - 1)]) {
        is_close |= other != i && Distance(positions[i], positions[other]) < spacing_m - kRounding_m;
      }
    }
    count += is_close ? 1 : 0;
  }
  return count;
}

}  // namespace

PlaceOracle::PlaceOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                         const std::vector<PolyId>& homes)
    : mesh_(mesh) {
  Arcs forward(mesh.poly_count());
  Arcs backward(mesh.poly_count());
  const auto join = [&](uint32_t from, uint32_t to) {
    forward[from].push_back(to);
    backward[to].push_back(from);
  };
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin != kNoEdge) join(edge.poly, mesh.edge(EdgeId(edge.twin)).poly);
  }
  for (const NavLink& link : links.all()) {
    if ((link.abilities & ~abilities) == 0) join(link.start_poly, link.end_poly);
  }
  for (const PolyId home : homes) {
    from_home_.push_back(Search(forward, home));
    to_home_.push_back(Search(backward, home));
  }
}

void PlaceOracle::CheckReach(const std::vector<Vec3>& positions, PlaceFaults& faults) const {
  SurfaceWorkspace workspace;
  for (const Vec3& position : positions) {
    // Positions stand on the source's ground, within a step of the surface.
    const double reach_m = static_cast<double>(mesh_.arrays().header.max_climb_m) + kOnSurface_m;
    const Aabb box = Aabb::Around(position, {kOnSurface_m, reach_m, kOnSurface_m});
    const std::optional<NavLocation> place = NearestPoly(mesh_, position, box, workspace);
    if (!place) {
      ++faults.off_surface;
      continue;
    }
    bool is_reached = false;
    bool is_good = false;
    for (size_t home = 0; home < from_home_.size(); ++home) {
      const bool from = from_home_[home][place->poly.value()];
      is_reached |= from;
      is_good |= from && to_home_[home][place->poly.value()];
    }
    if (!is_reached) ++faults.unreachable;
    if (is_reached && !is_good) ++faults.no_return;
  }
}

void PlaceOracle::SortBorders(double clearance_m) {
  clearance_m_ = clearance_m;
  borders_.clear();
  const auto index = [&](double coordinate_m) { return CellIndex(coordinate_m, BorderCell_m(clearance_m)); };
  for (uint32_t edge = 0; edge < mesh_.arrays().edges.size(); ++edge) {
    if (mesh_.edge(EdgeId(edge)).twin != kNoEdge) continue;
    const Vec3 a = mesh_.EdgeStart(EdgeId(edge)), b = mesh_.EdgeEnd(EdgeId(edge));
    const int64_t last_x = index(std::max(a.x, b.x) + clearance_m);
    const int64_t last_z = index(std::max(a.z, b.z) + clearance_m);
    for (int64_t x = index(std::min(a.x, b.x) - clearance_m); x <= last_x; ++x) {
      for (int64_t z = index(std::min(a.z, b.z) - clearance_m); z <= last_z; ++z) {
        borders_[CellNumber(x, z)].push_back(edge);
      }
    }
  }
}

uint64_t PlaceOracle::CountNearBorders(const std::vector<Vec3>& positions) const {
  const auto index = [&](double coordinate_m) { return CellIndex(coordinate_m, BorderCell_m(clearance_m_)); };
  uint64_t count = 0;
  for (const Vec3& position : positions) {
    const auto near = borders_.find(CellNumber(index(position.x), index(position.z)));
    if (near == borders_.end()) continue;
    count += std::any_of(near->second.begin(), near->second.end(), [&](uint32_t edge) {
      const Vec3 a = mesh_.EdgeStart(EdgeId(edge)), b = mesh_.EdgeEnd(EdgeId(edge));
      // A border may lead from floor to floor: its height counts where it comes nearest.
      const double share = NearestFraction(a.Plane(), b.Plane(), position.Plane());
      const bool is_same_floor = std::abs(a.y + (b.y - a.y) * share - position.y) < kSameFloor_m;
      // Seen from behind it is a one-way passage, or another border lies before it.
      const bool is_faced = Orient(a.Plane(), b.Plane(), position.Plane()) >= 0;
      return is_same_floor && is_faced &&
             SegmentDistance(a.Plane(), b.Plane(), position.Plane()) < clearance_m_ - kRounding_m;
    });
  }
  return count;
}

PlaceFaults PlaceOracle::Check(const std::vector<Vec3>& positions, const PlaceOracleRules& rules) {
  PlaceFaults faults;
  CheckReach(positions, faults);
  if (rules.spacing_m > 0) faults.too_close = CountTooClose(positions, rules.spacing_m);
  if (rules.clearance_m > 0) {
    if (rules.clearance_m != clearance_m_) SortBorders(rules.clearance_m);
    faults.clearance = CountNearBorders(positions);
  }
  if (rules.centre) {
    for (const Vec3& position : positions) {
      faults.outside_region += Distance(position, *rules.centre) > rules.ball_radius_m + kRounding_m ? 1 : 0;
    }
  }
  return faults;
}

}  // namespace waystone
