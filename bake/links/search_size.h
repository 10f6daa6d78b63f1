// How much work a search for links would be.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "bake/links/link_gen_options.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The limit of pairs in all, and of pairs on average for each place at which flights start: the larger of
// the two counts. Large maps at plain settings have many places, but few landings near each.
inline constexpr uint64_t kMaxLinkPairs = 100'000'000;
inline constexpr uint64_t kMaxLinkPairsPerPlace = 1000;

struct LinkSearchSize {
  uint64_t places = 0;  // on borders, at which flights start
  uint64_t pairs = 0;   // of such a place and one in reach where the flight may land, on all storeys
};

// [m] how far beyond a border a drop still counts as straight down, and a step as just across.
double LedgeReach_m(const AgentProfile& agent);

// [m] how far a landing may be from the place that is left, horizontally.
double LinkReach_m(const AgentProfile& agent, const LinkGenOptions& options);

// How much GenerateLinks looks at. Exact for places; about right for pairs: for their distance, places are
// taken for the centres of squares with sides of a quarter of the reach. O(border length / spacing +
// polygons).
LinkSearchSize SizeLinkSearch(const NavmeshView& mesh, const AgentProfile& agent,
                              const LinkGenOptions& options);

// InvalidArgument with the settings and the figures if there are more pairs than the limit.
absl::Status CheckLinkSearch(const NavmeshView& mesh, const AgentProfile& agent,
                             const LinkGenOptions& options);

}  // namespace waystone
