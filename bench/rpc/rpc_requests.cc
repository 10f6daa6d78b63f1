#include "bench/rpc/rpc_requests.h"

#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone {

namespace {

constexpr uint32_t kPlaces = 5000;
constexpr size_t kRequests = 256;  // of each kind
constexpr uint32_t kPlacementCount = 8;
constexpr double kMoveM = 5;
constexpr uint32_t kBatchItems = 64;
constexpr char kService[] = "/waystone.v1.PathPlanning/";

absl::Status ToStatus(const char* rpc, const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                      StrCat(rpc, ": ", status.error_message()));
}

absl::StatusOr<std::string> FirstMap(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  v1::ListMapsRequest request;
  request.set_page_size(1);
  v1::ListMapsResponse response;
  WS_RETURN_IF_ERROR(
      ToStatus("ListMaps", v1::MapCatalog::NewStub(channel)->ListMaps(&context, request, &response)));
  if (response.maps().empty()) return absl::NotFoundError("the server has no maps");
  return response.maps(0).map_id();
}

absl::StatusOr<std::vector<Vec3>> DrawPlaces(v1::PathPlanning::Stub& stub, const std::string& map_id,
                                             uint64_t seed) {
  grpc::ClientContext context;
  v1::PlaceResourceRequest request;
  request.set_map_id(map_id);
  request.mutable_scatter()->set_count(kPlaces);
  request.mutable_scatter()->set_seed(seed);
  v1::PlaceResourceResponse response;
  WS_RETURN_IF_ERROR(ToStatus("PlaceResource", stub.PlaceResource(&context, request, &response)));
  const v1::PointList& points = response.points();
  std::vector<Vec3> places;
  for (int i = 0; i + 2 < points.xyz_size(); i += 3) {
    places.emplace_back(points.xyz(i), points.xyz(i + 1), points.xyz(i + 2));
  }
  return places;
}

void SetPosition(const std::string& map_id, const Vec3& place, v1::Position& position) {
  position.set_map_id(map_id);
  position.set_x(place.x);
  position.set_y(place.y);
  position.set_z(place.z);
}

// Pairs of places up to `apart_m` from each other.
std::vector<std::pair<Vec3, Vec3>> DrawPairs(const std::vector<Vec3>& places, double apart_m,
                                             Random& random) {
  constexpr int kTries = 20'000'000;
  std::vector<std::pair<Vec3, Vec3>> pairs;
  for (int i = 0; i < kTries && pairs.size() < 2 * kRequests; ++i) {
    const Vec3& from = places[random.NextBelow(static_cast<uint32_t>(places.size()))];
    const Vec3& to = places[random.NextBelow(static_cast<uint32_t>(places.size()))];
    if (from != to && Distance(from, to) <= apart_m) pairs.emplace_back(from, to);
  }
  return pairs;
}

// The routes among the pairs that are complete.
absl::Status FillRoutes(v1::PathPlanning::Stub& stub, const std::vector<std::pair<Vec3, Vec3>>& pairs,
                        RpcRequests& requests) {
  for (const auto& [from, to] : pairs) {
    if (requests.routes.size() == kRequests) break;
    v1::PlanRouteRequest request;
    SetPosition(requests.map_id, from, *request.mutable_start()->mutable_position());
    SetPosition(requests.map_id, to, *request.add_goals()->mutable_position());
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    WS_RETURN_IF_ERROR(ToStatus("PlanRoute", stub.PlanRoute(&context, request, &response)));
    if (response.status() == v1::ROUTE_STATUS_COMPLETE) requests.routes.push_back(std::move(request));
  }
  return absl::OkStatus();
}

std::vector<std::string> BatchesOfMoves(const RpcRequests& requests) {
  std::vector<std::string> messages;
  for (size_t first = 0; first + kBatchItems <= requests.moves.size(); first += kBatchItems) {
    v1::BatchRequest batch;
    batch.set_map_id(requests.map_id);
    for (size_t i = 0; i < kBatchItems; ++i) {
      v1::BatchItem& item = *batch.add_items();
      item.set_tag(i);
      v1::ValidateMoveRequest& move = *item.mutable_validate_move();
      move = requests.moves[first + i];
      move.mutable_from()->clear_map_id();  // the batch's
      move.mutable_to()->clear_map_id();
    }
    messages.push_back(batch.SerializeAsString());
  }
  return messages;
}

template <typename Message>
std::vector<std::string> Encode(const std::vector<Message>& messages) {
  std::vector<std::string> encoded;
  encoded.reserve(messages.size());
  for (const Message& message : messages) encoded.push_back(message.SerializeAsString());
  return encoded;
}

}  // namespace

absl::StatusOr<RpcRequests> DrawRequests(const std::shared_ptr<grpc::Channel>& channel,
                                         const RpcSuiteOptions& options) {
  RpcRequests requests;
  requests.map_id = options.map_id;
  if (requests.map_id.empty()) {
    WS_ASSIGN_OR_RETURN(requests.map_id, FirstMap(channel));
  }
  const auto stub = v1::PathPlanning::NewStub(channel);
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> places, DrawPlaces(*stub, requests.map_id, options.seed));
  if (places.empty()) return absl::NotFoundError("the map has no surface");
  Random random(options.seed);
  WS_RETURN_IF_ERROR(FillRoutes(*stub, DrawPairs(places, options.route_m, random), requests));
  for (const auto& [from, to] : DrawPairs(places, kMoveM, random)) {
    if (requests.moves.size() == kRequests) break;
    v1::ValidateMoveRequest& move = requests.moves.emplace_back();
    SetPosition(requests.map_id, from, *move.mutable_from());
    SetPosition(requests.map_id, to, *move.mutable_to());
  }
  if (requests.routes.empty() || requests.moves.size() < kBatchItems) {
    return absl::NotFoundError("too few pairs of places near each other; is the map very large?");
  }
  for (size_t i = 0; i < kRequests; ++i) {
    v1::PlaceResourceRequest& placement = requests.placements.emplace_back();
    placement.set_map_id(requests.map_id);
    placement.mutable_scatter()->set_count(kPlacementCount);
    placement.mutable_scatter()->set_seed(i);
  }
  return requests;
}

std::vector<CallKind> CallKindsOf(const RpcRequests& requests) {
  const std::string service = kService;
  const std::vector<std::string> batches = BatchesOfMoves(requests);
  return {
      {.name = "empty", .method = "/grpc.health.v1.Health/Check", .messages = {""}},
      {.name = "plan_route", .method = service + "PlanRoute", .messages = Encode(requests.routes)},
      {.name = "place_resource",
       .method = service + "PlaceResource",
       .messages = Encode(requests.placements)},
      {.name = "validate_move", .method = service + "ValidateMove", .messages = Encode(requests.moves)},
      {.name = "batch_64_validate_move",
       .method = service + "Batch",
       .requests_per_message = kBatchItems,
       .messages = batches},
      {.name = "exchange_64_validate_move",
       .method = service + "Exchange",
       .stream = true,
       .requests_per_message = kBatchItems,
       .messages = batches},
  };
}

}  // namespace waystone
