#include "core/surface/search_end.h"

namespace waystone {

RouteReason ReasonOf(SearchOutcome outcome) {
  switch (outcome) {
    case SearchOutcome::kFound:
    case SearchOutcome::kCostLimit:
      return RouteReason::kNone;
    case SearchOutcome::kExhausted:
      return RouteReason::kGoalUnreachable;
    case SearchOutcome::kExpansionLimit:
      return RouteReason::kExpansionLimit;
    case SearchOutcome::kDeadline:
      return RouteReason::kDeadline;
    case SearchOutcome::kCancelled:
      return RouteReason::kCancelled;
  }
  return RouteReason::kNone;
}

RouteReason LimitOf(SearchOutcome outcome) { return IsCut(outcome) ? ReasonOf(outcome) : RouteReason::kNone; }

RouteReason WhyClosed(const RouteChanges& changes) {
  return changes.Closes() ? RouteReason::kClosedByChanges : RouteReason::kClearance;
}

std::string_view WhyNoGround(const RouteChanges& changes) {
  return changes.Closes() ? ": the ground there is closed by the request's changes"
                          : ": the ground there lacks the clearance asked for";
}

std::string_view WhySearchEnded(RouteReason reason) {
  switch (reason) {
    case RouteReason::kLengthLimit:
      return "the limit of length is reached on the way there";
    case RouteReason::kDeadline:
      return "the search ended because its time was over";
    case RouteReason::kCancelled:
      return "the search ended because the request was cancelled";
    default:
      return "the search ended at its limit of expansions";
  }
}

}  // namespace waystone
