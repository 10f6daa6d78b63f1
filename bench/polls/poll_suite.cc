#include "bench/polls/poll_suite.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/message_path.h"
#include "bench/polls/poll_cases.h"
#include "bench/polls/poll_clock.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/arena.h"
#include "server/convert/message_bytes.h"
#include "server/handlers/request_handler.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kPlaces = 5000;
constexpr uint32_t kWorldMaps = 200;  // that places are drawn on
constexpr uint32_t kPlacesOfMap = 16;
constexpr uint32_t kPairs = 100;  // of which the farthest are the ends of routes
constexpr double kTrackStep_m = 0.7;
constexpr size_t kTrackSamples = 10'000;
constexpr double kCutParts[] = {0.3, 0.8};  // of the time of a request, when it is cut short

// Where a gap lies, as a number in hexadecimal for addr2line.
std::string PlaceOf(uint64_t offset) {
  if (offset == 0) return "end";
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(offset));
  return text;
}

// What one request did.
struct Run {
  absl::Status status;
  std::vector<PollGap> gaps;
  double cpu_ms = 0;
};

std::vector<Vec3> ToPlaces(const v1::PointList& points) {
  std::vector<Vec3> places;
  for (int i = 0; i + 2 < points.xyz_size(); i += 3) {
    places.emplace_back(points.xyz(i), points.xyz(i + 1), points.xyz(i + 2));
  }
  return places;
}

class PollRace {
 public:
  PollRace(const PollSuiteOptions& options, const BenchLines& lines) : options_(options), lines_(lines) {}

  absl::Status Run() {
    std::error_code ignored;
    if (std::filesystem::is_directory(options_.package_path, ignored)) {
      WS_RETURN_IF_ERROR(DrawWorld());
      MeasureAll(WorldPollCases(world_));
    } else {
      WS_RETURN_IF_ERROR(LoadAlone(options_.package_path, store_));
      WS_RETURN_IF_ERROR(DrawGround());
      for (const auto cases :
           {RoutePollCases, PlacePollCases, ExplorationPollCases, CellPollCases, ScenePollCases}) {
        MeasureAll(cases(ground_));
      }
    }
    if (too_long_ == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        StrCat(too_long_, " requests have a gap of more than ", options_.max_gap_ms, " ms"));
  }

 private:
  absl::Status DrawGround() {
    WS_ASSIGN_OR_RETURN(map_, store_.Find(store_.All().front().package->summary.map_id));
    WS_ASSIGN_OR_RETURN(const MapView view, map_->View(options_.agent));
    ground_.map_id = view.manifest->map_id;
    ground_.areas = view.manifest->areas;
    ground_.doors = view.manifest->doors;
    ground_.generation = map_->generation();
    ground_.agent = options_.agent;
    ground_.cells = view.surface->Fields().cells;
    ground_.has_scenes = view.surface->Scenes() != nullptr;
    ground_.poly_count = view.navmesh->poly_count();
    ground_.scale = options_.scale;
    WS_ASSIGN_OR_RETURN(ground_.places, DrawPlaces(ground_.map_id, kPlaces, v1::REACHABILITY_FROM_AND_BACK));
    if (ground_.places.size() < 2) return absl::InvalidArgumentError("the map has no ground");
    WS_ASSIGN_OR_RETURN(ground_.anywhere, DrawPlaces(ground_.map_id, kPlaces, v1::REACHABILITY_ANY));
    DrawTrack();
    return absl::OkStatus();
  }

  // Loads all maps of a world, and draws places on some of them.
  absl::Status DrawWorld() {
    WS_ASSIGN_OR_RETURN(const std::vector<MapStore::Refusal> refusals,
                        store_.LoadFolder(options_.package_path));
    if (!refusals.empty()) return refusals.front().status;
    const std::shared_ptr<WorldStore> world = store_.World();
    if (world == nullptr) return absl::NotFoundError(StrCat(options_.package_path, ": no world"));
    const WorldView& view = world->world().view();
    world_.agent = options_.agent;
    world_.scale = options_.scale;
    for (uint32_t i = 0; i < view.portals().size(); ++i)
      world_.portals.emplace_back(view.NameOf(PortalId(i)));
    for (uint32_t i = 0; i < view.maps().size(); ++i)
      WS_RETURN_IF_ERROR(store_.Find(view.MapId(WorldMapIndex(i))).status());
    Random random(options_.seed);
    for (uint32_t i = 0; i < kWorldMaps; ++i) {
      const WorldMapIndex map(random.NextBelow(static_cast<uint32_t>(view.maps().size())));
      const std::string map_id(view.MapId(map));
      const auto places = DrawPlaces(map_id, kPlacesOfMap, v1::REACHABILITY_FROM_AND_BACK);
      if (!places.ok()) continue;  // the agent does not walk there
      for (const Vec3& at : *places) world_.places.push_back({map_id, at});
    }
    if (world_.places.size() < 2) return absl::InvalidArgumentError("the world has no ground");
    ChooseEnds(random);
    return absl::OkStatus();
  }

  // Makes those of the longest of some routes the first two places.
  void ChooseEnds(Random& random) {
    double longest_m = -1;
    PollWorld best = world_;
    for (uint32_t i = 0; i < kPairs; ++i) {
      const auto count = static_cast<uint32_t>(world_.places.size());
      std::swap(world_.places[0], world_.places[random.NextBelow(count)]);
      std::swap(world_.places[1], world_.places[random.NextBelow(count)]);
      const auto request = std::get<v1::PlanRouteRequest>(WorldPollCases(world_).front().request);
      v1::PlanRouteResponse response;
      if (!Answer(request, Deadline(), Deadline::Clock::time_point::max(), response).ok()) continue;
      if (response.routes().empty() || response.routes(0).cost_m() <= longest_m) continue;
      longest_m = response.routes(0).cost_m();
      best = world_;
    }
    world_ = best;
  }

  absl::StatusOr<std::vector<Vec3>> DrawPlaces(const std::string& map_id, uint32_t count,
                                               v1::Reachability reachability) {
    v1::PlaceResourceRequest request;
    request.set_map_id(map_id);
    request.mutable_agent()->set_profile(options_.agent);
    request.mutable_scatter()->set_count(count);
    request.mutable_scatter()->set_seed(options_.seed);
    request.mutable_rules()->set_reachability(reachability);
    v1::PlaceResourceResponse response;
    WS_RETURN_IF_ERROR(Answer(request, Deadline(), Deadline::Clock::time_point::max(), response));
    return ToPlaces(response.points());
  }

  // From one side of the map to the other, as far as there is a path.
  void DrawTrack() {
    v1::PlanRouteRequest request = std::get<v1::PlanRouteRequest>(RoutePollCases(ground_).front().request);
    request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_SURFACE);
    v1::PlanRouteResponse response;
    if (!Answer(request, Deadline(), Deadline::Clock::time_point::max(), response).ok() ||
        response.routes().empty())
      return;
    std::vector<Vec3> points;
    for (const v1::PointList& list : response.routes(0).points()) {
      for (const Vec3& at : ToPlaces(list)) points.push_back(at);
    }
    for (size_t i = 0; i + 1 < points.size(); ++i) {
      const double steps = std::ceil(Distance(points[i], points[i + 1]) / kTrackStep_m);
      for (double k = 0; k < steps && ground_.track.size() < kTrackSamples; ++k) {
        ground_.track.push_back(points[i] + (points[i + 1] - points[i]) * (k / steps));
      }
    }
  }

  template <typename Request, typename Response>
  absl::Status Answer(const Request& request, const Deadline& deadline, Deadline::Clock::time_point ends_at,
                      Response& response) {
    MapLookup maps(store_);
    RequestScope scope;
    scope.scratch = &scratch_;
    scope.maps = &maps;
    scope.sets = &handler_.sets();
    scope.deadline = deadline;
    scope.ends_at = ends_at;
    return handler_.Handle(request, scope, response).status();
  }

  // Decodes, answers and encodes the answer, as a server does.
  template <typename Response, typename Request>
  struct Run RunWith(const Request& request, std::chrono::nanoseconds timeout, PollClock::Cut cut) {
    grpc::ByteBuffer bytes;
    struct Run run;
    run.status = Encode(request, {RequestLimits().max_request_bytes}, bytes);
    const Deadline deadline = PollClock::Start(timeout, cut);
    if (run.status.ok()) {
      google::protobuf::Arena arena;
      auto& decoded = *google::protobuf::Arena::CreateMessage<Request>(&arena);
      auto& response = *google::protobuf::Arena::CreateMessage<Response>(&arena);
      grpc::ByteBuffer encoded;
      run.status = Decode(bytes, decoded);
      if (run.status.ok()) run.status = Answer(decoded, deadline, PollClock::EndsAt(), response);
      if (run.status.ok()) run.status = Encode(response, RequestLimits().ResponseLimit(), encoded, deadline);
    }
    run.gaps = PollClock::Stop();
    run.cpu_ms = PollClock::SinceStart_ms();
    return run;
  }
  struct Run RunOnce(const PollRequest& request, std::chrono::nanoseconds timeout, PollClock::Cut cut) {
    if (const auto* route = std::get_if<v1::PlanRouteRequest>(&request))
      return RunWith<v1::PlanRouteResponse>(*route, timeout, cut);
    if (const auto* place = std::get_if<v1::PlaceResourceRequest>(&request))
      return RunWith<v1::PlaceResourceResponse>(*place, timeout, cut);
    if (const auto* move = std::get_if<v1::ValidateMoveRequest>(&request))
      return RunWith<v1::ValidateMoveResponse>(*move, timeout, cut);
    if (const auto* pairs = std::get_if<v1::MeasureDistancesRequest>(&request))
      return RunWith<v1::MeasureDistancesResponse>(*pairs, timeout, cut);
    return RunWith<v1::PrepareChangesResponse>(std::get<v1::PrepareChangesRequest>(request), timeout, cut);
  }

  // [ms] From the point in time that ends a request that takes `cpu_ms` to the end of its answer.
  double LateAfter_ms(const PollRequest& request, double cpu_ms, PollClock::Cut cut) {
    double late_ms = 0;
    for (const double part : kCutParts) {
      const double timeout_ms = cpu_ms * part;
      const auto timeout = std::chrono::nanoseconds(static_cast<int64_t>(timeout_ms * 1e6));
      late_ms = std::max(late_ms, RunOnce(request, timeout, cut).cpu_ms - timeout_ms);
    }
    return late_ms;
  }

  void MeasureAll(const std::vector<PollCase>& cases) {
    for (const PollCase& one : cases) {
      if (std::string_view(one.name).starts_with(options_.only)) Measure(one);
    }
  }
  void Measure(const PollCase& one) {
    const struct Run whole =
        RunOnce(one.request, std::chrono::seconds(options_.timeout_s), PollClock::Cut::kDeadline);
    Json line;
    line["case"] = one.name;
    if (absl::IsInvalidArgument(whole.status) || absl::IsUnimplemented(whole.status) ||
        absl::IsFailedPrecondition(whole.status)) {
      line["not_served"] = std::string(whole.status.message());
      lines_.Print(line);
      return;
    }
    std::vector<double> gaps_ms;
    for (const PollGap& gap : whole.gaps) gaps_ms.push_back(gap.ms);
    const auto longer = [](const PollGap& a, const PollGap& b) { return a.ms < b.ms; };
    const PollGap longest = *std::ranges::max_element(whole.gaps, longer);
    const double late_ms = LateAfter_ms(one.request, whole.cpu_ms, PollClock::Cut::kDeadline);
    const double cancel_late_ms = LateAfter_ms(one.request, whole.cpu_ms, PollClock::Cut::kCancel);
    line["looks"] = whole.gaps.size() - 1;
    line["cpu_ms"] = whole.cpu_ms;
    line["max_gap_ms"] = longest.ms;
    line["p99_gap_ms"] = Percentile(gaps_ms, 0.99);
    line["late_ms"] = late_ms;
    line["cancel_late_ms"] = cancel_late_ms;
    line["from"] = longest.after == 0 ? "begin" : PlaceOf(longest.after);
    line["to"] = PlaceOf(longest.before);
    line["status"] = std::string(absl::StatusCodeToString(whole.status.code()));
    lines_.Print(line);
    if (options_.max_gap_ms > 0 && std::max({longest.ms, late_ms, cancel_late_ms}) > options_.max_gap_ms)
      ++too_long_;
  }

  const PollSuiteOptions& options_;
  const BenchLines& lines_;
  MapStore store_;
  const RequestHandler handler_{store_, {}};
  Scratch scratch_;
  std::shared_ptr<const LoadedMap> map_;
  PollGround ground_;
  PollWorld world_;
  uint32_t too_long_ = 0;
};

}  // namespace

absl::Status RunPollSuite(const PollSuiteOptions& options, const BenchLines& lines) {
  return PollRace(options, lines).Run();
}

}  // namespace waystone
