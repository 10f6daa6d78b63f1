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

// How many times the spacing of its scene a place may be away if none is nearer but beyond a closed border.
constexpr double kFarthest = 4;

// Places of a scene may lie on its very border: a little towards the middle of their polygon they are on their side of it.
constexpr double kInside_m = 1e-3;

Vec3 InsideOf(const NavmeshView& mesh, const NavLocation& place) {
  Vec3 sum;
  for (const NavEdge& edge : mesh.edges(place.poly)) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex)));
  const Vec3 off = sum * (1.0 / mesh.poly(place.poly).edge_count) - place.point;
  const double length_m = Length(off);
  return length_m <= kInside_m ? place.point : place.point + off * (kInside_m / length_m);
}

// Whether nothing solid, and no closed border away from its mouths, lies between a position and a place, or the body that
// stands there.
bool IsInSight(const MapView& map, const SceneView& scenes, const SceneObstacles& obstacles,
               const Vec3& position, const NavLocation& place) {
  const auto is_free = [&](const Vec3& to) {
    if (obstacles.AreBetween(position, to)) return false;
    return map.collision == nullptr || !map.collision->Blocked(position, to);
  };
  const Vec3 up(0, map.variant->agent.height_m / 2, 0);
  if (!is_free(place.point) && !is_free(place.point + up)) return false;
  const Vec3 inside = InsideOf(*map.navmesh, place);
  if (PassesByMouths(scenes, position, inside, 0)) return true;
  return scenes.poly(place.poly).part == ScenePart::kGround &&
         PassesByMouths(scenes, position, inside + up, 0);
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

Vec3 BodyAt(const MapView& map, const SceneView& scenes, const NavLocation& place) {
  const bool is_walked = place.poly.IsNone() || scenes.poly(place.poly).part == ScenePart::kGround;
  const Vec3 at = place.poly.IsNone() ? place.point : InsideOf(*map.navmesh, place);
  return at + Vec3(0, is_walked ? map.variant->agent.height_m / 2 : 0, 0);
}

bool PassesByMouths(const SceneView& scenes, const Vec3& from, const Vec3& to, double error_m) {
  const Vec3 line[] = {from, to};
  const auto medium_of = [&](SceneId scene) {
    return scene.IsNone() ? SceneMedium::kGround : scenes.scene(scene).medium;
  };
  return std::ranges::all_of(scenes.ClosedBordersCrossed(line), [&](const BorderCrossing& crossing) {
    return std::ranges::any_of(scenes.MouthsOf(crossing.scene), [&](const SceneMouth& mouth) {
      const bool fits = mouth.medium == medium_of(crossing.from) || mouth.medium == medium_of(crossing.to);
      return fits && IsInMouth(mouth, crossing.at, error_m);
    });
  });
}

double LeastByMouths_m(const SceneView& scenes, const Vec3& from, const Vec3& to) {
  double least_m = 0;
  const auto add_around = [&](const Vec3& inside, const Vec3& other) {
    const SceneId beyond = scenes.tree().Find(other);
    for (SceneId id = scenes.tree().Find(inside); !id.IsNone(); id = scenes.ParentOf(id)) {
      if (scenes.scene(id).is_closed == 0 || scenes.IsWithin(beyond, id)) continue;
      double nearest_m = std::numeric_limits<double>::infinity();
      for (const SceneMouth& mouth : scenes.MouthsOf(id)) {
        const Vec3 at(mouth.at[0], mouth.at[1], mouth.at[2]);
        const auto to_mouth_m = [&](const Vec3& end) {
          return std::max(0.0, Distance(end, at) - static_cast<double>(mouth.radius_m));
        };
        nearest_m = std::min(nearest_m, to_mouth_m(inside) + to_mouth_m(other));
      }
      least_m = std::max(least_m, nearest_m);
    }
  };
  add_around(from, to);
  add_around(to, from);
  return least_m;
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
    return IsInSight(map, scenes, obstacles, position, {poly, ClosestPointOnPoly(mesh, poly, position)});
  };
  // On the other side of a closed border is no place, so that one on this side may be farther.
  const bool is_beyond =
      snapped.place.has_value() && !PassesByMouths(scenes, position, InsideOf(mesh, *snapped.place), 0);
  std::optional<NavLocation> place;
  for (double spacings = 1; !place && spacings <= (is_beyond ? kFarthest : 1); spacings *= 2) {
    const double within_m = spacings * reach_m;
    place = NearestPolyWithin(mesh, position, within_m, within_m, within_m, admit, workspace);
  }
  if (!place && is_beyond) return {std::nullopt, snapped.nearest, snapped.distance_m};
  const bool is_nearer = place.has_value() && (!snapped.place.has_value() ||
                                               !IsInSight(map, scenes, obstacles, position, *snapped.place) ||
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
