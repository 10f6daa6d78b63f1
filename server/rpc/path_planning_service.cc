#include "server/rpc/path_planning_service.h"

#include <vector>

#include "server/rpc/unary_call.h"

namespace waystone {

grpc::ServerUnaryReactor* PathPlanningService::PlanRoute(grpc::CallbackServerContext* context,
                                                         const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::PlanRouteRequest, v1::PlanRouteResponse>(handler_, runtime_, Start::kOnWorker,
                                                                     context, in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::PlaceResource(grpc::CallbackServerContext* context,
                                                             const grpc::ByteBuffer* in,
                                                             grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::PlaceResourceRequest, v1::PlaceResourceResponse>(
      handler_, runtime_, Start::kInline, context, in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::ValidateMove(grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* in,
                                                            grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::ValidateMoveRequest, v1::ValidateMoveResponse>(handler_, runtime_, Start::kInline,
                                                                           context, in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::MeasureDistances(grpc::CallbackServerContext* context,
                                                                const grpc::ByteBuffer* in,
                                                                grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse>(
      handler_, runtime_, Start::kOnWorker, context, in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::Reach(grpc::CallbackServerContext* context,
                                                     const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::ReachRequest, v1::ReachResponse>(handler_, runtime_, Start::kOnWorker, context,
                                                             in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::PrepareChanges(grpc::CallbackServerContext* context,
                                                              const grpc::ByteBuffer* in,
                                                              grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::PrepareChangesRequest, v1::PrepareChangesResponse>(
      handler_, runtime_, Start::kOnWorker, context, in, out);
}

grpc::ServerUnaryReactor* PathPlanningService::Batch(grpc::CallbackServerContext* context,
                                                     const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::BatchRequest, v1::BatchResponse>(handler_, runtime_, Start::kOnWorker, context,
                                                             in, out);
}

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* PathPlanningService::Exchange(
    grpc::CallbackServerContext* context) {
  const auto forget = [this](ExchangeReactor* done) {
    std::shared_ptr<ExchangeReactor> last;  // freed after the lock
    const std::lock_guard lock(streams_mutex_);
    const auto it = streams_.find(done);
    last = std::move(it->second);
    streams_.erase(it);
  };
  auto stream = std::make_shared<ExchangeReactor>(handler_, runtime_, *context, forget);
  bool stopping = false;
  {
    const std::lock_guard lock(streams_mutex_);
    streams_[stream.get()] = stream;
    stopping = stopping_;
  }
  stopping ? stream->Stop() : stream->Begin();
  return stream.get();
}

void PathPlanningService::StopStreams() {
  std::vector<std::shared_ptr<ExchangeReactor>> open;
  {
    const std::lock_guard lock(streams_mutex_);
    stopping_ = true;
    for (const auto& [key, stream] : streams_) open.push_back(stream);
  }
  for (const auto& stream : open) stream->Stop();
}

}  // namespace waystone
