#include "bake/import/voxel_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "bake/import/source_file.h"
#include "bake/import/text_lines.h"
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
  explicit VoxelMapReader(std::string_view text) : lines_(text) {}

  absl::StatusOr<VoxelBits> Read() {
    constexpr std::string_view kHeader = "voxel ";
    if (!lines_.Next() || !lines_.line().starts_with(kHeader))
      return lines_.Error("must be voxel and the sides along x, y, z");
    const auto sides = ReadNumbers(lines_.line().substr(kHeader.size()));
    if (!sides.has_value()) return lines_.Error("must be voxel and the sides along x, y, z");
    const VolumeSize size{*sides};
    if (!size.IsValid()) {
      return lines_.Error(
          StrCat("a side must be 1 to ", kMaxVolumeSide, " voxels, and the volume at most ", kMaxVoxels));
    }
    VoxelBits bits(size);
    bits.SetAllFree();
    while (lines_.Next()) {
      if (WithoutBlanks(lines_.line()).empty()) continue;
      const auto numbers = ReadNumbers(lines_.line());
      if (!numbers.has_value())
        return lines_.Error(StrCat("'", Printable(lines_.line()), "' is not the x, y and z of a voxel"));
      Voxel voxel;
      for (size_t axis = 0; axis < 3; ++axis) {
        if ((*numbers)[axis] >= sides->at(axis)) return lines_.Error("the voxel lies outside of the sides");
        voxel.along[axis] = static_cast<int32_t>((*numbers)[axis]);
      }
      bits.SetBlocked(voxel);
    }
    return bits;
  }

 private:
  TextLines lines_;
};

}  // namespace

absl::StatusOr<VoxelBits> ReadVoxelMap(std::string_view text) { return VoxelMapReader(text).Read(); }

}  // namespace waystone
