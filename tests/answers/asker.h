// Asks a server and counts what it answered wrongly.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace waystone::answers {

struct Count {
  uint64_t asked = 0;
  uint64_t wrong = 0;
};

// Of all kinds of questions. Thread-safe.
class Tally {
 public:
  void AddAsked(const std::string& kind, uint64_t count);
  // Prints the first 20 of a kind on standard error: the command that asks again, and what is wrong.
  void AddWrong(const std::string& kind, const std::string& command, const std::string& why);
  std::map<std::string, Count> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Count> counts_;
};

// Questions of one kind about one map; one thread at a time.
class Asker {
 public:
  // REQUIRES: both outlive it.
  Asker(const client::WaystoneClient& client, Tally& tally, std::string kind, std::string map_id)
      : client_(client), tally_(tally), kind_(std::move(kind)), map_id_(std::move(map_id)) {}

  const std::string& map_id() const { return map_id_; }

  // One result for each item, by batches. Positions and items without a map are on map_id(). A batch that
  // fails as a whole fails all its items.
  std::vector<v1::BatchResult> Ask(const std::vector<v1::BatchItem>& items) const;

  // The map's polygons with their zones, for walking only.
  absl::StatusOr<v1::GetSurfaceResponse> Surface() const;

  // That so many questions were asked, and that the answer to one of them was wrong.
  void Asked(uint64_t count) const { tally_.AddAsked(kind_, count); }
  void Wrong(const v1::BatchItem& item, const std::string& why) const;
  void Wrong(const std::string& command, const std::string& why) const;

 private:
  const client::WaystoneClient& client_;
  Tally& tally_;
  const std::string kind_;
  const std::string map_id_;
};

// The answer to an item, which is of its kind, or null after it was counted as wrong: an error is never
// right.
const v1::PlanRouteResponse* ExpectRoute(const v1::BatchResult& result, const v1::BatchItem& item,
                                         const Asker& asker);
const v1::PlaceResourceResponse* ExpectPlaces(const v1::BatchResult& result, const v1::BatchItem& item,
                                              const Asker& asker);
const v1::ValidateMoveResponse* ExpectVerdict(const v1::BatchResult& result, const v1::BatchItem& item,
                                              const Asker& asker);
const v1::MeasureDistancesResponse* ExpectDistances(const v1::BatchResult& result, const v1::BatchItem& item,
                                                    const Asker& asker);

// A route between two places of the batch's map, with the points of ROUTE_SHAPE_SURFACE.
v1::PlanRouteRequest RouteBetween(const Vec3& start, const Vec3& goal);
// A move between two places of the batch's map.
v1::ValidateMoveRequest MoveBetween(const Vec3& from, const Vec3& to);

v1::BatchItem ToItem(const v1::PlanRouteRequest& request);
v1::BatchItem ToItem(const v1::PlaceResourceRequest& request);
v1::BatchItem ToItem(const v1::ValidateMoveRequest& request);
v1::BatchItem ToItem(const v1::MeasureDistancesRequest& request);

}  // namespace waystone::answers
