#include "bake/world/world_manifest.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "bake/config/config_node.h"
#include "bake/config/link_rules.h"
#include "bake/import/source_file.h"
#include "bake/world/portal_rules.h"
#include "bake/world/portal_table.h"
#include "core/base/quoted.h"
#include "core/map/map_id.h"
#include "core/map/named_places.h"
#include "core/yaml/yaml_reader.h"

namespace waystone {
namespace {

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxAgentBytes = 64;
constexpr size_t kMaxAbilities = 64;

// Keys of a map's entry that are not settings of its bake.
const std::set<std::string>& MapKeys() {
  static const std::set<std::string> kKeys = {"id", "source", "config", "origin"};
  return kKeys;
}

// What of a map's entry is laid over the settings of its file.
std::string SettingsOf(const YAML::Node& entry) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  bool is_empty = true;
  for (const auto& pair : entry) {
    if (MapKeys().contains(pair.first.Scalar())) continue;
    out << YAML::Key << pair.first << YAML::Value << pair.second;
    is_empty = false;
  }
  out << YAML::EndMap;
  return is_empty ? "" : out.c_str();
}

absl::Status InvalidAt(std::string_view place, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(place, ": ", rule));
}

// What only the whole world shows.
absl::Status CheckWorld(const WorldManifest& world) {
  std::map<std::string_view, std::string_view> maps;  // place by id
  for (const WorldMapSource& map : world.maps) {
    const auto [first, is_new] = maps.emplace(map.map_id, map.place);
    if (is_new) continue;
    return InvalidAt(map.place,
                     StrCat("key 'id': map ", Quoted(map.map_id), " is there twice; see ", first->second));
  }
  std::map<std::string_view, std::string_view> portals;  // likewise
  for (const PortalSpec& portal : world.portals) {
    const auto [first, is_new] = portals.emplace(portal.name, portal.place);
    if (!is_new) {
      return InvalidAt(portal.place, StrCat("key 'id': portal ", Quoted(portal.name), " is there twice; see ",
                                            first->second));
    }
    for (const std::string* map_id : {&portal.trigger.map_id, &portal.to.map_id}) {
      if (maps.contains(*map_id)) continue;
      return InvalidAt(portal.place,
                       StrCat("key '", map_id == &portal.to.map_id ? "to" : "from", "': portal ",
                              Quoted(portal.name), ": there is no map ", Quoted(*map_id)));
    }
  }
  for (const NamedPlaceSpec& place : world.places) {
    if (maps.contains(place.at.map_id)) continue;
    return InvalidAt(place.place, StrCat("key 'places': ", Quoted(place.name), ": there is no map ",
                                         Quoted(place.at.map_id)));
  }
  return absl::OkStatus();
}

class ManifestReader : public YamlReader {
 public:
  explicit ManifestReader(std::string_view path) : YamlReader(path), path_(path) {}

  absl::StatusOr<WorldManifest> Read(const std::string& text) const {
    WorldManifest world;
    WS_RETURN_IF_ERROR(ReadRoot(text, [&](const YAML::Node& root) {
      return root.IsNull() ? absl::InvalidArgumentError(StrCat(PrintablePath(path_), ": describes no world"))
                           : ReadWorld(root, world);
    }));
    return world;
  }

 private:
  absl::Status ReadPath(const YAML::Node& value, const std::string& key, std::string& path) const {
    WS_RETURN_IF_ERROR(ReadText(value, key, path));
    if (path.empty()) return Invalid(value, key, "must be a file");
    path = (std::filesystem::path(path_).parent_path() / path).string();
    return absl::OkStatus();
  }

  absl::Status ReadMapSource(const YAML::Node& value, const std::string& key, WorldMapSource& map) const {
    if (!value.IsMap()) return Invalid(value, key, "must be a list of maps {id, source}");
    if (value["map_id"].IsDefined()) return Invalid(value, "map_id", "is not known here; a map has an 'id'");
    WS_RETURN_IF_ERROR(CheckConfigNode(value, key, MapKeys(), path_));
    WS_RETURN_IF_ERROR(Needs(value, key, {"id", "source"}));
    WS_RETURN_IF_ERROR(ReadText(value["id"], "id", map.map_id));
    WS_RETURN_IF_ERROR(ReadPath(value["source"], "source", map.source_path));
    if (const YAML::Node config = value["config"]; config.IsDefined()) {
      WS_RETURN_IF_ERROR(ReadPath(config, "config", map.config_path));
    }
    if (const YAML::Node origin = value["origin"]; origin.IsDefined()) {
      WS_RETURN_IF_ERROR(ReadPoint(origin, "origin", map.origin.emplace()));
      if (!map.origin->IsFinite()) return Invalid(origin, "origin", "must be finite");
    }
    map.settings = SettingsOf(value);
    constexpr size_t kTimesWritten = 8;  // as long as in the file, for they are written line by line
    WS_RETURN_IF_ERROR(Count(value, map.settings.size() / kTimesWritten));
    map.place = Place(value.Mark());
    const absl::Status status = CheckMapId(map.map_id);
    return status.ok() ? status : Invalid(value["id"], "id", StrCat("is no map id: ", status.message()));
  }

  template <size_t kCount>
  absl::Status ReadCells(const YAML::Node& value, const std::string& key,
                         std::optional<std::array<int64_t, kCount>>& cells) const {
    if (!value.IsSequence() || value.size() != kCount) {
      return Invalid(value, key, StrCat("must be a list of ", kCount, " whole numbers"));
    }
    cells.emplace();
    for (size_t i = 0; i < kCount; ++i) {
      double number = 0;
      WS_RETURN_IF_ERROR(ReadNumber(value[i], key, number));
      if (!IsCellNumber(number)) return Invalid(value[i], key, "must be a whole number");
      (*cells)[i] = static_cast<int64_t>(number);
    }
    return absl::OkStatus();
  }

  absl::Status ReadTrigger(const YAML::Node& value, const std::string& key, TriggerSpec& trigger) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"min", To(&ManifestReader::ReadPoint, trigger.box.min)},
                                {"max", To(&ManifestReader::ReadPoint, trigger.box.max)},
                                {"cells", To(&ManifestReader::ReadCells<4>, trigger.cells)}}));
    const bool has_min = value["min"].IsDefined();
    const bool has_max = value["max"].IsDefined();
    if (trigger.cells.has_value() ? !has_min && !has_max : has_min && has_max) return absl::OkStatus();
    return Invalid(value, key, "must have min and max, or cells");
  }

  absl::Status ReadFrom(const YAML::Node& value, const std::string& key, TriggerSpec& trigger) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"map", To(&ManifestReader::ReadText, trigger.map_id)},
                                {"trigger", To(&ManifestReader::ReadTrigger, trigger)}}));
    return Needs(value, key, {"map", "trigger"});
  }

  absl::Status ReadTo(const YAML::Node& value, const std::string& key, PlaceSpec& to) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"map", To(&ManifestReader::ReadText, to.map_id)},
                                {"point", To(&ManifestReader::ReadPoint, to.point)},
                                {"cell", To(&ManifestReader::ReadCells<2>, to.cell)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"map"}));
    if (value["point"].IsDefined() != to.cell.has_value()) return absl::OkStatus();
    return Invalid(value, key, "must have a point or a cell");
  }

  absl::Status ReadKind(const YAML::Node& value, const std::string& key, PortalKind& kind) const {
    std::string name;
    WS_RETURN_IF_ERROR(ReadText(value, key, name));
    const absl::StatusOr<PortalKind> known = ParsePortalKind(name);
    if (!known.ok()) return Invalid(value, key, StrCat(known.status().message()));
    kind = *known;
    return absl::OkStatus();
  }

  absl::Status ReadPortal(const YAML::Node& value, const std::string& key, PortalSpec& portal) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"id", To(&ManifestReader::ReadText, portal.name)},
                                {"kind", To(&ManifestReader::ReadKind, portal.kind)},
                                {"from", To(&ManifestReader::ReadFrom, portal.trigger)},
                                {"to", To(&ManifestReader::ReadTo, portal.to)},
                                {"cost_m", To(&ManifestReader::ReadNumber, portal.cost_m)},
                                {"money", To(&ManifestReader::ReadNumber, portal.money)},
                                {"ticket", To(&ManifestReader::ReadText, portal.ticket)},
                                {"requirement", To(&ManifestReader::ReadText, portal.requirement)},
                                {"group", To(&ManifestReader::ReadText, portal.group)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"id", "from", "to"}));
    portal.place = Place(value.Mark());
    const absl::Status status = CheckPortalSpec(portal);
    return status.ok()
               ? status
               : Invalid(value.Mark(), StrCat("portal ", Quoted(portal.name), ": ", status.message()));
  }

  absl::Status ReadMaps(const YAML::Node& value, const std::string& key,
                        std::vector<WorldMapSource>& maps) const {
    if (value.IsSequence() && value.size() > kMaxWorldMaps) {
      return Invalid(value, key, StrCat("has more than ", kMaxWorldMaps, " maps"));
    }
    return ReadList(value, key, &ManifestReader::ReadMapSource, maps);
  }

  // A list, or a file with a table.
  absl::Status ReadPortals(const YAML::Node& value, const std::string& key,
                           std::vector<PortalSpec>& portals) const {
    static_assert(kMaxWorldPortals >= kMaxListItems);
    if (!value.IsScalar()) return ReadList(value, key, &ManifestReader::ReadPortal, portals);
    std::string path;
    WS_RETURN_IF_ERROR(ReadPath(value, key, path));
    WS_ASSIGN_OR_RETURN(portals, ReadPortalTable(path));
    return absl::OkStatus();
  }

  absl::Status ReadBytes(const YAML::Node& value, const std::string& key,
                         std::optional<uint64_t>& bytes) const {
    double number = 0;
    WS_RETURN_IF_ERROR(ReadNumber(value, key, number));
    if (!(number >= 0 && number <= static_cast<double>(kMostStepTableBytes)) ||
        number != std::floor(number)) {
      return Invalid(value, key, StrCat("must be a whole number from 0 to ", kMostStepTableBytes));
    }
    bytes = static_cast<uint64_t>(number);
    return absl::OkStatus();
  }

  absl::Status ReadPlaces(const YAML::Node& value, const std::string& key,
                          std::vector<NamedPlaceSpec>& places) const {
    if (!value.IsMap()) return Invalid(value, key, "must be a map of names to places");
    if (value.size() > kMaxWorldPlaces) {
      return Invalid(value, key, StrCat("has more than ", kMaxWorldPlaces, " places"));
    }
    std::map<std::string, NamedPlaceSpec> by_name;
    for (const auto& entry : value) {
      WS_RETURN_IF_ERROR(Count(entry.first));
      WS_RETURN_IF_ERROR(Count(entry.second));
      std::string name;
      WS_RETURN_IF_ERROR(ReadText(entry.first, key, name));
      if (name.empty() || !IsPlainText(name, kMaxPlaceNameBytes)) {
        return Invalid(
            entry.first, name,
            StrCat("must be 1 to ", kMaxPlaceNameBytes, " bytes of UTF-8 without control characters"));
      }
      const auto [place, is_new] = by_name.emplace(name, NamedPlaceSpec{});
      if (!is_new) return Invalid(entry.first, name, "is there twice");
      WS_RETURN_IF_ERROR(ReadTo(entry.second, name, place->second.at));
      place->second.name = name;
      place->second.place = Place(entry.first.Mark());
    }
    for (auto& [name, place] : by_name) places.push_back(std::move(place));
    return absl::OkStatus();
  }

  absl::Status ReadTraveller(const YAML::Node& value, const std::string& key,
                             TravellerSpec& traveller) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"agent", To(&ManifestReader::ReadText, traveller.agent)},
                                {"abilities", To(&ManifestReader::ReadTexts, traveller.abilities)}}));
    traveller.place = Place(value.Mark());
    if (value["agent"].IsDefined() &&
        (traveller.agent.empty() || !IsPlainText(traveller.agent, kMaxAgentBytes))) {
      return Invalid(value["agent"], "agent",
                     StrCat("must be 1 to ", kMaxAgentBytes, " bytes of UTF-8 without control characters"));
    }
    if (traveller.abilities.size() > kMaxAbilities) {
      return Invalid(value["abilities"], "abilities", StrCat("has more than ", kMaxAbilities, " abilities"));
    }
    const absl::Status status = SortAbilities(traveller.abilities);
    return status.ok() ? status : Invalid(value["abilities"], "abilities", StrCat(status.message()));
  }

  absl::Status ReadTravellers(const YAML::Node& value, const std::string& key,
                              std::vector<TravellerSpec>& travellers) const {
    WS_RETURN_IF_ERROR(ReadList(value, key, &ManifestReader::ReadTraveller, travellers));
    if (travellers.empty() || travellers.size() > kMaxTravellers) {
      return Invalid(value, key, StrCat("must have 1 to ", kMaxTravellers, " travellers"));
    }
    for (size_t i = 1; i < travellers.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (travellers[i].agent != travellers[k].agent ||
            travellers[i].abilities != travellers[k].abilities) {
          continue;
        }
        return Invalid(value[i], key, StrCat("has the same traveller twice; see ", travellers[k].place));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadWorld(const YAML::Node& root, WorldManifest& world) const {
    WS_RETURN_IF_ERROR(
        ReadMap(root, kWholeFile,
                {{"world", To(&ManifestReader::ReadText, world.name)},
                 {"config", To(&ManifestReader::ReadPath, world.config_path)},
                 {"maps", To(&ManifestReader::ReadMaps, world.maps)},
                 {"max_step_table_bytes", To(&ManifestReader::ReadBytes, world.max_step_table_bytes)},
                 {"portals", To(&ManifestReader::ReadPortals, world.portals)},
                 {"places", To(&ManifestReader::ReadPlaces, world.places)},
                 {"travellers", To(&ManifestReader::ReadTravellers, world.travellers)}}));
    WS_RETURN_IF_ERROR(Needs(root, kWholeFile, {"world", "maps"}));
    if (world.name.empty() || !IsPlainText(world.name, kMaxNameBytes)) {
      return Invalid(root["world"], "world",
                     StrCat("must be 1 to ", kMaxNameBytes, " bytes of UTF-8 without control characters"));
    }
    if (world.maps.empty()) return Invalid(root["maps"], "maps", "must have a map");
    return absl::OkStatus();
  }

  std::string path_;
};

}  // namespace

absl::StatusOr<WorldManifest> ParseWorldManifest(std::string_view text, std::string_view name) {
  WS_ASSIGN_OR_RETURN(WorldManifest world, ManifestReader(name).Read(std::string(text)));
  WS_RETURN_IF_ERROR(CheckWorld(world));
  return world;
}

absl::StatusOr<WorldManifest> ReadWorldManifestFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (text.size() > kMaxWorldManifestBytes) {
    return absl::InvalidArgumentError(StrCat(PrintablePath(path), ": has ", text.size(),
                                             " bytes, above the limit of ", kMaxWorldManifestBytes));
  }
  return ParseWorldManifest(text, path);
}

}  // namespace waystone
