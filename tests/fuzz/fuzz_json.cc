// JSON from outside: polygons of an engine ('p'), the record of a world's bakes ('r'), answers to be drawn (any other byte; by it
// routes, places or moves). After the first byte, if it is upper case, come choices that a text of the format's words is made by, else
// the text. What is read keeps the rules that the next step relies on; what is refused has a message of one line.
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bake/import/polygon_importer.h"
#include "bake/import/polygon_json.h"
#include "bake/program/world_record.h"
#include "client/cli/overlay_json.h"
#include "core/base/check.h"
#include "tests/fuzz/random_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr std::array<std::string_view, 8> kPolygonWords = {"polygons", "connections", "id",   "area",
                                                           "corners",  "road",        "fast", "odd"};
constexpr std::array<std::string_view, 11> kRecordWords = {"settings", "files",    "sha256", "generation",
                                                           "strategy", "warnings", "notes",  "map0",
                                                           "map1",     "town",     "\\u202e"};
constexpr std::array<std::string_view, 40> kAnswerWords = {"kind",
                                                           "request",
                                                           "response",
                                                           "route",
                                                           "place",
                                                           "move",
                                                           "status",
                                                           "maps",
                                                           "map_id",
                                                           "town",
                                                           "cave",
                                                           "routes",
                                                           "points",
                                                           "xyz",
                                                           "origin_x",
                                                           "local_xyz",
                                                           "legs",
                                                           "map_index",
                                                           "first_point",
                                                           "point_count",
                                                           "LEG_KIND_WALK",
                                                           "length_m",
                                                           "polys",
                                                           "suggestions",
                                                           "verdict",
                                                           "violations",
                                                           "walk_xyz",
                                                           "corrections",
                                                           "position",
                                                           "from",
                                                           "to",
                                                           "track",
                                                           "x",
                                                           "y",
                                                           "z",
                                                           "violation",
                                                           "at",
                                                           "last_good",
                                                           "ROUTE_STATUS_COMPLETE",
                                                           "MOVE_VERDICT_ILLEGAL"};
constexpr std::array<std::string_view, 12> kScalars = {"0",    "1",     "2",  "-1",   "0.5",   "1e999",
                                                       "true", "false", "{}", "null", "1e300", "4294967296"};

// Mostly right: brackets are closed, members have names and commas.
std::string MakeJson(Choices& choices, std::span<const std::string_view> words) {
  std::string text = "{";
  std::string open = "}";  // what closes, outermost first
  bool is_first = true;
  while (!open.empty() && !choices.AtEnd()) {
    const uint8_t what = choices.Next();
    const auto word = [&] { text += '"' + std::string(words[choices.Next() % words.size()]) + '"'; };
    if (what % 4 == 0) {
      text += open.back();
      open.pop_back();
      is_first = false;
      continue;
    }
    if (!is_first) text += ',';
    is_first = false;
    if (open.back() == '}') {
      word();
      text += ':';
    }
    if (what % 4 == 1) {
      text += what % 8 == 1 ? '{' : '[';
      open += what % 8 == 1 ? '}' : ']';
      is_first = true;
    } else if (what % 4 == 2) {
      word();
    } else {
      text += kScalars[what / 4 % kScalars.size()];
    }
  }
  return text.append(open.rbegin(), open.rend());
}

void CheckMessage(const absl::Status& status) {
  WS_CHECK(!status.message().empty() && status.message().find('\n') == std::string_view::npos);
}

void TryPolygons(std::string_view text) {
  const absl::StatusOr<PolygonMap> map = ParsePolygonJson(text);
  if (!map.ok()) return CheckMessage(map.status());
  for (const PolygonMap::Polygon& polygon : map->polygons) {
    WS_CHECK(polygon.corners.size() >= 3 && polygon.corners.size() <= kMaxPolygonCorners);
    for (const Vec3& corner : polygon.corners) WS_CHECK(corner.IsFinite());
  }
  const absl::StatusOr<NavmeshImport> navmesh = ImportPolygons(*map, {}, 0.5);
  if (!navmesh.ok()) return CheckMessage(navmesh.status());
  WS_CHECK(!navmesh->soup.polygons.empty() && navmesh->origin.IsFinite());
  for (const SoupPolygon& polygon : navmesh->soup.polygons) {
    for (const uint32_t vertex : polygon.vertices) WS_CHECK(vertex < navmesh->soup.vertices.size());
  }
  for (const OffMeshLink& link : navmesh->links) WS_CHECK(link.start.IsFinite() && link.end.IsFinite());
}

void TryRecord(std::string_view text) {
  static const TempFolder* const kFolder = new TempFolder;
  std::ofstream(kFolder->File(std::string(kWorldRecordName)), std::ios::binary | std::ios::trunc) << text;
  const absl::StatusOr<WorldRecord> record = ReadWorldRecord(kFolder->path());
  if (!record.ok()) return CheckMessage(record.status());
  WS_CHECK(WriteWorldRecord(kFolder->path(), *record).ok());
  const absl::StatusOr<WorldRecord> again = ReadWorldRecord(kFolder->path());
  WS_CHECK(again.ok() && *again == *record);
}

void TryAnswer(std::string_view text, uint8_t how) {
  const std::string_view kinds[] = {cli::kRouteAnswer, cli::kPlaceAnswer, cli::kMoveAnswer};
  draw::Overlays overlays;
  const absl::Status status = cli::ReadOverlays("a.json", text, kinds[how % 3], "town", overlays);
  WS_CHECK(status.ok() || (absl::IsInvalidArgument(status) && !status.message().empty()));
  if (!status.ok()) return;
  const auto check = [](const Vec3& at) { WS_CHECK(at.IsFinite() && std::abs(at.x) <= 1e8); };
  for (const draw::RouteOverlay& route : overlays.routes) {
    WS_CHECK(!route.visits.empty());
    for (const auto& line : route.visits) {
      WS_CHECK(!line.empty());
      for (const Vec3& at : line) check(at);
    }
  }
  for (const draw::PlacementOverlay& place : overlays.placements) check(place.at);
  for (const draw::MoveOverlay& move : overlays.moves) {
    WS_CHECK(!move.samples.empty());
    for (const Vec3& at : move.samples) check(at);
  }
}

void Try(std::span<const uint8_t> bytes) {
  const auto how = static_cast<char>(bytes[0]);
  const auto kind = static_cast<char>(std::tolower(bytes[0]));
  const bool is_text = kind == how;
  const std::span<const uint8_t> rest = bytes.subspan(1);
  Choices choices(rest);
  const auto text = [&](std::span<const std::string_view> words) {
    return is_text ? std::string(rest.begin(), rest.end()) : MakeJson(choices, words);
  };
  if (kind == 'p') return TryPolygons(text(kPolygonWords));
  if (kind == 'r') return TryRecord(text(kRecordWords));
  TryAnswer(text(kAnswerWords), static_cast<uint8_t>(kind));
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size != 0) waystone::Try(std::span(data, size));
  return 0;
}
