// Walks over the maps of a world, map by map, and prints every step.
//
//   follow_route 127.0.0.1:50051  town -10 0 0  cave 4 0 6  25
//
// The last number, which may be left out, is the money for portals. Exit codes: 0 arrived, 1 no path is left
// or no answer, 2 wrong usage.
#include <cstdlib>
#include <iostream>
#include <memory>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"
#include "samples/follow_route/follow_route.h"

using waystone::Vec3;
using waystone::client::MakeLocation;
using waystone::client::WaystoneClient;

namespace {

waystone::v1::Location ReadPlace(char** texts) {
  return MakeLocation(texts[0], Vec3(std::atof(texts[1]), std::atof(texts[2]), std::atof(texts[3])));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 10 && argc != 11) {
    std::cerr << "usage: follow_route HOST:PORT  FROM_MAP X Y Z  TO_MAP X Y Z  [MONEY]\n";
    return 2;
  }
  const absl::StatusOr<std::unique_ptr<WaystoneClient>> client = WaystoneClient::Create({.address = argv[1]});
  if (!client.ok()) {
    std::cerr << client.status() << "\n";
    return 2;
  }
  waystone::v1::PlanRouteRequest request;
  *request.mutable_start() = ReadPlace(argv + 2);
  *request.add_goals() = ReadPlace(argv + 6);
  request.mutable_portals()->set_money(argc == 11 ? std::atof(argv[10]) : 0);
  const auto journey = waystone::samples::FollowRoute(**client, request, std::cout);
  if (!journey.ok()) {
    std::cerr << journey.status() << "\n";
    return 1;
  }
}
