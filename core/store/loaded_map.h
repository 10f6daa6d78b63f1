// One package, loaded: its manifest and its surfaces as views into the mapped bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/package_reader.h"
#include "core/store/map_view.h"

namespace waystone {

// Immutable once loaded and shared by all threads; views live as long as a shared_ptr to it is held.
class LoadedMap {
 public:
  // Checks every section it uses. Errors as PackageReader; DataLoss also where the manifest or a surface
  // breaks a rule, or they do not agree.
  static absl::StatusOr<std::shared_ptr<const LoadedMap>> Load(const std::string& path);
  static absl::StatusOr<std::shared_ptr<const LoadedMap>> FromPackage(std::unique_ptr<PackageReader> package);

  const MapManifest& manifest() const { return manifest_; }
  const PackageReader& package() const { return *package_; }
  const std::string& generation() const { return generation_; }

  // The map for an agent profile and a set of abilities (any order). An empty name means the first profile.
  // The view lives as long as this map. NotFound naming the profiles there are; NotFound naming the baked
  // ability sets where only that differs.
  absl::StatusOr<MapView> View(std::string_view agent_name,
                               const std::vector<std::string>& abilities = {}) const;

 private:
  LoadedMap() = default;
  MapView ViewOf(const MapVariant& variant) const;

  std::unique_ptr<PackageReader> package_;
  MapManifest manifest_;
  std::string generation_;
  // By VariantIndex - 1; a surface and its links where the variant has its own.
  std::vector<std::optional<NavmeshView>> navmeshes_;
  std::vector<LinkView> links_;
  std::vector<std::optional<ZoneView>> zones_;
  std::optional<CollisionView> collision_;
};

}  // namespace waystone
