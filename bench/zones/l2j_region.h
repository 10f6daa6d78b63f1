// Lineage II geodata regions as directed graphs: millions of nodes on many floors, for tests and benchmarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/graph/csr_graph.h"

namespace waystone {

// One region of 2048 x 2048 cells, every height layer of a cell a node.
struct L2jRegion {
  static constexpr uint32_t kCells = 2048;

  // [x * kCells + y] -> the cell's first layer; one more entry ends the last.
  std::vector<uint32_t> first_node;
  std::vector<int16_t> height;  // [node]
  std::vector<uint8_t> exits;   // [node] bits E = 1 (x + 1), W = 2 (x - 1), S = 4 (y + 1), N = 8 (y - 1)

  // Nodes are layers; an exit leads to the neighbour cell's layer of nearest height. O(nodes).
  CsrGraph MakeGraph() const;
  // The layer of cell (x, y) with this height and these exits; the cell's layer count is small. 0xffffffff:
  // none.
  uint32_t NodeAt(uint32_t x, uint32_t y, int height_units, int exit_bits) const;
};

// Parses a decompressed .l2j file. InvalidArgument naming the block and the rule broken.
absl::StatusOr<L2jRegion> ParseL2j(std::span<const std::byte> bytes);

// Reads and parses a .l2j file, or one compressed by xz (.l2j.xz). NotFound or InvalidArgument naming the
// file.
absl::StatusOr<L2jRegion> ReadL2j(const std::string& path);

}  // namespace waystone
