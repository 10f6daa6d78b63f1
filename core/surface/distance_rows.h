// MeasureDistances on meshes, grids and waypoints: a class for each knows how to find a place and a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/scratch.h"
#include "core/placement/walk_ground.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// One matrix, measured row by row for some targets at a time, so that a deadline leaves whole parts of it.
// One thread; used once.
class DistanceRows {
 public:
  DistanceRows(const MapView& map, const DistanceQuery& query, Scratch& scratch);
  virtual ~DistanceRows() = default;
  DistanceRows(const DistanceRows&) = delete;
  DistanceRows& operator=(const DistanceRows&) = delete;

  DistanceAnswer Measure();

 protected:
  enum class PathEnd : uint8_t { kSource, kTarget };
  struct PathQuery {
    const NavLocation& source;
    const NavLocation& target;
    uint32_t max_expansions;  // [search nodes] of this path
    double least_m;           // the path is known to cost more
  };
  struct OnePath {
    double cost_m = std::numeric_limits<double>::infinity();  // infinite: there is none within max_m
    bool is_cut = false;                                      // a limit came first,
    bool is_late = false;                                     // which was the deadline or a cancellation
    uint32_t expansions = 0;
  };
  // How far a flood may go. It pays for targets that are near each other.
  struct FloodLimits {
    WalkFlood* flood = nullptr;  // null: every path is cheap by itself
    double limit_m = 0;          // distances up to this are those of routes
    uint32_t max_expansions = 0;
    uint32_t first_step = 256;  // [search nodes]
  };
  // A pair for which the zones know no path, with both ends moved as PlanRoute moves them.
  struct MovedPair {
    size_t target;
    NavLocation from;
    NavLocation to;
  };

  // Where a path from or to a map-local position begins or ends, as PlanRoute has it.
  virtual std::optional<NavLocation> Snap(const Vec3& local, PathEnd end) = 0;
  // None if they stay. If they move, the zones know a path between the new places. Called for the pairs of a
  // row together.
  virtual std::optional<MovedPair> Move(size_t /*source*/, size_t /*target*/) { return std::nullopt; }
  // What PlanRoute finds. REQUIRES: the zones know a path, or cannot tell, as cells are opened.
  virtual OnePath Find(const PathQuery& path) = 0;
  virtual FloodLimits Flood() = 0;
  // A path costs no less than this times the straight line.
  virtual double LeastPerMetre() const { return 0; }

  bool IsLate() { return is_late_ = is_late_ || query_.deadline.Expired(); }
  size_t first_target() const { return first_; }  // of those that are measured together

  const MapView& map_;
  const DistanceQuery& query_;
  Scratch& scratch_;
  const double max_m_;  // infinite: no limit

 private:
  struct Wanted {
    double straight_m;
    size_t target;
  };
  using Places = std::vector<std::optional<NavLocation>>;

  void SnapUpTo(size_t count, const std::vector<Vec3>& positions, PathEnd end, Places& places);
  void MeasureRow(size_t source);
  void AskZones(size_t source);
  void SearchRow(const NavLocation& source);
  void SearchNearest(const NavLocation& source);
  void SearchPath(const NavLocation& from, const NavLocation& to, size_t target, double least_m);
  bool DoesFloodPay() const;
  void GrowFlood();
  void Take(size_t target, const OnePath& found);
  void Set(size_t target, DistanceStatus status, double distance_m = -1);
  uint32_t ExpansionsLeft() const { return budget_ - searched_ - flooded_; }

  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  Places sources_;
  Places targets_;
  size_t first_ = 0;  // targets [first_, last_) are measured together
  size_t last_ = 0;
  size_t row_ = 0;                // where the source's row begins in the answer
  std::vector<Wanted> wanted_;    // of the row, the nearest last
  std::vector<MovedPair> moved_;  // of the row
  FloodLimits flood_;
  bool can_flood_ = false;
  uint32_t budget_ = 0;    // [search nodes] of the row
  uint32_t searches_ = 0;  // of the row
  uint32_t searched_ = 0;  // [search nodes] by them
  uint32_t flooded_ = 0;   // [search nodes]
  bool is_late_ = false;
  DistanceAnswer answer_;
};

}  // namespace waystone
