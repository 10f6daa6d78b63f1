// Walks that keep off triggers, as searches over every kind of surface give them.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/navmesh/exclusions.h"
#include "core/path/surface_path.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_query.h"

namespace waystone {

struct TriggerWalkOptions {
  uint32_t max_expansions = 1'000'000;  // [search nodes]
  // [search nodes] Of these, the share of the flood over a mesh. Farther triggers are searched one by one,
  // and entered where one of those searches reaches them on the shortest path.
  uint32_t max_exact = 20'000;
  const RouteChanges* changes = nullptr;   // costs of ground, and clearance; null: none
  const Exclusions* exclusions = nullptr;  // on waypoints: of the changes; null: none
  Deadline deadline;

  bool IsWeighted() const { return changes != nullptr && changes->IsWeighted(); }
};

// A path to a place that keeps off one-way boxes, or ends in one.
struct TriggerWalk {
  SurfacePath path;
  std::optional<uint32_t> box;  // that it enters at its end; none: none
};

// What a search found, as an answer: complete, with the points that `append` adds, or the limit that ended
// it, or unreachable.
RouteAnswer AnswerOfPath(const SurfacePath& path, RouteMethod method,
                         absl::FunctionRef<void(RouteAnswer&)> append);

}  // namespace waystone
