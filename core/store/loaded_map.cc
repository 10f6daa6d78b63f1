#include "core/store/loaded_map.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/section_name.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_parts.h"
#include "core/store/surface_registry.h"
#include "core/surface/computed_zones.h"
#include "core/surface/door_resolver.h"

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
  WS_ASSIGN_OR_RETURN(MapManifest manifest, ReadManifestSection(*package));
  std::shared_ptr<LoadedMap> map(new LoadedMap(std::move(package), std::move(manifest)));
  const std::vector<absl::Status> problems = ReadParts(*map->package_, 1, map->views_);
  if (!problems.empty()) return problems.front();
  for (size_t i = 0; i < map->views_.variants.size(); ++i) {
    map->surfaces_.push_back(MakeSurface(map->views_, static_cast<VariantIndex>(i + 1)));
    map->doors_.emplace_back();
    if (map->surfaces_.back() == nullptr) continue;
    auto doors = PartsOfDoors(map->manifest(), map->manifest().variants[i].agent,
                              *map->views_.variants[i].links, map->surfaces_.back()->Fields());
    if (!doors.ok()) {
      return absl::DataLossError(StrCat(map->package_->name(), ": ",
                                        DescribeSection(*map->package_->Find(SectionType::kManifest)), ": ",
                                        doors.status().message()));
    }
    map->doors_.back() = *std::move(doors);
  }
  return map;
}

absl::Status LoadedMap::CheckWhole(const std::shared_ptr<const PackageReader>& package) {
  WS_RETURN_IF_ERROR(package->VerifyAll());
  return FromPackage(package).status();
}

// Of the agent's variants whose abilities are all among `abilities`, one with the most; the first of equals.
// If there is none, the agent's first. Null if there is no such agent.
const MapVariant* LoadedMap::FindVariant(std::string_view agent,
                                         const std::vector<std::string>& abilities) const {
  const MapVariant* best = nullptr;
  bool best_fits = false;
  for (const MapVariant& variant : manifest().variants) {
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

ZoneData LoadedMap::LabelFor(const MapVariant& variant, uint64_t abilities, DeadlinePoll& poll) const {
  MainGround baked;
  for (size_t i = 0; i < views_.variants.size(); ++i) {
    const VariantViews& other = views_.variants[i];
    const bool is_here = manifest().variants[i].surface_variant == variant.surface_variant;
    if (!is_here || !other.zones.has_value()) continue;
    const bool is_subset = (other.abilities & ~abilities) == 0;
    if (baked.zones == nullptr || (is_subset && !baked.is_subset)) baked = {&*other.zones, is_subset};
  }
  const VariantViews& surface = views_.SurfaceOf(variant);
  return ComputeZones(*surface.navmesh, *surface.links, abilities, baked, &poll);
}

const ZoneView* LoadedMap::BakedZones(const MapVariant& variant, uint64_t abilities) const {
  for (size_t i = 0; i < views_.variants.size(); ++i) {
    const VariantViews& views = views_.variants[i];
    const MapVariant& other = manifest().variants[i];
    const bool fits = views.zones.has_value() && views.abilities == abilities &&
                      other.surface_variant == variant.surface_variant &&
                      other.agent.name == variant.agent.name;
    if (fits) return &*views.zones;
  }
  return nullptr;
}

absl::Status LoadedMap::FindZones(ZonesNeed need, const Deadline& deadline, MapView& view) const {
  constexpr uint32_t kPolysPerLook = 2048;
  view.zones = BakedZones(*view.variant, view.abilities);
  view.all_abilities_zones = BakedZones(*view.variant, views_.AbilityBits(manifest().link_abilities));
  if (view.zones != nullptr) return absl::OkStatus();
  view.zones_basis = ZonesBasis::kComputed;
  const auto variant = static_cast<uint32_t>(view.variant - manifest().variants.data());
  const ZoneCache::Key key{.variant = variant, .abilities = view.abilities};
  DeadlinePoll poll(deadline, kPolysPerLook);
  const auto compute = [&] { return LabelFor(*view.variant, view.abilities, poll); };
  const std::shared_ptr<const OwnedZones> zones = need == ZonesNeed::kIfReady
                                                      ? computed_zones_.GetIfReady(key)
                                                      : computed_zones_.Get(key, compute, &poll);
  if (zones == nullptr) return poll.Status();
  view.zones = &zones->view();
  view.zones_owner = zones;
  return absl::OkStatus();
}

absl::StatusOr<MapView> LoadedMap::View(std::string_view agent_name,
                                        const std::vector<std::string>& abilities, ZonesNeed need,
                                        const Deadline& deadline) const {
  const std::string_view agent = agent_name.empty() ? manifest().variants.front().agent.name : agent_name;
  std::vector<std::string> wanted = abilities;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const MapVariant* const variant = FindVariant(agent, wanted);
  if (variant == nullptr) return NotBaked(manifest(), agent);
  const VariantViews& surface = views_.SurfaceOf(*variant);
  const VariantViews& own = views_.variants[variant - manifest().variants.data()];
  const auto pointer = [](const auto& part) { return part.has_value() ? &*part : nullptr; };
  MapView view;
  view.manifest = &manifest();
  view.variant = variant;
  view.navmesh = &*surface.navmesh;
  view.surface = surfaces_[variant->surface_variant - 1U].get();
  view.links = &*surface.links;
  view.gaps = pointer(surface.gaps);
  view.doors = doors_[variant->surface_variant - 1U];
  view.collision = pointer(views_.collision);
  view.abilities = views_.AbilityBits(wanted);
  const bool has_its_abilities =
      std::includes(wanted.begin(), wanted.end(), variant->abilities.begin(), variant->abilities.end());
  if (has_its_abilities) view.skeleton = pointer(own.skeleton);
  WS_RETURN_IF_ERROR(FindZones(need, deadline, view));
  return view;
}

}  // namespace waystone
