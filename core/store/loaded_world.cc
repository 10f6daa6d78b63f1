#include "core/store/loaded_world.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/base/hash128.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/section_visit.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// [bytes] What the system maps around the tables of a map that are read: 64 KiB on some machines, up to 2
// MiB, shared with neighbours, on others.
constexpr uint64_t kMappedAround = 256 << 10;

// The variant index of sections that a world has once per item (traveller, mode).
VariantIndex VariantOf(uint32_t part) { return static_cast<VariantIndex>(part + 1); }

absl::Status ReadMode(const PackageReader& package, VariantIndex variant, WorldView::ModeArrays& mode) {
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldCosts, variant, mode.costs));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldPathRows, variant, mode.path_rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldPaths, variant, mode.paths));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldOutRows, variant, mode.labels.out_rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldOutLabels, variant, mode.labels.out));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kWorldInRows, variant, mode.labels.in_rows));
  return ReadArray(package, SectionType::kWorldInLabels, variant, mode.labels.in);
}

void AddMode(const WorldModeData& mode, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place{.variant = variant};
  writer.AddRecords(SectionType::kWorldCosts, place, std::span(mode.costs));
  writer.AddRecords(SectionType::kWorldPathRows, place, std::span(mode.path_rows));
  writer.AddRecords(SectionType::kWorldPaths, place, std::span(mode.paths));
  writer.AddRecords(SectionType::kWorldOutRows, place, std::span(mode.out_rows));
  writer.AddRecords(SectionType::kWorldOutLabels, place, std::span(mode.out_labels));
  writer.AddRecords(SectionType::kWorldInRows, place, std::span(mode.in_rows));
  writer.AddRecords(SectionType::kWorldInLabels, place, std::span(mode.in_labels));
}

// The tables break a rule.
absl::Status Broken(const PackageReader& package, const absl::Status& rule) {
  return absl::DataLossError(StrCat(package.name(), ": ", rule.message(),
                                    "; the world's tables begin at offset ", package.header().data_offset));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedWorld>> LoadedWorld::Load(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<PackageReader> package, PackageReader::OpenFile(path));
  return FromPackage(std::move(package));
}

absl::StatusOr<std::shared_ptr<const LoadedWorld>> LoadedWorld::FromPackage(
    std::unique_ptr<PackageReader> package) {
  WS_RETURN_IF_ERROR(package->VerifyAll());
  std::shared_ptr<LoadedWorld> world(new LoadedWorld());
  WorldView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSingle(*package, SectionType::kWorldHeader, {}, arrays.header));
  if (const absl::Status header = WorldView::CheckHeader(arrays.header); !header.ok()) {
    return Broken(*package, header);
  }
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldMaps, 0, arrays.maps));
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldPortals, 0, arrays.portals));
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldPlaces, 0, arrays.places));
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldTravellers, 0, arrays.travellers));
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldAbilities, 0, arrays.abilities));
  std::span<const char> texts;
  WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldTexts, 0, texts));
  arrays.texts = {texts.data(), texts.size()};
  for (uint32_t i = 0; i < arrays.header.traveller_count; ++i) {
    WorldView::TravellerArrays& walks = arrays.walks.emplace_back();
    WS_RETURN_IF_ERROR(ReadArray(*package, SectionType::kWorldArrivals, VariantOf(i), walks.arrivals));
    for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
      WS_RETURN_IF_ERROR(ReadMode(*package, VariantOf(i * kWorldModes + mode), walks.modes[mode]));
    }
  }
  absl::StatusOr<WorldView> view = WorldView::Create(arrays);
  if (!view.ok()) return Broken(*package, view.status());
  world->view_ = *std::move(view);
  world->generation_ = package->Generation();
  package->ForgetAll();
  world->package_ = std::move(package);
  return world;
}

std::string LoadedWorld::MapGeneration(WorldMapIndex map) const {
  return ToHex(std::to_array(view_->Map(map).generation));
}

uint64_t LoadedWorld::TableBytes() const {
  uint64_t bytes = 0;
  for (const SectionEntry& entry : package_->sections()) bytes += entry.region == 0 ? entry.size_bytes : 0;
  return bytes;
}

uint64_t LoadedWorld::BytesOf(WorldMapIndex map) const {
  uint64_t bytes = 0;
  for (const SectionType type : SectionTypesOf<GridPortals::Arrays>()) {
    const SectionEntry* entry = package_->Find(type, {.region = map.value() + 1});
    if (entry != nullptr) bytes += entry->size_bytes;
  }
  return bytes == 0 ? 0 : bytes + kMappedAround;
}

void LoadedWorld::Forget(WorldMapIndex map) const {
  uint64_t begin = std::numeric_limits<uint64_t>::max();
  uint64_t end = 0;
  for (const SectionType type : SectionTypesOf<GridPortals::Arrays>()) {
    const SectionEntry* entry = package_->Find(type, {.region = map.value() + 1});
    if (entry == nullptr) continue;
    begin = std::min<uint64_t>(begin, entry->offset);
    end = std::max<uint64_t>(end, entry->offset + entry->size_bytes);
  }
  if (begin < end) package_->Forget(begin, end - begin);
}

absl::StatusOr<GridPortals::Arrays> LoadedWorld::GridArrays(WorldMapIndex map) const {
  GridPortals::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSections(*package_, {.region = map.value() + 1}, arrays));
  return arrays;
}

namespace {

class TablesOfMap final : public PortalTables {
 public:
  TablesOfMap(const LoadedWorld& world, WorldMapIndex map) : world_(world), map_(map) {}
  absl::StatusOr<GridPortals> OfGrid(const BitGrid& bits) const override {
    return world_.PortalsOfGrid(map_, bits);
  }

 private:
  const LoadedWorld& world_;
  const WorldMapIndex map_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const PortalSurface>> LoadedWorld::OpenPortals(WorldMapIndex map,
                                                                              const MapView& view) const {
  return view.surface->OpenPortals(TablesOfMap(*this, map));
}

absl::StatusOr<GridPortals> LoadedWorld::PortalsOfGrid(WorldMapIndex map, const BitGrid& bits) const {
  WS_ASSIGN_OR_RETURN(const GridPortals::Arrays arrays, GridArrays(map));
  absl::StatusOr<GridPortals> portals = GridPortals::Create(arrays, view_->Map(map), bits);
  if (portals.ok()) return portals;
  return absl::DataLossError(StrCat(package_->name(), ": map ", Quoted(view_->MapId(map)), ": ",
                                    portals.status().message(),
                                    OffsetsOf<GridPortals::Arrays>(*package_, {.region = map.value() + 1})));
}

absl::StatusOr<std::vector<std::byte>> EncodeWorld(
    const WorldData& world, std::span<const std::optional<GridPortals::Arrays>> grids) {
  if (const absl::Status status = WorldView::Create(world).status(); !status.ok()) {
    return absl::InvalidArgumentError(status.message());
  }
  PackageWriter writer;
  writer.AddRecords(SectionType::kWorldHeader, {}, std::span(&world.header, 1));
  writer.AddRecords(SectionType::kWorldMaps, {}, std::span(world.maps));
  writer.AddRecords(SectionType::kWorldPortals, {}, std::span(world.portals));
  writer.AddRecords(SectionType::kWorldPlaces, {}, std::span(world.places));
  writer.AddRecords(SectionType::kWorldTravellers, {}, std::span(world.travellers));
  writer.AddRecords(SectionType::kWorldAbilities, {}, std::span(world.abilities));
  writer.AddRecords(SectionType::kWorldTexts, {}, std::span(world.texts.data(), world.texts.size()));
  for (uint32_t i = 0; i < world.walks.size(); ++i) {
    const WorldTravellerData& walks = world.walks[i];
    writer.AddRecords(SectionType::kWorldArrivals, {.variant = VariantOf(i)}, std::span(walks.arrivals));
    for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
      AddMode(walks.modes[mode], VariantOf(i * kWorldModes + mode), writer);
    }
  }
  for (uint32_t map = 0; map < grids.size(); ++map) {
    if (grids[map].has_value()) AddSections(*grids[map], {.region = map + 1}, writer);
  }
  return writer.Finish();
}

}  // namespace waystone
