// Which calls of a recording are sent again, with the answers that they had.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/recording/api_methods.h"
#include "client/recording/recording.h"
#include "waystone/v1/error.pb.h"

namespace waystone::client {

// One request with the answers that it got when it was recorded.
struct Asked {
  const RecordedMessage* request = nullptr;
  std::vector<std::string_view> answers;
  uint64_t answered_us = 0;  // when all were there
};

// A call to be sent.
struct Planned {
  const RecordedCall* call = nullptr;
  const ApiMethod* method = nullptr;  // null: answers are compared as bytes
  uint32_t record = 0;                // from 1
  std::vector<Asked> asked;           // one; of streams one for each batch
};

// Why a call or a result that ended so when it was recorded was kept from its answer, as "busy"; nothing if it was not.
std::optional<std::string_view> WhyNoAnswer(int code, v1::ErrorReason reason);

// The call of that number, from 1; nothing if it is left out, which is counted by why. Views of the call's recording.
std::optional<Planned> PlanCall(const RecordedCall& call, uint32_t record,
                                std::map<std::string, uint64_t>& left_out);

}  // namespace waystone::client
