// One object's way from the source into a partial file.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "server/fetch/http_client.h"

namespace waystone {

// How fetches fail, as metrics tell.
enum class FetchFault : uint8_t {
  kUnreachable,  // no connection, a cut, a stall
  kRefused,      // the source answers with another status than those below
  kMissing,      // 404, 410
  kWrong,        // other bytes than the index says, or not a whole package
  kNoRoom,       // neither in the cache nor on the disk
};
inline constexpr int kFetchFaults = 5;

// How a try ended.
struct DownloadEnd {
  absl::Status status;
  FetchFault fault = FetchFault::kUnreachable;  // if it failed
  bool may_retry = false;                       // at once
  std::chrono::seconds retry_after{0};          // as the source says
  uint64_t gained_bytes = 0;                    // that this try brought
};

// Asks once for what the partial file lacks of its `size_bytes`, and appends it; begins anew if the source sends all. The file never becomes
// longer than that. What came before a fault stays, but for a wrong length and a full disk. Blocks; one thread a file.
DownloadEnd DownloadOnce(HttpClient& http, const std::string& request_path, const std::string& partial_path,
                         uint64_t size_bytes);

}  // namespace waystone
