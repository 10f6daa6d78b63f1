#include "bake/program/baked_maps.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "bake/program/bake_job.h"
#include "bake/program/world_shard.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/store/manifest_codec.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

// The folders of shards, by name.
std::vector<std::string> ShardFolders(const std::string& folder) {
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(folder) / kShardsFolderName, error), end; !error && it != end;
       it.increment(error)) {
    folders.push_back(it->path().string());
  }
  std::ranges::sort(folders);
  return folders;
}

absl::StatusOr<std::string> DigestOf(const WorldMapSource& map, const std::vector<std::string>& files) {
  SourceDigest digest;
  for (const std::string& name : files) {
    WS_ASSIGN_OR_RETURN(const std::string bytes,
                        ReadSourceFile((fs::path(map.source_path).parent_path() / name).string()));
    digest.Add(bytes);
  }
  return digest.Hex();
}

}  // namespace

BakedMaps BakedMaps::Read(const std::string& folder, std::vector<std::string>& warnings) {
  BakedMaps maps;
  maps.folder_ = folder;
  const auto add = [&](const std::string& of_record, std::vector<std::string> folders) {
    absl::StatusOr<WorldRecord> record = ReadWorldRecord(of_record);
    if (record.ok()) {
      maps.records_.push_back({std::move(folders), *std::move(record)});
    } else {
      warnings.push_back(StrCat(record.status().message(), ": what it tells of counts as not baked"));
    }
  };
  // Staged first: a bake moves packages from there to their places, which a shard may be looking at.
  add(folder, {(fs::path(folder) / kStagedFolderName).string(), folder});
  for (const std::string& shard : ShardFolders(folder)) add(shard, {shard});
  return maps;
}

const MapBake* BakedMaps::InRecord(const std::string& map_id) const {
  if (records_.empty() || records_.front().folders.back() != folder_) return nullptr;
  const auto found = records_.front().record.find(map_id);
  return found == records_.front().record.end() ? nullptr : &found->second;
}

absl::StatusOr<BakedMaps::Found> BakedMaps::Find(const WorldMapSource& map,
                                                 const MapSettings& settings) const {
  absl::Status why = absl::NotFoundError("it was not baked");
  for (const Records& records : records_) {
    const auto bake = records.record.find(map.map_id);
    if (bake == records.record.end()) continue;
    for (const std::string& folder : records.folders) {
      std::string path = (fs::path(folder) / PackageFileName(map.map_id)).string();
      const absl::Status changed = WhyChanged(bake->second, settings.digest, map.source_path, path);
      if (changed.ok()) return Found{std::move(path), bake->second};
      if (!absl::IsNotFound(changed) || absl::IsNotFound(why)) why = changed;
      if (!absl::IsNotFound(changed)) break;
    }
  }
  return why;
}

absl::StatusOr<BakedMaps::Found> BakedMaps::FindBakedByItself(const WorldMapSource& map) const {
  Found found{PlacedPath(folder_, map.map_id), {}};
  WS_ASSIGN_OR_RETURN(const auto package, PackageReader::OpenFile(found.path));
  found.bake.generation = package->Generation();
  const auto tells = [&](const Records& records) {
    const auto bake = records.record.find(map.map_id);
    return bake != records.record.end() && bake->second.generation == found.bake.generation;
  };
  if (std::ranges::any_of(records_, tells)) return absl::NotFoundError("a record tells of its package");
  const auto refuse = [](const auto&... parts) {
    return absl::FailedPreconditionError(StrCat("its package was baked outside of the world, ", parts...));
  };
  WS_RETURN_IF_ERROR(package->VerifyAll());
  WS_ASSIGN_OR_RETURN(const MapManifest manifest, ReadManifestSection(*package));
  if (manifest.map_id != map.map_id) return refuse("as map ", Quoted(manifest.map_id));
  if (manifest.baker_version != BakerVersion())
    return refuse("by ", manifest.baker_version, ", and this is ", BakerVersion());
  const MapBake* const known = InRecord(map.map_id);
  found.bake.files = known == nullptr ? std::vector{FileName(map.source_path)} : known->files;
  WS_ASSIGN_OR_RETURN(found.bake.sha256, DigestOf(map, found.bake.files));
  if (manifest.source_sha256 == found.bake.sha256) return found;
  return refuse("from ", manifest.source_name, ", which is not what ", PrintablePath(map.source_path),
                " is now");
}

}  // namespace waystone
