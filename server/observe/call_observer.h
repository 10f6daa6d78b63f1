// The one place that is told of each call's end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "server/observe/call_counters.h"
#include "server/observe/call_record.h"

namespace waystone {

struct EndedCall {
  const CallRecord& record;
  grpc::StatusCode code;
  std::string_view map_id;  // that its request is about; empty: none
  const grpc::ByteBuffer& request;
  uint64_t answer_bytes;
  const std::string& connection;  // as gRPC names it
  const grpc::CallbackServerContext& context;
};

// Thread-safe.
class CallObserver {
 public:
  CallCounters& counters() { return counters_; }
  const CallCounters& counters() const { return counters_; }

  // A call was answered, or ended with an error.
  void Ended(const EndedCall& call);

 private:
  CallCounters counters_;
};

}  // namespace waystone
