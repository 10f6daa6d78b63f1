#include "core/geom/cell_floors.h"

#include <algorithm>
#include <tuple>

namespace waystone {

void ForEachFloor(double floor_m, std::vector<CellSample>& samples,
                  const std::function<void(std::span<const CellSample> floor, size_t nearest)>& take) {
  std::sort(samples.begin(), samples.end(), [](const CellSample& a, const CellSample& b) {
    return std::tie(a.row, a.column, a.point.y, a.id) < std::tie(b.row, b.column, b.point.y, b.id);
  });
  for (size_t begin = 0; begin < samples.size();) {
    const CellSample& lowest = samples[begin];
    size_t nearest = begin;
    size_t end = begin + 1;
    for (; end < samples.size(); ++end) {
      const CellSample& next = samples[end];
      const bool is_on_it =
          next.row == lowest.row && next.column == lowest.column && next.point.y - lowest.point.y < floor_m;
      if (!is_on_it) break;
      if (next.off_sq_m2 < samples[nearest].off_sq_m2) nearest = end;
    }
    take(std::span(samples).subspan(begin, end - begin), nearest - begin);
    begin = end;
  }
}

}  // namespace waystone
