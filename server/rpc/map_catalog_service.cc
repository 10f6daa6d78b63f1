#include "server/rpc/map_catalog_service.h"

#include "server/rpc/unary_call.h"

namespace waystone {

grpc::ServerUnaryReactor* MapCatalogService::DescribeServer(grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* in,
                                                            grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::DescribeServerRequest, v1::DescribeServerResponse>(
      handler_, runtime_, Start::kInline, context, in, out);
}

grpc::ServerUnaryReactor* MapCatalogService::ListMaps(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::ListMapsRequest, v1::ListMapsResponse>(handler_, runtime_, Start::kOnWorker,
                                                                   context, in, out);
}

grpc::ServerUnaryReactor* MapCatalogService::DescribeMap(grpc::CallbackServerContext* context,
                                                         const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::DescribeMapRequest, v1::DescribeMapResponse>(handler_, runtime_, Start::kInline,
                                                                         context, in, out);
}

grpc::ServerUnaryReactor* MapCatalogService::GetSurface(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::GetSurfaceRequest, v1::GetSurfaceResponse>(handler_, runtime_, Start::kOnWorker,
                                                                       context, in, out);
}

grpc::ServerUnaryReactor* MapCatalogService::GetSkeleton(grpc::CallbackServerContext* context,
                                                         const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::GetSkeletonRequest, v1::GetSkeletonResponse>(handler_, runtime_, Start::kOnWorker,
                                                                         context, in, out);
}

grpc::ServerUnaryReactor* MapCatalogService::DescribeWorld(grpc::CallbackServerContext* context,
                                                           const grpc::ByteBuffer* in,
                                                           grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::DescribeWorldRequest, v1::DescribeWorldResponse>(
      handler_, runtime_, Start::kOnWorker, context, in, out);
}

}  // namespace waystone
