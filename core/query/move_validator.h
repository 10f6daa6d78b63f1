// ValidateMove: may this agent have walked straight from here to there?
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/query/snap.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"

namespace waystone {

struct MoveQuery {
  Vec3 from;  // [m] absolute, finite
  Vec3 to;
  SnapOptions snap;
  // [m, 0-10, 0.1] how far a walk may stray from the straight line between the places of `from` and `to` on
  // the surface and still be legal: it may cut corners by so much
  double tolerance_m = 0.1;
  Deadline deadline;
};

enum class MoveVerdict : uint8_t { kLegal = 1, kIllegal = 2 };

// In the order of the checks; the first broken one is named.
enum class MoveViolation : uint8_t {
  kNone = 0,
  kFromOffMesh = 1,  // no surface within the snap limits of `from`
  kToOffMesh = 2,
  kBlocked = 3,     // a border of the surface lies between
  kWrongFloor = 4,  // the walk ends below or above `to`
};

struct MoveAnswer {
  MoveVerdict verdict = MoveVerdict::kIllegal;
  MoveViolation violation = MoveViolation::kNone;
  // [m] Absolute: where a server may put the agent. Legal: the place of `to` on the surface. kFromOffMesh:
  // the surface nearest to `from` (`from` itself where there is none within kSnapReport_m). Otherwise where a
  // walk towards `to` (kToOffMesh: the surface nearest to it), sliding along borders, ends.
  Vec3 corrected;
  Vec3 blocked_at;         // [m] kBlocked: where the straight walk first met a border
  double overshoot_m = 0;  // [m] 3D distance from `to` to `corrected`; kFromOffMesh: from `from`
};

// Snaps both ends (snap.h), walks straight from the one to the other over the surface, and slides along
// borders where it is stopped. InvalidArgument where a field is not finite or out of its range (the message
// begins with its name), Unimplemented where the map's surface is no navmesh, DeadlineExceeded or Cancelled.
// O(polygons crossed); no search.
absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Workspace& workspace);

}  // namespace waystone
