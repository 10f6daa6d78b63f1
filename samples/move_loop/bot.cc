#include "samples/move_loop/bot.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::samples {

Bot::Bot(const client::WaystoneClient& client, std::string map_id, const Vec3& start, const Vec3& goal)
    : client_(client), map_id_(std::move(map_id)), goal_(goal), at_(start) {}

absl::Status Bot::Plan() {
  v1::PlanRouteRequest request;
  *request.mutable_start() = client::MakeLocation(map_id_, at_);
  *request.add_goals() = client::MakeLocation(map_id_, goal_);
  WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse answer, client_.PlanRoute(std::move(request)));
  if (answer.status() != v1::ROUTE_STATUS_COMPLETE) {
    return absl::FailedPreconditionError(StrCat("no route to the goal: ", client::EnumName(answer.reason())));
  }
  for (const v1::RouteLeg& leg : answer.routes(0).legs()) {
    for (const Vec3 point : client::LegPoints(answer.routes(0), leg)) path_.push_back(point);
  }
  return absl::OkStatus();
}

Vec3 Bot::Follow(double step_m) {
  while (next_ < path_.size()) {
    const double piece_m = PlaneDistance(at_, path_[next_]);
    if (piece_m > step_m) {
      at_ = at_ + (path_[next_] - at_) * (step_m / piece_m);
      break;
    }
    step_m -= piece_m;
    at_ = path_[next_++];
  }
  return at_;
}

absl::StatusOr<Vec3> Bot::Walk(double step_m) {
  if (path_.empty()) WS_RETURN_IF_ERROR(Plan());
  return Follow(step_m);
}

Vec3 Bot::RunThroughWalls(double step_m) {
  path_ = {{goal_.x, at_.y, goal_.z}};
  next_ = 0;
  PutAt(Follow(step_m));
  return at_;
}

void Bot::PutAt(const Vec3& at) {
  at_ = at;
  path_.clear();
  next_ = 0;
}

}  // namespace waystone::samples
