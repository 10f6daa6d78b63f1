#include "client/recording/server_version.h"

#include <grpcpp/grpcpp.h>

#include "client/grpc_status.h"
#include "core/base/status_macros.h"
#include "waystone/v1/map_catalog.grpc.pb.h"

namespace waystone::client {

absl::StatusOr<std::string> ServerVersion(const std::shared_ptr<grpc::Channel>& server,
                                          std::chrono::milliseconds timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  v1::DescribeServerResponse response;
  WS_RETURN_IF_ERROR(FromGrpc(
      v1::MapCatalog::NewStub(server)->DescribeServer(&context, v1::DescribeServerRequest(), &response)));
  return response.version();
}

}  // namespace waystone::client
