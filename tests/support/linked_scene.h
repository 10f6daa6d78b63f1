// Random surfaces with links, as the queries see them.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

namespace waystone {

// Owns what `view` points at.
class LinkedScene {
 public:
  // `links` of them at random; half of them cost less than they are long where `has_shortcuts`.
  LinkedScene(NavmeshData data, uint32_t links, bool has_shortcuts, uint64_t abilities, Random& random)
      : map_(std::move(data)),
        data_(RandomLinks(map_.mesh(), links, has_shortcuts, random)),
        links_(*LinkView::Create(data_, map_.mesh())),
        zones_(ComputeZones(map_.mesh(), links_, abilities, {})),
        view_(map_.view()) {
    view_.links = &links_;
    view_.abilities = abilities;
    view_.zones = &zones_.view();
  }
  LinkedScene(const LinkedScene&) = delete;
  LinkedScene& operator=(const LinkedScene&) = delete;

  const MapView& view() const { return view_; }
  const DrawnMap& map() const { return map_; }

  // A place of the surface that snapping maps to itself, in the polygon that snapping takes.
  NavLocation RandomPlace(Random& random) const {
    SurfaceWorkspace surface;
    const NavLocation place = RandomLatticePlace(map_.mesh(), random);
    return *Snap(map_.mesh(), place.point, {}, surface).place;
  }
  Vec3 Abs(const NavLocation& place) const { return place.point + view_.manifest->origin; }

  // By the search itself; infinite where there is no path.
  double Cost_m(const NavLocation& from, const NavLocation& to) {
    AnyAngleOptions options;
    options.links = &links_;
    options.abilities = view_.abilities;
    const SurfacePath route = FindAnyAngle(map_.mesh(), from, to, options, search_);
    return route.outcome == SearchOutcome::kFound ? route.cost_m : std::numeric_limits<double>::infinity();
  }

 private:
  DrawnMap map_;
  LinkData data_;
  LinkView links_;
  OwnedZones zones_;
  MapView view_;
  AnyAngleWorkspace search_;
};

// A drawing of some size and density, with crooked cells every other time.
inline std::unique_ptr<LinkedScene> RandomLinkedScene(int i, int side, Random& random) {
  const std::string drawing = RandomDrawing(side, side, random.NextInRange(0.1, 0.5), random);
  const PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
  if (soup.polygons.empty()) return nullptr;
  const uint32_t links = random.NextBelow(6);
  const uint64_t abilities = random.NextBelow(4);
  return std::make_unique<LinkedScene>(*BuildNavmesh(soup), links, i % 3 == 0, abilities, random);
}

}  // namespace waystone
