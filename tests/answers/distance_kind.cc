#include "tests/answers/distance_kind.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/str_cat.h"
#include "core/surface/waypoint/waypoints_of_map.h"

namespace waystone::answers {
namespace {

constexpr size_t kTargets = 32;  // of one source, at most
// Distances are floats.
constexpr double kRounding = 1e-6;
constexpr double kDistanceRounding_m = 1e-4;

Vec3 DrawPlace(const CheckedMap& map, Random& random) {
  if (!map.IsWaypoints()) return map.surface->Draw(random);
  const WaypointView& graph = *FindWaypoints(map.view);
  const PolyId node(random.NextBelow(graph.size()));
  Vec3 at = graph.Position(node);
  const uint32_t first = graph.FirstArc(node).value();
  const uint32_t arcs = graph.EndArc(node).value() - first;
  if (arcs > 0 && random.NextBelow(2) == 0) {
    const Vec3 next = graph.Position(graph.arc(LinkId(first + random.NextBelow(arcs))).target);
    at = at + (next - at) * random.NextUnit();
  }
  const auto beside = [&] { return random.NextInRange(-1, 1); };
  if (random.NextBelow(4) == 0) at = at + Vec3(beside(), 0, beside());
  return map.loaded->manifest().origin + at;
}

// None, or one that some of the walks keep.
double DrawLimit_m(const Vec3& source, const std::vector<Vec3>& targets, Random& random) {
  if (random.NextBelow(3) != 0) return 0;
  const Vec3& target = targets[random.NextBelow(static_cast<uint32_t>(targets.size()))];
  return random.NextInRange(0.5, 2) * (1 + Distance(source, target));
}

// What is wrong with a distance, given the route.
std::string Judge(const v1::MeasureDistancesResponse& distances, int target,
                  const v1::PlanRouteResponse& route, double max_distance_m) {
  const bool is_found = distances.statuses(target) == v1::DISTANCE_STATUS_FOUND;
  const bool is_complete = route.status() == v1::ROUTE_STATUS_COMPLETE;
  const double most_m = max_distance_m == 0 ? INFINITY : max_distance_m;
  if (is_complete && route.routes(0).cost_m() > most_m * (1 - kRounding)) {
    // Another path may be shorter than the route, which then is too long.
    const bool is_kept = !is_found || distances.distance_m(target) <= most_m * (1 + kRounding);
    return is_kept ? std::string() : StrCat("found, but farther than ", most_m, " m");
  }
  if (is_found != is_complete) {
    return StrCat(is_found ? "found" : "not found", ", but the route is ", client::EnumName(route.status()));
  }
  if (!is_complete) return {};
  const double distance_m = distances.distance_m(target);
  const double cost_m = route.routes(0).cost_m();
  const bool is_same = std::abs(distance_m - cost_m) <= kDistanceRounding_m + kRounding * cost_m;
  return is_same ? std::string() : StrCat(distance_m, " m, but the route costs ", cost_m);
}

}  // namespace

void AskDistances(const Round& round) {
  for (uint64_t done = 0; done < round.questions; done += kTargets) {
    const Vec3 source = DrawPlace(round.map, round.random);
    v1::MeasureDistancesRequest distances;
    distances.set_map_id(round.map.listed.map_id);
    client::AddPoint(source, distances.mutable_source_xyz());
    if (round.random.NextBelow(2) == 0) *distances.mutable_agent() = round.map.AbleAgent();
    std::vector<Vec3> targets;
    std::vector<v1::BatchItem> items;
    const size_t count = std::min<uint64_t>(kTargets, round.questions - done);
    for (size_t i = 0; i < count; ++i) {
      targets.push_back(DrawPlace(round.map, round.random));
      v1::PlanRouteRequest route = RouteBetween(source, targets.back());
      *route.mutable_agent() = distances.agent();
      route.mutable_limits()->set_complete_only(true);
      route.mutable_detail()->set_shape(v1::ROUTE_SHAPE_TURNING_POINTS);
      items.push_back(ToItem(route));
    }
    client::AddPoints(targets, distances.mutable_target_xyz());
    distances.set_max_distance_m(DrawLimit_m(source, targets, round.random));
    items.push_back(ToItem(distances));
    const auto answers = round.asker.Ask(items);
    const auto* const measured = ExpectDistances(answers.back(), items.back(), round.asker);
    round.asker.Asked(count);
    for (size_t i = 0; i < count && measured != nullptr; ++i) {
      const auto* const planned = ExpectRoute(answers[i], items[i], round.asker);
      if (planned == nullptr) continue;
      const std::string why = Judge(*measured, static_cast<int>(i), *planned, distances.max_distance_m());
      if (why.empty()) continue;
      v1::MeasureDistancesRequest alone = distances;
      alone.clear_target_xyz();
      client::AddPoint(targets[i], alone.mutable_target_xyz());
      round.asker.Wrong(ToItem(alone), why);
    }
  }
}

}  // namespace waystone::answers
