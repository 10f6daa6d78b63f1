#include "bench/volume/volume_race.h"

#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>

#include "bake/import/voxel_map.h"
#include "bench/packed_file.h"
#include "bench/stopwatch.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/volume/volume_search.h"
#include "tests/oracle/plain_volume_search.h"

namespace waystone {
namespace {

constexpr double kPrecision = 1e-6;  // [voxels] of the scenarios' lengths, summed up from floats

absl::StatusOr<std::vector<VolumeScenarioQuery>> ReadQueries(const std::string& path,
                                                             const VolumeView& volume) {
  WS_ASSIGN_OR_RETURN(const std::string bytes, ReadPacked(path));
  std::istringstream text(bytes);
  std::vector<VolumeScenarioQuery> queries;
  size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const bool is_title = number <= 2;  // the version, and the name of the map
    if (is_title || line.empty()) continue;
    std::istringstream words(line);
    VolumeScenarioQuery query;
    for (Voxel* const end : {&query.start, &query.goal}) {
      for (int32_t& along : end->along) words >> along;
    }
    if (!(words >> query.length)) {
      return InvalidArgument(Quoted(path), ": line ", number, ": must be start, goal and length");
    }
    const auto is_free = [&](const Voxel& voxel) {
      return volume.size().Contains(voxel) && volume.IsFree(voxel);
    };
    if (!is_free(query.start) || !is_free(query.goal)) {
      return InvalidArgument(Quoted(path), ": line ", number, ": an end is blocked, or outside of the map");
    }
    queries.push_back(query);
  }
  if (queries.empty()) return InvalidArgument(Quoted(path), ": no queries");
  return queries;
}

bool IsExact(VoxelLength length, const VolumeScenarioQuery& query) {
  return std::abs(InVoxels(length) - query.length) <= kPrecision;
}

uint64_t CountBorder(const VolumeView& volume) {
  uint64_t count = 0;
  const VolumeSize& size = volume.size();
  for (uint64_t id = 0; id < size.VoxelCount(); ++id) {
    const Surroundings around = volume.Around(size.VoxelOf(static_cast<uint32_t>(id)));
    if (around != kAllFree && (around >> PlaceBit(0, 0, 0) & 1) != 0) ++count;
  }
  return count;
}

}  // namespace

absl::StatusOr<VolumeScenario> ReadVolumeScenario(const std::string& map_path) {
  VolumeScenario scenario;
  scenario.map = std::filesystem::path(map_path).filename().string();
  scenario.map.resize(scenario.map.find(".3dmap"));
  WS_ASSIGN_OR_RETURN(const std::string text, ReadPacked(map_path));
  const absl::StatusOr<VoxelBits> bits = ReadVoxelMap(text);
  if (!bits.ok()) return InvalidArgument(Quoted(map_path), ": ", bits.status().message());
  scenario.pack_s = MicrosecondsOf([&] { scenario.volume = PackVolume(*bits, {}, 1); }) * 1e-6;
  WS_ASSIGN_OR_RETURN(const VolumeView volume, VolumeView::Create(scenario.volume));
  scenario.border_count = CountBorder(volume);
  std::string scen_path = map_path;
  const std::string ending = ".3dmap";
  scen_path.replace(scen_path.rfind(ending), ending.size(), ".3dscen");
  WS_ASSIGN_OR_RETURN(scenario.queries, ReadQueries(scen_path, volume));
  return scenario;
}

VolumeRace RunVolumeRace(const VolumeView& volume, const std::vector<VolumeScenarioQuery>& queries) {
  VolumeRace race;
  VolumeSearchScratch scratch;
  VolumePath path;
  for (const VolumeScenarioQuery& query : queries) {
    VolumeQuery asked;
    asked.start = query.start;
    asked.goal = query.goal;
    asked.max_expansions = 100'000'000;
    race.us.push_back(MicrosecondsOf([&] { FindVolumePath(volume, asked, scratch, path); }));
    if (path.outcome == SearchOutcome::kFound && IsExact(path.length, query)) ++race.exact;
    race.expanded += path.expanded;
  }
  race.expanded /= static_cast<double>(queries.size());
  return race;
}

VolumeRace RunPlainVolumeRace(const VolumeView& volume, const std::vector<VolumeScenarioQuery>& queries,
                              size_t every) {
  VolumeRace race;
  PlainVolumeSearch plain(volume);
  for (size_t i = 0; i < queries.size(); i += every) {
    std::optional<VoxelLength> length;
    race.us.push_back(MicrosecondsOf([&] { length = plain.Find(queries[i].start, queries[i].goal); }));
    if (length.has_value() && IsExact(*length, queries[i])) ++race.exact;
    race.expanded += static_cast<double>(plain.expanded());
  }
  race.expanded /= static_cast<double>(race.us.size());
  return race;
}

}  // namespace waystone
