// How large an answer the library takes.
#pragma once

namespace waystone::client {

inline constexpr int kMaxAnswerBytes = 64 << 20;

// Asks for answers of up to kMaxAnswerBytes, unless the request says how large an answer it takes. The
// server's default is what gRPC's clients take by default.
template <typename Request>
void FillLimit(Request& request) {
  if (request.max_response_bytes() == 0) request.set_max_response_bytes(kMaxAnswerBytes);
}

}  // namespace waystone::client
