#include "bench/clusters/cluster_suite.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "bake/clusters/cluster_builder.h"
#include "bench/navmesh/pair_sampler.h"
#include "bench/navmesh/route_race.h"
#include "bench/stopwatch.h"
#include "core/base/status_macros.h"
#include "core/store/loaded_map.h"
#include "core/surface/navmesh/navmesh_surface.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// One index that answers long routes.
struct Index {
  Json name;
  std::unique_ptr<const ClusterData> data;  // null: the package's hierarchy
  std::unique_ptr<const ClusterView> clusters;
  std::unique_ptr<const SearchSurface> surface;
  MapView map;
};

uint64_t BytesOf(const ClusterData& data) {
  const auto bytes = [](const auto& records) { return records.size() * sizeof(records[0]); };
  return bytes(data.places) + bytes(data.polys) + bytes(data.clusters) + bytes(data.entrances) +
         bytes(data.entering) + bytes(data.costs) + bytes(data.steps) + bytes(data.path_ends);
}

Json NameOf(const ClusterRules& rules) {
  return {{"index", rules.method == ClusterMethod::kEdges ? "edges" : "points"},
          {"polygons", rules.polygons}};
}

absl::StatusOr<Index> MakeClusters(const MapView& map, const ClusterRules& rules, const BenchLines& lines) {
  const ClusterGround ground{*map.navmesh, *map.links, map.abilities};
  absl::StatusOr<ClusterData> data;
  const double took_us = CpuMicrosecondsOf([&] { data = BuildClusters(ground, rules, 1); });
  if (!data.ok()) return data.status();
  Index index{NameOf(rules), std::make_unique<ClusterData>(*std::move(data)), nullptr, nullptr, map};
  WS_ASSIGN_OR_RETURN(const ClusterView view, ClusterView::Create(*index.data, *map.navmesh, *map.links));
  index.clusters = std::make_unique<ClusterView>(view);
  index.surface = std::make_unique<NavmeshSurface>(
      std::vector<NavmeshIndexes>{{.abilities = map.abilities, .clusters = index.clusters.get()}});
  index.map.surface = index.surface.get();
  Json line = index.name;
  line["bake_cpu_s"] = took_us * 1e-6;
  line["bytes"] = BytesOf(*index.data);
  line["cost_bytes"] = index.data->costs.size() * sizeof(float);
  line["clusters"] = index.data->clusters.size();
  line["entrances"] = index.data->entrances.size();
  lines.Print(line);
  return index;
}

}  // namespace

absl::Status RunClusterSuite(const ClusterSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  std::vector<Index> indices;
  if (IndexesOf(view).hierarchy != nullptr) {
    indices.push_back({{{"index", "hierarchy"}}, nullptr, nullptr, nullptr, view});
  }
  for (const uint32_t polygons : options.polygons) {
    for (const ClusterMethod method : {ClusterMethod::kEdges, ClusterMethod::kPoints}) {
      WS_ASSIGN_OR_RETURN(Index index, MakeClusters(view, {method, polygons}, lines));
      indices.push_back(std::move(index));
    }
  }
  PairSampler sampler(view, options.seed);
  for (const LengthBucket& bucket : kLengthBuckets) {
    const std::vector<RoutePair> pairs = sampler.Draw(bucket, options.pairs);
    for (const Index& index : indices) {
      Json line = index.name;
      line.update(BucketLine(bucket, RouteRace(index.map, nullptr, options.exact_samples).Run(pairs), false));
      lines.Print(line);
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
