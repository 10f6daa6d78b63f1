// The page of `waystone report`: one HTML file with the explorer's viewer and the maps in it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/report/bake_figures.h"
#include "client/report/opened_maps.h"
#include "client/report/package_changes.h"

namespace waystone::client {

// What the page says besides what the packages hold.
struct ReportContent {
  std::string title;
  PackageChanges changes = {};          // of two packages, of which the maps are the newer
  std::vector<BakeFigures> bakes = {};  // of some of the maps
  std::vector<std::string> world_warnings = {};
};

// The page of these maps: what the API tells of each for its first agent, the findings of its bake, and islands, each with what would join
// it to the main ground; of a comparison what changed, in place of islands. explorer/src/data/report_document.ts says what the page has.
// Unimplemented if the program was built without the explorer (WAYSTONE_EXPLORER). O(size of the maps): 632,000 polygons with a
// skeleton are a page of 19 MB.
absl::StatusOr<std::string> ReportOf(const OpenedMaps& maps, const ReportContent& content);

}  // namespace waystone::client
