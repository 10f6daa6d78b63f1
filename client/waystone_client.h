// The client library: plans routes, places resources, checks moves and measures distances on a Waystone
// server.
//
//   WS_ASSIGN_OR_RETURN(const auto client, WaystoneClient::Create({.address = "127.0.0.1:50051"}));
//   WS_ASSIGN_OR_RETURN(const RouteAnswer answer,
//                       client->PlanRoute({.start = {"town", {1, 0, 2}}, .goals = {{"town", {40, 0, 7}}}}));
//   for (const Route& route : answer.routes) {
//     for (const RouteLeg& leg : route.legs) {
//       for (const Vec3 point : route.LegPoints(leg)) Follow(point);
//     }
//   }
//
// "No route", "fewer positions" and "illegal move" are answers. Errors have the codes of the API:
// InvalidArgument (the message begins with the field's path), NotFound (map, profile), ResourceExhausted,
// DeadlineExceeded, Unavailable (no server, after retries), Unimplemented; and DataLoss for an answer that
// breaks the API's rules.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/exchange_stream.h"
#include "client/map_contents.h"
#include "client/types.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

struct ClientOptions {
  // host:port, or any gRPC target; "dns:///name:port" spreads the calls over all addresses of the name.
  std::string address = "127.0.0.1:50051";
  std::chrono::milliseconds timeout{5000};  // [ms, 1-3,600,000, 5000] of every call, retries included
};

// One server, or replicas of one. Calls that find it unavailable are tried up to 4 times in all with growing,
// random waits (100 ms to 2 s); every call is read only, so that trying again is safe. A dead connection is
// found within 40 s while calls are under way. Thread-safe; one client for a whole program is right.
class WaystoneClient {
 public:
  // Connects on the first call. InvalidArgument where the address is empty or the timeout out of range.
  static absl::StatusOr<std::unique_ptr<WaystoneClient>> Create(const ClientOptions& options);
  // Over a channel of the caller's making, whose retry policy and credentials it then is.
  static std::unique_ptr<WaystoneClient> OverChannel(std::shared_ptr<grpc::Channel> channel,
                                                     std::chrono::milliseconds timeout);

  ~WaystoneClient();
  WaystoneClient(const WaystoneClient&) = delete;
  WaystoneClient& operator=(const WaystoneClient&) = delete;

  absl::StatusOr<RouteAnswer> PlanRoute(const RouteRequest& request) const;
  // A walk over all of a map: one route for each walker, and RouteAnswer::exploration.
  absl::StatusOr<RouteAnswer> Explore(const ExploreRequest& request) const;
  absl::StatusOr<PlaceAnswer> PlaceResource(const PlaceRequest& request) const;
  absl::StatusOr<MoveAnswer> ValidateMove(const MoveRequest& request) const;
  absl::StatusOr<DistancesAnswer> MeasureDistances(const DistancesRequest& request) const;

  // Answers every item; an item's error is its own result.
  absl::StatusOr<BatchAnswer> Batch(const BatchRequest& request) const;
  // A stream of batches, for thousands of requests a second. The stream may outlive the client.
  std::unique_ptr<ExchangeStream> OpenExchange(const ExchangeOptions& options = {}) const;

  // All maps, sorted by id.
  absl::StatusOr<std::vector<MapSummary>> ListMaps() const;
  absl::StatusOr<MapDescription> DescribeMap(const std::string& map_id) const;
  // All polygons of a map, and all of its skeleton. FailedPrecondition if it was baked without one; Aborted
  // if another package was loaded between two parts: ask again.
  absl::StatusOr<MapSurface> GetSurface(const ContentsRequest& request) const;
  absl::StatusOr<MapSkeleton> GetSkeleton(const ContentsRequest& request) const;
  // The maps and all portals of the world. NotFound where the server has none; Aborted where another world
  // was loaded between two of its pages: ask again.
  absl::StatusOr<WorldDescription> DescribeWorld() const;

  // Whether the service of that full name takes calls; the empty name asks about the process. NotFound where
  // the server does not know the service.
  absl::StatusOr<bool> IsServing(const std::string& service = "waystone.v1.PathPlanning") const;

 private:
  struct Stubs;
  WaystoneClient(std::unique_ptr<Stubs> stubs, std::chrono::milliseconds timeout);

  std::unique_ptr<Stubs> stubs_;
  std::chrono::milliseconds timeout_;
};

}  // namespace waystone::client
