// Off-mesh links as they lie in a package: directed passages that are not walked over shared sides.
//
// Records are sorted by (start_poly, kind, end_poly, start); a row index names the links that leave each
// polygon. A two-way link is two records that name each other.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/map/off_mesh_link.h"

namespace waystone {

// Made by the baker, not by the source.
inline constexpr uint8_t kLinkGenerated = 1U << 0;
// Nobody may use the link. Never stored: of a request.
inline constexpr uint8_t kLinkClosed = 1U << 1;

inline constexpr uint32_t kNoLink = 0xffffffffU;
inline constexpr uint32_t kNoLinkName = 0xffffffffU;

struct NavLink {
  float start[3];  // on start_poly
  float end[3];    // on end_poly
  uint32_t start_poly;
  uint32_t end_poly;
  float radius_m;        // [m] the link may be entered this close to its start
  float cost_m;          // [m of plain ground] what using it costs
  uint64_t abilities;    // bit k: needs ability k of the manifest; all are needed
  uint32_t reverse;      // the record of the opposite direction, or kNoLink
  uint32_t name_offset;  // of its external id in the names section (NUL-terminated), or kNoLinkName
  LinkKind kind;
  uint8_t flags;
  uint8_t reserved[6];  // zero
};
static_assert(sizeof(NavLink) == 64 && std::is_trivially_copyable_v<NavLink>);

}  // namespace waystone
