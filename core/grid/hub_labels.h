// The hub labels that are baked of a uniform grid: corners of obstacles, and labels over them. They find a
// path in a time that hardly depends on its length.
//
// Every corner's label names hubs, corners too, and the exact distance to each of them, so that any two
// labels have a common hub on a shortest path between the two corners (Abraham et al.: Hierarchical hub
// labelings for shortest paths, ESA 2012). A distance is then the least sum over the common hubs. Each entry
// also names the entry for the same hub at the next corner on the path there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "core/base/ids.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"
#include "core/grid/corner_bits.h"
#include "core/grid/exact_steps.h"

namespace waystone {

// A corner of obstacles. Corners are numbered in the order of their cells' ids.
using CornerId = StrongId<struct CornerIdTag>;
// A corner as a hub, by its rank: the most important one is 0.
using HubId = StrongId<struct HubIdTag>;

inline constexpr uint32_t kOctantBits = 3;
inline constexpr uint32_t kMaxCorners = 1U << (32 - kOctantBits);
inline constexpr uint32_t kNoHub = UINT32_MAX;

// An entry of a label, and the next step to its hub.
struct GridHub {
  uint32_t hub_and_octant;  // HubId << kOctantBits | octant of the next corner
  uint16_t cardinal;        // steps of the path
  uint16_t diagonal;
  uint32_t next;  // index of the next corner's entry; kNoHub at the hub itself

  HubId hub() const { return HubId(hub_and_octant >> kOctantBits); }
  uint32_t octant() const { return hub_and_octant & ((1U << kOctantBits) - 1); }
  int64_t length() const { return ExactLength(cardinal, diagonal); }
};
static_assert(sizeof(GridHub) == 12 && std::is_trivially_copyable_v<GridHub>);

// The entry of a label for a hub; null if there is none. O(log entries).
inline const GridHub* FindHub(std::span<const GridHub> label, HubId hub) {
  const auto* const at = std::lower_bound(label.data(), label.data() + label.size(), hub,
                                          [](const GridHub& entry, HubId h) { return entry.hub() < h; });
  return at != label.data() + label.size() && at->hub() == hub ? at : nullptr;
}

// Owned data, as the baker writes it.
struct HubLabelData {
  std::vector<uint64_t> plain_words;     // PlainWords
  std::vector<uint32_t> corners_before;  // by word of the rows: the number of corners in the words before it
  std::vector<uint32_t> first_hub;       // by corner, plus the end: start of its label
  std::vector<GridHub> hubs;             // ascending by hub in each label

  bool empty() const { return first_hub.empty(); }
};

// A const view of the hub labels. Does not own; any thread. GridView::Create checks those of a package.
class HubLabelView {
 public:
  struct Arrays {
    std::span<const uint64_t> plain_words;
    std::span<const uint32_t> corners_before;
    std::span<const uint32_t> first_hub;
    std::span<const GridHub> hubs;
  };

  HubLabelView() = default;
  explicit HubLabelView(const Arrays& arrays) : arrays_(arrays) {}
  explicit HubLabelView(const HubLabelData& data)
      : arrays_{data.plain_words, data.corners_before, data.first_hub, data.hubs} {}

  // DataLoss naming the array, the index and the rule broken. Labels that pass lead no search out of bounds,
  // into an endless loop or through an obstacle; that paths are shortest is not checked. `bits`: the map's.
  // O(cells / 64 + sweeps from all corners + hubs).
  absl::Status Check(const BitGrid& bits) const;

  bool empty() const { return arrays_.first_hub.empty(); }
  // REQUIRES (all below): not empty.
  uint32_t corner_count() const { return static_cast<uint32_t>(arrays_.first_hub.size()) - 1; }
  CornerBits BitsOf(const BitGrid& bits) const { return CornerBitsOf(bits, arrays_.plain_words.data()); }
  // The corner at a cell. REQUIRES: the cell is a corner. `bits`: those of BitsOf.
  CornerId CornerAt(const CornerBits& bits, Cell cell) const {
    const auto bit = static_cast<uint32_t>(cell.column + 1);
    const uint32_t stride = BitLines{bits.free.rows, bits.free.columns}.StrideWords();
    const size_t word = static_cast<size_t>(cell.row + 1) * stride + bit / 64;
    const uint64_t before = bits.CornersIn(word) & ((uint64_t{1} << bit % 64) - 1);
    return CornerId(arrays_.corners_before[word] + static_cast<uint32_t>(std::popcount(before)));
  }
  std::span<const GridHub> hubs() const { return arrays_.hubs; }
  std::span<const GridHub> HubsOf(CornerId corner) const {
    const uint32_t first = arrays_.first_hub[corner.value()];
    return arrays_.hubs.subspan(first, arrays_.first_hub[corner.value() + 1] - first);
  }

 private:
  Arrays arrays_;
};

}  // namespace waystone
