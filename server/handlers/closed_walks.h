// What a request closes on a path, also if the map lacks something on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/surface/route_query.h"
#include "core/surface/snap.h"
#include "core/why/fix.h"
#include "core/world/world_view.h"
#include "server/convert/convert.h"
#include "server/convert/fix_convert.h"
#include "server/convert/request_limits.h"
#include "server/handlers/change_diagnosis.h"

namespace waystone {

// Between two breaks of a path, or one and an end. An end that is kept is at a break: a path that ends on other ground, because
// something closes the ground there, is none of the walk.
struct MendedWalk {
  MapPlace from;
  MapPlace to;
  bool keeps_from = false;
  bool keeps_to = false;
};

// In the order of the path: one more than its breaks.
std::vector<MendedWalk> WalksOf(const MendedPath& path);

// Whether paths of a walk keep the ends that it keeps: those of the first path.
class KeptEnds {
 public:
  explicit KeptEnds(const MendedWalk& walk) : keeps_from_(walk.keeps_from), keeps_to_(walk.keeps_to) {}
  // `first` and `last`: the points of the path's first and last part; a path without points is taken to keep them.
  bool Has(std::span<const Vec3> first, std::span<const Vec3> last);

 private:
  bool keeps_from_;
  bool keeps_to_;
  std::optional<std::pair<Vec3, Vec3>> ends_;
};

// The changes that close a walk, in its order.
using FindClosing = absl::FunctionRef<ClosingChanges(const MendedWalk& walk)>;

// Adds the fixes of the path, and before those of each break what closes the walk to it. What closes several walks is told once.
// `map_id`: of places that name no map. `world`: null if the request is not over maps.
void AddFixesAlong(const MendedPath& path, const ChangeDiagnosis& diagnosis, FindClosing find,
                   const std::string& map_id, const WorldView* world, FixList& fixes);

// The same for paths over one map. One thread; all must outlive it.
class ClosedWalks {
 public:
  // `query`: of the route. Its max_expansions are those of all searches; its changes do not count.
  ClosedWalks(ChangeDiagnosis& diagnosis, const FoundMap& found, const RouteQuery& query,
              const RequestLimits& limits, Scratch& scratch);
  // Of no route, for walks between places that snap so.
  ClosedWalks(ChangeDiagnosis& diagnosis, const FoundMap& found, const SnapOptions& snap,
              const RequestLimits& limits, Scratch& scratch);

  // What closes the whole route, in its order; none if it is there, or the map lacks something on it.
  ClosingChanges Find() { return FindOf(query_, KeptEnds({})); }
  // What closes a walk without places to pass.
  ClosingChanges Find(const MendedWalk& walk);
  // AddFixesAlong.
  void AddFixes(const MendedPath& path, FixList& fixes);

 private:
  ClosingChanges FindOf(RouteQuery query, KeptEnds ends);

  ChangeDiagnosis& diagnosis_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  Scratch& scratch_;
  RouteQuery query_;
  uint32_t max_expansions_;  // that are left
};

}  // namespace waystone
