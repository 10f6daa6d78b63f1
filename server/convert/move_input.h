// From a ValidateMoveRequest to the query it asks.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/move/move_query.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/move.pb.h"

namespace waystone {

// [m] What Effort::kQuick may cost: a walk crosses some polygons per metre.
inline constexpr double kQuickMoveM = 200;

// A query, and what it borrows that the request does not hold. The request must outlive it.
class MoveInput {
 public:
  explicit MoveInput(const v1::ValidateMoveRequest& request) : request_(request) {}
  MoveInput(const MoveInput&) = delete;
  MoveInput& operator=(const MoveInput&) = delete;

  // Checks every field but the agent and the generation. InvalidArgument, or LimitError for what there
  // is too much of; messages begin with the field's path.
  absl::Status Read(const RequestLimits& limits, const RequestScope& scope);

  // After Read: all but the changes, the state of a token and the deadline.
  const MoveQuery& query() const { return query_; }
  // The field that names the map, and what it says.
  const char* map_field() const {
    return request_.has_track() ? "track.map_id" : request_.has_from() ? "from.map_id" : "to.map_id";
  }
  const std::string& map_id() const {
    if (request_.has_track()) return request_.track().map_id();
    return request_.has_from() ? request_.from().map_id() : request_.to().map_id();
  }
  // Whether Effort::kQuick is enough: some samples, not far apart, and none to be looked for far around.
  bool IsQuick() const;

 private:
  absl::Status ReadEnds(const RequestScope& scope);
  absl::Status ReadEndTimes();
  absl::Status ReadTrack(const RequestLimits& limits);
  absl::Status ReadChecks();
  absl::Status CheckSpeedHasTimes() const;
  absl::Status ReadAllowances();

  const v1::ValidateMoveRequest& request_;
  MoveQuery query_;
  std::array<Vec3, 2> ends_;
  std::array<double, 2> end_times_s_{};
  std::array<MoveState, 2> end_states_{};
  std::vector<MoveState> states_;
  std::vector<Vec3> samples_;
  std::vector<MoveGrant> grants_;
};

}  // namespace waystone
