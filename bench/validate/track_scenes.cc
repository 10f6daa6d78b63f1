#include "bench/validate/track_scenes.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Families whose maps are baked with a skeleton.
constexpr const char* kExplored[] = {"csnav", "quake", "scenes"};

// Runs a program with standard output sent to standard error, and waits for it.
absl::Status RunAloud(const std::vector<std::string>& command) {
  const pid_t child = ::fork();
  if (child < 0) return absl::InternalError("fork failed");
  if (child == 0) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execvp(words[0], words.data());
    ::_exit(127);
  }
  int state = 0;
  ::waitpid(child, &state, 0);
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat(command[0], " failed: ", state));
}

fs::path OwnFolder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

// Which maps of the list are taken.
std::vector<Json> Choose(const Json& maps, const TrackSceneOptions& options) {
  std::map<std::string, std::vector<Json>> by_family;
  for (const Json& entry : maps) {
    const std::string family = entry["family"];
    const bool is_wanted = options.families.empty() || std::ranges::count(options.families, family) > 0;
    if (family != "world" && family != "repro" && is_wanted) by_family[family].push_back(entry);
  }
  std::vector<Json> chosen;
  for (const auto& [family, all] : by_family) {
    size_t most = options.maps == 0 ? all.size() : options.maps;
    if (family == "ro_world") most = std::min(most, TrackScenes::kWorldMaps);
    most = std::min(most, all.size());
    for (size_t i = 0; i < most; ++i) chosen.push_back(all[i * all.size() / most]);
  }
  return chosen;
}

// Writes the manifest of a world of these maps, with skeletons where they are explored.
absl::Status WriteWorld(const fs::path& folder, std::vector<Json>& maps) {
  std::ofstream world(folder / "tracks.yaml");
  world << "world: tracks\nmaps:\n";
  for (Json& map : maps) {
    const std::string name = map["map"];
    std::string config = map["config"];
    if (std::ranges::count(kExplored, map["family"].get<std::string>()) > 0) {
      std::ifstream file(config);
      Json settings = Json::parse(file, nullptr, false);
      if (settings.is_discarded()) return absl::DataLossError(StrCat(config, ": it is no JSON"));
      settings["skeleton"] = true;
      config = (folder / StrCat("explored-", name, ".yaml")).string();
      std::ofstream(config) << settings.dump() << "\n";
    }
    world << "  - " << Json{{"id", name}, {"source", map["source"]}, {"config", config}}.dump() << "\n";
  }
  world.close();
  return world ? absl::OkStatus() : absl::UnavailableError(StrCat(folder.string(), ": it cannot be written"));
}

}  // namespace

absl::StatusOr<TrackScenes> TrackScenes::Open(const TrackSceneOptions& options) {
  TrackScenes result;
  if (!options.package_path.empty()) {
    result.scenes_.push_back({options.package_path, "package", options.package_path});
    return result;
  }
  if (!fs::is_directory(options.data_path)) {
    return absl::NotFoundError(StrCat(Quoted(options.data_path), " is no folder"));
  }
  std::string folder = options.packages_path;
  if (folder.empty()) {
    WS_ASSIGN_OR_RETURN(result.temporary_, TemporaryFolder::Make("waystone-tracks"));
    folder = result.temporary_.path();
  }
  const fs::path sources = fs::path(folder) / "sources";
  const std::string script = options.sources_script.empty() ? WAYSTONE_SOURCE_DIR "/scripts/answer_sources.py"
                                                            : options.sources_script;
  WS_RETURN_IF_ERROR(RunAloud({"python3", script, options.data_path, sources.string()}));
  std::ifstream list(sources / "maps.json");
  const Json maps = Json::parse(list, nullptr, false);
  if (!maps.is_array()) return absl::DataLossError("maps.json is no list");
  std::vector<Json> chosen = Choose(maps, options);
  if (chosen.empty()) return absl::NotFoundError(StrCat(Quoted(options.data_path), " holds no such map"));
  WS_RETURN_IF_ERROR(WriteWorld(sources, chosen));
  const std::string bake = options.bake_path.empty()
                               ? (OwnFolder() / "../bake/program/waystone-bake").string()
                               : options.bake_path;
  WS_RETURN_IF_ERROR(RunAloud({bake, (sources / "tracks.yaml").string(), "-o", folder}));
  for (const Json& map : chosen) {
    const std::string name = map["map"];
    result.scenes_.push_back({name, map["family"], (fs::path(folder) / StrCat(name, ".waymap")).string()});
  }
  return result;
}

}  // namespace waystone
