// The gaps of a loaded surface.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/gaps/gap_format.h"

namespace waystone {

// Owned data, as the baker writes it.
struct GapData {
  std::vector<Gap> gaps;
  std::vector<GapFix> fixes;
};

// What mending a gap costs: 1 for each of its fixes, and how much that is over its limit, as a share of it. O(fixes).
double CostOfMending(std::span<const GapFix> fixes);

// A const view over the sections, or over a GapData. Trivially copied; does not own; any thread. Only Create makes one, so
// that every view has passed the structure check.
class GapView {
 public:
  struct Arrays {
    std::span<const Gap> gaps;
    std::span<const GapFix> fixes;
  };

  // DataLoss naming the array, the index and the rule broken. O(gaps + fixes).
  static absl::StatusOr<GapView> Create(const Arrays& arrays, uint32_t poly_count);
  static absl::StatusOr<GapView> Create(const GapData& data, uint32_t poly_count);

  std::span<const Gap> gaps() const { return arrays_.gaps; }
  std::span<const GapFix> FixesOf(const Gap& gap) const {
    return arrays_.fixes.subspan(gap.first_fix, gap.fix_count);
  }

 private:
  explicit GapView(const Arrays& arrays) : arrays_(arrays) {}

  Arrays arrays_;
};

}  // namespace waystone
