#include "server/handlers/admin_handler.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/map/printable.h"
#include "core/store/world_report.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"

namespace waystone {

namespace {

// File names may hold any bytes; Protobuf strings only UTF-8.
std::string FileNameOf(const std::string& path) {
  return PrintablePath(std::filesystem::path(path).filename().string());
}

// What is wrong with a file, without the folder it lies in.
std::string FileReason(const absl::Status& status) {
  return Printable(ShownWithoutFolders(status), kShownTextBytes);
}

void AddVerdict(const std::string& path, std::string_view generation, const absl::Status& status,
                v1::VerifyResponse& response) {
  v1::PackageVerdict& verdict = *response.add_verdicts();
  verdict.set_file_name(FileNameOf(path));
  verdict.set_generation(std::string(generation));
  verdict.set_ok(status.ok());
  verdict.set_reason(FileReason(status));
}

absl::Status LateVerify() { return absl::DeadlineExceededError("not all maps were verified in time"); }

absl::Status VerifyPackage(const ServedPackage& package, const Deadline& deadline) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const PackageReader> reader, package.Read(deadline));
  return LoadedMap::CheckWhole(reader);
}

std::string FileOf(const ServedPackage& package) {
  return package.remote == nullptr ? package.reader->name() : PackageFileName(package.summary.map_id);
}

// The first damage of a world file. DeadlineExceeded too.
absl::Status VerifyWorld(const LoadedWorld& world, const Deadline& deadline) {
  WS_RETURN_IF_ERROR(world.package().VerifyAll());
  for (uint32_t map = 0; map < world.view().maps().size(); ++map) {
    if (deadline.Expired()) return LateVerify();
    const std::vector<absl::Status> problems = FindMapProblems(world, WorldMapIndex(map));
    if (!problems.empty()) return problems.front();
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Progress> AdminHandler::Handle(const v1::ReloadRequest& /*request*/, const RequestScope& scope,
                                              v1::ReloadResponse& response) const {
  const absl::StatusOr<PackageFolder::Report> reloaded = folder_.Reload(scope.deadline);
  const bool is_late = absl::IsDeadlineExceeded(reloaded.status()) || absl::IsCancelled(reloaded.status());
  if (is_late || (!reloaded.ok() && !folder_.is_folder())) return reloaded.status();
  if (!reloaded.ok()) {  // the message begins with the folder
    return absl::Status(
        reloaded.status().code(),
        StrCat("the folder of packages", reloaded.status().message().substr(folder_.path().size())));
  }
  const PackageFolder::Report& report = *reloaded;
  response.set_maps(static_cast<uint32_t>(store().All().size()));
  for (const std::string& map_id : report.changed_maps) response.add_changed_maps(map_id);
  for (const std::string& map_id : report.removed_maps) response.add_removed_maps(map_id);
  for (const MapStore::Refusal& refusal : report.refused) {
    v1::RefusedPackage& refused = *response.add_refused();
    refused.set_file_name(FileNameOf(refusal.path));
    refused.set_reason(FileReason(refusal.status));
  }
  return Progress::kDone;
}

absl::StatusOr<AdminHandler::Maps> AdminHandler::FindMaps(
    const google::protobuf::RepeatedPtrField<std::string>& map_ids) const {
  WS_RETURN_IF_ERROR(CheckCount("map_ids", map_ids.size(), limits_.max_names));
  if (map_ids.empty()) return store().All();
  Maps maps;
  for (int i = 0; i < map_ids.size(); ++i) {
    maps.push_back(store().FindListed(map_ids[i]));
    if (maps.back().package == nullptr) {
      return FieldError(StrCat("map_ids[", i, "]"), StrCat("no map ", Quoted(map_ids[i]), " is served"),
                        absl::StatusCode::kNotFound);
    }
  }
  return maps;
}

absl::Status AdminHandler::Pin(const Maps& maps) const {
  std::map<std::string, uint64_t> bytes;  // of all that will be pinned
  for (const auto& map : maps) bytes[map.package->summary.map_id] = map.package->summary.size_bytes;
  for (const std::string& map_id : store().Pinned()) {
    const ListedMap listed = store().FindListed(map_id);
    if (listed.package != nullptr) bytes[map_id] = listed.package->summary.size_bytes;
  }
  uint64_t sum = 0;
  for (const auto& [map_id, size] : bytes) sum += size;
  const MapLimits& limits = store().limits();
  if (limits.max_bytes > 0 && sum > limits.max_bytes) {
    return LimitError("pin",
                      StrCat("the packages of all pinned maps would have ", sum,
                             " bytes, and maps are kept loaded of ", limits.max_bytes, " (--max-map-bytes)"),
                      {limits.max_bytes, sum}, absl::StatusCode::kOutOfRange);
  }
  if (limits.max_maps > 0 && bytes.size() > limits.max_maps) {
    return LimitError(
        "pin",
        StrCat(bytes.size(), " maps would be pinned, and ", limits.max_maps, " are kept loaded (--max-maps)"),
        {limits.max_maps, bytes.size()}, absl::StatusCode::kOutOfRange);
  }
  for (const auto& map : maps) folder_.Pin(map.package->summary.map_id);
  return absl::OkStatus();
}

absl::StatusOr<Progress> AdminHandler::Handle(const v1::PreloadRequest& request, const RequestScope& scope,
                                              v1::PreloadResponse& response) const {
  WS_ASSIGN_OR_RETURN(const Maps maps, FindMaps(request.map_ids()));
  if (request.pin()) WS_RETURN_IF_ERROR(Pin(maps));
  absl::Status first;  // what is wrong with one does not keep the others
  for (const auto& map : maps) {
    if (scope.deadline.Expired()) return absl::DeadlineExceededError("not all maps were loaded in time");
    first.Update(store().Find(map.package->summary.map_id, scope.deadline).status());
  }
  if (!first.ok())
    return absl::Status(first.code(),
                        StrCat(absl::IsDataLoss(first) ? "all maps are loaded but damaged ones: "
                                                       : "not all maps are loaded: ",
                               first.message()));
  for (const auto& map : maps) {
    const PackageSummary& summary = map.package->summary;
    if (!store().IsLoaded(summary.map_id)) continue;  // dropped for those after it
    response.set_maps(response.maps() + 1);
    response.set_bytes(response.bytes() + summary.size_bytes);
  }
  return Progress::kDone;
}

absl::StatusOr<Progress> AdminHandler::Handle(const v1::VerifyRequest& request, const RequestScope& scope,
                                              v1::VerifyResponse& response) const {
  store().LookAgain();
  WS_ASSIGN_OR_RETURN(const Maps maps, FindMaps(request.map_ids()));
  for (const ListedMap& map : maps) {
    if (scope.deadline.Expired()) return LateVerify();
    const PackageSummary& summary = map.package->summary;
    const bool is_elsewhere = map.package->remote != nullptr && !map.package->remote->IsHere();
    if (is_elsewhere && map.damage.ok() && request.map_ids().empty()) continue;  // named maps are fetched
    absl::Status status = map.damage;
    if (status.ok()) status = VerifyPackage(*map.package, scope.deadline);
    if (absl::IsDeadlineExceeded(status)) return LateVerify();
    if (!store().IsLoaded(summary.map_id)) map.package->ForgetPages();
    AddVerdict(FileOf(*map.package), summary.generation, status, response);
    response.mutable_verdicts(response.verdicts_size() - 1)->set_map_id(summary.map_id);
  }
  if (!request.map_ids().empty()) return Progress::kDone;
  if (const std::shared_ptr<WorldStore> world = store().World(); world != nullptr) {
    const absl::Status status = VerifyWorld(world->world(), scope.deadline);
    if (absl::IsDeadlineExceeded(status)) return status;
    AddVerdict(world->world().package().name(), world->world().generation(), status, response);
  }
  for (const MapStore::Refusal& refusal : folder_.Refused()) {
    const std::string file = FileNameOf(refusal.path);
    const bool is_told = std::any_of(
        response.verdicts().begin(), response.verdicts().end(),
        [&](const v1::PackageVerdict& verdict) { return verdict.file_name() == file && !verdict.ok(); });
    if (!is_told) AddVerdict(refusal.path, "", refusal.status, response);
  }
  return Progress::kDone;
}

}  // namespace waystone
