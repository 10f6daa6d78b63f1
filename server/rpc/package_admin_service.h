// The PackageAdmin service on gRPC's callback API.
#pragma once

#include "server/handlers/admin_handler.h"
#include "server/rpc/call_runtime.h"
#include "waystone/v1/package_admin.grpc.pb.h"

namespace waystone {

namespace internal {
using RawPackageAdmin =
    v1::PackageAdmin::WithRawCallbackMethod_Reload<v1::PackageAdmin::WithRawCallbackMethod_Preload<
        v1::PackageAdmin::WithRawCallbackMethod_Verify<v1::PackageAdmin::Service>>>;
}  // namespace internal

// Thread-safe, as gRPC wants it. Handler and runtime must outlive it; it must outlive its server. Its calls
// read whole folders: give it a runtime of its own.
class PackageAdminService final : public internal::RawPackageAdmin {
 public:
  PackageAdminService(const AdminHandler& handler, CallRuntime& runtime)
      : handler_(handler), runtime_(runtime) {}

  grpc::ServerUnaryReactor* Reload(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                   grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* Preload(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                    grpc::ByteBuffer* out) override;
  grpc::ServerUnaryReactor* Verify(grpc::CallbackServerContext* context, const grpc::ByteBuffer* in,
                                   grpc::ByteBuffer* out) override;

 private:
  const AdminHandler& handler_;
  CallRuntime& runtime_;
};

}  // namespace waystone
