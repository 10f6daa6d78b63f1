#include "samples/move_loop/move_guard.h"

#include <utility>

#include "core/base/status_macros.h"

namespace waystone::samples {
namespace {

// The ground ends an agent's radius before a wall. Whoever is further beside it is inside of something.
constexpr double kSnapRadius_m = 0.3;

void AddSample(const MoveSample& sample, v1::Track& track) {
  client::AddPoint(sample.at, track.mutable_xyz());
  track.add_time_s(sample.time_s);
  track.add_received_s(sample.received_s);
}

}  // namespace

MoveGuard::MoveGuard(const client::WaystoneClient& client, MoveRules rules, const MoveSample& start)
    : client_(client), rules_(std::move(rules)), last_(start) {}

// Before there is a token, the track begins where the player stands.
absl::StatusOr<v1::ValidateMoveResponse> MoveGuard::Ask(const MoveSample& sample) const {
  v1::ValidateMoveRequest request;
  v1::Track& track = *request.mutable_track();
  track.set_map_id(rules_.map_id);
  if (token_.empty()) AddSample(last_, track);
  AddSample(sample, track);
  request.mutable_snap()->set_radius_m(kSnapRadius_m);
  request.mutable_allowances()->set_max_speed_mps(rules_.max_speed_mps);
  request.add_corrections(v1::MOVE_CORRECTION_KIND_FURTHEST);
  request.set_token(token_);
  request.set_return_token(true);
  return client_.ValidateMove(std::move(request));
}

void MoveGuard::Keep(const MoveSample& sample, const std::string& token) {
  last_ = sample;
  token_ = token;
}

absl::StatusOr<Vec3> MoveGuard::Step(const MoveSample& claim) {
  ++tally_.asked;
  WS_ASSIGN_OR_RETURN(const v1::ValidateMoveResponse answer, Ask(claim));
  if (answer.verdict() == v1::MOVE_VERDICT_LEGAL) {
    Keep(claim, answer.token());
    return last_.at;
  }
  ++tally_.illegal;
  ++tally_.reasons[client::EnumName(answer.violations(0).kind())];
  if (answer.corrections().empty()) return last_.at;  // nowhere better: it stays
  // The track goes on from the correction.
  const v1::MoveCorrection& correction = answer.corrections(0);
  ++tally_.corrected;
  Keep({client::ToVec3(correction.position()), claim.time_s, claim.received_s}, correction.token());
  return last_.at;
}

}  // namespace waystone::samples
