#include "server/handlers/admin_handler.h"

#include <filesystem>

#include "absl/strings/escaping.h"
#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "server/convert/feature_gate.h"
#include "server/convert/field_check.h"

namespace waystone {

namespace {

// File names may hold any bytes; Protobuf strings only UTF-8.
std::string Printable(const std::string& text) {
  return IsPlainText(text, text.size()) ? text : absl::CHexEscape(text);
}

}  // namespace

absl::StatusOr<Progress> AdminHandler::Handle(const v1::ReloadRequest& /*request*/,
                                              const RequestScope& /*scope*/,
                                              v1::ReloadResponse& response) const {
  WS_ASSIGN_OR_RETURN(const PackageFolder::Report report, folder_.Reload());
  response.set_maps(static_cast<uint32_t>(store().All().size()));
  for (const std::string& map_id : report.changed_maps) response.add_changed_maps(map_id);
  for (const std::string& map_id : report.removed_maps) response.add_removed_maps(map_id);
  for (const MapStore::Refusal& refusal : report.refused) {
    v1::RefusedPackage& refused = *response.add_refused();
    refused.set_file_name(Printable(std::filesystem::path(refusal.path).filename().string()));
    refused.set_reason(Printable(std::string(refusal.status.message())));
  }
  return Progress::kDone;
}

absl::StatusOr<AdminHandler::Maps> AdminHandler::FindMaps(
    const google::protobuf::RepeatedPtrField<std::string>& map_ids) const {
  WS_RETURN_IF_ERROR(CheckCount("map_ids", map_ids.size(), limits_.max_names));
  if (map_ids.empty()) return store().All();
  Maps maps;
  for (int i = 0; i < map_ids.size(); ++i) {
    maps.push_back(store().FindPackage(map_ids[i]));
    if (maps.back() == nullptr) {
      return FieldError(StrCat("map_ids[", i, "]"), StrCat("no map ", Quoted(map_ids[i]), " is served"),
                        absl::StatusCode::kNotFound);
    }
  }
  return maps;
}

absl::StatusOr<Progress> AdminHandler::Handle(const v1::PreloadRequest& request, const RequestScope& scope,
                                              v1::PreloadResponse& response) const {
  if (request.pin()) return NotServed("pin", "pinning maps in memory");
  WS_ASSIGN_OR_RETURN(const Maps maps, FindMaps(request.map_ids()));
  for (const auto& map : maps) {
    if (scope.deadline.Expired()) return absl::DeadlineExceededError("not all maps were loaded in time");
    WS_RETURN_IF_ERROR(store().Find(map->summary.map_id).status());
  }
  for (const auto& map : maps) {
    if (!store().IsLoaded(map->summary.map_id)) continue;  // dropped for those after it
    response.set_maps(response.maps() + 1);
    response.set_bytes(response.bytes() + map->summary.size_bytes);
  }
  return Progress::kDone;
}

absl::StatusOr<Progress> AdminHandler::Handle(const v1::VerifyRequest& request, const RequestScope& scope,
                                              v1::VerifyResponse& response) const {
  WS_ASSIGN_OR_RETURN(const Maps maps, FindMaps(request.map_ids()));
  for (const auto& map : maps) {
    if (scope.deadline.Expired()) return absl::DeadlineExceededError("not all maps were verified in time");
    const PackageSummary& summary = map->summary;
    const absl::Status status = map->reader->VerifyAll();
    if (!store().IsLoaded(summary.map_id)) map->reader->ForgetAll();
    v1::PackageVerdict& verdict = *response.add_verdicts();
    verdict.set_map_id(summary.map_id);
    verdict.set_generation(summary.generation);
    verdict.set_ok(status.ok());
    verdict.set_reason(std::string(status.message()));
  }
  return Progress::kDone;
}

}  // namespace waystone
