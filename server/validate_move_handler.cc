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

MoveRule RuleOf(v1::MoveRule rule) { return rule == v1::MOVE_RULE_SEED ? MoveRule::kSeed : MoveRule::kExact; }

MoveChecks SkippedChecks(const v1::ValidateMoveRequest& request) {
  MoveChecks skipped;
  for (const int check : request.skipped_checks()) skipped.Add(static_cast<MoveCheck>(check));
  return skipped;
}

// The enums of core/query/move_query.h have the numbers of the API.
static_assert(static_cast<int>(MoveCheck::kSweep) == v1::MOVE_CHECK_SWEEP);
static_assert(static_cast<int>(MoveViolationKind::kBlocked) == v1::MOVE_VIOLATION_KIND_BLOCKED);
static_assert(static_cast<int>(MoveCorrection::Kind::kLastGood) == v1::MOVE_CORRECTION_KIND_LAST_GOOD);

void FillIllegal(const MoveAnswer& answer, v1::ValidateMoveResponse& response) {
  response.set_first_bad_sample(answer.violation.sample);
  v1::MoveViolation& violation = *response.add_violations();
  violation.set_kind(static_cast<v1::MoveViolationKind>(answer.violation.kind));
  violation.set_check(static_cast<v1::MoveCheck>(answer.violation.check));
  violation.set_sample(answer.violation.sample);
  violation.set_measured(answer.violation.measured);
  violation.set_allowed(answer.violation.allowed);
  SetPosition(answer.violation.at, *violation.mutable_at());
  for (const MoveCorrection& correction : answer.corrections) {
    v1::MoveCorrection& out = *response.add_corrections();
    out.set_kind(static_cast<v1::MoveCorrectionKind>(correction.kind));
    out.set_distance_m(correction.distance_m);
    SetPosition(correction.at, *out.mutable_position());
  }
}

void FillResponse(const MoveAnswer& answer, MoveRule rule, const FoundMap& found,
                  v1::ValidateMoveResponse& response) {
  response.set_rule(static_cast<v1::MoveRule>(rule));
  response.set_generation(found.map->generation());
  for (uint8_t check = 1; check <= kMoveCheckCount; ++check) {
    if (answer.checks_made.Has(static_cast<MoveCheck>(check))) {
      response.add_checks_made(static_cast<v1::MoveCheck>(check));
    }
  }
  if (answer.verdict == MoveVerdict::kLegal) {
    response.set_verdict(v1::MOVE_VERDICT_LEGAL);
    if (answer.end) SetPosition(*answer.end, *response.mutable_end());
  } else {
    response.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
    FillIllegal(answer, response);
  }
}

}  // namespace

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
  const Vec3 ends[] = {ToVec3(request.from()), ToVec3(request.to())};
  query.samples = ends;
  query.rule = RuleOf(request.rule());
  query.skipped = SkippedChecks(request);
  query.seed = request.seed();
  query.deadline = scope.deadline;
  if (scope.effort == Effort::kQuick &&
      (PlaneDistance(ends[0], ends[1]) > kQuickMoveM || query.snap.radius_m > kQuickSnapRadiusM)) {
    return Progress::kNeedsWorker;
  }
  WS_ASSIGN_OR_RETURN(const MoveAnswer answer, ValidateMove(found.view, query, *scope.workspace));
  FillResponse(answer, query.rule, found, response);
  return Progress::kDone;
}

}  // namespace waystone
