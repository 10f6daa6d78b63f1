// From one ground of a map to another that cannot be reached from it: what would have to change.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/gaps/gap_view.h"
#include "core/geom/vec.h"
#include "core/graph/best_first.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/why/fix.h"
#include "core/why/ground_links.h"
#include "core/zones/zone_view.h"

namespace waystone {

// The path from one place to others that needs the fewest and smallest fixes. The path
// leads through zones; from zone to zone over gaps that the baker found (core/gaps), and over links that need abilities
// which the agent lacks. If no way does, it leads over links that are missing (core/why/ground_links.h).
//
// The fewest: a gap costs 1 for each of its fixes, and how much each is over its limit, as a share of it; an ability costs
// next to nothing. Ties go to the gap, then the link, of the lower number. One thread; all must outlive it. REQUIRES: the view
// has zones, and nothing is changed.
class FixFinder {
 public:
  // O(polygons + gaps + links, log of these).
  FixFinder(const MapView& map, const Deadline& deadline, Scratch& scratch);

  // Where ways begin. O(crossings * log components).
  void Start(const NavLocation& from);
  // No fixes if `to` can be reached, or the deadline passed first. O(path). REQUIRES: Start.
  MendedPath To(const NavLocation& to);

 private:
  using Crossing = GroundCrossing;
  void Add(PolyId from, PolyId to, double cost, Crossing::Kind kind, uint32_t index);
  MendedPath UpTo(uint32_t component, uint64_t& granted) const;
  void AddBreak(const Crossing& crossing, uint64_t& granted, MendedPath& path) const;
  void AddGap(const Gap& gap, bool is_back, std::vector<Fix>& fixes) const;
  void AddLink(LinkId id, uint64_t& granted, std::vector<Fix>& fixes) const;
  // Whether something solid is between two places, as high as an agent's middle.
  bool IsWallBetween(const Vec3& from, const Vec3& to) const;
  void AddMissingLink(const MissingLink& link, MendedPath& path) const;
  MendedPath OverMissingLinks(uint32_t goal);

  const MapView& map_;
  const ZoneView& zones_;
  const Deadline& deadline_;
  Scratch& scratch_;
  std::vector<Crossing> crossings_;  // by `from`
  Vec3 from_;                        // [m] absolute
  uint32_t start_ = 0;
  std::vector<uint32_t> came_by_;  // [component] crossing
  BestFirst<double> search_;
  std::optional<GroundLinks> links_;  // once it is needed
};

// With a finder of their own.
MendedPath FindFixes(const MapView& map, const NavLocation& from, const NavLocation& to,
                     const Deadline& deadline, Scratch& scratch);

// What keeps an agent from standing at a position off the surface: the ground there is too steep, too low, too narrow, or
// not there. By the map's solid triangles, if it has some. `position` is map-local; `below_m`: how far below it ground
// counts. One fix.
std::vector<Fix> ExplainOffMesh(const MapView& map, const Vec3& position, double below_m, Scratch& scratch);

}  // namespace waystone
