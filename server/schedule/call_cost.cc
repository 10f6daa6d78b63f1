#include "server/schedule/call_cost.h"

#include <algorithm>

namespace waystone {

namespace {

constexpr int kFewPlaces = 4;
constexpr int kFewSamples = 256;
constexpr int64_t kFewPairs = 16;
constexpr uint32_t kFewPositions = 16;
constexpr uint32_t kReachUnits = 1000;  // of a start
constexpr uint32_t kMostUnits = 1'000'000;
// [us] Of a unit of work on a large map, roughly: to tell quick batches from slow ones, and to add up what is in one.
constexpr uint64_t kSample_us = 15;
constexpr uint64_t kRoute_us = 300;
constexpr uint64_t kSearch_us = 10'000;
constexpr uint64_t kSearchTime_us = 1000;
constexpr uint64_t kPlacement_us = 500;
constexpr uint64_t kOther_us = 100;
constexpr uint64_t kBatchUnit_us = 100;
constexpr uint64_t kQuickBatch_us = 4000;

CallCost Quick(CallKind kind, uint32_t units = 1) { return {Lane::kQuick, kind, std::max(units, 1U)}; }
CallCost Slow(CallKind kind, uint32_t units = 1) { return {Lane::kSlow, kind, std::max(units, 1U)}; }

// Changes that are written out are yet to be applied to the map; those of a set that is named may have been before.
bool WritesChanges(const v1::Changes& changes) { return !changes.maps().empty(); }

bool IsSearchedFor(const v1::PlanRouteRequest& request) {
  switch (request.limits().method()) {
    case v1::ROUTE_METHOD_ANY_ANGLE:
    case v1::ROUTE_METHOD_EDGE_POINTS:
    case v1::ROUTE_METHOD_GRID_ASTAR:
    case v1::ROUTE_METHOD_GRID_JPS:
      return true;
    default:
      break;
  }
  const bool is_exact = request.limits().max_length_ratio() > 0 && request.limits().max_length_ratio() < 1.01;
  return is_exact || WritesChanges(request.changes()) || request.agent().min_clearance_m() > 0 ||
         request.detail().alternatives() > 0 || request.detail().explain();
}

// That the shortest walk is looked for; other orders take a fraction of it.
uint32_t SearchTime_ms(const v1::ExplorationGoal& goal) {
  constexpr uint32_t kDefault_ms = 1000;
  constexpr uint32_t kOtherOrder_ms = 50;
  const bool is_shortest =
      goal.order() == v1::WALK_ORDER_UNSPECIFIED || goal.order() == v1::WALK_ORDER_SHORTEST;
  if (!is_shortest) return kOtherOrder_ms;
  return goal.search_budget_ms() == 0 ? kDefault_ms : goal.search_budget_ms();
}

uint64_t Price_us(const CallCost& cost) {
  switch (cost.kind) {
    case CallKind::kMove:
      return kSample_us * cost.units;
    case CallKind::kRoute:
      return (cost.lane == Lane::kQuick ? kRoute_us : kSearch_us) * cost.units;
    case CallKind::kExploration:
      return kSearchTime_us * cost.units;
    case CallKind::kPlacement:
      return kPlacement_us * cost.units;
    default:
      return kOther_us * cost.units;
  }
}

CallCost CostOfItem(const v1::BatchItem& item) {
  switch (item.request_case()) {
    case v1::BatchItem::kPlanRoute:
      return CostOf(item.plan_route());
    case v1::BatchItem::kPlaceResource:
      return CostOf(item.place_resource());
    case v1::BatchItem::kValidateMove:
      return CostOf(item.validate_move());
    case v1::BatchItem::kMeasureDistances:
      return CostOf(item.measure_distances());
    case v1::BatchItem::REQUEST_NOT_SET:
      break;
  }
  return Quick(CallKind::kCatalog);  // refused
}

}  // namespace

CallCost CostOf(const v1::ValidateMoveRequest& request) {
  const int samples = request.track().xyz_size() / 3;
  const bool is_quick = samples <= kFewSamples && !WritesChanges(request.changes());
  return is_quick ? Quick(CallKind::kMove, samples) : Slow(CallKind::kMove, samples);
}

CallCost CostOf(const v1::PlanRouteRequest& request) {
  if (request.has_exploration()) return Slow(CallKind::kExploration, SearchTime_ms(request.exploration()));
  const int stretches = request.goals_size() + request.via_size();
  if (stretches > kFewPlaces || IsSearchedFor(request)) return Slow(CallKind::kRoute, stretches);
  return Quick(CallKind::kRoute, stretches);
}

CallCost CostOf(const v1::PlaceResourceRequest& request) {
  const v1::PlaceRules& rules = request.rules();
  const bool is_measured =
      request.scatter().has_fairness() || rules.min_walk_m() > 0 || rules.max_walk_m() > 0;
  const bool is_small = request.has_scatter() && request.scatter().count() <= kFewPositions;
  const bool is_quick = is_small && !is_measured && !WritesChanges(request.changes());
  const uint32_t units = 1 + request.scatter().count() / kFewPositions;
  return is_quick ? Quick(CallKind::kPlacement) : Slow(CallKind::kPlacement, units);
}

CallCost CostOf(const v1::MeasureDistancesRequest& request) {
  const int64_t pairs = static_cast<int64_t>(request.source_xyz_size() / 3) * (request.target_xyz_size() / 3);
  if (pairs <= kFewPairs && !WritesChanges(request.changes())) {
    return Quick(CallKind::kDistances, static_cast<uint32_t>(pairs));
  }
  return Slow(CallKind::kDistances, static_cast<uint32_t>(std::min<int64_t>(pairs, kMostUnits)));
}

CallCost CostOf(const v1::ReachRequest& request) {
  return Slow(CallKind::kDistances, static_cast<uint32_t>(request.start_xyz_size() / 3) * kReachUnits);
}

CallCost CostOf(const v1::PrepareChangesRequest& /*request*/) { return Slow(CallKind::kChanges); }

CallCost CostOf(const v1::BatchRequest& request) {
  uint64_t price_us = 0;
  bool is_quick = !WritesChanges(request.changes());
  for (const v1::BatchItem& item : request.items()) {
    const CallCost cost = CostOfItem(item);
    price_us += Price_us(cost);
    is_quick = is_quick && cost.lane == Lane::kQuick && price_us <= kQuickBatch_us;
  }
  const auto units = static_cast<uint32_t>(std::min<uint64_t>(price_us / kBatchUnit_us, kMostUnits));
  return is_quick ? Quick(CallKind::kBatch, units) : Slow(CallKind::kBatch, units);
}

CallCost CostOf(const v1::DescribeServerRequest& /*request*/) { return Quick(CallKind::kCatalog); }
CallCost CostOf(const v1::DescribeMapRequest& /*request*/) { return Quick(CallKind::kCatalog); }
CallCost CostOf(const v1::ListMapsRequest& /*request*/) { return Quick(CallKind::kCatalog); }
CallCost CostOf(const v1::DescribeWorldRequest& /*request*/) { return Quick(CallKind::kCatalog); }
CallCost CostOf(const v1::GetSurfaceRequest& /*request*/) { return Slow(CallKind::kCatalog); }
CallCost CostOf(const v1::GetSkeletonRequest& /*request*/) { return Slow(CallKind::kCatalog); }
CallCost CostOf(const v1::ReloadRequest& /*request*/) { return Slow(CallKind::kAdmin); }
CallCost CostOf(const v1::PreloadRequest& /*request*/) { return Slow(CallKind::kAdmin); }
CallCost CostOf(const v1::VerifyRequest& /*request*/) { return Slow(CallKind::kAdmin); }

std::chrono::milliseconds WorkLimit(CallKind kind, const RequestLimits& limits) {
  switch (kind) {
    case CallKind::kAdmin:
      return std::chrono::hours(24);
    case CallKind::kExploration:
    case CallKind::kBatch:
      return std::chrono::milliseconds(limits.max_long_work_ms);
    default:
      return std::chrono::milliseconds(limits.max_work_ms);
  }
}

}  // namespace waystone
