// Files of samples, for `waystone validate --track`.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "waystone/v1/move.pb.h"

namespace waystone::cli {

// Adds the samples of a file to `track`. A line holds a sample: x,y,z in metres, or x,y,z,t with its time in
// seconds. If the first line names columns, as
//
//   x,y,z,t,received,state
//   -10,0,0,0,0.04,grounded
//   -9.5,0.4,0,0.1,0.14,airborne
//
// the lines hold these. `received` is the time at which the game server got the sample; `state` is grounded,
// airborne, swimming or platform, or nothing. Columns may be in any order; only x, y and z must be there. Empty
// lines, and lines that begin with #, say nothing.
//
// InvalidArgument naming the file, the line and the rule; NotFound if there is no such file.
absl::Status ReadTrackFile(const std::string& path, v1::Track& track);

}  // namespace waystone::cli
