#include "tests/e2e/test_world.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/grid/bound_baker.h"
#include "bake/grid/grid_cluster_baker.h"
#include "bake/grid/jump_baker.h"
#include "bake/grid/trunk_baker.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "core/surface/computed_zones.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cell_skeleton.h"
#include "tests/support/random_meshes.h"

namespace waystone {

namespace {

constexpr char kYard[] =
    "......#...\n"
    "......#...\n"
    ".####.#...\n"
    ".#..#.#...\n"
    ".#..#.....\n"
    ".####.....\n"
    "..........\n";

constexpr char kHall[] =
    "......\n"
    "......\n"
    "......\n"
    "......\n";

MapManifest ManifestOf(const std::string& map_id) {
  MapManifest manifest;
  manifest.map_id = map_id;
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(1);
  manifest.source_name = map_id + ".txt";
  manifest.strategy_reason = "drawn by hand";
  return manifest;
}

void WritePackage(const MapManifest& manifest, std::span<const VariantContent> contents,
                  const std::string& path) {
  const auto bytes = EncodeMap(manifest, contents);
  WS_CHECK(bytes.ok());
  WS_CHECK(WritePackageFile(path, *bytes).ok());
}

void Write(const MapManifest& manifest, std::string_view drawing, const std::string& path) {
  const NavmeshData mesh = AsciiNavmesh(drawing);
  std::vector<VariantContent> contents(manifest.variants.size());
  contents[0].navmesh = &mesh;
  const ZoneData zones = ComputeZones(ViewOf(mesh), {}, 0, {});
  for (VariantContent& content : contents) content.zones = &zones;
  WritePackage(manifest, contents, path);
}

// Runs of free cells in a row are the polygons.
void WriteGrid(const MapManifest& manifest, const std::vector<std::string_view>& lines, bool with_skeleton,
               const std::string& path, const std::function<void(GridData&)>& bake = nullptr) {
  GridData grid = DrawGrid(lines);
  if (bake) bake(grid);
  std::string drawing;
  for (const std::string_view line : lines) {
    for (const char letter : line) drawing += letter == '#' ? '#' : '.';
    drawing += '\n';
  }
  const NavmeshData mesh = AsciiNavmesh(drawing, {.merge_rows = true});
  const ZoneData zones = ComputeZones(ViewOf(mesh), {}, 0, {});
  const SkeletonData skeleton = CellSkeleton(ViewOf(mesh)).Data();
  VariantContent content;
  content.navmesh = &mesh;
  content.zones = &zones;
  content.grid = &grid;
  if (with_skeleton) content.skeleton = &skeleton;
  WritePackage(manifest, {&content, 1}, path);
}

std::string ThicketOf(int size) {
  Random random(7);
  std::string drawing;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const bool corner = row + column < 6 || row + column > 2 * size - 8;
      drawing += corner || random.NextBelow(3) != 0 ? '.' : '#';
    }
    drawing += '\n';
  }
  return drawing;
}

// A map drawn as "court", under the name and with the doors of a manifest.
void WriteCourtAs(MapManifest manifest, const std::string& path) {
  manifest.areas = {{1, "ground"}, {2, "door"}, {3, "mud"}};
  manifest.variants.resize(2);
  manifest.variants[1].abilities = {"jump"};
  manifest.link_abilities = {"jump"};
  NavmeshData mesh = AsciiNavmesh("...#...\n.......\n...#...\n...#...\n.......\n");
  const NavmeshView view = ViewOf(mesh);
  mesh.polys[PolyAt(view, 3.5, 1.5).value()].area = 2;
  mesh.polys[PolyAt(view, 3.5, 4.5).value()].area = 3;
  NavLink over = {.start = {2.5F, 0, 3.5F},
                  .end = {4.5F, 0, 3.5F},
                  .start_poly = PolyAt(view, 2.5, 3.5).value(),
                  .end_poly = PolyAt(view, 4.5, 3.5).value(),
                  .radius_m = 0.5F,
                  .cost_m = 10,
                  .abilities = 1,
                  .reverse = 1,
                  .name_offset = 0,
                  .kind = LinkKind::kJump,
                  .flags = 0,
                  .reserved = {}};
  NavLink back = over;
  std::swap(back.start, back.end);
  std::swap(back.start_poly, back.end_poly);
  back.reverse = 0;
  LinkData links = SortedLinks(view, {over, back});
  links.names = {'o', 'v', 'e', 'r', '\0'};
  const absl::StatusOr<LinkView> link_view = LinkView::Create(links, view);
  WS_CHECK(link_view.ok());
  const ZoneData walking = ComputeZones(view, *link_view, 0, {});
  const ZoneData jumping = ComputeZones(view, *link_view, 1, {});
  const std::vector<VariantContent> contents = {{&mesh, &links, &walking}, {nullptr, nullptr, &jumping}};
  WritePackage(manifest, contents, path);
}

}  // namespace

void WriteGridMap(const std::string& folder, const std::string& map_id,
                  const std::vector<std::string_view>& lines) {
  MapManifest manifest = ManifestOf(map_id);
  manifest.surface = SurfaceKind::kGrid;
  manifest.areas = {{1, "ground"}, {2, "mud"}};
  WriteGrid(manifest, lines, true, folder + "/" + map_id + ".waymap");
}

void WriteTerraceAndMoor(const std::string& folder) {
  constexpr uint32_t kSide = 96;
  Random random(11);
  const auto rows = [&](const std::string& letters) {
    std::vector<std::string> lines(kSide, std::string(kSide, '.'));
    for (uint32_t row = 4; row + 4 < kSide; ++row) {
      for (uint32_t column = 4; column + 4 < kSide; ++column) {
        lines[row][column] = letters[random.NextBelow(static_cast<uint32_t>(letters.size()))];
      }
    }
    return lines;
  };
  MapManifest manifest = ManifestOf("terrace");
  manifest.surface = SurfaceKind::kGrid;
  const std::vector<std::string> terrace = rows("...#");
  WriteGrid(manifest, {terrace.begin(), terrace.end()}, false, folder + "/terrace.waymap",
            [](GridData& grid) {
              grid.clusters = BakeGridClusters(*GridView::Create(grid), {.side = 16});
              WS_CHECK(BakeJumps({}, grid).empty());
              WS_CHECK(BakeBounds({.max_bytes_per_cell = 1000}, grid).empty());
            });
  manifest.map_id = "moor";
  manifest.areas = {{1, "ground"}, {2, "mud"}, {3, "bog"}};
  const std::vector<std::string> moor = rows("...23#");
  WriteGrid(manifest, {moor.begin(), moor.end()}, false, folder + "/moor.waymap", [](GridData& grid) {
    grid.clusters = BakeGridClusters(*GridView::Create(grid), {.side = 16});
    grid.trunk = *BakeTrunk(*GridView::Create(grid), {.point_count = 120});
  });
}

std::vector<std::string> FloorOf(uint32_t size) {
  Random random(5);
  std::vector<std::string> rows(size, std::string(size, '.'));
  for (uint32_t i = 0; i < size; ++i) {
    const auto side = static_cast<uint32_t>(2 + random.NextBelow(size / 20));
    const auto column = static_cast<uint32_t>(1 + random.NextBelow(size - side - 1));
    const auto row = static_cast<uint32_t>(1 + random.NextBelow(size - side - 1));
    for (uint32_t k = 0; k < side; ++k) rows[row + k].replace(column, side / 2, side / 2, '#');
  }
  return rows;
}

void WriteFloor(const std::string& folder, uint32_t size) {
  const std::vector<std::string> rows = FloorOf(size);
  MapManifest manifest = ManifestOf("floor");
  manifest.surface = SurfaceKind::kGrid;
  WriteGrid(manifest, {rows.begin(), rows.end()}, false, folder + "/floor.waymap");
}

void WriteYard(const std::string& folder, const std::string& file) {
  MapManifest manifest = ManifestOf("yard");
  manifest.origin = {1000, 10, -500};
  manifest.variants.resize(2);
  manifest.variants[1].agent.name = "ogre";
  manifest.places = {{"gate", {1000.5, 10, -499.5}}, {"well", {1009.5, 10, -493.5}}};
  Write(manifest, kYard, folder + "/" + file);
}

void WriteHall(const std::string& folder, const std::string& file) {
  Write(ManifestOf("hall"), kHall, folder + "/" + file);
}

void WriteGap(const std::string& folder, const std::string& file) {
  MapManifest manifest = ManifestOf("gap");
  manifest.variants.resize(2);
  manifest.variants[1].abilities = {"jump"};
  manifest.link_abilities = {"jump"};
  const NavmeshData mesh = AsciiNavmesh("...#...\n");
  const NavmeshView view = ViewOf(mesh);
  const PolyId from = PolyAt(view, 2.5, 0.5);
  LinkData links;
  NavLink& link = links.links.emplace_back();
  link = {.start = {2.5F, 0, 0.5F},
          .end = {4.5F, 0, 0.5F},
          .start_poly = from.value(),
          .end_poly = PolyAt(view, 4.5, 0.5).value(),
          .radius_m = 0.5F,
          .cost_m = 3,
          .abilities = 1,
          .reverse = kNoLink,
          .name_offset = 0,
          .kind = LinkKind::kJump,
          .flags = 0,
          .reserved = {}};
  for (const char c : {'o', 'v', 'e', 'r', '\0'}) links.names.push_back(c);
  for (uint32_t i = 0; i <= view.poly_count(); ++i) links.rows.push_back(i > from.value() ? 1 : 0);
  const absl::StatusOr<LinkView> link_view = LinkView::Create(links, view);
  WS_CHECK(link_view.ok());
  const ZoneData walking = ComputeZones(view, *link_view, 0, {});
  const ZoneData jumping = ComputeZones(view, *link_view, 1, {});
  const std::vector<VariantContent> contents = {{&mesh, &links, &walking}, {nullptr, nullptr, &jumping}};
  WritePackage(manifest, contents, folder + "/" + file);
}

void WriteCourt(const std::string& folder, const std::string& file) {
  WriteCourtAs(ManifestOf("court"), folder + "/" + file);
}

void WriteKeep(const std::string& folder) {
  MapManifest manifest = ManifestOf("keep");
  Door gate{.name = "gate"};
  gate.volumes = {{.corners = {{3.3, 1}, {3.7, 1}, {3.7, 2}, {3.3, 2}}, .min_y = 0, .max_y = 2}};
  Door hatch{.name = "hatch", .is_closed = true};
  hatch.areas = 1U << 3;
  Door leap{.name = "leap"};
  leap.links = {"over"};
  manifest.doors = {gate, hatch, leap};
  manifest.cost_profiles = {{.name = "cart", .costs = {{2, 2}}},
                            {.name = "porter", .costs = {{2, 3}}, .excluded_areas = 1U << 3},
                            {.name = "wide", .min_clearance_m = 0.9}};
  WriteCourtAs(manifest, folder + "/keep.waymap");
}

void WriteAnnex(const std::string& folder) {
  MapManifest manifest = ManifestOf("annex");
  manifest.origin = {100, 10, 50};
  Door gate{.name = "gate"};
  gate.volumes = {
      {.corners = {{103.3, 51}, {103.7, 51}, {103.7, 52}, {103.3, 52}}, .min_y = 10, .max_y = 12}};
  Door leap{.name = "leap"};
  leap.links = {"over", "under"};
  manifest.doors = {gate, leap};
  WriteCourtAs(manifest, folder + "/annex.waymap");
}

void WriteGallery(const std::string& folder) {
  MapManifest manifest = ManifestOf("gallery");
  DoorVolume column{.corners = {}, .min_y = 0, .max_y = 2};
  for (int i = 0; i < 256; ++i) {
    const double angle = 2 * std::numbers::pi * i / 256;
    column.corners.push_back({3 + std::cos(angle), 2 + std::sin(angle)});
  }
  for (int i = 0; i < kGalleryDoors; ++i) {
    Door door{.name = "door" + std::to_string(10'000 + i)};
    door.volumes = {column};
    manifest.doors.push_back(door);
  }
  Write(manifest, kHall, folder + "/gallery.waymap");
}

void WriteVault(const std::string& folder) {
  MapManifest manifest = ManifestOf("vault");
  manifest.surface = SurfaceKind::kGrid;
  Door grille{.name = "grille", .is_closed = true};
  grille.cells = {{2, 1, 1, 1}};
  Door shutter{.name = "shutter"};
  shutter.volumes = {{.corners = {{2.5, 4.5}}, .radius_m = 0.2, .min_y = 0, .max_y = 2}};
  manifest.doors = {grille, shutter};
  WriteGrid(manifest, {"..#..", ".....", "..#..", "..#..", "....."}, true, folder + "/vault.waymap");
}

void WriteTrail(const std::string& folder, const std::string& file) {
  MapManifest manifest = ManifestOf("trail");
  manifest.variants.resize(2);
  manifest.variants[1].agent.name = "ogre";
  const NavmeshData mesh = AsciiNavmesh(".....#.\n.###.#.\n.....#.\n");
  const NavmeshView view = ViewOf(mesh);
  LinkData links = SortedLinks(view, {{.start = {4.5F, 0, 2.5F},
                                       .end = {6.5F, 0, 2.5F},
                                       .start_poly = PolyAt(view, 4.5, 2.5).value(),
                                       .end_poly = PolyAt(view, 6.5, 2.5).value(),
                                       .radius_m = 0.5F,
                                       .cost_m = 2,
                                       .abilities = 0,
                                       .reverse = kNoLink,
                                       .name_offset = 0,
                                       .kind = LinkKind::kDrop,
                                       .flags = 0,
                                       .reserved = {}}});
  links.names = {'o', 'v', 'e', 'r', '\0'};
  const absl::StatusOr<LinkView> link_view = LinkView::Create(links, view);
  WS_CHECK(link_view.ok());
  const ZoneData zones = ComputeZones(view, *link_view, 0, {});
  CellSkeleton sketch(view);
  sketch.AddLinks(*link_view);
  const SkeletonData skeleton = sketch.Data();
  std::vector<VariantContent> contents(2);
  contents[0] = {
      .navmesh = &mesh, .links = &links, .zones = &zones, .hierarchy = nullptr, .skeleton = &skeleton};
  contents[1].zones = &zones;
  WritePackage(manifest, contents, folder + "/" + file);
}

void WriteDrawnMap(const std::string& folder, const std::string& file, const std::string& map_id,
                   std::string_view drawing, const std::map<std::string, Vec3>& places) {
  MapManifest manifest = ManifestOf(map_id);
  manifest.places = {places.begin(), places.end()};
  Write(manifest, drawing, folder + "/" + file);
}

void WriteGrove(const std::string& folder, int size, const std::string& file) {
  const NavmeshData mesh = AsciiNavmesh(ThicketOf(size));
  const NavmeshView view = ViewOf(mesh);
  const ZoneData zones = ComputeZones(view, {}, 0, {});
  const SkeletonData skeleton = CellSkeleton(view).Data();
  std::vector<VariantContent> contents(1);
  contents[0] = {
      .navmesh = &mesh, .links = nullptr, .zones = &zones, .hierarchy = nullptr, .skeleton = &skeleton};
  WritePackage(ManifestOf("grove"), contents, folder + "/" + file);
}

void WriteThicket(const std::string& folder, int size, const std::string& file) {
  Write(ManifestOf("thicket"), ThicketOf(size), folder + "/" + file);
}

void WriteBrokenPackage(const std::string& folder, const std::string& file) {
  const std::string path = folder + "/" + file;
  std::ofstream(path + ".new") << "not a package";
  std::filesystem::rename(path + ".new", path);
}

}  // namespace waystone
