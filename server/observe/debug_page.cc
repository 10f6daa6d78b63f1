#include "server/observe/debug_page.h"

#include "absl/time/time.h"

namespace waystone {

using Json = nlohmann::ordered_json;

std::string QueriesJson(const RunningCalls& running, const SlowCalls& slow) {
  Json calls = Json::array();
  for (const RunningCalls::Call& call : running.List()) {
    Json one = {{"id", call.id}, {"rpc", NameOf(call.rpc)}, {"lane", NameOf(call.lane)}};
    if (!call.map_id.empty()) one["map_id"] = call.map_id;
    if (!call.caller.empty()) one["caller"] = call.caller;
    one["peer"] = call.connection;
    one["since_ms"] = Milliseconds(call.since);
    one["queue_ms"] = Milliseconds(call.waited);
    calls.push_back(std::move(one));
  }
  Json slowest = Json::array();
  for (const CallSummary& call : slow.List()) {
    Json one = {{"ended", absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::FromChrono(call.ended_at),
                                           absl::UTCTimeZone())}};
    one.update(ToJson(call));
    slowest.push_back(std::move(one));
  }
  const Json page = {{"running", std::move(calls)}, {"slowest", std::move(slowest)}};
  return page.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace waystone
