// Brings links onto the surface and packs them for a package.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/links/link_generator.h"
#include "core/map/off_mesh_link.h"
#include "core/navmesh/link_view.h"

namespace waystone {

// The outcome of PackLinks.
struct PackedLinks {
  LinkData data;
  std::vector<std::string> abilities;  // sorted; bit k of NavLink::abilities stands for entry k
  std::vector<std::string> warnings;   // links that were left out: an end is not on the surface
};

// The abilities that the links of all agents need, sorted. Source links list theirs. A generated link needs
// the ability named like its kind: "jump" or "drop"; a "walk" needs none. InvalidArgument if there are more
// than 64.
absl::StatusOr<std::vector<std::string>> CollectAbilities(
    std::span<const OffMeshLink> source, std::span<const std::vector<GeneratedLink>> generated);

// Source links (absolute positions; each end is moved onto the polygon it names, or else to the nearest
// surface within its radius, and in height within max_climb_m or the radius, whichever is more) and
// generated ones, as one sorted array; a two-way link becomes two records that name each other. REQUIRES:
// `abilities` holds all that these links need, as CollectAbilities finds it. Deterministic. O(n log n).
PackedLinks PackLinks(std::span<const OffMeshLink> source, std::span<const GeneratedLink> generated,
                      const NavmeshView& mesh, const Vec3& origin, std::vector<std::string> abilities);

// The same for a map of one agent, whose links alone say which abilities there are.
absl::StatusOr<PackedLinks> PackLinks(std::span<const OffMeshLink> source,
                                      std::span<const GeneratedLink> generated, const NavmeshView& mesh,
                                      const Vec3& origin);

}  // namespace waystone
