// A map drawn as text, as the queries see it.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/map/map_manifest.h"
#include "core/surface/computed_zones.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/zone_cache.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {

// Owns what a MapView points at; see ascii_navmesh.h for the drawing. The map's origin is (1000, 10, -500),
// so that nobody forgets it: Abs turns map-local coordinates into those of queries.
class DrawnMap {
 public:
  explicit DrawnMap(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {})
      : DrawnMap(AsciiStoreys(storeys, options)) {}
  explicit DrawnMap(NavmeshData data) : data_(std::move(data)), mesh_(ViewOf(data_)) {
    manifest_.map_id = "drawn";
    manifest_.origin = {1000, 10, -500};
  }
  DrawnMap(const DrawnMap&) = delete;
  DrawnMap& operator=(const DrawnMap&) = delete;

  // With zones for what the map is now.
  MapView view() const {
    const auto zones = std::make_shared<const OwnedZones>(ComputeZones(mesh_, links_, 0, {}));
    MapView view;
    view.manifest = &manifest_;
    view.variant = &variant_;
    view.navmesh = &mesh_;
    view.surface = &NavmeshSurface::Plain();
    view.links = &links_;
    view.zones = &zones->view();
    view.zones_owner = zones;
    return view;
  }
  const NavmeshView& mesh() const { return mesh_; }
  NavmeshData& data() { return data_; }
  MapManifest& manifest() { return manifest_; }
  Vec3 Abs(double x, double y, double z) const { return Vec3(x, y, z) + manifest_.origin; }

 private:
  MapManifest manifest_;
  MapVariant variant_;
  NavmeshData data_;
  NavmeshView mesh_;
  LinkView links_;
};

}  // namespace waystone
