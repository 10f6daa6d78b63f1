#include "bench/world/world_suite.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <vector>

#include "bench/grid/cell_dijkstra.h"
#include "bench/grid/world_queries.h"
#include "bench/resident_bytes.h"
#include "bench/stopwatch.h"
#include "bench/world/mesh_world_suite.h"
#include "bench/world/portal_suite.h"
#include "core/base/invalid_argument.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// The square root of 2 is irrational, so a length determines the numbers of steps: no other pair of a path of
// up to 100,000 cells comes nearer than this.
constexpr double kNearest_m = 1e-6;
constexpr double kFarSnap_m = 100;

// Before the peer, which has all maps.
struct Memory {
  uint64_t tables_bytes = 0;
  uint64_t peak_bytes = 0;
  MapCache::Counts counts;
};

class WorldRace {
 public:
  WorldRace(WorldStore& store, const WorldSuiteOptions& options) : store_(store), options_(options) {}

  WorldRouteQuery QueryOf(const WorldQueryRow& row, WorldMode mode) const {
    WorldRouteQuery query;
    query.start = PositionOf(row.from_map, row.start);
    query.goals = {PositionOf(row.to_map, row.goal)};
    query.mode = mode;
    query.shape = RouteShape::kTurningPoints;
    return query;
  }

  // The fastest run counts.
  absl::StatusOr<WorldRouteAnswer> Time(const WorldRouteQuery& query, std::vector<double>& times_us) {
    absl::StatusOr<WorldRouteAnswer> answer = absl::UnknownError("");
    times_us.push_back(
        LeastMicrosecondsOf(options_.repeats, [&] { answer = PlanWorldRoute(store_, query, scratch_); }));
    return answer;
  }

  // From and to any places of all maps that stand for ground: errors alone would be wrong.
  absl::Status AnswerRandom() {
    Random random(options_.random);
    const std::span<const WorldMap> maps = store_.world().view().maps();
    for (uint32_t i = 0; i < options_.random; ++i) {
      const auto place = [&] {
        const uint32_t map = random.NextBelow(static_cast<uint32_t>(maps.size()));
        const auto column = static_cast<int32_t>(random.NextBelow(maps[map].columns));
        return PositionOf(WorldMapIndex(map),
                          {column, static_cast<int32_t>(random.NextBelow(maps[map].rows))});
      };
      WorldRouteQuery query;
      query.start = place();
      query.goals = {place()};
      query.snap.radius_m = kFarSnap_m;
      query.shape = RouteShape::kTurningPoints;
      WS_ASSIGN_OR_RETURN(const WorldRouteAnswer answer, PlanWorldRoute(store_, query, scratch_));
      random_found_ += answer.status == RouteStatus::kComplete ? 1 : 0;
    }
    return absl::OkStatus();
  }

  absl::Status Answer(const std::vector<WorldQueryRow>& rows) {
    for (const WorldQueryRow& row : rows) {
      bool is_right = true;
      for (uint32_t i = 0; i < kWorldModes; ++i) {
        std::vector<double>& times_us = row.from_map == row.to_map ? same_map_us_ : between_maps_us_;
        WS_ASSIGN_OR_RETURN(const WorldRouteAnswer answer,
                            Time(QueryOf(row, static_cast<WorldMode>(i)), times_us));
        is_right = is_right && IsRight(row, i, answer);
        portals_ += answer.stretches.empty() ? 0 : answer.stretches.size() - 1;
      }
      exact_ += is_right ? 1 : 0;
    }
    return absl::OkStatus();
  }

  // On every n-th query between maps.
  absl::Status RaceDijkstra(const std::vector<WorldQueryRow>& rows) {
    std::vector<const WorldQueryRow*> between;
    for (const WorldQueryRow& row : rows) {
      if (row.from_map != row.to_map) between.push_back(&row);
    }
    if (options_.samples == 0 || between.empty()) return absl::OkStatus();
    WS_RETURN_IF_ERROR(OpenDijkstra());
    const size_t stride = std::max<size_t>(1, between.size() / options_.samples);
    for (size_t i = 0; i < between.size(); i += stride) {
      const auto mode = static_cast<WorldMode>(i / stride % kWorldModes);
      std::optional<GridSteps> steps;
      peer_us_.push_back(MicrosecondsOf([&] { steps = dijkstra_->Find(*between[i], mode); }));
      const WorldRouteQuery query = QueryOf(*between[i], mode);
      raced_us_.push_back(MicrosecondsOf([&] { (void)PlanWorldRoute(store_, query, scratch_); }));
      const auto m = static_cast<uint32_t>(mode);
      if (steps.has_value() == between[i]->is_reachable[m] &&
          (!steps.has_value() || *steps == between[i]->steps[m])) {
        ++peer_exact_;
      }
    }
    return absl::OkStatus();
  }

  // Places of the same map, with triggers that teleport; every n-th is checked by Dijkstra's algorithm.
  absl::Status AnswerPairs() {
    if (options_.pairs == 0) return absl::OkStatus();
    WS_ASSIGN_OR_RETURN(std::vector<WorldQueryRow> pairs, DrawPairsOnOneMap(store_, options_.pairs, kSeed));
    if (options_.samples != 0) WS_RETURN_IF_ERROR(OpenDijkstra());
    const size_t stride = options_.samples == 0 ? 0 : std::max<size_t>(1, pairs.size() / options_.samples);
    constexpr WorldMode kMode = WorldMode::kWalkInTeleports;
    for (size_t i = 0; i < pairs.size(); ++i) {
      WS_ASSIGN_OR_RETURN(const WorldRouteAnswer answer, Time(QueryOf(pairs[i], kMode), pair_us_));
      if (stride == 0 || i % stride != 0) continue;
      const std::optional<GridSteps> steps = dijkstra_->Find(pairs[i], kMode);
      const auto mode = static_cast<uint32_t>(kMode);
      pairs[i].is_reachable[mode] = steps.has_value();
      pairs[i].steps[mode] = steps.value_or(GridSteps{});
      ++checked_pairs_;
      exact_pairs_ += IsRight(pairs[i], mode, answer) ? 1 : 0;
    }
    return absl::OkStatus();
  }

  void Print(const std::vector<WorldQueryRow>& rows, double cold_ms, double tables_ms, const Memory& memory,
             const BenchLines& lines) const {
    const MapCache::Counts& counts = memory.counts;
    const auto sum = [](const std::vector<double>& values) {
      return std::accumulate(values.begin(), values.end(), 0.0);
    };
    lines.Print({{"maps", store_.world().view().maps().size()},
                 {"portals", store_.world().view().portals().size()},
                 {"queries", rows.size()},
                 {"exact", exact_},
                 {"us", MedianAndP99(between_maps_us_)},
                 {"same_map_us", MedianAndP99(same_map_us_)},
                 {"pairs", pair_us_.size()},
                 {"pairs_us", MedianAndP99(pair_us_)},
                 {"pairs_max_us", pair_us_.empty() ? Json() : Json(std::ranges::max(pair_us_))},
                 {"pairs_checked", checked_pairs_},
                 {"pairs_exact", exact_pairs_},
                 {"portals_per_route", static_cast<double>(portals_) / static_cast<double>(2 * rows.size())},
                 {"dijkstra_samples", peer_us_.size()},
                 {"dijkstra_exact", peer_exact_},
                 {"dijkstra_us", MedianAndP99(peer_us_)},
                 {"dijkstra_speedup", raced_us_.empty() ? Json() : Json(sum(peer_us_) / sum(raced_us_))},
                 {"random", options_.random},
                 {"random_found", random_found_},
                 {"portal_table_bytes", store_.world().TableBytes()},
                 {"rss_tables_bytes", memory.tables_bytes},
                 {"rss_peak_above_bytes", memory.peak_bytes - memory.tables_bytes},
                 {"max_map_bytes", options_.limits.max_bytes},
                 {"max_maps", options_.limits.max_maps},
                 {"map_bytes", counts.loaded_bytes},
                 {"maps_loaded", counts.loaded_maps},
                 {"map_hits", counts.hits},
                 {"map_misses", counts.misses},
                 {"map_drops", counts.drops},
                 {"tables_ms", tables_ms},
                 {"cold_first_answer_ms", cold_ms}});
  }

  bool is_right(size_t queries) const { return exact_ == queries && exact_pairs_ == checked_pairs_; }

 private:
  WorldPosition PositionOf(WorldMapIndex map, Cell cell) const {
    return {map, CellCenter(store_.world().view().Map(map), cell)};
  }

  bool IsRight(const WorldQueryRow& row, uint32_t mode, const WorldRouteAnswer& answer) const {
    const bool is_found = answer.status == RouteStatus::kComplete;
    if (is_found != row.is_reachable[mode]) return false;
    const double cell_m = store_.world().view().Map(row.from_map).cell_size_m;
    double walked_m = 0;
    for (const WorldStretch& stretch : answer.stretches) walked_m += stretch.walk.cost_m;
    const double wanted_m = row.steps[mode].Length() * cell_m;
    return !is_found ||
           (std::abs(answer.cost_m - wanted_m) < kNearest_m && std::abs(walked_m - wanted_m) < kNearest_m);
  }

  absl::Status OpenDijkstra() {
    if (dijkstra_.has_value()) return absl::OkStatus();
    return dijkstra_.emplace().Open(store_);
  }

  static constexpr uint64_t kSeed = 1;  // of pairs drawn

  WorldStore& store_;
  const WorldSuiteOptions& options_;
  Scratch scratch_;
  std::optional<CellDijkstra> dijkstra_;
  std::vector<double> between_maps_us_;
  std::vector<double> same_map_us_;
  std::vector<double> peer_us_;
  std::vector<double> raced_us_;
  std::vector<double> pair_us_;
  uint64_t checked_pairs_ = 0;
  uint64_t exact_pairs_ = 0;
  uint64_t random_found_ = 0;
  uint64_t exact_ = 0;
  uint64_t peer_exact_ = 0;
  uint64_t portals_ = 0;
};

}  // namespace

absl::Status RunWorldSuite(const WorldSuiteOptions& options, const BenchLines& lines) {
  if (options.portals > 0) return RunPortalSuite(options, lines);
  if (options.queries_path.empty()) return RunMeshWorldSuite(options, lines);
  MapStore maps(options.limits);
  absl::StatusOr<std::vector<MapStore::Refusal>> refused = absl::UnknownError("");
  const double tables_us = MicrosecondsOf([&] { refused = maps.LoadFolder(options.packages_path); });
  WS_RETURN_IF_ERROR(refused.status());
  if (maps.World() == nullptr) return absl::NotFoundError(StrCat(options.packages_path, ": no world"));
  WS_ASSIGN_OR_RETURN(const std::vector<WorldQueryRow> rows,
                      ReadWorldQueries(options.queries_path, maps.World()->world().view()));
  if (rows.empty()) return InvalidArgument(options.queries_path, ": no queries");
  Memory memory;
  memory.tables_bytes = MemoryBytes("VmRSS");
  WorldRace race(*maps.World(), options);
  const auto between =
      std::ranges::find_if(rows, [](const WorldQueryRow& row) { return row.from_map != row.to_map; });
  const WorldQueryRow& first = between == rows.end() ? rows.front() : *between;
  const double first_us = MicrosecondsOf([&] {
    Scratch scratch;
    (void)PlanWorldRoute(*maps.World(), race.QueryOf(first, WorldMode::kMayUse), scratch);
  });
  WS_RETURN_IF_ERROR(race.AnswerRandom());
  WS_RETURN_IF_ERROR(race.Answer(rows));
  memory.peak_bytes = MemoryBytes("VmHWM");
  memory.counts = maps.counts();
  WS_RETURN_IF_ERROR(race.RaceDijkstra(rows));
  WS_RETURN_IF_ERROR(race.AnswerPairs());
  race.Print(rows, (tables_us + first_us) * 1e-3, tables_us * 1e-3, memory, lines);
  if (race.is_right(rows.size())) return absl::OkStatus();
  return absl::InternalError("not all answers are right");
}

}  // namespace waystone
