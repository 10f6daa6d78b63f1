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
#include "core/move/track_state.h"
#include "core/surface/route_changes.h"
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
  kAir = 8,  // made after kSurface
};
inline constexpr uint8_t kMoveCheckCount = 8;

// How an agent moves at a sample.
enum class MoveState : uint8_t {
  kUnmarked = 0,  // judged by its height over the surface
  kGrounded = 1,  // on the surface
  kAirborne = 2,  // jumping or falling
  kSwimming = 3,  // at any height; begins anew where it lands
  kPlatform = 4,  // carried, as under a MoveGrant::Kind::kPlatform
};

// Some values of an enum.
template <typename Enum>
class BitsOf {
 public:
  constexpr BitsOf() = default;
  constexpr BitsOf(std::initializer_list<Enum> values) {
    for (const Enum value : values) Add(value);
  }
  constexpr void Add(Enum value) { bits_ |= 1U << static_cast<uint8_t>(value); }
  constexpr bool Has(Enum value) const { return (bits_ >> static_cast<uint8_t>(value) & 1U) != 0; }
  constexpr bool IsEmpty() const { return bits_ == 0; }
  friend constexpr bool operator==(const BitsOf&, const BitsOf&) = default;

 private:
  uint32_t bits_ = 0;
};
using MoveChecks = BitsOf<MoveCheck>;

// A movement that the game itself caused. Config fields carry [unit, range, default].
struct MoveGrant {
  enum class Kind : uint8_t {
    kBlink = 1,      // steps within its times are not walked
    kKnockback = 2,  // the same, and they may end in the air
    kPlatform = 3,   // samples within its times need not lie on the surface, nor be reached
  };
  Kind kind = Kind::kBlink;
  double from_s = 0;      // [s, 0-1e9, 0] from when
  double to_s = 0;        // [s, 0-1e9, 0] to when; not before from_s
  double distance_m = 0;  // [m, 0-1e6, 0] granted beyond speed x time, once in all
};

// What the rules of the game allow. Config fields carry [unit, range, default].
struct MoveAllowances {
  double max_speed_mps = 0;            // [m/s, 0-10,000, 0 = no speed check] along the ground
  double speed_tolerance = 1.1;        // [factor, 1-10, 1.1] on it: lag and jitter
  std::span<const MoveGrant> grants;   // [grants, 0-1024, 0] borrowed
  std::optional<double> max_step_m;    // [m, 0-1000, what the surface was baked for] highest step up
  std::optional<double> max_drop_m;    // [m, 0-10,000, no limit] deepest step, drop or jump down
  double max_detour_ratio = 2;         // [factor, 1-100, 2] of the walk to the straight line, without a speed
  double max_jump_m = 1.2;             // [m, 0-1000, 1.2] how high the agent jumps
  double gravity_mps2 = 9.81;          // [m/s2, 0.1-1000, 9.81] what pulls it back
  std::optional<double> max_air_s;     // [s, 0-3600, until a jump and the fall after it end] in the air
  std::optional<double> max_rise_mps;  // [m/s, 0-10,000, no limit but the jump's] upwards
  double credit_s = 1;                 // [s, 0-60, 1] the budget holds what so many seconds earn at most
  double debt_s = 0.25;                // [s, 0-60, 0.25] and never less than minus what so many earn
  double max_lag_s = 2.5;              // [s, 0-60, 2.5] silence that may be caught up whole
};

// A place near an illegal one where a server may put the agent.
struct MoveCorrection {
  enum class Kind : uint8_t {
    kSlide = 1,     // a straight walk from the last good sample towards the bad one, sliding along borders
    kLastGood = 3,  // the last good sample's place
    kFurthest = 4,  // of the places within the step's budget, the one nearest to the bad sample
  };
  Kind kind = Kind::kFurthest;
  Vec3 at;                // [m] absolute, on the surface
  double distance_m = 0;  // from the bad sample
  double walk_m = 0;      // from the last good one
  MoveTrackState state;   // of a track that goes on from there, if the query is continued
};

// Some kinds of corrections.
using MoveCorrections = BitsOf<MoveCorrection::Kind>;

struct MoveQuery {
  // [m] absolute, finite; borrowed. Two: from and to. More: a track. One: a start, for which a random end
  // connected to it is chosen, or with `resumed` the next sample.
  std::span<const Vec3> samples;
  // [s, 0-1e9] when each sample was taken; a time before an earlier one counts as that one. Empty: untimed,
  // then max_speed_mps is 0. Borrowed.
  std::span<const double> times_s;
  // [s, 0-1e9] when the game server received each sample, by its own clock; empty: times_s is trusted. Borrowed.
  std::span<const double> received_s;
  std::span<const MoveState> states;  // of each sample; empty: all unmarked. Borrowed.
  MoveRule rule = MoveRule::kExact;
  MoveChecks skipped;
  MoveAllowances allowances;
  SnapOptions snap;
  bool mutually_reachable =
      false;  // snap to ground from which the one before can be reached, if there is some
  // [m, 0-10, 1] how much longer than max_detour_ratio times the straight line the walk of a step without a
  // speed limit may be
  double tolerance_m = 1;
  uint64_t seed = 0;                        // chooses the random end
  const RouteChanges* changes = nullptr;    // null: none. Borrowed.
  MoveCorrections corrections;              // that are wanted
  const MoveTrackState* resumed = nullptr;  // the state after the samples before these; null: there were none
  // More samples will come: the debt of the speed budget need not be paid back by the last one, and
  // MoveAnswer::state is filled.
  bool is_continued = false;
  uint32_t max_expansions = 50'000;  // [search nodes, >= 1, 50,000] of each search for a walk or a correction
  Deadline deadline;
};

// InvalidArgument if a field is not finite or out of its range; the message begins with the field's path.
absl::Status CheckMoveQuery(const MoveQuery& query);
absl::Status CheckMoveAllowances(const MoveAllowances& allowances);
// Checks what there is one of for each sample, by the names given.
struct MoveTimeFields {
  std::string_view time_s;
  std::string_view received_s;
  std::string_view states;
};
absl::Status CheckMoveTimes(const MoveTimeFields& fields, const MoveQuery& query);

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
  kTooHigh = 11,     // higher than a jump leads, or up faster than allowed
  kTooLongInAir = 12,
};

// One broken rule with its evidence.
struct MoveViolation {
  MoveViolationKind kind = MoveViolationKind::kNone;
  MoveCheck check = MoveCheck::kBounds;  // that found it
  uint32_t sample = 0;                   // index of the sample at which it was found
  // [m] out of bounds: how far; off the mesh: how far the surface is in the direction of the limit that is
  // passed (-1: none within kSnapReport_m); unreachable: how far the nearest legal ground is (-1: none);
  // wrong floor: the difference of heights; blocked: the shortest walk (-1: none found); step and drop: their
  // height; collision: how far the body came, horizontally; too high: how high. [m/s] too fast: the speed.
  // [s] too long in the air: how long.
  double measured = 0;
  double allowed = 0;  // as `measured`; collision: the length of the walk
  Vec3 at;             // [m] absolute: the sample; blocked, step, drop, collision: the place along the walk
  std::optional<Vec3> last_good;  // [m] absolute: the last legal place before
  std::vector<Vec3> walk;         // [m] absolute: the shortest walk there, if one was found
};

struct MoveAnswer {
  MoveVerdict verdict = MoveVerdict::kIllegal;
  MoveViolation violation;                  // of kind kNone if legal
  std::vector<MoveCorrection> corrections;  // if illegal: those wanted, at most one of each kind
  // [m] absolute: if legal, the last sample's place on the surface; for a start alone, the random end. Empty
  // if that sample is in the air or on a link, or the surface check was skipped and there is no surface.
  std::optional<Vec3> end;
  MoveChecks checks_made;
  MoveTrackState state;  // if legal and the query is continued
  // max_expansions ended a search: what it would have found is not known, and its step counts as legal.
  bool met_limit = false;
};

}  // namespace waystone
