// From parts of a map's contents to the whole, trusting nothing a server sends. Internal to the library.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "client/map_contents.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone::client {

// Instead of where the next part begins.
inline constexpr uint32_t kLastPart = 0xffffffffU;

// Appends the next part. DataLoss, beginning with the field's path, if lists do not match, ids do not follow
// one another, a number is not finite or a part that is not the last is empty; Aborted if the part is of
// another package than the parts before.
absl::Status AddPart(const v1::GetSurfaceResponse& part, MapSurface& surface);
absl::Status AddPart(const v1::GetSkeletonResponse& part, MapSkeleton& skeleton);

}  // namespace waystone::client
