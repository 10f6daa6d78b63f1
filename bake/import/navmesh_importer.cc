#include "bake/import/navmesh_importer.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "bake/import/detour_importer.h"
#include "bake/import/polygon_csv.h"
#include "bake/import/polygon_importer.h"
#include "bake/import/polygon_json.h"
#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr std::string_view kRowsEnding = ".polys.csv";

absl::Status InFile(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), StrCat(PrintablePath(path), ": ", status.message()));
}

absl::StatusOr<PolygonMap> ReadRows(const std::string& path, const std::string& bytes, SourceDigest& digest) {
  PolygonMap map;
  if (const absl::Status status = ParsePolygonRows(bytes, map); !status.ok()) return InFile(path, status);
  const std::string links = StrCat(path.substr(0, path.size() - kRowsEnding.size()), ".links.csv");
  WS_ASSIGN_OR_RETURN(const std::string link_bytes, ReadSourceFile(links));
  digest.AddFile(FileName(links), link_bytes);
  const absl::Status status = ParseConnectionRows(link_bytes, map);
  if (!status.ok()) return InFile(links, status);
  return map;
}

Vec3f Scaled(const Vec3f& at, double scale) { return (Vec3(at) * scale).ToFloat(); }

absl::StatusOr<NavmeshImport> ReadTileSet(const std::string& bytes, const ImportOptions& options) {
  if (options.up_axis != UpAxis::kY) {
    return absl::InvalidArgumentError("a Detour tile set is y up by its format: up_axis must be y");
  }
  WS_ASSIGN_OR_RETURN(NavmeshImport navmesh, ImportDetourTiles(std::as_bytes(std::span(bytes))));
  const double scale = options.scale;
  for (Vec3f& v : navmesh.soup.vertices) v = Scaled(v, scale);
  for (SoupPolygon& polygon : navmesh.soup.polygons) {
    for (Vec3f& v : polygon.detail_vertices) v = Scaled(v, scale);
  }
  navmesh.origin = navmesh.origin * scale;
  navmesh.agent.radius_m *= scale;
  navmesh.agent.height_m *= scale;
  navmesh.agent.max_climb_m *= scale;
  for (OffMeshLink& link : navmesh.links) {
    link.start = link.start * scale;
    link.end = link.end * scale;
    link.radius_m *= scale;
  }
  return navmesh;
}

absl::StatusOr<NavmeshImport> Read(const std::string& path, const std::string& bytes,
                                   const ImportOptions& options, const AgentProfile& agent,
                                   SourceDigest& digest) {
  if (SourceExtension(path) == "bin") {
    absl::StatusOr<NavmeshImport> navmesh = ReadTileSet(bytes, options);
    return navmesh.ok() ? std::move(navmesh) : InFile(path, navmesh.status());
  }
  absl::StatusOr<PolygonMap> map =
      path.ends_with(kRowsEnding) ? ReadRows(path, bytes, digest) : ParsePolygonJson(bytes);
  if (!map.ok()) return path.ends_with(kRowsEnding) ? map.status() : InFile(path, map.status());
  absl::StatusOr<NavmeshImport> navmesh = ImportPolygons(*map, options, agent.max_climb_m);
  return navmesh.ok() ? std::move(navmesh) : InFile(path, navmesh.status());
}

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
  WS_ASSIGN_OR_RETURN(const std::string bytes, ReadSourceFile(path));
  SourceDigest digest;
  digest.AddFile(FileName(path), bytes);
  ImportedNavmesh out;
  WS_ASSIGN_OR_RETURN(out.navmesh, Read(path, bytes, options, agent.value_or(AgentProfile{}), digest));
  if (agent.has_value()) out.navmesh.agent = *agent;
  out.navmesh.soup.max_climb_m = static_cast<float>(out.navmesh.agent.max_climb_m);
  if (const absl::Status status = NumberAreas(areas, out.navmesh); !status.ok()) return InFile(path, status);
  out.size_bytes = digest.size_bytes();
  out.files = digest.files();
  out.sha256 = digest.Hex();
  return out;
}

}  // namespace waystone
