// What the kinds of cells of a 2D map are: the settings, and the areas that they come to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/grid_cells.h"
#include "bake/import/surface_table.h"
#include "core/geom/vec.h"
#include "core/grid/grid_format.h"
#include "core/map/map_manifest.h"

namespace waystone {

// The area of a cell on which nobody can stand.
inline constexpr std::string_view kBlockedArea = "blocked";

// Names of areas are those of the settings, "ground" (area 1), "blocked", or new ones.
struct CellRules {
  Vec3 origin;                          // [m] absolute, the corner of cell (0, 0)
  std::map<char, std::string> letters;  // of .map files: over . G S ground, @ O T W blocked
  // For pictures, 0xrrggbb: over bright ground, dark blocked.
  std::map<uint32_t, std::string> colors;
  // Cost of a metre over an area, over the costs that the source gives. [kMinAreaCost-kMaxAreaCost, 1]
  std::map<std::string, double> costs;
};

// InvalidArgument naming the letter, the name or the cost that cannot be.
absl::Status CheckCellRules(const CellRules& rules);

// The indices and costs of areas by name, which grow as a source names them.
class CellAreas {
 public:
  // `areas`: the settings', whose indices stay; others get the lowest free one from 2 on.
  CellAreas(std::span<const AreaRule> areas, const CellRules& rules);

  // 0 for kBlockedArea. InvalidArgument if there would be more than 63 areas.
  absl::StatusOr<uint8_t> IndexOf(std::string_view name);
  // The same with the cost that the source gives, which counts if the settings give none.
  absl::StatusOr<uint8_t> IndexOf(std::string_view name, double cost);

  std::vector<AreaType> Types() const;  // by index; ground among them
  const std::array<float, kMaxGridAreas>& costs() const { return costs_; }

 private:
  std::array<std::string, kMaxGridAreas> names_;  // empty: not taken
  std::array<float, kMaxGridAreas> costs_ = kEvenCosts;
  std::map<std::string, uint8_t, std::less<>> index_;
  const CellRules& rules_;
};

}  // namespace waystone
