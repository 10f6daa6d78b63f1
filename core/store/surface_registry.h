// Which kinds of surfaces there are: the one place that joins a kind to its loaded parts.
#pragma once

#include <memory>

#include "core/map/map_manifest.h"
#include "core/store/map_content.h"
#include "core/surface/search_surface.h"

namespace waystone {

// The surface of a variant (from 1); null if it uses another's. The views must outlive it.
std::unique_ptr<const SearchSurface> MakeSurface(const MapViews& views, VariantIndex variant);

}  // namespace waystone
