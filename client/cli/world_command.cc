// `waystone world`: the maps of the server's world and the portals between them.
#include <memory>

#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

void PrintPortal(const v1::WorldPortal& portal, std::ostream& out) {
  out << Quoted(portal.name()) << "  " << portal.from().map_id() << " at "
      << FormatPosition(client::ToVec3(portal.from())) << " to " << portal.to().map_id() << " at "
      << FormatPosition(client::ToVec3(portal.to())) << ", " << client::EnumName(portal.kind());
  if (portal.cost_m() > 0) out << ", cost " << FormatMetres(portal.cost_m()) << " m";
  if (portal.money() > 0) out << ", costs " << portal.money();
  if (!portal.ticket().empty()) out << ", costs a ticket " << Quoted(portal.ticket());
  if (!portal.requirement().empty()) out << ", needs " << Quoted(portal.requirement());
  out << "\n";
}

void PrintWorld(const v1::DescribeWorldResponse& world, std::ostream& out) {
  out << world.maps_size() << " maps, " << world.portals_size() << " portals, generation "
      << world.world_generation();
  if (world.missing_maps() > 0) out << "; " << world.missing_maps() << " maps missing or not joined";
  out << "\n";
  for (const v1::WorldMap& map : world.maps()) {
    out << map.map_id();
    if (map.missing() == v1::MISSING_MAP_REASON_OTHER_PACKAGE) {
      out << "  (baked anew outside of the world: run waystone-bake --join)";
    } else if (!map.available()) {
      out << "  (missing: " << client::EnumName(map.missing()) << ")";
    }
    out << "\n";
  }
  for (const v1::WorldTraveller& traveller : world.travellers()) {
    out << "traveller: "
        << (traveller.profile().empty() ? "each map's first agent" : Quoted(traveller.profile()));
    for (int i = 0; i < traveller.abilities_size(); ++i) {
      out << (i == 0 ? " with " : ", ") << Quoted(traveller.abilities(i));
    }
    out << "\n";
  }
  for (const v1::WorldPortal& portal : world.portals()) PrintPortal(portal, out);
  for (const v1::DescribedPlace& place : world.places()) {
    out << Quoted(place.name()) << " is on " << place.position().map_id() << " at "
        << FormatPosition(client::ToVec3(place.position())) << "\n";
  }
}

int RunWorld(const ServerFlags& flags, const Console& console) {
  const auto connection = Connect(flags);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<v1::DescribeWorldResponse> world = (*connection)->DescribeWorld();
  if (!world.ok()) return FailCall(console, flags, world.status());
  if (flags.json) {
    console.out << JsonLine(*world);
  } else {
    PrintWorld(*world, console.out);
  }
  return kExitOk;
}

}  // namespace

void AddWorldCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("world", "list the maps and portals of the server's world");
  auto flags = std::make_shared<ServerFlags>();
  AddServerFlags(*command, *flags);
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunWorld(*flags, console); }; });
}

}  // namespace waystone::cli
