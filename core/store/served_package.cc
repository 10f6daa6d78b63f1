#include "core/store/served_package.h"

#include <sys/stat.h>

#include <utility>

#include "core/base/status_macros.h"
#include "core/store/manifest_codec.h"

namespace waystone {

PackageSummary PackageSummary::Of(const PackageReader& package, const MapManifest& manifest) {
  return {.map_id = manifest.map_id,
          .surface = manifest.surface,
          .bounds = manifest.bounds,
          .generation = package.Generation(),
          .size_bytes = package.header().file_size_bytes};
}

std::optional<FileVersion> FileVersion::Of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileVersion{info.st_ino, info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
}

absl::StatusOr<std::shared_ptr<const ServedPackage>> ServedPackage::Open(const std::string& path) {
  auto package = std::make_shared<ServedPackage>();
  package->file = FileVersion::Of(path);
  WS_ASSIGN_OR_RETURN(package->reader, PackageReader::OpenFile(path));
  WS_ASSIGN_OR_RETURN(const MapManifest manifest, ReadManifestSection(*package->reader));
  package->summary = PackageSummary::Of(*package->reader, manifest);
  package->reader->ForgetAll();
  return package;
}

absl::StatusOr<std::shared_ptr<const PackageReader>> ServedPackage::Read(const Deadline& deadline) const {
  if (remote != nullptr) return remote->Open(deadline);
  return reader;
}

}  // namespace waystone
