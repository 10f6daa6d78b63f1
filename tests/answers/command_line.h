// A request as the words that ask it again.
#pragma once

#include <string>

#include "waystone/v1/batch.pb.h"

namespace waystone::answers {

// `waystone COMMAND ...` for the requests that the questions are made of. Positions without a map are on
// `map_id`. All digits are printed.
std::string CommandLine(const std::string& map_id, const v1::BatchItem& item);

}  // namespace waystone::answers
