#include "client/waystone_client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "client/answer_limit.h"
#include "client/health_check.h"
#include "client/planning_calls.h"
#include "client/secure_channel.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"
#include "waystone/v1/map_catalog.grpc.pb.h"

namespace waystone::client {
namespace {

// Every method is idempotent, so that every one may be tried again. A busy server says when (`grpc-retry-pushback-ms`), and of
// what it would refuse again, that it is not to be.
constexpr char kServiceConfig[] = R"({
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [{
    "name": [{}],
    "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "2s", "backoffMultiplier": 3,
      "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
    }
  }]
})";
constexpr int kKeepaliveTime_ms = 30'000;
constexpr int kKeepaliveTimeout_ms = 10'000;
constexpr int kFirstReconnect_ms = 100;
constexpr int kSlowestReconnect_ms = 2'000;
constexpr int kMapsPerPage = limits::ListMapsRequest::page_size.max;
constexpr int kPortalsPerPage = limits::DescribeWorldRequest::page_size.max;

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

// All pages in one.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> CallForPages(Stub& stub, Method<Stub, Request, Response> method, Request request,
                                      std::chrono::milliseconds timeout) {
  Response pages;
  do {
    WS_ASSIGN_OR_RETURN(const Response page, Call(stub, method, request, timeout));
    if constexpr (std::is_same_v<Response, v1::DescribeWorldResponse>) {
      const bool is_first = request.page_token().empty();
      if (!is_first && page.world_generation() != pages.world_generation()) {
        return absl::AbortedError("another world was loaded while this one was read");
      }
    }
    pages.MergeFrom(page);
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  pages.clear_next_page_token();
  return pages;
}

uint32_t NextOf(const v1::GetSurfaceResponse& part) { return part.next_poly(); }
uint32_t NextOf(const v1::GetSkeletonResponse& part) { return part.next_key_point(); }
void SetFirst(uint32_t first, v1::GetSurfaceRequest& request) { request.set_first_poly(first); }
void SetFirst(uint32_t first, v1::GetSkeletonRequest& request) { request.set_first_key_point(first); }

// Parts in which nothing has an id of the source come without a list of them.
template <typename Response>
void FillIds(Response& parts) {
  while (parts.external_ids_size() < parts.polys_size()) parts.add_external_ids(kNoId);
}

// All parts in one.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> CallForParts(Stub& stub, Method<Stub, Request, Response> method, Request request,
                                      std::chrono::milliseconds timeout) {
  WS_ASSIGN_OR_RETURN(Response parts, Call(stub, method, request, timeout));
  while (NextOf(parts) != kNoId) {
    SetFirst(NextOf(parts), request);
    WS_ASSIGN_OR_RETURN(const Response part, Call(stub, method, request, timeout));
    if (part.map().generation() != parts.map().generation()) {
      return absl::AbortedError("another package was loaded while this one was read");
    }
    if (!part.external_ids().empty()) FillIds(parts);
    parts.MergeFrom(part);
    if (!parts.external_ids().empty()) FillIds(parts);
  }
  return parts;
}

}  // namespace

void NameMap(std::string_view map_id, grpc::ClientContext& context) {
  constexpr char kFirst = ' ';
  constexpr char kLast = '~';
  const auto is_plain = [](char c) { return c >= kFirst && c <= kLast; };
  if (map_id.empty() || !std::all_of(map_id.begin(), map_id.end(), is_plain)) return;
  context.AddMetadata("waystone-map", std::string(map_id));
}

struct WaystoneClient::Stubs {
  Stubs(std::shared_ptr<grpc::Channel> channel_in, std::chrono::milliseconds timeout,
        std::chrono::milliseconds hedge_after)
      : channel(std::move(channel_in)),
        planning(channel, timeout, hedge_after),
        catalog(v1::MapCatalog::NewStub(channel)) {}

  std::shared_ptr<grpc::Channel> channel;
  PlanningCalls planning;
  std::unique_ptr<v1::MapCatalog::Stub> catalog;
};

WaystoneClient::WaystoneClient(std::shared_ptr<Stubs> stubs) : stubs_(std::move(stubs)) {}
WaystoneClient::~WaystoneClient() = default;

absl::StatusOr<std::unique_ptr<WaystoneClient>> WaystoneClient::Create(const ClientOptions& options) {
  constexpr std::chrono::milliseconds kLongestTimeout{
      static_cast<int64_t>(limits::BatchRequest::timeout_ms.max)};
  if (options.address.empty()) return absl::InvalidArgumentError("address: must not be empty");
  if (options.timeout.count() < 1 || options.timeout > kLongestTimeout) {
    return absl::InvalidArgumentError(StrCat("timeout: must be 1 to ", kLongestTimeout.count(), " ms"));
  }
  if (options.hedge_after.count() < 0 || options.hedge_after > kLongestTimeout) {
    return absl::InvalidArgumentError(StrCat("hedge_after: must be 0 to ", kLongestTimeout.count(), " ms"));
  }
  WS_ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> channel, OpenChannel(options, ChannelOptions()));
  return std::unique_ptr<WaystoneClient>(
      new WaystoneClient(std::make_shared<Stubs>(std::move(channel), options.timeout, options.hedge_after)));
}

std::unique_ptr<WaystoneClient> WaystoneClient::OverChannel(std::shared_ptr<grpc::Channel> channel,
                                                            std::chrono::milliseconds timeout) {
  return std::unique_ptr<WaystoneClient>(
      new WaystoneClient(std::make_shared<Stubs>(std::move(channel), timeout, std::chrono::milliseconds(0))));
}

absl::StatusOr<v1::PlanRouteResponse> WaystoneClient::PlanRoute(v1::PlanRouteRequest request) const {
  FillLimit(request);
  return stubs_->planning.WithSets(kPlanRoute, std::move(request));
}

absl::StatusOr<v1::PlaceResourceResponse> WaystoneClient::PlaceResource(
    v1::PlaceResourceRequest request) const {
  FillLimit(request);
  return stubs_->planning.WithSets(kPlaceResource, std::move(request));
}

absl::StatusOr<v1::ValidateMoveResponse> WaystoneClient::ValidateMove(v1::ValidateMoveRequest request) const {
  return stubs_->planning.WithSets(kValidateMove, std::move(request));
}

absl::StatusOr<v1::MeasureDistancesResponse> WaystoneClient::MeasureDistances(
    v1::MeasureDistancesRequest request) const {
  FillLimit(request);
  return stubs_->planning.WithSets(kMeasureDistances, std::move(request));
}

absl::StatusOr<v1::ReachResponse> WaystoneClient::Reach(v1::ReachRequest request) const {
  return stubs_->planning.WithSets(kReach, std::move(request));
}

absl::StatusOr<v1::BatchResponse> WaystoneClient::Batch(v1::BatchRequest request) const {
  FillLimit(request);
  return stubs_->planning.WithSets(kBatch, std::move(request));
}

absl::StatusOr<std::shared_ptr<const PreparedChanges>> WaystoneClient::PrepareChanges(
    v1::Changes changes) const {
  WS_ASSIGN_OR_RETURN(std::string ref, stubs_->planning.SendSet(changes));
  auto set = std::make_shared<const PreparedChanges>(PreparedChanges{std::move(ref), std::move(changes)});
  stubs_->planning.sets.Add(set);
  return set;
}

std::unique_ptr<ExchangeStream> WaystoneClient::OpenExchange(const ExchangeOptions& options) const {
  const auto ask_again = [stubs = stubs_](v1::BatchRequest batch) {
    return stubs->planning.WithSets(kBatch, std::move(batch));
  };
  return ExchangeStream::Open(stubs_->channel, options, ask_again);
}

absl::StatusOr<v1::ListMapsResponse> WaystoneClient::ListMaps() const {
  v1::ListMapsRequest request;
  request.set_page_size(kMapsPerPage);
  return CallForPages(*stubs_->catalog, &v1::MapCatalog::Stub::ListMaps, request, stubs_->planning.timeout);
}

absl::StatusOr<v1::DescribeMapResponse> WaystoneClient::DescribeMap(const std::string& map_id) const {
  v1::DescribeMapRequest request;
  request.set_map_id(map_id);
  return Call(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeMap, request, stubs_->planning.timeout);
}

absl::StatusOr<v1::GetSurfaceResponse> WaystoneClient::GetSurface(
    const v1::GetSurfaceRequest& request) const {
  return CallForParts(*stubs_->catalog, &v1::MapCatalog::Stub::GetSurface, request, stubs_->planning.timeout);
}

absl::StatusOr<v1::GetSkeletonResponse> WaystoneClient::GetSkeleton(
    const v1::GetSkeletonRequest& request) const {
  return CallForParts(*stubs_->catalog, &v1::MapCatalog::Stub::GetSkeleton, request,
                      stubs_->planning.timeout);
}

absl::StatusOr<v1::DescribeWorldResponse> WaystoneClient::DescribeWorld() const {
  v1::DescribeWorldRequest request;
  request.set_page_size(kPortalsPerPage);
  return CallForPages(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeWorld, request,
                      stubs_->planning.timeout);
}

absl::StatusOr<bool> WaystoneClient::IsServing(const std::string& service) const {
  return client::IsServing(stubs_->channel, service, stubs_->planning.timeout);
}

}  // namespace waystone::client
