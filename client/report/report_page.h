// The page of `waystone report`: one HTML file with the explorer's viewer and the maps in it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/report/opened_maps.h"
#include "client/report/package_changes.h"

namespace waystone::client {

// The page of these maps: what the API tells of each for its first agent, islands, and for two packages what changed between
// them. explorer/src/data/report_document.ts says what the page has. Unimplemented if the program was built without the
// explorer (WAYSTONE_EXPLORER). O(size of the maps): 613,000 polygons with a skeleton are a page of 187 MB.
absl::StatusOr<std::string> ReportOf(const OpenedMaps& maps, const std::string& title);
// The page of the newer of two packages.
absl::StatusOr<std::string> ReportOf(const OpenedMaps& newer, const std::string& title,
                                     const PackageChanges& changes);

}  // namespace waystone::client
