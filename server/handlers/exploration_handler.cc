#include "server/handlers/exploration_handler.h"

#include <algorithm>
#include <chrono>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/explore/route_explorer.h"
#include "core/surface/search_surface.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/request_check.h"
#include "server/convert/route_convert.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr uint32_t kDefaultBudget_ms = 1000;

absl::Status CheckNumbers(const v1::ExplorationGoal& goal) {
  if (goal.max_walk_time_s() > 0 && goal.speed_mps() == 0) {
    return FieldError("speed_mps", "needed with max_walk_time_s");
  }
  if (!goal.has_movement()) return absl::OkStatus();
  const v1::Direction& movement = goal.movement();
  const bool is_zero = Length(Vec2{movement.x(), movement.z()}) == 0;
  return is_zero ? FieldError("movement", "must not be zero, nor too short to tell a direction")
                 : absl::OkStatus();
}

absl::Status CheckVisited(const ExplorationInput& input) {
  const auto& visited = input.request.exploration().visited_key_points();
  if (visited.empty()) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckCount("visited_key_points", visited.size(), input.limits.max_cells));
  WS_RETURN_IF_ERROR(CheckPinned("visited_key_points", input.request.pinned(), input.found));
  if (input.found.view.skeleton == nullptr) return absl::OkStatus();  // ExploreRoute says so
  const uint32_t count = input.found.view.skeleton->size();
  for (int i = 0; i < visited.size(); ++i) {
    if (visited[i] < count) continue;
    return FieldError(StrCat("visited_key_points[", i, "]"),
                      StrCat("no key point ", visited[i], ", there are ", count));
  }
  return absl::OkStatus();
}

// [m, 0 = no limit] The shortest of all limits given.
double MaxLength_m(const v1::PlanRouteRequest& request) {
  const v1::ExplorationGoal& goal = request.exploration();
  double least_m = 0;
  for (const double limit_m :
       {request.limits().max_length_m(), goal.max_length_m(), goal.max_walk_time_s() * goal.speed_mps()}) {
    if (limit_m > 0 && (least_m == 0 || limit_m < least_m)) least_m = limit_m;
  }
  return std::min(least_m, limits::ExplorationGoal::max_length_m.max);
}

// What is asked for, but no more than leaves time for the points, what is seen from them, and the message.
std::chrono::milliseconds BudgetOf(const v1::ExplorationGoal& goal, const RequestScope& scope) {
  using std::chrono::milliseconds;
  const milliseconds asked(goal.search_budget_ms() == 0 ? kDefaultBudget_ms : goal.search_budget_ms());
  if (scope.ends_at == Deadline::Clock::time_point::max()) return asked;
  const auto left = std::chrono::duration_cast<milliseconds>(scope.ends_at - Deadline::Clock::now());
  return std::clamp(left / 3, milliseconds(1), asked);
}

ExplorationQuery ToQuery(const ExplorationInput& input, const RequestScope& scope) {
  const v1::PlanRouteRequest& request = input.request;
  const v1::ExplorationGoal& goal = request.exploration();
  ExplorationQuery query;
  query.start = ToVec3(request.start().position());
  query.snap = input.snap;
  query.order = *FromProto<WalkOrder>(goal.order());
  if (goal.has_coverage()) query.coverage = goal.coverage();
  query.visited.assign(goal.visited_key_points().begin(), goal.visited_key_points().end());
  query.changes = input.changes;
  query.walkers = std::max(goal.walkers(), 1U);
  query.return_to_start = goal.return_to_start();
  query.max_length_m = MaxLength_m(request);
  query.max_join_m = goal.max_join_m();
  if (goal.has_movement()) query.movement = Vec2{goal.movement().x(), goal.movement().z()};
  query.sight_radius_m = goal.sight_radius_m();
  query.search_budget = BudgetOf(goal, scope);
  query.max_expansions = input.max_expansions;
  query.allow_partial = !request.limits().complete_only();
  query.shape = *FromProto<RouteShape>(request.detail().shape());
  query.with_polys = request.detail().polys();
  query.deadline = scope.deadline;
  return query;
}

void FillReport(const ExplorationAnswer& answer, const SkeletonView& skeleton,
                v1::ExplorationReport& report) {
  if (answer.end) report.set_end(ToProto(*answer.end));
  report.set_coverage(answer.coverage);
  report.set_ground_coverage(answer.ground_coverage);
  report.set_lower_bound_m(answer.lower_bound_m);
  report.set_reachable_key_points(answer.reachable_key_points);
  report.set_key_points(skeleton.size());
  report.set_unjoinable_key_points(answer.unjoinable_key_points);
  report.set_cycle_rank(answer.cycle_rank);
}

// False, and of no use, if the deadline was cancelled meanwhile.
bool FillResponse(const ExplorationInput& input, const ExplorationAnswer& answer, const Deadline& deadline,
                  v1::PlanRouteResponse& response) {
  response.set_status(ToProto(answer.status));
  response.set_reason(ToProto(answer.reason));
  response.set_explanation(answer.explanation);
  response.set_method(v1::ROUTE_METHOD_SKELETON);
  response.set_basis(ToProto(answer.basis));
  response.set_start_snap_m(answer.start_snap_m);
  response.set_expansions(answer.expansions);
  SetGeneration(*input.found.map, *response.add_maps());
  FillStrategy(input.found.map->manifest(), input.request.detail(), response);
  for (const ExplorationWalk& walk : answer.walks) {
    v1::Route& route = *response.add_routes();
    const Vec3& origin = input.found.map->manifest().origin;
    if (!FillRoute(walk.route, origin, input.request.detail(), route, deadline)) return false;
    AddExternalIds(*input.found.view.navmesh, route.polys(), *route.mutable_poly_external_ids());
    route.mutable_key_points()->Add(walk.key_points.begin(), walk.key_points.end());
    if (!input.found.view.surface->Fields().has_source_ids) continue;
    AddExternalIds(*input.found.view.navmesh, route.key_points(), *route.mutable_key_point_external_ids());
  }
  FillReport(answer, *input.found.view.skeleton, *response.mutable_exploration());
  return true;
}

}  // namespace

absl::Status AnswerExploration(const ExplorationInput& input, const RequestScope& scope,
                               v1::PlanRouteResponse& response) {
  if (input.request.snap().mutually_reachable()) {
    return FieldError("snap.mutually_reachable",
                      "an exploration has a start only, and no other end to be reachable from");
  }
  if (input.request.limits().method() != v1::ROUTE_METHOD_UNSPECIFIED) {
    return FieldError("limits.method", "must not be given together with exploration");
  }
  if (IsOverCells(input.request.detail().shape())) {
    return FieldError("detail.shape",
                      "this shape is for paths over the cells of a grid, not for explorations");
  }
  WS_RETURN_IF_ERROR(Within("exploration", CheckNumbers(input.request.exploration())));
  WS_RETURN_IF_ERROR(Within("exploration", CheckVisited(input)));
  const absl::StatusOr<ExplorationAnswer> answer =
      ExploreRoute(input.found.view, ToQuery(input, scope), *scope.scratch);
  if (absl::IsFailedPrecondition(answer.status())) {
    return FieldError("exploration", std::string(answer.status().message()), answer.status().code());
  }
  WS_RETURN_IF_ERROR(answer.status());
  return FillResponse(input, *answer, scope.deadline, response) ? absl::OkStatus()
                                                                : CheckInTime(scope.deadline);
}

}  // namespace waystone
