#include "client/recording/request_map.h"

#include <charconv>
#include <memory>

#include "core/base/map_of_request.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/reach.pb.h"

namespace waystone::client {
namespace {

std::string MapOfItem(const v1::BatchItem& item) {
  switch (item.request_case()) {
    case v1::BatchItem::kPlanRoute:
      return std::string(MapOf(item.plan_route()));
    case v1::BatchItem::kPlaceResource:
      return std::string(MapOf(item.place_resource()));
    case v1::BatchItem::kValidateMove:
      return std::string(MapOf(item.validate_move()));
    case v1::BatchItem::kMeasureDistances:
      return std::string(MapOf(item.measure_distances()));
    case v1::BatchItem::REQUEST_NOT_SET:
      break;
  }
  return {};
}

std::string MapOfBatch(const v1::BatchRequest& batch, std::string_view path) {
  constexpr std::string_view kResult = "results[";
  int index = 0;
  const bool is_item =
      path.starts_with(kResult) &&
      std::from_chars(path.data() + kResult.size(), path.data() + path.size(), index).ec == std::errc() &&
      index < batch.items_size();
  std::string map_id = is_item ? MapOfItem(batch.items(index)) : std::string();
  return map_id.empty() ? batch.map_id() : map_id;
}

// The map of a message if it is of one of these types.
template <typename... Requests>
std::string MapIfOneOf(const google::protobuf::Message& message) {
  std::string map_id;
  const auto take = [&]<typename Request>(const Request* request) {
    if (request != nullptr) map_id = std::string(MapOf(*request));
  };
  (take(dynamic_cast<const Requests*>(&message)), ...);
  return map_id;
}

}  // namespace

std::string MapOfRequest(const ApiMethod* method, std::string_view request, std::string_view path) {
  if (method == nullptr) return {};
  const std::unique_ptr<google::protobuf::Message> message(method->request->New());
  if (!message->ParseFromArray(request.data(), static_cast<int>(request.size()))) return {};
  if (const auto* batch = dynamic_cast<const v1::BatchRequest*>(message.get()))
    return MapOfBatch(*batch, path);
  return MapIfOneOf<v1::PlanRouteRequest, v1::PlaceResourceRequest, v1::ValidateMoveRequest,
                    v1::MeasureDistancesRequest, v1::ReachRequest, v1::DescribeMapRequest,
                    v1::GetSurfaceRequest, v1::GetSkeletonRequest>(*message);
}

}  // namespace waystone::client
