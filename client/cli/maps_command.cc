// `waystone maps`: what a server has loaded.
#include <memory>
#include <string>
#include <vector>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

struct MapsFlags {
  ServerFlags server;
  std::string map_id;
};

void PrintMap(const client::MapSummary& map, std::ostream& out) {
  out << map.map_id << "  " << EnumName(map.surface) << ", " << map.package_bytes << " bytes, generation "
      << map.generation << "\n";
}

void PrintMap(const client::MapDescription& map, std::ostream& out) {
  PrintMap(map.summary, out);
  out << "  from " << FormatPosition(map.summary.min) << " to " << FormatPosition(map.summary.max) << "\n"
      << "  baked from " << map.source_name << " by " << map.baker_version << "\n"
      << "  kinds of ground:";
  for (const std::string& area : map.areas) out << " " << area;
  out << "\n";
  for (const client::MapVariant& variant : map.variants) {
    out << "  agent " << variant.profile << ": radius " << FormatMetres(variant.radius_m) << " m, height "
        << FormatMetres(variant.height_m) << " m, climb " << FormatMetres(variant.max_climb_m) << " m, slope "
        << FormatMetres(variant.max_slope_deg) << " degrees";
    for (const std::string& ability : variant.abilities) out << ", " << ability;
    out << "; surface of " << variant.surface_size << " pieces, " << FormatMetres(variant.area_m2) << " m2\n";
  }
  for (const client::NamedPlace& place : map.places) {
    out << "  " << Quoted(place.name) << " at " << FormatPosition(place.at.at) << "\n";
  }
}

int RunMaps(const MapsFlags& flags, const Console& console) {
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  if (!flags.map_id.empty()) {
    const absl::StatusOr<client::MapDescription> map = (*connection)->DescribeMap(flags.map_id);
    if (!map.ok()) return FailCall(console, flags.server, map.status());
    if (flags.server.json) {
      console.out << PrintLine(MapJson(*map));
    } else {
      PrintMap(*map, console.out);
    }
    return kExitOk;
  }
  const absl::StatusOr<std::vector<client::MapSummary>> maps = (*connection)->ListMaps();
  if (!maps.ok()) return FailCall(console, flags.server, maps.status());
  if (flags.server.json) {
    Json json = {{"maps", Json::array()}};
    for (const client::MapSummary& map : *maps) json["maps"].push_back(MapJson(map));
    console.out << PrintLine(json);
    return kExitOk;
  }
  for (const client::MapSummary& map : *maps) PrintMap(map, console.out);
  return kExitOk;
}

}  // namespace

void AddMapsCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("maps", "list the server's maps, or describe one");
  auto flags = std::make_shared<MapsFlags>();
  AddServerFlags(*command, flags->server);
  command->add_option("--map", flags->map_id, "describe this map")->type_name("ID");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunMaps(*flags, console); }; });
}

}  // namespace waystone::cli
