#include "bench/navmesh/pair_sampler.h"

#include <algorithm>
#include <numbers>
#include <optional>

#include "core/graph/components.h"
#include "core/graph/csr_graph.h"

namespace waystone {
namespace {

constexpr uint32_t kTriesPerPair = 300;
constexpr double kLeastStraight =
    0.7;                            // of a bucket's lower end: how near its goals may lie in a straight line
constexpr double kGoalReach_m = 5;  // how far from the drawn place a goal may be found

std::vector<uint32_t> StrongComponentOfPolys(const NavmeshView& mesh) {
  std::vector<Arc> arcs;
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin != kNoEdge) arcs.push_back({edge.poly, mesh.edge(EdgeId(edge.twin)).poly});
  }
  return StrongComponents(CsrGraph::FromArcs(mesh.poly_count(), arcs)).of_node;
}

double Diameter_m(const NavmeshHeader& h) {
  return std::hypot(double{h.bounds_max[0]} - h.bounds_min[0], double{h.bounds_max[2]} - h.bounds_min[2]);
}

}  // namespace

PairSampler::PairSampler(const MapView& map, uint64_t seed)
    : mesh_(*map.navmesh),
      random_(seed),
      component_(StrongComponentOfPolys(mesh_)),
      diameter_m_(Diameter_m(mesh_.arrays().header)),
      exact_(map),
      own_(map) {}

// As a caller's float32 position would be, so that both planners are given the same place.
NavLocation PairSampler::DrawStart() {
  const NavLocation at = RandomPoint(mesh_, random_);
  return {at.poly, ClosestPointOnPoly(mesh_, at.poly, at.point.ToFloat())};
}

std::optional<NavLocation> PairSampler::DrawGoal(const NavLocation& start, const LengthBucket& bucket) {
  const double angle = random_.NextInRange(0, 2 * std::numbers::pi);
  const double off_m = random_.NextInRange(kLeastStraight * bucket.lo_m, std::min(bucket.hi_m, diameter_m_));
  const NavmeshHeader& h = mesh_.arrays().header;
  const Vec3 place(start.point.x + off_m * std::cos(angle),
                   random_.NextInRange(h.bounds_min[1], h.bounds_max[1]),
                   start.point.z + off_m * std::sin(angle));
  const Aabb box = Aabb::Around(place, {kGoalReach_m, INFINITY, kGoalReach_m});
  std::optional<NavLocation> goal = NearestPoly(mesh_, place, box, workspace_);
  if (!goal || component_[goal->poly.value()] != component_[start.poly.value()]) return std::nullopt;
  goal->point = ClosestPointOnPoly(mesh_, goal->poly, goal->point.ToFloat());
  return goal;
}

double PairSampler::PathLength_m(const NavLocation& start, const NavLocation& goal) {
  const PlannedPath own = own_.Plan(start, goal);
  if (own.complete && own.cost_m > kMeasuredExactlyUpTo_m) return own.cost_m;
  const PlannedPath exact = exact_.Plan(start, goal);
  return exact.complete ? exact.cost_m : INFINITY;
}

std::vector<RoutePair> PairSampler::Draw(const LengthBucket& bucket, uint32_t count) {
  std::vector<RoutePair> pairs;
  if (mesh_.poly_count() == 0 || kLeastStraight * bucket.lo_m > diameter_m_) return pairs;
  for (uint64_t tries = uint64_t{kTriesPerPair} * count; tries > 0 && pairs.size() < count; --tries) {
    const NavLocation start = DrawStart();
    const std::optional<NavLocation> goal = DrawGoal(start, bucket);
    if (!goal) continue;
    const double path_m = PathLength_m(start, *goal);
    if (path_m >= bucket.lo_m && path_m < bucket.hi_m) pairs.push_back({start, *goal});
  }
  return pairs;
}

}  // namespace waystone
