// The MapCatalog service on gRPC's callback API.
#pragma once

#include "server/handlers/catalog_handler.h"
#include "server/rpc/call_runtime.h"
#include "waystone/v1/map_catalog.grpc.pb.h"

namespace waystone {

namespace internal {
using RawMapCatalog = v1::MapCatalog::WithRawCallbackMethod_DescribeServer<
    v1::MapCatalog::WithRawCallbackMethod_ListMaps<v1::MapCatalog::WithRawCallbackMethod_DescribeMap<
        v1::MapCatalog::WithRawCallbackMethod_GetSurface<v1::MapCatalog::WithRawCallbackMethod_GetSkeleton<
            v1::MapCatalog::WithRawCallbackMethod_DescribeWorld<v1::MapCatalog::Service>>>>>>;
}  // namespace internal

// Thread-safe, as gRPC wants it. Handler and runtime must outlive it; it must outlive its server.
class MapCatalogService final : public internal::RawMapCatalog {
 public:
  MapCatalogService(const CatalogHandler& handler, CallRuntime& runtime)
      : handler_(handler), runtime_(runtime) {}

  grpc::ServerUnaryReactor* DescribeServer(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                           grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* ListMaps(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                     grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* DescribeMap(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                        grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* GetSurface(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                       grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* GetSkeleton(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                        grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* DescribeWorld(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                          grpc::ByteBuffer* out) override;

 private:
  const CatalogHandler& handler_;
  CallRuntime& runtime_;
};

}  // namespace waystone
