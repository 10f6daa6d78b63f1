// How the client makes its calls.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/answer_check.h"
#include "client/error_reason.h"
#include "client/grpc_status.h"
#include "client/hedged_call.h"
#include "client/kept_sets.h"
#include "core/base/map_of_request.h"
#include "core/base/status_macros.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone::client {

// For load balancers that send the calls of one map to one server. Metadata are plain text: other names are left out.
void NameMap(std::string_view map_id, grpc::ClientContext& context);

template <typename Stub, typename Request, typename Response>
using Method = grpc::Status (Stub::*)(grpc::ClientContext*, const Request&, Response*);

// One call, whose answer is checked.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Call(Stub& stub, Method<Stub, Request, Response> method, const Request& request,
                              std::chrono::milliseconds timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  NameMap(MapOf(request), context);
  Response response;
  WS_RETURN_IF_ERROR(FromGrpc((stub.*method)(&context, request, &response)));
  WS_RETURN_IF_ERROR(CheckAnswer(request, response));
  return response;
}

// A call of PathPlanning as the generated code has it: one that waits, and one that calls back.
using Planning = v1::PathPlanning::Stub;
template <typename Request, typename Response>
struct Rpc {
  Method<Planning, Request, Response> wait;
  void (Planning::async::*call_back)(grpc::ClientContext*, const Request*, Response*,
                                     std::function<void(grpc::Status)>);
};

inline constexpr Rpc<v1::PlanRouteRequest, v1::PlanRouteResponse> kPlanRoute = {&Planning::PlanRoute,
                                                                                &Planning::async::PlanRoute};
inline constexpr Rpc<v1::PlaceResourceRequest, v1::PlaceResourceResponse> kPlaceResource = {
    &Planning::PlaceResource, &Planning::async::PlaceResource};
inline constexpr Rpc<v1::ValidateMoveRequest, v1::ValidateMoveResponse> kValidateMove = {
    &Planning::ValidateMove, &Planning::async::ValidateMove};
inline constexpr Rpc<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse> kMeasureDistances = {
    &Planning::MeasureDistances, &Planning::async::MeasureDistances};
inline constexpr Rpc<v1::ReachRequest, v1::ReachResponse> kReach = {&Planning::Reach,
                                                                    &Planning::async::Reach};
inline constexpr Rpc<v1::BatchRequest, v1::BatchResponse> kBatch = {&Planning::Batch,
                                                                    &Planning::async::Batch};

using PreparedSet = std::shared_ptr<const PreparedChanges>;

// What calls of PathPlanning have in common. Thread-safe; a client's streams may outlive it.
struct PlanningCalls {
  explicit PlanningCalls(const std::shared_ptr<grpc::Channel>& channel, std::chrono::milliseconds timeout_in,
                         std::chrono::milliseconds hedge_after_in)
      : stub(v1::PathPlanning::NewStub(channel)), timeout(timeout_in), hedge_after(hedge_after_in) {}

  template <typename Request, typename Response>
  absl::StatusOr<Response> Once(const Rpc<Request, Response>& rpc, const Request& request) {
    if (hedge_after.count() == 0) return Call(*stub, rpc.wait, request, timeout);
    const auto asked =
        std::make_shared<const Request>(request);  // the later try may need it for longer than we do
    const auto deadline = std::chrono::system_clock::now() + timeout;
    const auto start = [this, rpc, asked, deadline](grpc::ClientContext& context, Response& response,
                                                    typename HedgedCall<Response>::Done done) {
      context.set_deadline(deadline);
      NameMap(MapOf(*asked), context);
      (stub->async()->*rpc.call_back)(&context, asked.get(), &response, std::move(done));
    };
    Response response;
    const auto call = std::make_shared<HedgedCall<Response>>(start);
    WS_RETURN_IF_ERROR(FromGrpc(call->Run(hedge_after, budget, response)));
    WS_RETURN_IF_ERROR(CheckAnswer(request, response));
    return response;
  }

  absl::StatusOr<std::string> SendSet(const v1::Changes& changes) {
    v1::PrepareChangesRequest request;
    *request.mutable_changes() = changes;
    WS_ASSIGN_OR_RETURN(const auto response, Call(*stub, &Planning::PrepareChanges, request, timeout));
    return response.changes_ref();
  }

  // A call that may name sets of changes. If the server lacks one, it gets them again and is asked again, once. If it
  // still lacks one, the request carries them in full.
  template <typename Request, typename Response>
  absl::StatusOr<Response> WithSets(const Rpc<Request, Response>& rpc, Request request) {
    absl::StatusOr<Response> answer = Once(rpc, request);
    const auto lacks_set = [&] {
      return answer.ok() ? LacksSet(*answer)
                         : ReasonOf(answer.status()) == v1::ERROR_REASON_UNKNOWN_CHANGES_REF;
    };
    if (!lacks_set()) return answer;
    const std::vector<v1::Changes*> named = ChangesIn(request);
    const std::vector<PreparedSet> found = sets.Find(named);
    if (found.empty()) return answer;
    const auto send = [&](const PreparedSet& set) { return SendSet(set->changes).ok(); };
    if (std::all_of(found.begin(), found.end(), send)) answer = Once(rpc, request);
    if (lacks_set() && PutInFull(found, named)) answer = Once(rpc, request);
    return answer;
  }

  const std::unique_ptr<Planning> stub;
  const std::chrono::milliseconds timeout;
  const std::chrono::milliseconds hedge_after;  // 0: never
  HedgeBudget budget;
  KeptSets sets;
};

}  // namespace waystone::client
