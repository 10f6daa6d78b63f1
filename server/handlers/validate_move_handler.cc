#include "core/base/status_macros.h"
#include "core/move/move_validator.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/feature_gate.h"
#include "server/convert/move_input.h"
#include "server/handlers/request_handler.h"

namespace waystone {

namespace {

void FillIllegal(const MoveAnswer& answer, v1::ValidateMoveResponse& response) {
  response.set_first_bad_sample(answer.violation.sample);
  v1::MoveViolation& violation = *response.add_violations();
  violation.set_kind(ToProto(answer.violation.kind));
  violation.set_check(ToProto(answer.violation.check));
  violation.set_sample(answer.violation.sample);
  violation.set_measured(answer.violation.measured);
  violation.set_allowed(answer.violation.allowed);
  SetPosition(answer.violation.at, *violation.mutable_at());
  for (const MoveCorrection& correction : answer.corrections) {
    v1::MoveCorrection& out = *response.add_corrections();
    out.set_kind(ToProto(correction.kind));
    out.set_distance_m(correction.distance_m);
    SetPosition(correction.at, *out.mutable_position());
  }
}

void FillResponse(const MoveAnswer& answer, MoveRule rule, const FoundMap& found,
                  v1::ValidateMoveResponse& response) {
  response.set_rule(ToProto(rule));
  SetGeneration(*found.map, *response.mutable_map());
  response.set_surface(ToProto(found.map->manifest().surface));
  for (uint8_t check = 1; check <= kMoveCheckCount; ++check) {
    if (answer.checks_made.Has(static_cast<MoveCheck>(check))) {
      response.add_checks_made(ToProto(static_cast<MoveCheck>(check)));
    }
  }
  response.set_verdict(ToProto(answer.verdict));
  if (answer.verdict == MoveVerdict::kLegal) {
    if (answer.end) SetPosition(*answer.end, *response.mutable_end());
  } else {
    FillIllegal(answer, response);
  }
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::ValidateMoveRequest& request,
                                                const RequestScope& scope,
                                                v1::ValidateMoveResponse& response) const {
  WS_RETURN_IF_ERROR(CheckServed(request));
  MoveInput input(request);
  WS_RETURN_IF_ERROR(input.Read(limits_, scope));
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap(input.map_field(), input.map_id(),
                              ResolveAgent(request.has_agent(), request.agent(), scope), scope));
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), input.map_id(), scope));
  // Zones that are yet to be computed take longer than Effort::kQuick.
  const bool is_quick = input.IsQuick() && found.view.zones != nullptr;
  if (scope.effort == Effort::kQuick && !is_quick) return Progress::kNeedsWorker;
  MoveQuery query = input.query();
  query.deadline = scope.deadline;
  WS_ASSIGN_OR_RETURN(const MoveAnswer answer, ValidateMove(found.view, query, *scope.scratch));
  FillResponse(answer, query.rule, found, response);
  return Progress::kDone;
}

}  // namespace waystone
