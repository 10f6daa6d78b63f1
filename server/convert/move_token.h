// The state of a track as an opaque token that its caller gives back with the next piece.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/move/track_state.h"
#include "server/convert/convert.h"

namespace waystone {

// The secret that tokens are sealed with. Servers that share it take each other's tokens. Immutable; any thread.
class TokenKey {
 public:
  static constexpr size_t kMinBytes = 16;
  static constexpr size_t kMaxBytes = 4096;

  // Of this process alone.
  static TokenKey Random();
  // NotFound if the file cannot be read; InvalidArgument unless it is a regular file of kMinBytes to kMaxBytes bytes. White
  // space at its end does not count.
  static absl::StatusOr<TokenKey> FromFile(const std::string& path);

  // HMAC-SHA256 of the text, cut to 16 bytes (RFC 2104).
  std::array<uint8_t, 16> Seal(std::string_view text) const;

 private:
  explicit TokenKey(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string bytes_;
};

// A token of a track on that map. Positions in it are absolute.
std::string ToToken(const MoveTrackState& state, const FoundMap& found, const TokenKey& key);

// The state that a token holds, for the map as it is loaded now: if that is another generation, places are
// brought onto its surface again. InvalidArgument if the token was changed or cut, or is of another map, agent
// or key.
absl::StatusOr<MoveTrackState> FromToken(std::string_view token, const FoundMap& found, const TokenKey& key,
                                         Scratch& scratch);

}  // namespace waystone
