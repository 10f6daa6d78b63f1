// `waystone maps`: what a server has loaded.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

// The middle of its base.
Vec3 PlaceOf(const v1::DoorVolume& volume) {
  if (volume.has_cylinder()) return client::ToVec3(volume.cylinder().base());
  const auto& corners = volume.prism().corners_xz();
  Vec3 middle{0, volume.prism().min_y(), 0};
  for (int i = 0; i + 1 < corners.size(); i += 2) {
    middle.x += corners[i] * 2 / corners.size();
    middle.z += corners[i + 1] * 2 / corners.size();
  }
  return middle;
}

std::string AreaName(const v1::DescribeMapResponse& map, uint32_t index) {
  for (const v1::AreaType& area : map.areas()) {
    if (area.index() == index) return Quoted(area.name());
  }
  return StrCat(index);
}

void PrintDoor(const v1::DescribeMapResponse& map, const v1::DescribedDoor& door, std::ostream& out) {
  out << (door.is_closed() ? ", closed: " : ", open: ");
  std::string_view before;
  const auto print = [&](const std::string& part) { out << std::exchange(before, "; ") << part; };
  for (const v1::DoorVolume& volume : door.volumes()) {
    const bool has_place = volume.shape_case() != v1::DoorVolume::SHAPE_NOT_SET;
    print(has_place ? StrCat("a volume at ", FormatPosition(PlaceOf(volume))) : "a volume");
  }
  for (const std::string& link : door.links()) print(StrCat("link ", Quoted(link)));
  for (const uint32_t area : door.areas()) print(StrCat("ground ", AreaName(map, area)));
  for (int i = 0; i + 3 < door.rects_size(); i += 4) {
    print(StrCat(door.rects(i + 2), " x ", door.rects(i + 3), " cells from column ", door.rects(i), ", row ",
                 door.rects(i + 1)));
  }
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
  for (const std::string& ability : map.abilities()) out << "  ability " << Quoted(ability) << "\n";
  for (int i = 0; i < map.doors_size(); ++i) {
    out << "  door " << Quoted(map.doors(i));
    if (i < map.described_doors_size()) PrintDoor(map, map.described_doors(i), out);
    out << "\n";
  }
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
