#include "bake/program/world_settings.h"

#include <filesystem>
#include <map>
#include <utility>

#include "bake/config/config_file.h"
#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "bake/program/bake_job.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

bool IsThere(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(std::filesystem::symlink_status(path, error));
}

class SettingsReader {
 public:
  SettingsReader(const WorldManifest& world, const std::string& manifest_path)
      : world_(world), manifest_path_(manifest_path) {
    for (const WorldMapSource& map : world.maps) ++map_counts_[map.config_path];
  }

  absl::StatusOr<MapSettings> Read(const WorldMapSource& map) {
    SourceDigest digest;
    const auto add = [&digest](std::string_view text) {
      digest.Add(StrCat(text.size(), ":"));
      digest.Add(text);
    };
    add(BakerVersion());
    add(map.map_id);
    add(FileName(map.source_path));
    MapSettings settings;
    if (const std::string path = FileOf(map); !path.empty()) {
      WS_ASSIGN_OR_RETURN(settings, OfFile(path));
      add(settings.digest);
      if (IsShared(path)) settings.config.shared_names = NamesIn(settings.config);
      add(IsShared(path) ? "shared" : "own");
    }
    add(map.settings);
    if (!map.settings.empty()) {
      // Links in a file lie beside the manifest.
      const std::string name =
          StrCat(manifest_path_, map.place.substr(map.place.rfind(':')), ": map ", Quoted(map.map_id));
      WS_RETURN_IF_ERROR(ParseConfigOver(map.settings, name, &digest, settings.config));
    }
    if (map.origin.has_value()) {
      settings.config.cells.origin = *map.origin;
      add(std::string_view(reinterpret_cast<const char*>(&*map.origin), sizeof(*map.origin)));
    }
    settings.config.map_id = map.map_id;
    settings.digest = digest.Hex();
    return settings;
  }

 private:
  std::string FileOf(const WorldMapSource& map) const {
    if (!map.config_path.empty()) return map.config_path;
    std::string beside = StrCat(map.source_path, ".bake.yaml");
    return IsThere(beside) ? beside : world_.config_path;
  }

  // Whether a file of settings is for several maps, and not one map's own.
  bool IsShared(const std::string& path) const {
    const auto named = map_counts_.find(path);
    return path == world_.config_path || (named != map_counts_.end() && named->second > 1);
  }

  // A file that many maps share is read once.
  absl::StatusOr<MapSettings> OfFile(const std::string& path) {
    const auto known = files_.find(path);
    if (known != files_.end()) return known->second;
    SourceDigest digest;
    MapSettings settings;
    WS_ASSIGN_OR_RETURN(settings.config, ReadConfigFile(path, &digest));
    settings.digest = digest.Hex();
    return files_.emplace(path, std::move(settings)).first->second;
  }

  const WorldManifest& world_;
  const std::string& manifest_path_;
  std::map<std::string, size_t> map_counts_;  // by the file that maps name
  std::map<std::string, MapSettings> files_;
};

}  // namespace

absl::StatusOr<std::vector<MapSettings>> ReadMapSettings(const WorldManifest& world,
                                                         const std::string& manifest_path) {
  SettingsReader reader(world, manifest_path);
  std::vector<MapSettings> settings;
  for (const WorldMapSource& map : world.maps) {
    WS_ASSIGN_OR_RETURN(settings.emplace_back(), reader.Read(map));
  }
  return settings;
}

}  // namespace waystone
