// Why audited positions cannot be reached.
#pragma once

#include "absl/functional/function_ref.h"
#include "core/place/place_audit.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/place.pb.h"

namespace waystone {

// Fills PlaceResourceResponse::explanations of the first 1,000 positions that are off the mesh, isolated, unreachable or of no
// return: with the changes that make them so (change_diagnosis.h), or else with what the map has in the way (place_why.h).
// `audit`, `answer`: of the request. `terms_with`: the audit's terms with other changes. Nothing after the audit's deadline.
// O(log changes) audits of one position for each set of changes that is told, and as many of the positions that are left.
void ExplainAudit(const v1::PlaceResourceRequest& request, const AuditQuery& audit, const AuditAnswer& answer,
                  absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with, const FoundMap& found,
                  const RequestLimits& limits, const RequestScope& scope,
                  v1::PlaceResourceResponse& response);

}  // namespace waystone
