// Checks of what a server answered. Internal to the library.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "waystone/v1/position.pb.h"

namespace waystone::client {

// DataLoss: the field breaks that rule.
absl::Status Malformed(std::string_view field, std::string_view rule);
// Malformed if it is not finite.
absl::Status CheckFinite(std::string_view field, double value);
absl::StatusOr<Vec3> ReadPosition(std::string_view field, const v1::Position& message);

}  // namespace waystone::client
