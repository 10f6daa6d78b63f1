// The requests of the place suite.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "waystone/v1/batch.pb.h"

namespace waystone {

using PlaceRequest = std::variant<PlaceQuery, AuditQuery>;

// Requests that differ only in their place and their seed.
struct PlaceKind {
  const char* name;
  uint32_t count = 1;  // positions drawn by each, or given to it
  double spacing_m = 0;
  double clearance_m = 0;
  double ball_radius_m = 0;  // 0: the whole main zone
  enum class Task : uint8_t { kScatter, kNearest, kAudit } task = Task::kScatter;
};

// Up to the large ones, which draw `large_count` positions.
std::vector<PlaceKind> PlaceKinds(uint32_t large_count);

// Request `number` of the kind: the same for the same map, seed and number.
PlaceRequest MakeRequest(const MapView& map, const PlaceKind& kind, uint64_t seed, uint32_t number);

// The same as a message.
void ToMessage(const PlaceRequest& request, v1::PlaceResourceRequest& message);

}  // namespace waystone
