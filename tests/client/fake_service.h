// A PathPlanning server in the test's own process, whose answers the test writes.
#pragma once

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <string>

#include "core/base/check.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone::client {

// Calls without a handler answer UNIMPLEMENTED. Handlers run on gRPC's threads.
class FakeService final : public v1::PathPlanning::Service {
 public:
  template <typename Request, typename Response>
  using Handler = std::function<grpc::Status(grpc::ServerContext&, const Request&, Response&)>;
  using Stream = grpc::ServerReaderWriter<v1::BatchResponse, v1::BatchRequest>;

  Handler<v1::PlanRouteRequest, v1::PlanRouteResponse> plan_route;
  Handler<v1::PlaceResourceRequest, v1::PlaceResourceResponse> place_resource;
  Handler<v1::ValidateMoveRequest, v1::ValidateMoveResponse> validate_move;
  Handler<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse> measure_distances;
  Handler<v1::BatchRequest, v1::BatchResponse> batch;
  std::function<grpc::Status(grpc::ServerContext&, Stream&)> exchange;

  grpc::Status PlanRoute(grpc::ServerContext* context, const v1::PlanRouteRequest* request,
                         v1::PlanRouteResponse* response) override {
    return Handle(plan_route, *context, *request, *response);
  }
  grpc::Status PlaceResource(grpc::ServerContext* context, const v1::PlaceResourceRequest* request,
                             v1::PlaceResourceResponse* response) override {
    return Handle(place_resource, *context, *request, *response);
  }
  grpc::Status ValidateMove(grpc::ServerContext* context, const v1::ValidateMoveRequest* request,
                            v1::ValidateMoveResponse* response) override {
    return Handle(validate_move, *context, *request, *response);
  }
  grpc::Status MeasureDistances(grpc::ServerContext* context, const v1::MeasureDistancesRequest* request,
                                v1::MeasureDistancesResponse* response) override {
    return Handle(measure_distances, *context, *request, *response);
  }
  grpc::Status Batch(grpc::ServerContext* context, const v1::BatchRequest* request,
                     v1::BatchResponse* response) override {
    return Handle(batch, *context, *request, *response);
  }
  grpc::Status Exchange(grpc::ServerContext* context, Stream* stream) override {
    return exchange ? exchange(*context, *stream) : Unhandled();
  }

 private:
  static grpc::Status Unhandled() { return {grpc::StatusCode::UNIMPLEMENTED, "no handler"}; }

  template <typename Request, typename Response>
  static grpc::Status Handle(const Handler<Request, Response>& handler, grpc::ServerContext& context,
                             const Request& request, Response& response) {
    return handler ? handler(context, request, response) : Unhandled();
  }
};

class FakeCatalog final : public v1::MapCatalog::Service {
 public:
  FakeService::Handler<v1::ListMapsRequest, v1::ListMapsResponse> list_maps;
  FakeService::Handler<v1::DescribeMapRequest, v1::DescribeMapResponse> describe_map;
  FakeService::Handler<v1::DescribeWorldRequest, v1::DescribeWorldResponse> describe_world;

  grpc::Status ListMaps(grpc::ServerContext* context, const v1::ListMapsRequest* request,
                        v1::ListMapsResponse* response) override {
    return list_maps(*context, *request, *response);
  }
  grpc::Status DescribeMap(grpc::ServerContext* context, const v1::DescribeMapRequest* request,
                           v1::DescribeMapResponse* response) override {
    return describe_map(*context, *request, *response);
  }
  grpc::Status DescribeWorld(grpc::ServerContext* context, const v1::DescribeWorldRequest* request,
                             v1::DescribeWorldResponse* response) override {
    return describe_world(*context, *request, *response);
  }
};

// Serves on a free port of the loopback from construction to destruction.
class FakeServer {
 public:
  FakeServer() {
    grpc::EnableDefaultHealthCheckService(true);
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&planning);
    builder.RegisterService(&catalog);
    server_ = builder.BuildAndStart();
    WS_CHECK(server_ != nullptr && port != 0);
    address_ = "127.0.0.1:" + std::to_string(port);
  }
  ~FakeServer() { Stop(); }
  void SetServing(const std::string& service, bool serving) {
    server_->GetHealthCheckService()->SetServingStatus(service, serving);
  }
  void Stop() { server_->Shutdown(std::chrono::system_clock::now()); }

  const std::string& address() const { return address_; }

  // Set up before the first call.
  FakeService planning;
  FakeCatalog catalog;

 private:
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

}  // namespace waystone::client
