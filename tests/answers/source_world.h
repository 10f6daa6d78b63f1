// A world of drawn maps joined by portals, read from its sources, and Dijkstra's algorithm over all its
// cells.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/random.h"
#include "tests/answers/source_grid.h"
#include "waystone/v1/route.pb.h"

namespace waystone::answers {

struct WorldCell {
  uint32_t map = 0;
  uint32_t cell = 0;
};

struct ReachedCell {
  WorldCell at;
  double cost_m = 0;
};

class SourceWorld {
 public:
  // The maps are all *.map of `folder`; the portals a table as scripts/ro_world.py writes it.
  static absl::StatusOr<SourceWorld> Read(const std::string& folder, const std::string& portals_path);

  const std::vector<std::string>& names() const { return names_; }
  const SourceGrid& grid(uint32_t map) const { return grids_[map]; }
  std::optional<uint32_t> Find(const std::string& name) const;
  WorldCell Draw(Random& random) const;

  // Cells in the order of their costs, the start first; ends after `most` of them. If portals teleport, a
  // trigger's cell ends the path that comes to it, and what it leads to costs as much. The cheapest path to
  // every cell is told once.
  std::vector<ReachedCell> Flood(const WorldCell& start, v1::PortalMode mode, size_t most) const;

 private:
  struct Portal {
    WorldCell to;
  };
  using TriggerCells = std::map<uint32_t, std::vector<uint32_t>>;  // portals by cell, in the table's order

  std::vector<std::string> names_;
  std::vector<SourceGrid> grids_;
  std::vector<Portal> portals_;
  std::vector<TriggerCells> triggers_;  // by map
};

}  // namespace waystone::answers
