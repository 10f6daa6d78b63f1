// The world as DescribeWorld tells it, page by page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/store/world_store.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone {

// What a page holds at most. It holds one entry at least.
struct PageLimits {
  uint32_t portals;
  size_t bytes;  // about
};

// Fills a page with the entries from `first` on: maps, then named places, then portals. The first page says who walks, too. Where the next
// page begins; empty: this was the last. O(entries of the page).
std::optional<uint32_t> FillWorldPage(const WorldStore& store, uint32_t first, const PageLimits& limits,
                                      v1::DescribeWorldResponse& response);

}  // namespace waystone
