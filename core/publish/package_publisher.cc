#include "core/publish/package_publisher.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/digest/sha256.h"
#include "core/package/temp_file.h"
#include "core/store/map_store.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

absl::Status FileError(const std::string& path, const std::string& step, const std::error_code& error) {
  return absl::ErrnoToStatus(error.value(), StrCat(path, ": ", step));
}

// Copies the file, and returns the SHA-256 of what it has written.
absl::StatusOr<std::string> Copy(const std::string& path, TempFile& to) {
  constexpr size_t kPieceBytes = 1 << 20;
  std::ifstream from(path, std::ios::binary);
  std::vector<char> piece(kPieceBytes);
  Sha256Digest digest;
  while (from.read(piece.data(), kPieceBytes) || from.gcount() > 0) {
    const std::span bytes(piece.data(), static_cast<size_t>(from.gcount()));
    digest.Add({bytes.data(), bytes.size()});
    WS_RETURN_IF_ERROR(to.Write(std::as_bytes(bytes)));
  }
  if (!from.eof()) return absl::UnavailableError(StrCat(path, ": cannot be read"));
  return digest.Hex();
}

// Puts a copy of the file among the objects, where its bytes are those of its name: a link would change with the package if that is
// written anew in its place. Returns the SHA-256.
absl::StatusOr<std::string> Place(const std::string& path, const std::string& objects) {
  WS_ASSIGN_OR_RETURN(std::string sha256, Sha256OfFile(path));
  const std::string object = (fs::path(objects) / sha256).string();
  std::error_code error;
  const bool is_link = fs::equivalent(path, object, error);
  const absl::StatusOr<std::string> there = Sha256OfFile(object);
  if (!is_link && there.ok() && *there == sha256) return sha256;
  WS_ASSIGN_OR_RETURN(TempFile file, TempFile::Create(objects));
  WS_ASSIGN_OR_RETURN(const std::string placed, Copy(path, file));
  if (placed != sha256)
    return absl::FailedPreconditionError(StrCat(path, ": was replaced while it was published"));
  WS_RETURN_IF_ERROR(file.RenameTo(object));
  return sha256;
}

absl::StatusOr<PackageIndex::Map> PlaceMap(const ServedPackage& listed, const std::string& objects) {
  PackageIndex::Map map;
  WS_ASSIGN_OR_RETURN(map.sha256, Place(listed.reader->name(), objects));
  WS_ASSIGN_OR_RETURN(const auto placed, ServedPackage::Open((fs::path(objects) / map.sha256).string()));
  if (placed->summary.generation != listed.summary.generation)
    return absl::FailedPreconditionError(
        StrCat(listed.reader->name(), ": was replaced while it was published"));
  const absl::Status whole = LoadedMap::CheckWhole(listed.reader);
  listed.reader->ForgetAll();
  WS_RETURN_IF_ERROR(whole);
  map.summary = placed->summary;
  return map;
}

absl::StatusOr<PackageIndex::World> PlaceWorld(const WorldStore& store, const std::string& objects) {
  const std::vector<bool> missing = store.MissingMaps();
  for (uint32_t i = 0; i < missing.size(); ++i) {
    if (missing[i])
      return absl::FailedPreconditionError(StrCat("the world's map ",
                                                  Quoted(store.world().view().MapId(WorldMapIndex(i))), ": ",
                                                  std::string(store.WhyMissing(WorldMapIndex(i)).message())));
  }
  const PackageReader& file = store.world().package();
  PackageIndex::World world{.generation = store.world().generation(),
                            .size_bytes = file.header().file_size_bytes};
  WS_ASSIGN_OR_RETURN(world.sha256, Place(file.name(), objects));
  WS_ASSIGN_OR_RETURN(const auto placed, LoadedWorld::Load((fs::path(objects) / world.sha256).string()));
  if (placed->generation() != world.generation)
    return absl::FailedPreconditionError(StrCat(file.name(), ": was replaced while it was published"));
  return world;
}

}  // namespace

absl::StatusOr<PackageIndex> PublishPackages(const std::string& folder, const std::string& out) {
  MapStore store;
  WS_ASSIGN_OR_RETURN(const std::vector<MapStore::Refusal> refusals, store.LoadFolder(folder));
  if (!refusals.empty()) return refusals.front().status;
  const std::vector<ListedMap> maps = store.All();
  if (maps.empty()) return absl::NotFoundError(StrCat(Quoted(folder), ": no packages in this folder"));
  const std::string objects = (fs::path(out) / kObjectsFolderName).string();
  std::error_code error;
  fs::create_directories(objects, error);
  if (error) return FileError(objects, "create", error);
  TempFile::SweepLeftovers(objects);
  TempFile::SweepLeftovers(out);
  PackageIndex index;
  for (const ListedMap& listed : maps) {
    WS_ASSIGN_OR_RETURN(PackageIndex::Map map, PlaceMap(*listed.package, objects));
    index.maps.push_back(std::move(map));
  }
  if (const std::shared_ptr<WorldStore> world = store.World(); world != nullptr) {
    WS_ASSIGN_OR_RETURN(index.world, PlaceWorld(*world, objects));
  }
  WS_RETURN_IF_ERROR(SyncFileSystem(objects));
  WS_ASSIGN_OR_RETURN(TempFile file, TempFile::Create(out));
  const std::string text = index.Text();
  WS_RETURN_IF_ERROR(file.Write(std::as_bytes(std::span(text))));
  WS_RETURN_IF_ERROR(file.CommitAs((fs::path(out) / kPackageIndexName).string()));
  return index;
}

}  // namespace waystone
