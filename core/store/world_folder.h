// The folder of a world: its file, the packages of its maps, and those that a bake has put aside.
//
// The world file names the generation of each map's package. A bake writes new packages into kStagedFolderName, replaces
// the world file, which is the moment from which they count, and moves them into place. Whatever ends it early, each
// package that the world file names is whole in one of the two places.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/store/served_package.h"

namespace waystone {

// Name of the folder, in that of the world.
inline constexpr std::string_view kStagedFolderName = "world.staged";

// The paths of a map's package: in its place, and aside.
std::string PlacedPath(const std::string& folder, std::string_view map_id);
std::string StagedPath(const std::string& folder, std::string_view map_id);

// The package of that generation, wherever a bake at work now has it. NotFound if it is in neither place; if a package
// put aside is broken, errors as ServedPackage::Open.
absl::StatusOr<std::shared_ptr<const ServedPackage>> FindWorldPackage(const std::string& folder,
                                                                      std::string_view map_id,
                                                                      std::string_view generation);

// Why routes cannot use a map whose package is another one than its world was made with: FailedPrecondition.
absl::Status NotJoined(std::string_view package_path, std::string_view map_id);
// Whether a status is one that NotJoined has made, and no other FailedPrecondition.
bool IsNotJoined(const absl::Status& why);

}  // namespace waystone
