#include "core/store/loaded_map.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/cluster_sections.h"
#include "core/store/computed_zones.h"
#include "core/store/extra_sections.h"
#include "core/store/map_sections.h"
#include "core/store/surface_registry.h"

namespace waystone {
namespace {

absl::Status NotBaked(const MapManifest& manifest, std::string_view agent) {
  std::vector<std::string> agents;
  for (const MapVariant& variant : manifest.variants) {
    if (std::find(agents.begin(), agents.end(), variant.agent.name) == agents.end()) {
      agents.push_back(variant.agent.name);
    }
  }
  return absl::NotFoundError(StrCat("map ", Quoted(manifest.map_id), ": agent ", Quoted(agent),
                                    " was not baked; there is ", Quoted(absl::StrJoin(agents, ", "))));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadedMap::Load(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<PackageReader> package, PackageReader::OpenFile(path));
  return FromPackage(std::move(package));
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadedMap::FromPackage(
    std::shared_ptr<const PackageReader> package) {
  std::shared_ptr<LoadedMap> map(new LoadedMap());
  map->package_ = std::move(package);
  map->generation_ = map->package_->Generation();
  WS_ASSIGN_OR_RETURN(map->manifest_, ReadManifestSection(*map->package_));
  const size_t count = map->manifest_.variants.size();
  map->navmeshes_.resize(count);
  map->grids_.resize(count);
  map->waypoints_.resize(count);
  map->links_.resize(count);
  map->zones_.resize(count);
  map->hierarchies_.resize(count);
  map->clusters_.resize(count);
  map->skeletons_.resize(count);
  for (const MapVariant& variant : map->manifest_.variants) {
    map->abilities_.push_back(map->AbilityBits(variant.abilities));
  }
  for (size_t i = 0; i < count; ++i) {
    const auto variant = static_cast<VariantIndex>(i + 1);
    if (!OwnsSurface(map->manifest_, variant)) continue;
    WS_ASSIGN_OR_RETURN(map->navmeshes_[i], ReadSurface(*map->package_, map->manifest_, variant));
    if (map->manifest_.surface == SurfaceKind::kGrid) {
      WS_ASSIGN_OR_RETURN(map->grids_[i], ReadGrid(*map->package_, variant, *map->navmeshes_[i]));
    }
    WS_ASSIGN_OR_RETURN(const std::optional<LinkView> links,
                        ReadLinks(*map->package_, variant, *map->navmeshes_[i], map->manifest_));
    if (links.has_value()) map->links_[i] = *links;
    if (map->manifest_.surface == SurfaceKind::kWaypoint) {
      WS_ASSIGN_OR_RETURN(map->waypoints_[i],
                          ReadWaypoints(*map->package_, variant, *map->navmeshes_[i], map->links_[i]));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const size_t surface = map->manifest_.variants[i].surface_variant - 1U;
    const NavmeshView& mesh = *map->navmeshes_[surface];
    const auto variant = static_cast<VariantIndex>(i + 1);
    WS_ASSIGN_OR_RETURN(map->zones_[i], ReadZones(*map->package_, variant, mesh));
    WS_ASSIGN_OR_RETURN(map->hierarchies_[i],
                        ReadHierarchy(*map->package_, variant, mesh, map->links_[surface]));
    WS_ASSIGN_OR_RETURN(map->clusters_[i], ReadClusters(*map->package_, variant, mesh, map->links_[surface]));
    WS_ASSIGN_OR_RETURN(map->skeletons_[i],
                        ReadSkeleton(*map->package_, variant, mesh, map->links_[surface], map->manifest_));
  }
  WS_ASSIGN_OR_RETURN(map->collision_, ReadCollision(*map->package_));
  map->MakeSurfaces();
  return map;
}

// Of the agent's variants whose abilities are all among `abilities`, one with the most; the first of equals.
// Where there is none, the agent's first. Null where there is no such agent.
const MapVariant* LoadedMap::FindVariant(std::string_view agent,
                                         const std::vector<std::string>& abilities) const {
  const MapVariant* best = nullptr;
  bool best_fits = false;
  for (const MapVariant& variant : manifest_.variants) {
    if (variant.agent.name != agent) continue;
    const bool fits =
        std::includes(abilities.begin(), abilities.end(), variant.abilities.begin(), variant.abilities.end());
    const bool is_better = fits && (!best_fits || variant.abilities.size() > best->abilities.size());
    if (best == nullptr || is_better) {
      best = &variant;
      best_fits = fits;
    }
  }
  return best;
}

uint64_t LoadedMap::AbilityBits(const std::vector<std::string>& abilities) const {
  uint64_t bits = 0;
  for (size_t bit = 0; bit < manifest_.link_abilities.size(); ++bit) {
    if (std::binary_search(abilities.begin(), abilities.end(), manifest_.link_abilities[bit])) {
      bits |= uint64_t{1} << bit;
    }
  }
  return bits;
}

ZoneData LoadedMap::LabelFor(const MapVariant& variant, uint64_t abilities) const {
  MainGround baked;
  for (size_t i = 0; i < manifest_.variants.size(); ++i) {
    const MapVariant& other = manifest_.variants[i];
    if (!zones_[i].has_value() || other.surface_variant != variant.surface_variant) continue;
    const bool is_subset = (abilities_[i] & ~abilities) == 0;
    if (baked.zones == nullptr || (is_subset && !baked.is_subset)) baked = {&*zones_[i], is_subset};
  }
  const size_t surface = variant.surface_variant - 1U;
  return ComputeZones(*navmeshes_[surface], links_[surface], abilities, baked);
}

// Those of a variant of the same agent on the same surface; null where there are none.
const ZoneView* LoadedMap::BakedZones(const MapVariant& variant, uint64_t abilities) const {
  for (size_t i = 0; i < manifest_.variants.size(); ++i) {
    const MapVariant& other = manifest_.variants[i];
    const bool fits = zones_[i].has_value() && abilities_[i] == abilities &&
                      other.surface_variant == variant.surface_variant &&
                      other.agent.name == variant.agent.name;
    if (fits) return &*zones_[i];
  }
  return nullptr;
}

// Indexes depend on surface and abilities only: the first of the variants on a surface counts.
void LoadedMap::MakeSurfaces() {
  surfaces_.resize(manifest_.variants.size());
  for (size_t surface = 0; surface < surfaces_.size(); ++surface) {
    if (!navmeshes_[surface].has_value()) continue;
    std::vector<NavmeshIndexes> indexes;
    for (size_t i = 0; i < manifest_.variants.size(); ++i) {
      if (manifest_.variants[i].surface_variant - 1U != surface) continue;
      const auto is_same = [&](const NavmeshIndexes& other) { return other.abilities == abilities_[i]; };
      auto of_abilities = std::find_if(indexes.begin(), indexes.end(), is_same);
      if (of_abilities == indexes.end()) {
        of_abilities = indexes.insert(indexes.end(), {.abilities = abilities_[i]});
      }
      const bool has_hierarchy = hierarchies_[i].has_value() && hierarchies_[i]->header().node_count > 0;
      if (of_abilities->hierarchy == nullptr && has_hierarchy) of_abilities->hierarchy = &*hierarchies_[i];
      if (of_abilities->clusters == nullptr && clusters_[i].has_value()) {
        of_abilities->clusters = &*clusters_[i];
      }
    }
    surfaces_[surface] =
        MakeSurface({.grid = grids_[surface].has_value() ? &*grids_[surface] : nullptr,
                     .waypoints = waypoints_[surface].has_value() ? &*waypoints_[surface] : nullptr,
                     .indexes = std::move(indexes)});
  }
}

void LoadedMap::FindZones(ZonesNeed need, MapView& view) const {
  view.zones = BakedZones(*view.variant, view.abilities);
  view.all_abilities_zones = BakedZones(*view.variant, AbilityBits(manifest_.link_abilities));
  if (view.zones != nullptr) return;
  view.zones_basis = ZonesBasis::kComputed;
  const auto variant = static_cast<uint32_t>(view.variant - manifest_.variants.data());
  const ZoneCache::Key key{.variant = variant, .abilities = view.abilities};
  const std::shared_ptr<const OwnedZones> zones =
      need == ZonesNeed::kIfReady
          ? computed_zones_.GetIfReady(key)
          : computed_zones_.Get(key, [&] { return LabelFor(*view.variant, view.abilities); });
  if (zones == nullptr) return;
  view.zones = &zones->view();
  view.zones_owner = zones;
}

absl::StatusOr<MapView> LoadedMap::View(std::string_view agent_name,
                                        const std::vector<std::string>& abilities, ZonesNeed need) const {
  const std::string_view agent = agent_name.empty() ? manifest_.variants.front().agent.name : agent_name;
  std::vector<std::string> wanted = abilities;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  MapView view;
  view.manifest = &manifest_;
  view.variant = FindVariant(agent, wanted);
  if (view.variant == nullptr) return NotBaked(manifest_, agent);
  const size_t surface = view.variant->surface_variant - 1U;
  view.navmesh = &*navmeshes_[surface];
  view.surface = surfaces_[surface].get();
  view.links = &links_[surface];
  view.collision = collision_.has_value() ? &*collision_ : nullptr;
  view.abilities = AbilityBits(wanted);
  const size_t variant = view.variant - manifest_.variants.data();
  const bool has_its_abilities = std::includes(wanted.begin(), wanted.end(), view.variant->abilities.begin(),
                                               view.variant->abilities.end());
  if (skeletons_[variant].has_value() && has_its_abilities) view.skeleton = &*skeletons_[variant];
  FindZones(need, view);
  return view;
}

}  // namespace waystone
