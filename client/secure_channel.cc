#include "client/secure_channel.h"

#include <arpa/inet.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <grpcpp/support/client_interceptor.h>
#include <netinet/in.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr size_t kMaxTokenBytes = 7 << 10;
constexpr size_t kMaxPemBytes = 1 << 20;
constexpr unsigned kLookForFiles_s = 1;

// What fits into the metadata of a call, which may have 8 KiB in all, as text.
absl::StatusOr<std::string> ReadToken(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::string token, ReadSmallFile(path, kMaxTokenBytes));
  absl::StripTrailingAsciiWhitespace(&token);
  const auto is_shown = [](char c) { return absl::ascii_isgraph(static_cast<unsigned char>(c)); };
  if (token.empty() || !std::all_of(token.begin(), token.end(), is_shown)) {
    return absl::InvalidArgumentError(StrCat(Quoted(path), ": must hold one token of printable ASCII"));
  }
  return token;
}

// The token of a file, read anew now and then; while that has none, the last one. Thread-safe.
class TokenFile {
 public:
  TokenFile(std::string path, std::string token) : path_(std::move(path)), token_(std::move(token)) {}

  std::string Read() {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (now - read_at_ < std::chrono::seconds(kLookForFiles_s)) return token_;
    read_at_ = now;
    absl::StatusOr<std::string> token = ReadToken(path_);
    if (token.ok()) token_ = *std::move(token);
    return token_;
  }

 private:
  const std::string path_;
  std::mutex mutex_;
  std::string token_;
  std::chrono::steady_clock::time_point read_at_ = std::chrono::steady_clock::now();
};

// Adds the token to each call, with TLS or without.
class AddToken final : public grpc::experimental::Interceptor {
 public:
  explicit AddToken(TokenFile& file) : file_(file) {}
  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    using grpc::experimental::InterceptionHookPoints;
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      methods->GetSendInitialMetadata()->emplace("authorization", "Bearer " + file_.Read());
    }
    methods->Proceed();
  }

 private:
  TokenFile& file_;
};

class AddTokens final : public grpc::experimental::ClientInterceptorFactoryInterface {
 public:
  AddTokens(std::string path, std::string token) : file_(std::move(path), std::move(token)) {}
  grpc::experimental::Interceptor* CreateClientInterceptor(
      grpc::experimental::ClientRpcInfo* /*info*/) override {
    return new AddToken(file_);
  }

 private:
  TokenFile file_;
};

absl::Status Of(const char* option, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::InvalidArgumentError(StrCat(option, ": ", status.message()));
}

absl::Status CheckPem(const char* option, const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  const absl::StatusOr<std::string> pem = ReadSmallFile(path, kMaxPemBytes);
  if (pem.ok() && pem->empty())
    return absl::InvalidArgumentError(StrCat(option, ": ", Quoted(path), " is empty"));
  return Of(option, pem.status());
}

absl::Status Check(const ClientOptions& options) {
  const TlsOptions& tls = options.tls;
  if (tls.cert_file.empty() != tls.key_file.empty()) {
    return absl::InvalidArgumentError("tls.cert_file: needs tls.key_file, and the other way round");
  }
  if (!tls.enabled && !(tls.ca_file + tls.cert_file + tls.server_name).empty()) {
    return absl::InvalidArgumentError("tls.enabled: must be set where other options of TLS are");
  }
  WS_RETURN_IF_ERROR(CheckPem("tls.ca_file", tls.ca_file));
  WS_RETURN_IF_ERROR(CheckPem("tls.cert_file", tls.cert_file));
  WS_RETURN_IF_ERROR(CheckPem("tls.key_file", tls.key_file));
  if (!options.token_file.empty() && !tls.enabled && !options.insecure && !IsLoopback(options.address)) {
    return absl::InvalidArgumentError(
        "token_file: the token would be sent in plain text beyond this machine; use TLS, or say insecure");
  }
  return absl::OkStatus();
}

std::shared_ptr<grpc::ChannelCredentials> CredentialsOf(const TlsOptions& tls) {
  if (!tls.enabled) return grpc::InsecureChannelCredentials();
  grpc::experimental::TlsChannelCredentialsOptions options;
  if (!tls.ca_file.empty() || !tls.cert_file.empty()) {
    options.set_certificate_provider(std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
        tls.key_file, tls.cert_file, tls.ca_file, kLookForFiles_s));
  }
  if (!tls.ca_file.empty()) options.watch_root_certs();
  if (!tls.cert_file.empty()) options.watch_identity_key_cert_pairs();
  return grpc::experimental::TlsCredentials(options);
}

}  // namespace

bool IsLoopback(std::string_view address) {
  if (address.starts_with("unix:")) return true;
  const std::string host(address.substr(0, address.rfind(':')));
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1) {
    constexpr uint32_t kFirstByte = 24;
    return ntohl(ipv4.s_addr) >> kFirstByte == IN_LOOPBACKNET;
  }
  return host == "localhost" || host == "[::1]";  // 127.example.org is anybody's
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenChannel(const ClientOptions& options,
                                                           const grpc::ChannelArguments& arguments) {
  WS_RETURN_IF_ERROR(Check(options));
  grpc::ChannelArguments all = arguments;
  if (!options.tls.server_name.empty()) all.SetSslTargetNameOverride(options.tls.server_name);
  std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>> interceptors;
  if (!options.token_file.empty()) {
    absl::StatusOr<std::string> token = ReadToken(options.token_file);
    if (!token.ok()) return Of("token_file", token.status());
    interceptors.push_back(std::make_unique<AddTokens>(options.token_file, *std::move(token)));
  }
  return grpc::experimental::CreateCustomChannelWithInterceptors(options.address, CredentialsOf(options.tls),
                                                                 all, std::move(interceptors));
}

}  // namespace waystone::client
