#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/move/body_move.h"
#include "core/move/explain_move.h"
#include "core/move/move_validator.h"
#include "core/why/route_why.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/convert/fix_convert.h"
#include "server/convert/move_input.h"
#include "server/convert/move_token.h"
#include "server/handlers/change_diagnosis.h"
#include "server/handlers/closed_walks.h"
#include "server/handlers/request_handler.h"

namespace waystone {

namespace {

// [search nodes] What Effort::kQuick may cost.
constexpr uint32_t kQuickExpansions = 256;

// Everything of an illegal move but the corrections.
void FillViolation(const MoveAnswer& answer, v1::ValidateMoveResponse& response) {
  response.set_first_bad_sample(answer.violation.sample);
  v1::MoveViolation& violation = *response.add_violations();
  violation.set_kind(ToProto(answer.violation.kind));
  violation.set_check(ToProto(answer.violation.check));
  violation.set_sample(answer.violation.sample);
  violation.set_measured(answer.violation.measured);
  violation.set_allowed(answer.violation.allowed);
  SetPosition(answer.violation.at, *violation.mutable_at());
  if (answer.violation.last_good) SetPosition(*answer.violation.last_good, *violation.mutable_last_good());
  for (const Vec3& point : answer.violation.walk) {
    for (const double value : {point.x, point.y, point.z}) violation.add_walk_xyz(value);
  }
  violation.set_explanation(ExplainMove(answer.violation));
}

void FillCorrections(const MoveAnswer& answer, const FoundMap& found, const TokenKey* key,
                     v1::ValidateMoveResponse& response) {
  for (const MoveCorrection& correction : answer.corrections) {
    v1::MoveCorrection& out = *response.add_corrections();
    out.set_kind(ToProto(correction.kind));
    out.set_distance_m(correction.distance_m);
    out.set_walk_m(correction.walk_m);
    SetPosition(correction.at, *out.mutable_position());
    if (key != nullptr) out.set_token(ToToken(correction.state, found, *key));
  }
}

// Whether it is about where the agent stands, or could walk to.
bool IsOfGround(MoveViolationKind kind) {
  switch (kind) {
    case MoveViolationKind::kFromOffMesh:
    case MoveViolationKind::kToOffMesh:
    case MoveViolationKind::kWrongFloor:
    case MoveViolationKind::kUnreachable:
    case MoveViolationKind::kBlocked:
      return true;
    default:
      return false;
  }
}

// The step of a move that ends at its sample of that index.
MoveQuery StepOf(const MoveQuery& move, uint32_t sample) {
  MoveQuery step = move;
  const bool has_start = sample > 0 || move.resumed == nullptr;
  const size_t first = sample == 0 ? 0 : sample - 1;
  const size_t count = std::min<size_t>(has_start ? 2 : 1, move.samples.size() - first);
  const auto cut = [&](auto& values) {
    if (!values.empty()) values = values.subspan(first, count);
  };
  cut(step.samples);
  cut(step.times_s);
  cut(step.received_s);
  cut(step.states);
  if (has_start) step.resumed = nullptr;
  step.corrections = {};
  return step;
}

// The changes that make the violation, if it is theirs.
ClosingChanges FindClosingChanges(ChangeDiagnosis& diagnosis, const MoveAnswer& answer,
                                  const MoveQuery& query, const FoundMap& found, const RequestLimits& limits,
                                  Scratch& scratch) {
  MoveQuery step = StepOf(query, answer.violation.sample);
  step.deadline = diagnosis.deadline();
  const bool is_first = answer.violation.sample == 0;
  return diagnosis.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
    WS_ASSIGN_OR_RETURN(const RouteChanges changes, chosen.On(found, limits));
    step.changes = changes.IsNone() ? nullptr : &changes;
    WS_ASSIGN_OR_RETURN(const MoveAnswer again, ValidateMove(found.view, step, scratch));
    if (again.met_limit) return absl::ResourceExhaustedError("expansions");
    return !IsOfGround(again.violation.kind) || (is_first && again.violation.sample > 0);
  });
}

// Why the bad sample cannot be walked to from the one before it: what the request closes, or the map, or both.
void FillFixes(const v1::ValidateMoveRequest& request, const MoveAnswer& answer, const MoveQuery& query,
               const FoundMap& found, const RequestLimits& limits, const RequestScope& scope,
               v1::ValidateMoveResponse& response) {
  const uint32_t sample = answer.violation.sample;
  if (!IsOfGround(answer.violation.kind) || sample >= query.samples.size()) return;
  FixList& fixes = *response.mutable_violations(0)->mutable_fixes();
  const double clearance_m = ResolveAgent(request.has_agent(), request.agent(), scope).min_clearance_m();
  const AskedChanges asked{request.changes(), request.pinned(), clearance_m};
  ChangeDiagnosis diagnosis(
      {.asked = asked, .clearance_field = ClearanceField(request.has_agent()), .maps = {&found.view}}, scope);
  const bool may_be_closed = query.changes != nullptr && diagnosis.Read().ok();
  if (may_be_closed) {
    const ClosingChanges closing =
        FindClosingChanges(diagnosis, answer, query, found, limits, *scope.scratch);
    diagnosis.AddFixes(closing, query.samples[sample].y, nullptr, fixes);
  }
  if (!fixes.empty() || found.view.zones == nullptr) return;
  const Vec3& to = query.samples[sample];
  const Vec3 from = answer.violation.last_good.value_or(query.samples[sample == 0 ? 0 : sample - 1]);
  const MendedPath path =
      ExplainWalk(found.view, from, to, query.snap, may_be_closed ? query.changes->cells.get() : nullptr,
                  scope.WorkEnd(kTimeAfterExplaining), *scope.scratch);
  if (!may_be_closed) return AddFixes(path.fixes, found.map->manifest().map_id, fixes);
  ClosedWalks(diagnosis, found, query.snap, limits, *scope.scratch).AddFixes(path, fixes);
}

// The map and its generation, which every answer tells.
void FillMap(const FoundMap& found, v1::ValidateMoveResponse& response) {
  SetGeneration(*found.map, *response.mutable_map());
  response.set_surface(ToProto(found.map->manifest().surface));
}

void FillResponse(const MoveAnswer& answer, MoveRule rule, const FoundMap& found,
                  v1::ValidateMoveResponse& response) {
  response.set_rule(ToProto(rule));
  FillMap(found, response);
  for (uint8_t check = 1; check <= kMoveCheckCount; ++check) {
    if (answer.checks_made.Has(static_cast<MoveCheck>(check))) {
      response.add_checks_made(ToProto(static_cast<MoveCheck>(check)));
    }
  }
  response.set_verdict(ToProto(answer.verdict));
  if (answer.verdict == MoveVerdict::kLegal) {
    if (answer.end) SetPosition(*answer.end, *response.mutable_end());
  } else {
    FillViolation(answer, response);
  }
}

absl::Status AnswerBodyMove(const v1::ValidateMoveRequest& request, const FoundMap& found,
                            v1::ValidateMoveResponse& response) {
  if (!request.has_from() || !request.has_to()) {
    return FieldError("body_only", "needs `from` and `to`");
  }
  if (found.view.collision == nullptr) {
    return FieldError("body_only", "the map has no collision geometry",
                      absl::StatusCode::kFailedPrecondition);
  }
  const Vec3& origin = found.map->manifest().origin;
  const Vec3 from = ToVec3(request.from()) - origin;
  WS_ASSIGN_OR_RETURN(const BodyMoveAnswer answer, MoveBody(*found.view.collision, found.view.variant->agent,
                                                            from, ToVec3(request.to()) - origin - from));
  const bool is_all = answer.part == BodyMovePart::kAll;
  response.set_verdict(is_all ? v1::MOVE_VERDICT_LEGAL : v1::MOVE_VERDICT_ILLEGAL);
  v1::BodyMove& body = *response.mutable_body();
  body.set_part(ToProto(answer.part));
  SetPosition(answer.end + origin, *body.mutable_end());
  FillMap(found, response);
  if (!answer.contact) return absl::OkStatus();
  v1::BodyContact& contact = *body.mutable_contact();
  contact.set_fraction(answer.contact->fraction);
  SetPosition(answer.contact->at + origin, *contact.mutable_at());
  contact.set_normal_x(answer.contact->normal.x);
  contact.set_normal_y(answer.contact->normal.y);
  contact.set_normal_z(answer.contact->normal.z);
  contact.set_triangle(answer.contact->triangle);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::ValidateMoveRequest& request,
                                                const RequestScope& scope,
                                                v1::ValidateMoveResponse& response) const {
  MoveInput input(request);
  WS_RETURN_IF_ERROR(input.Read(limits_, scope));
  ChoosePinned(request.pinned(), input.map_id(), scope);
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap(input.map_field(), input.map_id(),
                              ResolveAgent(request.has_agent(), request.agent(), scope), scope));
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), input.map_id(), scope));
  if (request.body_only()) {
    if (scope.effort == Effort::kQuick && !input.IsQuick()) return Progress::kNeedsWorker;
    WS_RETURN_IF_ERROR(AnswerBodyMove(request, found, response));
    return Progress::kDone;
  }
  // Zones that are yet to be computed take longer than Effort::kQuick.
  const bool has_changes = !IsNone(request.changes()) || scope.batch != nullptr;
  const bool is_quick = input.IsQuick() && !request.explain() && !has_changes && found.view.zones != nullptr;
  if (scope.effort == Effort::kQuick && !is_quick) return Progress::kNeedsWorker;
  const double clearance_m = ResolveAgent(request.has_agent(), request.agent(), scope).min_clearance_m();
  WS_ASSIGN_OR_RETURN(const RouteChanges changes,
                      ReadChanges({request.changes(), request.pinned(), clearance_m}, found, limits_, scope));
  // Doors may be closed that the request does not name.
  if (scope.effort == Effort::kQuick && !changes.IsNone()) return Progress::kNeedsWorker;
  MoveQuery query = input.query();
  query.deadline = scope.deadline;
  if (!request.snap().has_radius_m()) query.snap.radius_m = DefaultMoveSnap_m(found.view);
  if (!changes.IsNone()) query.changes = &changes;
  MoveTrackState resumed;
  if (!request.token().empty()) {
    WS_ASSIGN_OR_RETURN(resumed, FromToken(request.token(), found, token_key_, *scope.scratch));
    if (resumed.is_timed == query.times_s.empty()) {
      return FieldError("token",
                        resumed.is_timed ? "is of a track with times" : "is of a track without times");
    }
    query.resumed = &resumed;
    const double since_m = PlaneDistance(resumed.position + found.map->manifest().origin, query.samples[0]);
    if (scope.effort == Effort::kQuick && since_m > kQuickMoveM) return Progress::kNeedsWorker;
  }
  if (scope.effort == Effort::kQuick) query.max_expansions = kQuickExpansions;
  WS_ASSIGN_OR_RETURN(const MoveAnswer answer, ValidateMove(found.view, query, *scope.scratch));
  if (scope.effort == Effort::kQuick && answer.met_limit) return Progress::kNeedsWorker;
  FillResponse(answer, query.rule, found, response);
  if (request.explain()) FillFixes(request, answer, query, found, limits_, scope, response);
  response.set_is_unproven(answer.met_limit && answer.verdict == MoveVerdict::kLegal);
  FillCorrections(answer, found, query.is_continued ? &token_key_ : nullptr, response);
  if (query.is_continued && answer.verdict == MoveVerdict::kLegal) {
    response.set_token(ToToken(answer.state, found, token_key_));
  }
  return Progress::kDone;
}

}  // namespace waystone
