#include "core/surface/scene/scene_surface.h"

#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/scene/scene_legs.h"
#include "core/surface/scene/scene_media.h"
#include "core/surface/scene/seed_route.h"

namespace waystone {
namespace {

RouteChanges WithoutForbidden(const MapView& map, const RouteChanges& changes) {
  RouteChanges all = changes;
  all.excluded_areas |= ForbiddenAreas(map);
  return all;
}

bool IsOverScenes(RouteMethod method) {
  return method == RouteMethod::kScenes || method == RouteMethod::kRiseFirst ||
         method == RouteMethod::kRiseLast;
}

// The seed's rules need one goal: of several the nearest in a straight line.
size_t NearestInLine(const NavLocation& from, std::span<const NavLocation> goals) {
  size_t best = 0;
  for (size_t i = 1; i < goals.size(); ++i) {
    if (Distance(from.point, goals[i].point) < Distance(from.point, goals[best].point)) best = i;
  }
  return best;
}

class SceneSearch final : public RouteSearch {
 public:
  SceneSearch(const MapView& map, const SceneView& scenes, const SceneObstacles& obstacles,
              RouteChanges changes, bool is_changed, Scratch& scratch)
      : map_(map),
        scenes_(scenes),
        obstacles_(obstacles),
        changes_(std::move(changes)),
        is_changed_(is_changed),
        scratch_(scratch) {}

  absl::Status Begin(const NavmeshSurface& surface, const Deadline& deadline) {
    WS_ASSIGN_OR_RETURN(over_polygons_, surface.NavmeshSurface::Open(map_, changes_, deadline, scratch_));
    exclusions_ = ExclusionsOf(map_, changes_, *excluded_);
    return absl::OkStatus();
  }

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    SnappedStops stops = over_polygons_->SnapStops(positions, options, mutually, deadline);
    const Scratch::Lease<SurfaceWorkspace> workspace = scratch_.Borrow<SurfaceWorkspace>();
    const auto reach = [&](const Vec3& position, SnapResult& snapped) {
      snapped = SnapWithinReach(map_, scenes_, obstacles_, position, snapped, exclusions_, *workspace);
    };
    reach(positions.start, stops.start);
    for (size_t i = 0; i < stops.via.size(); ++i) reach(positions.via[i], stops.via[i]);
    for (size_t i = 0; i < stops.goals.size(); ++i) reach(positions.goals[i], stops.goals[i]);
    return stops;
  }
  bool IsChanged() const override { return is_changed_; }
  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    return over_polygons_->SnapUnchanged(position, options);
  }
  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    if (terms.teleports_to_mouths) {
      const std::optional<LinkId> mouth = FindMouthOut(map_, scenes_, from, goals, exclusions_);
      if (mouth.has_value()) return FindFromMouth(*mouth, from, goals, terms);
    }
    return FindAlong(from, goals, terms);
  }
  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    return AppendSceneRoute(map_, scenes_, path, query, *scratch_.Borrow<GroundLineWorkspace>(), answer);
  }

 private:
  NearestPath FindAlong(const NavLocation& from, std::span<const NavLocation> goals, const PathTerms& terms) {
    if (terms.method == RouteMethod::kRiseFirst || terms.method == RouteMethod::kRiseLast) {
      const size_t goal = NearestInLine(from, goals);
      const HeightOrder order =
          terms.method == RouteMethod::kRiseFirst ? HeightOrder::kRiseFirst : HeightOrder::kRiseLast;
      return {FindSeedRoute(map_, scenes_, from, goals[goal], order, changes_, terms, scratch_), goal};
    }
    NearestPath path = over_polygons_->FindPath(from, goals, terms);
    if (path.found.method == RouteMethod::kAnyAngle) path.found.method = RouteMethod::kScenes;
    return path;
  }

  // From the far end of a mouth's way; the path begins where the agent is.
  NearestPath FindFromMouth(LinkId mouth, const NavLocation& from, std::span<const NavLocation> goals,
                            const PathTerms& terms) {
    const NavLink& link = map_.links->link(mouth);
    const NavLocation outside{PolyId(link.end_poly), {link.end[0], link.end[1], link.end[2]}};
    NearestPath nearest = FindAlong(outside, goals, terms);
    SurfacePath& path = nearest.found.path;
    if (path.turns.empty()) return nearest;
    path.turns.insert(path.turns.begin(), from);
    for (LinkUse& use : path.links) ++use.turn;
    path.links.insert(path.links.begin(), LinkUse{mouth, 0, 0});
    path.plane_length_m += PlaneDistance(from.point, outside.point);
    if (!path.stretch_costs_m.empty()) path.stretch_costs_m.insert(path.stretch_costs_m.begin(), 0);
    return nearest;
  }

  const MapView& map_;
  const SceneView& scenes_;
  const SceneObstacles& obstacles_;
  const RouteChanges changes_;  // the request's, without what the agent may not use
  const bool is_changed_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_ = scratch_.Borrow<Exclusions>();
  const Exclusions* exclusions_ = nullptr;
  std::unique_ptr<RouteSearch> over_polygons_;
};

}  // namespace

absl::Status SceneSurface::CheckRoute(const MapView& map, const RouteQuery& query) const {
  if (query.shape == RouteShape::kEveryCell || query.shape == RouteShape::kAnyAngle) {
    return FieldError("shape", "not for scenes");
  }
  if (query.shape == RouteShape::kSmoothed && map.collision == nullptr) {
    return FieldError("shape", "the map was baked without the solid triangles that smoothed paths must miss");
  }
  const bool is_weighted = query.changes.IsWeighted();
  const bool is_valid = query.method == RouteMethod::kNone ||
                        (query.method == RouteMethod::kEdgePoints && is_weighted) ||
                        (IsOverScenes(query.method) && !is_weighted);
  if (is_valid) return absl::OkStatus();
  return FieldError(
      "method", is_weighted ? "not valid for this map and request; valid are: EDGE_POINTS"
                            : "not valid for this map and request; valid are: SCENES, RISE_FIRST, RISE_LAST");
}

absl::StatusOr<MapView> SceneSurface::Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
                                            const Deadline& deadline) const {
  if (!changes.HasExclusions() || map.is_applied) return map;
  return NavmeshSurface::Apply(map, WithoutForbidden(map, changes), need, deadline);
}

absl::Status SceneSurface::CloseMore(const MapView& map, const RouteChanges& changes,
                                     const Deadline& deadline, MeshChanges& closed) const {
  if (!changes.HasSolids()) return absl::OkStatus();
  closed.floating_areas = FloatingAreas(map);
  return CloseWaysUnder(map, scenes_, changes, deadline, closed.closed_links);
}

absl::StatusOr<std::unique_ptr<RouteSearch>> SceneSurface::Open(const MapView& map,
                                                                const RouteChanges& changes,
                                                                const Deadline& deadline,
                                                                Scratch& scratch) const {
  auto search = std::make_unique<SceneSearch>(map, scenes_, obstacles_, WithoutForbidden(map, changes),
                                              changes.HasExclusions(), scratch);
  WS_RETURN_IF_ERROR(search->Begin(*this, deadline));
  return search;
}

LinkKind SceneSurface::KindOn(PolyId poly) const {
  switch (scenes_.poly(poly).medium) {
    case SceneMedium::kWater:
      return LinkKind::kSwim;
    case SceneMedium::kAir:
      return LinkKind::kFly;
    case SceneMedium::kGround:
      break;
  }
  return LinkKind::kWalk;
}

Buoyancy SceneSurface::BuoyancyAt(const MapView& map, const Vec3& position) const {
  const SceneId scene = scenes_.tree().Find(position);
  if (scene.IsNone() || scenes_.scene(scene).medium == SceneMedium::kGround) return Buoyancy::kSinks;
  return MayBeIn(map, scenes_.scene(scene).medium) ? Buoyancy::kFloats : Buoyancy::kForbidden;
}

bool SceneSurface::MayCross(const Vec3& from, const Vec3& to, double error_m) const {
  return PassesByMouths(scenes_, from, to, error_m);
}

void SceneSurface::SmoothWalk(const MapView& map, const RouteQuery& query, std::span<const Aabb> kept_off,
                              RouteAnswer& walk) const {
  if (map.collision != nullptr) SmoothSceneWalk(map, scenes_, query, kept_off, walk);
}

SnapResult SceneSurface::SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                                PlaceRole role, const Exclusions* exclusions, Scratch& scratch) const {
  const Scratch::Lease<Exclusions> forbidden = scratch.Borrow<Exclusions>();
  if (exclusions == nullptr) {
    forbidden->Begin(*map.navmesh, *map.links);
    forbidden->BlockAreas(ForbiddenAreas(map));
    exclusions = &*forbidden;
  }
  const SnapResult snapped = NavmeshSurface::SnapTo(map, position, options, role, exclusions, scratch);
  return SnapWithinReach(map, scenes_, obstacles_, position, snapped, exclusions,
                         *scratch.Borrow<SurfaceWorkspace>());
}

}  // namespace waystone
