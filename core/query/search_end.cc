#include "core/query/search_end.h"

namespace waystone {

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
