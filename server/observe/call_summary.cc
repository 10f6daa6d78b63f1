#include "server/observe/call_summary.h"

#include <cmath>

#include "server/observe/code_names.h"

namespace waystone {

double Milliseconds(std::chrono::nanoseconds time) {
  return std::round(static_cast<double>(time.count()) / 1e3) / 1e3;
}

nlohmann::ordered_json ToJson(const CallSummary& call) {
  nlohmann::ordered_json out = {{"rpc", NameOf(call.rpc)},
                                {"code", NameOfCode(call.code)},
                                {"ms", Milliseconds(call.duration)},
                                {"queue_ms", Milliseconds(call.waited)},
                                {"lane", NameOf(call.lane)}};
  if (!call.map_id.empty()) out["map_id"] = call.map_id;
  out["request_bytes"] = call.request_bytes;
  out["answer_bytes"] = call.answer_bytes;
  if (call.method != v1::ROUTE_METHOD_UNSPECIFIED || call.nodes > 0) {
    out["method"] = NameOfMethod(call.method);
    out["nodes"] = call.nodes;
  }
  out["peer"] = call.peer;
  if (!call.caller.empty()) out["caller"] = call.caller;
  if (!call.trace_id.empty()) out["trace_id"] = call.trace_id;
  return out;
}

}  // namespace waystone
