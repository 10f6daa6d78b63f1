#include "bench/volume/volume_suite.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/volume/volume_race.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

absl::StatusOr<std::vector<std::string>> MapsIn(const std::string& folder) {
  std::vector<std::string> maps;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string path = entry.path().string();
    if (path.ends_with(".3dmap") || path.ends_with(".3dmap.xz")) maps.push_back(path);
  }
  if (maps.empty()) return absl::NotFoundError(StrCat(Quoted(folder), ": no .3dmap files"));
  std::ranges::sort(maps);
  return maps;
}

// What the sampled queries took, all together.
double SampleOf(const std::vector<double>& us, size_t every) {
  double sum = 0;
  for (size_t i = 0; i < us.size(); i += every) sum += us[i];
  return sum;
}

absl::Status RunMap(const std::string& path, const VolumeSuiteOptions& options, const BenchLines& lines,
                    std::vector<double>& log_speedups) {
  WS_ASSIGN_OR_RETURN(const VolumeScenario scenario, ReadVolumeScenario(path));
  WS_ASSIGN_OR_RETURN(const VolumeView volume, VolumeView::Create(scenario.volume));
  const size_t every = std::max<size_t>(1, scenario.queries.size() / options.astar_queries);
  const VolumeRace race = RunVolumeRace(volume, scenario.queries);
  const VolumeRace plain = RunPlainVolumeRace(volume, scenario.queries, every);
  const double speedup = SampleOf(plain.us, 1) / SampleOf(race.us, every);
  log_speedups.push_back(std::log(speedup));
  const uint64_t bytes = scenario.volume.rows.size() * sizeof(uint32_t) +
                         scenario.volume.words.size() * sizeof(VoxelWord) + sizeof(VolumeHeader);
  const VolumeSize& size = volume.size();
  lines.Print({{"map", scenario.map},
               {"queries", scenario.queries.size()},
               {"exact", race.exact},
               {"speedup_unbaked", speedup},
               {"speedup_baked", nullptr},  // there is no index yet
               {"bytes_per_voxel", static_cast<double>(bytes) / static_cast<double>(size.VoxelCount())},
               {"sides", size.sides},
               {"border_voxels", scenario.border_count},
               {"us", MeanMedianP99(race.us)},
               {"expanded", race.expanded},
               {"astar_queries", plain.us.size()},
               {"astar_exact", plain.exact},
               {"astar_us", MeanMedianP99(plain.us)},
               {"astar_expanded", plain.expanded},
               {"pack_seconds", scenario.pack_s}});
  return absl::OkStatus();
}

}  // namespace

absl::Status RunVolumeSuite(const VolumeSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> maps, MapsIn(options.data_path));
  std::vector<double> log_speedups;
  for (const std::string& map : maps) WS_RETURN_IF_ERROR(RunMap(map, options, lines, log_speedups));
  lines.Print({{"geometric_means_of_maps", maps.size()}, {"speedup_unbaked", std::exp(Mean(log_speedups))}});
  return absl::OkStatus();
}

}  // namespace waystone
