// Between the API's messages and the core's structs: what several requests have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/map/map_manifest.h"
#include "core/route/route_planner.h"
#include "core/world/world_format.h"
#include "server/convert/request_scope.h"
#include "server/maps/map_lookup.h"
#include "waystone/v1/agent.pb.h"
#include "waystone/v1/position.pb.h"

namespace waystone {

// All three coordinates are there.
absl::Status CheckPosition(const v1::Position& position);
Vec3 ToVec3(const v1::Position& position);
// The map_id stays empty: the map is the request's.
void SetPosition(const Vec3& point, v1::Position& position);

// x, y, z of each position in turn. InvalidArgument where the count is no multiple of three,
// LimitError over `max_positions`; the numbers are not looked at.
absl::StatusOr<std::vector<Vec3>> ToPositions(std::string_view field,
                                              const google::protobuf::RepeatedField<double>& xyz,
                                              uint64_t max_positions);

SnapOptions ToSnapOptions(const v1::SnapOptions& snap);

// Writes points of a map as a request wants them. `list` must outlive it.
class PointWriter {
 public:
  // REQUIRES: `format` is checked. `origin`: the map's.
  PointWriter(const Vec3& origin, v1::PointFormat format, v1::PointList& list);

  void Reserve(size_t points);
  // [m] absolute
  void Add(const Vec3& point);
  // [m] relative to the origin
  void Add(const Vec3f& local);

 private:
  void Write(const Vec3& point, const Vec3f& local);

  const Vec3 origin_;
  const bool is_local_;
  v1::PointList& list_;
};

// Of many, stops once the deadline is cancelled, and returns false.
bool SetPoints(const std::vector<Vec3>& points, const Vec3& origin, v1::PointFormat format,
               v1::PointList& list, const Deadline& deadline = {});

// The source's id of each of `polys`, which may be PolyId::kNoneValue; none if no polygon has one. O(polys).
void AddExternalIds(const NavmeshView& mesh, const google::protobuf::RepeatedField<uint32_t>& polys,
                    google::protobuf::RepeatedField<uint32_t>& external_ids);

// What a call of its own would fail with.
void SetError(const absl::Status& status, v1::BatchError& error);

// The map that a field names, or else the batch; may be empty.
const std::string& ResolveMapId(const std::string& map_id, const RequestScope& scope);
// The request's agent where it has one, or else the batch's, or else the default one.
const v1::Agent& ResolveAgent(bool has_agent, const v1::Agent& agent, const RequestScope& scope);

// A map as one agent sees it; lives as long as the scope's MapLookup.
struct FoundMap {
  const LoadedMap* map = nullptr;
  MapView view;
};

// Finds the map that a field names. InvalidArgument or NotFound; messages begin with the field.
absl::StatusOr<const LoadedMap*> FindLoadedMap(std::string_view map_field, const std::string& map_id,
                                               const RequestScope& scope);

// Finds the map of a request as its agent sees it. InvalidArgument, or NotFound for the map or the agent's
// profile; messages begin with the field at fault: `map_field` or `profile_field`. With
// Effort::kQuick the view has no zones where they are yet to be computed: that is work for a worker.
absl::StatusOr<FoundMap> FindMap(std::string_view map_field, const std::string& map_id,
                                 const v1::Agent& agent, const RequestScope& scope,
                                 ZonesNeed need = ZonesNeed::kCompute,
                                 std::string_view profile_field = "agent.profile");

// The kind of ground that the field "area" names: InvalidArgument naming those there are.
absl::StatusOr<const AreaType*> FindArea(const std::string& name, const FoundMap& found);

using PinList = google::protobuf::RepeatedPtrField<v1::MapGeneration>;
// NotFound if a map is not there, or is loaded in another generation than the one pinned. Messages begin with
// "pinned". `map_id`: of the request; a pin that names no map is about that one.
absl::Status CheckPins(const PinList& pinned, const std::string& map_id, const RequestScope& scope);
// From here on maps are found in the generations that are pinned, if these are still served; if one is not, CheckPins says
// so. `map_id`: as for CheckPins. To be called by each request that has pins, also without any.
void ChoosePinned(const PinList& pinned, const std::string& map_id, const RequestScope& scope);

// The package that an answer comes from.
void SetGeneration(const LoadedMap& map, v1::MapGeneration& generation);

}  // namespace waystone
