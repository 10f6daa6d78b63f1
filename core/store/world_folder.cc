#include "core/store/world_folder.h"

#include <filesystem>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr char kNotJoinedUrl[] = "waystone/not_joined";

}  // namespace

std::string PlacedPath(const std::string& folder, std::string_view map_id) {
  return (std::filesystem::path(folder) / PackageFileName(map_id)).string();
}

std::string StagedPath(const std::string& folder, std::string_view map_id) {
  return (std::filesystem::path(folder) / kStagedFolderName / PackageFileName(map_id)).string();
}

absl::StatusOr<std::shared_ptr<const ServedPackage>> FindWorldPackage(const std::string& folder,
                                                                      std::string_view map_id,
                                                                      std::string_view generation) {
  const auto is_it = [generation](const auto& package) {
    return package.ok() && (*package)->summary.generation == generation;
  };
  auto placed = ServedPackage::Open(PlacedPath(folder, map_id));
  if (is_it(placed)) return placed;
  auto staged = ServedPackage::Open(StagedPath(folder, map_id));
  if (is_it(staged)) return staged;
  if (!staged.ok() && !absl::IsNotFound(staged.status())) return staged.status();
  placed = ServedPackage::Open(PlacedPath(folder, map_id));  // if it was moved meanwhile
  if (is_it(placed)) return placed;
  return absl::NotFoundError(
      StrCat(folder, ": no package of map ", Quoted(map_id), " of generation ", generation));
}

absl::Status NotJoined(std::string_view package_path, std::string_view map_id) {
  absl::Status status = absl::FailedPreconditionError(
      StrCat(package_path, ": map ", Quoted(map_id),
             " was baked anew outside of the world: run waystone-bake WORLD.yaml --join"));
  status.SetPayload(kNotJoinedUrl, absl::Cord());
  return status;
}

bool IsNotJoined(const absl::Status& why) { return why.GetPayload(kNotJoinedUrl).has_value(); }

}  // namespace waystone
