// Requests to a server of small maps of several kinds: an answer with finite numbers or an error that the API documents. The
// first byte chooses the RPC, the others its fields. Seven requests of eight are sound ones with some fields more, of which those that
// the server refuses are taken out one after the other, so that most are answered; then places lie on the ground of their map, and
// a complete route begins and ends there. None works for much longer than its deadline.
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "client/messages.h"
#include "core/base/check.h"
#include "core/surface/snap.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/request_handler.h"
#include "server/schedule/call_cost.h"
#include "tests/e2e/test_world.h"
#include "tests/fuzz/random_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {

namespace {

constexpr double kSide_m = 12;  // of the maps, which have their origins at 0, but for the yard
constexpr std::array<std::string_view, 20> kWords = {
    "court", "keep", "vault", "trail", "hall", "gap",    "yard",    "human", "jump", "gate",
    "hatch", "leap", "over",  "mud",   "door", "grille", "shutter", "cart",  "wide", ""};

struct Maps {
  Maps() {
    WriteCourt(folder.path());
    WriteKeep(folder.path());
    WriteVault(folder.path());
    WriteTrail(folder.path());
    WriteHall(folder.path());
    WriteGap(folder.path());
    WriteYard(folder.path());
    WS_CHECK(store.LoadFolder(folder.path()).ok());
  }
  TempFolder folder;
  MapStore store;
  RequestHandler handler{store, {}};
  CatalogHandler catalog{store, {}};
};

struct Ground {
  std::string_view map_id;
  Vec3 corner;
  double x_m;
  double z_m;
};
constexpr std::array<Ground, 7> kGrounds = {{{"court", {}, 7, 5},
                                             {"keep", {}, 7, 5},
                                             {"vault", {}, 5, 5},
                                             {"trail", {}, 7, 3},
                                             {"hall", {}, 6, 4},
                                             {"gap", {}, 7, 1},
                                             {"yard", {1000, 10, -500}, 10, 7}}};

Vec3 NextPlace(Choices& choices, const Ground& ground) {
  const auto next = [&](double side) { return side * choices.Next() / 256; };
  const double x = next(ground.x_m);
  return ground.corner + Vec3(x, 0, next(ground.z_m));
}
void SetPosition(Choices& choices, const Ground& ground, v1::Position& position) {
  const Vec3 place = NextPlace(choices, ground);
  position.set_map_id(std::string(ground.map_id));
  position.set_x(place.x);
  position.set_y(place.y);
  position.set_z(place.z);
}

// What a sound request of each kind needs.
void MakeSound(Choices& choices, v1::PlanRouteRequest& request) {
  const Ground& ground = kGrounds[choices.Next() % kGrounds.size()];
  SetPosition(choices, ground, *request.mutable_start()->mutable_position());
  if (request.has_exploration()) return;
  SetPosition(choices, ground, *request.add_goals()->mutable_position());
}
void MakeSound(Choices& choices, v1::PlaceResourceRequest& request) {
  request.set_map_id(std::string(kGrounds[choices.Next() % kGrounds.size()].map_id));
  const bool has_task = request.has_scatter() || request.has_nearest() || request.has_audit();
  if (!has_task || choices.Next() % 2 == 0) request.mutable_scatter()->set_count(1 + choices.Next() % 8);
}
void MakeSound(Choices& choices, v1::ValidateMoveRequest& request) {
  if (request.has_track() && choices.Next() % 2 == 0) return;
  request.clear_track();
  const Ground& ground = kGrounds[choices.Next() % kGrounds.size()];
  SetPosition(choices, ground, *request.mutable_from());
  SetPosition(choices, ground, *request.mutable_to());
}
void MakeSound(Choices& choices, v1::MeasureDistancesRequest& request) {
  const Ground& ground = kGrounds[choices.Next() % kGrounds.size()];
  request.set_map_id(std::string(ground.map_id));
  request.clear_source_xyz();
  request.clear_target_xyz();
  for (auto* const list : {request.mutable_source_xyz(), request.mutable_target_xyz()}) {
    for (uint32_t i = 1 + choices.Next() % 3; i > 0; --i) {
      const Vec3 place = NextPlace(choices, ground);
      for (const double number : {place.x, place.y, place.z}) list->Add(number);
    }
  }
}
void MakeSound(Choices& choices, v1::ReachRequest& request) {
  const Ground& ground = kGrounds[choices.Next() % kGrounds.size()];
  request.set_map_id(std::string(ground.map_id));
  request.clear_start_xyz();
  const Vec3 place = NextPlace(choices, ground);
  for (const double number : {place.x, place.y, place.z}) request.add_start_xyz(number);
  request.set_max_cost_m(1 + choices.Next() % 16);
  if (choices.Next() % 2 == 0) request.set_cell_m(std::ldexp(1, choices.Next() % 64 - 48));
}
void MakeSound(Choices& choices, v1::DescribeMapRequest& request) {
  request.set_map_id(std::string(kGrounds[choices.Next() % kGrounds.size()].map_id));
}
void MakeSound(Choices& choices, v1::GetSurfaceRequest& request) {
  request.set_map_id(std::string(kGrounds[choices.Next() % kGrounds.size()].map_id));
  if (choices.Next() % 2 == 0) request.set_cell_m(std::ldexp(1, choices.Next() % 64 - 48));
}
void MakeSound(Choices& choices, v1::GetSkeletonRequest& request) {
  request.set_map_id(std::string(kGrounds[choices.Next() % kGrounds.size()].map_id));
  if (choices.Next() % 2 == 0) request.set_cell_m(std::ldexp(1, choices.Next() % 20 - 4));
}
void MakeSound(Choices& /*choices*/, v1::ListMapsRequest& request) { request.clear_page_token(); }
void MakeSound(Choices& /*choices*/, v1::DescribeWorldRequest& request) { request.clear_page_token(); }
void MakeSound(Choices& choices, v1::PrepareChangesRequest& request) {
  request.mutable_changes()->add_maps()->set_map_id(
      std::string(kGrounds[choices.Next() % kGrounds.size()].map_id));
}
void MakeSound(Choices& choices, v1::BatchRequest& request) {
  MakeSound(choices, *request.add_items()->mutable_plan_route());
  MakeSound(choices, *request.add_items()->mutable_place_resource());
  MakeSound(choices, *request.add_items()->mutable_validate_move());
  MakeSound(choices, *request.add_items()->mutable_measure_distances());
}

bool IsOnGround(Maps& maps, const std::string& map_id, const Vec3& place) {
  const auto map = maps.store.Find(map_id);
  if (!map.ok()) return false;
  const MapView view = *(*map)->View("");
  SurfaceWorkspace workspace;
  const Vec3 local = place - view.manifest->origin;
  const SnapResult snapped =
      Snap(*view.navmesh, local, {.radius_m = 0.3, .max_above_m = 0.6, .max_below_m = 0.6}, workspace);
  return snapped.place.has_value();
}

// Where what is asked for must lie, if no ground was opened.
bool AreOnGround(Maps& maps, const v1::PlaceResourceRequest& request,
                 const v1::PlaceResourceResponse& answer) {
  if (!request.has_scatter() || request.has_changes()) return true;
  const client::PointView points = client::PointsOf(answer.points());
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec3& point) { return IsOnGround(maps, request.map_id(), point); });
}
bool AreOnGround(Maps& maps, const v1::PlanRouteRequest& request, const v1::PlanRouteResponse& answer) {
  if (answer.status() != v1::ROUTE_STATUS_COMPLETE || request.has_changes() || request.has_agent())
    return true;
  for (const v1::Route& route : answer.routes()) {
    for (const v1::PointList& list : route.points()) {
      const client::PointView points = client::PointsOf(list);
      if (points.empty()) continue;
      if (!IsOnGround(maps, answer.maps(0).map_id(), points[0])) return false;
    }
  }
  return true;
}
bool AreOnGround(Maps& /*maps*/, const google::protobuf::Message& /*request*/,
                 const google::protobuf::Message& /*answer*/) {
  return true;
}

// Of a request whose deadline is a tenth of this: sanitizers take their part.
constexpr double kMost_s = 2;

double ProcessorTime_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <typename Request, typename Response>
absl::StatusOr<Progress> Handle(Maps& maps, const Request& request, Response& response) {
  response.Clear();
  Scratch scratch;
  MapLookup lookup(maps.store);
  RequestScope scope;
  scope.deadline = Deadline::After(std::chrono::milliseconds(200));
  scope.scratch = &scratch;
  scope.maps = &lookup;
  scope.sets = &maps.handler.sets();
  const double begun_s = ProcessorTime_s();
  absl::StatusOr<Progress> progress = absl::UnknownError("");
  if constexpr (requires { maps.catalog.Handle(request, scope, response); }) {
    progress = maps.catalog.Handle(request, scope, response);
  } else {
    progress = maps.handler.Handle(request, scope, response);
  }
  WS_CHECK(ProcessorTime_s() - begun_s < kMost_s);
  return progress;
}

template <typename Request, typename Response>
void Ask(Maps& maps, Choices& choices) {
  constexpr int kMaxTakenOut = 40;
  Request request;
  const bool is_made_sound = choices.Next() % 8 != 0;
  FillMessage(choices, kWords, kSide_m, is_made_sound ? 12 : 3, request);
  if (is_made_sound) MakeSound(choices, request);
  WS_CHECK(CostOf(request).units > 0);
  Response response;
  absl::StatusOr<Progress> progress = absl::UnknownError("");
  for (int i = 0; i < kMaxTakenOut; ++i) {
    const absl::Status fields = CheckFields(request);
    if (fields.ok()) progress = Handle(maps, request, response);
    const absl::Status& status = fields.ok() ? progress.status() : fields;
    if (status.ok() || !is_made_sound || !TakeOut(std::string(status.message()), request)) break;
  }
  if (!CheckFields(request).ok()) return;
  const bool is_sound =
      progress.ok()
          ? *progress == Progress::kDone && IsFinite(response) && AreOnGround(maps, request, response)
          : ToGrpcStatus(progress.status()).error_code() != grpc::StatusCode::INTERNAL;
  if (is_sound) return;
  std::fprintf(stderr, "%s\n%s\n%s\n", request.DebugString().c_str(), progress.status().ToString().c_str(),
               response.DebugString().c_str());
  std::abort();
}

}  // namespace

}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): the function must stand outside
  static Maps* const kMaps = new Maps;
  Choices choices(std::span(data, size));
  switch (choices.Next() % 12) {
    case 0:
      Ask<v1::PlanRouteRequest, v1::PlanRouteResponse>(*kMaps, choices);
      break;
    case 1:
      Ask<v1::PlaceResourceRequest, v1::PlaceResourceResponse>(*kMaps, choices);
      break;
    case 2:
      Ask<v1::ValidateMoveRequest, v1::ValidateMoveResponse>(*kMaps, choices);
      break;
    case 3:
      Ask<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse>(*kMaps, choices);
      break;
    case 4:
      Ask<v1::PrepareChangesRequest, v1::PrepareChangesResponse>(*kMaps, choices);
      break;
    case 5:
      Ask<v1::ReachRequest, v1::ReachResponse>(*kMaps, choices);
      break;
    case 6:
      Ask<v1::DescribeMapRequest, v1::DescribeMapResponse>(*kMaps, choices);
      break;
    case 7:
      Ask<v1::GetSurfaceRequest, v1::GetSurfaceResponse>(*kMaps, choices);
      break;
    case 8:
      Ask<v1::GetSkeletonRequest, v1::GetSkeletonResponse>(*kMaps, choices);
      break;
    case 9:
      Ask<v1::ListMapsRequest, v1::ListMapsResponse>(*kMaps, choices);
      break;
    case 10:
      Ask<v1::DescribeWorldRequest, v1::DescribeWorldResponse>(*kMaps, choices);
      break;
    default:
      Ask<v1::BatchRequest, v1::BatchResponse>(*kMaps, choices);
      break;
  }
  return 0;
}
