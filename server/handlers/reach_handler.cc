#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/reach/reach.h"
#include "core/surface/search_surface.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/handlers/request_handler.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

// Of each cell: a large answer takes a while to be written and sent.
constexpr std::chrono::microseconds kTimeOfCell{1};
constexpr uint32_t kDefaultCells = 20'000;

void FillResponse(const ReachAnswer& answer, const FoundMap& found, v1::PointFormat format,
                  v1::ReachResponse& response) {
  const Vec3& origin = found.map->manifest().origin;
  SetPoints(answer.places, origin, format, *response.mutable_places());
  for (const double cost_m : answer.costs_m) response.add_cost_m(static_cast<float>(cost_m));
  if (answer.starts.size() > 1) response.mutable_starts()->Add(answer.from.begin(), answer.from.end());
  response.set_cell_m(answer.cell_m);
  for (const ReachContour& one : answer.contours) {
    v1::ReachContour& contour = *response.add_contours();
    contour.set_cost_m(one.cost_m);
    SetPoints(one.points, origin, format, *contour.mutable_points());
    contour.mutable_point_counts()->Add(one.point_counts.begin(), one.point_counts.end());
  }
  for (const std::optional<Vec3>& start : answer.starts) {
    v1::ReachStart& state = *response.add_start_states();
    if (start) SetPosition(*start, *state.mutable_position());
  }
  response.set_known_to_m(answer.known_to_m);
  response.set_expansions(answer.expansions);
  SetGeneration(*found.map, *response.mutable_map());
  response.set_surface(ToProto(found.map->manifest().surface));
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::ReachRequest& request, const RequestScope& scope,
                                                v1::ReachResponse& response) const {
  if (scope.effort == Effort::kQuick) return Progress::kNeedsWorker;
  if (request.snap().mutually_reachable())
    return FieldError("snap.mutually_reachable",
                      "there is no goal that starts could be mutually reachable with");
  ReachQuery query;
  WS_ASSIGN_OR_RETURN(query.starts, ToPositions("start_xyz", request.start_xyz(),
                                                limits::ReachRequest::start_xyz.max_count / 3));
  query.snap = ToSnapOptions(request.snap());
  query.max_cost_m = request.max_cost_m();
  query.cell_m = request.cell_m();
  query.max_cells = request.max_cells() == 0 ? kDefaultCells : request.max_cells();
  query.contour_costs_m.assign(request.contour_costs_m().begin(), request.contour_costs_m().end());
  query.max_expansions = limits_.max_expansions;
  query.deadline = scope.WorkEnd(kTimeOfCell * query.max_cells);
  query.ends_at = scope.ends_at;
  ChoosePinned(request.pinned(), request.map_id(), scope);
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindMap("map_id", request.map_id(), request.agent(), scope));
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), request.map_id(), scope));
  WS_ASSIGN_OR_RETURN(query.changes,
                      ReadChanges({request.changes(), request.pinned(), request.agent().min_clearance_m()},
                                  found, limits_, scope));
  WS_ASSIGN_OR_RETURN(const ReachAnswer answer, Reach(found.view, query, *scope.scratch));
  FillResponse(answer, found, request.point_format(), response);
  return Progress::kDone;
}

}  // namespace waystone
