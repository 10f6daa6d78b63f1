// The ground that moves are judged on: one map as one request has it, with its changes applied.
#pragma once

#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/path/nav_location.h"
#include "core/path/search_outcome.h"
#include "core/surface/link_walk.h"
#include "core/surface/snap.h"

namespace waystone {

// How a straight walk went.
struct StraightWalk {
  bool reached = false;         // on the goal's floor
  bool is_other_floor = false;  // it came to the goal's place in the plane, above or below it
  NavLocation stop;             // where it ended
};

// A straight piece of a walk over the surface.
struct WalkPiece {
  NavLocation from;
  Vec3 to;
};

// A walk that an agent could have made.
struct FoundWalk {
  // kFound; kCostLimit or kExhausted: there is none within the limit; otherwise a limit or the deadline ended
  // the search.
  SearchOutcome outcome = SearchOutcome::kExhausted;
  // [m] horizontally. Links count by their kind: jumps and drops horizontally, ladders and climbs in three
  // dimensions, teleports as nothing.
  double length_m = 0;
  bool has_teleport = false;      // it leads through one
  std::vector<WalkPiece> pieces;  // between a piece that ends elsewhere than the next one begins is a link
};

// A place that can be walked to.
struct ReachedPlace {
  NavLocation place;
  double walk_m = 0;
};

// Of one request; one thread. Positions are map-local.
class MoveGround {
 public:
  MoveGround() = default;
  MoveGround(const MoveGround&) = delete;
  MoveGround& operator=(const MoveGround&) = delete;
  virtual ~MoveGround() = default;

  // The place of a sample on the surface that the changes leave. `near`, if given: a place that the agent
  // came from; ground that is mutually reachable with it goes before nearer ground within the limits.
  virtual SnapResult SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* near) = 0;

  // A straight walk over the surface, without links. O(polygons or cells crossed).
  virtual StraightWalk WalkStraight(const NavLocation& from, const NavLocation& to) = 0;

  // The shortest walk of at most `max_m` over the surface and the links that the agent may use. The search is
  // bounded by that length.
  virtual FoundWalk FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                             const Deadline& deadline) = 0;

  // The place on a link that the agent may use (AlongLink_m) to which a walk of at most `max_m` leads, by way
  // of the link's start; none if there is no such link.
  virtual std::optional<LinkPlace> WalkOntoLink(const NavLocation& /*from*/, const Vec3& /*position*/,
                                                double /*max_m*/, double /*jump_m*/,
                                                const Deadline& /*deadline*/) {
    return std::nullopt;
  }

  // Of the places with admit(place) within a walk of `max_m`, the one nearest to `point` in three dimensions,
  // to some centimetres; `from` itself if nothing is nearer.
  using Admit = absl::FunctionRef<bool(const ReachedPlace&)>;
  virtual ReachedPlace NearestWithin(const NavLocation& from, double max_m, const Vec3& point,
                                     const Admit& admit, const Deadline& deadline) = 0;

  // Where a straight walk from `from` towards `target` ends that slides along the border it meets. Its length
  // is that of two straight lines, and not proven to be walkable.
  virtual ReachedPlace Slide(const NavLocation& from, Vec2 target) = 0;

  // Whether places lie on polygons of the map's mesh. If not, NavLocation::poly may be none.
  virtual bool HasPolygons() const { return true; }

  // A limit of expansions ended a search.
  bool met_limit() const { return met_limit_; }

 protected:
  void NoteLimit(SearchOutcome outcome) {
    met_limit_ = met_limit_ || outcome == SearchOutcome::kExpansionLimit;
  }

 private:
  bool met_limit_ = false;
};

}  // namespace waystone
