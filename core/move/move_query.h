// The query and the answer of ValidateMove (move_validator.h).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/surface/snap.h"

namespace waystone {

// What makes a move legal.
enum class MoveRule : uint8_t {
  kSeed =
      1,  // the end is in a main zone, or both ends have the same zone above 0 (S1.6): ZoneView::LegalBySeed
  kExact = 2,  // the end can be reached from the start: ZoneView::Reaches
};

// The checks, in the order in which they are made.
enum class MoveCheck : uint8_t {
  kBounds = 1,
  kSpeed = 2,
  kSurface = 3,
  kReachability = 4,
  kWalk = 5,
  kStep = 6,
  kSweep = 7,
};
inline constexpr uint8_t kMoveCheckCount = 7;

// Some of the checks.
class MoveChecks {
 public:
  constexpr MoveChecks() = default;
  constexpr MoveChecks(std::initializer_list<MoveCheck> checks) {
    for (const MoveCheck check : checks) Add(check);
  }
  constexpr void Add(MoveCheck check) { bits_ |= 1U << static_cast<uint8_t>(check); }
  constexpr bool Has(MoveCheck check) const { return (bits_ >> static_cast<uint8_t>(check) & 1U) != 0; }
  friend constexpr bool operator==(const MoveChecks&, const MoveChecks&) = default;

 private:
  uint32_t bits_ = 0;
};

// A movement that the game itself caused. Config fields carry [unit, range, default].
struct MoveGrant {
  enum class Kind : uint8_t {
    kBlink = 1,      // steps within its times are not walked
    kKnockback = 2,  // the same
    kPlatform = 3,   // samples within its times need not lie on the surface, nor be reached
  };
  Kind kind = Kind::kBlink;
  double from_s = 0;      // [s, 0-1e9, 0] from when
  double to_s = 0;        // [s, 0-1e9, 0] to when; not before from_s
  double distance_m = 0;  // [m, 0-1e6, 0] granted beyond speed x time, once in all
};

// What the rules of the game allow. Config fields carry [unit, range, default].
struct MoveAllowances {
  double max_speed_mps = 0;           // [m/s, 0-10,000, 0 = no speed check] along the ground
  double speed_tolerance = 1.1;       // [factor, 1-10, 1.1] on it: lag and jitter
  std::span<const MoveGrant> grants;  // [grants, 0-1024, 0] borrowed
  std::optional<double> max_step_m;   // [m, 0-1000, what the surface was baked for] highest step up
  std::optional<double> max_drop_m;   // [m, 0-10,000, no limit] deepest step, drop or jump down
};

struct MoveQuery {
  // [m] absolute, finite; borrowed. Two: from and to. More: a track. One: a start, for which a random end
  // connected to it is chosen.
  std::span<const Vec3> samples;
  // [s, 0-1e9] when each sample was taken, not decreasing; empty: untimed. Borrowed.
  std::span<const double> times_s;
  MoveRule rule = MoveRule::kExact;
  MoveChecks skipped;
  MoveAllowances allowances;
  SnapOptions snap;
  // [m, 0-10, 0.1] how far a walk may stray from the straight line between the places of two samples on the
  // surface and still be legal: it may cut corners by so much
  double tolerance_m = 0.1;
  uint64_t seed = 0;  // chooses the random end
  Deadline deadline;
};

// InvalidArgument if a field is not finite or out of its range; the message begins with the field's path.
absl::Status CheckMoveQuery(const MoveQuery& query);
absl::Status CheckMoveAllowances(const MoveAllowances& allowances);
// Checks the times; `field` is their name.
absl::Status CheckMoveTimes(std::string_view field, const MoveQuery& query);

enum class MoveVerdict : uint8_t { kLegal = 1, kIllegal = 2 };

enum class MoveViolationKind : uint8_t {
  kNone = 0,
  kOutOfBounds = 1,
  kTooFast = 2,
  kFromOffMesh = 3,  // no surface within the snap limits of the first sample
  kToOffMesh = 4,    // the same for a later one
  kWrongFloor = 5,   // the walk ends below or above the sample's place
  kUnreachable = 6,  // by the rule
  kBlocked = 7,      // a border of the surface lies between
  kStep = 8,         // too high a step up
  kDrop = 9,         // too deep a step, drop or jump down
  kCollision = 10,   // the body meets something solid
};

// One broken rule with its evidence.
struct MoveViolation {
  MoveViolationKind kind = MoveViolationKind::kNone;
  MoveCheck check = MoveCheck::kBounds;  // that found it
  uint32_t sample = 0;                   // index of the sample at which it was found
  // [m] out of bounds: how far; off the mesh: how far the surface is in the direction of the limit that is
  // passed (-1: none within kSnapReport_m); unreachable: how far the nearest legal ground is (-1: none);
  // wrong floor: the difference of heights; blocked: from where the walk ended to the sample's place; step
  // and drop: their height; collision: how far the body came, horizontally. [m/s] too fast: the speed.
  double measured = 0;
  double allowed = 0;  // as `measured`; collision: the length of the walk
  Vec3 at;             // [m] absolute: the sample; blocked, step, drop, collision: the place along the walk
};

// A place near an illegal one where a server may put the agent.
struct MoveCorrection {
  enum class Kind : uint8_t {
    kSlide = 1,     // where a walk from the last good sample towards the bad one ends, sliding along borders
    kNearest = 2,   // the place nearest to the bad sample that is legal by the rule
    kLastGood = 3,  // the last good sample's place
  };
  Kind kind = Kind::kNearest;
  Vec3 at;                // [m] absolute, on the surface
  double distance_m = 0;  // from the bad sample
};

struct MoveAnswer {
  MoveVerdict verdict = MoveVerdict::kIllegal;
  MoveViolation violation;                  // of kind kNone if legal
  std::vector<MoveCorrection> corrections;  // if illegal: at most one of each kind, in their order
  // [m] absolute: if legal, the last sample's place on the surface; for a start alone, the random end. Empty
  // if the surface check was skipped and there is no surface.
  std::optional<Vec3> end;
  MoveChecks checks_made;
};

}  // namespace waystone
