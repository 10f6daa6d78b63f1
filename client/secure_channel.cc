#include "client/secure_channel.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <grpcpp/support/client_interceptor.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

constexpr size_t kMaxTokenBytes = 8192;
constexpr unsigned kLookForFiles_s = 1;

// What the file holds now, without white space at its end. Empty if it cannot be read. Thread-safe.
class TokenFile {
 public:
  explicit TokenFile(std::string path) : path_(std::move(path)) {}

  std::string Read() {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (!token_.empty() && now - read_at_ < std::chrono::seconds(kLookForFiles_s)) return token_;
    std::ifstream file(path_, std::ios::binary);
    std::string text(kMaxTokenBytes, '\0');
    file.read(text.data(), kMaxTokenBytes);
    text.resize(static_cast<size_t>(file.gcount()));
    absl::StripTrailingAsciiWhitespace(&text);
    if (!text.empty()) token_ = std::move(text);  // while the file is being replaced, the last one serves
    read_at_ = now;
    return token_;
  }

 private:
  const std::string path_;
  std::mutex mutex_;
  std::string token_;
  std::chrono::steady_clock::time_point read_at_;
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
  explicit AddTokens(std::string path) : file_(std::move(path)) {}
  grpc::experimental::Interceptor* CreateClientInterceptor(
      grpc::experimental::ClientRpcInfo* /*info*/) override {
    return new AddToken(file_);
  }

 private:
  TokenFile file_;
};

absl::Status CheckReadable(const char* option, const std::string& path) {
  if (path.empty() || std::ifstream(path, std::ios::binary).get() != EOF) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat(option, ": cannot read ", Quoted(path), ", or it is empty"));
}

// Of names that this machine alone has.
bool IsLoopback(std::string_view address) {
  for (const std::string_view own : {"localhost:", "127.", "[::1]:", "unix:"}) {
    if (address.starts_with(own)) return true;
  }
  return false;
}

absl::Status Check(const ClientOptions& options) {
  const TlsOptions& tls = options.tls;
  if (tls.cert_file.empty() != tls.key_file.empty()) {
    return absl::InvalidArgumentError("tls.cert_file: needs tls.key_file, and the other way round");
  }
  if (!tls.enabled && !(tls.ca_file + tls.cert_file + tls.server_name).empty()) {
    return absl::InvalidArgumentError("tls.enabled: must be set where other options of TLS are");
  }
  WS_RETURN_IF_ERROR(CheckReadable("tls.ca_file", tls.ca_file));
  WS_RETURN_IF_ERROR(CheckReadable("tls.cert_file", tls.cert_file));
  WS_RETURN_IF_ERROR(CheckReadable("tls.key_file", tls.key_file));
  WS_RETURN_IF_ERROR(CheckReadable("token_file", options.token_file));
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

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenChannel(const ClientOptions& options,
                                                           const grpc::ChannelArguments& arguments) {
  WS_RETURN_IF_ERROR(Check(options));
  grpc::ChannelArguments all = arguments;
  if (!options.tls.server_name.empty()) all.SetSslTargetNameOverride(options.tls.server_name);
  std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>> interceptors;
  if (!options.token_file.empty()) interceptors.push_back(std::make_unique<AddTokens>(options.token_file));
  return grpc::experimental::CreateCustomChannelWithInterceptors(options.address, CredentialsOf(options.tls),
                                                                 all, std::move(interceptors));
}

}  // namespace waystone::client
