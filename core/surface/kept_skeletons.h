// What changes made of the skeletons that were walked last on one changed surface.
#pragma once

#include <cstddef>

#include "core/base/kept_by_hash.h"
#include "core/skeleton/skeleton_changes.h"

namespace waystone {

// Any thread.
class KeptSkeletons : public KeptByHash<SkeletonChanges> {
 public:
  static constexpr size_t kMaxKept = 4;

  KeptSkeletons() : KeptByHash(kMaxKept) {}
};

}  // namespace waystone
