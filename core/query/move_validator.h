// ValidateMove: may this agent have walked straight from here to there?
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/query/route_planner.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"

namespace waystone {

struct MoveQuery {
  Vec3 from;  // [m] absolute
  Vec3 to;
  SnapOptions snap;
  double tolerance_m =
      0.1;  // [m, 0-10, 0.1] how far from `to` a walk along the surface may end and still be legal
  Deadline deadline;
};

enum class MoveVerdict : uint8_t { kLegal = 1, kIllegal = 2 };
enum class MoveViolation : uint8_t {
  kNone = 0,
  kFromOffMesh = 1,
  kToOffMesh = 2,
  kBlocked = 3,     // a border of the surface lies between
  kWrongFloor = 4,  // the walk ends below or above `to`
};

struct MoveAnswer {
  MoveVerdict verdict = MoveVerdict::kIllegal;
  MoveViolation violation = MoveViolation::kNone;
  Vec3 corrected;   // [m] the nearest legal end: `to` on the surface, or where a slide along the border ends
  Vec3 blocked_at;  // [m] where the straight walk first met a border; meaningful for kBlocked
  double overshoot_m = 0;  // [m] distance from `to` to `corrected`
};

absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Workspace& workspace);

}  // namespace waystone
