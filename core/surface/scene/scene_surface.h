// Scenes in three dimensions as one search surface (S3): their ground, layers, points and cubes are polygons of one
// navmesh, and the ways between them its links.
#pragma once

#include <memory>
#include <vector>

#include "core/scene/scene_view.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/scene/scene_cut.h"

namespace waystone {

class SceneSurface final : public NavmeshSurface {
 public:
  // Searches leave out what is closed.
  absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& /*changes*/, ZonesNeed /*need*/,
                                const Deadline& /*deadline*/) const override {
    return map;
  }
  // Whole polygons are taken away: the others keep their ids.
  absl::StatusOr<MapView> ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                         const Deadline& deadline) const override {
    return NavmeshSurface::Apply(map, changes, ZonesNeed::kCompute, deadline);
  }
  // The scenes must outlive it.
  explicit SceneSurface(const SceneView& scenes) : scenes_(scenes) {}
  SceneSurface(const SceneView& scenes, const ChangedGround& ground)
      : NavmeshSurface(std::vector<NavmeshIndexes>(), ground), scenes_(scenes) {}

  SurfaceFields Fields() const override { return {.name = "a map of scenes", .has_smoothed_paths = true}; }
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
  LinkKind KindOn(PolyId poly) const override;
  Buoyancy BuoyancyAt(const MapView& map, const Vec3& position) const override;
  bool MayCross(const Vec3& from, const Vec3& to, double error_m) const override;

  absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch) const override;

 private:
  std::unique_ptr<const SearchSurface> Over(const ChangedGround& ground) const override {
    return std::make_unique<SceneSurface>(scenes_, ground);
  }

  const SceneView& scenes_;
};

}  // namespace waystone
