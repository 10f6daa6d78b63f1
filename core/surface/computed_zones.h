// Zones for a set of abilities that the bake did not label.
#pragma once

#include <cstdint>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// Baked zones of the same surface, for other abilities: they define the main ground.
struct MainGround {
  const ZoneView* zones = nullptr;  // null: none were baked; the largest component is main
  // Their abilities are among the wanted ones, so each of their components is part of one of ours.
  bool is_subset = true;
  // The surface is the one that they were baked for. Otherwise some of it was taken away; polygons have the ids
  // that they had, and more may lie behind these.
  bool is_whole = true;
};

// Labels the surface for an agent with `abilities` (the bits of NavLink::abilities). Deterministic.
// Near-linear: some 100 ms for 600,000 polygons. Of no use if `poll` is late.
ZoneData ComputeZones(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                      const MainGround& baked, DeadlinePoll* poll = nullptr);

}  // namespace waystone
