// The parts of maps that GetSurface and GetSkeleton answer with.
#pragma once

#include <cstddef>
#include <cstdint>

namespace waystone {

// [polygons or key points]
inline constexpr uint32_t kDefaultPartSize = 10'000;
inline constexpr size_t kMaxPartBytes = 3U << 20;  // gRPC's clients take 4 MiB
// Instead of where the next part begins.
inline constexpr uint32_t kLastPart = 0xffffffffU;

}  // namespace waystone
