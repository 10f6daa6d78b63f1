// Scenes in three dimensions as one search surface (S3): their ground, layers, points and cubes are polygons of one
// navmesh, and the ways between them its links.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/scene/scene_view.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/scene/scene_cut.h"
#include "core/surface/scene/scene_media.h"
#include "core/surface/scene/scene_obstacles.h"

namespace waystone {

class SceneSurface final : public NavmeshSurface {
 public:
  // Without what the agent may not use, either.
  absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
                                const Deadline& deadline) const override;
  // With it: things may lie where the agent cannot be.
  absl::StatusOr<MapView> ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                         const Deadline& deadline) const override {
    return NavmeshSurface::Apply(map, changes, ZonesNeed::kCompute, deadline);
  }
  // The scenes must outlive it.
  explicit SceneSurface(const SceneView& scenes) : scenes_(scenes) {}
  // Over a mesh that changes were applied to, which put these solids into water and air.
  SceneSurface(const SceneView& scenes, const ChangedGround& ground, SceneObstacles obstacles)
      : NavmeshSurface(std::vector<NavmeshIndexes>(), ground),
        scenes_(scenes.WithMore(ground.changed->parents(), polys_)),
        obstacles_(std::move(obstacles)) {}

  SurfaceFields Fields() const override {
    return {.name = "a map of scenes", .has_smoothed_paths = true, .takes_obstacles = true};
  }
  std::unique_ptr<MetClosures> WatchClosures(const MapView& map, const RouteChanges& changes) const override {
    return changes.HasSolids() ? nullptr : NavmeshSurface::WatchClosures(map, changes);
  }
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& deadline,
                                                    Scratch& scratch) const override;
  SnapResult SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options, PlaceRole role,
                    const Exclusions* exclusions, Scratch& scratch) const override;
  std::optional<SurfaceCut> Cut(const MapView& map, const CutPlane& plane) const override {
    return CutScenes(map, scenes_, plane);
  }
  const SceneView* Scenes() const override { return &scenes_; }
  uint64_t FloatingAreas(const MapView& map) const override { return waystone::FloatingAreas(map); }
  LinkKind KindOn(PolyId poly) const override;
  Buoyancy BuoyancyAt(const MapView& map, const Vec3& position) const override;
  Vec3 BodyAt(const MapView& map, const NavLocation& place) const override {
    return waystone::BodyAt(map, scenes_, place);
  }
  bool MayCross(const Vec3& from, const Vec3& to, double error_m) const override;
  void SmoothWalk(const MapView& map, const RouteQuery& query, std::span<const Aabb> kept_off,
                  RouteAnswer& walk) const override;
  double LeastByMouths_m(const Vec3& from, const Vec3& to) const override {
    return waystone::LeastByMouths_m(scenes_, from, to);
  }
  bool IsObstacleInWay(const Vec3& from, const Vec3& to) const override {
    return obstacles_.AreInWay(from, to);
  }
  bool IsObstacleBetween(const Vec3& from, const Vec3& to) const override {
    return obstacles_.AreBetween(from, to);
  }

 private:
  absl::Status CloseMore(const MapView& map, const RouteChanges& changes, const Deadline& deadline,
                         MeshChanges& closed) const override;
  std::unique_ptr<const SearchSurface> Over(const MapView& map, const ChangedGround& ground,
                                            const RouteChanges& changes) const override {
    return std::make_unique<SceneSurface>(scenes_, ground, SceneObstacles(changes, map.variant->agent));
  }

  std::vector<ScenePoly> polys_;  // of a changed mesh
  const SceneView scenes_;
  const SceneObstacles obstacles_;
};

}  // namespace waystone
