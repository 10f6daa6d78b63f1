#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/changes_store.h"
#include "server/convert/convert.h"
#include "server/convert/place_convert.h"
#include "server/convert/request_check.h"
#include "server/handlers/place_explanations.h"
#include "server/handlers/request_handler.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

// What Effort::kQuick may cost: about a tenth of a millisecond.
constexpr uint32_t kQuickPositions = 256;
constexpr uint64_t kQuickCandidates = 512;
constexpr size_t kQuickRuleBytes = 64;
constexpr uint32_t kQuickPolys = 4096;  // of maps on which a region may be taken to pieces
// Of each position: a large answer takes a while to be written and sent.
constexpr std::chrono::microseconds kTimeOfPosition{1};

void FillResponse(const PlaceAnswer& answer, uint32_t asked, const FoundMap& found, v1::PointFormat format,
                  v1::PlaceResourceResponse& response) {
  response.set_status(answer.positions.empty()          ? v1::PLACE_STATUS_NONE
                      : answer.positions.size() < asked ? v1::PLACE_STATUS_FEWER
                                                        : v1::PLACE_STATUS_COMPLETE);
  response.set_basis(ToProto(answer.basis));
  SetPoints(answer.positions, found.map->manifest().origin, format, *response.mutable_points());
  response.mutable_polys()->Add(answer.polys.begin(), answer.polys.end());
  AddExternalIds(*found.view.navmesh, response.polys(), *response.mutable_poly_external_ids());
  SetRejections(answer.rejections, *response.mutable_rejections());
  response.mutable_team_walk_m()->Add(answer.team_walk_m.begin(), answer.team_walk_m.end());
}

// With Effort::kQuick only what cannot take long is tried, and given up after a few hundred candidates.
absl::StatusOr<Progress> Scatter(const v1::PlaceResourceRequest& request, PlaceTerms terms,
                                 const FoundMap& found, const RequestScope& scope,
                                 v1::PlaceResourceResponse& response) {
  PlaceQuery query;
  query.count = std::max(1U, request.scatter().count());
  query.seed = request.scatter().seed();
  query.terms = std::move(terms);
  if (request.scatter().has_fairness()) {
    const v1::Fairness& fairness = request.scatter().fairness();
    PlaceFairness& teams = query.fairness.emplace();
    WS_ASSIGN_OR_RETURN(teams.teams, ToPositions("scatter.fairness.team_xyz", fairness.team_xyz(),
                                                 limits::Fairness::team_xyz.max_count / 3));
    if (fairness.max_ratio() != 0) teams.max_ratio = fairness.max_ratio();
  }
  query.deadline = scope.WorkEnd(kTimeOfPosition * query.count);
  const bool is_quick = scope.effort == Effort::kQuick;
  if (is_quick) {
    const v1::PlaceRules& rules = request.rules();
    const bool takes_pieces = rules.has_region() && found.view.navmesh->poly_count() > kQuickPolys;
    if (takes_pieces || query.count > kQuickPositions || query.fairness ||
        query.terms.rules.clearance_m > 0 || rules.sight_size() > 0 || query.terms.rules.is_walking ||
        rules.max_walk_m() > 0 || rules.min_walk_m() > 0 || rules.ByteSizeLong() > kQuickRuleBytes) {
      return Progress::kNeedsWorker;
    }
    query.max_candidates = kQuickCandidates;
  }
  WS_ASSIGN_OR_RETURN(const PlaceAnswer answer, PlaceResource(found.view, query, *scope.scratch));
  if (is_quick && answer.rejections[static_cast<size_t>(PlaceReason::kCandidateLimit)] > 0) {
    return Progress::kNeedsWorker;
  }
  FillResponse(answer, query.count, found, request.point_format(), response);
  return Progress::kDone;
}

void FillAudit(const AuditAnswer& answer, const FoundMap& found, v1::PointFormat format,
               v1::PlaceResourceResponse& response) {
  size_t looked_at = 0;
  for (const PlaceReason verdict : answer.verdicts) {
    response.add_verdicts(ToProto(verdict));
    looked_at += verdict == PlaceReason::kDeadline ? 0 : 1;
  }
  response.set_status(looked_at == 0                       ? v1::PLACE_STATUS_NONE
                      : looked_at < answer.verdicts.size() ? v1::PLACE_STATUS_FEWER
                                                           : v1::PLACE_STATUS_COMPLETE);
  response.set_basis(ToProto(answer.basis));
  for (size_t i = 0; i < answer.found.size(); ++i) {
    response.add_suggestions(answer.verdicts[i] == PlaceReason::kNone ? v1::SUGGESTION_STATUS_GOOD
                             : answer.found[i] != 0                   ? v1::SUGGESTION_STATUS_FOUND
                                                                      : v1::SUGGESTION_STATUS_NOT_FOUND);
  }
  SetPoints(answer.positions, found.map->manifest().origin, format, *response.mutable_points());
  response.mutable_polys()->Add(answer.polys.begin(), answer.polys.end());
  AddExternalIds(*found.view.navmesh, response.polys(), *response.mutable_poly_external_ids());
  SetRejections(answer.rejections, *response.mutable_rejections());
}

// Nearest is an audit that suggests, within a distance.
absl::StatusOr<Progress> Audit(const v1::PlaceResourceRequest& request, const RequestLimits& limits,
                               absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with, RouteChanges changes,
                               const FoundMap& found, const RequestScope& scope,
                               v1::PlaceResourceResponse& response) {
  const bool is_nearest = request.has_nearest();
  const char* const task = is_nearest ? "nearest" : "audit";
  const auto& xyz = is_nearest ? request.nearest().xyz() : request.audit().xyz();
  if (xyz.empty()) return Within(task, FieldError("xyz", "required"));
  AuditQuery query;
  absl::StatusOr<std::vector<Vec3>> positions =
      ToPositions("xyz", xyz, is_nearest ? limits.max_samples : limits.max_positions);
  if (!positions.ok()) return Within(task, positions.status());
  if (scope.effort == Effort::kQuick) return Progress::kNeedsWorker;
  query.positions = *std::move(positions);
  query.suggest = is_nearest || request.audit().suggest();
  if (request.nearest().has_max_distance_m()) query.max_distance_m = request.nearest().max_distance_m();
  query.terms = terms_with(std::move(changes));
  query.deadline = scope.WorkEnd(kTimeOfPosition * query.positions.size());
  const absl::StatusOr<AuditAnswer> answer = AuditPlaces(found.view, query, *scope.scratch);
  if (!answer.ok()) {
    const std::string field = FieldOf(answer.status());
    const bool is_task = field.starts_with("xyz") || field == "max_distance_m";
    return is_task ? Within(task, answer.status()) : answer.status();
  }
  FillAudit(*answer, found, request.point_format(), response);
  if (request.audit().explain()) {
    ExplainAudit(request, query, *answer, terms_with, found, limits, scope, response);
  }
  return Progress::kDone;
}

// Whether it matters how far it is to walk, and so what ground costs. Where players arrive and return it does not.
bool MeasuresWalks(const v1::PlaceResourceRequest& request) {
  const v1::PlaceRules& rules = request.rules();
  return rules.min_walk_m() > 0 || rules.max_walk_m() > 0 ||
         rules.spacing().metric() == v1::DISTANCE_METRIC_WALKING || request.scatter().has_fairness();
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PlaceResourceRequest& request,
                                                const RequestScope& scope,
                                                v1::PlaceResourceResponse& response) const {
  if (request.snap().mutually_reachable()) {
    return FieldError("snap.mutually_reachable",
                      "a placement judges each position where it lies; rules say what must be reachable");
  }
  if (request.task_case() == v1::PlaceResourceRequest::TASK_NOT_SET) {
    return FieldError("task", "required: scatter, nearest or audit");
  }
  WS_RETURN_IF_ERROR(CheckCount("scatter.count", request.scatter().count(), limits_.max_positions));
  const v1::Agent& agent = ResolveAgent(request.has_agent(), request.agent(), scope);
  const bool needs_zones = request.rules().reachability() != v1::REACHABILITY_ANY;
  ChoosePinned(request.pinned(), request.map_id(), scope);
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindMap("map_id", request.map_id(), agent, scope,
                                                    needs_zones ? ZonesNeed::kCompute : ZonesNeed::kIfReady));
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), request.map_id(), scope));
  if (needs_zones && found.view.zones == nullptr) return Progress::kNeedsWorker;  // they take long
  const bool has_changes = !IsNone(request.changes()) || scope.batch != nullptr;
  if (scope.effort == Effort::kQuick && has_changes) return Progress::kNeedsWorker;
  WS_ASSIGN_OR_RETURN(const PlaceTerms terms, ToPlaceTerms(request, agent, found, limits_));
  WS_ASSIGN_OR_RETURN(RouteChanges changes,
                      ReadChanges({request.changes(), request.pinned(), 0}, found, limits_, scope));
  // Doors may be closed that the request does not name.
  if (scope.effort == Effort::kQuick && !changes.IsNone()) return Progress::kNeedsWorker;
  const auto terms_with = [&](RouteChanges with) {
    PlaceTerms changed = terms;
    // Of the agent and the cost profile the greater one.
    const double of_profile_m = std::exchange(with.min_clearance_m, 0);
    changed.rules.clearance_m += std::max(of_profile_m - agent.min_clearance_m(), 0.0);
    if (!MeasuresWalks(request)) with.area_factors.clear();
    changed.changes = std::move(with);
    return changed;
  };
  SetGeneration(*found.map, *response.mutable_map());
  response.set_surface(ToProto(found.map->manifest().surface));
  if (!request.has_scatter()) {
    return Audit(request, limits_, terms_with, std::move(changes), found, scope, response);
  }
  return Scatter(request, terms_with(std::move(changes)), found, scope, response);
}

}  // namespace waystone
