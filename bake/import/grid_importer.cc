#include "bake/import/grid_importer.h"

#include <algorithm>
#include <utility>

#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

absl::Status CheckGrid(const GridCells& cells) {
  if (std::ranges::all_of(cells.areas, [](uint8_t area) { return area == 0; })) {
    return absl::InvalidArgumentError("no cell is free");
  }
  const double half_m = std::max(cells.columns, cells.rows) * cells.cell_size_m / 2;
  if (half_m <= kMaxSourceCoordinateM) return absl::OkStatus();
  return InvalidArgument("cells of ", cells.cell_size_m, " m reach ", half_m,
                         " m from the grid's middle, the limit is ", kMaxSourceCoordinateM);
}

}  // namespace

absl::StatusOr<ImportedGrid> ImportGrid(const std::string& path, const CellRules& rules,
                                        std::span<const AreaRule> areas, double cell_size_m) {
  SourceDigest digest;
  WS_ASSIGN_OR_RETURN(const std::string bytes, digest.ReadFile(path));
  CellAreas cell_areas(areas, rules);
  absl::StatusOr<GridCells> cells = FormatReader<CellReader>(path)(bytes, rules, cell_areas);
  if (!cells.ok()) return InFile(path, cells.status());
  cells->area_types = cell_areas.Types();
  cells->area_cost = cell_areas.costs();
  cells->cell_size_m = cell_size_m;
  cells->origin = rules.origin;
  WS_RETURN_IF_ERROR(InFile(path, CheckGrid(*cells)));
  return ImportedGrid{digest.Record(), *std::move(cells)};
}

}  // namespace waystone
