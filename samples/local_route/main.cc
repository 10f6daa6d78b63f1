// A route without a server: load a package, plan, print the points.
//
//   local_route town.waymap  -10 0 0  56.2 -0.2 7.6
//
// Exit codes: 0 there is a route, 1 there is none, 2 wrong usage or no such map.
#include <cstdlib>
#include <iostream>

#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"

int main(int argc, char** argv) {
  if (argc != 8) return std::cerr << "usage: local_route PACKAGE  FROM_X FROM_Y FROM_Z  TO_X TO_Y TO_Z\n", 2;
  const auto map = waystone::LoadedMap::Load(argv[1]);  // mapped, checked; shared by all threads
  if (!map.ok()) return std::cerr << map.status() << "\n", 2;
  const auto view = (*map)->View("");  // as the package's first agent sees it

  waystone::RouteQuery query;
  query.start = {std::atof(argv[2]), std::atof(argv[3]), std::atof(argv[4])};
  query.goals = {{std::atof(argv[5]), std::atof(argv[6]), std::atof(argv[7])}};
  waystone::Scratch scratch;  // one per thread, kept from query to query
  const auto route = waystone::PlanRoute(*view, query, scratch);
  if (!route.ok()) return std::cerr << route.status() << "\n", 2;

  for (const waystone::Vec3& point : route->points) {
    std::cout << point.x << " " << point.y << " " << point.z << "\n";
  }
  return route->status == waystone::RouteStatus::kComplete ? 0 : 1;
}
