#include "client/report/report_page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"
#include "client/report/packed_answers.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/scene/scene_view.h"
#include "core/surface/scene/scene_media.h"
#include "core/version/version.h"
#include "core/why/cell_walls.h"
#include "core/why/fix_path.h"
#include "explorer/page_files.h"
#include "google/protobuf/util/json_util.h"
#include "nlohmann/json.hpp"
#include "server/convert/fix_convert.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/catalog_part.h"

namespace waystone::client {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDataLine = "\nREPORT_DATA\n";
constexpr uint32_t kPartPolys = 100'000;
// [1/m] Places of the ground are rounded to this: a millimetre, and on large maps, of which one sees less, 8 mm.
constexpr uint32_t kPlacesPerM = 1024;
constexpr uint32_t kPlacesPerMOfLarge = 128;
constexpr uint64_t kLargePolys = 100'000;
constexpr double kLeastIsland_m2 = 1;
constexpr size_t kMostIslands = 200;
constexpr double kOnGround_m = 0.1;  // a place that was computed to lie on the ground is as near

// The catalog's answers, as a server gives them.
class Catalog {
 public:
  explicit Catalog(const OpenedMaps& maps) : handler_(maps.store(), limits_), lookup_(maps.store()) {
    scope_.scratch = &scratch_;
    scope_.maps = &lookup_;
  }

  template <typename Response, typename Request>
  absl::StatusOr<Response> Ask(const Request& request) {
    Response response;
    WS_RETURN_IF_ERROR(handler_.Handle(request, scope_, response).status());
    return response;
  }
  absl::StatusOr<const LoadedMap*> Find(const std::string& map_id) { return lookup_.Find(map_id); }

 private:
  const RequestLimits limits_;
  const CatalogHandler handler_;
  Scratch scratch_;
  MapLookup lookup_;
  RequestScope scope_;
};

absl::StatusOr<Json> ToJson(const google::protobuf::Message& message) {
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text);
  if (!status.ok()) return absl::InternalError(status.message().ToString());
  return Json::parse(text);
}

absl::StatusOr<Json> SurfaceParts(Catalog& catalog, const std::string& map_id, uint32_t places_per_m) {
  Json parts = Json::array();
  v1::GetSurfaceRequest request;
  request.set_map_id(map_id);
  request.set_max_polys(kPartPolys);
  request.set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
  do {
    WS_ASSIGN_OR_RETURN(const auto part, catalog.Ask<v1::GetSurfaceResponse>(request));
    parts.push_back(absl::Base64Escape(PackSurface(part, places_per_m)));
    request.set_first_poly(part.next_poly());
  } while (request.first_poly() != kLastPart);
  return parts;
}

// None of a map without a skeleton.
absl::StatusOr<Json> SkeletonParts(Catalog& catalog, const std::string& map_id, uint32_t places_per_m) {
  Json parts = Json::array();
  v1::GetSkeletonRequest request;
  request.set_map_id(map_id);
  request.set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
  do {
    const auto part = catalog.Ask<v1::GetSkeletonResponse>(request);
    if (absl::IsFailedPrecondition(part.status())) return parts;
    WS_RETURN_IF_ERROR(part.status());
    parts.push_back(absl::Base64Escape(PackSkeleton(*part, places_per_m)));
    request.set_first_key_point(part->next_key_point());
  } while (request.first_key_point() != kLastPart);
  return parts;
}

absl::StatusOr<Json> FixesJson(const std::vector<Fix>& fixes, const std::string& map_id) {
  FixList list;
  AddFixes(fixes, map_id, list);
  Json json = Json::array();
  for (const v1::Fix& fix : list) {
    WS_ASSIGN_OR_RETURN(Json one, ToJson(fix));
    json.push_back(std::move(one));
  }
  return json;
}

// Millimetres are enough for a picture.
double Rounded(double value) { return std::round(value * 1000) / 1000; }

Json PositionJson(const Vec3& at) { return {{"x", at.x}, {"y", at.y}, {"z", at.z}}; }

std::string Metres2(double area_m2) { return StrCat(std::round(area_m2 * 10) / 10, " m2"); }

// Ground that is apart from the main ground.
struct Island {
  double area_m2 = 0;
  std::vector<uint32_t> polys;
};

std::string SentenceOf(const Island& island, const ZoneComponent& zone) {
  const std::string area = Metres2(island.area_m2);
  if (zone.reached_from_main())
    return StrCat(area, " of ground can be reached from the main ground and not left for it");
  if (zone.reaches_main())
    return StrCat(area, " of ground cannot be reached from the main ground; who is there gets to it");
  return StrCat(area, " of ground is cut off from the main ground");
}

// A place of the polygon.
NavLocation PlaceOf(const MapView& view, uint32_t poly) {
  const Aabb box = PolyBounds(*view.navmesh, PolyId(poly));
  return {PolyId(poly), ClosestPointOnPoly(*view.navmesh, PolyId(poly), (box.min + box.max) * 0.5)};
}

// Ground that is apart, and ground that is not.
struct Grounds {
  std::vector<Island> islands;  // the largest first
  size_t island_count = 0;      // of which these are the largest
  double main_m2 = 0;
  uint32_t main_poly = PolyId::kNoneValue;  // the largest of the main ground
};

// What the agent cannot be in, as water if it does not swim, is no ground of it.
Grounds GroundsOf(const MapView& view) {
  Grounds grounds;
  const SceneView* const scenes = view.surface->Scenes();
  std::vector<Island>& islands = grounds.islands;
  islands.resize(view.zones->components().size());
  double largest_m2 = 0;
  for (uint32_t poly = 0; poly < view.navmesh->poly_count(); ++poly) {
    if (scenes != nullptr && !MayBeIn(view, scenes->poly(PolyId(poly)).medium)) continue;
    const double area_m2 = PolyArea_m2(*view.navmesh, PolyId(poly));
    if (view.zones->IsMain(PolyId(poly))) {
      grounds.main_m2 += area_m2;
      if (area_m2 > largest_m2) grounds.main_poly = poly;
      largest_m2 = std::max(largest_m2, area_m2);
      continue;
    }
    Island& island = islands[view.zones->ComponentOf(PolyId(poly))];
    island.area_m2 += area_m2;
    island.polys.push_back(poly);
  }
  std::erase_if(islands, [](const Island& island) { return island.area_m2 < kLeastIsland_m2; });
  std::stable_sort(islands.begin(), islands.end(),
                   [](const Island& a, const Island& b) { return a.area_m2 > b.area_m2; });
  grounds.island_count = islands.size();
  if (islands.size() > kMostIslands) islands.resize(kMostIslands);
  return grounds;
}

// What would join an island to the next ground on the path to the main ground.
struct OwnFixes {
  std::vector<Fix> fixes;
  std::optional<size_t> next;  // island; none: the main ground
};

// Finds what would join an island to the main ground, or the main ground to it if it can be reached already.
class IslandFixes {
 public:
  // Both must outlive it.
  IslandFixes(const MapView& view, const Grounds& grounds)
      : view_(view), grounds_(grounds), main_poly_(grounds.main_poly) {
    for (size_t i = 0; i < grounds.islands.size(); ++i)
      island_of_[view.zones->ComponentOf(PolyId(grounds.islands[i].polys.front()))] = i;
    if (main_poly_ == PolyId::kNoneValue) return;
    const NavLocation main = PlaceOf(view_, main_poly_);
    if (view.surface->Fields().cells.has_value()) {
      walls_.emplace(view, nullptr, never_);
      walls_->Start(main);
    } else {
      finder_.emplace(view, never_, scratch_);
      finder_->Start(main);
    }
  }

  // All of them; none if there is no main ground.
  std::vector<Fix> Of(size_t island) { return PathOf(island).fixes; }

  // Those up to the next ground that is the main ground or an island of the grounds. Islands that share a way have its fixes once.
  OwnFixes OwnOf(size_t island) {
    const MendedPath path = PathOf(island);
    const bool is_outward = IsReached(island);
    const size_t count = path.breaks.size();
    for (size_t i = 1; i < count; ++i) {
      const size_t cut = is_outward ? i : count - i;  // the first break behind
      const size_t at = path.breaks[cut].first_fix;
      const MapPlace& end = is_outward ? path.breaks[i - 1].to : path.breaks[cut].from;
      const std::optional<size_t> next = IslandAt(end.at);
      const auto middle = path.fixes.begin() + static_cast<std::ptrdiff_t>(at);
      OwnFixes own{is_outward ? std::vector<Fix>(path.fixes.begin(), middle)
                              : std::vector<Fix>(middle, path.fixes.end()),
                   next};
      if (next && *next != island && !own.fixes.empty()) return own;
    }
    return {path.fixes, std::nullopt};
  }

 private:
  NavLocation PlaceIn(size_t island) const { return PlaceOf(view_, grounds_.islands[island].polys.front()); }

  bool IsReached(size_t island) const {
    return !walls_ && main_poly_ != PolyId::kNoneValue &&
           view_.zones->Component(PlaceIn(island).poly).reached_from_main();
  }

  MendedPath PathOf(size_t island) {
    if (main_poly_ == PolyId::kNoneValue) return {};
    const NavLocation place = PlaceIn(island);
    if (walls_) return walls_->To(place);
    return IsReached(island) ? FindFixes(view_, place, PlaceOf(view_, main_poly_), never_, scratch_)
                             : finder_->To(place);
  }

  // None if another ground is there, as the main ground. `at`: absolute.
  std::optional<size_t> IslandAt(const Vec3& at) {
    const SnapOptions near{.radius_m = kOnGround_m, .max_above_m = kOnGround_m, .max_below_m = kOnGround_m};
    const std::optional<NavLocation> place =
        view_.surface->SnapToGround(view_, at - view_.manifest->origin, near, scratch_).place;
    if (!place) return std::nullopt;
    const auto found = island_of_.find(view_.zones->ComponentOf(place->poly));
    return found == island_of_.end() ? std::nullopt : std::optional(found->second);
  }

  const MapView& view_;
  const Grounds& grounds_;
  const uint32_t main_poly_;
  std::map<uint32_t, size_t> island_of_;  // by component
  const Deadline never_;
  Scratch scratch_;
  // One of these searches from the main ground; none if there is no such ground.
  std::optional<CellWallFinder> walls_;
  std::optional<FixFinder> finder_;
};

absl::Status AddIslands(const MapView& view, const Grounds& grounds, Json& findings) {
  if (grounds.islands.empty()) return absl::OkStatus();
  IslandFixes fixes(view, grounds);
  const size_t first = findings.size();
  for (size_t i = 0; i < grounds.islands.size(); ++i) {
    const Island& island = grounds.islands[i];
    const NavLocation place = PlaceOf(view, island.polys.front());
    Json finding = {{"kind", "island"},
                    {"sentence", SentenceOf(island, view.zones->Component(place.poly))},
                    {"at", PositionJson(place.point + view.manifest->origin)},
                    {"polys", island.polys}};
    const OwnFixes own = fixes.OwnOf(i);
    WS_ASSIGN_OR_RETURN(finding["fixes"], FixesJson(own.fixes, view.manifest->map_id));
    if (own.next) finding["nextFinding"] = first + *own.next;
    findings.push_back(std::move(finding));
  }
  return absl::OkStatus();
}

Json Figure(const std::string& name, const std::string& value) { return {{"name", name}, {"value", value}}; }

Json WarningsOf(const std::string& map_id, const ReportContent& content) {
  Json findings = Json::array();
  for (const BakeFigures& bake : content.bakes) {
    if (bake.map_id != map_id) continue;
    for (const std::string& warning : bake.warnings)
      findings.push_back({{"kind", "warning"}, {"sentence", warning}});
  }
  for (const std::string& warning : content.world_warnings)
    findings.push_back({{"kind", "warning"}, {"sentence", StrCat("the world: ", warning)}});
  return findings;
}

// What changed. Lost ground that is still there has the fixes of the islands that it is part of; islands that were there before are left
// out.
absl::Status AddChanges(const MapView& view, const Grounds& grounds, const PackageChanges& changes,
                        Json& findings) {
  std::map<uint32_t, size_t> island_of;  // by polygon
  for (size_t i = 0; i < grounds.islands.size(); ++i)
    for (const uint32_t poly : grounds.islands[i].polys) island_of[poly] = i;
  std::optional<IslandFixes> fixes;  // of maps with ground
  if (!grounds.islands.empty()) fixes.emplace(view, grounds);
  for (const PackageChange& change : changes.changes) {
    // A new place that cannot be reached is no harmless one.
    const bool is_cut_off = change.kind == ChangeKind::kAdded && change.MakesUnreachable();
    Json finding = {{"kind", is_cut_off ? "unreachable" : NameOf(change.kind)},
                    {"sentence", change.Sentence()},
                    {"at", PositionJson(change.at)}};
    if (change.fails) finding["fails"] = true;
    if (!change.squares.empty()) finding["squareM"] = change.square_m;
    for (const Vec3& at : change.squares)
      for (const double value : {at.x, at.y, at.z}) finding["squaresXyz"].push_back(Rounded(value));
    std::set<size_t> islands;
    for (const uint32_t poly : change.polys)
      if (const auto found = island_of.find(poly); found != island_of.end()) islands.insert(found->second);
    for (const size_t island : islands) {
      WS_ASSIGN_OR_RETURN(const Json list, FixesJson(fixes->Of(island), view.manifest->map_id));
      for (const Json& fix : list) finding["fixes"].push_back(fix);
    }
    findings.push_back(std::move(finding));
  }
  return absl::OkStatus();
}

Json FiguresOf(const v1::DescribeMapResponse& map, const Grounds& grounds, const ReportContent& content) {
  const v1::MapVariant& first = map.variants(0);
  Json figures = Json::array(
      {Figure("Source", map.source_name()), Figure("Baker", map.baker_version()),
       Figure("Package", StrCat(map.summary().package_bytes(), " bytes")),
       Figure("Surface", StrCat(first.surface_size(), " pieces, ", Metres2(first.area_m2()))),
       Figure("Main ground", Metres2(grounds.main_m2)), Figure("Islands", StrCat(grounds.island_count))});
  for (const BakeFigures& bake : content.bakes) {
    if (bake.map_id != map.summary().map_id()) continue;
    if (bake.source_triangles) figures.push_back(Figure("Triangles", StrCat(*bake.source_triangles)));
    figures.push_back(Figure("Bake", bake.wall_s
                                         ? StrCat(std::round(*bake.wall_s * 10) / 10, " s")
                                         : (bake.may_keep_older ? "failed" : "kept from one before")));
  }
  return figures;
}

absl::StatusOr<Json> MapJson(Catalog& catalog, const std::string& map_id, const ReportContent& content) {
  v1::DescribeMapRequest request;
  request.set_map_id(map_id);
  WS_ASSIGN_OR_RETURN(const auto description, catalog.Ask<v1::DescribeMapResponse>(request));
  WS_ASSIGN_OR_RETURN(const LoadedMap* map, catalog.Find(map_id));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
  Json findings = WarningsOf(map_id, content);
  Grounds grounds;
  if (view.surface->Fields().has_ground) grounds = GroundsOf(view);
  const bool is_comparison = !content.changes.older.empty();
  WS_RETURN_IF_ERROR(is_comparison ? AddChanges(view, grounds, content.changes, findings)
                                   : AddIslands(view, grounds, findings));
  const uint32_t places_per_m =
      description.variants(0).surface_size() > kLargePolys ? kPlacesPerMOfLarge : kPlacesPerM;
  Json json;
  WS_ASSIGN_OR_RETURN(json["description"], ToJson(description));
  WS_ASSIGN_OR_RETURN(json["surfaceParts"], SurfaceParts(catalog, map_id, places_per_m));
  WS_ASSIGN_OR_RETURN(json["skeletonParts"], SkeletonParts(catalog, map_id, places_per_m));
  json["figures"] = FiguresOf(description, grounds, content);
  json["findings"] = std::move(findings);
  return json;
}

absl::StatusOr<Json> WorldJson(Catalog& catalog) {
  v1::DescribeWorldRequest request;
  v1::DescribeWorldResponse world;
  do {
    WS_ASSIGN_OR_RETURN(const auto page, catalog.Ask<v1::DescribeWorldResponse>(request));
    world.MergeFrom(page);
    world.set_next_page_token(page.next_page_token());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return ToJson(world);
}

}  // namespace

absl::StatusOr<std::string> ReportOf(const OpenedMaps& maps, const ReportContent& content) {
  const std::string_view page = ReportPage();
  const size_t at = page.find(kDataLine);
  if (at == std::string_view::npos)
    return absl::UnimplementedError("this program was built without the explorer page (WAYSTONE_EXPLORER)");
  Catalog catalog(maps);
  Json document = {
      {"title", content.title}, {"writer", StrCat("waystone ", FullVersion())}, {"maps", Json::array()}};
  if (!content.changes.older.empty())
    document["compared"] = {{"older", content.changes.older}, {"newer", content.changes.newer}};
  for (const std::string& map_id : maps.MapIds()) {
    absl::StatusOr<Json> json = MapJson(catalog, map_id, content);
    if (!json.ok()) return maps.AsAskedFor(json.status());
    document["maps"].push_back(*std::move(json));
  }
  if (maps.has_world()) {
    WS_ASSIGN_OR_RETURN(document["world"], WorldJson(catalog));
  }
  // So that no text of a map ends the element that the document stands in.
  const std::string text =
      absl::StrReplaceAll(document.dump(-1, ' ', false, Json::error_handler_t::replace), {{"<", "\\u003c"}});
  return StrCat(page.substr(0, at), "\n", text, "\n", page.substr(at + kDataLine.size()));
}

}  // namespace waystone::client
