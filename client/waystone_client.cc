#include "client/waystone_client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "client/answer_check.h"
#include "client/answer_limit.h"
#include "client/grpc_status.h"
#include "client/health_check.h"
#include "client/kept_sets.h"
#include "client/secure_channel.h"
#include "core/base/map_of_request.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

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

// For load balancers that send the calls of one map to one server. Metadata are plain text: other names are left out.
void NameMap(std::string_view map_id, grpc::ClientContext& context) {
  constexpr char kFirst = ' ';
  constexpr char kLast = '~';
  const auto is_plain = [](char c) { return c >= kFirst && c <= kLast; };
  if (map_id.empty() || !std::all_of(map_id.begin(), map_id.end(), is_plain)) return;
  context.AddMetadata("waystone-map", std::string(map_id));
}

template <typename Stub, typename Request, typename Response>
using Method = grpc::Status (Stub::*)(grpc::ClientContext*, const Request&, Response*);

// One call, whose answer is checked.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Call(Stub& stub, Method<Stub, Request, Response> method, const Request& request,
                              std::chrono::milliseconds timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  NameMap(MapOf(request), context);
  Response response;
  WS_RETURN_IF_ERROR(FromGrpc((stub.*method)(&context, request, &response)));
  WS_RETURN_IF_ERROR(CheckAnswer(request, response));
  return response;
}

using PreparedSet = std::shared_ptr<const PreparedChanges>;

absl::StatusOr<std::string> SendSet(v1::PathPlanning::Stub& stub, const v1::Changes& changes,
                                    std::chrono::milliseconds timeout) {
  v1::PrepareChangesRequest request;
  *request.mutable_changes() = changes;
  WS_ASSIGN_OR_RETURN(const auto response,
                      Call(stub, &v1::PathPlanning::Stub::PrepareChanges, request, timeout));
  return response.changes_ref();
}

// A call that may name sets of changes. If the server lacks one, it gets them again and is asked again, once. If it
// still lacks one, the request carries them in full.
template <typename Request, typename Response>
absl::StatusOr<Response> CallWithSets(v1::PathPlanning::Stub& stub,
                                      Method<v1::PathPlanning::Stub, Request, Response> method,
                                      Request request, const KeptSets& kept,
                                      std::chrono::milliseconds timeout) {
  absl::StatusOr<Response> answer = Call(stub, method, request, timeout);
  const auto lacks_set = [&] {
    return answer.ok() ? LacksSet(*answer)
                       : ReasonOf(answer.status()) == v1::ERROR_REASON_UNKNOWN_CHANGES_REF;
  };
  if (!lacks_set()) return answer;
  const std::vector<v1::Changes*> named = ChangesIn(request);
  const std::vector<PreparedSet> sets = kept.Find(named);
  if (sets.empty()) return answer;
  const auto send = [&](const PreparedSet& set) { return SendSet(stub, set->changes, timeout).ok(); };
  if (std::all_of(sets.begin(), sets.end(), send)) answer = Call(stub, method, request, timeout);
  if (lacks_set() && PutInFull(sets, named)) answer = Call(stub, method, request, timeout);
  return answer;
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

struct WaystoneClient::Stubs {
  explicit Stubs(std::shared_ptr<grpc::Channel> channel_in)
      : channel(std::move(channel_in)),
        planning(v1::PathPlanning::NewStub(channel)),
        catalog(v1::MapCatalog::NewStub(channel)) {}

  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::PathPlanning::Stub> planning;
  std::unique_ptr<v1::MapCatalog::Stub> catalog;
  KeptSets sets;
};

WaystoneClient::WaystoneClient(std::shared_ptr<Stubs> stubs, std::chrono::milliseconds timeout)
    : stubs_(std::move(stubs)), timeout_(timeout) {}
WaystoneClient::~WaystoneClient() = default;

absl::StatusOr<std::unique_ptr<WaystoneClient>> WaystoneClient::Create(const ClientOptions& options) {
  constexpr std::chrono::milliseconds kLongestTimeout{
      static_cast<int64_t>(limits::BatchRequest::timeout_ms.max)};
  if (options.address.empty()) return absl::InvalidArgumentError("address: must not be empty");
  if (options.timeout.count() < 1 || options.timeout > kLongestTimeout) {
    return absl::InvalidArgumentError(StrCat("timeout: must be 1 to ", kLongestTimeout.count(), " ms"));
  }
  WS_ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> channel, OpenChannel(options, ChannelOptions()));
  return OverChannel(std::move(channel), options.timeout);
}

std::unique_ptr<WaystoneClient> WaystoneClient::OverChannel(std::shared_ptr<grpc::Channel> channel,
                                                            std::chrono::milliseconds timeout) {
  return std::unique_ptr<WaystoneClient>(
      new WaystoneClient(std::make_shared<Stubs>(std::move(channel)), timeout));
}

absl::StatusOr<v1::PlanRouteResponse> WaystoneClient::PlanRoute(v1::PlanRouteRequest request) const {
  FillLimit(request);
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::PlanRoute, std::move(request), stubs_->sets,
                      timeout_);
}

absl::StatusOr<v1::PlaceResourceResponse> WaystoneClient::PlaceResource(
    v1::PlaceResourceRequest request) const {
  FillLimit(request);
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::PlaceResource, std::move(request),
                      stubs_->sets, timeout_);
}

absl::StatusOr<v1::ValidateMoveResponse> WaystoneClient::ValidateMove(v1::ValidateMoveRequest request) const {
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::ValidateMove, std::move(request),
                      stubs_->sets, timeout_);
}

absl::StatusOr<v1::MeasureDistancesResponse> WaystoneClient::MeasureDistances(
    v1::MeasureDistancesRequest request) const {
  FillLimit(request);
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::MeasureDistances, std::move(request),
                      stubs_->sets, timeout_);
}

absl::StatusOr<v1::ReachResponse> WaystoneClient::Reach(v1::ReachRequest request) const {
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::Reach, std::move(request), stubs_->sets,
                      timeout_);
}

absl::StatusOr<v1::BatchResponse> WaystoneClient::Batch(v1::BatchRequest request) const {
  FillLimit(request);
  return CallWithSets(*stubs_->planning, &v1::PathPlanning::Stub::Batch, std::move(request), stubs_->sets,
                      timeout_);
}

absl::StatusOr<std::shared_ptr<const PreparedChanges>> WaystoneClient::PrepareChanges(
    v1::Changes changes) const {
  WS_ASSIGN_OR_RETURN(std::string ref, SendSet(*stubs_->planning, changes, timeout_));
  auto set = std::make_shared<const PreparedChanges>(PreparedChanges{std::move(ref), std::move(changes)});
  stubs_->sets.Add(set);
  return set;
}

std::unique_ptr<ExchangeStream> WaystoneClient::OpenExchange(const ExchangeOptions& options) const {
  const auto ask_again = [stubs = stubs_, timeout = timeout_](v1::BatchRequest batch) {
    return CallWithSets(*stubs->planning, &v1::PathPlanning::Stub::Batch, std::move(batch), stubs->sets,
                        timeout);
  };
  return ExchangeStream::Open(stubs_->channel, options, ask_again);
}

absl::StatusOr<v1::ListMapsResponse> WaystoneClient::ListMaps() const {
  v1::ListMapsRequest request;
  request.set_page_size(kMapsPerPage);
  return CallForPages(*stubs_->catalog, &v1::MapCatalog::Stub::ListMaps, request, timeout_);
}

absl::StatusOr<v1::DescribeMapResponse> WaystoneClient::DescribeMap(const std::string& map_id) const {
  v1::DescribeMapRequest request;
  request.set_map_id(map_id);
  return Call(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeMap, request, timeout_);
}

absl::StatusOr<v1::GetSurfaceResponse> WaystoneClient::GetSurface(
    const v1::GetSurfaceRequest& request) const {
  return CallForParts(*stubs_->catalog, &v1::MapCatalog::Stub::GetSurface, request, timeout_);
}

absl::StatusOr<v1::GetSkeletonResponse> WaystoneClient::GetSkeleton(
    const v1::GetSkeletonRequest& request) const {
  return CallForParts(*stubs_->catalog, &v1::MapCatalog::Stub::GetSkeleton, request, timeout_);
}

absl::StatusOr<v1::DescribeWorldResponse> WaystoneClient::DescribeWorld() const {
  v1::DescribeWorldRequest request;
  request.set_page_size(kPortalsPerPage);
  return CallForPages(*stubs_->catalog, &v1::MapCatalog::Stub::DescribeWorld, request, timeout_);
}

absl::StatusOr<bool> WaystoneClient::IsServing(const std::string& service) const {
  return client::IsServing(stubs_->channel, service, timeout_);
}

}  // namespace waystone::client
