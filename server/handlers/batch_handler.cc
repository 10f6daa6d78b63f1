#include <algorithm>
#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "server/convert/answer_parts.h"
#include "server/convert/convert.h"
#include "server/convert/map_access.h"
#include "server/convert/message_bytes.h"
#include "server/convert/request_check.h"
#include "server/convert/rpc_of.h"
#include "server/handlers/request_handler.h"
#include "server/schedule/call_cost.h"

namespace waystone {

namespace {

// [bytes] What a batch's answer and each of its results take besides the results' own, at most.
constexpr size_t kBatchBytes = 16;
constexpr size_t kResultBytes = 8;

// The scope ends so much later than now, if that is sooner than it would.
void LimitTime(std::chrono::milliseconds time, RequestScope& scope) {
  const auto end = Deadline::Clock::now() + time;
  scope.deadline = scope.deadline.SoonerOf(end);
  scope.ends_at = std::min(scope.ends_at, end);
}

}  // namespace

absl::Status RequestHandler::CheckBatch(const v1::BatchRequest& request) const {
  if (request.items().empty()) return FieldError("items", "required");
  return CheckCount("items", request.items_size(), limits_.max_batch_items);
}

void RequestHandler::HandleItem(const v1::BatchItem& item, const RequestScope& scope,
                                v1::BatchResult& result) const {
  absl::StatusOr<Progress> progress = Progress::kDone;
  const auto answer = [&](const auto& request, auto& response) -> absl::StatusOr<Progress> {
    using Request = std::remove_cvref_t<decltype(request)>;
    WS_RETURN_IF_ERROR(CheckCaller(scope.caller, kRpcOf<Request>, request));
    WS_RETURN_IF_ERROR(CheckFields(request));
    RequestScope of_item = scope;
    LimitTime(WorkLimit(CostOf(request).kind, limits_), of_item);
    return Handle(request, of_item, response);
  };
  if (scope.deadline.Expired()) {
    progress = absl::DeadlineExceededError("the batch's time was over before this request was begun");
  } else {
    switch (item.request_case()) {
      case v1::BatchItem::kPlanRoute:
        progress = answer(item.plan_route(), *result.mutable_plan_route());
        break;
      case v1::BatchItem::kPlaceResource:
        progress = answer(item.place_resource(), *result.mutable_place_resource());
        break;
      case v1::BatchItem::kValidateMove:
        progress = answer(item.validate_move(), *result.mutable_validate_move());
        break;
      case v1::BatchItem::kMeasureDistances:
        progress = answer(item.measure_distances(), *result.mutable_measure_distances());
        break;
      case v1::BatchItem::REQUEST_NOT_SET:
        progress = FieldError("request", "required");
        break;
    }
  }
  if (!progress.ok()) SetError(progress.status(), *result.mutable_error());
}

absl::StatusOr<Progress> RequestHandler::Handle(const v1::BatchRequest& request, const RequestScope& scope,
                                                v1::BatchResponse& response) const {
  response.set_tag(request.tag());
  WS_RETURN_IF_ERROR(CheckBatch(request));
  if (scope.caller != nullptr) {
    if (!request.map_id().empty()) WS_RETURN_IF_ERROR(CheckMapNamed(request.map_id(), *scope.caller));
    WS_RETURN_IF_ERROR(CheckMapsNamed(request.changes(), *scope.caller));
  }
  RequestScope item_scope = scope;
  BatchCells cells;
  item_scope.batch = &request;
  item_scope.batch_cells = &cells;
  const auto set = FindSet(request.changes(), scope);
  if (!set.ok()) return Within("changes", set.status());
  item_scope.batch_set = *set;
  item_scope.effort = Effort::kFull;
  if (request.timeout_ms() > 0) LimitTime(std::chrono::milliseconds(request.timeout_ms()), item_scope);
  response.mutable_results()->Reserve(request.items_size());
  const AnswerLimit limit = limits_.ResponseLimit(request.max_response_bytes());
  size_t response_bytes = kBatchBytes;
  size_t whole_bytes = 0;  // with the points that follow in parts
  for (const v1::BatchItem& item : request.items()) {
    v1::BatchResult& result = *response.add_results();
    result.set_tag(item.tag());
    HandleItem(item, item_scope, result);
    const size_t result_bytes = kResultBytes + result.ByteSizeLong();
    const size_t first_bytes = result_bytes - AnswerParts::BytesLeftOut(item, result);
    const bool is_first_over = response_bytes + first_bytes > limit.bytes;
    if (is_first_over || whole_bytes + result_bytes > limits_.max_response_bytes) {
      SetError(is_first_over ? TooLargeAnswer(response_bytes + first_bytes, limit)
                             : TooLargeAnswer(whole_bytes + result_bytes, limits_.ResponseLimit()),
               *result.mutable_error());
      continue;
    }
    response_bytes += first_bytes;
    whole_bytes += result_bytes;
  }
  return Progress::kDone;
}

}  // namespace waystone
