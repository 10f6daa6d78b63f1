#include "bake/import/grid_importer.h"

#include <algorithm>
#include <utility>

#include "bake/import/grid_csv.h"
#include "bake/import/grid_image.h"
#include "bake/import/movingai_map.h"
#include "bake/import/source_check.h"
#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

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

constexpr std::string_view kTableEnding = ".grid.csv";

absl::StatusOr<GridCells> ReadCells(const std::string& path, std::string_view bytes, const CellRules& rules,
                                    CellAreas& areas) {
  if (path.ends_with(kTableEnding)) return ReadGridCsv(bytes, areas);
  if (SourceExtension(path) == "png") return ReadGridImage(bytes, rules, areas);
  return ReadMovingAiMap(bytes, rules, areas);
}

}  // namespace

absl::StatusOr<ImportedGrid> ImportGrid(const std::string& path, const CellRules& rules,
                                        std::span<const AreaRule> areas, double cell_size_m) {
  WS_ASSIGN_OR_RETURN(const std::string bytes, ReadSourceFile(path));
  const auto in_file = [&](const absl::Status& status) {
    return absl::Status(status.code(), StrCat(PrintablePath(path), ": ", status.message()));
  };
  CellAreas cell_areas(areas, rules);
  absl::StatusOr<GridCells> cells = ReadCells(path, bytes, rules, cell_areas);
  if (!cells.ok()) return in_file(cells.status());
  cells->area_types = cell_areas.Types();
  cells->area_cost = cell_areas.costs();
  cells->cell_size_m = cell_size_m;
  cells->origin = rules.origin;
  if (const absl::Status status = CheckGrid(*cells); !status.ok()) return in_file(status);
  SourceDigest digest;
  digest.AddFile(FileName(path), bytes);
  return ImportedGrid{*std::move(cells), digest.Hex(), digest.size_bytes(), digest.files()};
}

}  // namespace waystone
