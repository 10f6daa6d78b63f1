#include "server/fetch/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/fetch/aws_credentials.h"

namespace waystone {
namespace {

constexpr long kConnect_ms = 5000;
constexpr long kSlowBytesPerSecond = 1024;
constexpr long kSlowFor_s = 10;
constexpr long kMostRedirects = 3;
constexpr uint64_t kMostErrorBytes = 64 << 10;  // of the content of other answers, which is dropped
constexpr int kOkCode = 200;
constexpr int kPartialCode = 206;

// Once in the process, before other threads ask.
void StartCurl() {
  static const CURLcode kStarted = curl_global_init(CURL_GLOBAL_DEFAULT);
  (void)kStarted;
}

std::optional<uint64_t> HeadNumber(std::string_view text) {
  uint64_t number = 0;
  if (!absl::SimpleAtoi(std::string(text), &number)) return std::nullopt;
  return number;
}

// "bytes 100-199/200"
void ReadRange(std::string_view text, HttpClient::Answer& answer) {
  constexpr std::string_view kUnit = "bytes ";
  const size_t dash = text.find('-');
  const size_t slash = text.find('/');
  if (!text.starts_with(kUnit) || dash == std::string_view::npos || slash == std::string_view::npos) return;
  answer.range_from = HeadNumber(text.substr(kUnit.size(), dash - kUnit.size()));
  answer.range_of = HeadNumber(text.substr(slash + 1));
}

// A line of the head: a first line begins another answer, after a redirect.
void ReadHead(std::string line, HttpClient::Answer& answer) {
  absl::StripAsciiWhitespace(&line);
  if (line.starts_with("HTTP/")) {
    answer = {};
    const size_t space = line.find(' ');
    if (space != std::string::npos)
      answer.code = static_cast<int>(HeadNumber(line.substr(space + 1, 3)).value_or(0));
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return;
  const std::string name = line.substr(0, colon);
  std::string value = line.substr(colon + 1);
  absl::StripAsciiWhitespace(&value);
  if (absl::EqualsIgnoreCase(name, "etag")) answer.etag = value;
  if (absl::EqualsIgnoreCase(name, "content-length")) answer.content_bytes = HeadNumber(value);
  if (absl::EqualsIgnoreCase(name, "content-range")) ReadRange(value, answer);
  if (absl::EqualsIgnoreCase(name, "retry-after"))
    answer.retry_after = std::chrono::seconds(std::min<uint64_t>(HeadNumber(value).value_or(0), 3600));
}

}  // namespace

struct HttpClient::Handle {
  CURL* curl = curl_easy_init();

  Handle() = default;
  ~Handle() { curl_easy_cleanup(curl); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

// One request while it runs.
struct HttpClient::Transfer {
  const HttpClient& client;
  const Sink& sink;
  CURL* curl;
  Answer answer;
  absl::Status status;  // of the sink
  uint64_t dropped_bytes = 0;
  curl_slist* headers = nullptr;
  char error[CURL_ERROR_SIZE] = {};

  Transfer(const HttpClient& of, const Sink& to, CURL* by) : client(of), sink(to), curl(by) {}
  ~Transfer() { curl_slist_free_all(headers); }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  bool has_content() const { return answer.code == kOkCode || answer.code == kPartialCode; }
  void AddHeader(const std::string& line) { headers = curl_slist_append(headers, line.c_str()); }

  static size_t OnHead(char* line, size_t size, size_t count, void* self) {
    ReadHead(std::string(line, size * count), static_cast<Transfer*>(self)->answer);
    return size * count;
  }
  static size_t OnContent(char* bytes, size_t size, size_t count, void* self) {
    Transfer& transfer = *static_cast<Transfer*>(self);
    const size_t all = size * count;
    if (transfer.has_content()) {
      transfer.status = transfer.sink(transfer.answer, std::as_bytes(std::span(bytes, all)));
      return transfer.status.ok() ? all : 0;
    }
    transfer.dropped_bytes += all;
    return transfer.dropped_bytes <= kMostErrorBytes ? all : 0;
  }
  static int OnProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<Transfer*>(self)->client.is_stopped_ ? 1 : 0;
  }
};

HttpClient::HttpClient(Options options) : options_(std::move(options)) { StartCurl(); }
HttpClient::~HttpClient() = default;

std::unique_ptr<HttpClient::Handle> HttpClient::Take() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Handle>();
  std::unique_ptr<Handle> handle = std::move(idle_.back());
  idle_.pop_back();
  return handle;
}

void HttpClient::GiveBack(std::unique_ptr<Handle> handle) {
  curl_easy_reset(handle->curl);  // its connections stay
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(handle));
}

absl::Status HttpClient::Sign(Transfer& transfer) const {
  WS_ASSIGN_OR_RETURN(const AwsCredentials credentials,
                      options_.credentials_file.empty()
                          ? AwsCredentials::FromEnvironment()
                          : AwsCredentials::FromFile(options_.credentials_file));
  const std::string kind = StrCat("aws:amz:", options_.s3_region, ":s3");
  curl_easy_setopt(transfer.curl, CURLOPT_AWS_SIGV4, kind.c_str());
  curl_easy_setopt(transfer.curl, CURLOPT_USERNAME, credentials.access_key_id.c_str());
  curl_easy_setopt(transfer.curl, CURLOPT_PASSWORD, credentials.secret_access_key.c_str());
  // What S3 asks for, and this libcurl does not add by itself: the SHA-256 of no content.
  transfer.AddHeader(
      "x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  if (!credentials.session_token.empty())
    transfer.AddHeader(StrCat("x-amz-security-token: ", credentials.session_token));
  return absl::OkStatus();
}

void HttpClient::SetUp(const Request& request, Transfer& transfer) const {
  CURL* const curl = transfer.curl;
  const std::string url = StrCat(options_.url.base, "/", request.path);
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, options_.url.is_https ? "https" : "http");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, options_.url.is_https && !options_.url.is_signed ? 1L : 0L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, kMostRedirects);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, kConnect_ms);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, kSlowBytesPerSecond);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSlowFor_s);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.limit.count()));
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "waystone");
  if (!options_.url.is_https) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  if (!options_.ca_file.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, options_.ca_file.c_str());
  if (request.from > 0) curl_easy_setopt(curl, CURLOPT_RANGE, StrCat(request.from, "-").c_str());
  if (!request.etag.empty()) transfer.AddHeader(StrCat("If-None-Match: ", request.etag));
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, transfer.headers);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Transfer::OnHead);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::OnContent);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Transfer::OnProgress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer.error);
}

absl::StatusOr<HttpClient::Answer> HttpClient::Get(const Request& request, const Sink& sink) {
  if (is_stopped_) return absl::CancelledError("the server stops");
  std::unique_ptr<Handle> handle = Take();
  if (handle->curl == nullptr) return absl::UnavailableError("no memory for a request");
  CURLcode code = CURLE_OK;
  absl::Status signing;
  Transfer transfer(*this, sink, handle->curl);
  if (options_.url.is_signed) signing = Sign(transfer);
  if (signing.ok()) {
    SetUp(request, transfer);
    code = curl_easy_perform(handle->curl);
  }
  GiveBack(std::move(handle));
  if (!signing.ok())
    return absl::UnavailableError(signing.message());  // whoever renews the file may be at it
  if (is_stopped_) return absl::CancelledError("the server stops");
  WS_RETURN_IF_ERROR(transfer.status);
  const bool is_dropped = code == CURLE_WRITE_ERROR && !transfer.has_content();
  if (code == CURLE_OK || is_dropped) return transfer.answer;
  return absl::UnavailableError(transfer.error[0] != '\0' ? transfer.error : curl_easy_strerror(code));
}

}  // namespace waystone
