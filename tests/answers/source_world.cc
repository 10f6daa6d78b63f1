#include "tests/answers/source_world.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <queue>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::answers {
namespace {

uint64_t KeyOf(const WorldCell& at) { return uint64_t{at.map} << 32 | at.cell; }

// The fields of a row, in the order of `columns`; empty if the header names them differently.
std::vector<std::string> FieldsOf(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

absl::StatusOr<SourceWorld> SourceWorld::Read(const std::string& folder, const std::string& portals_path) {
  SourceWorld world;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    WS_ASSIGN_OR_RETURN(world.grids_.emplace_back(), SourceGrid::Read(path.string(), false));
    world.names_.push_back(path.stem().string());
  }
  world.triggers_.resize(world.grids_.size());
  std::ifstream file(portals_path);
  std::string line;
  std::getline(file, line);  // id, from_map, first and last column and row, to_map, column, row
  while (std::getline(file, line)) {
    const std::vector<std::string> f = FieldsOf(line);
    if (f.size() != 9) return absl::InvalidArgumentError(StrCat(portals_path, ": ", line));
    const std::optional<uint32_t> from = world.Find(f[1]);
    const std::optional<uint32_t> to = world.Find(f[6]);
    if (!from.has_value() || !to.has_value())
      return absl::InvalidArgumentError(StrCat(portals_path, ": ", line));
    const SourceGrid& target = world.grids_[*to];
    const auto column = static_cast<uint32_t>(std::stoul(f[7]));
    const auto row = static_cast<uint32_t>(std::stoul(f[8]));
    bool has_ground = false;
    const auto portal = static_cast<uint32_t>(world.portals_.size());
    for (auto z = static_cast<uint32_t>(std::stoul(f[3])); z <= std::stoul(f[5]); ++z) {
      for (auto x = static_cast<uint32_t>(std::stoul(f[2])); x <= std::stoul(f[4]); ++x) {
        if (!target.IsFree(column, row) || !world.grids_[*from].IsFree(x, z)) continue;
        world.triggers_[*from][z * world.grids_[*from].columns() + x].push_back(portal);
        has_ground = true;
      }
    }
    if (has_ground) world.portals_.push_back({{*to, row * target.columns() + column}});
  }
  return world;
}

std::optional<uint32_t> SourceWorld::Find(const std::string& name) const {
  const auto found = std::lower_bound(names_.begin(), names_.end(), name);
  if (found == names_.end() || *found != name) return std::nullopt;
  return static_cast<uint32_t>(found - names_.begin());
}

WorldCell SourceWorld::Draw(Random& random) const {
  const uint32_t map = random.NextBelow(static_cast<uint32_t>(grids_.size()));
  const std::vector<uint32_t>& cells = grids_[map].free_cells();
  return {map, cells[random.NextBelow(static_cast<uint32_t>(cells.size()))]};
}

std::vector<ReachedCell> SourceWorld::Flood(const WorldCell& start, v1::PortalMode mode, size_t most) const {
  struct Waiting {
    double cost_m;
    WorldCell at;
    bool is_end;  // a trigger's cell that was walked into: what it teleports is no longer there
    bool operator>(const Waiting& other) const { return cost_m > other.cost_m; }
  };
  const bool teleports = mode == v1::PORTAL_MODE_WALK_IN_TELEPORTS;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> open;
  // The least cost so far; of trigger's cells a second one, of ending there.
  std::unordered_map<uint64_t, double> standing;
  std::unordered_map<uint64_t, double> ending;
  std::unordered_map<uint64_t, bool> told;
  std::vector<ReachedCell> reached;
  const auto push = [&](double cost_m, const WorldCell& at, bool is_end) {
    auto& costs = is_end ? ending : standing;
    const auto [entry, is_new] = costs.try_emplace(KeyOf(at), cost_m);
    if (!is_new && entry->second <= cost_m) return;
    entry->second = cost_m;
    open.push({cost_m, at, is_end});
  };
  push(0, start, false);
  while (!open.empty() && reached.size() < most) {
    const Waiting next = open.top();
    open.pop();
    if (next.cost_m > (next.is_end ? ending : standing)[KeyOf(next.at)]) continue;
    if (told.try_emplace(KeyOf(next.at), true).second) reached.push_back({next.at, next.cost_m});
    const TriggerCells& triggers = triggers_[next.at.map];
    const auto trigger = triggers.find(next.at.cell);
    if (next.is_end) {
      push(next.cost_m, portals_[trigger->second.front()].to, false);
      continue;
    }
    if (!teleports && trigger != triggers.end()) {
      for (const uint32_t portal : trigger->second) push(next.cost_m, portals_[portal].to, false);
    }
    const SourceGrid& grid = grids_[next.at.map];
    const int64_t column = next.at.cell % grid.columns();
    const int64_t row = next.at.cell / grid.columns();
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dz == 0) continue;
        const double step_m = grid.StepCost(column, row, dx, dz);
        if (!std::isfinite(step_m)) continue;
        const WorldCell to{next.at.map, static_cast<uint32_t>((row + dz) * grid.columns() + column + dx)};
        push(next.cost_m + step_m, to, teleports && triggers.contains(to.cell));
      }
    }
  }
  return reached;
}

}  // namespace waystone::answers
