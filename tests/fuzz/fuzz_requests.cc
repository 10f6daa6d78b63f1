// Any request to a server of small maps of several kinds: an answer with finite numbers or an error that the API documents. The
// first byte chooses the RPC, the others its fields.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "core/base/check.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"
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
};

template <typename Request, typename Response>
void Ask(Maps& maps, Choices& choices) {
  Request request;
  FillMessage(choices, kWords, kSide_m, request);
  WS_CHECK(CostOf(request).units > 0);
  if (!CheckFields(request).ok()) return;
  Scratch scratch;
  MapLookup lookup(maps.store);
  RequestScope scope;
  scope.deadline = Deadline::After(std::chrono::milliseconds(200));
  scope.scratch = &scratch;
  scope.maps = &lookup;
  scope.sets = &maps.handler.sets();
  Response response;
  const absl::StatusOr<Progress> progress = maps.handler.Handle(request, scope, response);
  const bool is_sound = progress.ok()
                            ? *progress == Progress::kDone && IsFinite(response)
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
  switch (choices.Next() % 6) {
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
    default:
      Ask<v1::BatchRequest, v1::BatchResponse>(*kMaps, choices);
      break;
  }
  return 0;
}
