// The smallest program that plans a route: connect, ask, print.
//
//   hello_route 127.0.0.1:50051 town  -10 0 0  56.2 -0.2 7.6
//
// Exit codes: 0 there is a route, 1 there is none or no answer, 2 wrong usage.
#include <cstdlib>
#include <iostream>
#include <memory>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace v1 = waystone::v1;
using waystone::Vec3;
using waystone::client::EnumName;
using waystone::client::LegPoints;
using waystone::client::MakeLocation;
using waystone::client::WaystoneClient;

namespace {

Vec3 ReadPoint(char** numbers) {
  return {std::atof(numbers[0]), std::atof(numbers[1]), std::atof(numbers[2])};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) {
    std::cerr << "usage: hello_route HOST:PORT MAP  FROM_X FROM_Y FROM_Z  TO_X TO_Y TO_Z\n";
    return 2;
  }

  // One client serves a whole program; it connects with the first call and reconnects by itself.
  const absl::StatusOr<std::unique_ptr<WaystoneClient>> client = WaystoneClient::Create({.address = argv[1]});
  if (!client.ok()) {
    std::cerr << client.status() << "\n";
    return 2;
  }

  v1::PlanRouteRequest request;
  *request.mutable_start() = MakeLocation(argv[2], ReadPoint(argv + 3));
  *request.add_goals() = MakeLocation(argv[2], ReadPoint(argv + 6));
  const absl::StatusOr<v1::PlanRouteResponse> answer = (*client)->PlanRoute(request);
  if (!answer.ok()) {  // no server, an unknown map, a number out of range ...
    std::cerr << answer.status() << "\n";
    return 1;
  }

  // "No route" is an answer: it says why.
  if (answer->status() != v1::ROUTE_STATUS_COMPLETE) {
    std::cout << EnumName(answer->status()) << ": " << EnumName(answer->reason()) << "\n";
    return 1;
  }
  const v1::Route& route = answer->routes(0);
  for (const v1::RouteLeg& leg : route.legs()) {
    for (const Vec3 point : LegPoints(route, leg)) {
      std::cout << point.x << " " << point.y << " " << point.z << "\n";
    }
  }
  std::cout << route.length_m() << " m\n";
}
