// GET requests to a source of packages, through libcurl.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/fetch/source_url.h"

namespace waystone {

// Thread-safe; connections are kept and used again. Redirects are followed three times, from https to https, and never if requests are signed.
class HttpClient {
 public:
  struct Options {
    SourceUrl url;
    std::string ca_file;           // PEM; empty: the system's authorities
    std::string s3_region;         // of signed requests
    std::string credentials_file;  // read before each signed request; empty: those of the environment
  };
  struct Request {
    std::string path;                    // below the URL: "objects/..."
    uint64_t from = 0;                   // [bytes] where the wanted range begins; 0: no range
    std::string etag = {};               // not if it still is this one; empty: in any case
    std::chrono::milliseconds limit{0};  // of the whole; 0: only stalls end it
  };
  // The head of an answer.
  struct Answer {
    int code = 0;
    std::string etag;
    std::optional<uint64_t> content_bytes;  // of what this answer brings
    std::optional<uint64_t> range_from;     // of a 206
    std::optional<uint64_t> range_of;       // [bytes] of the whole; of a 206 that says so
    std::chrono::seconds retry_after{0};
  };
  // Given the content of a 200 or 206 piece by piece; an error ends the request, and is returned.
  using Sink = std::function<absl::Status(const Answer& head, std::span<const std::byte> piece)>;

  explicit HttpClient(Options options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Whatever the code is. Unavailable if there is no whole answer: no connection, a cut, less than 1 KiB/s for 10 s, the limit, or no
  // credentials to sign the request with; Cancelled after Stop. No message has credentials.
  absl::StatusOr<Answer> Get(const Request& request, const Sink& sink);
  // Ends what runs, and all that is asked later.
  void Stop() { is_stopped_ = true; }
  bool is_stopped() const { return is_stopped_; }

 private:
  struct Handle;
  struct Transfer;
  std::unique_ptr<Handle> Take();
  void GiveBack(std::unique_ptr<Handle> handle);
  absl::Status Sign(Transfer& transfer) const;
  void SetUp(const Request& request, Transfer& transfer) const;

  const Options options_;
  std::atomic<bool> is_stopped_{false};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Handle>> idle_;
};

}  // namespace waystone
