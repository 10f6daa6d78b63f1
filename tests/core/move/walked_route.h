// An honest agent's walk along a route, for tests of moves.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/check.h"
#include "core/move/move_walk.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/map_view.h"

namespace waystone {

// The best route from a place to another, as PlanRoute finds it. Empty if there is none.
class WalkedRoute {
 public:
  WalkedRoute(const MapView& map, const NavLocation& from, const NavLocation& to) : mesh_(*map.navmesh) {
    AnyAngleOptions options;
    options.links = map.links;
    options.abilities = map.abilities;
    AnyAngleWorkspace workspace;
    const SurfacePath path = FindAnyAngle(mesh_, from, to, options, workspace);
    if (path.outcome != SearchOutcome::kFound) return;
    for (size_t k = 0; k <= path.links.size(); ++k) {
      const auto turns = path.StretchTurns(k);
      for (size_t i = 1; i < turns.size(); ++i) {
        Add({turns[i - 1], turns[i].point, PlaneDistance(turns[i - 1].point, turns[i].point), false});
      }
      if (k == path.links.size()) break;
      const NavLink& link = map.links->link(path.links[k].link);
      ++links_;
      Add({turns.back(), {link.end[0], link.end[1], link.end[2]}, WalkLengthOf_m(link), true});
    }
  }

  bool IsEmpty() const { return legs_.empty(); }
  double length_m() const { return length_m_; }
  uint32_t links() const { return links_; }

  // Where the agent is after so many metres; map-local. On links in a straight line.
  Vec3 At(double walked_m) const {
    WS_CHECK(!IsEmpty());
    for (const Leg& leg : legs_) {
      if (walked_m > leg.length_m && &leg != &legs_.back()) {
        walked_m -= leg.length_m;
        continue;
      }
      const double share = leg.length_m > 0 ? std::clamp(walked_m / leg.length_m, 0.0, 1.0) : 1;
      const Vec3 at = leg.from.point + (leg.to - leg.from.point) * share;
      return leg.is_link ? at : Raycast(mesh_, leg.from, at.Plane()).end.point;
    }
    return legs_.back().to;
  }

 private:
  struct Leg {
    NavLocation from;
    Vec3 to;
    double length_m;
    bool is_link;
  };
  void Add(const Leg& leg) {
    legs_.push_back(leg);
    length_m_ += leg.length_m;
  }

  const NavmeshView& mesh_;
  std::vector<Leg> legs_;
  double length_m_ = 0;
  uint32_t links_ = 0;
};

}  // namespace waystone
