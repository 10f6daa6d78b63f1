// A map drawn as text, as the queries see it.
#pragma once

#include <string_view>
#include <vector>

#include "core/map/map_manifest.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {

// Owns what a MapView points at; see ascii_navmesh.h for the drawing. The map's origin is (1000, 10, -500),
// so that nobody forgets it: Abs turns map-local coordinates into those of queries.
class DrawnMap {
 public:
  explicit DrawnMap(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {})
      : data_(AsciiStoreys(storeys, options)), mesh_(ViewOf(data_)) {
    manifest_.map_id = "drawn";
    manifest_.origin = {1000, 10, -500};
  }
  DrawnMap(const DrawnMap&) = delete;
  DrawnMap& operator=(const DrawnMap&) = delete;

  MapView view() const { return {&manifest_, &variant_, &mesh_}; }
  const NavmeshView& mesh() const { return mesh_; }
  NavmeshData& data() { return data_; }
  Vec3 Abs(double x, double y, double z) const { return Vec3(x, y, z) + manifest_.origin; }

 private:
  MapManifest manifest_;
  MapVariant variant_;
  NavmeshData data_;
  NavmeshView mesh_;
};

}  // namespace waystone
