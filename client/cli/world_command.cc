// `waystone world`: the maps of the server's world and the portals between them.
#include <memory>

#include "client/cli/answer_json.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

void PrintWorld(const client::WorldDescription& world, std::ostream& out) {
  out << world.maps.size() << " maps, " << world.portals.size() << " portals, generation " << world.generation
      << "\n";
  for (const client::WorldMap& map : world.maps) {
    out << map.map_id << (map.loaded ? "\n" : "  (its package is missing, or another one)\n");
  }
  for (const client::WorldTraveller& traveller : world.travellers) {
    out << "traveller: "
        << (traveller.profile.empty() ? "each map's first agent" : Quoted(traveller.profile));
    for (size_t i = 0; i < traveller.abilities.size(); ++i) {
      out << (i == 0 ? " with " : ", ") << Quoted(traveller.abilities[i]);
    }
    out << "\n";
  }
  for (const client::WorldPortal& portal : world.portals) {
    out << Quoted(portal.name) << "  " << portal.from.map_id << " at " << FormatPosition(portal.from.at)
        << " to " << portal.to.map_id << " at " << FormatPosition(portal.to.at);
    out << ", " << EnumName(portal.kind);
    if (portal.cost > 0) out << ", cost " << FormatMetres(portal.cost) << " m";
    if (portal.money > 0) out << ", costs " << portal.money;
    if (!portal.ticket.empty()) out << ", costs a ticket " << Quoted(portal.ticket);
    if (!portal.requirement.empty()) out << ", needs " << Quoted(portal.requirement);
    out << "\n";
  }
  for (const client::NamedPlace& place : world.places) {
    out << Quoted(place.name) << " is on " << place.at.map_id << " at " << FormatPosition(place.at.at)
        << "\n";
  }
}

int RunWorld(const ServerFlags& flags, const Console& console) {
  const auto connection = Connect(flags);
  if (!connection.ok()) return Fail(console, connection.status());
  const absl::StatusOr<client::WorldDescription> world = (*connection)->DescribeWorld();
  if (!world.ok()) return FailCall(console, flags, world.status());
  if (flags.json) {
    console.out << PrintLine(WorldJson(*world));
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
