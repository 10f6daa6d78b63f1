#include <unordered_map>

#include "core/volume/forced_steps.h"
#include "core/volume/volume_view.h"

namespace waystone {
namespace {

struct WordHash {
  size_t operator()(const VoxelWord& word) const {
    uint64_t mixed = word.free;
    for (const uint64_t part : {word.stops_upwards, word.stops_downwards}) {
      mixed = (mixed ^ (mixed >> 29U)) * 0x9e3779b97f4a7c15ULL + part;
    }
    return static_cast<size_t>(mixed ^ (mixed >> 32U));
  }
};

// The voxels that are free, like all 26 around them.
VoxelBits OpenVoxels(const VoxelBits& bits) {
  VoxelBits open(bits.size());
  const auto word_count = static_cast<int32_t>(bits.row_words());
  for (int32_t z = 0; z < static_cast<int32_t>(bits.size().sides[2]); ++z) {
    for (int32_t y = 0; y < static_cast<int32_t>(bits.size().sides[1]); ++y) {
      for (int32_t word = 0; word < word_count; ++word) {
        uint64_t free = ~uint64_t{0};
        for (int32_t row = 0; row < 9 && free != 0; ++row) {
          const int32_t y_beside = y + row % 3 - 1;
          const int32_t z_beside = z + row / 3 - 1;
          const uint64_t middle = bits.Word(word, y_beside, z_beside);
          free &= middle & (middle << 1U | bits.Word(word - 1, y_beside, z_beside) >> 63U) &
                  (middle >> 1U | bits.Word(word + 1, y_beside, z_beside) << 63U);
        }
        open.SetWord(word, y, z, free);
      }
    }
  }
  return open;
}

class VolumePacker {
 public:
  VolumePacker(const VoxelBits& bits, VolumeData& out)
      : bits_(bits), open_(OpenVoxels(bits)), axes_(RowsOf(bits.size())), out_(out) {
    out_.rows.assign(axes_[2].start + axes_[2].WordCount(), kBlockedWordId);
    out_.words = {kBlockedWord, kOpenWord};
    ids_ = {{kBlockedWord, kBlockedWordId}, {kOpenWord, kOpenWordId}};
  }

  void AddRows(size_t axis) {
    const std::array<uint32_t, 3>& sides = bits_.size().sides;
    const size_t low = axis == 0 ? 1 : 0;
    const size_t high = axis == 2 ? 1 : 2;
    Voxel at;
    for (at.along[high] = 0; IsBelow(at.along[high], sides[high]); ++at.along[high]) {
      for (at.along[low] = 0; IsBelow(at.along[low], sides[low]); ++at.along[low]) {
        const size_t row = axes_[axis].RowOf(at.along[low], at.along[high]);
        for (uint32_t word = 0; word * 64 < sides[axis]; ++word) {
          at.along[axis] = static_cast<int32_t>(word * 64);
          out_.rows[row + 1 + word] = IdOf(WordFrom(axis, at));
        }
      }
    }
  }

 private:
  static bool IsBelow(int32_t number, uint32_t side) { return static_cast<uint32_t>(number) < side; }

  uint32_t IdOf(const VoxelWord& word) {
    const auto [found, is_new] = ids_.try_emplace(word, static_cast<uint32_t>(out_.words.size()));
    if (is_new) out_.words.push_back(word);
    return found->second;
  }

  // The 64 voxels along the axis from `first` on.
  VoxelWord WordFrom(size_t axis, const Voxel& first) const {
    VoxelWord word{};
    Voxel at = first;
    const auto side = static_cast<int32_t>(bits_.size().sides[axis]);
    for (uint32_t bit = 0; bit < 64 && at.along[axis] < side; ++bit, ++at.along[axis]) {
      if (!bits_.IsFree(at)) continue;
      const uint64_t mask = uint64_t{1} << bit;
      word.free |= mask;
      if (Stops(axis, 1, at)) word.stops_upwards |= mask;
      if (Stops(axis, -1, at)) word.stops_downwards |= mask;
    }
    return word;
  }

  bool Stops(size_t axis, int32_t sign, const Voxel& entered) const {
    Voxel left = entered;
    left.along[axis] -= sign;
    if (!bits_.size().Contains(left) || !bits_.IsFree(left) || open_.IsFree(left)) return false;
    return ForcedAfterStraight(axis, sign, Around(left), Around(entered)) != 0;
  }

  Surroundings Around(const Voxel& voxel) const {
    Surroundings free = 0;
    const int32_t first = voxel.along[0] - 1;
    const int32_t word = first >= 0 ? first / 64 : -1;
    const auto shift = static_cast<uint32_t>(first - word * 64);
    for (int32_t z = -1; z <= 1; ++z) {
      for (int32_t y = -1; y <= 1; ++y) {
        uint64_t row = bits_.Word(word, voxel.along[1] + y, voxel.along[2] + z) >> shift;
        if (shift > 61) row |= bits_.Word(word + 1, voxel.along[1] + y, voxel.along[2] + z) << (64 - shift);
        free |= static_cast<Surroundings>(row & 7) << PlaceBit(-1, y, z);
      }
    }
    return free;
  }

  const VoxelBits& bits_;
  const VoxelBits open_;  // free, like all 26 around: nothing is forced after leaving one
  const std::array<VoxelRows, 3> axes_;
  VolumeData& out_;
  std::unordered_map<VoxelWord, uint32_t, WordHash> ids_;
};

}  // namespace

VolumeData PackVolume(const VoxelBits& bits, const Vec3& corner, double voxel_m) {
  VolumeData data;
  VolumeHeader& header = data.header;
  const VolumeSize& size = bits.size();
  const std::array<double, 3> corner_m = {corner.x, corner.y, corner.z};
  const std::array<VoxelRows, 3> axes = RowsOf(size);
  for (size_t axis = 0; axis < 3; ++axis) {
    header.sides[axis] = size.sides[axis];
    header.corner_m[axis] = corner_m[axis];
    header.row_start[axis] = axes[axis].start;
  }
  header.voxel_m = voxel_m;
  for (uint32_t z = 0; z < size.sides[2]; ++z) {
    for (uint32_t y = 0; y < size.sides[1]; ++y) {
      for (uint32_t word = 0; word < bits.row_words(); ++word) {
        header.free_count += static_cast<uint64_t>(std::popcount(
            bits.Word(static_cast<int32_t>(word), static_cast<int32_t>(y), static_cast<int32_t>(z))));
      }
    }
  }
  VolumePacker packer(bits, data);
  for (size_t axis = 0; axis < 3; ++axis) packer.AddRows(axis);
  return data;
}

}  // namespace waystone
