// Manifests of worlds: 'c' and a table of portals, or a manifest. What is read keeps the rules that the bake
// of a world relies on.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bake/world/portal_table.h"
#include "bake/world/world_manifest.h"
#include "core/base/check.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

void CheckPortals(const std::vector<PortalSpec>& portals) {
  for (const PortalSpec& portal : portals) {
    WS_CHECK(!portal.name.empty() && !portal.place.empty());
    WS_CHECK(portal.cost_m >= 0 && portal.money >= 0);
    const TriggerSpec& trigger = portal.trigger;
    if (trigger.cells.has_value()) {
      WS_CHECK((*trigger.cells)[0] <= (*trigger.cells)[2] && (*trigger.cells)[1] <= (*trigger.cells)[3]);
    } else {
      WS_CHECK(trigger.box.min.IsFinite() && trigger.box.max.IsFinite() && !trigger.box.IsEmpty());
    }
    WS_CHECK(portal.to.cell.has_value() || portal.to.point.IsFinite());
  }
}

void CheckWorld(const WorldManifest& world) {
  std::set<std::string> maps;
  for (const WorldMapSource& map : world.maps) {
    WS_CHECK(CheckMapId(map.map_id).ok() && maps.insert(map.map_id).second && !map.source_path.empty());
  }
  std::set<std::string> portals;
  for (const PortalSpec& portal : world.portals) {
    WS_CHECK(portals.insert(portal.name).second);
    WS_CHECK(maps.contains(portal.trigger.map_id) && maps.contains(portal.to.map_id));
  }
  CheckPortals(world.portals);
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): outside of any header
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with('c')) {
    const absl::StatusOr<std::vector<PortalSpec>> portals = ParsePortalTable(text.substr(1), "fuzz.csv");
    WS_CHECK(portals.ok() || absl::IsInvalidArgument(portals.status()));
    if (portals.ok()) CheckPortals(*portals);
    return 0;
  }
  const absl::StatusOr<WorldManifest> world = ParseWorldManifest(text, "fuzz.yaml");
  WS_CHECK(world.ok() || !world.status().message().empty());
  if (world.ok()) CheckWorld(*world);
  return 0;
}
