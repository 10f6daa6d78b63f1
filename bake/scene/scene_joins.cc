#include "bake/scene/scene_joins.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kStepOff_m = 0.1;  // half of a square over a ledge

// For each place the nearest ground; of those near each other one.
void AddGroundPlaces(const NavmeshView& ground, ScenePieces& pieces) {
  const AgentProfile& agent = pieces.input().agent;
  if (ground.poly_count() == 0) return;
  SurfaceWorkspace workspace;
  const double up_m = HalfHeightOf(agent);
  std::map<std::tuple<int64_t, int64_t, int64_t, uint32_t>, std::pair<double, JoinPlace>> nearest;
  for (const JoinPlace& place : pieces.places()) {
    const Vec3 feet = place.middle - Vec3(0, up_m, 0);
    const double reach_m = place.reach_m + kJoinGap_m;
    const std::optional<NavLocation> under =
        NearestPolyWithin(ground, feet, reach_m, reach_m, std::max(reach_m, agent.max_climb_m), workspace);
    if (!under.has_value()) continue;
    JoinPlace on_ground;
    // The body is lifted over what it would step over.
    on_ground.middle = under->point + Vec3(0, up_m + std::min(agent.max_climb_m, up_m), 0);
    on_ground.at = under->point;
    on_ground.reach_m = kJoinGap_m;
    on_ground.polygon = ground.poly(under->poly).external_id;
    on_ground.scene = pieces.scenes().tree().Find(on_ground.middle);
    const double apart_m = Distance(on_ground.middle, place.middle);
    if (apart_m > place.reach_m + on_ground.reach_m) continue;
    const auto block = [](double m) { return static_cast<int64_t>(std::floor(m / kWayGap_m)); };
    const auto [known, is_new] = nearest.try_emplace(
        {block(on_ground.at.x), block(on_ground.at.y), block(on_ground.at.z), place.scene.value()}, apart_m,
        on_ground);
    if (!is_new && apart_m < known->second.first) known->second = {apart_m, on_ground};
  }
  for (const auto& [block, place] : nearest) pieces.AddPlace(place.second);
}

void AddJoin(const PlaceJoin& join, ScenePieces& pieces) {
  const JoinPlace& from = pieces.places()[join.from];
  const JoinPlace& to = pieces.places()[join.to];
  const SceneMedium medium = from.part == ScenePart::kGround    ? to.medium
                             : to.part == ScenePart::kGround    ? from.medium
                             : from.medium == SceneMedium::kAir ? from.medium
                                                                : to.medium;
  if (join.via.has_value()) {
    const JoinPlace& beside = from.part == ScenePart::kGround ? to : from;
    const uint32_t polygon = pieces.AddSquare(beside.scene, ScenePart::kPoints, *join.via, kStepOff_m);
    pieces.AddLink(from.at, from.polygon, *join.via, polygon, medium, join.mouth);
    pieces.AddLink(*join.via, polygon, to.at, to.polygon, medium, join.mouth);
    return;
  }
  if (!pieces.AddLink(from.at, from.polygon, to.at, to.polygon, medium, join.mouth)) return;
  // From water into air or back an agent needs both abilities.
  const bool is_mixed =
      from.part != ScenePart::kGround && to.part != ScenePart::kGround && from.medium != to.medium;
  if (is_mixed) {
    pieces.built().links.back().abilities = {std::string(kFlyAbility), std::string(kSwimAbility)};
  }
}

}  // namespace

double HalfHeightOf(const AgentProfile& agent) { return std::max(agent.radius_m, agent.height_m / 2); }

void JoinSurfaces(const NavmeshView& ground, const CollisionView& solid, ScenePieces& pieces) {
  if (pieces.places().empty()) return;
  AddGroundPlaces(ground, pieces);
  const std::vector<PlaceJoin> joins =
      JoinPlaces(pieces.places(), pieces.scenes(), solid, pieces.input().agent);
  for (const PlaceJoin& join : joins) AddJoin(join, pieces);
}

}  // namespace waystone
