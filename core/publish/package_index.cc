#include "core/publish/package_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/json_depth.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/digest/sha256.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t kFormat = 1;
constexpr uint64_t kMaxPackageBytes = uint64_t{1} << 46;  // as the format of packages
constexpr size_t kGenerationDigits = 32;
constexpr int kPlaces = 6;  // of a box
// Between the values of an index of so many maps are a million and more. Parsed, each value takes up to 60 times its text.
constexpr std::ptrdiff_t kMaxCommas = 4'000'000;

absl::StatusOr<std::string> TextField(const Json& entry, const char* name) {
  const auto field = entry.find(name);
  if (field == entry.end() || !field->is_string()) return InvalidArgument(name, ": must be a text");
  return field->get<std::string>();
}

absl::StatusOr<uint64_t> NumberField(const Json& entry, const char* name, uint64_t most) {
  const auto field = entry.find(name);
  const bool is_number = field != entry.end() && field->is_number_unsigned();
  if (!is_number || field->get<uint64_t>() == 0 || field->get<uint64_t>() > most)
    return InvalidArgument(name, ": must be a whole number from 1 to ", most);
  return field->get<uint64_t>();
}

absl::StatusOr<std::string> GenerationField(const Json& entry) {
  WS_ASSIGN_OR_RETURN(std::string generation, TextField(entry, "generation"));
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (generation.size() != kGenerationDigits || !std::ranges::all_of(generation, is_digit))
    return InvalidArgument("generation: must be ", kGenerationDigits, " lower-case hex digits");
  return generation;
}

absl::StatusOr<std::string> Sha256Field(const Json& entry) {
  WS_ASSIGN_OR_RETURN(std::string sha256, TextField(entry, "sha256"));
  if (!IsSha256Hex(sha256)) return InvalidArgument("sha256: must be 64 lower-case hex digits");
  return sha256;
}

// Empty: the box is.
absl::StatusOr<Aabb> BoundsField(const Json& entry) {
  const auto field = entry.find("bounds_m");
  const bool is_list = field != entry.end() && field->is_array();
  if (!is_list || (!field->empty() && field->size() != kPlaces))
    return InvalidArgument("bounds_m: must be six numbers, or none");
  if (field->empty()) return Aabb();
  std::array<double, kPlaces> places{};
  for (size_t i = 0; i < places.size(); ++i) {
    if (!(*field)[i].is_number()) return InvalidArgument("bounds_m: must be six numbers, or none");
    places[i] = (*field)[i].get<double>();
    if (!std::isfinite(places[i])) return InvalidArgument("bounds_m: must be finite");
  }
  const Aabb bounds{{places[0], places[1], places[2]}, {places[3], places[4], places[5]}};
  if (bounds.IsEmpty()) return InvalidArgument("bounds_m: the lower corner must come first");
  return bounds;
}

absl::StatusOr<PackageIndex::Map> ParseMap(const Json& entry) {
  if (!entry.is_object()) return InvalidArgument("must be an object");
  PackageIndex::Map map;
  PackageSummary& summary = map.summary;
  WS_ASSIGN_OR_RETURN(summary.map_id, TextField(entry, "map_id"));
  WS_RETURN_IF_ERROR(CheckMapId(summary.map_id));
  constexpr uint64_t kMostKinds = 255;
  WS_ASSIGN_OR_RETURN(const uint64_t surface, NumberField(entry, "surface", kMostKinds));
  summary.surface = static_cast<SurfaceKind>(surface);
  if (NameOf(summary.surface).empty())
    return InvalidArgument("surface: ", surface, " is no kind that this version knows");
  WS_ASSIGN_OR_RETURN(summary.bounds, BoundsField(entry));
  WS_ASSIGN_OR_RETURN(summary.generation, GenerationField(entry));
  WS_ASSIGN_OR_RETURN(summary.size_bytes, NumberField(entry, "bytes", kMaxPackageBytes));
  WS_ASSIGN_OR_RETURN(map.sha256, Sha256Field(entry));
  return map;
}

absl::StatusOr<PackageIndex::World> ParseWorld(const Json& entry) {
  if (!entry.is_object()) return InvalidArgument("must be an object");
  PackageIndex::World world;
  WS_ASSIGN_OR_RETURN(world.generation, GenerationField(entry));
  WS_ASSIGN_OR_RETURN(world.size_bytes, NumberField(entry, "bytes", kMaxPackageBytes));
  WS_ASSIGN_OR_RETURN(world.sha256, Sha256Field(entry));
  return world;
}

absl::Status Within(const std::string& place, const absl::Status& status) {
  return InvalidArgument(place, ": ", status.message());
}

Json BoundsJson(const Aabb& bounds) {
  Json places = Json::array();
  if (bounds.IsEmpty()) return places;
  for (const Vec3& corner : {bounds.min, bounds.max}) {
    for (const double place : {corner.x, corner.y, corner.z}) places.push_back(place);
  }
  return places;
}

absl::Status ParseMaps(const Json& maps, PackageIndex& index) {
  for (size_t i = 0; i < maps.size(); ++i) {
    absl::StatusOr<PackageIndex::Map> map = ParseMap(maps[i]);
    if (!map.ok()) return Within(StrCat("maps[", i, "]"), map.status());
    index.maps.push_back(*std::move(map));
  }
  const auto id_of = [](const PackageIndex::Map& map) -> const std::string& { return map.summary.map_id; };
  std::ranges::sort(index.maps, {}, id_of);
  const auto twice = std::ranges::adjacent_find(index.maps, {}, id_of);
  if (twice != index.maps.end()) return InvalidArgument("maps: ", Quoted(id_of(*twice)), " is there twice");
  std::set<std::string_view> sha256s;
  for (const PackageIndex::Map& map : index.maps) {
    if (!sha256s.insert(map.sha256).second)
      return InvalidArgument("maps: ", Quoted(id_of(map)), ": another map has its sha256");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PackageIndex> PackageIndex::Parse(std::string_view text) {
  if (text.size() > kMaxBytes) return InvalidArgument("must have at most ", kMaxBytes, " bytes");
  WS_RETURN_IF_ERROR(CheckJsonDepth(text));
  if (std::ranges::count(text, ',') > kMaxCommas)
    return InvalidArgument("must have at most ", kMaxCommas, " commas");
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return InvalidArgument("must be a JSON object");
  const auto format = json.find("format");
  if (format == json.end() || !format->is_number_unsigned() || format->get<uint64_t>() != kFormat)
    return InvalidArgument("format: must be ", kFormat);
  const auto maps = json.find("maps");
  if (maps == json.end() || !maps->is_array() || maps->size() > kMaxMaps)
    return InvalidArgument("maps: must be a list of at most ", kMaxMaps);
  PackageIndex index;
  WS_RETURN_IF_ERROR(ParseMaps(*maps, index));
  if (const auto world = json.find("world"); world != json.end()) {
    absl::StatusOr<World> parsed = ParseWorld(*world);
    if (!parsed.ok()) return Within("world", parsed.status());
    index.world = *std::move(parsed);
  }
  return index;
}

std::string PackageIndex::Text() const {
  std::string text = StrCat("{\"format\": ", kFormat, ",\n \"maps\": [");
  const char* before = "\n  ";
  for (const Map& map : maps) {
    const PackageSummary& summary = map.summary;
    const Json entry = {{"map_id", summary.map_id},
                        {"surface", static_cast<unsigned>(summary.surface)},
                        {"bounds_m", BoundsJson(summary.bounds)},
                        {"generation", summary.generation},
                        {"bytes", summary.size_bytes},
                        {"sha256", map.sha256}};
    StrAppend(text, std::exchange(before, ",\n  "), entry.dump());
  }
  StrAppend(text, "]");
  if (world.has_value()) {
    const Json entry = {
        {"generation", world->generation}, {"bytes", world->size_bytes}, {"sha256", world->sha256}};
    StrAppend(text, ",\n \"world\": ", entry.dump());
  }
  StrAppend(text, "}\n");
  return text;
}

}  // namespace waystone
