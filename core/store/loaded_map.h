// One package, loaded: its manifest and its surfaces as views into the mapped bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clusters/cluster_view.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/package/package_reader.h"
#include "core/store/map_content.h"
#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"
#include "core/surface/zone_cache.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Immutable once loaded (but for a cache of zones) and shared by all threads; views live as long as a
// shared_ptr to it is held.
class LoadedMap {
 public:
  // Checks every section it uses. Errors as PackageReader; DataLoss also if the manifest or a surface breaks
  // a rule, or they do not agree.
  static absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const std::string& path);
  static absl::StatusOr<std::shared_ptr<const LoadedMap>> FromPackage(
      std::shared_ptr<const PackageReader> package);
  // Checks every byte of a package, used or not, then loads the map and lets it go. Errors as FromPackage.
  static absl::Status CheckWhole(const std::shared_ptr<const PackageReader>& package);

  const MapManifest& manifest() const { return views_.manifest; }
  const PackageReader& package() const { return *package_; }
  const std::string& generation() const { return generation_; }

  // The map for an agent profile and a set of abilities (any order; names that no link of the map needs
  // change nothing). An empty name means the first profile. Zones are the baked ones if a variant of the
  // profile on the same surface has these abilities; otherwise they are computed and kept, with the baked
  // main ground. The view lives as long as this map. NotFound naming the existing profiles.
  // DeadlineExceeded, Cancelled while zones are computed.
  absl::StatusOr<MapView> View(std::string_view agent_name, const std::vector<std::string>& abilities = {},
                               ZonesNeed need = ZonesNeed::kCompute, const Deadline& deadline = {}) const;
  // [bytes] Of the zones that were computed and are kept.
  uint64_t computed_bytes() const { return computed_zones_.size_bytes(); }

 private:
  // Queries of a map use few sets of abilities; each set's zones may take tens of megabytes.
  static constexpr size_t kMaxComputedZones = 8;

  LoadedMap(std::shared_ptr<const PackageReader> package, MapManifest manifest)
      : package_(std::move(package)), generation_(package_->Generation()), views_(std::move(manifest)) {}

  const MapVariant* FindVariant(std::string_view agent, const std::vector<std::string>& abilities) const;
  const ZoneView* BakedZones(const MapVariant& variant, uint64_t abilities) const;
  absl::Status FindZones(ZonesNeed need, const Deadline& deadline, MapView& view) const;
  ZoneData LabelFor(const MapVariant& variant, uint64_t abilities, DeadlinePoll& poll) const;

  std::shared_ptr<const PackageReader> package_;
  std::string generation_;
  MapViews views_;
  std::vector<std::unique_ptr<const SearchSurface>> surfaces_;  // null: the variant has none of its own
  std::vector<std::vector<DoorParts>> doors_;                   // of each surface; empty: likewise
  mutable ZoneCache computed_zones_{kMaxComputedZones};
};

}  // namespace waystone
