// A package as a store lists it: opened, not loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/geom/aabb.h"
#include "core/map/map_manifest.h"
#include "core/package/package_reader.h"

namespace waystone {

// What a list of maps shows.
struct PackageSummary {
  std::string map_id;
  SurfaceKind surface = kPlainSurface;
  Aabb bounds;             // [m] MapManifest::bounds
  std::string generation;  // PackageReader::Generation()
  uint64_t size_bytes = 0;

  static PackageSummary Of(const PackageReader& package, const MapManifest& manifest);
};

// Of a file: differs once it is replaced or written.
struct FileVersion {
  uint64_t inode = 0;
  int64_t changed_s = 0;
  int64_t changed_ns = 0;

  bool operator==(const FileVersion&) const = default;
  static std::optional<FileVersion> Of(const std::string& path);  // nullopt: there is none
};

// Immutable; any thread. Holds the file as it was when it was opened, whatever replaces it.
struct ServedPackage {
  std::shared_ptr<const PackageReader> reader;
  PackageSummary summary;
  std::optional<FileVersion> file;  // as it was opened; nullopt: gone by then

  // Checks header, table and manifest, and keeps no other page of the file in memory. Errors as PackageReader
  // and ReadManifestSection.
  static absl::StatusOr<std::shared_ptr<const ServedPackage>> Open(const std::string& path);
};

// A map of a list: its package, and what is known to be wrong with it.
struct ListedMap {
  std::shared_ptr<const ServedPackage> package;  // null: none that can be listed
  absl::Status damage;                           // Ok: nothing is known to be wrong

  bool IsUsable() const { return package != nullptr && damage.ok(); }
};

}  // namespace waystone
