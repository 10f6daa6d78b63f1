// Both section tables are sorted by the same key: one merge finds what is only in one of them.
#include <algorithm>
#include <compare>
#include <memory>
#include <tuple>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/manifest_codec.h"
#include "core/store/package_json.h"
#include "core/store/package_report.h"
#include "core/store/world_report.h"

namespace waystone {
namespace {

auto Key(const SectionEntry& entry) { return std::tuple(entry.variant, entry.region, entry.type); }

OrderedJson Difference(const SectionEntry& entry, const std::string& what) {
  const OrderedJson section = SectionJson(entry);
  return {{"section", section["type"]},
          {"variant", entry.variant},
          {"region", entry.region},
          {"difference", what}};
}

// The fields that differ ("/map_id" and the like), each with b's value if it has one.
OrderedJson ManifestFields(std::span<const std::byte> a, std::span<const std::byte> b) {
  OrderedJson fields = OrderedJson::array();
  const auto manifest_a = DecodeManifest(a);
  const auto manifest_b = DecodeManifest(b);
  if (!manifest_a.ok() || !manifest_b.ok()) return fields;
  for (const auto& change : nlohmann::json::diff(ManifestJson(*manifest_a), ManifestJson(*manifest_b))) {
    fields.push_back({{"path", change["path"]}, {"change", change["op"]}});
    if (change.contains("value")) fields.back()["value"] = change["value"];
  }
  return fields;
}

// Appends how two sections of the same key differ, if they do.
absl::Status CompareSection(const PackageReader& a, const PackageReader& b, const SectionEntry& in_a,
                            const SectionEntry& in_b, OrderedJson& differences) {
  const SectionKey key{in_a.variant, in_a.region};
  WS_ASSIGN_OR_RETURN(const auto bytes_a, a.Bytes(in_a.type, key));
  WS_ASSIGN_OR_RETURN(const auto bytes_b, b.Bytes(in_b.type, key));
  if (in_a.version != in_b.version || in_a.record_size_bytes != in_b.record_size_bytes ||
      in_a.flags != in_b.flags) {
    differences.push_back(Difference(
        in_a, StrCat("version ", in_a.version, " and ", in_b.version, ", records of ", in_a.record_size_bytes,
                     " and ", in_b.record_size_bytes, " bytes, flags ", in_a.flags, " and ", in_b.flags)));
    return absl::OkStatus();
  }
  const auto [at_a, at_b] = std::mismatch(bytes_a.begin(), bytes_a.end(), bytes_b.begin(), bytes_b.end());
  if (at_a == bytes_a.end() && at_b == bytes_b.end()) return absl::OkStatus();
  const auto offset = static_cast<uint64_t>(at_a - bytes_a.begin());
  OrderedJson difference = Difference(
      in_a, StrCat(bytes_a.size() / in_a.record_size_bytes, " and ", bytes_b.size() / in_b.record_size_bytes,
                   " records, the first difference in record ", offset / in_a.record_size_bytes, " at byte ",
                   offset % in_a.record_size_bytes));
  difference["records_a"] = bytes_a.size() / in_a.record_size_bytes;
  difference["records_b"] = bytes_b.size() / in_b.record_size_bytes;
  difference["first_record"] = offset / in_a.record_size_bytes;
  if (in_a.type == SectionType::kManifest) difference["fields"] = ManifestFields(bytes_a, bytes_b);
  differences.push_back(std::move(difference));
  return absl::OkStatus();
}

absl::Status CompareSections(const PackageReader& a, const PackageReader& b, OrderedJson& differences) {
  auto in_a = a.sections().begin();
  auto in_b = b.sections().begin();
  while (in_a != a.sections().end() || in_b != b.sections().end()) {
    const bool only_a = in_b == b.sections().end() || (in_a != a.sections().end() && Key(*in_a) < Key(*in_b));
    const bool only_b = !only_a && (in_a == a.sections().end() || Key(*in_b) < Key(*in_a));
    if (only_a) {
      differences.push_back(Difference(*in_a++, "only in a"));
    } else if (only_b) {
      differences.push_back(Difference(*in_b++, "only in b"));
    } else {
      WS_RETURN_IF_ERROR(CompareSection(a, b, *in_a++, *in_b++, differences));
    }
  }
  return absl::OkStatus();
}

// "map "town"", or "a world"; empty if that cannot be read.
std::string SubjectOf(const PackageReader& package) {
  if (IsWorld(package)) return "a world";
  const auto manifest = ReadManifestSection(package);
  return manifest.ok() ? StrCat("map ", Quoted(manifest->map_id)) : "";
}

// `note`: that the packages are of different maps, if they are.
absl::Status Compare(const std::string& path_a, const std::string& path_b, OrderedJson& differences,
                     std::string& note) {
  WS_ASSIGN_OR_RETURN(const auto a, PackageReader::OpenFile(path_a));
  WS_ASSIGN_OR_RETURN(const auto b, PackageReader::OpenFile(path_b));
  const std::string of_a = SubjectOf(*a);
  const std::string of_b = SubjectOf(*b);
  if (of_a != of_b && !of_a.empty() && !of_b.empty())
    note = StrCat("these are not two packages of one map: a is of ", of_a, ", b of ", of_b);
  return CompareSections(*a, *b, differences);
}

std::string DiffText(const OrderedJson& json) {
  std::string text = StrCat("a: ", json["a"].get<std::string>(), "\nb: ", json["b"].get<std::string>(), "\n");
  if (json.contains("note")) StrAppend(text, "note: ", json["note"].get<std::string>(), "\n");
  for (const OrderedJson& d : json["differences"]) {
    StrAppend(text, d["section"].get<std::string>(), " (variant ", d["variant"].get<unsigned>(), ", region ",
              d["region"].get<unsigned>(), "): ", d["difference"].get<std::string>(), "\n");
    for (const OrderedJson& field : d.value("fields", OrderedJson::array())) {
      StrAppend(text, "  ", field["change"].get<std::string>(), " ", field["path"].get<std::string>());
      if (field.contains("value")) StrAppend(text, ": ", field["value"].dump());
      StrAppend(text, "\n");
    }
  }
  if (json["equal"]) StrAppend(text, "equal\n");
  return text;
}

}  // namespace

PackageReport DiffPackages(const std::string& path_a, const std::string& path_b, ReportFormat format) {
  OrderedJson differences = OrderedJson::array();
  std::string note;
  const absl::Status problem = Compare(path_a, path_b, differences, note);
  const bool equal = problem.ok() && differences.empty();
  OrderedJson json = {{"a", path_a}, {"b", path_b}, {"equal", equal}, {"differences", differences}};
  if (!note.empty()) json["note"] = note;
  PackageReport report{.exit_code = equal ? 0 : 1, .text = {}};
  if (!problem.ok()) {
    report.exit_code = 2;
    report.problem = std::string(problem.message());
    json["problem"] = report.problem;
  }
  if (format == ReportFormat::kJson) {
    report.text = PrintJson(json);
  } else if (problem.ok()) {
    report.text = DiffText(json);
  }
  return report;
}

}  // namespace waystone
