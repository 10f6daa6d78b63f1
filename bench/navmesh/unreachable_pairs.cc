#include "bench/navmesh/unreachable_pairs.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "bench/navmesh/planners.h"
#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "core/route/route_planner.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxDraws = 1'000'000;

struct UnreachablePair {
  NavLocation start;
  NavLocation goal;
};

Vec3 MiddleOf(const NavmeshView& mesh, PolyId poly) {
  Vec3 sum;
  for (const NavEdge& edge : mesh.edges(poly)) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex)));
  return ClosestPointOnPoly(mesh, poly, sum * (1.0 / mesh.poly(poly).edge_count));
}

// Starts uniform over the main ground; goals uniform over the polygons that no main ground leads to.
std::vector<UnreachablePair> DrawPairs(const MapView& view, uint32_t count, uint64_t seed) {
  const NavmeshView& mesh = *view.navmesh;
  std::vector<PolyId> unreached;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    if (!view.zones->Component(PolyId(i)).reached_from_main()) unreached.emplace_back(i);
  }
  std::vector<UnreachablePair> pairs;
  if (unreached.empty()) return pairs;
  Random random(seed);
  for (uint32_t draw = 0; draw < kMaxDraws && pairs.size() < count; ++draw) {
    const NavLocation start = RandomPoint(mesh, random);
    if (!view.zones->IsMain(start.poly)) continue;
    const PolyId goal = unreached[random.NextBelow(static_cast<uint32_t>(unreached.size()))];
    pairs.push_back({start, {goal, MiddleOf(mesh, goal)}});
  }
  return pairs;
}

}  // namespace

void PrintUnreachablePairs(const MapView& view, const DetourMesh* detour, uint32_t pairs, uint64_t seed,
                           const BenchLines& lines) {
  std::vector<double> ours_us;
  std::vector<double> peer_us;
  uint32_t ours_wrong = 0;
  uint32_t peer_found = 0;
  Scratch scratch;
  std::optional<DetourPlanner> peer;
  if (detour != nullptr) peer.emplace(*detour);
  for (const UnreachablePair& pair : DrawPairs(view, pairs, seed)) {
    RouteQuery query;
    query.start = pair.start.point + view.manifest->origin;
    query.goals = {pair.goal.point + view.manifest->origin};
    query.allow_partial = false;
    RouteStatus status = RouteStatus::kComplete;
    ours_us.push_back(CpuMicrosecondsOf([&] { status = PlanRoute(view, query, scratch)->status; }));
    ours_wrong += status == RouteStatus::kUnreachable ? 0 : 1;
    if (!peer) continue;
    bool complete = false;
    peer_us.push_back(CpuMicrosecondsOf([&] { complete = peer->Plan(pair.start, pair.goal).complete; }));
    peer_found += complete ? 1 : 0;
  }
  lines.Print({{"unreachable_speedup", Speedup(peer_us, ours_us)},
               {"n", ours_us.size()},
               {"ours_us", MedianAndP99(ours_us)},
               {"peer_us", MedianAndP99(peer_us)},
               {"ours_not_unreachable", ours_wrong},
               {"peer_complete", peer_found},
               {"note", "goals that no main ground leads to; ours snaps and asks the zones"}});
}

}  // namespace waystone
