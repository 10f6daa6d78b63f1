#include "bench/world/portal_suite.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "bench/resident_bytes.h"
#include "bench/stopwatch.h"
#include "core/base/invalid_argument.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/graph/best_first.h"
#include "core/store/loaded_world.h"
#include "core/store/world_folder.h"
#include "core/store/world_store.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNoPath_m = std::numeric_limits<double>::infinity();
constexpr double kSame_m = 1e-6;

struct PortalPair {
  PortalId start;  // from where it arrives
  PortalId goal;   // to its trigger
  WorldMode mode;
};

// The times of one kind of queries, and how many were compared and right.
struct Times {
  std::vector<double> first_us;  // of the first run, which may open maps
  std::vector<double> us;        // the fastest of the runs
  uint64_t found = 0;
  uint64_t portals = 0;
  uint64_t checked = 0;
  uint64_t exact = 0;
  std::vector<double> dijkstra_us;

  Json AsJson() const {
    return {{"routes", us.size()},
            {"found", found},
            {"portals_per_route", found == 0 ? 0 : static_cast<double>(portals) / static_cast<double>(found)},
            {"us", MedianAndP99(us)},
            {"first_us", MedianAndP99(first_us)},
            {"checked", checked},
            {"exact", exact},
            {"dijkstra_us", MedianAndP99(dijkstra_us)}};
  }
};

class PortalRace {
 public:
  PortalRace(WorldStore& store, const WorldSuiteOptions& options)
      : store_(store), world_(store.world().view()), options_(options) {
    for (uint32_t i = 0; i < world_.portals().size(); ++i) {
      const WorldPortal& portal = world_.portals()[i];
      const WorldMap& map = world_.Map(portal.from_map);
      const Vec3 size = ToVec3(portal.box_max) - ToVec3(portal.box_min);
      const bool is_one_cell =
          map.columns != 0 && size.x <= map.cell_size_m * 1.01 && size.z <= map.cell_size_m * 1.01;
      if (is_one_cell) goals_.emplace_back(i);
    }
  }

  bool has_goals() const { return !goals_.empty(); }

  absl::Status Run(const std::vector<bool>& is_closed, Times& times) {
    Random random(1);
    const uint32_t stride = std::max<uint32_t>(1, options_.portals / std::max<uint32_t>(1, options_.samples));
    for (uint32_t i = 0; i < options_.portals; ++i) {
      const PortalPair pair{PortalId(random.NextBelow(static_cast<uint32_t>(world_.portals().size()))),
                            goals_[random.NextBelow(static_cast<uint32_t>(goals_.size()))],
                            static_cast<WorldMode>(i % kWorldModes)};
      const WorldRouteQuery query = QueryOf(pair, is_closed);
      absl::StatusOr<WorldRouteAnswer> answer = absl::UnknownError("");
      const auto plan = [&] { answer = PlanWorldRoute(store_, query, scratch_); };
      times.first_us.push_back(MicrosecondsOf(plan));
      times.us.push_back(LeastMicrosecondsOf(options_.repeats, plan));
      WS_RETURN_IF_ERROR(answer.status());
      const bool is_found = answer->status == RouteStatus::kComplete;
      times.found += is_found ? 1 : 0;
      times.portals += is_found ? answer->stretches.size() - 1 : 0;
      if (options_.samples == 0 || i % stride != 0) continue;
      double exact_m = 0;
      times.dijkstra_us.push_back(MicrosecondsOf([&] { exact_m = CostByDijkstra(pair, is_closed); }));
      ++times.checked;
      const double told_m = is_found ? answer->cost_m : kNoPath_m;
      times.exact += told_m == exact_m || std::abs(told_m - exact_m) < kSame_m ? 1 : 0;
    }
    return absl::OkStatus();
  }

 private:
  WorldRouteQuery QueryOf(const PortalPair& pair, const std::vector<bool>& is_closed) const {
    WorldRouteQuery query;
    query.start = {world_.Portal(pair.start).to_map,
                   ToVec3(world_.ArrivalOf(pair.start, TravellerId(0)).place)};
    query.goals = {{world_.Portal(pair.goal).from_map, ToVec3(world_.Portal(pair.goal).anchor)}};
    query.mode = pair.mode;
    query.limits.is_closed = is_closed;
    return query;
  }

  // The path to the trigger is the one that uses its portal, without what using it costs.
  double CostByDijkstra(const PortalPair& pair, const std::vector<bool>& is_closed) {
    const PortalGraph graph = world_.graph(TravellerId(0));
    const auto is_open = [&](uint32_t portal) {
      return portal == pair.goal.value() || is_closed.empty() || !is_closed[portal];
    };
    search_.Begin(graph.nodes.size());
    search_.Reach(pair.start.value(), 0, pair.start.value());
    bool is_first = true;
    for (uint32_t portal = search_.Settle(); portal != search_.kNone; portal = search_.Settle()) {
      if (portal == pair.goal.value() && !is_first)
        return search_.CostOf(portal) - graph.nodes[portal].cost_m;
      const double cost_m = search_.CostOf(portal);
      const std::span<const double> walks_m = graph.WalkCosts(PortalId(portal), pair.mode);
      const uint32_t first = graph.ExitsBehind(PortalId(portal)).first;
      // The start's own portal, which was not walked to, may be the goal.
      if (is_first && pair.start == pair.goal) search_.Begin(graph.nodes.size());
      is_first = false;
      for (uint32_t i = 0; i < walks_m.size(); ++i) {
        if (walks_m[i] == kNoPath_m || !is_open(first + i)) continue;
        search_.Reach(first + i, cost_m + walks_m[i] + graph.nodes[first + i].cost_m, portal);
      }
    }
    return kNoPath_m;
  }

  WorldStore& store_;
  const WorldView& world_;
  const WorldSuiteOptions& options_;
  Scratch scratch_;
  BestFirst<double> search_;
  std::vector<PortalId> goals_;
};

// Every hundredth portal or so.
std::vector<bool> CloseSome(size_t portals) {
  Random random(2);
  std::vector<bool> is_closed(portals);
  for (size_t i = 0; i < portals; ++i) is_closed[i] = random.NextBelow(100) == 0;
  return is_closed;
}

}  // namespace

absl::Status RunPortalSuite(const WorldSuiteOptions& options, const BenchLines& lines) {
  const std::string path = (std::filesystem::path(options.packages_path) / kWorldFileName).string();
  const uint64_t before = MemoryBytes("VmRSS");
  absl::StatusOr<std::shared_ptr<const LoadedWorld>> world = absl::UnknownError("");
  const double load_us = MicrosecondsOf([&] { world = LoadedWorld::Load(path); });
  WS_RETURN_IF_ERROR(world.status());
  const uint64_t loaded = MemoryBytes("VmRSS");
  MapCache cache(options.limits);
  std::vector<std::shared_ptr<MapSlot>> slots;
  for (uint32_t i = 0; i < (*world)->view().maps().size(); ++i) {
    const std::string map_id((*world)->view().MapId(WorldMapIndex(i)));
    slots.push_back(std::make_shared<MapSlot>(map_id, PlacedPath(options.packages_path, map_id), ListedMap(),
                                              *world, WorldMapIndex(i)));
  }
  WorldStore store(*world, std::move(slots), {}, cache);
  PortalRace race(store, options);
  if (!race.has_goals()) return InvalidArgument(path, ": no trigger is of one cell of a grid");
  Times free;
  Times closed;
  WS_RETURN_IF_ERROR(race.Run({}, free));
  WS_RETURN_IF_ERROR(race.Run(CloseSome((*world)->view().portals().size()), closed));
  const PortalGraph graph = (*world)->view().graph(TravellerId(0));
  lines.Print({{"maps", (*world)->view().maps().size()},
               {"portals", (*world)->view().portals().size()},
               {"has_hierarchy", graph.labels[0].is_hierarchy},
               {"world_bytes", std::filesystem::file_size(path)},
               {"load_ms", load_us * 1e-3},
               {"rss_world_bytes", loaded - std::min(loaded, before)},
               {"as_baked", free.AsJson()},
               {"one_in_100_closed", closed.AsJson()}});
  if (free.exact == free.checked && closed.exact == closed.checked) return absl::OkStatus();
  return absl::InternalError("not all answers are right");
}

}  // namespace waystone
