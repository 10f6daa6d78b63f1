#include "bench/zones/l2j_region.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "bench/packed_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint32_t kBlocks = 256;
constexpr uint32_t kBlockCells = 8;
constexpr uint32_t kCells = L2jRegion::kCells;
constexpr uint8_t kAllExits = 15;

struct Layer {
  int16_t height;
  uint8_t exits;
};

// Reads the layers of all cells in file order into per-cell lists, flattened.
class BlockReader {
 public:
  explicit BlockReader(std::span<const std::byte> bytes) : bytes_(bytes), layer_count_(kCells * kCells, 0) {}

  absl::Status ReadAll() {
    for (uint32_t block = 0; block < kBlocks * kBlocks; ++block) WS_RETURN_IF_ERROR(ReadBlock(block));
    if (at_ != bytes_.size()) return absl::InvalidArgumentError("l2j: bytes after the last block");
    return absl::OkStatus();
  }

  // Calls visit(cell, layer) in file order; cell = x * kCells + y.
  template <typename Visit>
  void ForEach(Visit visit) const {
    size_t next = 0;
    for (uint32_t i = 0; i < kCells * kCells; ++i) {
      const uint32_t cell = CellOf(i);
      for (uint8_t k = 0; k < layer_count_[i]; ++k) visit(cell, layers_[next++]);
    }
  }

 private:
  // The i-th cell of the file: blocks bx * 256 + by, in them cells cx * 8 + cy.
  static uint32_t CellOf(uint32_t i) {
    const uint32_t block = i / (kBlockCells * kBlockCells);
    const uint32_t inner = i % (kBlockCells * kBlockCells);
    const uint32_t x = block / kBlocks * kBlockCells + inner / kBlockCells;
    const uint32_t y = block % kBlocks * kBlockCells + inner % kBlockCells;
    return x * kCells + y;
  }

  absl::Status Truncated(uint32_t block) const {
    return InvalidArgument("l2j: block ", block, ": the file ends within it");
  }
  bool ReadByte(uint8_t& value) {
    if (at_ >= bytes_.size()) return false;
    value = static_cast<uint8_t>(bytes_[at_++]);
    return true;
  }
  bool ReadInt16(int16_t& value) {
    if (bytes_.size() - at_ < 2) return false;
    std::memcpy(&value, bytes_.data() + at_, 2);
    at_ += 2;
    return true;
  }
  static Layer Unpack(int16_t v) {
    return {static_cast<int16_t>(static_cast<int16_t>(v & ~15) >> 1), static_cast<uint8_t>(v & 15)};
  }

  absl::Status ReadBlock(uint32_t block) {
    uint8_t type = 0;
    if (!ReadByte(type)) return Truncated(block);
    if (type > 2) return InvalidArgument("l2j: block ", block, ": unknown type ", type);
    int16_t flat = 0;
    if (type == 0 && !ReadInt16(flat)) return Truncated(block);
    for (uint32_t c = 0; c < kBlockCells * kBlockCells; ++c) {
      uint8_t count = 1;
      if (type == 2 && !ReadByte(count)) return Truncated(block);
      layer_count_[block * kBlockCells * kBlockCells + c] = count;
      for (uint8_t k = 0; k < count; ++k) {
        int16_t v = 0;
        if (type != 0 && !ReadInt16(v)) return Truncated(block);
        layers_.push_back(type == 0 ? Layer{flat, kAllExits} : Unpack(v));
      }
    }
    return absl::OkStatus();
  }

  std::span<const std::byte> bytes_;
  size_t at_ = 0;
  std::vector<uint8_t> layer_count_;  // in file order
  std::vector<Layer> layers_;
};

// The layer of `cell` nearest in height; ties go to the higher one. 0xffffffff if the cell has none.
uint32_t NearestLayer(const L2jRegion& region, uint32_t cell, int height) {
  uint32_t best = 0xffffffffU;
  int best_gap = 0;
  for (uint32_t n = region.first_node[cell]; n < region.first_node[cell + 1]; ++n) {
    const int gap = std::abs(region.height[n] - height);
    const bool higher = best != 0xffffffffU && gap == best_gap && region.height[n] > region.height[best];
    if (best == 0xffffffffU || gap < best_gap || higher) {
      best = n;
      best_gap = gap;
    }
  }
  return best;
}

}  // namespace

CsrGraph L2jRegion::MakeGraph() const {
  struct Exit {
    uint8_t bit;
    int dx;
    int dy;
  };
  constexpr Exit kExits[] = {{1, 1, 0}, {2, -1, 0}, {4, 0, 1}, {8, 0, -1}};
  std::vector<uint32_t> offsets = {0};
  std::vector<uint32_t> targets;
  offsets.reserve(height.size() + 1);
  targets.reserve(4 * height.size());
  for (uint32_t cell = 0; cell < kCells * kCells; ++cell) {
    const int x = static_cast<int>(cell / kCells);
    const int y = static_cast<int>(cell % kCells);
    for (uint32_t n = first_node[cell]; n < first_node[cell + 1]; ++n) {
      for (const Exit& exit : kExits) {
        const int nx = x + exit.dx;
        const int ny = y + exit.dy;
        if ((exits[n] & exit.bit) == 0 || nx < 0 || ny < 0 || nx >= int{kCells} || ny >= int{kCells})
          continue;
        const uint32_t target = NearestLayer(*this, static_cast<uint32_t>(nx) * kCells + ny, height[n]);
        if (target != 0xffffffffU) targets.push_back(target);
      }
      offsets.push_back(static_cast<uint32_t>(targets.size()));
    }
  }
  return CsrGraph::FromRows(std::move(offsets), std::move(targets));
}

uint32_t L2jRegion::NodeAt(uint32_t x, uint32_t y, int height_units, int exit_bits) const {
  for (uint32_t n = first_node[x * kCells + y]; n < first_node[x * kCells + y + 1]; ++n) {
    if (height[n] == height_units && exits[n] == exit_bits) return n;
  }
  return 0xffffffffU;
}

absl::StatusOr<L2jRegion> ParseL2j(std::span<const std::byte> bytes) {
  BlockReader reader(bytes);
  WS_RETURN_IF_ERROR(reader.ReadAll());
  L2jRegion region;
  region.first_node.assign(kCells * kCells + 1, 0);
  reader.ForEach([&](uint32_t cell, const Layer&) { ++region.first_node[cell + 1]; });
  for (uint32_t cell = 0; cell < kCells * kCells; ++cell)
    region.first_node[cell + 1] += region.first_node[cell];
  std::vector<uint32_t> next(region.first_node.begin(), region.first_node.end() - 1);
  region.height.resize(region.first_node.back());
  region.exits.resize(region.first_node.back());
  reader.ForEach([&](uint32_t cell, const Layer& layer) {
    region.height[next[cell]] = layer.height;
    region.exits[next[cell]++] = layer.exits;
  });
  return region;
}

absl::StatusOr<L2jRegion> ReadL2j(const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string bytes, ReadPacked(path));
  absl::StatusOr<L2jRegion> region = ParseL2j(std::as_bytes(std::span(bytes)));
  if (region.ok()) return region;
  return absl::Status(region.status().code(), StrCat(Quoted(path), ": ", region.status().message()));
}

}  // namespace waystone
