#include "bench/grid/grid_cluster_suite.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "bake/grid/grid_cluster_baker.h"
#include "bake/grid/grid_packer.h"
#include "bake/import/grid_importer.h"
#include "bench/grid/grid_race.h"
#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/grid/grid_search.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kLeastObstacle = 4;  // [cells] a side
constexpr double kRounding = 1e-6;      // [cells]

// Free but for random rectangles.
GridCells DrawCells(const GridClusterSuiteOptions& options) {
  const uint32_t side = options.drawn;
  GridCells cells;
  cells.columns = cells.rows = side;
  cells.areas.assign(size_t{side} * side, 1);
  Random random(options.seed);
  const auto wanted = static_cast<uint64_t>((1 - options.free) * static_cast<double>(cells.areas.size()));
  for (uint64_t blocked = 0; blocked < wanted;) {
    const uint32_t columns = kLeastObstacle + random.NextBelow(options.obstacle);
    const uint32_t rows = kLeastObstacle + random.NextBelow(options.obstacle);
    const uint32_t column = random.NextBelow(side);
    const uint32_t row = random.NextBelow(side);
    for (uint32_t y = row; y < std::min(side, row + rows); ++y) {
      for (uint32_t x = column; x < std::min(side, column + columns); ++x) {
        blocked += std::exchange(cells.areas[size_t{y} * side + x], uint8_t{0});
      }
    }
  }
  return cells;
}

absl::StatusOr<GridCells> CellsOf(const GridClusterSuiteOptions& options) {
  if (options.map_path.empty()) return DrawCells(options);
  WS_ASSIGN_OR_RETURN(ImportedGrid source, ImportGrid(options.map_path, {}, {}, 1.0));
  return std::move(source.cells);
}

struct Pair {
  GridQuery query;
  std::optional<double> least;  // [cells] none: there is no path
};

struct Samples {
  std::vector<double> us;
  std::vector<double> expanded;
  std::vector<double> ratios;

  static Json Numbers(const std::vector<double>& values) {
    Json numbers = MeanMedianP99(values);
    if (!values.empty()) numbers["max"] = std::ranges::max(values);
    return numbers;
  }
};

class GridClusterSuite {
 public:
  GridClusterSuite(const GridClusterSuiteOptions& options, const BenchLines& lines)
      : options_(options), lines_(lines) {}

  // By the best method that needs nothing baked, once each: it may take seconds.
  void FindBest(const GridView& map) {
    const GridGround ground = GroundOfMap(map);
    Random random(options_.seed);
    while (pairs_.size() < options_.pairs) {
      Pair pair;
      pair.query.start = FreeCell(ground.bits, random);
      pair.query.goal = FreeCell(ground.bits, random);
      const double us = CpuMicrosecondsOf([&] { FindGridPath(ground, pair.query, workspace_, path_); });
      if (path_.outcome == SearchOutcome::kFound) {
        pair.least = path_.cost;
        best_us_.push_back(us);
      }
      pairs_.push_back(pair);
    }
  }

  absl::Status Run(const GridData& plain, uint32_t side) {
    GridData data = plain;
    WS_ASSIGN_OR_RETURN(const GridView bare, GridView::Create(plain));
    const double bake_us =
        CpuMicrosecondsOf([&] { data.clusters = BakeGridClusters(bare, {.side = side, .thread_count = 1}); });
    std::optional<absl::StatusOr<GridView>> map;
    const double check_us = CpuMicrosecondsOf([&] { map = GridView::Create(data); });
    WS_RETURN_IF_ERROR(map->status());
    const GridGround ground = GroundOfMap(**map);
    Samples samples;
    size_t by_clusters = 0;
    for (const Pair& pair : pairs_) {
      WS_RETURN_IF_ERROR(Measure(ground, pair, samples));
      by_clusters += path_.method == GridMethod::kClusters ? 1 : 0;
    }
    const auto cells = static_cast<double>(plain.header.columns) * plain.header.rows;
    lines_.Print({{"side", side},
                  {"cells", cells},
                  {"free", plain.header.free_count},
                  {"bake_cpu_s", bake_us * 1e-6},
                  {"load_check_s", check_us * 1e-6},
                  {"bytes", GridClusterBytes(*data.clusters)},
                  {"bytes_per_cell", static_cast<double>(GridClusterBytes(*data.clusters)) / cells},
                  {"blocks", data.clusters->clusters.size()},
                  {"entrances", data.clusters->entrances.size()},
                  {"pairs", pairs_.size()},
                  {"found", samples.us.size()},
                  {"by_blocks", by_clusters},
                  {"us", Samples::Numbers(samples.us)},
                  {"best_us", Samples::Numbers(best_us_)},
                  {"ratio", Samples::Numbers(samples.ratios)},
                  {"expanded", Samples::Numbers(samples.expanded)}});
    return absl::OkStatus();
  }

 private:
  static Cell FreeCell(const BitGrid& bits, Random& random) {
    for (;;) {
      const Cell cell{static_cast<int32_t>(random.NextBelow(bits.columns)),
                      static_cast<int32_t>(random.NextBelow(bits.rows))};
      if (bits.IsFree(cell)) return cell;
    }
  }

  absl::Status Measure(const GridGround& ground, const Pair& pair, Samples& samples) {
    GridQuery query = pair.query;
    query.method = GridMethod::kClusters;
    const double us =
        LeastCpuMicrosecondsOf(options_.repeats, [&] { FindGridPath(ground, query, workspace_, path_); });
    const bool is_found = path_.outcome == SearchOutcome::kFound;
    if (is_found != pair.least.has_value())
      return absl::InternalError("only one of two methods found a path");
    if (!is_found) return absl::OkStatus();
    if (path_.cost < *pair.least - kRounding) return absl::InternalError("a path is shorter than the best");
    samples.us.push_back(us);
    samples.expanded.push_back(static_cast<double>(path_.expanded));
    samples.ratios.push_back(*pair.least > 0 ? path_.cost / *pair.least : 1);
    return absl::OkStatus();
  }

  const GridClusterSuiteOptions& options_;
  const BenchLines& lines_;
  GridWorkspace workspace_;
  GridPath path_;
  std::vector<Pair> pairs_;
  std::vector<double> best_us_;
};

}  // namespace

absl::Status RunGridClusterSuite(const GridClusterSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const GridCells cells, CellsOf(options));
  const GridData plain = PackGrid(cells, cells.origin);
  if (plain.header.free_count == 0) return absl::InvalidArgumentError("no cell of the map is free");
  WS_ASSIGN_OR_RETURN(const GridView map, GridView::Create(plain));
  GridClusterSuite suite(options, lines);
  suite.FindBest(map);
  for (const uint32_t side : options.sides) WS_RETURN_IF_ERROR(suite.Run(plain, side));
  return absl::OkStatus();
}

}  // namespace waystone
