#include "bake/import/voxel_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "bake/import/source_file.h"
#include "core/base/byte_order_mark.h"
#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view WithoutBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

// Three numbers and nothing else.
std::optional<std::array<uint32_t, 3>> ReadNumbers(std::string_view text) {
  std::array<uint32_t, 3> numbers{};
  for (uint32_t& number : numbers) {
    text = WithoutBlanks(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (!text.empty() && kBlanks.find(text.front()) == std::string_view::npos) return std::nullopt;
  }
  return WithoutBlanks(text).empty() ? std::optional(numbers) : std::nullopt;
}

class VoxelMapReader {
 public:
  explicit VoxelMapReader(std::string_view text) : rest_(WithoutByteOrderMark(text)) {}

  absl::StatusOr<VoxelBits> Read() {
    constexpr std::string_view kHeader = "voxel ";
    if (!NextLine() || !line_.starts_with(kHeader)) return Error("must be voxel and the sides along x, y, z");
    const auto sides = ReadNumbers(line_.substr(kHeader.size()));
    if (!sides.has_value()) return Error("must be voxel and the sides along x, y, z");
    const VolumeSize size{*sides};
    if (!size.IsValid()) {
      return Error(
          StrCat("a side must be 1 to ", kMaxVolumeSide, " voxels, and the volume at most ", kMaxVoxels));
    }
    VoxelBits bits(size);
    bits.SetAllFree();
    while (NextLine()) {
      if (WithoutBlanks(line_).empty()) continue;
      const auto numbers = ReadNumbers(line_);
      if (!numbers.has_value())
        return Error(StrCat("'", Printable(line_), "' is not the x, y and z of a voxel"));
      Voxel voxel;
      for (size_t axis = 0; axis < 3; ++axis) {
        if ((*numbers)[axis] >= sides->at(axis)) return Error("the voxel lies outside of the sides");
        voxel.along[axis] = static_cast<int32_t>((*numbers)[axis]);
      }
      bits.SetBlocked(voxel);
    }
    return bits;
  }

 private:
  absl::Status Error(std::string_view what) const { return InvalidArgument("line ", number_, ": ", what); }

  bool NextLine() {
    ++number_;
    if (rest_.empty()) return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    return true;
  }

  std::string_view rest_;
  std::string_view line_;
  size_t number_ = 0;
};

}  // namespace

absl::StatusOr<VoxelBits> ReadVoxelMap(std::string_view text) { return VoxelMapReader(text).Read(); }

}  // namespace waystone
