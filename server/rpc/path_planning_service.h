// The PathPlanning service on gRPC's callback API.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "server/handlers/request_handler.h"
#include "server/rpc/call_runtime.h"
#include "server/rpc/exchange_reactor.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone {

namespace internal {
// Every method takes and gives raw bytes (message_bytes.h says why).
using RawPathPlanning =
    v1::PathPlanning::WithRawCallbackMethod_PlanRoute<v1::PathPlanning::WithRawCallbackMethod_PlaceResource<
        v1::PathPlanning::WithRawCallbackMethod_ValidateMove<
            v1::PathPlanning::WithRawCallbackMethod_MeasureDistances<
                v1::PathPlanning::WithRawCallbackMethod_PrepareChanges<
                    v1::PathPlanning::WithRawCallbackMethod_Batch<
                        v1::PathPlanning::WithRawCallbackMethod_Exchange<
                            v1::PathPlanning::WithRawCallbackMethod_Reach<v1::PathPlanning::Service>>>>>>>>;
}  // namespace internal

// Thread-safe, as gRPC wants it. Handler and runtime must outlive it; it must outlive its server.
class PathPlanningService final : public internal::RawPathPlanning {
 public:
  PathPlanningService(const RequestHandler& handler, CallRuntime& runtime)
      : handler_(handler), runtime_(runtime) {}

  // Now. Thread-safe.
  size_t open_streams() const {
    const std::lock_guard lock(streams_mutex_);
    return streams_.size();
  }
  // Ends the streams that are open, and those opened from now on, as soon as their batches are answered.
  void StopStreams();

  grpc::ServerUnaryReactor* PlanRoute(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                      grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* PlaceResource(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                          grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* ValidateMove(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                         grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* MeasureDistances(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                             grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* Reach(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                  grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* PrepareChanges(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                           grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* Batch(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                  grpc::ByteBuffer* out) override;
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Exchange(
      grpc::CallbackServerContext* context) override;

 private:
  const RequestHandler& handler_;
  CallRuntime& runtime_;
  mutable std::mutex streams_mutex_;
  bool stopping_ = false;
  std::map<ExchangeReactor*, std::shared_ptr<ExchangeReactor>> streams_;
};

}  // namespace waystone
