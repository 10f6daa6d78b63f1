// Polygons, links and places of scenes while they are made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "bake/scene/place_joiner.h"
#include "bake/scene/scene_input.h"
#include "core/geom/vec.h"
#include "core/scene/scene_view.h"

namespace waystone {

inline constexpr double kJoinGap_m = 1;  // between places of a layer that may be joined
inline constexpr double kWayGap_m = 2;   // between ways from a layer to the next, and to the ground

// The input, the soup and the scenes must outlive it. One thread.
class ScenePieces {
 public:
  // Begins with the ground's polygons in the soup, which are numbered from 0 on.
  ScenePieces(const SceneInput& input, const SceneView& scenes, PolygonSoup& soup);

  const SceneInput& input() const { return input_; }
  const SceneView& scenes() const { return scenes_; }
  const SceneSettings& SettingsOf(SceneId id) const {
    return input_.settings[input_.order.settings[id.value()]];
  }
  SceneMedium MediumOf(SceneId id) const { return scenes_.scene(id).medium; }
  uint8_t AreaOf(SceneId id) const {
    return MediumOf(id) == SceneMedium::kWater ? input_.water_area : input_.air_area;
  }
  PolygonSoup& soup() { return soup_; }
  BuiltScenes& built() { return built_; }
  const std::vector<JoinPlace>& places() const { return places_; }

  // The external id of the next polygon.
  uint32_t NextId() const { return static_cast<uint32_t>(soup_.polygons.size()); }
  // Returns its external id.
  uint32_t AddPolygon(SoupPolygon polygon, SceneId id, ScenePart part, uint16_t layer);
  // A level polygon about a place, of no layer.
  uint32_t AddSquare(SceneId id, ScenePart part, const Vec3& middle, double half_m);
  // A way both ways, if it does not lead through the border of a closed scene, or has the name of a mouth. Returns whether it was added.
  bool AddLink(const Vec3& from, uint32_t from_polygon, const Vec3& to, uint32_t to_polygon,
               SceneMedium medium, const std::string& name);
  void AddPlace(const JoinPlace& place) { places_.push_back(place); }

 private:
  const SceneInput& input_;
  const SceneView& scenes_;
  PolygonSoup& soup_;
  BuiltScenes built_;
  std::vector<JoinPlace> places_;  // that may be joined
};

}  // namespace waystone
