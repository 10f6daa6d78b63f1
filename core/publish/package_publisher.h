// A folder of packages, made into what servers fetch (docs/package_source.md).
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "core/publish/package_index.h"

namespace waystone {

// Writes OUT/objects with the folder's packages and its world file, by their hashes, and then OUT/packages.json, by rename. Files are
// copied; objects that are there already stay. Checks every byte of what it publishes. Fails
// naming the file if a package is not whole, if two have one map, if the world was not made with its packages, or if there are none: the
// index stays as it was.
absl::StatusOr<PackageIndex> PublishPackages(const std::string& folder, const std::string& out);

}  // namespace waystone
