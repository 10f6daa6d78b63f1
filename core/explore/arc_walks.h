// The walks along the arcs of a skeleton, over the surface as one request leaves it.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/ground_costs.h"
#include "core/path/surface_path.h"
#include "core/surface/free_ground.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_search.h"

namespace waystone {

// The surface of one request. Everything must outlive its use.
struct WalkedGround {
  const MapView& map;  // applied, with the skeleton of the baked map
  const RouteChanges& changes;
  const Exclusions* exclusions;  // null: nothing, or nothing any more
  RouteSearch& search;
  Scratch& scratch;
  Deadline deadline;
};

// An arc that is closed is led round what closes it if that costs no more than kDetourRatio times its length, or
// kDetourRoom_m [m] more than it, on plain ground.
inline constexpr double kDetourRatio = 2;
inline constexpr double kDetourRoom_m = 4;

// One thread.
class ArcWalks {
 public:
  explicit ArcWalks(const WalkedGround& ground);

  // A key point's place; empty if it is closed. If a clearance is asked for, a key point with less room is closed too,
  // unless a jump, drop or link begins or ends there.
  std::optional<NavLocation> PlaceOf(KeyPointId id) const;
  // The link of the surface that a link of the baked map has become; none if it is closed.
  LinkId OpenLink(LinkId baked) const;

  // Fills `path` with the walk along an arc from the place of its source: straight over the surface, if that keeps the
  // clearance (ClearanceCheck), or else the cheapest path of at most `max_cost_m`. False if there is none, the arc's link or one of its ends is
  // closed, or the deadline came first. REQUIRES: the arc is a walk or a link.
  bool Find(const NavLocation& from, const SkeletonArc& arc, double max_cost_m, SurfacePath& path);
  // The same with the limit that arcs of the skeleton have.
  bool Find(const NavLocation& from, const SkeletonArc& arc, SurfacePath& path) {
    return Find(from, arc, MostCost_m(arc.length_m), path);
  }
  // [m] The most that a walk may cost instead of one of a length; infinite if nothing is changed.
  double MostCost_m(double length_m) const;
  // Whether the last walk found follows the baked one. Its ground may cost more.
  bool WasStraight() const { return was_straight_; }

  // [m of plain ground] What a path costs, given its length.
  double CostOf(const SurfacePath& path, double length_m) const;

  bool IsChanged() const { return is_changed_; }
  // Walks may be closed, and key points.
  bool MayClose() const {
    return ground_.exclusions != nullptr || ground_.map.is_applied || clearance_m_ > 0;
  }
  // Any arc may be, wherever the changes are: walks keep a clearance.
  bool KeepsClearance() const { return clearance_m_ > 0; }
  bool IsWeighted() const { return is_weighted_; }
  const WalkedGround& ground() const { return ground_; }
  // The space that walks go through; null: they go over polygons.
  FreeGround* space() const { return space_.get(); }

 private:
  void FindRoom();
  bool HasRoom(const NavLocation& from, const NavLocation& target, const Vec2* link_end) const;
  // `link_end`: null, or the end of the walk that is that of a link.
  bool WalkTo(const NavLocation& target, const Vec2* link_end, double max_cost_m, SurfacePath& path);
  bool MoveTo(const NavLocation& target, double max_cost_m, SurfacePath& path);  // through the space
  bool SearchTo(const NavLocation& target, double max_cost_m, SurfacePath& path);
  // Whether a straight walk is sure to lead over open ground only; drops a side crossed at its very end.
  bool IsClean(const NavLocation& from, const NavLocation& target, std::vector<EdgeId>& crossed) const;
  double StraightCost_m(const NavLocation& target, std::span<const EdgeId> crossed, const SurfacePath& path);

  const WalkedGround ground_;
  const std::unique_ptr<FreeGround> space_;
  const GroundCosts costs_;
  bool is_changed_ = false;
  bool is_weighted_ = false;
  bool was_straight_ = false;
  double most_factor_ = 1;
  const double clearance_m_;
  std::vector<bool> has_room_;  // [key point] with a clearance
  std::vector<EdgeId> crossed_;
  SurfacePath leg_;
};

// [m] In three dimensions, links being straight lines.
double LengthOf(const SurfacePath& path);

}  // namespace waystone
