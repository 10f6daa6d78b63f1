// The client library: plans routes, places resources, checks moves and measures distances on a Waystone
// server.
//
//   WS_ASSIGN_OR_RETURN(const auto client, WaystoneClient::Create({.address = "127.0.0.1:50051"}));
//   v1::PlanRouteRequest request;
//   *request.mutable_start() = MakeLocation("town", {1, 0, 2});
//   *request.add_goals() = MakeLocation("town", {40, 0, 7});
//   WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse answer, client->PlanRoute(request));
//   for (const v1::Route& route : answer.routes()) {
//     for (const v1::RouteLeg& leg : route.legs()) {
//       for (const Vec3 point : LegPoints(route, leg)) Follow(point);
//     }
//   }
//
// Requests and answers are the API's messages: proto/waystone/v1 has the meaning, unit and limit of every
// field. client/messages.h has helpers for them.
//
// "No route", "fewer positions" and "illegal move" are answers. Errors have the codes of the API:
// InvalidArgument (the message begins with the field's path), Unauthenticated (no token, or one that the server does not
// know), PermissionDenied, NotFound (map, profile), ResourceExhausted,
// DeadlineExceeded, Unavailable (no server, after retries), Unimplemented; and DataLoss for an answer that
// breaks the API's rules (client/answer_check.h).
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/client_options.h"
#include "client/exchange_stream.h"
#include "client/messages.h"
#include "client/prepared_changes.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

// One server, or replicas of one. Calls that find it unavailable are tried up to 4 times in all with growing,
// random waits (100 ms to 2 s); every call is read only, so that trying again is safe. ClientOptions::hedge_after has calls made
// a second time. A dead connection is
// found within 40 s while calls are under way. Thread-safe; one client for a whole program is right.
class WaystoneClient {
 public:
  // Connects on the first call. InvalidArgument naming the option, if the address is empty, the timeout out of range, a file
  // cannot be read, or a token would leave this machine in plain text.
  static absl::StatusOr<std::unique_ptr<WaystoneClient>> Create(const ClientOptions& options);
  // Over a channel of the caller's making, whose retry policy and credentials it then is. The channel must take
  // messages of 64 MiB, or requests must say what it takes (max_response_bytes).
  static std::unique_ptr<WaystoneClient> OverChannel(std::shared_ptr<grpc::Channel> channel,
                                                     std::chrono::milliseconds timeout);

  ~WaystoneClient();
  WaystoneClient(const WaystoneClient&) = delete;
  WaystoneClient& operator=(const WaystoneClient&) = delete;

  // Requests that do not say how large an answer they take (max_response_bytes) take 64 MiB.
  absl::StatusOr<v1::PlanRouteResponse> PlanRoute(v1::PlanRouteRequest request) const;
  absl::StatusOr<v1::PlaceResourceResponse> PlaceResource(v1::PlaceResourceRequest request) const;
  absl::StatusOr<v1::ValidateMoveResponse> ValidateMove(v1::ValidateMoveRequest request) const;
  absl::StatusOr<v1::MeasureDistancesResponse> MeasureDistances(v1::MeasureDistancesRequest request) const;
  absl::StatusOr<v1::ReachResponse> Reach(v1::ReachRequest request) const;

  // Gives a set of changes to the server, for requests to name it (client/prepared_changes.h). While the result is held,
  // a call that names it and meets a server without it (restarted, short of memory, another replica) gives it to
  // the server again and asks again, each within the timeout; if that is in vain, the call carries
  // the set in full. ResourceExhausted if it is too large.
  absl::StatusOr<std::shared_ptr<const PreparedChanges>> PrepareChanges(v1::Changes changes) const;

  // One result for each item, in the same order and of its kind; an item's error is its own result. A result
  // that breaks the API's rules is replaced by an error with the code DATA_LOSS.
  absl::StatusOr<v1::BatchResponse> Batch(v1::BatchRequest request) const;
  // A stream of batches, for thousands of requests a second. The stream may outlive the client.
  std::unique_ptr<ExchangeStream> OpenExchange(const ExchangeOptions& options = {}) const;

  // All maps, sorted by id: the pages in one.
  absl::StatusOr<v1::ListMapsResponse> ListMaps() const;
  absl::StatusOr<v1::DescribeMapResponse> DescribeMap(const std::string& map_id) const;
  // The polygons and the skeleton of a map or of a box: the parts in one, from the first that the request names.
  // FailedPrecondition if the map was baked without a skeleton; Aborted if another package was loaded between
  // two parts: ask again. If some part has `external_ids`, polygons of other parts have kNoId. `outer_key_points` of
  // several parts may be the same.
  absl::StatusOr<v1::GetSurfaceResponse> GetSurface(const v1::GetSurfaceRequest& request) const;
  absl::StatusOr<v1::GetSkeletonResponse> GetSkeleton(const v1::GetSkeletonRequest& request) const;
  // The maps and all portals of the world: the pages in one. NotFound if the server has no world; Aborted if
  // another world was loaded between two pages: ask again.
  absl::StatusOr<v1::DescribeWorldResponse> DescribeWorld() const;

  // Whether the service of that full name takes calls; the empty name asks about the process. NotFound if
  // the server does not know the service.
  absl::StatusOr<bool> IsServing(const std::string& service = "waystone.v1.PathPlanning") const;

 private:
  struct Stubs;
  explicit WaystoneClient(std::shared_ptr<Stubs> stubs);

  std::shared_ptr<Stubs> stubs_;  // its streams may outlive the client
};

}  // namespace waystone::client
