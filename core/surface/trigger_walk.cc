#include "core/surface/trigger_walk.h"

#include "core/surface/search_end.h"

namespace waystone {

RouteAnswer AnswerOfPath(const SurfacePath& path, RouteMethod method,
                         absl::FunctionRef<void(RouteAnswer&)> append) {
  RouteAnswer answer;
  answer.method = method;
  answer.expansions = path.expansions;
  answer.reason = LimitOf(path.outcome);
  if (path.outcome == SearchOutcome::kFound) {
    append(answer);
    answer.status = RouteStatus::kComplete;
  } else if (answer.reason != RouteReason::kNone) {
    answer.status = RouteStatus::kLimitReached;
  }
  return answer;
}

}  // namespace waystone
