#include "core/surface/scene/scene_media.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/navmesh/surface_queries.h"
#include "core/scene/scene_visits.h"

namespace waystone {
namespace {

bool HasAbility(const MapView& map, std::string_view name) {
  const std::vector<std::string>& abilities = map.manifest->link_abilities;
  const auto known = std::ranges::find(abilities, name);
  return known != abilities.end() && (map.abilities >> (known - abilities.begin()) & 1) != 0;
}

// Whether nothing solid lies between a position and a place, or the body that stands there.
bool IsInSight(const MapView& map, const SceneObstacles& obstacles, const Vec3& position,
               const NavLocation& place) {
  const auto is_free = [&](const Vec3& to) {
    if (obstacles.AreBetween(position, to)) return false;
    return map.collision == nullptr || !map.collision->Blocked(position, to);
  };
  return is_free(place.point) || is_free(place.point + Vec3(0, map.variant->agent.height_m / 2, 0));
}

uint64_t AreaBit(const MapView& map, std::string_view name) {
  const auto known = std::ranges::find(map.manifest->areas, name, &AreaType::name);
  return known == map.manifest->areas.end() ? 0 : uint64_t{1} << known->index;
}

}  // namespace

uint64_t ForbiddenAreas(const MapView& map) {
  uint64_t areas = 0;
  if (!MayBeIn(map, SceneMedium::kWater)) areas |= AreaBit(map, kWaterArea);
  if (!MayBeIn(map, SceneMedium::kAir)) areas |= AreaBit(map, kAirArea);
  return areas;
}

uint64_t FloatingAreas(const MapView& map) { return AreaBit(map, kWaterArea) | AreaBit(map, kAirArea); }

bool MayBeIn(const MapView& map, SceneMedium medium) {
  return medium == SceneMedium::kGround || HasAbility(map, AbilityFor(medium));
}

bool PassesByMouths(const SceneView& scenes, const Vec3& from, const Vec3& to, double error_m) {
  const Vec3 line[] = {from, to};
  const std::vector<SceneId> crossed = scenes.ClosedScenesCrossed(line);
  if (crossed.empty()) return true;
  const auto medium_of = [&](SceneId scene) {
    return scene.IsNone() ? SceneMedium::kGround : scenes.scene(scene).medium;
  };
  const std::vector<SceneVisit> visits = VisitsAlong(scenes.tree(), scenes.scenes(), line);
  for (size_t i = 1; i < visits.size(); ++i) {
    const SceneId left = visits[i - 1].scene;
    const SceneId entered = visits[i].scene;
    for (const SceneId scene : crossed) {
      const bool was_in = !left.IsNone() && scenes.IsWithin(left, scene);
      const bool is_in = !entered.IsNone() && scenes.IsWithin(entered, scene);
      if (was_in == is_in) continue;
      const bool has_mouth = std::ranges::any_of(scenes.MouthsOf(scene), [&](const SceneMouth& mouth) {
        if (mouth.medium != medium_of(left) && mouth.medium != medium_of(entered)) return false;
        const Vec3 at(mouth.at[0], mouth.at[1], mouth.at[2]);
        return Distance(at, visits[i].from) <= static_cast<double>(mouth.radius_m) + error_m;
      });
      if (!has_mouth) return false;
    }
  }
  return true;
}

SnapResult SnapWithinReach(const MapView& map, const SceneView& scenes, const SceneObstacles& obstacles,
                           const Vec3& position, const SnapResult& snapped, const Exclusions* exclusions,
                           SurfaceWorkspace& workspace) {
  const SceneId scene = scenes.tree().Find(position);
  if (scene.IsNone() || scenes.scene(scene).medium == SceneMedium::kGround) return snapped;
  const NavmeshView& mesh = *map.navmesh;
  const auto reach_m = static_cast<double>(scenes.scene(scene).reach_m);
  const auto admit = [&](PolyId poly) {
    const ScenePoly& of = scenes.poly(poly);
    if (of.part == ScenePart::kGround || of.scene != scene.value()) return false;
    if (exclusions != nullptr && exclusions->IsBlocked(poly)) return false;
    return IsInSight(map, obstacles, position, {poly, ClosestPointOnPoly(mesh, poly, position)});
  };
  const std::optional<NavLocation> place =
      NearestPolyWithin(mesh, position, reach_m, reach_m, reach_m, admit, workspace);
  const bool is_nearer = place.has_value() && (!snapped.place.has_value() ||
                                               !IsInSight(map, obstacles, position, *snapped.place) ||
                                               Distance(place->point, position) <= snapped.distance_m);
  return is_nearer ? SnapResult{place, place, Distance(place->point, position)} : snapped;
}

std::optional<LinkId> FindMouthOut(const MapView& map, const SceneView& scenes, const NavLocation& from,
                                   std::span<const NavLocation> goals, const Exclusions* exclusions) {
  const auto scene_of = [&](PolyId poly) {
    const uint16_t scene = scenes.poly(poly).scene;
    return scene == kNoScene ? SceneId() : SceneId(scene);
  };
  SceneId left;
  for (SceneId scene = scene_of(from.poly); !scene.IsNone(); scene = scenes.ParentOf(scene)) {
    const bool has_goal = std::ranges::any_of(
        goals, [&](const NavLocation& goal) { return scenes.IsWithin(scene_of(goal.poly), scene); });
    if (scenes.scene(scene).is_closed != 0 && !has_goal) left = scene;
  }
  if (left.IsNone()) return std::nullopt;
  std::optional<LinkId> nearest;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (LinkId id(0); id.value() < map.links->size(); ++id) {
    const NavLink& link = map.links->link(id);
    const bool is_closed = exclusions != nullptr && exclusions->IsClosed(id, link);
    if (is_closed || !MayUse(link, map.abilities) || map.links->ExternalId(id).empty()) continue;
    const bool leads_out = scenes.IsWithin(scene_of(PolyId(link.start_poly)), left) &&
                           !scenes.IsWithin(scene_of(PolyId(link.end_poly)), left);
    const double apart_m = Distance(from.point, {link.start[0], link.start[1], link.start[2]});
    if (!leads_out || apart_m >= nearest_m) continue;
    nearest = id;
    nearest_m = apart_m;
  }
  return nearest;
}

}  // namespace waystone
