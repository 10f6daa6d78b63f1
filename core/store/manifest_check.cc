#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/manifest_codec.h"

namespace waystone {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kMaxReasonBytes = 1024;
constexpr size_t kMaxFileNameBytes = 255;
constexpr size_t kMaxAreas = 64;
constexpr size_t kMaxAbilities = 64;
constexpr size_t kMaxVariants = 1024;

template <typename... Parts>
absl::Status Broken(const Parts&... rule) {
  return absl::InvalidArgumentError(StrCat("manifest ", rule...));
}

absl::Status CheckText(std::string_view field, std::string_view text, size_t min_bytes, size_t max_bytes) {
  if (text.size() >= min_bytes && IsPlainText(text, max_bytes)) return absl::OkStatus();
  return Broken(field, ": must be UTF-8 of ", min_bytes, " to ", max_bytes,
                " bytes without control characters");
}

absl::Status CheckNumber(std::string_view field, double value, double min, double max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return Broken(field, " is ", value, ": must be from ", min, " to ", max);
}

absl::Status CheckPlace(const MapManifest& m) {
  if (!m.origin.IsFinite()) return Broken("origin: must be finite");
  if (m.bounds.IsEmpty()) return absl::OkStatus();
  if (!m.bounds.min.IsFinite() || !m.bounds.max.IsFinite()) return Broken("bounds: must be finite");
  const Vec3 low = m.bounds.min - m.origin;
  const Vec3 high = m.bounds.max - m.origin;
  const double farthest = std::max({-low.x, -low.y, -low.z, high.x, high.y, high.z});
  if (farthest <= kMaxDistanceFromOriginM) return absl::OkStatus();
  return Broken("bounds: reach ", farthest, " m from the origin, the limit is ", kMaxDistanceFromOriginM);
}

absl::Status CheckAreas(const std::vector<AreaType>& areas) {
  if (areas.size() > kMaxAreas) return Broken("areas: ", areas.size(), ", the limit is ", kMaxAreas);
  for (size_t i = 0; i < areas.size(); ++i) {
    const std::string field = StrCat("areas[", i, "]");
    if (areas[i].index >= kMaxAreas) return Broken(field, ".index is ", areas[i].index, ": must be below 64");
    if (i > 0 && areas[i].index <= areas[i - 1].index) return Broken(field, ".index: must ascend");
    WS_RETURN_IF_ERROR(CheckText(StrCat(field, ".name"), areas[i].name, 1, kMaxNameBytes));
  }
  return absl::OkStatus();
}

absl::Status CheckAgent(const std::string& field, const AgentProfile& agent) {
  WS_RETURN_IF_ERROR(CheckText(StrCat(field, ".name"), agent.name, 1, kMaxNameBytes));
  WS_RETURN_IF_ERROR(CheckNumber(StrCat(field, ".radius_m"), agent.radius_m, 0, 10));
  WS_RETURN_IF_ERROR(CheckNumber(StrCat(field, ".height_m"), agent.height_m, 0.1, 50));
  WS_RETURN_IF_ERROR(CheckNumber(StrCat(field, ".max_climb_m"), agent.max_climb_m, 0, 10));
  return CheckNumber(StrCat(field, ".max_slope_deg"), agent.max_slope_deg, 0, 89);
}

absl::Status CheckAbilities(const std::string& field, const std::vector<std::string>& abilities) {
  if (abilities.size() > kMaxAbilities) {
    return Broken(field, ": ", abilities.size(), ", the limit is ", kMaxAbilities);
  }
  for (size_t i = 0; i < abilities.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckText(StrCat(field, "[", i, "]"), abilities[i], 1, kMaxNameBytes));
    if (i > 0 && abilities[i] <= abilities[i - 1]) return Broken(field, "[", i, "]: must ascend");
  }
  return absl::OkStatus();
}

absl::Status CheckVariants(const std::vector<MapVariant>& variants) {
  if (variants.empty() || variants.size() > kMaxVariants) {
    return Broken("variants: ", variants.size(), ", must be 1 to ", kMaxVariants);
  }
  std::set<std::pair<std::string, std::vector<std::string>>> seen;
  for (size_t i = 0; i < variants.size(); ++i) {
    const MapVariant& variant = variants[i];
    const std::string field = StrCat("variants[", i, "]");
    WS_RETURN_IF_ERROR(CheckAgent(StrCat(field, ".agent"), variant.agent));
    WS_RETURN_IF_ERROR(CheckAbilities(StrCat(field, ".abilities"), variant.abilities));
    if (!seen.emplace(variant.agent.name, variant.abilities).second) {
      return Broken(field, ": agent ", Quoted(variant.agent.name), " with these abilities is there twice");
    }
    const size_t surface = variant.surface_variant;
    if (surface < 1 || surface > variants.size()) {
      return Broken(field, ".surface_variant is ", surface, ": must be 1 to ", variants.size());
    }
    if (variants[surface - 1].surface_variant != surface) {
      return Broken(field, ".surface_variant is ", surface, ": that variant has no surface of its own");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSource(const MapManifest& m) {
  WS_RETURN_IF_ERROR(CheckText("source_name", m.source_name, 0, kMaxFileNameBytes));
  WS_RETURN_IF_ERROR(CheckText("baker_version", m.baker_version, 0, kMaxNameBytes));
  const bool is_hex = std::all_of(m.source_sha256.begin(), m.source_sha256.end(),
                                  [](char c) { return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f'); });
  if (m.source_sha256.empty() || (m.source_sha256.size() == 64 && is_hex)) return absl::OkStatus();
  return Broken("source_sha256: must be empty or 64 lower-case hex digits");
}

}  // namespace

absl::Status CheckManifest(const MapManifest& manifest) {
  if (const absl::Status id = CheckMapId(manifest.map_id); !id.ok()) return Broken("map_id: ", id.message());
  if (NameOf(manifest.surface).empty()) {
    return Broken("surface: unknown kind ", static_cast<int>(manifest.surface));
  }
  WS_RETURN_IF_ERROR(CheckText("strategy_reason", manifest.strategy_reason, 0, kMaxReasonBytes));
  WS_RETURN_IF_ERROR(CheckPlace(manifest));
  WS_RETURN_IF_ERROR(CheckAreas(manifest.areas));
  WS_RETURN_IF_ERROR(CheckVariants(manifest.variants));
  WS_RETURN_IF_ERROR(CheckAbilities("link_abilities", manifest.link_abilities));
  if (const absl::Status places = CheckNamedPlaces(manifest.places); !places.ok()) {
    return Broken(places.message());
  }
  if (const absl::Status doors = CheckDoors(manifest.doors); !doors.ok()) return Broken(doors.message());
  if (const absl::Status profiles = CheckCostProfiles(manifest.cost_profiles); !profiles.ok()) {
    return Broken(profiles.message());
  }
  return CheckSource(manifest);
}

}  // namespace waystone
