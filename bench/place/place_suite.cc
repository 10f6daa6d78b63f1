#include "bench/place/place_suite.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "bench/message_path.h"
#include "bench/place/place_requests.h"
#include "bench/stopwatch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "server/convert/api_enums.h"
#include "tests/oracle/place_oracle.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// Calls that draw or are given more are not measured in batches: the answers would pass a server's limits.
constexpr uint32_t kMaxBatchCount = 5000;
constexpr uint32_t kMaxBatches = 10'000;
constexpr size_t kChecked = 100'000;

// The outcome of one call.
struct CallResult {
  std::vector<Vec3> positions;  // map-local
  PlaceRejections rejections{};
};

// The outcome of the calls of one kind.
struct KindResult {
  std::vector<double> us;
  uint64_t positions = 0;
  uint64_t checked = 0;
  PlaceRejections rejections{};
  PlaceFaults faults;
};

class PlaceRace {
 public:
  PlaceRace(const MapView& map, const PlaceSuiteOptions& options)
      : map_(map), options_(options), oracle_(*map.navmesh, *map.links, map.abilities, HomesOf(*map.zones)) {}

  // Asks until the time is over; every answer is checked until there are enough.
  absl::StatusOr<KindResult> Run(const PlaceKind& kind) {
    KindResult result;
    double used_s = 0;
    for (uint32_t number = 0; number == 0 || used_s < options_.seconds; ++number) {
      const PlaceRequest request = MakeRequest(map_, kind, options_.seed, number);
      absl::StatusOr<CallResult> call;
      result.us.push_back(MicrosecondsOf([&] { call = std::visit(Ask{map_, scratch_}, request); }));
      WS_RETURN_IF_ERROR(call.status());
      used_s += result.us.back() * 1e-6;
      result.positions += call->positions.size();
      for (size_t i = 0; i < kPlaceReasonCount; ++i) result.rejections[i] += call->rejections[i];
      if (result.checked < kChecked) Check(kind, request, *call, result);
    }
    return result;
  }

 private:
  struct Ask {
    const MapView& map;
    Scratch& scratch;

    absl::StatusOr<CallResult> operator()(const PlaceQuery& query) const {
      WS_ASSIGN_OR_RETURN(PlaceAnswer answer, PlaceResource(map, query, scratch));
      return CallResult{std::move(answer.positions), answer.rejections};
    }
    absl::StatusOr<CallResult> operator()(const AuditQuery& query) const {
      WS_ASSIGN_OR_RETURN(const AuditAnswer answer, AuditPlaces(map, query, scratch));
      CallResult result;
      for (const PlaceReason reason : answer.verdicts) ++result.rejections[static_cast<size_t>(reason)];
      result.rejections[0] = 0;
      for (size_t i = 0; i < answer.found.size(); ++i) {
        if (answer.found[i] != 0) result.positions.push_back(answer.positions[i]);
      }
      return result;
    }
  };

  static std::vector<PolyId> HomesOf(const ZoneView& zones) {
    std::vector<PolyId> homes;
    for (const ZoneComponent& component : zones.components()) {
      if (component.IsAmongMain(zones.header().main_zone_count)) homes.emplace_back(component.lowest_node);
    }
    return homes;
  }

  void Check(const PlaceKind& kind, const PlaceRequest& request, CallResult& call, KindResult& result) {
    PlaceOracleRules rules{.spacing_m = kind.spacing_m, .clearance_m = kind.clearance_m};
    if (kind.ball_radius_m > 0) {
      const PlaceRegion& region = *std::get<PlaceQuery>(request).terms.rules.region;
      rules.centre = std::get<BallRegion>(region).centre - map_.manifest->origin;
      rules.ball_radius_m = kind.ball_radius_m;
    }
    for (Vec3& position : call.positions) position = position - map_.manifest->origin;
    result.checked += call.positions.size();
    result.faults.Add(oracle_.Check(call.positions, rules));
  }

  const MapView& map_;
  const PlaceSuiteOptions& options_;
  PlaceOracle oracle_;
  Scratch scratch_;
};

// "off_mesh" for kOffMesh.
std::string NameOf(PlaceReason reason) {
  constexpr size_t kPrefix = std::string_view("PLACE_REASON_").size();
  return absl::AsciiStrToLower(v1::PlaceReason_Name(ToProto(reason)).substr(kPrefix));
}

Json ByReason(const PlaceRejections& rejections) {
  Json json = Json::object();
  for (size_t i = 1; i < kPlaceReasonCount; ++i) {
    if (rejections[i] > 0) json[NameOf(static_cast<PlaceReason>(i))] = rejections[i];
  }
  return json;
}

Json FaultsOf(const PlaceFaults& faults) {
  return {{"off_surface", faults.off_surface}, {"unreachable", faults.unreachable},
          {"no_return", faults.no_return},     {"too_close", faults.too_close},
          {"clearance", faults.clearance},     {"outside_region", faults.outside_region}};
}

Json LineOf(const PlaceKind& kind, const KindResult& result, std::optional<double> batch_per_second) {
  const double seconds = std::accumulate(result.us.begin(), result.us.end(), 0.0) * 1e-6;
  const auto calls = static_cast<double>(result.us.size());
  Json line;
  line["request"] = kind.name;
  line["count"] = kind.count;
  line["calls"] = result.us.size();
  line["us"] = MedianAndP99(result.us);
  line["per_second"] = calls / seconds;
  line["per_second_batch_64"] = batch_per_second ? Json(*batch_per_second) : Json(nullptr);
  line["placed"] = result.positions;
  line["rejected"] = ByReason(result.rejections);
  const bool is_audit = kind.task == PlaceKind::Task::kAudit;  // places nothing
  line["checked"] = is_audit ? Json(nullptr) : Json(result.checked);
  line["check_failures"] = is_audit ? Json(nullptr) : Json(result.faults.Sum());
  if (result.faults.Sum() > 0) line["failures"] = FaultsOf(result.faults);
  return line;
}

}  // namespace

absl::Status RunPlaceSuite(const PlaceSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  if (view.navmesh->poly_count() == 0) return absl::InvalidArgumentError("the map has no ground");
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<MessagePath> path,
                      MessagePath::Create(options.package_path, options.agent));
  PlaceRace race(view, options);
  uint64_t failures = 0;
  for (const PlaceKind& kind : PlaceKinds(options.large_count)) {
    WS_ASSIGN_OR_RETURN(const KindResult result, race.Run(kind));
    std::optional<double> batch_per_second;
    if (kind.count <= kMaxBatchCount) {
      const auto fill = [&](uint32_t number, v1::BatchItem& item) {
        ToMessage(MakeRequest(view, kind, options.seed, number), *item.mutable_place_resource());
      };
      WS_ASSIGN_OR_RETURN(batch_per_second, path->PerSecond(fill, options.seconds, kMaxBatches));
    }
    lines.Print(LineOf(kind, result, batch_per_second));
    failures += result.faults.Sum();
  }
  if (failures == 0) return absl::OkStatus();
  return absl::InternalError(StrCat("placements broke rules ", failures, " times; see check_failures"));
}

}  // namespace waystone
