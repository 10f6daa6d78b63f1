#include "server/convert/feature_gate.h"

#include <span>

#include "core/base/field_error.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

// A field, what using it means, and whether a request uses it.
template <typename Request>
struct Gate {
  const char* field;
  const char* feature;
  bool (*used)(const Request&);
};

template <typename Request>
absl::Status CheckGates(const Request& request, std::span<const Gate<Request>> gates) {
  for (const Gate<Request>& gate : gates) {
    if (gate.used(request)) return NotServed(gate.field, gate.feature);
  }
  return absl::OkStatus();
}

constexpr Gate<v1::PlaceResourceRequest> kPlaceResourceGates[] = {
    {"snap.mutually_reachable", "snapping to mutually reachable ground",
     [](auto& r) { return r.snap().mutually_reachable(); }},
};

constexpr Gate<v1::MeasureDistancesRequest> kMeasureDistancesGates[] = {
    {"snap.mutually_reachable", "snapping to mutually reachable ground",
     [](auto& r) { return r.snap().mutually_reachable(); }},
};

}  // namespace

absl::Status NotServed(std::string_view field, std::string_view feature) {
  return FieldError(field, StrCat(feature, " is not served by this version"),
                    absl::StatusCode::kUnimplemented);
}

absl::Status CheckServed(const v1::PlaceResourceRequest& request) {
  return CheckGates<v1::PlaceResourceRequest>(request, kPlaceResourceGates);
}
absl::Status CheckServed(const v1::MeasureDistancesRequest& request) {
  return CheckGates<v1::MeasureDistancesRequest>(request, kMeasureDistancesGates);
}

absl::Status CheckServedForExploration(const v1::PlanRouteRequest& request, const RouteChanges& changes) {
  if (request.snap().mutually_reachable()) {
    return NotServed("snap.mutually_reachable", "an exploration from mutually reachable ground");
  }
  if (changes.min_clearance_m > 0) {
    return NotServed("agent.min_clearance_m", "an exploration with clearance at query time");
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
