#include "server/connect/connect_gateway.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
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
constexpr size_t kMostJsonBytes = 4 << 20;  // of its message, which is up to 20 times as much JSON
constexpr size_t kSmallBytes = 16 << 10;    // become JSON at once
constexpr int kMostWriting = 2;
constexpr uint64_t kMostHeldBytes = 256 << 20;
constexpr uint64_t kMostHeldBytesOfAddress = 64 << 20;
constexpr size_t kMostErrorBytes = 1000;
constexpr std::chrono::milliseconds kLook(20);  // whether anybody waits
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
  static constexpr const CodeOnHttp& kUnknown = kCodes[1];
  const auto* found = std::find_if(std::begin(kCodes), std::end(kCodes),
                                   [&](const CodeOnHttp& one) { return one.code == code; });
  return found == std::end(kCodes) ? kUnknown : *found;
}

// Headers that go with the call.
constexpr const char* kPassedOn[] = {"authorization", "traceparent", "waystone-caller"};
// gRPC ends the process over others.
bool IsPlain(const std::string& value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Without its parameters, as in "application/json; charset=utf-8".
std::string TypeOf(const HttpServer::Request& request) {
  const std::string type = request.header("content-type");
  return absl::AsciiStrToLower(ToAbsl(std::string_view(type).substr(0, type.find_first_of("; "))));
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

// When the call's time ends; nothing, if the header is no number.
std::optional<std::chrono::system_clock::time_point> ReadDeadline(const std::string& timeout_ms) {
  constexpr size_t kMostDigits = 10;
  if (timeout_ms.empty()) return std::chrono::system_clock::time_point::max();
  const bool is_number = timeout_ms.size() <= kMostDigits &&
                         std::all_of(timeout_ms.begin(), timeout_ms.end(), absl::ascii_isdigit);
  if (!is_number) return std::nullopt;
  return std::chrono::system_clock::now() + std::chrono::milliseconds(std::stoull(timeout_ms));
}

grpc::Status Late() {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "the call's deadline is over");
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

template <typename Change>
void ConnectGateway::ChangeUse(const std::string& holder, const Change& change) {
  {
    const std::lock_guard lock(mutex_);
    change(all_);
    Use& use = by_holder_[holder];
    change(use);
    if (use.IsNone()) by_holder_.erase(holder);
  }
  changed_.notify_all();
}

grpc::Status ConnectGateway::Begin(const std::string& holder) {
  const std::lock_guard lock(mutex_);
  if (is_draining_) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "the server is stopping");
  const auto own = by_holder_.find(holder);
  if (all_.running >= kMostCalls || (own != by_holder_.end() && own->second.running >= kMostCallsOfAddress)) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                        StrCat("busy: ", kMostCalls, " calls over HTTP at a time, and ", kMostCallsOfAddress,
                               " of one address"));
  }
  ++all_.running;
  ++by_holder_[holder].running;
  return grpc::Status::OK;
}

void ConnectGateway::End(const std::string& holder) {
  ChangeUse(holder, [](Use& use) { --use.running; });
}

void ConnectGateway::Drain(std::chrono::system_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  is_draining_ = true;
  changed_.wait_until(lock, deadline, [this] { return all_.running == 0; });
}

Answer ConnectGateway::Call(const HttpServer::Request& request) {
  const auto refuse = [this](grpc::StatusCode code, const std::string& why) {
    return ToError({.status = grpc::Status(code, why)});
  };
  Target target = Find(request.path);
  if (target.method == nullptr)
    return refuse(grpc::StatusCode::UNIMPLEMENTED, StrCat("there is no call ", request.path));
  if (target.method->client_streaming() || target.method->server_streaming())
    return refuse(grpc::StatusCode::UNIMPLEMENTED,
                  StrCat(target.method->name(), " is a stream, which needs gRPC"));
  const std::string type = TypeOf(request);
  if (type != kJson && type != kProto) {
    return {.status = 415,
            .body = StrCat("content has a Content-Type of ", kJson, " or ", kProto, "\n"),
            .headers = {{"Accept-Post", StrCat(kJson, ", ", kProto)}}};
  }
  const auto deadline = ReadDeadline(request.header("connect-timeout-ms"));
  if (!deadline)
    return refuse(grpc::StatusCode::INVALID_ARGUMENT,
                  "Connect-Timeout-Ms: not a number of at most 10 digits");
  for (const char* name : kPassedOn) {
    if (!IsPlain(request.header(name)))
      return refuse(grpc::StatusCode::INVALID_ARGUMENT,
                    StrCat(name, ": characters that are not plain ASCII"));
  }
  const Asked asked{request, std::move(target), type == kJson, SharedAddress(request.peer), *deadline};
  if (const grpc::Status status = Begin(asked.holder); !status.ok()) return ToError({.status = status});
  const absl::Cleanup leave = [&] { End(asked.holder); };
  return CallTarget(asked);
}

Answer ConnectGateway::CallTarget(const Asked& asked) {
  const auto begun = std::chrono::steady_clock::now();
  const absl::StatusOr<std::string> message =
      asked.is_json ? ToBinary(*asked.target.method, asked.request.body) : asked.request.body;
  if (!message.ok())
    return ToError({.status = grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                                           std::string(message.status().message()))});
  if (std::chrono::system_clock::now() >= asked.deadline) return ToError({.status = Late()});
  Reply reply = Ask(asked, *message);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  if (reply.status.ok() && asked.is_json) {
    std::string json;
    reply.status = ToJson(asked, reply.message, json);
    reply.message = std::move(json);
  }
  Answer answer =
      reply.status.ok()
          ? Hold(asked.holder, {.type = asked.is_json ? kJson : kProto, .body = std::move(reply.message)})
          : ToError(reply);
  answer.headers.emplace_back("Server-Timing", absl::StrFormat("call;dur=%.3f", took.count()));
  return answer;
}

// Until it is written.
Answer ConnectGateway::Hold(const std::string& holder, Answer answer) {
  const uint64_t bytes = answer.body.size();
  bool is_taken = false;
  {
    const std::lock_guard lock(mutex_);
    Use& use = by_holder_[holder];  // it runs
    is_taken = all_.held_bytes + bytes <= kMostHeldBytes && use.held_bytes + bytes <= kMostHeldBytesOfAddress;
    if (is_taken) {
      all_.held_bytes += bytes;
      use.held_bytes += bytes;
    }
  }
  if (!is_taken) {
    return ToError({.status = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                                           "busy: too many answers over HTTP are not taken yet")});
  }
  answer.kept = std::shared_ptr<const void>(nullptr, [this, holder, bytes](const void*) {
    ChangeUse(holder, [bytes](Use& use) { use.held_bytes -= bytes; });
  });
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

grpc::Status ConnectGateway::ToJson(const Asked& asked, const std::string& binary, std::string& json) {
  if (binary.size() > kMostJsonBytes) {
    return grpc::Status(grpc::StatusCode::OUT_OF_RANGE,
                        StrCat("the answer has ", binary.size(), " bytes, over the ", kMostJsonBytes,
                               " of one that becomes JSON: ask for less, as ", kProto, ", or by gRPC"));
  }
  absl::Cleanup leave = [&] { ChangeUse(asked.holder, [](Use& use) { --use.writing; }); };
  if (binary.size() <= kSmallBytes) {
    std::move(leave).Cancel();
  } else {
    std::unique_lock lock(mutex_);
    const auto is_free = [&] { return all_.writing < kMostWriting && by_holder_[asked.holder].writing == 0; };
    while (!is_free()) {
      if (std::chrono::system_clock::now() >= asked.deadline || asked.request.is_gone()) {
        std::move(leave).Cancel();
        return Late();
      }
      changed_.wait_for(lock, kLook);
    }
    ++all_.writing;
    ++by_holder_[asked.holder].writing;
  }
  const auto status = google::protobuf::util::BinaryToJsonString(
      types_.get(), TypeUrl(*asked.target.method->output_type()), binary, &json);
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(grpc::StatusCode::INTERNAL,
                      StrCat("the answer cannot be written as JSON: ", status.message().ToString()));
}

ConnectGateway::Reply ConnectGateway::Ask(const Asked& asked, const std::string& message) const {
  grpc::ClientContext context;
  context.AddMetadata(kHttpPeerMetadata, asked.request.peer);
  for (const char* name : kPassedOn) {
    if (const std::string value = asked.request.header(name); !value.empty())
      context.AddMetadata(name, value);
  }
  if (asked.deadline != std::chrono::system_clock::time_point::max()) context.set_deadline(asked.deadline);
  const grpc::ByteBuffer sent = ToBuffer(message);
  grpc::ByteBuffer received;
  // Shared: who is woken may be done before it has ended.
  const auto ended = std::make_shared<std::promise<grpc::Status>>();
  std::future<grpc::Status> end = ended->get_future();
  const Method& method = *asked.target.method;
  grpc::GenericStub(asked.target.channel)
      .UnaryCall(&context, StrCat("/", method.service()->full_name(), "/", method.name()),
                 grpc::StubOptions(), &sent, &received,
                 [ended](grpc::Status status) { ended->set_value(std::move(status)); });
  while (end.wait_for(kLook) != std::future_status::ready) {
    if (asked.request.is_gone()) context.TryCancel();
  }
  Reply reply{.status = end.get()};
  constexpr std::string_view kTooLarge = "Received message larger than max";
  if (reply.status.ok()) {
    reply.message = ToText(received);
  } else if (reply.status.error_message().starts_with(kTooLarge)) {
    reply.status = grpc::Status(grpc::StatusCode::OUT_OF_RANGE,
                                StrCat("the answer has more than the ", kMostAnswerBytes,
                                       " bytes of one over HTTP: ask for less, or by gRPC"));
  }
  const auto& trailers = context.GetServerTrailingMetadata();
  if (const auto retry = trailers.find("grpc-retry-pushback-ms"); retry != trailers.end())
    reply.retry_after_ms.assign(retry->second.data(), retry->second.size());
  return reply;
}

Answer ConnectGateway::ToError(const Reply& reply) const {
  const CodeOnHttp& code = OnHttp(reply.status.error_code());
  std::string said = reply.status.error_message();
  if (said.size() > kMostErrorBytes) said = said.substr(0, kMostErrorBytes) + " ...";
  Json error = {{"code", code.name}, {"message", said}};
  v1::StatusDetails details;
  if (details.ParseFromString(reply.status.error_details())) {
    for (const google::protobuf::Any& any : details.details()) {
      const std::string name = any.type_url().substr(any.type_url().rfind('/') + 1);
      if (name.find('.') == std::string::npos) continue;
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
