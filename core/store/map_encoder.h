// From a baked map to the bytes of its package.
//
//   WS_ASSIGN_OR_RETURN(const auto bytes, EncodeMap(manifest, {{.navmesh = &human}, {.navmesh = &ogre}}));
//   WS_RETURN_IF_ERROR(WritePackageFile(folder + "/" + PackageFileName(manifest.map_id), bytes));
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"
#include "core/store/map_content.h"

namespace waystone {

// The package of a map: `variants[k]` belongs to manifest.variants[k]. The manifest's bounds are computed
// here from the surfaces. The inverse of LoadedMap, and as strict: what this writes, that loads.
// Deterministic. InvalidArgument naming the manifest's field, or the variant and the rule of navmesh_format.h
// broken.
// `collision` may be null.
absl::StatusOr<std::vector<std::byte>> EncodeMap(MapManifest manifest,
                                                 std::span<const VariantContent> variants,
                                                 const CollisionData* collision = nullptr);

}  // namespace waystone
