#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "core/base/str_cat.h"
#include "core/grid/trunk_costs.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_parts.h"
#include "core/store/package_json.h"
#include "core/store/package_report.h"
#include "core/store/world_report.h"

namespace waystone {
namespace {

constexpr size_t kMaxProblems = 1000;

bool IsUnreadable(const absl::Status& status) {
  return !absl::IsDataLoss(status) && !absl::IsUnimplemented(status);
}

// Problems, each listed once.
class Problems {
 public:
  void Add(const absl::Status& status) {
    std::string problem(status.message());
    const bool is_new = std::find(all_.begin(), all_.end(), problem) == all_.end();
    if (is_new && !IsFull()) all_.push_back(std::move(problem));
  }
  bool IsFull() const { return all_.size() >= kMaxProblems; }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

void AddWorldProblems(const std::string& path, Problems& problems) {
  const absl::StatusOr<std::shared_ptr<const LoadedWorld>> world = LoadedWorld::Load(path);
  if (!world.ok()) return problems.Add(world.status());
  for (const absl::Status& problem : FindWorldProblems(**world)) problems.Add(problem);
}

void AddMapProblems(const PackageReader& package, Problems& problems) {
  absl::StatusOr<MapManifest> manifest = ReadManifestSection(package);
  if (!manifest.ok()) return problems.Add(manifest.status());
  MapViews views(*std::move(manifest));
  for (const absl::Status& problem : ReadParts(package, kMaxProblems, views)) problems.Add(problem);
  for (const VariantViews& variant : views.variants) {
    if (!variant.grid.has_value()) continue;
    if (const absl::Status costs = CheckLeastCosts(*variant.grid); !costs.ok()) problems.Add(costs);
  }
}

// Checks damage first, then the content. Both find a damaged section, which is listed once.
std::vector<std::string> FindProblems(const PackageReader& package) {
  Problems problems;
  for (const absl::Status& damage : package.FindDamage(kMaxProblems)) problems.Add(damage);
  if (IsWorld(package)) {
    AddWorldProblems(package.name(), problems);
  } else {
    AddMapProblems(package, problems);
  }
  return problems.all();
}

std::string CheckText(const OrderedJson& json) {
  const std::string file = json["file"];
  if (json["ok"]) {
    return StrCat(file, ": ok, ", json["sections"].get<size_t>(), " sections, ",
                  json["bytes"].get<uint64_t>(), " bytes, generation ", json["generation"].get<std::string>(),
                  "\n");
  }
  const std::vector<std::string> problems = json["problems"];
  return StrCat(file, ": ", problems.size(), problems.size() == 1 ? " problem\n  " : " problems\n  ",
                absl::StrJoin(problems, "\n  "), "\n");
}

PackageReport NoPackage(const std::string& path, ReportFormat format) {
  const std::string text = format == ReportFormat::kJson ? PrintJson({{"file", path}, {"is_package", false}})
                                                         : StrCat(path, ": not a package, skipped\n");
  return {.exit_code = 0, .text = text, .is_package = false};
}

}  // namespace

bool IsOtherFile(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".waymap" || extension == ".wayworld") return false;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string first(kPackageMagic.size(), '\0');
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  return file.is_open() && !file.bad() && first != kPackageMagic;
}

PackageReport CheckPackage(const std::string& path, ReportFormat format) {
  if (IsOtherFile(path)) return NoPackage(path, format);
  const auto package = PackageReader::OpenFile(path);
  OrderedJson json = {{"file", path}, {"ok", true}};
  std::vector<std::string> problems;
  int exit_code = 0;
  if (!package.ok()) {
    problems.emplace_back(package.status().message());
    exit_code = IsUnreadable(package.status()) ? 2 : 1;
  } else {
    json["generation"] = (*package)->Generation();
    json["bytes"] = (*package)->header().file_size_bytes;
    json["sections"] = (*package)->sections().size();
    problems = FindProblems(**package);
    exit_code = problems.empty() ? 0 : 1;
  }
  json["ok"] = problems.empty();
  json["problems"] = problems;
  PackageReport report{.exit_code = exit_code,
                       .text = format == ReportFormat::kJson ? PrintJson(json) : CheckText(json)};
  if (problems.empty() && !IsWorld(**package)) report.map_id = ReadManifestSection(**package)->map_id;
  return report;
}

}  // namespace waystone
