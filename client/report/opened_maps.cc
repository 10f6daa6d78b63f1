#include "client/report/opened_maps.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/str_replace.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/package_report.h"

namespace waystone::client {

namespace fs = std::filesystem;

namespace {
constexpr char kLink[] = "map.waymap";
}

absl::StatusOr<std::unique_ptr<OpenedMaps>> OpenedMaps::Open(const std::string& path) {
  std::error_code error;
  const fs::path given(path);
  if (!fs::exists(given, error))
    return absl::NotFoundError(StrCat(Quoted(path), ": there is no such file or folder"));
  if (IsOtherFile(path))
    return InvalidArgument(Quoted(path),
                           " is no package: give a .waymap file, a .wayworld file, or the folder of packages "
                           "that waystone-bake wrote");
  std::unique_ptr<OpenedMaps> maps(new OpenedMaps());
  maps->path_ = path;
  if (fs::is_directory(given, error)) {
    WS_RETURN_IF_ERROR(maps->Read(path));
  } else if (given.extension() == ".wayworld") {
    WS_RETURN_IF_ERROR(maps->Read(fs::absolute(given).parent_path().string()));
  } else {
    WS_ASSIGN_OR_RETURN(maps->link_folder_, TemporaryFolder::Make("waystone-report"));
    const std::string& folder = maps->link_folder_.path();
    fs::create_symlink(fs::absolute(given), fs::path(folder) / kLink, error);
    if (error) return absl::UnavailableError(StrCat(Quoted(folder), ": ", error.message()));
    WS_RETURN_IF_ERROR(maps->Read(folder));
  }
  if (maps->store_.All().empty())
    return absl::NotFoundError(StrCat(Quoted(path), ": no packages in this folder"));
  return maps;
}

absl::Status OpenedMaps::Read(const std::string& folder) {
  WS_ASSIGN_OR_RETURN(const std::vector<MapStore::Refusal> refusals, store_.LoadFolder(folder));
  if (refusals.empty()) return absl::OkStatus();
  return AsAskedFor(refusals.front().status);
}

absl::Status OpenedMaps::AsAskedFor(const absl::Status& status) const {
  if (link_folder_.path().empty()) return status;
  const std::string link = StrCat(link_folder_.path(), "/", kLink);
  return absl::Status(status.code(), absl::StrReplaceAll(status.message(), {{link, path_}}));
}

absl::StatusOr<OpenedMaps::Package> OpenedMaps::PackageOf(const std::string& map_id) const {
  for (const ListedMap& listed : store_.All()) {
    if (listed.package == nullptr || listed.package->summary.map_id != map_id) continue;
    const bool is_single = !link_folder_.path().empty();
    return Package{is_single ? path_ : listed.package->reader->name(), listed.package->summary.generation};
  }
  return absl::NotFoundError(StrCat("map ", Quoted(map_id), " is not in ", Quoted(path_)));
}

std::vector<std::string> OpenedMaps::MapIds() const {
  std::vector<std::string> ids;
  for (const ListedMap& listed : store_.All()) {
    if (listed.package != nullptr) ids.push_back(listed.package->summary.map_id);
  }
  return ids;
}

std::vector<std::string> OpenedMaps::WhyMissing() const {
  std::vector<std::string> sentences;
  const std::shared_ptr<WorldStore> world = store_.World();
  if (world == nullptr) return sentences;
  const std::vector<bool> is_missing = world->MissingMaps();
  for (uint32_t i = 0; i < is_missing.size(); ++i) {
    const WorldMapIndex map(i);
    if (!is_missing[i]) continue;
    const std::string why(world->WhyMissing(map).message());
    sentences.push_back(StrCat("map ", Quoted(world->world().view().MapId(map)), " is missing: ", why));
  }
  return sentences;
}

}  // namespace waystone::client
