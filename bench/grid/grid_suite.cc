#include "bench/grid/grid_suite.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "bake/grid/jump_choice.h"
#include "bench/grid/grid_race.h"
#include "bench/grid/scenario.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t kSmallMap = 100'000;  // [cells] free, up to which bounds are judged
constexpr uint32_t kBarRects = 64;

std::string NameOf(GridMethod method) {
  return std::ranges::find(GridMethods(), method, [](const auto& known) { return known.second; })->first;
}

// The data of the last line, by method.
struct Totals {
  std::vector<double> log_speedups;
  std::vector<double> log_means;
  std::vector<double> log_overlays;
  std::vector<double> log_smooths;
  std::vector<double> log_lengths;
  std::vector<double> bytes_per_cell;
  std::vector<double> us;  // of all queries
  size_t queries = 0;
  size_t optimal = 0;
};

double GeometricMean(const std::vector<double>& logs) { return std::exp(Mean(logs)); }

class GridSuite {
 public:
  GridSuite(const GridSuiteOptions& options, const BenchLines& lines) : options_(options), lines_(lines) {}

  absl::Status RunMap(const ScenarioFiles& files, GridMethod method, Json* reason) {
    const absl::StatusOr<BenchGrid> grid = LoadBenchGrid(files.map_path, method);
    if (!grid.ok() && absl::IsFailedPrecondition(grid.status()) && reason != nullptr) {
      *reason = grid.status().message();
      return absl::OkStatus();
    }
    WS_RETURN_IF_ERROR(grid.status());
    WS_ASSIGN_OR_RETURN(const GridView map, GridView::Create(grid->data));
    WS_ASSIGN_OR_RETURN(const Scenario scenario,
                        ReadScenario(files.scen_path, files.answers_path, map.columns(), map.rows()));
    const auto [known, is_new] = yardsticks_.try_emplace(files.name);
    if (is_new) known->second = RunYardstick(map, scenario, options_);
    Measure(files, method, *grid, map, scenario, known->second);
    return absl::OkStatus();
  }

  void PrintTotals() const;

 private:
  void Measure(const ScenarioFiles& files, GridMethod method, const BenchGrid& grid, const GridView& map,
               const Scenario& scenario, const Yardstick& yardstick) {
    const RaceResult race = RunRace(map, scenario, method, options_);
    double sample_us = 0;
    for (const size_t i : yardstick.queries) sample_us += race.us[i];
    const double speedup = yardstick.total_us / sample_us;
    const double bytes = static_cast<double>(grid.size_bytes) / (double{1} * map.columns() * map.rows());
    const double mean_us = Mean(race.us);
    Json line = {{"map", files.name},
                 {"algorithm", NameOf(method)},
                 {"queries", scenario.queries.size()},
                 {"optimal", race.optimal},
                 {"us", MeanMedianP99(race.us)},
                 {"speedup", speedup},
                 {"astar_ns_per_expansion", yardstick.ns_per_expansion},
                 {"expanded", race.expanded},
                 {"bake_seconds", grid.bake_s},
                 {"bytes_per_cell", bytes},
                 {"overlay_ratio", nullptr},
                 {"smooth_ratio", nullptr}};
    if (method == GridMethod::kJpsPlus)
      line["baker_takes"] = ChooseJumps(grid.data).is_bits ? "jps" : "jps_plus";
    Totals& totals = totals_[method];
    const uint32_t rects = options_.rects != 0 || options_.movingai_path.empty() ? options_.rects : kBarRects;
    // Changed bits are searched as bits, whatever else was measured.
    if (rects != 0 && (options_.movingai_path.empty() || method == GridMethod::kJps)) {
      const double ratio = OverlayRatio(map, scenario, rects, options_);
      line["overlay_ratio"] = ratio;
      totals.log_overlays.push_back(std::log(ratio));
    }
    if (options_.smooth) {
      const SmoothResult smooth = RunSmooth(map, scenario, method, options_);
      line["smooth_ratio"] = smooth.time_ratio;
      line["smooth_length_ratio"] = smooth.length_ratio;
      line["smooth_length_n"] = smooth.length_count;
      totals.log_smooths.push_back(std::log(smooth.time_ratio));
      if (smooth.length_count > 0) totals.log_lengths.push_back(std::log(smooth.length_ratio));
    }
    lines_.Print(line);
    totals.log_speedups.push_back(std::log(speedup));
    totals.log_means.push_back(std::log(mean_us));
    totals.bytes_per_cell.push_back(bytes);
    totals.us.insert(totals.us.end(), race.us.begin(), race.us.end());
    totals.queries += scenario.queries.size();
    totals.optimal += race.optimal;
    if (map.header().free_count <= kSmallMap) small_means_[method][files.name] = mean_us;
    astar_ns_[files.name] = yardstick.ns_per_expansion;
  }

  // Geometric mean of bounded's time over that of baked jumps alone, on the small maps that have both.
  Json BoundedRatio() const {
    const auto bounded = small_means_.find(GridMethod::kBounded);
    const auto jumps = small_means_.find(GridMethod::kJpsPlus);
    if (bounded == small_means_.end() || jumps == small_means_.end()) return nullptr;
    std::vector<double> logs;
    for (const auto& [map, us] : bounded->second) {
      const auto peer = jumps->second.find(map);
      if (peer != jumps->second.end()) logs.push_back(std::log(us / peer->second));
    }
    return logs.empty() ? Json(nullptr) : Json(GeometricMean(logs));
  }

  const GridSuiteOptions& options_;
  const BenchLines& lines_;
  std::map<std::string, Yardstick> yardsticks_;
  std::map<GridMethod, Totals> totals_;
  std::map<GridMethod, std::map<std::string, double>> small_means_;  // us
  std::map<std::string, double> astar_ns_;
};

void GridSuite::PrintTotals() const {
  std::vector<double> log_ns;
  for (const auto& [map, ns] : astar_ns_) log_ns.push_back(std::log(ns));
  if (log_ns.empty()) return;
  Json line = {{"geometric_means_of_maps", astar_ns_.size()},
               {"astar_ns_per_expansion", GeometricMean(log_ns)},
               {"bounded_over_jps_plus", BoundedRatio()}};
  for (const auto& [method, totals] : totals_) {
    if (totals.log_means.empty()) continue;
    Json one = {{"maps", totals.log_means.size()},
                {"queries", totals.queries},
                {"optimal", totals.optimal},
                {"mean_us", GeometricMean(totals.log_means)},
                {"speedup", GeometricMean(totals.log_speedups)},
                {"p99_over_mean", Percentile(totals.us, 0.99) / Mean(totals.us)},
                {"bytes_per_cell_most", std::ranges::max(totals.bytes_per_cell)}};
    if (!totals.log_overlays.empty()) one["overlay_ratio"] = GeometricMean(totals.log_overlays);
    if (!totals.log_smooths.empty()) one["smooth_ratio"] = GeometricMean(totals.log_smooths);
    if (!totals.log_lengths.empty()) one["smooth_length_ratio"] = GeometricMean(totals.log_lengths);
    line[std::string(NameOf(method))] = std::move(one);
  }
  line["bar"] = {{"jps", {{"speedup", 100}, {"overlay_ratio", 1.1}, {"bytes_per_cell_most", 0.4}}},
                 {"jps_plus", {{"speedup", 160}, {"bytes_per_cell_most", 18}}},
                 {"bounded_over_jps_plus", 0.25},
                 {"p99_over_mean", 3.5},
                 {"smooth_ratio", 1.2},
                 {"smooth_length_ratio", 1.03}};
  lines_.Print(line);
}

}  // namespace

const std::map<std::string, GridMethod>& GridMethods() {
  static const auto* const kMethods = new std::map<std::string, GridMethod>{
      {"auto", GridMethod::kAuto},       {"astar", GridMethod::kAStar},
      {"jps", GridMethod::kJps},         {"jps_plus", GridMethod::kJpsPlus},
      {"bounded", GridMethod::kBounded}, {"hub_labels", GridMethod::kHubLabels}};
  return *kMethods;
}

absl::Status RunGridSuite(const GridSuiteOptions& options, const BenchLines& lines) {
  GridSuite suite(options, lines);
  if (options.movingai_path.empty()) {
    if (options.map_path.empty() || options.scen_path.empty()) {
      return absl::InvalidArgumentError("needs --map and --scen, or --movingai");
    }
    const ScenarioFiles files{options.map_path, options.map_path, options.scen_path, options.answers_path};
    if (options.method != GridMethod::kAuto) return suite.RunMap(files, options.method, nullptr);
    // As the baker and PlanRoute choose.
    Json reason;
    for (const GridMethod method : {GridMethod::kHubLabels, GridMethod::kBounded}) {
      reason = nullptr;
      WS_RETURN_IF_ERROR(suite.RunMap(files, method, &reason));
      if (reason.is_null()) return absl::OkStatus();
    }
    const absl::StatusOr<BenchGrid> grid = LoadBenchGrid(files.map_path, GridMethod::kJpsPlus);
    const bool is_table = grid.ok() && !ChooseJumps(grid->data).is_bits;
    return suite.RunMap(files, is_table ? GridMethod::kJpsPlus : GridMethod::kJps, nullptr);
  }
  WS_ASSIGN_OR_RETURN(const std::vector<ScenarioFiles> folder, ReadScenarioFolder(options.movingai_path));
  std::vector<GridMethod> methods = {options.method};
  if (options.method == GridMethod::kAuto) {
    methods = {GridMethod::kJps, GridMethod::kJpsPlus, GridMethod::kBounded, GridMethod::kHubLabels};
  }
  for (const ScenarioFiles& files : folder) {
    for (const GridMethod method : methods) {
      Json reason;
      WS_RETURN_IF_ERROR(suite.RunMap(files, method, &reason));
      if (!reason.is_null()) {
        lines.Print({{"map", files.name}, {"algorithm", NameOf(method)}, {"left_out", reason}});
      }
    }
  }
  suite.PrintTotals();
  return absl::OkStatus();
}

}  // namespace waystone
