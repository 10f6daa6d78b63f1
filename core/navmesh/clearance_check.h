// Does a walk keep its distance from borders?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/navmesh/exclusions.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// A side that is a border.
struct ClearanceBorder {
  Vec2 from;
  Vec2 to;
};

// Serves one search. Borders are sides without a neighbour that may be entered, blocked polygons included, as
// BorderDistance meets them. One thread; the mesh, the exclusions and the workspace must outlive it.
//
// If the start or the goal lies nearer to a border than the clearance, a walk within twice the clearance of
// it (straight in the plane) may come as near to borders as that place is. Within the same distance of a
// link's end, the straight walk to or from it keeps no clearance.
class ClearanceCheck {
 public:
  // `exclusions` may be null. clearance_m = 0: everything has room.
  ClearanceCheck(const NavmeshView& mesh, const Exclusions* exclusions, double clearance_m,
                 SurfaceWorkspace& workspace);
  // A place that may lie too near to a border: the start or the goal. At most two.
  void AddEnd(const NavLocation& end);

  double clearance_m() const { return clearance_m_; }

  // [m] from a place in `poly` to the nearest border; `limit_m` if none is nearer.
  double Room(PolyId poly, Vec2 at, double limit_m) const;
  // A place within twice the clearance of an end that lacks it, straight away from borders, that has it; the straight walk
  // there may leave the surface. Empty if it finds none. O(borders near the end).
  std::optional<Vec2> RoomNear(const NavLocation& end) const;
  // Whether a place with `room_m` around it may be walked through.
  bool Suffices(Vec2 at, double room_m) const;
  // Whether every place of the straight walk may be walked through, to within the mesh's tolerance_m; the
  // walk begins in `poly` and leaves the surface nowhere. `link_end`: null, or an end of the walk that is
  // that of a link. O(corners of the polygons near the walk).
  bool HasRoom(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end) const;
  // Appends the borders that are too near to a straight walk: none if HasRoom.
  void FindTooNear(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end,
                   std::vector<ClearanceBorder>& borders) const;

 private:
  struct End {
    Vec2 at;
    double radius_m;
    double room_m;  // within the radius this is enough
  };
  // A part of a walk, and the room it must have.
  struct Piece {
    Vec2 from;
    Vec2 to;
    double room_m;
  };
  static constexpr int kMaxEnds = 3;
  static constexpr int kMaxPieces = 2 * kMaxEnds + 1;

  double Needed(Vec2 at, const End* ends, int count) const;
  // Calls at_border as AllBorders does for borders that are too near to a walk.
  template <typename AtBorder>
  bool AllTooNear(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end, const AtBorder& at_border) const;
  int Split(Vec2 from, Vec2 to, const End* ends, int count, Piece* pieces) const;
  bool IsBorder(const NavEdge& edge) const;
  // Calls at_border(from, to) for the borders that are met from `poly` over sides for which is_near(from,
  // to), until it returns false: the straight line to the nearest border crosses no other one.
  template <typename IsNear, typename AtBorder>
  bool AllBorders(PolyId poly, const IsNear& is_near, const AtBorder& at_border) const;

  const NavmeshView& mesh_;
  const Exclusions* exclusions_;
  const double clearance_m_;
  SurfaceWorkspace& workspace_;
  End ends_[kMaxEnds];
  int end_count_ = 0;
};

}  // namespace waystone
