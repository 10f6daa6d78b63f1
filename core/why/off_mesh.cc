#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/collision/body_room.h"
#include "core/collision/collision_view.h"
#include "core/scene/scene_view.h"
#include "core/surface/search_surface.h"
#include "core/why/fix_path.h"
#include "core/why/fix_text.h"

namespace waystone {
namespace {

constexpr double kDeepest_m = 100;
constexpr double kLift_m = 0.1;  // positions often lie on the ground to the last digit, or just in it

// "the nearest walkable ground is 2.5 m away at (1, 0, 2)".
std::string NearestText(const MapView& map, const Vec3& position, std::optional<Vec3>& at, Scratch& scratch) {
  const SnapResult snap =
      map.surface->SnapTo(map, position, SnapOptions(), PlaceRole::kArrive, nullptr, scratch);
  if (!snap.nearest) return StrCat("no walkable ground is within ", kSnapReport_m, " m");
  at = snap.nearest->point + map.manifest->origin;
  return StrCat("the nearest walkable ground is ", Decimals(snap.distance_m), " m away at ", PlaceText(*at));
}

bool FacesDown(const CollisionView& solid, uint32_t triangle) {
  const auto corner = [&](int k) { return Vec3(solid.vertices()[solid.triangles()[triangle].vertex[k]]); };
  return Cross(corner(1) - corner(0), corner(2) - corner(0)).y < 0;
}

// What the ground of that triangle, under a position, breaks of the agent's rules. If it is near and breaks none, the settings left
// it out.
std::optional<Fix> BrokenAt(const MapView& map, const Vec3& ground, uint32_t triangle, bool is_near) {
  const CollisionView& solid = *map.collision;
  const AgentProfile& agent = map.variant->agent;
  Fix fix;
  if (FacesDown(solid, triangle)) {
    fix.kind = FixKind::kForbidden;
    return fix;
  }
  fix.unit = FixUnit::kMetres;
  const std::optional<double> slope_deg = SlopeBelow(solid, ground + Vec3(0, kLift_m, 0), 2 * kLift_m);
  if (slope_deg && *slope_deg > agent.max_slope_deg) {
    fix.kind = FixKind::kSlope;
    fix.unit = FixUnit::kDegrees;
    fix.measure = *slope_deg;
    fix.limit = agent.max_slope_deg;
    return fix;
  }
  const std::optional<double> headroom_m = HeadroomAt(solid, ground, agent.height_m);
  if (headroom_m && *headroom_m < agent.height_m) {
    fix.kind = FixKind::kHeadroom;
    fix.measure = *headroom_m;
    fix.limit = agent.height_m;
    return fix;
  }
  const BodySize body{agent.radius_m, agent.height_m, agent.max_climb_m};
  const double needed_m = 2 * agent.radius_m;
  const double width_m = PassageAt(solid, ground, body, 2 * needed_m, std::max(needed_m / 8, 0.01)).width_m;
  if (is_near && width_m >= 2 * needed_m) {
    fix.kind = FixKind::kForbidden;
    fix.unit = FixUnit::kNone;
    return fix;
  }
  if (width_m >= needed_m) return std::nullopt;
  fix.kind = FixKind::kWidth;
  fix.measure = width_m;
  fix.limit = needed_m;
  return fix;
}

// A position in water or air without the ability for it.
Fix NeedsAbility(const MapView& map, const Vec3& position) {
  const SceneView& scenes = *map.surface->Scenes();
  const SceneId scene = scenes.tree().Find(position);
  Fix fix;
  fix.kind = FixKind::kAbility;
  fix.at = position + map.manifest->origin;
  fix.name = std::string(scenes.NameOf(scene));
  fix.abilities = {std::string(AbilityFor(scenes.scene(scene).medium))};
  fix.sentence = StrCat("the scene ", Quoted(fix.name), ", in which ", PlaceText(*fix.at),
                        " lies, needs the ability ", Quoted(fix.abilities[0]));
  return fix;
}

}  // namespace

std::vector<Fix> ExplainOffMesh(const MapView& map, const Vec3& position, double below_m, Scratch& scratch) {
  if (map.surface->BuoyancyAt(map, position) == Buoyancy::kForbidden) return {NeedsAbility(map, position)};
  const Vec3& origin = map.manifest->origin;
  Fix none;
  none.kind = FixKind::kGroundless;
  none.at = position + origin;
  const std::string nearest = NearestText(map, position, none.to, scratch);
  const std::string here = PlaceText(*none.at);
  if (map.collision == nullptr) {
    none.sentence = StrCat("no walkable ground at ", here, "; ", nearest);
    return {std::move(none)};
  }
  const Vec3 above = position + Vec3(0, kLift_m, 0);
  const std::optional<CollisionHit> hit = map.collision->FirstHit(above, above - Vec3(0, kDeepest_m, 0));
  if (!hit) {
    none.sentence = StrCat("no ground under ", here, "; ", nearest);
    return {std::move(none)};
  }
  const double depth_m = std::max(hit->fraction * kDeepest_m - kLift_m, 0.0);
  if (depth_m > kLift_m && FacesDown(*map.collision, hit->triangle)) {
    none.sentence = StrCat(here, " lies inside something solid, or over ground that faces down; ", nearest);
    return {std::move(none)};
  }
  const Vec3 ground = position - Vec3(0, depth_m, 0);
  if (std::optional<Fix> broken = BrokenAt(map, ground, hit->triangle, depth_m <= below_m)) {
    broken->at = ground + origin;
    broken->to = none.to;
    broken->sentence = StrCat(GroundFixText(*broken, *map.navmesh), "; ", nearest);
    return {*std::move(broken)};
  }
  none.measure = depth_m;
  none.limit = below_m;
  none.unit = FixUnit::kMetres;
  none.sentence =
      depth_m > below_m
          ? StrCat("the ground is ", Decimals(depth_m), " m under ", here, ", more than the ",
                   Decimals(below_m), " m that positions are brought down; ", nearest)
          : StrCat("the ground at ", here, " is too small or too near to an edge to stand on; ", nearest);
  return {std::move(none)};
}

}  // namespace waystone
