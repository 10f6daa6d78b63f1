// Answers that are sent in parts: long routes on an Exchange stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "waystone/v1/batch.pb.h"

namespace waystone {

// The points of a batch's answer that its first message left out. One thread at a time.
class AnswerParts {
 public:
  // Leaves in each route of each result at most as many points as its request wants in a part (
  // detail.max_points_per_part), and takes the others. Null where nothing is left out; otherwise `response`
  // has `more` set. REQUIRES: `response` answers `request`. O(points left out).
  static std::unique_ptr<AnswerParts> Split(const v1::BatchRequest& request, v1::BatchResponse& response);

  // [bytes] What Split would take at least from the result of that request. O(routes).
  static size_t BytesLeftOut(const v1::BatchItem& item, const v1::BatchResult& result);

  // Fills the next message; false where it is the last. REQUIRES: the last call, if any, was true. O(points
  // of the message).
  bool Next(v1::BatchResponse& response);

 private:
  // What is left of one route's points.
  struct RouteRest {
    std::vector<v1::PointList> points;  // by map, whole
    size_t list = 0;                    // the next point is in points[list] ...
    int at = 0;                         // ... and is this one of it
    uint64_t sent = 0;                  // points in all messages before

    // Appends up to `most` points to lists like these.
    void MovePoints(uint32_t most, v1::Route& route);
    bool IsAtEnd() const { return list == points.size(); }
    void SkipEmptyLists();
  };
  // And of one result's routes.
  struct ResultRest {
    uint32_t item = 0;
    uint64_t tag = 0;
    uint32_t most = 0;
    v1::RouteStatus status = v1::ROUTE_STATUS_UNSPECIFIED;
    std::vector<RouteRest> routes;

    bool IsAtEnd() const;
  };

  uint64_t tag_ = 0;
  std::vector<ResultRest> results_;
};

}  // namespace waystone
