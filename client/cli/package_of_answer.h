// The package that an answer came from, for a picture of both.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "core/store/loaded_map.h"
#include "waystone/v1/position.pb.h"

namespace waystone::cli {

// Errors name the file; InvalidArgument if it holds another map than the answer's, or another generation of it.
absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadPackageOf(const v1::MapGeneration& answered,
                                                               const std::string& package);

}  // namespace waystone::cli
