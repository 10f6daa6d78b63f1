// Names of sections, for messages and reports.
#pragma once

#include <string>
#include <string_view>

#include "core/package/format.h"

namespace waystone {

// "navmesh_polys"; empty if this build does not know the type.
std::string_view SectionTypeName(SectionType type);

// "section navmesh_polys (variant 1, region 0) at offset 4096"; an unknown type is "unknown-77".
std::string DescribeSection(const SectionEntry& entry);

}  // namespace waystone
