// Sources of 2D maps: the first byte says which reader gets the rest. What is read has an area per cell.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bake/import/grid_csv.h"
#include "bake/import/grid_image.h"
#include "bake/import/movingai_map.h"
#include "core/base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): outside of any header
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  CellRules rules;
  rules.letters = {{'S', "swamp"}};
  rules.colors = {{0xff0000, "lava"}};
  CellAreas areas({}, rules);
  const absl::StatusOr<GridCells> cells = data[0] == 'm'   ? ReadMovingAiMap(rest, rules, areas)
                                          : data[0] == 'p' ? ReadGridImage(rest, rules, areas)
                                                           : ReadGridCsv(rest, areas);
  if (!cells.ok()) {
    WS_CHECK(!cells.status().message().empty());
    return 0;
  }
  WS_CHECK(cells->areas.size() == size_t{cells->columns} * cells->rows);
  for (const uint8_t area : cells->areas) WS_CHECK(area < kMaxGridAreas);
  return 0;
}
