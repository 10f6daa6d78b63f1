#include "bake/report/world_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

double Rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

std::string Line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

const char* OutcomeName(MapOutcome outcome) {
  switch (outcome) {
    case MapOutcome::kNotReached:
      return "not reached";
    case MapOutcome::kBaked:
      return "baked";
    case MapOutcome::kUnchanged:
      return "unchanged";
    case MapOutcome::kFailed:
      return "failed";
  }
  return "";
}

Json MapJson(const WorldMapReport& map) {
  Json json = {{"map_id", map.map_id},     {"status", OutcomeName(map.outcome)},
               {"strategy", map.strategy}, {"seconds", Rounded(map.seconds)},
               {"bytes", map.bytes},       {"generation", map.generation},
               {"warnings", map.warnings}, {"notes", map.notes}};
  if (!map.error.empty()) json["error"] = map.error;
  return json;
}

Json TotalsJson(const WorldReport& report) {
  return {{"maps", report.maps.size()},
          {"baked", report.CountOf(MapOutcome::kBaked)},
          {"unchanged", report.CountOf(MapOutcome::kUnchanged)},
          {"failed", report.CountOf(MapOutcome::kFailed)},
          {"bytes", report.PackageBytes()},
          {"warnings", report.WarningCount()}};
}

Json TravellersJson(const WorldReport& report) {
  Json travellers = Json::array();
  for (const WorldTravellerReport& traveller : report.travellers) {
    travellers.push_back(
        {{"agent", traveller.agent}, {"abilities", traveller.abilities}, {"portals", traveller.portals}});
  }
  return travellers;
}

}  // namespace

uint64_t WorldReport::CountOf(MapOutcome outcome) const {
  return static_cast<uint64_t>(
      std::ranges::count_if(maps, [&](const WorldMapReport& map) { return map.outcome == outcome; }));
}

uint64_t WorldReport::PackageBytes() const {
  uint64_t bytes = 0;
  for (const WorldMapReport& map : maps) bytes += map.bytes;
  return bytes;
}

uint64_t WorldReport::WarningCount() const {
  uint64_t count = warnings.size();
  for (const WorldMapReport& map : maps) count += map.warnings.size();
  return count;
}

std::string WorldReportJson(const WorldReport& report) {
  const Json head = {{"baker_version", report.baker_version},
                     {"world", report.world},
                     {"shard", report.shard},
                     {"threads", report.threads},
                     {"wall_s", Rounded(report.wall_s)},
                     {"portals_s", Rounded(report.portals_s)},
                     {"peak_memory_bytes", report.peak_memory_bytes},
                     {"world_file", report.world_path},
                     {"world_bytes", report.world_bytes},
                     {"portals", report.portals},
                     {"walks", report.walks},
                     {"path_bytes", report.path_bytes},
                     {"labels", report.label_count},
                     {"has_hierarchy", report.has_hierarchy},
                     {"maps_taken_over", report.maps_taken_over},
                     {"maps_without_step_tables", report.maps_without_step_tables},
                     {"travellers", TravellersJson(report)},
                     {"totals", TotalsJson(report)},
                     {"warnings", report.warnings}};
  std::string text = "{\n";
  for (const auto& [key, value] : head.items()) {
    text.append(Line(key)).append(": ").append(Line(value)).append(",\n");
  }
  text += "\"maps\": [";
  for (size_t i = 0; i < report.maps.size(); ++i) {
    text.append(i == 0 ? "\n" : ",\n").append(Line(MapJson(report.maps[i])));
  }
  return text + "\n]\n}\n";
}

}  // namespace waystone
