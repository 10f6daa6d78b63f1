// Reads what `waystone route|place|validate --json` printed, to be drawn.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "client/draw/overlay.h"

namespace waystone::cli {

// The kinds of answers: the "kind" of their JSON.
inline constexpr std::string_view kRouteAnswer = "route";
inline constexpr std::string_view kPlaceAnswer = "place";
inline constexpr std::string_view kMoveAnswer = "move";

// Adds the answers in `text` (one JSON object, or one per line) to `overlays`. `name` stands for the text in
// messages, and names routes. InvalidArgument naming the line and the field if an answer is of another kind
// or on another map, a field is of the wrong type, or CheckAnswer refuses the answer; unknown fields are
// ignored.
absl::Status ReadOverlays(std::string_view name, std::string_view text, std::string_view kind,
                          std::string_view map_id, draw::Overlays& overlays);

}  // namespace waystone::cli
