// A generated scene, baked with the default profile, and what can be reached in it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/store/loaded_map.h"
#include "samples/generator/town.h"

namespace waystone::samples {

// Bakes the OBJ or GLB file, by the settings beside it if there are any, to a package in `folder` and loads
// it. Aborts where that fails: a sample that cannot be baked is a bug.
std::shared_ptr<const LoadedMap> BakeAndLoad(const std::string& source_path, const std::string& folder);

// Places and reachability over shared sides of polygons. Holds the package.
class BakedScene {
 public:
  BakedScene(std::shared_ptr<const LoadedMap> map, std::vector<Landmark> landmarks);
  // Writes the scene as OBJ with its settings and bakes it.
  static BakedScene Of(const SceneWithLandmarks& scene);

  // The place on the mesh within 0.6 m sideways and `reach_m` up or down.
  std::optional<NavLocation> Locate(const Vec3& point, double reach_m = 0.4) const;
  Vec3 PlaceOf(const std::string& landmark) const;

  // One bit per polygon: reached from `start` without entering polygons of which a side passes through
  // `closed`. Nothing where `start` is off the mesh.
  std::vector<bool> ReachedFrom(const Vec3& start, const Aabb& closed = {}) const;
  // Empty: off the mesh.
  std::optional<bool> IsIn(const std::vector<bool>& reached, const Vec3& point) const;
  // Horizontal area of the polygons of `reached`. [m2]
  double AreaOf(const std::vector<bool>& reached) const;
  double Area() const;

  const std::vector<Landmark>& landmarks() const { return landmarks_; }
  const NavmeshView& mesh() const { return *mesh_; }
  // As the first agent sees it, walking only.
  MapView view() const;

 private:
  bool HasSideThrough(PolyId poly, const Aabb& box) const;

  std::vector<Landmark> landmarks_;
  std::shared_ptr<const LoadedMap> map_;
  const NavmeshView* mesh_ = nullptr;
};

}  // namespace waystone::samples
