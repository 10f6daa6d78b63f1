// The samples by name, and the files each writes.
#pragma once

#include <span>
#include <string>

#include "absl/status/status.h"

namespace waystone::samples {

struct Sample {
  const char* name;
  const char* help;
  // Writes the sample's files into the folder, which is made if missing.
  absl::Status (*write)(const std::string& folder);
};

std::span<const Sample> AllSamples();

}  // namespace waystone::samples
