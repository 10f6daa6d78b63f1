// Judges the moves of swimmers and flyers, in three dimensions.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/move/air_time.h"
#include "core/move/move_query.h"
#include "core/move/speed_budget.h"
#include "core/surface/free_ground.h"
#include "core/surface/map_view.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// One query; one thread. Positions inside are map-local, those of the answer absolute.
//
// A sample must lie in free space (SURFACE), in a part that the one before leads to (REACHABILITY), and be gone to
// within the step's budget: straight, or by the shortest way (WALK). All lengths are in three dimensions, and
// count from an anchor, an earlier good sample (TrackJudge). The other checks are made by none: there is no ground to
// jump from, and what is free is free for the agent's body.
class FreeJudge {
 public:
  // All must outlive it. The query is checked.
  FreeJudge(const MapView& map, const MoveQuery& query, FreeGround& ground, Scratch& scratch);

  absl::StatusOr<MoveAnswer> Run();
  // A limit of expansions ended a search: its step counts as legal.
  bool met_limit() const { return met_limit_; }

 private:
  void Take(uint32_t sample);
  bool Passes();
  AirTime::Sample Flight() const;
  bool ChecksRise() const;
  bool PassesRise();
  bool PassesWay();
  bool PassesSpeed();
  bool PassesEnd();
  void Advance();
  void Correct();
  void Offer(MoveCorrection::Kind kind, const Vec3& at, double walk_m);
  double Highest_m();
  std::optional<Vec3> FurthestWithin(double max_m, double& walk_m);

  bool Makes(MoveCheck check);
  bool Break(MoveCheck check, MoveViolationKind kind, double measured, double allowed);
  bool BreakApart();
  bool IsTouched(MoveGrant::Kind kind) const;
  bool IsThrown() const;
  bool HasSpeed() const { return budget_.has_value(); }
  double Allowed_m() const;

  const MapView& map_;
  const MoveQuery& query_;
  const Vec3 origin_;
  FreeGround& ground_;
  const SnapOptions snap_;  // as far in all directions
  const Scratch::Lease<ReachWorkspace> reach_;
  MoveAnswer answer_;
  absl::Status stopped_;
  MoveTrackState state_;   // after the sample before
  MoveTrackState before_;  // the same, for corrections that go on
  std::optional<MoveDebt> debt_;
  std::optional<GrantPurse> purse_;
  std::optional<SpeedBudget> budget_;
  AirTime air_;
  bool met_limit_ = false;

  // Of the sample being judged.
  uint32_t sample_ = 0;
  bool is_first_ = true;
  Vec3 position_;
  double time_s_ = 0;
  double saved_m_ = 0;
  std::optional<NavLocation> place_;
  std::optional<NavLocation> nearest_;  // free space, however far
  std::vector<Vec3> way_;               // from the anchor
  double walked_m_ = 0;                 // along it
  bool is_carried_ = false;
};

}  // namespace waystone
