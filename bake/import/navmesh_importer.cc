#include "bake/import/navmesh_importer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

// Gives every area its final index.
absl::Status NumberAreas(std::span<const AreaRule> rules, NavmeshImport& navmesh) {
  std::array<bool, kMaxAreaIndex + 1> taken{};
  for (const AreaRule& rule : rules) taken[rule.type.index] = true;
  const std::string plain = AreaType{}.name;
  std::array<uint8_t, kMaxAreaIndex + 1> index{};
  for (AreaType& area : navmesh.areas) {
    const uint8_t before = area.index;
    const auto named =
        std::ranges::find_if(rules, [&](const AreaRule& rule) { return rule.type.name == area.name; });
    if (named != rules.end()) {
      area.index = named->type.index;
    } else {
      area.index = area.name == plain ? 1 : 2;
      while (area.index <= kMaxAreaIndex && taken[area.index]) ++area.index;
    }
    if (area.index > kMaxAreaIndex) {
      return InvalidArgument("with the areas of the settings, more than ", int{kMaxAreaIndex}, " areas");
    }
    taken[area.index] = true;
    index[before] = area.index;
  }
  for (SoupPolygon& polygon : navmesh.soup.polygons) polygon.area = index[polygon.area];
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ImportedNavmesh> ImportNavmesh(const std::string& path, const ImportOptions& options,
                                              const std::optional<AgentProfile>& agent,
                                              std::span<const AreaRule> areas) {
  SourceText source{path};
  WS_ASSIGN_OR_RETURN(source.bytes, source.digest.ReadFile(path));
  const double max_climb_m = agent.value_or(AgentProfile{}).max_climb_m;
  absl::StatusOr<NavmeshImport> navmesh = FormatReader<PolygonReader>(path)(source, options, max_climb_m);
  if (!navmesh.ok()) return InFile(path, navmesh.status());
  if (agent.has_value()) navmesh->agent = *agent;
  navmesh->soup.max_climb_m = static_cast<float>(navmesh->agent.max_climb_m);
  WS_RETURN_IF_ERROR(InFile(path, NumberAreas(areas, *navmesh)));
  return ImportedNavmesh{source.digest.Record(), *std::move(navmesh)};
}

}  // namespace waystone
