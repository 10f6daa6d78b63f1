#include "bench/zones/zones_suite.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/stopwatch.h"
#include "bench/zones/l2j_region.h"
#include "core/base/status_macros.h"
#include "core/graph/components.h"
#include "core/navmesh/poly_graph.h"
#include "core/store/loaded_map.h"
#include "core/zones/zone_labels.h"
#include "core/zones/zone_view.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// The samples of each stage, in milliseconds.
struct StageTimes {
  std::vector<double> collect;
  std::vector<double> weak_alone;
  std::vector<double> scc_alone;
  std::vector<double> components;
  std::vector<double> label;
  std::vector<double> index;
  std::vector<double> total;
};

double MillisecondsOf(const std::function<void()>& work) { return CpuMicrosecondsOf(work) / 1000; }

// `collect` makes the graph; the other stages run as LabelZones and PackZones do them, and by themselves.
Json Measure(const std::function<CsrGraph()>& collect, uint32_t repeats) {
  StageTimes times;
  CsrGraph graph;
  ZoneData zones;
  for (uint32_t i = 0; i < repeats; ++i) {
    times.collect.push_back(MillisecondsOf([&] { graph = collect(); }));
    ZoneLabels labels;
    times.label.push_back(MillisecondsOf([&] { labels = LabelZones(graph, {}); }));
    times.index.push_back(MillisecondsOf([&] { zones = PackZones(labels); }));
    times.total.push_back(times.collect.back() + times.label.back() + times.index.back());
    WeakAndStrong found;
    times.components.push_back(MillisecondsOf([&] { found = FindComponents(graph); }));
    times.weak_alone.push_back(MillisecondsOf([&] { WeakComponents(graph); }));
    times.scc_alone.push_back(MillisecondsOf([&] { StrongComponents(graph); }));
  }
  const CsrView view = graph;
  const double label_ms = Median(times.label);
  const double components_ms = Median(times.components);
  return {{"polygons", view.node_count()},
          {"edges", view.targets.size()},
          {"weak_components", zones.header.weak_count},
          {"strong_components", zones.header.component_count},
          {"isolated_polygons", zones.header.isolated_node_count},
          {"dag_arcs", zones.dag_targets.size()},
          {"collect_ms", Median(times.collect)},
          {"weak_and_scc_ms", components_ms},
          {"isolate_rank_mark_ms", std::max(0.0, label_ms - components_ms)},
          {"index_ms", Median(times.index)},
          {"total_ms", Median(times.total)},
          {"weak_alone_ms", Median(times.weak_alone)},
          {"scc_alone_ms", Median(times.scc_alone)},
          {"repeats", repeats}};
}

}  // namespace

absl::Status RunZonesSuite(const ZonesSuiteOptions& options, const BenchLines& lines) {
  if (!options.graph_path.empty()) {
    WS_ASSIGN_OR_RETURN(const L2jRegion region, ReadL2j(options.graph_path));
    lines.Print(Measure([&] { return region.MakeGraph(); }, options.repeats));
    return absl::OkStatus();
  }
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView first, map->View(options.agent, {}, ZonesNeed::kIfReady));
  for (const MapVariant& variant : map->manifest().variants) {
    if (variant.agent.name != first.variant->agent.name) continue;
    WS_ASSIGN_OR_RETURN(const MapView view,
                        map->View(variant.agent.name, variant.abilities, ZonesNeed::kIfReady));
    const auto collect = [&] { return MakePolyGraph(*view.navmesh, *view.links, view.abilities); };
    Json line = {{"map", map->manifest().map_id},
                 {"agent", variant.agent.name},
                 {"abilities", variant.abilities},
                 {"links", view.links->size()}};
    line.update(Measure(collect, options.repeats));
    lines.Print(line);
  }
  return absl::OkStatus();
}

}  // namespace waystone
