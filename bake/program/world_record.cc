#include "bake/program/world_record.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string PathIn(const std::string& folder) { return (fs::path(folder) / kWorldRecordName).string(); }

bool ReadText(const Json& json, const char* key, std::string& text) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) return false;
  text = found->get<std::string>();
  return true;
}

bool ReadTexts(const Json& json, const char* key, std::vector<std::string>& texts) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return false;
  for (const Json& item : *found) {
    if (!item.is_string()) return false;
    texts.push_back(item.get<std::string>());
  }
  return true;
}

}  // namespace

absl::StatusOr<WorldRecord> ReadWorldRecord(const std::string& folder) {
  const std::string path = PathIn(folder);
  WorldRecord record;
  const absl::StatusOr<std::string> text = ReadSourceFile(path);
  if (absl::IsNotFound(text.status())) return record;
  if (!text.ok()) return text.status();
  const absl::Status is_none = InvalidArgument(PrintablePath(path), ": is no record of bakes");
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return is_none;
  for (const auto& [map_id, item] : json.items()) {
    MapBake bake;
    const bool is_whole = item.is_object() && ReadText(item, "settings", bake.settings) &&
                          ReadTexts(item, "files", bake.files) && ReadText(item, "sha256", bake.sha256) &&
                          ReadText(item, "generation", bake.generation) &&
                          ReadText(item, "strategy", bake.strategy) &&
                          ReadTexts(item, "warnings", bake.warnings) &&
                          (!item.contains("notes") || ReadTexts(item, "notes", bake.notes));
    if (!is_whole) return is_none;
    record.emplace(map_id, std::move(bake));
  }
  return record;
}

absl::Status WriteWorldRecord(const std::string& folder, const WorldRecord& record) {
  std::string text = "{";
  for (const auto& [map_id, bake] : record) {
    const Json item = {{"settings", bake.settings}, {"files", bake.files},
                       {"sha256", bake.sha256},     {"generation", bake.generation},
                       {"strategy", bake.strategy}, {"warnings", bake.warnings},
                       {"notes", bake.notes}};
    StrAppend(text, text.size() == 1 ? "\n" : ",\n", Json(map_id).dump(), ": ",
              item.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  text += "\n}\n";
  return WritePackageFile(PathIn(folder), std::as_bytes(std::span(text)));
}

absl::Status WhyChanged(const MapBake& bake, const std::string& settings, const std::string& source_path,
                        const std::string& package_path) {
  const auto package = PackageReader::OpenFile(package_path);
  if (!package.ok() || (*package)->Generation() != bake.generation)
    return absl::NotFoundError("the package that was baked is not there");
  if (bake.settings != settings)
    return absl::FailedPreconditionError(
        "it was baked with other settings, or by another version of waystone-bake");
  if (!(*package)->VerifyAll().ok()) return absl::NotFoundError("the package that was baked is damaged");
  SourceDigest digest;
  for (const std::string& name : bake.files) {
    const auto bytes = ReadSourceFile((fs::path(source_path).parent_path() / name).string());
    if (!bytes.ok()) return absl::FailedPreconditionError(bytes.status().message());
    digest.Add(*bytes);
  }
  if (digest.Hex() == bake.sha256) return absl::OkStatus();
  return absl::FailedPreconditionError("its source has changed since it was baked");
}

}  // namespace waystone
