// The truth that cheats are measured by: the shortest walk there can be, by an exact search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/link_view.h"
#include "core/path/nav_location.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"

namespace waystone {

// How long links are. Teleports are nothing.
enum class LinkLengths : uint8_t {
  kLeast = 1,   // at most the horizontal distance of their ends: no honest walk is shorter
  kJudged = 2,  // as move checks count them: jumps and drops horizontally, all others in three dimensions
};

// Measures walks over one map for the abilities of its view, by FindAnyAngle. Nobody knows what lies between the
// nodes of a graph of waypoints, so there a walk is the straight line, if the zones say that the place can be
// reached. Map and scratch must outlive it; one thread.
class ExactWalks {
 public:
  ExactWalks(const MapView& map, Scratch& scratch, LinkLengths lengths = LinkLengths::kLeast);

  // The turning points of the shortest walk, map-local, if it is at most `most_m` long; otherwise none. REQUIRES:
  // no graph.
  std::vector<Vec3> Turns(const NavLocation& from, const NavLocation& to, double most_m) const;
  // [m] The shortest walk; infinite if it is longer than `most_m`, or there is none. Map-local places.
  double Length_m(const NavLocation& from, const NavLocation& to, double most_m) const;
  // The least of the walks between all polygons that have a point within `reach_m` of the one place, and of the
  // other, at most kMostPlaces of each, and of the straight walks that end at a border within `reach_m` of the other. A
  // position near a border, or where polygons lie over each other, is on all of them.
  double LeastLength_m(const NavLocation& from, const NavLocation& to, double reach_m, double most_m) const;
  static constexpr size_t kMostPlaces = 8;
  // The shortest walk between positions that are brought onto the surface first; infinite if one has none.
  double LengthBetween_m(const Vec3& from, const Vec3& to, double most_m) const;
  // The surface at an absolute position.
  std::optional<NavLocation> PlaceAt(const Vec3& position) const;

 private:
  std::vector<NavLocation> PlacesAround(const NavLocation& place, double reach_m) const;
  SurfacePath Path(const NavLocation& from, const NavLocation& to, double most_m) const;
  double GraphLength_m(const NavLocation& from, const NavLocation& to, double most_m) const;

  const MapView& map_;
  Scratch& scratch_;
  LinkData link_data_;
  LinkView links_;
};

}  // namespace waystone
