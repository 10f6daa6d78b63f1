// Draws the requests of the polls suite on a map: what its kinds of requests share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/polls/poll_cases.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"
#include "server/convert/convert.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

v1::Obstacle BoxAt(const Vec3& at, double half_x_m, double half_z_m, double yaw_deg);

template <typename List>
void AddXyz(std::span<const Vec3> places, List& xyz) {
  for (const Vec3& at : places) {
    for (const double number : {at.x, at.y, at.z}) xyz.Add(number);
  }
}

// The ground must outlive it.
class PollDrawer {
 public:
  explicit PollDrawer(const PollGround& ground);

  const PollGround& ground() const { return ground_; }
  // Two places far apart.
  const Vec3& from() const { return from_; }
  const Vec3& to() const { return to_; }
  // So many of at most `most`, by the scale of the requests.
  uint32_t Share(uint32_t most) const;
  // The first of the places, again and again if there are fewer.
  std::vector<Vec3> Places(uint32_t count) const;
  // From one to the other, on this map.
  v1::PlanRouteRequest Route() const;
  v1::MapChanges& MapOf(v1::Changes& changes) const;
  // Boxes, up to `most` of them; none near the ends.
  v1::Changes Obstacles(uint32_t most) const;
  void Blocked(uint32_t most, v1::Changes* changes) const;
  // Four walls round the goal, and obstacles elsewhere.
  v1::Changes Ring(uint32_t others) const;

  template <typename Request>
  void Add(const std::string& name, const Request& request) {
    cases_.push_back({name, request});
  }
  std::vector<PollCase> Take() { return std::move(cases_); }

 private:
  bool IsNearEnd(const Vec3& at) const;

  const PollGround& ground_;
  Vec3 from_;
  Vec3 to_;
  std::vector<PollCase> cases_;
};

}  // namespace waystone
