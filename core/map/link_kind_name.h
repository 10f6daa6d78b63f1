// What kinds of links are called.
#pragma once

#include <string_view>

#include "core/map/off_mesh_link.h"

namespace waystone {

// "walk", "jump", "drop", "climb", "ladder", "teleport", "swim", "fly".
std::string_view LinkKindName(LinkKind kind);

}  // namespace waystone
