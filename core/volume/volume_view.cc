#include "core/volume/volume_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status CheckHeader(const VolumeHeader& header) {
  const auto fails = [](std::string_view rule) {
    return absl::DataLossError(StrCat("volume header: ", rule));
  };
  const VolumeSize size{{header.sides[0], header.sides[1], header.sides[2]}};
  if (!size.IsValid()) return fails("sides out of their range");
  for (const double corner_m : header.corner_m) {
    if (!std::isfinite(corner_m)) return fails("corner_m is not finite");
  }
  if (!(header.voxel_m >= kMinVoxel_m && header.voxel_m <= kMaxVoxel_m)) {
    return fails("voxel_m is out of its range");
  }
  if (header.is_water > 1 || header.reserved != 0)
    return fails("is_water or the reserved bytes are out of range");
  if (header.free_count > size.VoxelCount()) return fails("more free voxels than voxels");
  return absl::OkStatus();
}

// All that is outside is blocked: the searches rely on it to end.
absl::Status CheckBorders(const VolumeView::Arrays& arrays, const VoxelRows& rows, uint32_t side) {
  const auto word_at = [&](size_t index) { return arrays.words[arrays.rows[index]].free; };
  for (uint32_t layer = 0; layer < rows.layer_count; ++layer) {
    for (uint32_t row = 0; row < rows.row_count; ++row) {
      const size_t first = rows.start + (size_t{layer} * rows.row_count + row) * rows.stride;
      const bool is_outside =
          layer == 0 || row == 0 || layer + 1 == rows.layer_count || row + 1 == rows.row_count;
      bool is_blocked = word_at(first) == 0;
      if (is_outside) {
        for (uint32_t k = 1; k < rows.stride; ++k) is_blocked = is_blocked && word_at(first + k) == 0;
      } else {
        const uint32_t end = side + 64;
        is_blocked = is_blocked && (word_at(first + end / 64) >> (end % 64)) == 0;
        if (end / 64 + 1 < rows.stride) is_blocked = is_blocked && word_at(first + end / 64 + 1) == 0;
      }
      if (!is_blocked) {
        return absl::DataLossError(StrCat("volume rows[", first, "]: free voxels outside of the volume"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRuns(const VolumeView::Arrays& arrays, const VolumeSize& size) {
  const size_t row_count = size_t{size.sides[1]} * size.sides[2];
  if (arrays.run_rows.size() != row_count + 1 || arrays.run_rows.front() != 0 ||
      arrays.run_rows.back() != arrays.runs.size()) {
    return absl::DataLossError("volume run rows: they do not fit the sides and the runs");
  }
  for (size_t row = 0; row < row_count; ++row) {
    if (arrays.run_rows[row] > arrays.run_rows[row + 1] || arrays.run_rows[row + 1] > arrays.runs.size()) {
      return absl::DataLossError(StrCat("volume run rows[", row + 1, "]: not ascending"));
    }
    uint32_t least = 0;
    for (uint32_t i = arrays.run_rows[row]; i < arrays.run_rows[row + 1]; ++i) {
      const VoxelRun& run = arrays.runs[i];
      if (run.first < least || run.last < run.first || run.last >= size.sides[0]) {
        return absl::DataLossError(StrCat("volume runs[", i, "]: not ascending, or outside of the row"));
      }
      if (run.part >= arrays.header.part_count) {
        return absl::DataLossError(StrCat("volume runs[", i, "]: no such part"));
      }
      least = run.last + 2U;
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::array<VoxelRows, 3> RowsOf(const VolumeSize& size) {
  std::array<VoxelRows, 3> axes;
  size_t start = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    VoxelRows& rows = axes[axis];
    rows.start = start;
    rows.stride = (size.sides[axis] + 63) / 64 + 2;
    rows.row_count = size.sides[axis == 0 ? 1 : 0] + 2;
    rows.layer_count = size.sides[axis == 2 ? 1 : 2] + 2;
    start += rows.WordCount();
  }
  return axes;
}

VolumeView::VolumeView(const Arrays& arrays)
    : arrays_(arrays),
      size_{{arrays.header.sides[0], arrays.header.sides[1], arrays.header.sides[2]}},
      axes_(RowsOf(size_)),
      rows_(arrays.rows.data()),
      words_(arrays.words.data()) {}

absl::StatusOr<VolumeView> VolumeView::Create(const Arrays& arrays) {
  if (absl::Status status = CheckHeader(arrays.header); !status.ok()) return status;
  const VolumeView view(arrays);
  for (size_t axis = 0; axis < 3; ++axis) {
    if (arrays.header.row_start[axis] != view.axes_[axis].start) {
      return absl::DataLossError("volume header: row_start does not fit the sides");
    }
  }
  if (arrays.rows.size() != view.axes_[2].start + view.axes_[2].WordCount()) {
    return absl::DataLossError("volume rows: their number does not fit the sides");
  }
  if (arrays.words.size() < 2 || arrays.words[kBlockedWordId] != kBlockedWord ||
      arrays.words[kOpenWordId] != kOpenWord) {
    return absl::DataLossError("volume words: they do not begin with blocked and free ones");
  }
  for (size_t i = 0; i < arrays.words.size(); ++i) {
    const VoxelWord& word = arrays.words[i];
    if (((word.stops_upwards | word.stops_downwards) & ~word.free) != 0) {
      return absl::DataLossError(StrCat("volume words[", i, "]: stops at blocked voxels"));
    }
  }
  for (size_t i = 0; i < arrays.rows.size(); ++i) {
    if (arrays.rows[i] >= arrays.words.size()) {
      return absl::DataLossError(StrCat("volume rows[", i, "]: no such word"));
    }
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    absl::Status status = CheckBorders(arrays, view.axes_[axis], view.size_.sides[axis]);
    if (!status.ok()) return status;
  }
  if (absl::Status status = CheckRuns(arrays, view.size_); !status.ok()) return status;
  return view;
}

absl::StatusOr<VolumeView> VolumeView::Create(const VolumeData& data) {
  return Create(Arrays{data.header, data.rows, data.words, data.run_rows, data.runs});
}

VolumeView VolumeView::Derived(const VolumeData& data) {
  return VolumeView(Arrays{data.header, data.rows, data.words, data.run_rows, data.runs});
}

Surroundings VolumeView::Around(const Voxel& voxel) const {
  Surroundings free = 0;
  for (int32_t z = -1; z <= 1; ++z) {
    for (int32_t y = -1; y <= 1; ++y) {
      const Voxel row{{voxel.along[0], voxel.along[1] + y, voxel.along[2] + z}};
      free |= Column(0, row) << PlaceBit(-1, y, z);
    }
  }
  return free;
}

std::optional<uint32_t> VolumeView::PartOf(const Voxel& voxel) const {
  const std::span<const VoxelRun> runs = RunsAt(voxel.along[1], voxel.along[2]);
  const auto after = std::ranges::upper_bound(runs, voxel.along[0], {}, &VoxelRun::first);
  if (after == runs.begin() || std::prev(after)->last < voxel.along[0]) return std::nullopt;
  return std::prev(after)->part;
}

Vec3 VolumeView::MiddleOf(const Voxel& voxel) const {
  const VolumeHeader& h = header();
  const auto middle = [&](size_t axis) { return h.corner_m[axis] + (voxel.along[axis] + 0.5) * h.voxel_m; };
  return {middle(0), middle(1), middle(2)};
}

Voxel VolumeView::VoxelAt(const Vec3& point) const {
  const std::array<double, 3> at = {point.x, point.y, point.z};
  Voxel voxel;
  for (size_t axis = 0; axis < 3; ++axis) {
    const double number = std::floor((at[axis] - header().corner_m[axis]) / header().voxel_m);
    voxel.along[axis] =
        static_cast<int32_t>(std::clamp(number, -1.0, static_cast<double>(size_.sides[axis])));
  }
  return voxel;
}

Vec3 FarCornerOf(const VolumeHeader& header) {
  const auto far = [&](size_t axis) { return header.corner_m[axis] + header.sides[axis] * header.voxel_m; };
  return {far(0), far(1), far(2)};
}

std::vector<VoxelBox> BoxesOfParts(const VolumeView& volume) {
  std::vector<VoxelBox> boxes(volume.header().part_count);
  std::vector<bool> is_known(boxes.size());
  const auto extend = [&](uint32_t part, const Voxel& voxel) {
    VoxelBox& box = boxes[part];
    if (!is_known[part]) box = {voxel, voxel};
    is_known[part] = true;
    for (size_t axis = 0; axis < 3; ++axis) {
      box.low.along[axis] = std::min(box.low.along[axis], voxel.along[axis]);
      box.high.along[axis] = std::max(box.high.along[axis], voxel.along[axis]);
    }
  };
  for (int32_t z = 0; z < static_cast<int32_t>(volume.size().sides[2]); ++z) {
    for (int32_t y = 0; y < static_cast<int32_t>(volume.size().sides[1]); ++y) {
      for (const VoxelRun& run : volume.RunsAt(y, z)) {
        extend(run.part, {{run.first, y, z}});
        extend(run.part, {{run.last, y, z}});
      }
    }
  }
  return boxes;
}

VoxelBits FreeVoxelsOf(const VolumeView& volume, DeadlinePoll* poll) {
  VoxelBits bits(volume.size());
  bits.SetAllFree();
  const auto side = [&](size_t axis) { return static_cast<int32_t>(volume.size().sides[axis]); };
  for (int32_t z = 0; z < side(2); ++z) {
    for (int32_t y = 0; y < side(1); ++y) {
      if (poll != nullptr && poll->Expired(bits.row_words())) return bits;
      int32_t next = 0;
      for (const VoxelRun& run : volume.RunsAt(y, z)) {
        if (run.first > next) bits.BlockRun(next, run.first - 1, y, z);
        next = run.last + 1;
      }
      if (next < side(0)) bits.BlockRun(next, side(0) - 1, y, z);
    }
  }
  return bits;
}

}  // namespace waystone
