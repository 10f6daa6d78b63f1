#include "server/connect/connect_gateway.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "core/base/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"
#include "grpcpp/client_context.h"
#include "grpcpp/generic/generic_stub.h"
#include "nlohmann/json.hpp"
#include "server/base/http_peer.h"
#include "server/base/shared_address.h"
#include "waystone/v1/error.pb.h"

namespace waystone {

namespace {

using Answer = HttpServer::Answer;
using Json = nlohmann::ordered_json;

constexpr int kMostCalls = 24;
constexpr int kMostCallsOfAddress = 16;
constexpr size_t kMostProtoBytes = 16 << 20;  // of an answer
constexpr size_t kMostJsonBytes = 4 << 20;    // of its message, which is up to 20 times as much JSON
constexpr uint64_t kMostHeldBytes = 256 << 20;
constexpr char kJson[] = "application/json";
constexpr char kProto[] = "application/proto";
constexpr std::string_view kTypes = "type.googleapis.com/";

struct CodeOnHttp {
  grpc::StatusCode code;
  const char* name;
  int http;
};
// As the protocol has them.
constexpr CodeOnHttp kCodes[] = {
    {grpc::StatusCode::CANCELLED, "canceled", 499},
    {grpc::StatusCode::UNKNOWN, "unknown", 500},
    {grpc::StatusCode::INVALID_ARGUMENT, "invalid_argument", 400},
    {grpc::StatusCode::DEADLINE_EXCEEDED, "deadline_exceeded", 504},
    {grpc::StatusCode::NOT_FOUND, "not_found", 404},
    {grpc::StatusCode::ALREADY_EXISTS, "already_exists", 409},
    {grpc::StatusCode::PERMISSION_DENIED, "permission_denied", 403},
    {grpc::StatusCode::RESOURCE_EXHAUSTED, "resource_exhausted", 429},
    {grpc::StatusCode::FAILED_PRECONDITION, "failed_precondition", 400},
    {grpc::StatusCode::ABORTED, "aborted", 409},
    {grpc::StatusCode::OUT_OF_RANGE, "out_of_range", 400},
    {grpc::StatusCode::UNIMPLEMENTED, "unimplemented", 501},
    {grpc::StatusCode::INTERNAL, "internal", 500},
    {grpc::StatusCode::UNAVAILABLE, "unavailable", 503},
    {grpc::StatusCode::DATA_LOSS, "data_loss", 500},
    {grpc::StatusCode::UNAUTHENTICATED, "unauthenticated", 401},
};

const CodeOnHttp& OnHttp(grpc::StatusCode code) {
  const auto* found = std::find_if(std::begin(kCodes), std::end(kCodes),
                                   [&](const CodeOnHttp& one) { return one.code == code; });
  return found == std::end(kCodes) ? OnHttp(grpc::StatusCode::UNKNOWN) : *found;
}

// Headers that go with the call.
constexpr const char* kPassedOn[] = {"authorization", "traceparent", "waystone-caller"};
// gRPC ends the process over others.
bool IsPlain(const std::string& value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Without its parameters, as in "application/json; charset=utf-8".
std::string TypeOf(const HttpServer::Request& request) {
  const std::string type = request.header("Content-Type");
  return type.substr(0, type.find_first_of("; "));
}

std::string TypeUrl(const google::protobuf::Descriptor& message) {
  return StrCat(kTypes, message.full_name());
}

grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string ToText(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string text;
  if (!buffer.Dump(&slices).ok()) return text;
  text.reserve(buffer.Length());
  for (const grpc::Slice& slice : slices)
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  return text;
}

// Nothing, if it is none.
std::optional<std::chrono::milliseconds> ReadTimeout(const std::string& text) {
  constexpr size_t kMostDigits = 10;
  uint64_t timeout_ms = 0;
  if (text.empty()) return std::chrono::milliseconds::max();
  if (text.size() > kMostDigits || !absl::SimpleAtoi(text, &timeout_ms)) return std::nullopt;
  return std::chrono::milliseconds(timeout_ms);
}

}  // namespace

ConnectGateway::ConnectGateway(std::vector<Served> services)
    : services_(std::move(services)),
      types_(google::protobuf::util::NewTypeResolverForDescriptorPool(
          "type.googleapis.com", google::protobuf::DescriptorPool::generated_pool())) {}

ConnectGateway::Target ConnectGateway::Find(std::string_view path) const {
  const size_t slash = path.rfind('/');
  const std::string_view service = path.substr(1, slash - 1);
  for (const Served& one : services_) {
    if (one.service != service) continue;
    const auto* found = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(one.service);
    return {found->FindMethodByName(std::string(path.substr(slash + 1))), one.channel};
  }
  return {};
}

Answer ConnectGateway::Call(const HttpServer::Request& request) {
  const auto refuse = [this](grpc::StatusCode code, std::string why) {
    return ToError({.status = grpc::Status(code, std::move(why))});
  };
  const Target target = Find(request.path);
  if (target.method == nullptr)
    return refuse(grpc::StatusCode::UNIMPLEMENTED, StrCat("there is no call ", request.path));
  if (target.method->client_streaming() || target.method->server_streaming())
    return refuse(grpc::StatusCode::UNIMPLEMENTED,
                  StrCat(target.method->name(), " is a stream, which needs gRPC"));
  const std::string type = TypeOf(request);
  if (type != kJson && type != kProto) {
    return {.status = 415,
            .body = StrCat("Content-Type is ", kJson, " or ", kProto, "\n"),
            .headers = {{"Accept-Post", StrCat(kJson, ", ", kProto)}}};
  }
  const std::string holder = SharedAddress(request.peer);
  {
    const std::lock_guard lock(mutex_);
    if (running_ >= kMostCalls || running_of_[holder] >= kMostCallsOfAddress)
      return refuse(grpc::StatusCode::RESOURCE_EXHAUSTED,
                    StrCat("busy: ", kMostCalls, " calls over HTTP at a time, and ", kMostCallsOfAddress,
                           " of one address"));
    ++running_;
    ++running_of_[holder];
  }
  const absl::Cleanup leave = [&] {
    const std::lock_guard lock(mutex_);
    --running_;
    if (--running_of_[holder] == 0) running_of_.erase(holder);
  };
  return CallTarget(target, type == kJson, request);
}

Answer ConnectGateway::CallTarget(const Target& target, bool is_json, const HttpServer::Request& request) {
  const auto refuse = [this](std::string why) {
    return ToError({.status = grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, std::move(why))});
  };
  const std::optional<std::chrono::milliseconds> timeout = ReadTimeout(request.header("Connect-Timeout-Ms"));
  if (!timeout) return refuse("Connect-Timeout-Ms: not a number of at most 10 digits");
  for (const char* name : kPassedOn) {
    if (!IsPlain(request.header(name))) return refuse(StrCat(name, ": characters that are not plain ASCII"));
  }
  const absl::StatusOr<std::string> message = is_json ? ToBinary(*target.method, request.body) : request.body;
  if (!message.ok()) return refuse(std::string(message.status().message()));
  Reply reply = Ask(target, *message, *timeout, request);
  if (!reply.status.ok()) return ToError(reply);
  const size_t most = is_json ? kMostJsonBytes : kMostProtoBytes;
  if (reply.message.size() > most)
    return ToError(
        {.status = grpc::Status(
             grpc::StatusCode::OUT_OF_RANGE,
             StrCat("the answer has ", reply.message.size(), " bytes, over the ", most, " of an answer as ",
                    is_json ? kJson : kProto, " over HTTP: ask for less, or by gRPC"))});
  if (!is_json) return Hold({.type = kProto, .body = std::move(reply.message)});
  const std::lock_guard lock(writing_);
  absl::StatusOr<std::string> json = ToJson(*target.method, reply.message);
  if (!json.ok())
    return ToError(
        {.status = grpc::Status(grpc::StatusCode::INTERNAL, std::string(json.status().message()))});
  return Hold({.type = kJson, .body = *std::move(json)});
}

// Until it is written.
Answer ConnectGateway::Hold(Answer answer) {
  const uint64_t bytes = answer.body.size();
  if (held_bytes_.fetch_add(bytes) + bytes > kMostHeldBytes) {
    held_bytes_ -= bytes;
    return ToError({.status = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                                           "busy: too many answers over HTTP are not taken yet")});
  }
  answer.kept = std::shared_ptr<const void>(nullptr, [this, bytes](const void*) { held_bytes_ -= bytes; });
  return answer;
}

absl::StatusOr<std::string> ConnectGateway::ToBinary(const Method& method, const std::string& json) const {
  std::string binary;
  const auto status =
      google::protobuf::util::JsonToBinaryString(types_.get(), TypeUrl(*method.input_type()), json, &binary);
  if (status.ok()) return binary;
  return absl::InvalidArgumentError(
      StrCat("not a ", method.input_type()->name(), " in JSON: ", status.message().ToString()));
}

absl::StatusOr<std::string> ConnectGateway::ToJson(const Method& method, const std::string& binary) const {
  std::string json;
  const auto status =
      google::protobuf::util::BinaryToJsonString(types_.get(), TypeUrl(*method.output_type()), binary, &json);
  if (status.ok()) return json;
  return absl::InternalError(StrCat("the answer cannot be written as JSON: ", status.message().ToString()));
}

ConnectGateway::Reply ConnectGateway::Ask(const Target& target, const std::string& message,
                                          std::chrono::milliseconds timeout,
                                          const HttpServer::Request& request) const {
  constexpr std::chrono::milliseconds kLook(20);  // whether anybody waits
  grpc::ClientContext context;
  context.AddMetadata(kHttpPeerMetadata, request.peer);
  for (const char* name : kPassedOn) {
    if (const std::string value = request.header(name); !value.empty()) context.AddMetadata(name, value);
  }
  if (timeout != std::chrono::milliseconds::max())
    context.set_deadline(std::chrono::system_clock::now() + timeout);
  const grpc::ByteBuffer sent = ToBuffer(message);
  grpc::ByteBuffer received;
  // Shared: who is woken may be done before it has ended.
  const auto ended = std::make_shared<std::promise<grpc::Status>>();
  std::future<grpc::Status> end = ended->get_future();
  grpc::GenericStub(target.channel)
      .UnaryCall(&context, StrCat("/", target.method->service()->full_name(), "/", target.method->name()),
                 grpc::StubOptions(), &sent, &received,
                 [ended](grpc::Status status) { ended->set_value(std::move(status)); });
  while (end.wait_for(kLook) != std::future_status::ready) {
    if (request.is_gone()) context.TryCancel();
  }
  Reply reply{.status = end.get(), .message = ToText(received)};
  const auto& trailers = context.GetServerTrailingMetadata();
  if (const auto retry = trailers.find("grpc-retry-pushback-ms"); retry != trailers.end())
    reply.retry_after_ms.assign(retry->second.data(), retry->second.size());
  return reply;
}

Answer ConnectGateway::ToError(const Reply& reply) const {
  const CodeOnHttp& code = OnHttp(reply.status.error_code());
  Json error = {{"code", code.name}, {"message", reply.status.error_message()}};
  v1::StatusDetails details;
  if (details.ParseFromString(reply.status.error_details())) {
    for (const google::protobuf::Any& any : details.details()) {
      const std::string name = any.type_url().substr(any.type_url().rfind('/') + 1);
      std::string value = absl::Base64Escape(any.value());
      value.erase(std::min(value.find('='), value.size()));
      Json detail = {{"type", name}, {"value", std::move(value)}};
      std::string shown;  // our messages have google.rpc's bytes
      const std::string ours = StrCat(kTypes, "waystone.v1", name.substr(name.rfind('.')));
      if (google::protobuf::util::BinaryToJsonString(types_.get(), ours, any.value(), &shown).ok())
        detail["debug"] = Json::parse(shown, nullptr, false);
      error["details"].push_back(std::move(detail));
    }
  }
  Answer answer{.status = code.http,
                .type = kJson,
                .body = error.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
  if (!reply.retry_after_ms.empty())
    answer.headers.emplace_back("Trailer-Grpc-Retry-Pushback-Ms", reply.retry_after_ms);
  return answer;
}

}  // namespace waystone
