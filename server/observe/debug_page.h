// What operators are told of calls.
#pragma once

#include <string>

#include "server/observe/running_calls.h"
#include "server/observe/slow_calls.h"

namespace waystone {

// {"running":[...],"slowest":[...]}
std::string QueriesJson(const RunningCalls& running, const SlowCalls& slow);

}  // namespace waystone
