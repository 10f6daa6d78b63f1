// A package made of a source in a few lines.
#pragma once

#include <string>

#include "bake/config/bake_config.h"

namespace waystone {

// Writes the text to FOLDER/FILE and bakes it into FOLDER as map `map_id`, without a skeleton. The package's
// path.
std::string BakeSource(const std::string& folder, const std::string& map_id, const std::string& file,
                       const std::string& text, const BakeConfig& config = {});

}  // namespace waystone
