// `waystone maps`: what a server has loaded.
#include <memory>
#include <string>

#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

struct MapsFlags {
  ServerFlags server;
  std::string map_id;
};

void PrintMap(const v1::MapSummary& map, std::ostream& out) {
  out << map.map_id() << "  " << client::EnumName(map.surface()) << ", " << map.package_bytes()
      << " bytes, generation " << map.generation();
  if (!map.damage().empty()) out << "; damaged: " << Quoted(map.damage());
  out << "\n";
}

void PrintMap(const v1::DescribeMapResponse& map, std::ostream& out) {
  PrintMap(map.summary(), out);
  out << "  from " << FormatPosition(client::ToVec3(map.summary().min())) << " to "
      << FormatPosition(client::ToVec3(map.summary().max())) << "\n"
      << "  baked from " << map.source_name() << " by " << map.baker_version() << "\n"
      << "  kinds of ground:";
  for (const v1::AreaType& area : map.areas()) out << " " << area.name();
  out << "\n";
  for (const v1::MapVariant& variant : map.variants()) {
    out << "  agent " << variant.profile() << ": radius " << FormatMetres(variant.radius_m()) << " m, height "
        << FormatMetres(variant.height_m()) << " m, climb " << FormatMetres(variant.max_climb_m())
        << " m, slope " << FormatMetres(variant.max_slope_deg()) << " degrees";
    for (const std::string& ability : variant.abilities()) out << ", " << ability;
    out << "; surface of " << variant.surface_size() << " pieces, " << FormatMetres(variant.area_m2())
        << " m2\n";
  }
  for (const std::string& door : map.doors()) out << "  door " << Quoted(door) << "\n";
  for (const std::string& profile : map.cost_profiles()) out << "  cost profile " << Quoted(profile) << "\n";
  for (const v1::DescribedPlace& place : map.places()) {
    out << "  " << Quoted(place.name()) << " at " << FormatPosition(client::ToVec3(place.position())) << "\n";
  }
}

int RunMaps(const MapsFlags& flags, const Console& console) {
  const auto connection = Connect(flags.server);
  if (!connection.ok()) return Fail(console, connection.status());
  if (!flags.map_id.empty()) {
    const absl::StatusOr<v1::DescribeMapResponse> map = (*connection)->DescribeMap(flags.map_id);
    if (!map.ok()) return FailCall(console, flags.server, map.status());
    if (flags.server.json) {
      console.out << JsonLine(*map);
    } else {
      PrintMap(*map, console.out);
    }
    return kExitOk;
  }
  const absl::StatusOr<v1::ListMapsResponse> maps = (*connection)->ListMaps();
  if (!maps.ok()) return FailCall(console, flags.server, maps.status());
  if (flags.server.json) {
    console.out << JsonLine(*maps);
  } else {
    for (const v1::MapSummary& map : maps->maps()) PrintMap(map, console.out);
  }
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
