// The picture of `waystone validate --svg`, and moves in others.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "client/draw/overlay.h"
#include "waystone/v1/move.pb.h"

namespace waystone::cli {

// What is drawn of a move. REQUIRES: CheckAnswer passes, and the request has a place.
draw::MoveOverlay MoveOverlayOf(const v1::ValidateMoveRequest& request,
                                const v1::ValidateMoveResponse& answer);

// Draws the move over the ground around it. Errors name the file; InvalidArgument if the answer is about another
// map than the package holds, or another generation of it.
absl::Status DrawMove(const std::string& package, const v1::ValidateMoveRequest& request,
                      const v1::ValidateMoveResponse& answer, const std::string& output);

}  // namespace waystone::cli
