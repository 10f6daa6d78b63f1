#include "tests/support/seed_packages.h"

#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/grid/grid_cluster_baker.h"
#include "core/base/check.h"
#include "core/package/package_writer.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_encoder.h"
#include "core/store/section_visit.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cell_skeleton.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

MapManifest ManifestOf(const std::string& map_id, size_t variant_count) {
  MapManifest manifest;
  manifest.map_id = map_id;
  manifest.origin = {100, 0, -50};
  manifest.areas = {{1, "ground"}};
  manifest.variants.resize(variant_count);
  for (size_t i = 0; i < variant_count; ++i) {
    manifest.variants[i].agent.name = "agent-" + std::to_string(i + 1);
    manifest.variants[i].surface_variant = static_cast<uint16_t>(i + 1);
  }
  return manifest;
}

PackageFile Encode(const MapManifest& manifest, const std::vector<const NavmeshData*>& meshes) {
  std::vector<VariantContent> contents;
  contents.reserve(meshes.size());
  for (const NavmeshData* mesh : meshes) contents.push_back({mesh});
  auto bytes = EncodeMap(manifest, contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

// A sound map and a section that only a newer reader knows.
PackageFile WithUnknownSection(const NavmeshData& mesh, uint32_t flags) {
  MapManifest manifest = ManifestOf("newer", 1);
  manifest.bounds = {{100, 0, -50}, {104, 1, -46}};
  const std::string manifest_bytes = EncodeManifest(manifest);
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, std::as_bytes(std::span(manifest_bytes)));
  AddSections(mesh, {.variant = 1}, writer);
  writer.AddBytes(static_cast<SectionType>(4000), {.variant = 1, .flags = flags},
                  std::as_bytes(std::span(manifest_bytes)));
  return writer.Finish();
}

// Key points in every cell, arcs of every kind.
PackageFile WithSkeleton() {
  const NavmeshData mesh = AsciiNavmesh("..#.\n..#.\n");
  const NavmeshView view = ViewOf(mesh);
  const PolyId left = PolyAt(view, 1.5, 0.5);
  const PolyId right = PolyAt(view, 3.5, 0.5);
  const LinkData links = SortedLinks(view, {{.start = {1.5F, 0, 0.5F},
                                             .end = {3.5F, 0, 0.5F},
                                             .start_poly = left.value(),
                                             .end_poly = right.value(),
                                             .radius_m = 0.5F,
                                             .cost_m = 2,
                                             .abilities = 0,
                                             .reverse = kNoLink,
                                             .name_offset = kNoLinkName,
                                             .kind = LinkKind::kJump,
                                             .flags = 0,
                                             .reserved = {}}});
  CellSkeleton sketch(view);
  sketch.AddLinks(*LinkView::Create(links, view));
  sketch.AddArc(right, left, SkeletonArcKind::kDrop);
  sketch.AddArc(PolyAt(view, 3.5, 1.5), PolyAt(view, 1.5, 1.5), SkeletonArcKind::kJump);
  const SkeletonData skeleton = sketch.Data();
  std::vector<VariantContent> contents(1);
  contents[0].navmesh = &mesh;
  contents[0].links = &links;
  contents[0].skeleton = &skeleton;
  auto bytes = EncodeMap(ManifestOf("skeleton", 1), contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

// Two islands with what parts them.
PackageFile WithGaps() {
  const NavmeshData mesh = AsciiNavmesh("..#..\n..#..\n");
  const NavmeshView view = ViewOf(mesh);
  GapData gaps;
  gaps.gaps = {{{PolyAt(view, 1.5, 0.5).value(), PolyAt(view, 3.5, 0.5).value()}, 0, 2}};
  gaps.fixes = {{.at = {2, 0, 0.5F},
                 .to = {2, 0.9F, 0.5F},
                 .measure = 0.9F,
                 .limit = 0.5F,
                 .kind = GapKind::kStep,
                 .shape = StepShape::kWall,
                 .more_places = 3},
                {.at = {2.5F, 0, 0.5F},
                 .to = {2.5F, 0, 0.5F},
                 .measure = 50,
                 .limit = 45,
                 .kind = GapKind::kSlope,
                 .shape = StepShape::kOneWay,
                 .more_places = 0}};
  std::vector<VariantContent> contents(1);
  contents[0].navmesh = &mesh;
  contents[0].gaps = &gaps;
  auto bytes = EncodeMap(ManifestOf("gaps", 1), contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

// A ring of small clusters.
PackageFile WithClusters(ClusterMethod method) {
  const NavmeshData mesh = AsciiNavmesh("....\n.##.\n....\n");
  const NavmeshView view = ViewOf(mesh);
  const LinkView no_links;
  const auto clusters = BuildClusters({view, no_links, 0}, {method, 3}, 1);
  WS_CHECK(clusters.ok() && clusters->clusters.size() > 2);
  std::vector<VariantContent> contents(1);
  contents[0].navmesh = &mesh;
  contents[0].clusters = &*clusters;
  auto bytes = EncodeMap(ManifestOf("clusters", 1), contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

// Two kinds of ground; runs of free cells in a row are the polygons.
PackageFile WithGrid(uint32_t cluster_side) {
  GridData grid = DrawGrid({"..#2", "...2", ".#.."});
  if (cluster_side > 0) {
    grid.clusters = BakeGridClusters(*GridView::Create(grid), {.side = cluster_side, .thread_count = 1});
  }
  const NavmeshData mesh = AsciiNavmesh("..#.\n....\n.#..\n", {.merge_rows = true});
  MapManifest manifest = ManifestOf("grid", 1);
  manifest.surface = SurfaceKind::kGrid;
  manifest.areas = {{1, "ground"}, {2, "mud"}};
  std::vector<VariantContent> contents(1);
  contents[0].navmesh = &mesh;
  contents[0].grid = &grid;
  auto bytes = EncodeMap(manifest, contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

}  // namespace

std::map<std::string, PackageFile> SeedPackages() {
  const NavmeshData yard = AsciiNavmesh("...\n.#.\n...\n");
  const NavmeshData row = AsciiNavmesh("..\n");
  const NavmeshData storeys = AsciiStoreys({"0123\n", "....\n"}, {.merge_rows = true});
  NavmeshData one_way = AsciiNavmesh("...\n");
  MakeOneWay(one_way, PolyId(0), PolyId(1));
  MapManifest shared = ManifestOf("shared", 2);
  shared.variants[1].abilities = {"climb", "jump"};
  shared.variants[1].surface_variant = 1;

  std::map<std::string, PackageFile> seeds;
  seeds["yard.waymap"] = Encode(ManifestOf("yard", 1), {&yard});
  seeds["two-agents.waymap"] = Encode(ManifestOf("two-agents", 2), {&yard, &row});
  seeds["shared.waymap"] = Encode(shared, {&row, nullptr});
  seeds["storeys.waymap"] = Encode(ManifestOf("storeys", 1), {&storeys});
  seeds["one-way.waymap"] = Encode(ManifestOf("one-way", 1), {&one_way});
  seeds["skeleton.waymap"] = WithSkeleton();
  seeds["gaps.waymap"] = WithGaps();
  seeds["grid.waymap"] = WithGrid(0);
  seeds["grid-clusters.waymap"] = WithGrid(2);
  seeds["clusters.waymap"] = WithClusters(ClusterMethod::kEdges);
  seeds["cluster-paths.waymap"] = WithClusters(ClusterMethod::kPoints);
  seeds["newer.waymap"] = WithUnknownSection(row, 0);
  seeds["bad-required.waymap"] = WithUnknownSection(row, kSectionRequired);
  seeds["bad-empty.waymap"] = PackageWriter().Finish();
  seeds["bad-cut.waymap"] = PackageFile(seeds["yard.waymap"].begin(), seeds["yard.waymap"].end() - 70);
  return seeds;
}

}  // namespace waystone
