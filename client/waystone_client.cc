#include "client/waystone_client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "client/from_proto.h"
#include "client/health_check.h"
#include "client/read_contents.h"
#include "client/to_proto.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone::client {
namespace {

// Every method is idempotent, so that every one may be tried again.
constexpr char kServiceConfig[] = R"({
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [{
    "name": [{}],
    "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "2s", "backoffMultiplier": 3,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }]
})";
constexpr int kKeepaliveTime_ms = 30'000;
constexpr int kKeepaliveTimeout_ms = 10'000;
constexpr int kFirstReconnect_ms = 100;
constexpr int kSlowestReconnect_ms = 2'000;
constexpr int kMaxAnswerBytes = 64 << 20;
constexpr int kMapsPerPage = 1'000;
constexpr int kPortalsPerPage = 10'000;

grpc::ChannelArguments ChannelOptions() {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTime_ms);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeout_ms);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstReconnect_ms);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kFirstReconnect_ms);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kSlowestReconnect_ms);
  arguments.SetMaxReceiveMessageSize(kMaxAnswerBytes);
  return arguments;
}

}  // namespace

struct WaystoneClient::Stubs {
  explicit Stubs(std::shared_ptr<grpc::Channel> channel_in)
      : channel(std::move(channel_in)),
        planning(v1::PathPlanning::NewStub(channel)),
        catalog(v1::MapCatalog::NewStub(channel)) {}

  // One call: from struct to message, over the wire, from message to struct.
  template <typename Service, typename Message, typename Response>
  static absl::Status Call(Service& service,
                           grpc::Status (Service::*method)(grpc::ClientContext*, const Message&, Response*),
                           const Message& message, std::chrono::milliseconds timeout, Response& response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return FromGrpc((service.*method)(&context, message, &response));
  }

  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::PathPlanning::Stub> planning;
  std::unique_ptr<v1::MapCatalog::Stub> catalog;
};

WaystoneClient::WaystoneClient(std::unique_ptr<Stubs> stubs, std::chrono::milliseconds timeout)
    : stubs_(std::move(stubs)), timeout_(timeout) {}
WaystoneClient::~WaystoneClient() = default;

absl::StatusOr<std::unique_ptr<WaystoneClient>> WaystoneClient::Create(const ClientOptions& options) {
  constexpr std::chrono::milliseconds kLongestTimeout{3'600'000};
  if (options.address.empty()) return absl::InvalidArgumentError("address: must not be empty");
  if (options.timeout.count() < 1 || options.timeout > kLongestTimeout) {
    return absl::InvalidArgumentError(StrCat("timeout: must be 1 to ", kLongestTimeout.count(), " ms"));
  }
  return OverChannel(
      grpc::CreateCustomChannel(options.address, grpc::InsecureChannelCredentials(), ChannelOptions()),
      options.timeout);
}

std::unique_ptr<WaystoneClient> WaystoneClient::OverChannel(std::shared_ptr<grpc::Channel> channel,
                                                            std::chrono::milliseconds timeout) {
  return std::unique_ptr<WaystoneClient>(
      new WaystoneClient(std::make_unique<Stubs>(std::move(channel)), timeout));
}

absl::StatusOr<RouteAnswer> WaystoneClient::PlanRoute(const RouteRequest& request) const {
  v1::PlanRouteRequest message;
  v1::PlanRouteResponse response;
  ToProto(request, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::PlanRoute, message, timeout_, response));
  return FromProto(response);
}

absl::StatusOr<RouteAnswer> WaystoneClient::Explore(const ExploreRequest& request) const {
  v1::PlanRouteRequest message;
  v1::PlanRouteResponse response;
  ToProto(request, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::PlanRoute, message, timeout_, response));
  return FromProto(response);
}

absl::StatusOr<PlaceAnswer> WaystoneClient::PlaceResource(const PlaceRequest& request) const {
  v1::PlaceResourceRequest message;
  v1::PlaceResourceResponse response;
  ToProto(request, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::PlaceResource, message, timeout_, response));
  return FromProto(request, response);
}

absl::StatusOr<MoveAnswer> WaystoneClient::ValidateMove(const MoveRequest& request) const {
  v1::ValidateMoveRequest message;
  v1::ValidateMoveResponse response;
  ToProto(request, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::ValidateMove, message, timeout_, response));
  return FromProto(response);
}

absl::StatusOr<DistancesAnswer> WaystoneClient::MeasureDistances(const DistancesRequest& request) const {
  v1::MeasureDistancesRequest message;
  v1::MeasureDistancesResponse response;
  ToProto(request, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::MeasureDistances, message, timeout_, response));
  return FromProto(request, response);
}

absl::StatusOr<BatchAnswer> WaystoneClient::Batch(const BatchRequest& request) const {
  v1::BatchRequest message;
  v1::BatchResponse response;
  ToProto(request, 0, message);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->planning, &v1::PathPlanning::Stub::Batch, message, timeout_, response));
  return FromProto(request, response);
}

std::unique_ptr<ExchangeStream> WaystoneClient::OpenExchange(const ExchangeOptions& options) const {
  return ExchangeStream::Open(stubs_->channel, options);
}

absl::StatusOr<std::vector<MapSummary>> WaystoneClient::ListMaps() const {
  std::vector<MapSummary> maps;
  v1::ListMapsRequest message;
  message.set_page_size(kMapsPerPage);
  do {
    v1::ListMapsResponse response;
    WS_RETURN_IF_ERROR(
        Stubs::Call(*stubs_->catalog, &v1::MapCatalog::Stub::ListMaps, message, timeout_, response));
    for (const v1::MapSummary& map : response.maps()) {
      WS_ASSIGN_OR_RETURN(MapSummary summary, FromProto(map));
      maps.push_back(std::move(summary));
    }
    // An empty page that promises more would never end.
    if (response.maps().empty() && !response.next_page_token().empty()) {
      return absl::DataLossError("malformed answer: next_page_token: an empty page is not the last");
    }
    message.set_page_token(response.next_page_token());
  } while (!message.page_token().empty());
  return maps;
}

absl::StatusOr<MapDescription> WaystoneClient::DescribeMap(const std::string& map_id) const {
  v1::DescribeMapRequest message;
  v1::DescribeMapResponse response;
  message.set_map_id(map_id);
  WS_RETURN_IF_ERROR(
      Stubs::Call(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeMap, message, timeout_, response));
  return FromProto(response);
}

absl::StatusOr<MapSurface> WaystoneClient::GetSurface(const ContentsRequest& request) const {
  v1::GetSurfaceRequest message;
  message.set_map_id(request.map_id);
  message.set_profile(request.profile);
  message.mutable_abilities()->Assign(request.abilities.begin(), request.abilities.end());
  MapSurface surface;
  v1::GetSurfaceResponse part;
  do {
    message.set_first_poly(part.next_poly());
    part.Clear();
    WS_RETURN_IF_ERROR(
        Stubs::Call(*stubs_->catalog, &v1::MapCatalog::Stub::GetSurface, message, timeout_, part));
    WS_RETURN_IF_ERROR(AddPart(part, surface));
  } while (part.next_poly() != kLastPart);
  return surface;
}

absl::StatusOr<MapSkeleton> WaystoneClient::GetSkeleton(const ContentsRequest& request) const {
  v1::GetSkeletonRequest message;
  message.set_map_id(request.map_id);
  message.set_profile(request.profile);
  message.mutable_abilities()->Assign(request.abilities.begin(), request.abilities.end());
  MapSkeleton skeleton;
  v1::GetSkeletonResponse part;
  do {
    message.set_first_key_point(part.next_key_point());
    part.Clear();
    WS_RETURN_IF_ERROR(
        Stubs::Call(*stubs_->catalog, &v1::MapCatalog::Stub::GetSkeleton, message, timeout_, part));
    WS_RETURN_IF_ERROR(AddPart(part, skeleton));
  } while (part.next_key_point() != kLastPart);
  return skeleton;
}

absl::StatusOr<WorldDescription> WaystoneClient::DescribeWorld() const {
  std::optional<WorldDescription> world;
  v1::DescribeWorldRequest message;
  message.set_page_size(kPortalsPerPage);
  do {
    v1::DescribeWorldResponse response;
    WS_RETURN_IF_ERROR(
        Stubs::Call(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeWorld, message, timeout_, response));
    WS_ASSIGN_OR_RETURN(WorldDescription page, FromProto(response));
    // An empty page that promises more would never end.
    if (page.portals.empty() && !response.next_page_token().empty()) {
      return absl::DataLossError("malformed answer: next_page_token: an empty page is not the last");
    }
    message.set_page_token(response.next_page_token());
    if (!world.has_value()) {
      world = std::move(page);
      continue;
    }
    if (page.generation != world->generation) {
      return absl::AbortedError("another world was loaded while this one was read");
    }
    std::move(page.portals.begin(), page.portals.end(), std::back_inserter(world->portals));
  } while (!message.page_token().empty());
  return *std::move(world);
}

absl::StatusOr<bool> WaystoneClient::IsServing(const std::string& service) const {
  return client::IsServing(stubs_->channel, service, timeout_);
}

}  // namespace waystone::client
