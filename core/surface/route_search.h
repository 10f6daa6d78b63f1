// The paths of one request over a surface, with the request's changes applied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/path/surface_path.h"
#include "core/surface/route_query.h"
#include "core/surface/snap.h"

namespace waystone {

// InvalidArgument if the query asks for a shape that only paths over cells have.
absl::Status CheckPlainShape(const RouteQuery& query);

// How a path is to be found.
struct PathTerms {
  uint32_t max_expansions = 1'000'000;                          // [search nodes]
  double max_cost_m = std::numeric_limits<double>::infinity();  // [m, >= 0] ignores paths that cost more
  double max_length_ratio = 0;                                  // as RouteQuery::max_length_ratio
  RouteMethod method = RouteMethod::kNone;                      // as far as it is valid; kNone: any
  RouteShape shape = RouteShape::kTurningPoints;
  bool is_reachable = false;                // the caller knows that a path exists
  bool is_unreachable = false;              // the caller knows that no goal can be reached,
  std::optional<NavLocation> nearest = {};  // and to which place a path is wanted instead
  bool teleports_to_mouths = false;         // as RouteQuery::teleports_to_mouths
  bool allow_partial = true;                // a path to the nearest place is wanted if there is none
  Deadline deadline = {};
  IndexPaths* index_paths =
      nullptr;  // of earlier searches between the same places, and of this one; null: none
};

// A path, and what is known of it.
struct FoundPath {
  SurfacePath path;  // no turns if none costs as little as max_cost_m
  RouteMethod method = RouteMethod::kNone;
  RouteBasis basis = RouteBasis::kNone;
  // What kept the search from the goal; kNone if it was found, and if every path costs too much. With
  // changes kClosedByChanges if there is no path: callers know whether the baked map has one.
  RouteReason reason = RouteReason::kNone;
  double cost_ratio = 0;  // as RouteAnswer::cost_ratio
  // Found, but max_expansions ended a search of the index or near the goal before: with more of them another
  // path may be the answer.
  bool met_limit = false;

  // Found, and proven as good as was asked for.
  bool IsBest() const { return path.outcome == SearchOutcome::kFound; }
  bool LeadsTo(const NavLocation& goal) const {
    return !path.turns.empty() && path.end.poly == goal.poly && path.end.point == goal.point;
  }
};

// The path to the cheapest of several goals.
struct NearestPath {
  FoundPath found;
  size_t goal = 0;  // index in the goals given
  // Over a grid: every cell was asked for, and they are too many; `found` has the turning points.
  bool has_too_many_cells = false;
};

// Of one request; one thread. Positions are map-local.
class RouteSearch {
 public:
  RouteSearch() = default;
  RouteSearch(const RouteSearch&) = delete;
  RouteSearch& operator=(const RouteSearch&) = delete;
  virtual ~RouteSearch() = default;

  // Brings each position onto what the changes leave: each by itself (Snap), or all `mutually` onto ground
  // that is reachable in both directions (SnapMutually).
  virtual SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                                 const Deadline& deadline) = 0;
  // The changes leave another surface than was baked.
  virtual bool IsChanged() const = 0;
  // Snaps onto the surface as baked.
  virtual SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) = 0;
  // Whether FindPath itself leads to the place nearest to a goal that the zones know to be unreachable.
  virtual bool FindsNearest() const { return false; }
  // InvalidArgument naming the methods that are valid from place to place, if this one is not.
  virtual absl::Status CheckMethod(const NavLocation& /*start*/, const NavLocation& /*end*/,
                                   RouteMethod /*method*/) const {
    return absl::OkStatus();
  }

  // The cheapest path to any of the goals; of equals the first. If none can be reached: the path to the place
  // nearest to any of them; if a limit came first: the best path found by then. `max_expansions` bounds the
  // sum of all searches, which the path's `expansions` reports. REQUIRES: one goal or more; all places are of
  // SnapStops.
  virtual NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                               const PathTerms& terms) = 0;

  // Appends a path that begins where the answer's points end (or is the first): points (absolute), legs,
  // polygons if the query asks for them, lengths and cost. False if the answer has then reached
  // query.max_length_m, which cut the path: in a walk, or before a link.
  virtual bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) = 0;
};

}  // namespace waystone
