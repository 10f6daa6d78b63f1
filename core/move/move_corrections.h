// Where a server may put an agent whose move was illegal.
#pragma once

#include <optional>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/move/move_query.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// Whether the rule lets an agent at `from` reach `to`; true if one of them is ground that the request opened,
// of which the zones know nothing. O(1).
bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, ReachWorkspace& workspace);

// The place nearest to `point` (map-local) that the rule lets an agent at `from` reach; empty if there is
// none within kSnapReport_m. O(log polygons) if the surface around is reachable, O(polygons within
// kSnapReport_m) at worst.
std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Scratch& scratch);

// How far an agent may have walked from its last good place. [m]
struct CorrectionBudget {
  double max_m = 0;
  // Without a speed limit a walk is held against the straight line to where it ends: at most `ratio` times
  // that, and `tolerance_m`. 0: max_m only.
  double ratio = 0;
  double tolerance_m = 0;

  bool Allows(const NavLocation& from, const ReachedPlace& reached) const {
    if (reached.walk_m > max_m) return false;
    return ratio == 0 || reached.walk_m <= ratio * Distance(from.point, reached.place.point) + tolerance_m;
  }
};

// A search for corrections goes no further than this. [m]
inline constexpr double kMaxCorrection_m = 64;

// The corrections that are wanted, each by a walk that the budget allows. Map-local.
class Corrections {
 public:
  // Everything must outlive it.
  Corrections(const NavmeshView& mesh, MoveGround& ground, const NavLocation& good,
              const CorrectionBudget& budget, const Deadline& deadline)
      : mesh_(mesh), ground_(ground), good_(good), budget_(budget), deadline_(deadline) {}

  ReachedPlace Slide(const Vec3& claimed) const;
  ReachedPlace Furthest(const Vec3& claimed) const;

 private:
  ReachedPlace Within(const ReachedPlace& reached) const;

  const NavmeshView& mesh_;
  MoveGround& ground_;
  const NavLocation& good_;
  const CorrectionBudget& budget_;
  const Deadline& deadline_;
};

}  // namespace waystone
