// The free voxels of a loaded map, in rows along each axis.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/deadline_poll.h"
#include "core/geom/vec.h"
#include "core/volume/volume_format.h"
#include "core/volume/voxel.h"
#include "core/volume/voxel_bits.h"
#include "core/volume/voxel_steps.h"

namespace waystone {

// The rows along one axis, each of `stride` words: voxel i of a row is bit (i + 64) % 64 of its word (i + 64) /
// 64, so that a blocked voxel comes before and after each row. There is a row of blocked voxels on all sides.
struct VoxelRows {
  size_t start = 0;        // of its words in VolumeView::Arrays::rows
  uint32_t stride = 0;     // [words]
  uint32_t row_count = 0;  // of each of `next` layers
  uint32_t layer_count = 0;

  // The first word of the row through a voxel: `low` and `high` are its numbers along the other two axes, in
  // their order, each from -1 to its side.
  size_t RowOf(int32_t low, int32_t high) const {
    return start + (static_cast<size_t>(high + 1) * row_count + static_cast<size_t>(low + 1)) * stride;
  }
  size_t WordCount() const { return size_t{row_count} * layer_count * stride; }
};

// Owned data, as the baker writes it.
struct VolumeData {
  VolumeHeader header{};
  std::vector<uint32_t> rows;    // the words of all rows along x, then y, then z, by number in `words`
  std::vector<VoxelWord> words;  // all different
  // Where the runs of the row along x at y and z begin: [z * side y + y]; one more entry ends the last.
  std::vector<uint32_t> run_rows;
  std::vector<VoxelRun> runs;
};

// A const view over the sections, or over a VolumeData. Trivially copied; does not own; any thread. Only Create
// makes one, so that every view has passed the structure check.
class VolumeView {
 public:
  struct Arrays {
    VolumeHeader header{};
    std::span<const uint32_t> rows;
    std::span<const VoxelWord> words;
    std::span<const uint32_t> run_rows;
    std::span<const VoxelRun> runs;
  };

  // DataLoss naming the array, the index and the rule broken. O(words + runs). Whether the rows along the
  // three axes and the runs agree, and the stops are right, is not checked: with wrong ones searches end, but may
  // find no path, or none of the shortest.
  static absl::StatusOr<VolumeView> Create(const Arrays& arrays);
  static absl::StatusOr<VolumeView> Create(const VolumeData& data);
  // Not checked: of a volume that was packed by this process.
  static VolumeView Derived(const VolumeData& data);
  // Over the same arrays.
  const Arrays& arrays() const { return arrays_; }

  const VolumeHeader& header() const { return arrays_.header; }
  const VolumeSize& size() const { return size_; }

  // Voxels from -1 to the sides; outside is blocked.
  bool IsFree(const Voxel& voxel) const { return (Column(0, voxel) & 2) != 0; }
  // The voxel and its neighbours along an axis: bits 0, 1 (itself) and 2. REQUIRES: a voxel whose numbers
  // along the other axes are from -1 to the sides, and along this one from 0 to side - 1.
  uint32_t Column(size_t axis, const Voxel& voxel) const {
    return ColumnOf(RowThrough(axis, voxel), voxel.along[axis]);
  }
  // The same of the voxel at a number of a row.
  uint32_t ColumnOf(const uint32_t* row, int32_t number) const {
    const auto bit = static_cast<uint32_t>(number + 63);
    uint64_t bits = words_[row[bit / 64]].free >> (bit % 64);
    if (bit % 64 > 61) bits |= words_[row[bit / 64 + 1]].free << (64 - bit % 64);
    return static_cast<uint32_t>(bits & 7);
  }
  // REQUIRES: size().Contains(voxel).
  Surroundings Around(const Voxel& voxel) const;
  // Whether all eight voxels of the box of a spatial step are free. REQUIRES: the voxel is.
  bool IsBoxFree(const Voxel& voxel, const VoxelStep& step) const {
    const uint32_t both = step.by[0] > 0 ? 6 : 3;  // the voxel and the next one, of a column
    const auto& [x, y, z] = voxel.along;
    const uint32_t free = Column(0, voxel) & Column(0, {{x, y + step.by[1], z}}) &
                          Column(0, {{x, y, z + step.by[2]}}) &
                          Column(0, {{x, y + step.by[1], z + step.by[2]}});
    return (free & both) == both;
  }

  // The ids of the words of the row along an axis through a voxel; voxel i is bit (i + 64) % 64 of word (i +
  // 64) / 64.
  const uint32_t* RowThrough(size_t axis, const Voxel& voxel) const {
    return rows_ + axes_[axis].RowOf(voxel.along[axis == 0 ? 1 : 0], voxel.along[axis == 2 ? 1 : 2]);
  }
  // From the row along an axis through a voxel to that through the next one along another axis.
  ptrdiff_t RowDistance(size_t axis, size_t other) const {
    const bool is_low = other == (axis == 0 ? 1 : 0);
    return static_cast<ptrdiff_t>(axes_[axis].stride) * (is_low ? 1 : axes_[axis].row_count);
  }
  const VoxelWord& word(uint32_t id) const { return words_[id]; }
  size_t word_count() const { return arrays_.words.size(); }

  // The free voxels of the row along x at y and z, ascending. REQUIRES: numbers from 0 to the sides.
  std::span<const VoxelRun> RunsAt(int32_t y, int32_t z) const {
    const size_t row = static_cast<size_t>(z) * size_.sides[1] + static_cast<size_t>(y);
    return arrays_.runs.subspan(arrays_.run_rows[row], arrays_.run_rows[row + 1] - arrays_.run_rows[row]);
  }
  // The connected part of a voxel; none if it is blocked. REQUIRES: size().Contains(voxel). O(log runs of its
  // row).
  std::optional<uint32_t> PartOf(const Voxel& voxel) const;

  // [m] map-local.
  Vec3 MiddleOf(const Voxel& voxel) const;
  // The voxel that contains a point, which need not be one of the volume: numbers are clamped to -1 and side.
  Voxel VoxelAt(const Vec3& point) const;

 private:
  explicit VolumeView(const Arrays& arrays);

  Arrays arrays_;
  VolumeSize size_;
  std::array<VoxelRows, 3> axes_;
  const uint32_t* rows_ = nullptr;
  const VoxelWord* words_ = nullptr;
};

// The rows of a volume of a size, one after the other.
std::array<VoxelRows, 3> RowsOf(const VolumeSize& size);

// [m] map-local: the corner with the greatest coordinates.
Vec3 FarCornerOf(const VolumeHeader& header);

// What encloses each part. O(runs).
std::vector<VoxelBox> BoxesOfParts(const VolumeView& volume);

// The volume of free voxels, whose voxel (0, 0, 0) begins at `corner` [m, map-local]. Its parts are numbered by
// their first voxels. Deterministic. O(voxels).
VolumeData PackVolume(const VoxelBits& bits, const Vec3& corner, double voxel_m);
// Packs a volume that has lost some of its free voxels, as PackVolume does, but words may come in another order. A part keeps
// the number that it had in `was`. If a part falls apart, its largest piece keeps the number, and each other piece gets a
// new one: if `was` has n parts, piece n + k was part from[k]. The number of a part that is lost stays unused.
// DeadlineExceeded, Cancelled. O(voxels / 64 + voxels lost + runs).
absl::StatusOr<VolumeData> RepackVolume(const VolumeView& was, const VoxelBits& bits,
                                        const Deadline& deadline, std::vector<uint32_t>& from);
// Which voxels of it are free, by its runs. Not all rows are right once the poll (null: none), which counts words, is late.
VoxelBits FreeVoxelsOf(const VolumeView& volume, DeadlinePoll* poll = nullptr);
// [words] How many are read or written between two looks at a deadline.
inline constexpr uint32_t kVolumeWordsPerLook = 4096;

}  // namespace waystone
