// Players for the loop: one that walks planned routes, and one that cheats.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace waystone::samples {

// Walks to a goal. One thread at a time.
class Bot {
 public:
  // `client` must outlive it.
  Bot(const client::WaystoneClient& client, std::string map_id, const Vec3& start, const Vec3& goal);

  // The next position that it claims: `step_m` further along its route, in the plane. Plans the route if it has
  // none. FailedPrecondition if there is no route.
  absl::StatusOr<Vec3> Walk(double step_m);
  // The same straight towards the goal, whatever stands between.
  Vec3 RunThroughWalls(double step_m);
  // The game put it there.
  void PutAt(const Vec3& at);

 private:
  absl::Status Plan();
  Vec3 Follow(double step_m);

  const client::WaystoneClient& client_;
  const std::string map_id_;
  const Vec3 goal_;
  Vec3 at_;
  std::vector<Vec3> path_;  // the rest of the route
  size_t next_ = 0;         // point of it
};

}  // namespace waystone::samples
