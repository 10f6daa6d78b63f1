#include "core/store/loaded_map.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/extra_sections.h"
#include "core/store/map_sections.h"

namespace waystone {
namespace {

absl::Status NotBaked(const MapManifest& manifest, std::string_view agent,
                      const std::vector<std::string>& abilities) {
  std::vector<std::string> agents;
  std::vector<std::string> ability_sets;
  for (const MapVariant& variant : manifest.variants) {
    if (std::find(agents.begin(), agents.end(), variant.agent.name) == agents.end()) {
      agents.push_back(variant.agent.name);
    }
    if (variant.agent.name == agent) {
      ability_sets.push_back(StrCat("[", absl::StrJoin(variant.abilities, ", "), "]"));
    }
  }
  const std::string whose =
      StrCat("map ", Quoted(manifest.map_id), ": agent ", Quoted(agent), " was not baked");
  if (ability_sets.empty()) {
    return absl::NotFoundError(StrCat(whose, "; there is ", Quoted(absl::StrJoin(agents, ", "))));
  }
  return absl::NotFoundError(StrCat(whose, " with abilities ", Quoted(absl::StrJoin(abilities, ", ")),
                                    "; there is ", Quoted(absl::StrJoin(ability_sets, " "))));
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
  map->links_.resize(count);
  map->zones_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const auto variant = static_cast<VariantIndex>(i + 1);
    if (!OwnsSurface(map->manifest_, variant)) continue;
    WS_ASSIGN_OR_RETURN(map->navmeshes_[i], ReadSurface(*map->package_, map->manifest_, variant));
    WS_ASSIGN_OR_RETURN(const std::optional<LinkView> links,
                        ReadLinks(*map->package_, variant, *map->navmeshes_[i], map->manifest_));
    if (links.has_value()) map->links_[i] = *links;
  }
  for (size_t i = 0; i < count; ++i) {
    const NavmeshView& mesh = *map->navmeshes_[map->manifest_.variants[i].surface_variant - 1U];
    WS_ASSIGN_OR_RETURN(map->zones_[i], ReadZones(*map->package_, static_cast<VariantIndex>(i + 1), mesh));
  }
  WS_ASSIGN_OR_RETURN(map->collision_, ReadCollision(*map->package_));
  return map;
}

MapView LoadedMap::ViewOf(const MapVariant& variant) const {
  const auto index = static_cast<size_t>(&variant - manifest_.variants.data());
  const size_t surface = variant.surface_variant - 1U;
  MapView view;
  view.manifest = &manifest_;
  view.variant = &variant;
  view.navmesh = &*navmeshes_[surface];
  view.links = &links_[surface];
  view.zones = zones_[index].has_value() ? &*zones_[index] : nullptr;
  view.collision = collision_.has_value() ? &*collision_ : nullptr;
  for (size_t bit = 0; bit < manifest_.link_abilities.size(); ++bit) {
    const std::string& ability = manifest_.link_abilities[bit];
    if (std::binary_search(variant.abilities.begin(), variant.abilities.end(), ability)) {
      view.abilities |= uint64_t{1} << bit;
    }
  }
  return view;
}

absl::StatusOr<MapView> LoadedMap::View(std::string_view agent_name,
                                        const std::vector<std::string>& abilities) const {
  const std::string_view agent = agent_name.empty() ? manifest_.variants.front().agent.name : agent_name;
  std::vector<std::string> wanted = abilities;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  for (const MapVariant& variant : manifest_.variants) {
    if (variant.agent.name == agent && variant.abilities == wanted) {
      return ViewOf(variant);
    }
  }
  return NotBaked(manifest_, agent, wanted);
}

}  // namespace waystone
