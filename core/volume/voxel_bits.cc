#include "core/volume/voxel_bits.h"

namespace waystone {

void VoxelBits::SetAllFree() {
  const uint32_t rest = size_.sides[0] % 64;
  const uint64_t last = rest == 0 ? ~uint64_t{0} : (uint64_t{1} << rest) - 1;
  for (size_t i = 0; i < words_.size(); ++i) {
    words_[i] = (i + 1) % row_words_ == 0 ? last : ~uint64_t{0};
  }
}

}  // namespace waystone
