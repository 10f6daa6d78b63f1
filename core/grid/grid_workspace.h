// The scratch memory of searches over grids.
#pragma once

namespace waystone {

// Owned by one worker; never shared between threads. Works for any number of maps in turn and grows to the
// largest search seen.
struct GridWorkspace {};

}  // namespace waystone
