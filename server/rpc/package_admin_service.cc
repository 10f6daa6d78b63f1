#include "server/rpc/package_admin_service.h"

#include "server/rpc/unary_call.h"

namespace waystone {

grpc::ServerUnaryReactor* PackageAdminService::Reload(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::ReloadRequest, v1::ReloadResponse>(handler_, runtime_, Start::kOnWorker, context,
                                                               in, out);
}

grpc::ServerUnaryReactor* PackageAdminService::Preload(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::PreloadRequest, v1::PreloadResponse>(handler_, runtime_, Start::kOnWorker,
                                                                 context, in, out);
}

grpc::ServerUnaryReactor* PackageAdminService::Verify(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* in, grpc::ByteBuffer* out) {
  return StartUnaryCall<v1::VerifyRequest, v1::VerifyResponse>(handler_, runtime_, Start::kOnWorker, context,
                                                               in, out);
}

}  // namespace waystone
