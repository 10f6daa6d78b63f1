// The skeleton of a loaded map.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/skeleton/skeleton_format.h"

namespace waystone {

// Owned data, as the baker writes it.
struct SkeletonData {
  SkeletonHeader header{};
  std::vector<KeyPoint> key_points;
  std::vector<uint32_t> rows;  // key points + 1: the arcs of key point k are arcs[rows[k] .. rows[k + 1])
  std::vector<SkeletonArc> arcs;
};

// A const view over the sections, or over a SkeletonData. Trivially copied; does not own; any thread. Only
// Create makes one, so that every view has passed the structure check.
class SkeletonView {
 public:
  struct Arrays {
    SkeletonHeader header{};
    std::span<const KeyPoint> key_points;
    std::span<const uint32_t> rows;
    std::span<const SkeletonArc> arcs;
  };

  // DataLoss naming the array, the index and the rule broken. `poly_count` and `link_count` are those of the
  // surface. The round walk balances at every key point: as many uses lead in as out. O(n).
  static absl::StatusOr<SkeletonView> Create(const Arrays& arrays, uint32_t poly_count, uint32_t link_count);
  static absl::StatusOr<SkeletonView> Create(const SkeletonData& data, uint32_t poly_count,
                                             uint32_t link_count);

  const SkeletonHeader& header() const { return arrays_.header; }
  uint32_t size() const { return arrays_.header.key_point_count; }
  std::span<const KeyPoint> key_points() const { return arrays_.key_points; }
  std::span<const SkeletonArc> arcs() const { return arrays_.arcs; }

  // REQUIRES (all below): ids in range.
  const KeyPoint& key_point(KeyPointId id) const { return arrays_.key_points[id.value()]; }
  // [m] map-local.
  Vec3 Position(KeyPointId id) const {
    const KeyPoint& k = key_point(id);
    return {k.x, k.y, k.z};
  }
  const SkeletonArc& arc(uint32_t index) const { return arrays_.arcs[index]; }
  uint32_t FirstArc(KeyPointId id) const { return arrays_.rows[id.value()]; }
  std::span<const SkeletonArc> ArcsOf(KeyPointId id) const {
    const uint32_t first = arrays_.rows[id.value()];
    return arrays_.arcs.subspan(first, arrays_.rows[id.value() + 1] - first);
  }

 private:
  explicit SkeletonView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
};

}  // namespace waystone
