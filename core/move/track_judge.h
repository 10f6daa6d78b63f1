// Judges the samples of a track one after the other.
#pragma once

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/move/air_time.h"
#include "core/move/move_corrections.h"
#include "core/move/move_query.h"
#include "core/move/move_walk.h"
#include "core/move/speed_budget.h"
#include "core/move/walk_line.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// [m] Samples may lie this far from where the agent was: noise of 0.1 m, and positions rounded to 1/8 m.
inline constexpr double kSampleError_m = 0.25;

// One query; one thread. Positions inside are map-local, those of the answer absolute.
//
// The walk to a sample is judged from an anchor: the place of an earlier good sample, at most some steps back,
// that moves on once the agent is kAnchorSpacing_m away. Between anchors noise of positions does not add up.
class TrackJudge {
 public:
  // All must outlive it. The query is checked.
  TrackJudge(const MapView& map, const MoveQuery& query, MoveGround& ground, Scratch& scratch);

  absl::StatusOr<MoveAnswer> Run();

 private:
  // Where an agent is at a sample.
  enum class Stand : uint8_t { kGround, kAir, kSwimming, kAfloat, kCarried, kOnLink };

  void Resume(const MoveTrackState& state);
  void Take(uint32_t sample);
  bool Passes();
  bool PassesBy(Stand stand);
  bool PassesOtherwise();
  bool FliesOverLowerGround();
  bool HasDropped() const;
  void Advance();
  void MoveAnchor();

  bool Makes(MoveCheck check);
  bool Break(MoveCheck check, MoveViolationKind kind, double measured, double allowed, const Vec3& at);
  bool Stop(absl::Status status);
  bool IsTouched(MoveGrant::Kind kind) const;
  bool IsThrown() const;

  bool IsWithinBounds();
  void FindPlace();
  void SetPlace(const NavLocation& place);
  bool BreakOffMesh();
  Stand StandHere();
  bool IsAboveLowerGround();
  bool IsAboveDeepGround();
  double Height_m() const;      // of the sample over its place
  double GroundBand_m() const;  // a sample no higher than this stands on the ground

  bool PassesRule();
  bool LeadsOverGraph();
  bool PassesAir(Stand stand);
  AirTime::Sample Flight() const;
  void KeepBothFlights();
  bool JumpsFromHere();
  std::optional<NavLocation> StandOn(const NavLocation& ground);
  bool StoodOn(const NavLocation& ground, const Vec3& at);
  bool FliesFree(Stand stand);
  bool PassesBelow(Stand stand);
  bool Floats() const;
  bool IsAfloat() const;
  bool IsAboveWater() const;
  bool WasAfloat() const;
  double LeavesWaterAt_m() const;
  bool IsInSight(const NavLocation& place) const;
  bool BreakNotAfloat();
  bool PassesAfloat();
  bool PassesThrough();
  Vec3 MiddleBefore() const;
  Vec3 MiddleHere() const;
  double LeastByMouths_m() const;
  bool LandsLow() const;
  bool StaysAfloat(const Vec3& from, const Vec3& to) const;
  bool GoesStraightThrough() const;
  bool PassesWalk();
  bool WalksNearly();
  bool BreakWalk(const StraightWalk& straight, double allowed_m);
  bool PassesSteps();
  bool PassesSweep();
  bool BreakDrop(double height_m, const Vec3& at, double max_drop_m);
  std::span<const Vec3> LineOf(const WalkPiece& piece);
  bool IsOffSurface() const;
  bool IsAboveJumps() const;
  bool IsOnLink();
  bool MayStay(const LinkPlace& on) const;
  double SampleError_m() const;
  bool IsAsNear(const NavLocation& other) const;
  bool StandsBefore(const NavLocation& stop);

  bool HasSpeed() const { return purse_.has_value(); }
  bool MayTeleport() const;
  double Spent_m() const;
  bool PassesSpeed();
  bool BreakSpeed(const SpeedBreach& breach);
  double FromAnchor_m() const;                 // straight in the plane
  double WalkAllowed_m(const Vec3& to) const;  // from the anchor
  bool PassesEnd();

  void AddEvidence();
  std::vector<Vec3> WalkedPoints() const;
  void Correct();
  Vec3 BeforeOnWalk(const MoveViolation& violation) const;
  void OfferIfPassable(MoveCorrection::Kind kind, const ReachedPlace& reached);
  CorrectionBudget BudgetFromGood() const;
  void Offer(MoveCorrection::Kind kind, const ReachedPlace& reached);
  MoveTrackState PutAt(const ReachedPlace& reached) const;

  const MapView& map_;
  const SearchSurface& polygons_;
  const NavmeshView& mesh_;
  const MoveQuery& query_;
  const Vec3 origin_;
  MoveGround& ground_;
  Scratch& scratch_;
  const Scratch::Lease<ReachWorkspace> reach_;
  const Scratch::Lease<WalkLineWorkspace> line_;

  MoveAnswer answer_;
  absl::Status stopped_;
  MoveTrackState state_;             // after the sample before
  MoveTrackState before_;            // the same, while this one is judged, if corrections are continued
  std::optional<GrantPurse> purse_;  // both: if there is a limit of speed
  std::optional<SpeedBudget> budget_;
  AirTime air_;

  // Of the sample being judged.
  uint32_t sample_ = 0;
  bool is_first_ = true;  // of the track
  Vec3 position_;
  double time_s_ = 0;
  MoveState marked_ = MoveState::kUnmarked;
  Stand stand_ = Stand::kGround;
  std::optional<NavLocation> place_;
  double off_m_ = 0;                    // how far from the sample that was found
  std::optional<NavLocation> nearest_;  // surface, however far
  double saved_m_ = 0;                  // what the budget holds for a correction here
  FoundWalk walk_;                      // from the anchor, if it was judged
  bool is_straight_ = false;            // that walk is one straight piece
  bool is_flown_ = false;               // it is on a link that is flown
  double walked_m_ = 0;                 // from the anchor

  std::optional<MoveDebt> debt_;
};

}  // namespace waystone
