// What a portal of a world's manifest must be.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/portals/portal_specs.h"

namespace waystone {

// "walk_in", "walk_on_use", "npc" or "ship"; InvalidArgument otherwise.
absl::StatusOr<PortalKind> ParsePortalKind(std::string_view name);

// Whether it is whole and within 2^32 of 0. Numbers of cells beyond a map's edges are negative or too high.
bool IsCellNumber(double value);

// The rules that a portal keeps by itself: its name and texts, a trigger that is not inside out, finite
// places, costs from 0 to 1e9. InvalidArgument "key 'KEY' RULE".
absl::Status CheckPortalSpec(const PortalSpec& portal);

}  // namespace waystone
