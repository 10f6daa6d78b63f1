#include "bake/config/config_file.h"

#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bake/config/config_node.h"
#include "bake/config/door_reader.h"
#include "bake/config/link_file.h"
#include "bake/config/link_rules.h"
#include "bake/config/strategy.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"

namespace waystone {
namespace {

// "#rrggbb" as a number; none if the text is not of that form.
std::optional<uint32_t> ColorOf(const std::string& text) {
  uint32_t color = 0;
  const char* const end = text.data() + text.size();
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  const auto [next, error] = std::from_chars(text.data() + 1, end, color, 16);
  return error == std::errc() && next == end ? std::optional(color) : std::nullopt;
}

// Reads the settings: each table lists the keys of one block, with the reader of each value and the field
// that takes it.
class ConfigReader : public DoorReader {
 public:
  ConfigReader(std::string_view path, SourceDigest* digest)
      : DoorReader(path), path_(path), digest_(digest) {}

  absl::Status ReadNode(const YAML::Node& root, const std::string& what,
                        const std::set<std::string>& other_keys, BakeConfig& config) const {
    SurfaceTable& surfaces = config.surfaces;
    Readers readers = {
        {"map_id", To(&ConfigReader::ReadText, config.map_id)},
        {"scale", To(&ConfigReader::ReadNumber, config.import.scale)},
        {"up_axis", ToWord("must be y or z", {{"y", UpAxis::kY}, {"z", UpAxis::kZ}}, config.import.up_axis)},
        {"strategy", ToParsed(ParseStrategy, config.strategy)},
        {"grid", To(&ConfigReader::ReadGrid, config)},
        {"volume", To(&ConfigReader::ReadVolumeSettings, config)},
        {"scenes", ToList(&ConfigReader::ReadScene, config.scenes)},
        {"scene_cell_m", To(&ConfigReader::ReadSize, config.scene_cell_m)},
        {"cell_size_m", To(&ConfigReader::ReadSize, config.voxels.cell_size_m)},
        {"cell_height_m", To(&ConfigReader::ReadSize, config.voxels.cell_height_m)},
        {"tile_size_m", To(&ConfigReader::ReadSize, config.voxels.tile_size_m)},
        {"agents", ToList(&ConfigReader::ReadAgent, config.agents)},
        {"links", To(&ConfigReader::ReadLinks, config.links)},
        {"gaps", To(&ConfigReader::ReadSwitch, config.gaps)},
        {"collision", To(&ConfigReader::ReadSwitch, config.collision)},
        {"hierarchy", To(&ConfigReader::ReadSwitch, config.hierarchy)},
        {"clusters", To(&ConfigReader::ReadClusters, config)},
        {"portal_spacing_m", To(&ConfigReader::ReadNumber, config.hierarchy_rules.spacing_m)},
        {"hierarchy_min_polygons", To(&ConfigReader::ReadCount, config.hierarchy_rules.min_polygons)},
        {"skeleton", To(&ConfigReader::ReadSkeleton, config)},
        {"trunk", To(&ConfigReader::ReadTrunk, config)},
        {"areas", ToList(&ConfigReader::ReadArea, surfaces.areas)},
        {"volumes", ToList(&ConfigReader::ReadVolume, config.volumes)},
        {"spawns", ToList(&ConfigReader::ReadPoint, config.zones.spawns)},
        {"places",
         ToNamed("names to points", &ConfigReader::ReadText, &ConfigReader::ReadPoint, config.places)},
        {"doors", ToList(&ConfigReader::ReadDoor, config.doors)},
        {"cost_profiles", ToList(&ConfigReader::ReadCostProfile, config.cost_profiles)},
        {"main_weak_count", To(&ConfigReader::ReadCount, config.zones.main_weak_count)},
        {"main_zone_count", To(&ConfigReader::ReadCount, config.zones.main_zone_count)},
        {"not_walkable", To(&ConfigReader::ReadRule, surfaces.not_walkable)},
        {"not_solid", To(&ConfigReader::ReadRule, surfaces.not_solid)},
        {"ignored", To(&ConfigReader::ReadRule, surfaces.ignored)}};
    for (const std::string& key : other_keys) {
      readers[key] = [](const YAML::Node&, const std::string&) { return absl::OkStatus(); };
    }
    return ReadMap(root, what, readers);
  }

  absl::Status ReadOver(const std::string& text, BakeConfig& config) const {
    WS_RETURN_IF_ERROR(ReadRoot(text, [&](const YAML::Node& root) {
      return root.IsNull() ? absl::OkStatus() : ReadNode(root, kWholeFile, {}, config);
    }));
    const absl::Status status = CheckBakeConfig(config);
    if (status.ok()) return status;
    return InvalidArgument(PrintablePath(path_), ": ", status.message());
  }

 private:
  // A word that `parse` knows.
  template <typename Value>
  Reader ToParsed(absl::StatusOr<Value> (*parse)(std::string_view), Value& target) const {
    return [this, parse, &target](const YAML::Node& value, const std::string& key) -> absl::Status {
      std::string name;
      WS_RETURN_IF_ERROR(ReadText(value, key, name));
      const absl::StatusOr<Value> known = parse(name);
      if (!known.ok()) return Invalid(value.Mark(), StrCat(known.status().message()));
      target = *known;
      return absl::OkStatus();
    };
  }

  Reader ToBakeSwitch(BakeSwitch& target) const {
    return ToWord("must be auto, on or off",
                  {{"auto", BakeSwitch::kAuto}, {"on", BakeSwitch::kOn}, {"off", BakeSwitch::kOff}}, target);
  }

  absl::Status ReadLetter(const YAML::Node& value, const std::string& key, char& letter) const {
    if (!value.IsScalar() || value.Scalar().size() != 1) {
      return Invalid(value, key, "has a key that is not one letter");
    }
    letter = value.Scalar()[0];
    return absl::OkStatus();
  }

  absl::Status ReadColor(const YAML::Node& value, const std::string& key, uint32_t& color) const {
    std::string text;
    WS_RETURN_IF_ERROR(ReadText(value, key, text));
    const std::optional<uint32_t> known = ColorOf(text);
    if (!known.has_value()) return Invalid(value, text, "is not a colour as \"#80ff00\"");
    color = *known;
    return absl::OkStatus();
  }

  // A size that is not given is derived from others: 0 is none.
  absl::Status ReadSize(const YAML::Node& value, const std::string& key, double& size) const {
    WS_RETURN_IF_ERROR(ReadNumber(value, key, size));
    return size > 0 ? absl::OkStatus() : Invalid(value, key, "must be above 0");
  }

  absl::Status ReadRule(const YAML::Node& value, const std::string& key, NameRule& rule) const {
    return ReadMap(value, key,
                   {{"materials", To(&ConfigReader::ReadTexts, rule.materials)},
                    {"groups", To(&ConfigReader::ReadTexts, rule.groups)}});
  }

  absl::Status ReadLinkGen(const YAML::Node& value, const std::string& key, LinkGenOptions& options) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"jump_distance_m", To(&ConfigReader::ReadNumber, options.jump_distance_m)},
                                {"jump_height_m", To(&ConfigReader::ReadNumber, options.jump_height_m)},
                                {"drop_height_m", To(&ConfigReader::ReadNumber, options.drop_height_m)},
                                {"spacing_m", To(&ConfigReader::ReadNumber, options.spacing_m)}}));
    const absl::Status status = CheckLinkGenOptions(options);
    return status.ok() ? status : Invalid(value.Mark(), StrCat(status.message()));
  }

  absl::Status ReadAbilities(const YAML::Node& value, const std::string& key,
                             std::vector<std::string>& abilities) const {
    WS_RETURN_IF_ERROR(ReadTexts(value, key, abilities));
    const absl::Status status = SortAbilities(abilities);
    return status.ok() ? status : Invalid(value.Mark(), StrCat(status.message()));
  }

  absl::Status ReadAgent(const YAML::Node& value, const std::string& key, AgentConfig& agent) const {
    AgentProfile& profile = agent.profile;
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"name", To(&ConfigReader::ReadText, profile.name)},
                                {"radius_m", To(&ConfigReader::ReadNumber, profile.radius_m)},
                                {"height_m", To(&ConfigReader::ReadNumber, profile.height_m)},
                                {"max_climb_m", To(&ConfigReader::ReadNumber, profile.max_climb_m)},
                                {"max_slope_deg", To(&ConfigReader::ReadNumber, profile.max_slope_deg)},
                                {"links", To(&ConfigReader::ReadLinkGen, agent.links)},
                                {"ability_sets", ToList(&ConfigReader::ReadAbilities, agent.ability_sets)}}));
    if (const absl::Status status = CheckAgentConfig(agent); !status.ok()) {
      return Invalid(value.Mark(), StrCat(status.message()));
    }
    return absl::OkStatus();
  }

  absl::Status ReadArea(const YAML::Node& value, const std::string& key, AreaRule& area) const {
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

  absl::Status ReadLink(const YAML::Node& value, const std::string& key, OffMeshLink& link) const {
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"kind", ToParsed(ParseLinkKind, link.kind)},
                                {"start", To(&ConfigReader::ReadPoint, link.start)},
                                {"end", To(&ConfigReader::ReadPoint, link.end)},
                                {"two_way", To(&ConfigReader::ReadSwitch, link.two_way)},
                                {"radius_m", To(&ConfigReader::ReadNumber, link.radius_m)},
                                {"cost_m", To(&ConfigReader::ReadNumber, link.cost_m)},
                                {"abilities", To(&ConfigReader::ReadAbilities, link.abilities)},
                                {"agents", To(&ConfigReader::ReadTexts, link.agents)},
                                {"id", To(&ConfigReader::ReadText, link.external_id)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"kind", "start", "end"}));
    link.place = Place(value.Mark());
    const absl::Status status = CheckLink(link);
    return status.ok() ? status : Invalid(value.Mark(), StrCat("link: ", status.message()));
  }

  absl::Status ReadLinks(const YAML::Node& value, const std::string& key,
                         std::vector<OffMeshLink>& links) const {
    if (!value.IsScalar()) return ReadList(value, key, &ConfigReader::ReadLink, links);
    const std::filesystem::path file = std::filesystem::path(path_).parent_path() / value.Scalar();
    WS_ASSIGN_OR_RETURN(links, ReadLinkFile(file.string(), digest_));
    return absl::OkStatus();
  }

  // A switch, or settings.
  absl::Status ReadSkeleton(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    if (!value.IsMap()) return ReadSwitch(value, key, config.skeleton);
    config.skeleton = true;
    SkeletonOptions& options = config.skeleton_options;
    return ReadMap(
        value, key,
        {{"spacing_m", To(&ConfigReader::ReadNumber, options.spacing_m)},
         {"jump_height_m", To(&ConfigReader::ReadNumber, options.jump_height_m)},
         {"drop_height_m", To(&ConfigReader::ReadNumber, options.drop_height_m)},
         {"leaps", To(&ConfigReader::ReadSwitch, options.leaps)},
         {"thinning", ToWord("must be sound or seed",
                             {{"sound", ThinningRule::kSound}, {"seed", ThinningRule::kSeed}}, options.rule)},
         {"max_rounds", To(&ConfigReader::ReadCount, options.max_rounds)},
         {"prune_m", To(&ConfigReader::ReadNumber, options.prune_m)},
         {"max_arc_m", To(&ConfigReader::ReadNumber, options.max_arc_m)},
         {"tolerance_m", To(&ConfigReader::ReadNumber, options.tolerance_m)},
         {"reach_m", To(&ConfigReader::ReadNumber, options.reach_m)}});
  }

  // A switch, or settings.
  absl::Status ReadTrunk(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    if (!value.IsMap()) return ReadSwitch(value, key, config.trunk);
    config.trunk = true;
    return ReadMap(value, key,
                   {{"points", ToList(&ConfigReader::ReadPoint, config.trunk_points)},
                    {"count", To(&ConfigReader::ReadCount, config.trunk_options.point_count)},
                    {"max_detour", To(&ConfigReader::ReadNumber, config.trunk_options.max_detour)}});
  }

  // A size says that they are wanted.
  absl::Status ReadGridClusters(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    if (value.IsScalar() && (value.Scalar() == "auto" || value.Scalar() == "off")) {
      config.grid_clusters = value.Scalar() == "off" ? BakeSwitch::kOff : BakeSwitch::kAuto;
      return absl::OkStatus();
    }
    if (!ReadCount(value, key, config.grid_cluster_side).ok()) {
      return Invalid(value, key, "must be auto, off or the cells along a cluster's side");
    }
    config.grid_clusters = BakeSwitch::kOn;
    return absl::OkStatus();
  }

  absl::Status ReadGrid(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    CellRules& rules = config.cells;
    return ReadMap(
        value, key,
        {{"origin", To(&ConfigReader::ReadPoint, rules.origin)},
         {"letters",
          ToNamed("letters to areas", &ConfigReader::ReadLetter, &ConfigReader::ReadText, rules.letters)},
         {"colors",
          ToNamed("colours to areas", &ConfigReader::ReadColor, &ConfigReader::ReadText, rules.colors)},
         {"costs",
          ToNamed("areas to costs", &ConfigReader::ReadText, &ConfigReader::ReadNumber, rules.costs)},
         {"hub_labels", ToBakeSwitch(config.grid_hub_labels)},
         {"jps_plus", ToBakeSwitch(config.grid_jps_plus)},
         {"goal_bounds", ToBakeSwitch(config.grid_goal_bounds)},
         {"blocks", To(&ConfigReader::ReadGridClusters, config)}});
  }

  absl::Status ReadVolumeSettings(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    return ReadMap(value, key,
                   {{"medium", ToWord("must be air or water",
                                      {{"air", VolumeMedium::kAir}, {"water", VolumeMedium::kWater}},
                                      config.volume_settings.medium)},
                    {"min", To(&ConfigReader::ReadCorner, config.volume_settings.min)},
                    {"max", To(&ConfigReader::ReadCorner, config.volume_settings.max)}});
  }
  absl::Status ReadCorner(const YAML::Node& value, const std::string& key,
                          std::optional<Vec3>& corner) const {
    return ReadPoint(value, key, corner.emplace());
  }

  // How paths are kept says that they are.
  absl::Status ReadClusterMethod(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    std::string name;
    WS_RETURN_IF_ERROR(ReadText(value, key, name));
    const bool is_method = name == "edges" || name == "points";
    if (!is_method && name != "auto" && name != "off") {
      return Invalid(value, key, "must be auto, edges, points or off");
    }
    config.clusters = is_method ? BakeSwitch::kOn : name == "off" ? BakeSwitch::kOff : BakeSwitch::kAuto;
    config.cluster_rules.method = name == "points" ? ClusterMethod::kPoints : ClusterMethod::kEdges;
    return absl::OkStatus();
  }

  absl::Status ReadClusters(const YAML::Node& value, const std::string& key, BakeConfig& config) const {
    return ReadMap(value, key,
                   {{"method", To(&ConfigReader::ReadClusterMethod, config)},
                    {"polygons", To(&ConfigReader::ReadCount, config.cluster_rules.polygons)}});
  }

  std::string path_;
  SourceDigest* digest_;  // of other files that are read; may be null
};

}  // namespace

absl::Status CheckConfigNode(const YAML::Node& node, const std::string& what,
                             const std::set<std::string>& other_keys, std::string_view name) {
  BakeConfig config;
  return ConfigReader(name, nullptr).ReadNode(node, what, other_keys, config);
}

absl::Status ParseConfigOver(std::string_view text, std::string_view name, SourceDigest* digest,
                             BakeConfig& config) {
  return ConfigReader(name, digest).ReadOver(std::string(text), config);
}

absl::StatusOr<BakeConfig> ParseConfig(std::string_view text, std::string_view name) {
  BakeConfig config;
  WS_RETURN_IF_ERROR(ParseConfigOver(text, name, nullptr, config));
  return config;
}

absl::StatusOr<BakeConfig> ReadConfigFile(const std::string& path, SourceDigest* digest) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSourceFile(path));
  if (text.size() > kMaxConfigBytes) {
    return InvalidArgument(PrintablePath(path), ": has ", text.size(), " bytes, above the limit of ",
                           kMaxConfigBytes);
  }
  if (digest != nullptr) digest->Add(text);
  BakeConfig config;
  WS_RETURN_IF_ERROR(ParseConfigOver(text, path, digest, config));
  return config;
}

}  // namespace waystone
