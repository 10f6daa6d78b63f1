#include "tests/answers/asker.h"

#include <algorithm>
#include <cstdio>

#include "core/base/str_cat.h"
#include "tests/answers/command_line.h"

namespace waystone::answers {
namespace {

constexpr size_t kBatchItems = 64;
constexpr uint64_t kPrintedPerKind = 20;

// The client has seen to it that answers are of their request's kind.
bool IsAnswer(const v1::BatchResult& result, const v1::BatchItem& item, const Asker& asker) {
  if (result.has_error()) asker.Wrong(item, result.error().message());
  return !result.has_error();
}

}  // namespace

void Tally::AddAsked(const std::string& kind, uint64_t count) {
  const std::lock_guard lock(mutex_);
  counts_[kind].asked += count;
}

void Tally::AddWrong(const std::string& kind, const std::string& command, const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (++counts_[kind].wrong > kPrintedPerKind) return;
  std::fprintf(stderr, "%s: %s\n  %s\n", kind.c_str(), why.c_str(), command.c_str());
}

std::map<std::string, Count> Tally::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<v1::BatchResult> Asker::Ask(const std::vector<v1::BatchItem>& items) const {
  std::vector<v1::BatchResult> results;
  for (size_t first = 0; first < items.size(); first += kBatchItems) {
    const size_t end = std::min(items.size(), first + kBatchItems);
    v1::BatchRequest batch;
    batch.set_map_id(map_id_);
    for (size_t i = first; i < end; ++i) *batch.add_items() = items[i];
    const absl::StatusOr<v1::BatchResponse> answer = client_.Batch(batch);
    if (answer.ok()) {
      results.insert(results.end(), answer->results().begin(), answer->results().end());
      continue;
    }
    v1::BatchResult failed;
    failed.mutable_error()->set_code(static_cast<int>(answer.status().code()));
    failed.mutable_error()->set_message(std::string(answer.status().message()));
    results.resize(end, failed);
  }
  return results;
}

absl::StatusOr<v1::GetSurfaceResponse> Asker::Surface() const {
  v1::GetSurfaceRequest request;
  request.set_map_id(map_id_);
  return client_.GetSurface(request);
}

void Asker::Wrong(const v1::BatchItem& item, const std::string& why) const {
  Wrong(CommandLine(map_id_, item), why);
}

void Asker::Wrong(const std::string& command, const std::string& why) const {
  tally_.AddWrong(kind_, command, why);
}

const v1::PlanRouteResponse* ExpectRoute(const v1::BatchResult& result, const v1::BatchItem& item,
                                         const Asker& asker) {
  return IsAnswer(result, item, asker) ? &result.plan_route() : nullptr;
}

const v1::PlaceResourceResponse* ExpectPlaces(const v1::BatchResult& result, const v1::BatchItem& item,
                                              const Asker& asker) {
  return IsAnswer(result, item, asker) ? &result.place_resource() : nullptr;
}

const v1::ValidateMoveResponse* ExpectVerdict(const v1::BatchResult& result, const v1::BatchItem& item,
                                              const Asker& asker) {
  return IsAnswer(result, item, asker) ? &result.validate_move() : nullptr;
}

const v1::MeasureDistancesResponse* ExpectDistances(const v1::BatchResult& result, const v1::BatchItem& item,
                                                    const Asker& asker) {
  return IsAnswer(result, item, asker) ? &result.measure_distances() : nullptr;
}

v1::PlanRouteRequest RouteBetween(const Vec3& start, const Vec3& goal) {
  v1::PlanRouteRequest request;
  *request.mutable_start() = client::MakeLocation("", start);
  *request.add_goals() = client::MakeLocation("", goal);
  request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_SURFACE);
  return request;
}

v1::ValidateMoveRequest MoveBetween(const Vec3& from, const Vec3& to) {
  v1::ValidateMoveRequest request;
  *request.mutable_from() = client::MakePosition("", from);
  *request.mutable_to() = client::MakePosition("", to);
  return request;
}

v1::BatchItem ToItem(const v1::PlanRouteRequest& request) {
  v1::BatchItem item;
  *item.mutable_plan_route() = request;
  return item;
}

v1::BatchItem ToItem(const v1::PlaceResourceRequest& request) {
  v1::BatchItem item;
  *item.mutable_place_resource() = request;
  return item;
}

v1::BatchItem ToItem(const v1::ValidateMoveRequest& request) {
  v1::BatchItem item;
  *item.mutable_validate_move() = request;
  return item;
}

v1::BatchItem ToItem(const v1::MeasureDistancesRequest& request) {
  v1::BatchItem item;
  *item.mutable_measure_distances() = request;
  return item;
}

}  // namespace waystone::answers
