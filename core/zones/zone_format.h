// Zones as stored in a package. docs/zones.md draws them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

// A zone: its rank, 1 = largest, or kIsolatedZone.
using ZoneId = StrongId<struct ZoneIdTag>;
inline constexpr ZoneId kIsolatedZone(0);

// One record: sizes, and the options that the labels were made with.
struct ZoneHeader {
  uint32_t node_count;
  uint32_t component_count;
  uint32_t weak_count;
  uint32_t isolated_node_count;
  uint32_t main_zone_count;  // zones 1 .. this are main
  uint32_t reserved[3];      // zero
};
static_assert(sizeof(ZoneHeader) == 32 && std::is_trivially_copyable_v<ZoneHeader>);

inline constexpr uint32_t kZoneReachesMain = 1U << 0;      // some main zone is reachable from here
inline constexpr uint32_t kZoneReachedFromMain = 1U << 1;  // reachable from some main zone

// A strong component of the surface graph. Components are numbered so that arcs between them lead upwards.
struct ZoneComponent {
  ZoneId zone = kIsolatedZone;
  uint32_t node_count = 0;
  uint32_t lowest_node = 0;  // names the component; breaks ties of size
  uint32_t flags = 0;        // kZone*

  bool IsAmongMain(uint32_t main_count) const { return zone != kIsolatedZone && zone.value() <= main_count; }
  bool reaches_main() const { return (flags & kZoneReachesMain) != 0; }
  bool reached_from_main() const { return (flags & kZoneReachedFromMain) != 0; }
};
static_assert(sizeof(ZoneComponent) == 16 && std::is_trivially_copyable_v<ZoneComponent>);

}  // namespace waystone
