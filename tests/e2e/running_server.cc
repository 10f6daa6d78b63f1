#include "tests/e2e/running_server.h"

#include <gtest/gtest.h>

#include <mutex>

#include "core/base/check.h"

namespace waystone {

class RunningServer::LockedBuffer : public std::stringbuf {
 public:
  std::string Text() {
    const std::lock_guard lock(mutex_);
    return str();
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::lock_guard lock(mutex_);
    return std::stringbuf::xsputn(text, size);
  }

 private:
  std::mutex mutex_;
};

ServerOptions TestServerOptions(const std::string& packages) {
  ServerOptions options;
  options.packages = packages;
  options.listen = "127.0.0.1:0";
  options.admin_listen = "127.0.0.1:0";
  options.http_listen = "127.0.0.1:0";
  options.drain_s = 5;
  options.log_level = spdlog::level::debug;
  return options;
}

RunningServer::RunningServer(const ServerOptions& options)
    : buffer_(std::make_shared<LockedBuffer>()),
      log_stream_(buffer_.get()),
      log_(EventLog::ToStream(log_stream_, options.log_level)) {
  auto server = WaystoneServer::Start(options, log_);
  WS_CHECK(server.ok());
  server_ = *std::move(server);
  channel_ = NewChannel();
  planning_ = v1::PathPlanning::NewStub(channel_);
  catalog_ = v1::MapCatalog::NewStub(channel_);
  const std::string admin_address = "127.0.0.1:" + std::to_string(server_->admin_port());
  admin_ = v1::PackageAdmin::NewStub(grpc::CreateChannel(admin_address, grpc::InsecureChannelCredentials()));
}

std::shared_ptr<grpc::Channel> RunningServer::NewChannel() const {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(server_->port()),
                                   grpc::InsecureChannelCredentials(), arguments);
}

std::vector<nlohmann::json> RunningServer::Events() {
  std::vector<nlohmann::json> events;
  std::istringstream lines(buffer_->Text());
  std::string line;
  while (std::getline(lines, line)) {
    const nlohmann::json event = nlohmann::json::parse(line, nullptr, false);
    EXPECT_TRUE(event.is_object()) << line;
    events.push_back(event);
  }
  return events;
}

std::vector<nlohmann::json> RunningServer::Events(const std::string& event) {
  std::vector<nlohmann::json> found;
  for (const nlohmann::json& candidate : Events()) {
    if (candidate.value("event", "") == event) found.push_back(candidate);
  }
  return found;
}

grpc::Status CallRaw(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                     const std::string& request, std::string* response) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const grpc::Slice slice(request);
  const auto call = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(&slice, 1), &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  if (!status.ok()) return status;
  std::vector<grpc::Slice> slices;
  if (!answer.Dump(&slices).ok()) return grpc::Status(grpc::StatusCode::INTERNAL, "no bytes");
  response->clear();
  for (const grpc::Slice& part : slices) {
    response->append(reinterpret_cast<const char*>(part.begin()), part.size());
  }
  return status;
}

int HealthOf(const std::shared_ptr<grpc::Channel>& channel, const std::string& service) {
  // HealthCheckRequest{service = 1}; HealthCheckResponse{status = 1}.
  std::string request;
  if (!service.empty()) request = std::string("\x0a") + static_cast<char>(service.size()) + service;
  std::string response;
  if (!CallRaw(channel, "/grpc.health.v1.Health/Check", request, &response).ok()) return -1;
  return response.size() == 2 && response[0] == '\x08' ? response[1] : 0;
}

}  // namespace waystone
