// How an agent that walks goes along links.
#pragma once

#include <optional>

#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"

namespace waystone {

// [m] no link is entered further than this from the line walked, whatever its radius.
inline constexpr double kMaxLinkReach_m = 2;

// Whether agents jump or fall along it.
inline bool IsFlown(const NavLink& link) {
  return link.kind == LinkKind::kJump || link.kind == LinkKind::kDrop;
}

// [m] What a link adds to a walk: jumps and drops horizontally, since their flight takes no longer; teleports
// nothing; others in three dimensions.
double WalkLengthOf_m(const NavLink& link);

// [m] How much of WalkLengthOf_m lies before a position on the link's straight line; none if it is on none: further
// than half a metre (the link's radius, if that is more) beside the line, below it, or above it by more than a jump of
// `jump_m`. Teleports have no such line.
std::optional<double> AlongLink_m(const NavLink& link, const Vec3& position, double jump_m);

// A place on the straight line of a link.
struct LinkPlace {
  double walk_m = 0;  // to there
  double flight_m =
      0;  // the length of the link in three dimensions if it is flown; 0: the agent may stay there
};

// Of the links that lead to a place: the shortest walk, and the longest stay.
class LinkPlaces {
 public:
  explicit LinkPlaces(double max_m) : max_m_(max_m) {}

  // A walk of more than `max_m` does not count.
  void Add(const NavLink& link, double walk_m);
  const std::optional<LinkPlace>& found() const { return found_; }

 private:
  const double max_m_;
  std::optional<LinkPlace> found_;
};

}  // namespace waystone
