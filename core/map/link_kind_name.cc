#include "core/map/link_kind_name.h"

namespace waystone {

std::string_view LinkKindName(LinkKind kind) {
  switch (kind) {
    case LinkKind::kWalk:
      return "walk";
    case LinkKind::kJump:
      return "jump";
    case LinkKind::kDrop:
      return "drop";
    case LinkKind::kClimb:
      return "climb";
    case LinkKind::kLadder:
      return "ladder";
    case LinkKind::kTeleport:
      return "teleport";
    case LinkKind::kSwim:
      return "swim";
    case LinkKind::kFly:
      return "fly";
  }
  return "unknown";
}

}  // namespace waystone
