// Bakes what core/grid/hub_labels.h is a view of.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/grid_view.h"
#include "core/grid/hub_labels.h"

namespace waystone {

struct HubLabelOptions {
  uint32_t max_corners = 100'000;   // [1-500000000]
  double max_bytes_per_cell = 256;  // [B, > 0] of the whole grid
  // Limit of the searches that make the labels: sights followed and entries looked at.
  uint64_t max_steps = 3'000'000'000;
};

struct HubLabelResult {
  HubLabelData data;     // empty if it was left out
  std::string left_out;  // why; empty if it was not
  uint32_t corner_count = 0;
  uint64_t size_bytes = 0;
};

// One thread; the same grid gives the same bytes. Some 0.15 s for a city map of 1024 x 1024 with 6,000
// corners, 4 s for 73,000 corners of scattered cells.
HubLabelResult BakeHubLabels(const GridView& grid, const HubLabelOptions& options);

}  // namespace waystone
