// Paths over maps on which some walks are missing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// A walk over one map that does not exist. [m] absolute
struct BrokenWalk {
  PortalId after;   // it begins where this portal leads to; none: at the start
  PortalId before;  // it ends at this portal; none: at the goal
  WorldMapIndex map = WorldMapIndex(0);
  Vec3 from;
  Vec3 to;

  std::pair<uint32_t, uint32_t> key() const { return {after.value(), before.value()}; }
};

struct BrokenPath {
  std::vector<PortalId> portals;
  std::vector<BrokenWalk> walks;  // in its order, and no other walks of it are missing
};

// Finds the paths from a start to a goal that lack as few walks and met requirements as possible, and of these the ones with the
// fewest portals, over the maps as baked. Portals in `limits.is_closed` of the query are not used; no other limits count. One
// thread; all must outlive it.
class BrokenPaths {
 public:
  // `heads` and `tails`: all that there are.
  BrokenPaths(const WorldView& world, const WorldRouteQuery& query, const WorldPosition& goal,
              const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails);

  // The best one over none of the walks `without` (BrokenWalk::key). nullopt if there is none, or the query's deadline comes
  // first. O(portals x exits of their maps x log).
  std::optional<BrokenPath> Find(const std::set<std::pair<uint32_t, uint32_t>>& without);
  // The best one on which no walk is missing: its portals. Otherwise as Find.
  std::optional<std::vector<PortalId>> FindWhole();

 private:
  struct Cost {
    uint32_t lacks = UINT32_MAX;
    uint32_t portals = 0;

    auto operator<=>(const Cost&) const = default;
  };
  struct Waiting {
    Cost cost;
    uint32_t portal = 0;

    auto operator<=>(const Waiting&) const = default;
  };

  BrokenWalk WalkOf(PortalId after, PortalId before) const;
  bool Exists(PortalId after, PortalId before) const;
  // What a walk adds to what is lacking; nullopt if it may not be used.
  std::optional<uint32_t> LacksOf(PortalId after, PortalId before,
                                  const std::set<std::pair<uint32_t, uint32_t>>& without) const;
  BrokenPath PathTo(PortalId last) const;

  const WorldView& world_;
  const WorldRouteQuery& query_;
  const WorldPosition& goal_;
  std::vector<bool> has_head_;  // by portal
  std::vector<bool> has_tail_;  // by portal
  bool may_break_ = true;       // walks may be missing
  std::vector<Cost> costs_;     // by portal
  std::vector<PortalId> before_;
};

}  // namespace waystone
