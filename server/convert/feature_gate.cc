#include "server/convert/feature_gate.h"

#include "core/base/field_error.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::Status NotServed(std::string_view field, std::string_view feature) {
  return FieldError(field, StrCat(feature, " is not served by this version"),
                    absl::StatusCode::kUnimplemented);
}

absl::Status CheckServed(const v1::PlaceResourceRequest& request) {
  if (!request.snap().mutually_reachable()) return absl::OkStatus();
  return NotServed("snap.mutually_reachable", "snapping to mutually reachable ground");
}

absl::Status CheckServedForExploration(const v1::PlanRouteRequest& request) {
  if (request.snap().mutually_reachable()) {
    return NotServed("snap.mutually_reachable", "an exploration from mutually reachable ground");
  }
  return absl::OkStatus();
}

absl::Status CheckServedForPlacement(const RouteChanges& changes, const SurfaceFields& fields) {
  if (changes.HasExclusions() && !fields.applies_changes) {
    return NotServed("changes", StrCat("a placement on ", fields.name, " with a change"));
  }
  return absl::OkStatus();
}

absl::Status CheckServedForDistances(const RouteChanges& changes, const SurfaceFields& fields) {
  if (changes.IsNone() || fields.applies_changes) return absl::OkStatus();
  const bool is_clearance = changes.min_clearance_m > 0;
  return NotServed(
      is_clearance ? "agent.min_clearance_m" : "changes",
      StrCat("a distance on ", fields.name, is_clearance ? " with clearance" : " with a change"));
}

}  // namespace waystone
