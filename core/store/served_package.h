// A package as a store lists it: opened, not loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/deadline.h"
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

// A package that is not in a folder: its bytes are fetched when they are needed. Thread-safe.
class RemotePackage {
 public:
  virtual ~RemotePackage() = default;
  // The whole, checked package; it may be forgotten once nobody holds it. Waits for the fetch until the deadline. DataLoss
  // if the bytes are not those of the package, NotFound if there are none, Unavailable if asking again may help.
  virtual absl::StatusOr<std::shared_ptr<const PackageReader>> Open(const Deadline& deadline) const = 0;
  // What kept it from being opened the last time; Ok if nothing is known, or opening it has succeeded since. Begins another try,
  // if one is due, and never waits.
  virtual absl::Status LookAgain() const = 0;
  // Whether opening it needs no fetch, as far as is known.
  virtual bool IsHere() const = 0;
};

// Immutable; any thread. Holds the file as it was when it was opened, whatever replaces it.
struct ServedPackage {
  std::shared_ptr<const PackageReader> reader;  // null if and only if there is `remote`
  PackageSummary summary;
  std::optional<FileVersion> file;  // as it was opened; nullopt: gone by then
  std::shared_ptr<const RemotePackage> remote;

  // Checks header, table and manifest, and keeps no other page of the file in memory. Errors as PackageReader
  // and ReadManifestSection.
  static absl::StatusOr<std::shared_ptr<const ServedPackage>> Open(const std::string& path);

  // The reader, or RemotePackage::Open.
  absl::StatusOr<std::shared_ptr<const PackageReader>> Read(const Deadline& deadline) const;
  // Gives the memory of its pages back to the system. Those of a remote package go with its reader.
  void ForgetPages() const {
    if (reader != nullptr) reader->ForgetAll();
  }
};

// A map of a list: its package, and what is known to be wrong with it.
struct ListedMap {
  std::shared_ptr<const ServedPackage> package;  // null: none that can be listed
  absl::Status damage;                           // Ok: nothing is known to be wrong

  bool IsUsable() const { return package != nullptr && damage.ok(); }
};

}  // namespace waystone
