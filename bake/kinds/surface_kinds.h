// The kinds of surface that a map can have, and the sources that they are made of: a row each. All that is
// done differently for one of them hangs on its row; nothing else asks which one it is.
#pragma once

#include <span>

#include "absl/status/status.h"
#include "bake/config/strategy.h"
#include "bake/portals/portal_baker.h"
#include "bake/stages/bake_run.h"
#include "core/map/map_manifest.h"

namespace waystone {

struct SurfaceKindRow {
  SurfaceKind kind;
  std::span<const BakeStage> stages;  // from the surface to what is packed
  const PortalBaker* portals;         // of worlds
};
// Kinds of manifests that were checked have a row.
const SurfaceKindRow& RowOf(SurfaceKind kind);

// Reads the source and makes the surface that suits it. The log is at the stage "import".
using SourceReader = absl::Status (*)(BakeRun& run);
SourceReader ReaderOf(SourceShape shape);

}  // namespace waystone
