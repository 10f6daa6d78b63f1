// The trace that a call belongs to: W3C Trace Context, https://www.w3.org/TR/trace-context/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grpcpp/server_context.h"

namespace waystone {

struct TraceParent {
  std::string trace_id;   // 32 lower-case hex digits
  std::string parent_id;  // 16: the caller's span
  bool is_sampled = false;
};

// Nothing if it is no traceparent of version 00, or of a later one that begins as one; ids of zeros only are none.
std::optional<TraceParent> ParseTraceParent(std::string_view text);
// Of a call's metadata: nothing if it has none, several, or a wrong one.
std::optional<TraceParent> TraceParentOf(const grpc::CallbackServerContext& context);

}  // namespace waystone
