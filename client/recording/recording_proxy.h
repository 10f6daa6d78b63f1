// Stands between callers and a server, forwards calls of any method byte by byte, and records them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "client/recording/recording.h"

namespace grpc {
class Channel;
class ChannelArguments;
}  // namespace grpc

namespace waystone::client {

// Calls are forwarded with their metadata, deadline and cancellation, and come back with the server's metadata, trailers
// and status. A call holds one message in each direction at most: it is not read on before the other side has taken it.
// Recorded are the calls of all services but PackageAdmin and gRPC's own (health, reflection). Credentials are forwarded
// and never recorded: of the metadata only what kRecordedMetadata names is. Thread-safe.
class RecordingProxy {
 public:
  struct Options {
    std::string listen;                 // HOST:PORT; port 0: any free one. Plain text
    double share = 1;                   // of the calls, which are recorded: 0 to 1, drawn at random (seeded)
    bool replaces_credentials = false;  // the channel shows a token of its own: those of callers are dropped
  };

  // Serves until the end of the object; `writer` must outlive it. InvalidArgument if it cannot listen.
  static absl::StatusOr<std::unique_ptr<RecordingProxy>> Start(const Options& options,
                                                               std::shared_ptr<grpc::Channel> server,
                                                               RecordingWriter& writer);
  // What the channel to the server must be made with: no retries, which are the callers' own, and any size of answers.
  static grpc::ChannelArguments ChannelOptions();

  // Ends calls that do not end by themselves within `grace`, and serves no more.
  void Stop(std::chrono::milliseconds grace);
  ~RecordingProxy();
  RecordingProxy(const RecordingProxy&) = delete;
  RecordingProxy& operator=(const RecordingProxy&) = delete;

  int port() const;
  // Calls that were forwarded, recorded or not.
  uint64_t calls() const;

 private:
  class Impl;
  explicit RecordingProxy(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace waystone::client
