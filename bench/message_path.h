// Batches answered as a server answers them, without the network: parsed, handled, encoded.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "server/handlers/request_handler.h"

namespace waystone {

// Requests per batch.
inline constexpr uint32_t kBatchItems = 64;

// Loads one package into a store. The map stays loaded when its file is gone.
absl::Status LoadAlone(const std::string& package_path, MapStore& store);

// One map behind a request handler. One thread.
class MessagePath {
 public:
  // Loads the package. NotFound or DataLoss if it cannot be read.
  static absl::StatusOr<std::unique_ptr<MessagePath>> Create(const std::string& package_path,
                                                             const std::string& agent);

  // [requests/s] of wall clock, over batches of kBatchItems whose items `fill` sets from their running
  // number: until `seconds` have passed, `max_batches` at most, after one batch that is not counted.
  // InvalidArgument with the first item's error if one fails.
  absl::StatusOr<double> PerSecond(const std::function<void(uint32_t, v1::BatchItem&)>& fill, double seconds,
                                   uint32_t max_batches);

 private:
  MessagePath() = default;

  // [s] that one encoded batch takes.
  absl::StatusOr<double> Answer(const std::string& batch);

  MapStore store_;
  const RequestHandler handler_{store_, {}};
  Scratch scratch_;
  std::string map_id_;
  std::string agent_;
};

}  // namespace waystone
