#include "core/store/loaded_map.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/map_sections.h"

namespace waystone {
namespace {

std::string DescribeAbilities(const std::vector<std::string>& abilities) {
  return StrCat("[", absl::StrJoin(abilities, ", "), "]");
}

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadedMap::Load(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<PackageReader> package, PackageReader::OpenFile(path));
  return FromPackage(std::move(package));
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadedMap::FromPackage(
    std::unique_ptr<PackageReader> package) {
  std::shared_ptr<LoadedMap> map(new LoadedMap());
  map->package_ = std::move(package);
  map->generation_ = map->package_->Generation();
  WS_ASSIGN_OR_RETURN(map->manifest_, ReadManifestSection(*map->package_));
  const size_t count = map->manifest_.variants.size();
  map->navmeshes_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const auto variant = static_cast<VariantIndex>(i + 1);
    if (!OwnsSurface(map->manifest_, variant)) continue;
    WS_ASSIGN_OR_RETURN(map->navmeshes_[i], ReadSurface(*map->package_, map->manifest_, variant));
  }
  return map;
}

absl::StatusOr<MapView> LoadedMap::View(std::string_view agent_name,
                                        const std::vector<std::string>& abilities) const {
  std::vector<std::string> wanted = abilities;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const std::string_view agent = agent_name.empty() ? manifest_.variants.front().agent.name : agent_name;

  std::vector<std::string> agents;
  std::vector<std::string> ability_sets;
  for (const MapVariant& variant : manifest_.variants) {
    if (std::find(agents.begin(), agents.end(), variant.agent.name) == agents.end()) {
      agents.push_back(variant.agent.name);
    }
    if (variant.agent.name != agent) continue;
    if (variant.abilities == wanted) {
      return MapView{&manifest_, &variant, &*navmeshes_[variant.surface_variant - 1U]};
    }
    ability_sets.push_back(DescribeAbilities(variant.abilities));
  }
  if (ability_sets.empty()) {
    return absl::NotFoundError(StrCat("map \"", manifest_.map_id, "\" was not baked for agent \"", agent,
                                      "\"; it has ", absl::StrJoin(agents, ", ")));
  }
  return absl::NotFoundError(StrCat("map \"", manifest_.map_id, "\": agent \"", agent,
                                    "\" was not baked with abilities ", DescribeAbilities(wanted),
                                    "; it has ", absl::StrJoin(ability_sets, " ")));
}

}  // namespace waystone
