// From key points and arcs to the points and legs of an answer.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/explore/arc_walks.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// Writes the path of one walker to an answer, arc by arc. Arcs that are walked are straight lines over the
// surface (the shape asked for decides which points they have); arcs by a link are a walk, the link, a walk;
// jumps and drops are legs of two points without a link, which cost their horizontal length. Everything given
// must outlive it. One thread.
class SkeletonWalkWriter {
 public:
  // Uses only shape, with_polys, max_length_m and deadline of `query`.
  SkeletonWalkWriter(ArcWalks& walks, const RouteQuery& query, RouteAnswer& answer);

  // A path that begins where the last one ended (or is the first), as in RouteSearch::Append. False if
  // max_length_m cut it: nothing may be added after that.
  bool AddPath(const SurfacePath& path);
  // An arc that begins at the key point reached, and costs at most `max_cost_m`. False as AddPath; DataLoss if
  // no path leads along it, DeadlineExceeded if the deadline came before one was found.
  absl::StatusOr<bool> AddArc(const SkeletonArc& arc, double max_cost_m);
  absl::StatusOr<bool> AddArc(const SkeletonArc& arc) { return AddArc(arc, walks_.MostCost_m(arc.length_m)); }

 private:
  bool AddJump(const SkeletonArc& arc);
  // Makes consecutive walks one leg, up to what was added last.
  void JoinLegs();

  ArcWalks& walks_;
  const MapView& map_;
  const RouteQuery& query_;
  RouteAnswer& answer_;
  size_t joined_ = 0;  // legs
  NavLocation at_;
  SurfacePath path_;  // along the arc that is written
};

}  // namespace waystone
