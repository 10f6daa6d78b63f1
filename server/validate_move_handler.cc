#include "core/base/status_macros.h"
#include "core/query/move_validator.h"
#include "server/convert.h"
#include "server/feature_gate.h"
#include "server/field_check.h"
#include "server/request_handler.h"

namespace waystone {

namespace {

// What Effort::kQuick may cost: a walk crosses some polygons per metre.
constexpr double kQuickMoveM = 200;
constexpr double kQuickSnapRadiusM = 10;

constexpr double kMaxToleranceM = 10;
constexpr int kMaxSkippedChecks = 16;

absl::Status CheckEnds(const v1::ValidateMoveRequest& request, const RequestScope& scope) {
  if (!request.has_from()) return FieldError("from", "required");
  WS_RETURN_IF_ERROR(Within("from", CheckPosition(request.from())));
  WS_RETURN_IF_ERROR(Within("to", CheckPosition(request.to())));
  if (!request.to().map_id().empty() &&
      ResolveMapId(request.to().map_id(), scope) != ResolveMapId(request.from().map_id(), scope)) {
    return FieldError("to.map_id", "must be the map of `from`");
  }
  return absl::OkStatus();
}

absl::Status CheckRules(const v1::ValidateMoveRequest& request) {
  WS_RETURN_IF_ERROR(CheckEnum("rule", request.rule(), v1::MoveRule_IsValid(request.rule())));
  WS_RETURN_IF_ERROR(CheckCount("skipped_checks", request.skipped_checks_size(), kMaxSkippedChecks));
  for (int i = 0; i < request.skipped_checks_size(); ++i) {
    const int check = request.skipped_checks(i);
    const bool known = check != v1::MOVE_CHECK_UNSPECIFIED && v1::MoveCheck_IsValid(check);
    if (!known) return CheckEnum("skipped_checks", check, known);
  }
  return absl::OkStatus();
}

// The violation of a move and the check that found it.
struct Finding {
  v1::MoveViolationKind kind;
  v1::MoveCheck check;
  uint32_t sample;
};

Finding FindingOf(MoveViolation violation) {
  switch (violation) {
    case MoveViolation::kFromOffMesh:
      return {v1::MOVE_VIOLATION_KIND_FROM_OFF_MESH, v1::MOVE_CHECK_SURFACE, 0};
    case MoveViolation::kToOffMesh:
      return {v1::MOVE_VIOLATION_KIND_TO_OFF_MESH, v1::MOVE_CHECK_SURFACE, 1};
    case MoveViolation::kWrongFloor:
      return {v1::MOVE_VIOLATION_KIND_WRONG_FLOOR, v1::MOVE_CHECK_WALK, 1};
    case MoveViolation::kBlocked:
      return {v1::MOVE_VIOLATION_KIND_BLOCKED, v1::MOVE_CHECK_WALK, 1};
    case MoveViolation::kNone:
      break;
  }
  return {v1::MOVE_VIOLATION_KIND_UNSPECIFIED, v1::MOVE_CHECK_UNSPECIFIED, 0};
}

// Where a violation was found.
Vec3 PlaceOf(const MoveAnswer& answer, const MoveQuery& query) {
  if (answer.violation == MoveViolation::kFromOffMesh) return query.from;
  return answer.violation == MoveViolation::kBlocked ? answer.blocked_at : query.to;
}

void FillIllegal(const MoveAnswer& answer, const MoveQuery& query, v1::ValidateMoveResponse& response) {
  const Finding finding = FindingOf(answer.violation);
  response.set_first_bad_sample(finding.sample);
  v1::MoveViolation& violation = *response.add_violations();
  violation.set_kind(finding.kind);
  violation.set_check(finding.check);
  violation.set_sample(finding.sample);
  violation.set_measured(answer.overshoot_m);
  violation.set_allowed(query.tolerance_m);
  SetPosition(PlaceOf(answer, query), *violation.mutable_at());
  const bool from_off_mesh = answer.violation == MoveViolation::kFromOffMesh;
  if (from_off_mesh && answer.corrected == query.from) return;  // no surface anywhere near
  v1::MoveCorrection& correction = *response.add_corrections();
  correction.set_kind(from_off_mesh ? v1::MOVE_CORRECTION_KIND_NEAREST : v1::MOVE_CORRECTION_KIND_SLIDE);
  correction.set_distance_m(answer.overshoot_m);
  SetPosition(answer.corrected, *correction.mutable_position());
}

void FillResponse(const MoveAnswer& answer, const MoveQuery& query, const FoundMap& found,
                  v1::ValidateMoveResponse& response) {
  response.set_rule(v1::MOVE_RULE_EXACT);
  response.set_generation(found.map->generation());
  response.add_checks_made(v1::MOVE_CHECK_SURFACE);
  response.add_checks_made(v1::MOVE_CHECK_WALK);
  if (answer.verdict == MoveVerdict::kLegal) {
    response.set_verdict(v1::MOVE_VERDICT_LEGAL);
    SetPosition(answer.corrected, *response.mutable_end());
  } else {
    response.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
    FillIllegal(answer, query, response);
  }
}

}  // namespace

// A straight walk over the surface from start to end shows that the end can be reached, so it is all that the
// rule EXACT needs.
absl::StatusOr<Progress> RequestHandler::Handle(const v1::ValidateMoveRequest& request,
                                                const RequestScope& scope,
                                                v1::ValidateMoveResponse& response) const {
  WS_RETURN_IF_ERROR(CheckServed(request));
  WS_RETURN_IF_ERROR(CheckEnds(request, scope));
  WS_RETURN_IF_ERROR(CheckRules(request));
  MoveQuery query;
  WS_ASSIGN_OR_RETURN(query.snap, ToSnapOptions(request.snap()));
  if (request.has_tolerance_m()) query.tolerance_m = request.tolerance_m();
  WS_RETURN_IF_ERROR(CheckNumber("tolerance_m", query.tolerance_m, 0, kMaxToleranceM));
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap("from.map_id", request.from().map_id(),
                              ResolveAgent(request.has_agent(), request.agent(), scope), scope));
  WS_RETURN_IF_ERROR(CheckGeneration("pinned_generation", request.pinned_generation(), found));
  if (found.view.zones == nullptr) return Progress::kNeedsWorker;  // they take longer than Effort::kQuick
  query.from = ToVec3(request.from());
  query.to = ToVec3(request.to());
  query.deadline = scope.deadline;
  if (scope.effort == Effort::kQuick &&
      (PlaneDistance(query.from, query.to) > kQuickMoveM || query.snap.radius_m > kQuickSnapRadiusM)) {
    return Progress::kNeedsWorker;
  }
  WS_ASSIGN_OR_RETURN(const MoveAnswer answer, ValidateMove(found.view, query, *scope.workspace));
  FillResponse(answer, query, found, response);
  return Progress::kDone;
}

}  // namespace waystone
