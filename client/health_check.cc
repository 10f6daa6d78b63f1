// Debian's gRPC has no generated client of the health protocol. Its two messages have one field each and the
// same bytes as two of Protobuf's wrappers: HealthCheckRequest {string service = 1} is a StringValue,
// HealthCheckResponse {enum status = 1} an Int32Value.
#include "client/health_check.h"

#include <google/protobuf/wrappers.pb.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <future>

#include "client/grpc_status.h"
#include "core/base/status_macros.h"

namespace waystone::client {
namespace {

constexpr char kCheckMethod[] = "/grpc.health.v1.Health/Check";
constexpr int kServing = 1;  // HealthCheckResponse.SERVING

}  // namespace

absl::StatusOr<bool> IsServing(const std::shared_ptr<grpc::Channel>& channel, const std::string& service,
                               std::chrono::milliseconds timeout) {
  grpc::TemplatedGenericStub<google::protobuf::StringValue, google::protobuf::Int32Value> stub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  google::protobuf::StringValue request;
  google::protobuf::Int32Value response;
  request.set_value(service);

  std::promise<grpc::Status> done;
  stub.UnaryCall(&context, kCheckMethod, grpc::StubOptions(), &request, &response,
                 [&done](const grpc::Status& status) { done.set_value(status); });
  WS_RETURN_IF_ERROR(FromGrpc(done.get_future().get()));
  return response.value() == kServing;
}

}  // namespace waystone::client
