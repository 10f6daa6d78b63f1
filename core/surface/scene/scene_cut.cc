#include "core/surface/scene/scene_cut.h"

#include <algorithm>
#include <cmath>

#include "core/surface/scene/scene_media.h"

namespace waystone {
namespace {

constexpr double kSquaresAcross = 256;  // of the longer side, about
constexpr double kLeastCell_m = 0.05;

Aabb BoundsOfMedia(const SceneView& scenes) {
  Aabb bounds;
  for (const SceneRecord& scene : scenes.scenes()) {
    if (scene.medium == SceneMedium::kGround) continue;
    const Aabb box = BoundsOf(scene);
    bounds.Extend(box.min);
    bounds.Extend(box.max);
  }
  return bounds;
}

}  // namespace

std::optional<SurfaceCut> CutScenes(const MapView& map, const SceneView& scenes, const CutPlane& plane) {
  const Aabb bounds = BoundsOfMedia(scenes);
  if (bounds.IsEmpty()) return std::nullopt;
  const Vec3 size = bounds.max - bounds.min;
  const double across_m = plane.is_level ? size.x : Distance(plane.from, plane.to);
  const double along_m = plane.is_level ? size.z : size.y;
  SurfaceCut cut;
  cut.cell_m = std::max(kLeastCell_m, std::max(across_m, along_m) / kSquaresAcross);
  const auto squares = [&](double m) {
    return static_cast<uint32_t>(std::max(1.0, std::ceil(m / cut.cell_m)));
  };
  cut.columns = squares(across_m);
  cut.rows = squares(along_m);
  cut.corner = plane.is_level ? bounds.min.Plane() : Vec2{0, bounds.min.y};
  SurfaceWorkspace workspace;
  for (uint32_t row = 0; row < cut.rows; ++row) {
    for (uint32_t column = 0; column < cut.columns; ++column) {
      const Vec3 at = MiddleOf(plane, cut, column, row);
      const SnapResult place = SnapWithinReach(map, scenes, SceneObstacles(), at, {}, nullptr, workspace);
      cut.zones.push_back(place.place ? map.zones->ZoneOf(place.place->poly).value() : SurfaceCut::kSolid);
    }
  }
  return cut;
}

}  // namespace waystone
