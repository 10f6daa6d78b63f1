#include "bake/config/config_file.h"

#include <yaml-cpp/yaml.h>

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "bake/import/source_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kMaxListItems = 100'000;

// Reads one file. Every reader takes a value and the key that holds it.
class ConfigReader {
 public:
  explicit ConfigReader(std::string_view name) : name_(PrintablePath(name)) {}

  absl::StatusOr<BakeConfig> Read(const std::string& text);

 private:
  using Reader = std::function<absl::Status(const YAML::Node& value, const std::string& key)>;
  using Readers = std::map<std::string, Reader>;

  absl::Status Invalid(const YAML::Mark& mark, std::string_view rule) const {
    return absl::InvalidArgumentError(StrCat(name_, ":", mark.line + 1, ": ", rule));
  }
  absl::Status Invalid(const YAML::Node& value, const std::string& key, std::string_view rule) const {
    return Invalid(value.Mark(), StrCat("key '", Printable(key), "' ", rule));
  }

  // Calls the reader of each key of a map. Unknown and doubled keys are errors.
  absl::Status ReadMap(const YAML::Node& map, const std::string& what, const Readers& readers) const;
  absl::Status ReadText(const YAML::Node& value, const std::string& key, std::string& text) const;
  absl::Status ReadTexts(const YAML::Node& value, const std::string& key,
                         std::vector<std::string>& texts) const;
  absl::Status ReadNumber(const YAML::Node& value, const std::string& key, double& number) const;
  absl::Status ReadAxis(const YAML::Node& value, const std::string& key, UpAxis& axis) const;
  absl::Status ReadRule(const YAML::Node& value, const std::string& key, NameRule& rule) const;
  absl::Status ReadAgent(const YAML::Node& value, const std::string& key, AgentConfig& agent) const;
  absl::Status ReadArea(const YAML::Node& value, const std::string& key, AreaRule& area) const;
  absl::Status ReadCount(const YAML::Node& value, const std::string& key, uint32_t& count) const;
  absl::Status ReadPoint(const YAML::Node& value, const std::string& key, Vec3& point) const;

  template <typename Item>
  using ItemReader = absl::Status (ConfigReader::*)(const YAML::Node&, const std::string&, Item&) const;
  template <typename Item>
  absl::Status ReadList(const YAML::Node& value, const std::string& key, ItemReader<Item> read,
                        std::vector<Item>& items) const;

  // A reader that fills `target`, which must outlive it.
  template <typename Target>
  Reader To(ItemReader<Target> read, Target& target) const {
    return [this, read, &target](const YAML::Node& value, const std::string& key) {
      return (this->*read)(value, key, target);
    };
  }

  std::string name_;
};

absl::Status ConfigReader::ReadMap(const YAML::Node& map, const std::string& what,
                                   const Readers& readers) const {
  if (!map.IsMap()) return Invalid(map, what, "must be a map of keys");
  std::set<std::string> seen;
  for (const auto& entry : map) {
    if (!entry.first.IsScalar()) return Invalid(entry.first.Mark(), "a key must be a word");
    const std::string key = entry.first.Scalar();
    const auto reader = readers.find(key);
    if (reader == readers.end()) return Invalid(entry.first, key, "is not known here");
    if (!seen.insert(key).second) return Invalid(entry.first, key, "is there twice");
    WS_RETURN_IF_ERROR(reader->second(entry.second, key));
  }
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadText(const YAML::Node& value, const std::string& key,
                                    std::string& text) const {
  if (!value.IsScalar()) return Invalid(value, key, "must be one word or text");
  text = value.Scalar();
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadNumber(const YAML::Node& value, const std::string& key, double& number) const {
  if (!value.IsScalar() || !YAML::convert<double>::decode(value, number)) {
    return Invalid(value, key, "must be a number");
  }
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadAxis(const YAML::Node& value, const std::string& key, UpAxis& axis) const {
  if (!value.IsScalar() || (value.Scalar() != "y" && value.Scalar() != "z")) {
    return Invalid(value, key, "must be y or z");
  }
  axis = value.Scalar() == "z" ? UpAxis::kZ : UpAxis::kY;
  return absl::OkStatus();
}

template <typename Item>
absl::Status ConfigReader::ReadList(const YAML::Node& value, const std::string& key, ItemReader<Item> read,
                                    std::vector<Item>& items) const {
  if (!value.IsSequence()) return Invalid(value, key, "must be a list");
  if (value.size() > kMaxListItems)
    return Invalid(value, key, StrCat("has more than ", kMaxListItems, " items"));
  for (const YAML::Node& item : value) WS_RETURN_IF_ERROR((this->*read)(item, key, items.emplace_back()));
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadTexts(const YAML::Node& value, const std::string& key,
                                     std::vector<std::string>& texts) const {
  return ReadList(value, key, &ConfigReader::ReadText, texts);
}

absl::Status ConfigReader::ReadRule(const YAML::Node& value, const std::string& key, NameRule& rule) const {
  return ReadMap(value, key,
                 {{"materials", To(&ConfigReader::ReadTexts, rule.materials)},
                  {"groups", To(&ConfigReader::ReadTexts, rule.groups)}});
}

absl::Status ConfigReader::ReadAgent(const YAML::Node& value, const std::string& key,
                                     AgentConfig& agent) const {
  AgentProfile& profile = agent.profile;
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"name", To(&ConfigReader::ReadText, profile.name)},
                              {"radius_m", To(&ConfigReader::ReadNumber, profile.radius_m)},
                              {"height_m", To(&ConfigReader::ReadNumber, profile.height_m)},
                              {"max_climb_m", To(&ConfigReader::ReadNumber, profile.max_climb_m)},
                              {"max_slope_deg", To(&ConfigReader::ReadNumber, profile.max_slope_deg)}}));
  if (const absl::Status status = CheckAgentProfile(profile); !status.ok()) {
    return Invalid(value.Mark(), StrCat(status.message()));
  }
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadArea(const YAML::Node& value, const std::string& key, AreaRule& area) const {
  double index = 0;
  area.type.name.clear();
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"name", To(&ConfigReader::ReadText, area.type.name)},
                              {"index", To(&ConfigReader::ReadNumber, index)},
                              {"materials", To(&ConfigReader::ReadTexts, area.names.materials)},
                              {"groups", To(&ConfigReader::ReadTexts, area.names.groups)}}));
  if (area.type.name.empty()) return Invalid(value, key, "needs a name");
  if (!(index >= 1 && index <= kMaxAreaIndex) || index != static_cast<int>(index)) {
    return Invalid(value, key, StrCat("needs an index, an integer from 1 to ", int{kMaxAreaIndex}));
  }
  area.type.index = static_cast<uint8_t>(index);
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadCount(const YAML::Node& value, const std::string& key, uint32_t& count) const {
  double number = 0;
  WS_RETURN_IF_ERROR(ReadNumber(value, key, number));
  if (!(number >= 0 && number <= 1e9) || number != static_cast<uint32_t>(number)) {
    return Invalid(value, key, "must be a whole number from 0 to 1e9");
  }
  count = static_cast<uint32_t>(number);
  return absl::OkStatus();
}

absl::Status ConfigReader::ReadPoint(const YAML::Node& value, const std::string& key, Vec3& point) const {
  if (!value.IsSequence() || value.size() != 3) return Invalid(value, key, "must be points [x, y, z]");
  double* const coordinates[] = {&point.x, &point.y, &point.z};
  for (size_t i = 0; i < 3; ++i) WS_RETURN_IF_ERROR(ReadNumber(value[i], key, *coordinates[i]));
  return absl::OkStatus();
}

absl::StatusOr<BakeConfig> ConfigReader::Read(const std::string& text) {
  BakeConfig config;
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsNull()) return config;
    SurfaceTable& surfaces = config.surfaces;
    const Readers readers = {{"map_id", To(&ConfigReader::ReadText, config.map_id)},
                             {"scale", To(&ConfigReader::ReadNumber, config.import.scale)},
                             {"up_axis", To(&ConfigReader::ReadAxis, config.import.up_axis)},
                             {"cell_size_m", To(&ConfigReader::ReadNumber, config.voxels.cell_size_m)},
                             {"cell_height_m", To(&ConfigReader::ReadNumber, config.voxels.cell_height_m)},
                             {"tile_size_m", To(&ConfigReader::ReadNumber, config.voxels.tile_size_m)},
                             {"agents",
                              [&](const YAML::Node& value, const std::string& key) {
                                return ReadList(value, key, &ConfigReader::ReadAgent, config.agents);
                              }},
                             {"areas",
                              [&](const YAML::Node& value, const std::string& key) {
                                return ReadList(value, key, &ConfigReader::ReadArea, surfaces.areas);
                              }},
                             {"spawns",
                              [&](const YAML::Node& value, const std::string& key) {
                                return ReadList(value, key, &ConfigReader::ReadPoint, config.zones.spawns);
                              }},
                             {"main_weak_count", To(&ConfigReader::ReadCount, config.zones.main_weak_count)},
                             {"main_zone_count", To(&ConfigReader::ReadCount, config.zones.main_zone_count)},
                             {"not_walkable", To(&ConfigReader::ReadRule, surfaces.not_walkable)},
                             {"not_solid", To(&ConfigReader::ReadRule, surfaces.not_solid)},
                             {"ignored", To(&ConfigReader::ReadRule, surfaces.ignored)}};
    WS_RETURN_IF_ERROR(ReadMap(root, "the file", readers));
  } catch (const YAML::Exception& error) {
    return Invalid(error.mark, StrCat("not YAML: ", Printable(error.msg, kShownTextBytes)));
  }
  if (const absl::Status status = CheckBakeConfig(config); !status.ok()) {
    return absl::InvalidArgumentError(StrCat(name_, ": ", status.message()));
  }
  return config;
}

}  // namespace

absl::StatusOr<BakeConfig> ParseConfig(std::string_view text, std::string_view name) {
  return ConfigReader(name).Read(std::string(text));
}

absl::StatusOr<BakeConfig> ReadConfigFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (text.size() > kMaxConfigBytes) {
    return absl::InvalidArgumentError(
        StrCat(PrintablePath(path), ": has ", text.size(), " bytes, above the limit of ", kMaxConfigBytes));
  }
  return ParseConfig(text, path);
}

}  // namespace waystone
