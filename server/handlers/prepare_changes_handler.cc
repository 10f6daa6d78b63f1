#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "server/handlers/request_handler.h"

namespace waystone {

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PrepareChangesRequest& request,
                                                const RequestScope& scope,
                                                v1::PrepareChangesResponse& response) const {
  if (!request.has_changes()) return FieldError("changes", "required");
  if (!request.changes().changes_ref().empty()) {
    return FieldError("changes.changes_ref", "must not be given: a set is kept whole");
  }
  WS_ASSIGN_OR_RETURN(const ChangesStore::Added added,
                      sets_->Add(request.changes(), scope.address, scope.deadline));
  response.set_changes_ref(added.ref);
  response.set_kept_bytes(added.bytes);
  return Progress::kDone;
}

}  // namespace waystone
