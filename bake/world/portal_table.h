// The portals of a world as a CSV file. docs/worlds.md lists its columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/portals/portal_specs.h"

namespace waystone {

// The portals of `text`, in its order. InvalidArgument "NAME:LINE: ..." naming the column and the rule: an
// unknown, doubled or missing column, a row of another length, a value out of range, more than
// kMaxWorldPortals rows. Whether maps are there and names are unique is not looked at. O(bytes).
absl::StatusOr<std::vector<PortalSpec>> ParsePortalTable(std::string_view text, std::string_view name);

// The same from a file; NotFound or InvalidArgument if it cannot be read or is above kMaxWorldManifestBytes.
absl::StatusOr<std::vector<PortalSpec>> ReadPortalTable(const std::string& path);

}  // namespace waystone
